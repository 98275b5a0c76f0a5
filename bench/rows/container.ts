/** A small container: many people at once, with Node's heap limited as docs/deploy.md says. */
import { atOnce } from '../at-once.ts';
import { OURS, startBot, type Child } from '../child.ts';
import { oursEnvironment, type Urls } from '../environments.ts';
import type { Row } from '../figures.ts';
import { createLoad, person } from '../load.ts';
import { definePart, withOutside } from '../part.ts';
import { residentMemory } from '../resident-memory.ts';

const CONTAINER_MEBIBYTES = 256;
const MEBIBYTE = 2 ** 20;
/** Half of the container, in MiB. */
const FLAGS = [`--max-old-space-size=${CONTAINER_MEBIBYTES / 2}`];
const AT_ONCE = 200;

async function containerRows(outside: Child, urls: Urls, turns: number): Promise<readonly Row[]> {
  const token = await outside.ask<string>('sign');
  const bot = await startBot(OURS, oursEnvironment(urls, 'container'), { bare: true, flags: FLAGS });
  const load = createLoad(bot.port, { channelUrl: urls.channel, token });
  try {
    const startedAt = performance.now();
    // Each in a conversation of its own: the cards that arrive are counted by conversation.
    await atOnce(AT_ONCE, turns, async (index) => {
      // A turn that fails has no card.
      await load.send(person(index, 'container'), { text: 'restore status' }).catch(() => undefined);
    });
    const seconds = (performance.now() - startedAt) / 1000;
    const lost = turns - (await outside.ask<number>('answeredConversations'));
    const { peak } = residentMemory(bot.process.pid ?? 0);
    const what = `${turns.toLocaleString('en')} turns, ${AT_ONCE} at once, with ${FLAGS.join(' ')}`;
    const both = {
      against: '–',
      ours: `${Math.round(turns / seconds)} turns/s, ${lost} lost, at most ${Math.round(peak / MEBIBYTE)} MiB resident`,
      peer: '–',
    };
    return [
      { what: `${what}: turns lost`, ...both, figure: lost, unit: 'turns', bound: { atMost: 0 } },
      {
        what: `${what}: peak of resident memory`,
        ...both,
        figure: Math.round(peak / MEBIBYTE),
        unit: 'MiB',
        bound: { atMost: CONTAINER_MEBIBYTES },
      },
    ];
  } finally {
    await load.close();
    await bot.stop('SIGKILL');
  }
}

export const containerPart = definePart<{ readonly turns: number }>({
  name: 'container',
  title: `In ${CONTAINER_MEBIBYTES} MiB`,
  onlyLinux: true,
  quick: { turns: 1_000 },
  full: { turns: 6_000 },
  measure: ({ turns }) => withOutside((outside, urls) => containerRows(outside, urls, turns)),
});
