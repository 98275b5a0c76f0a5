/** From starting the process to the first answered turn. */
import { OURS, PRODUCTION_FLAGS, startBot, type Child } from '../child.ts';
import { oursEnvironment, peerEnvironment, type Urls } from '../environments.ts';
import { compared, median, ratiosOf, type Row } from '../figures.ts';
import { createLoad, person } from '../load.ts';
import { definePart, withOutside } from '../part.ts';
import { bundlePeer, scriptOf } from '../peers.ts';

interface StartSize {
  readonly rounds: number;
  /** Rounds before them that fill the file system cache. */
  readonly uncounted: number;
}

interface Starter {
  readonly name: string;
  readonly script: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  /** At most this part of its time. */
  readonly bound?: number;
}

async function startersOf(urls: Urls): Promise<readonly Starter[]> {
  const documented = peerEnvironment(urls);
  const agents = peerEnvironment(urls, { NODE_ENV: 'development' });
  const flags = PRODUCTION_FLAGS;
  return [
    // The two that start about equally fast are timed right after each other.
    { name: 'ours', script: OURS, environment: oursEnvironment(urls, 'start') },
    {
      name: 'documented, bundled and cached',
      script: await bundlePeer('documented'),
      environment: documented,
      flags,
      bound: 1,
    },
    { name: 'documented', script: scriptOf('documented'), environment: documented, bound: 0.65 },
    { name: 'agents', script: scriptOf('agents'), environment: agents },
    { name: 'agents, bundled and cached', script: await bundlePeer('agents'), environment: agents, flags },
  ];
}

/** @returns milliseconds */
async function timeStart(
  { name, script, environment, flags }: Starter,
  urls: Urls,
  token: string,
  number: number,
): Promise<number> {
  const startedAt = performance.now();
  const bot = await startBot(script, environment, { bare: true, flags });
  const load = createLoad(bot.port, { channelUrl: urls.channel, token });
  const status = await load.send(person(number, `start-${name}`), { text: 'restore status' });
  const milliseconds = performance.now() - startedAt;
  if (status > 299) throw new Error(`${name} answered ${status}.`);
  await load.close();
  await bot.stop('SIGKILL');
  return milliseconds;
}

async function startRows(outside: Child, urls: Urls, { rounds, uncounted }: StartSize): Promise<readonly Row[]> {
  const token = await outside.ask<string>('sign');
  const starters = await startersOf(urls);
  const times = new Map<Starter, number[]>(starters.map((starter) => [starter, []]));
  for (let at = -uncounted; at < rounds; at += 1) {
    for (const [starter, measured] of times) {
      const milliseconds = await timeStart(starter, urls, token, at + uncounted);
      if (at >= 0) measured.push(milliseconds);
    }
  }
  const [[, ours] = [undefined, []], ...peers] = times;
  const describe = (milliseconds: readonly number[]): string => `${Math.round(median(milliseconds))} ms`;
  return peers.map(([{ name, bound }, peer]) => ({
    what: 'start to first answer',
    against: name,
    ours: describe(ours),
    peer: describe(peer),
    ...compared(ratiosOf(ours, peer)),
    bound: bound === undefined ? undefined : { atMost: bound },
  }));
}

export const startPart = definePart<StartSize>({
  name: 'start',
  title: 'Start',
  quick: { rounds: 1, uncounted: 0 },
  full: { rounds: 25, uncounted: 1 },
  measure: (size) => withOutside((outside, urls) => startRows(outside, urls, size)),
});
