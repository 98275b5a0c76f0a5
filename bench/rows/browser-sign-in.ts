/** From the answer that a browser brings to the card that says so, with the real provider, storage and service of `npm run local`. */
import { linkOf } from '../../test/support/cards-seen.ts';
import { ALEX, NOOR } from '../../local/people.ts';
import { freePort } from '../../local/free-port.ts';
import { storageIn } from '../../test/support/azurite.ts';
import { startAzuriteProcess } from '../../test/support/common-azurite.ts';
import { visit } from '../../test/support/browser-visit.ts';
import { chatter } from '../../test/support/chatter.ts';
import { startTestStack } from '../../test/support/running-bot.ts';
import { OURS, startBot } from '../child.ts';
import type { Row } from '../figures.ts';
import { definePart } from '../part.ts';

interface Size {
  readonly signIns: number;
}

/** A card is looked at this often, which is part of the figure. */
async function measureSignIns({ signIns }: Size): Promise<readonly Row[]> {
  const port = await freePort(0);
  const stack = await startTestStack({
    storage: await storageIn(await startAzuriteProcess()),
    signIn: 'browser',
    botEndpoint: () => `http://127.0.0.1:${port}/api/messages`,
  });
  const environment = { ...stack.environment, HOST: '127.0.0.1', PORT: String(port), NODE_ENV: 'production' };
  const bot = await startBot(OURS, environment);
  try {
    const times: number[] = [];
    for (let count = 0; count < signIns; count += 1) {
      const person = count % 2 === 0 ? ALEX : NOOR;
      const talker = chatter(stack, person);
      const { id } = await talker.ask('restore login');
      const visited = await visit(linkOf(talker.card(id)) ?? '', person);
      const began = performance.now();
      await visited?.post();
      await talker.becomes(id, 'Signed in');
      times.push(performance.now() - began);
      await talker.ask('restore logout');
    }
    const sorted = times.toSorted((one, other) => one - other);
    const at = (share: number): number => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
    return [
      {
        what: 'a sign-in in the browser: from its answer to the card, p95',
        against: '–',
        ours: `median ${at(0.5)} ms, p95 ${at(0.95)} ms of ${signIns}`,
        peer: '–',
        figure: at(0.95),
        unit: 'ms',
        bound: { atMost: 2_000 },
      },
    ];
  } finally {
    await bot.stop();
    await stack.stop();
  }
}

export const browserSignInPart = definePart<Size>({
  name: 'browser',
  title: 'Signing in in the browser',
  quick: { signIns: 4 },
  full: { signIns: 30 },
  measure: measureSignIns,
});
