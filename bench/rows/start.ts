/** From starting the process to the first answered turn. */
import { OURS, startBot, type Child } from '../child.ts';
import { oursEnvironment, peerEnvironment, type Urls } from '../environments.ts';
import { median, round, type Row } from '../figures.ts';
import { createLoad, person } from '../load.ts';
import { definePart, withOutside } from '../part.ts';

interface StartSize {
  readonly rounds: number;
  /** Rounds before them that fill the file system cache. */
  readonly uncounted: number;
}

async function startRows(outside: Child, urls: Urls, { rounds, uncounted }: StartSize): Promise<readonly Row[]> {
  const token = await outside.ask<string>('sign');
  const bots = [
    ['ours', OURS, oursEnvironment(urls, 'start')],
    ['documented', 'bench/bots/documented.ts', peerEnvironment(urls)],
    ['agents', 'bench/bots/agents.ts', peerEnvironment(urls, { NODE_ENV: 'development' })],
  ] as const;
  const times = new Map<string, number[]>(bots.map(([name]) => [name, []]));
  for (let at = -uncounted; at < rounds; at += 1) {
    for (const [name, script, environment] of bots) {
      const startedAt = performance.now();
      const bot = await startBot(script, environment, { bare: true });
      const load = createLoad(bot.port, { channelUrl: urls.channel, token });
      const status = await load.send(person(at + uncounted, `start-${name}`), { text: 'restore status' });
      if (status > 299) throw new Error(`${name} answered ${status}.`);
      if (at >= 0) times.get(name)?.push(performance.now() - startedAt);
      await load.close();
      await bot.stop('SIGKILL');
    }
  }
  const of = (name: string): number => median(times.get(name) ?? []);
  const describe = (name: string): string => `${Math.round(of(name))} ms`;
  const row = (peer: string, bound: number | undefined): Row => ({
    what: 'start to first answer',
    against: peer,
    ours: describe('ours'),
    peer: describe(peer),
    figure: round(of('ours') / of(peer)),
    unit: '×',
    bound: bound === undefined ? undefined : { atMost: bound },
  });
  return [row('documented', 0.65), row('agents', undefined)];
}

export const startPart = definePart<StartSize>({
  name: 'start',
  title: 'Start',
  quick: { rounds: 1, uncounted: 0 },
  full: { rounds: 7, uncounted: 1 },
  measure: (size) => withOutside((outside, urls) => startRows(outside, urls, size)),
});
