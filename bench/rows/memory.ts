/** Resident memory after the start and after many turns, of processes as people run them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { OURS, PRODUCTION_FLAGS, startBot, type Bot, type Child } from '../child.ts';
import { oursEnvironment, peerEnvironment, type Urls } from '../environments.ts';
import { compared, median, ratiosOf, round, type Row } from '../figures.ts';
import { createLoad, person, type Load } from '../load.ts';
import { definePart, withOutside } from '../part.ts';
import { scriptOf } from '../peers.ts';
import { residentMemory, type ResidentMemory } from '../resident-memory.ts';

interface MemorySize {
  /** Processes of each bot that are started, and how many of these take turns. */
  readonly started: number;
  readonly used: number;
  readonly turns: number;
  /** The goal is for as many turns as the whole run has. */
  readonly mostAfterTurns?: number;
}

const OUR_OPTIONS = 'documented, with our options of Node';
const NAMES = ['ours', 'documented', OUR_OPTIONS, 'agents'] as const;
type Name = (typeof NAMES)[number];

interface Running {
  readonly name: Name;
  readonly bot: Bot;
  readonly load: Load;
}

type Readings = Readonly<Record<Name, ResidentMemory[]>>;

const AT_ONCE = 16;
const CONVERSATIONS = 1_000;
/** Longer than the collection of garbage that follows a start. After that, nothing changes for seconds. */
const SETTLE_MILLISECONDS = 500;
const STATUS = { text: 'restore status' } as const;

const STARTS: Readonly<Record<Name, (urls: Urls) => Promise<Bot>>> = {
  ours: (urls) => startBot(OURS, oursEnvironment(urls, 'memory'), { bare: true }),
  documented: (urls) => startBot(scriptOf('documented'), peerEnvironment(urls), { bare: true }),
  [OUR_OPTIONS]: (urls) =>
    startBot(scriptOf('documented'), peerEnvironment(urls), { bare: true, flags: PRODUCTION_FLAGS }),
  agents: (urls) => startBot(scriptOf('agents'), peerEnvironment(urls, { NODE_ENV: 'development' }), { bare: true }),
};

async function start(name: Name, urls: Urls, token: string): Promise<Running> {
  const bot = await STARTS[name](urls);
  const load = createLoad(bot.port, { channelUrl: urls.channel, token });
  await load.run(1, 1, () => ({ who: person(0, name), act: STATUS }));
  return { name, bot, load };
}

const use = ({ name, load }: Running, turns: number): Promise<number> =>
  load.run(AT_ONCE, turns, (index) => ({ who: person(index % CONVERSATIONS, name), act: STATUS }));

async function readAll(running: readonly Running[], readings: Readings): Promise<void> {
  await sleep(SETTLE_MILLISECONDS);
  for (const { name, bot } of running) readings[name].push(residentMemory(bot.process.pid ?? 0));
}

async function memoryRows(outside: Child, urls: Urls, size: MemorySize): Promise<readonly Row[]> {
  const token = await outside.ask<string>('sign');
  const nothing = (): Readings => ({ ours: [], documented: [], [OUR_OPTIONS]: [], agents: [] });
  const [started, used] = [nothing(), nothing()];
  for (let at = 0; at < size.started; at += 1) {
    const running: Running[] = [];
    for (const name of NAMES) running.push(await start(name, urls, token));
    await readAll(running, started);
    if (at < size.used) {
      // All at the same time, which saves a third of the time and changes nothing in the figures.
      await Promise.all(running.map((each) => use(each, size.turns)));
      await readAll(running, used);
    }
    for (const { bot, load } of running) {
      await load.close();
      await bot.stop('SIGKILL');
    }
  }
  const turnsText = `${size.turns.toLocaleString('en')} turns, ${AT_ONCE} at once, in ${CONVERSATIONS.toLocaleString('en')} conversations`;
  return [
    ...rowsOf('resident memory after the start and a first answer', started, 0.9),
    ...rowsOf(`resident memory after ${turnsText}`, used, size.mostAfterTurns),
  ];
}

const MEBIBYTE = 2 ** 20;

function rowsOf(what: string, readings: Readings, bound: number | undefined): readonly Row[] {
  const residentOf = (name: Name): readonly number[] => readings[name].map(({ resident }) => resident);
  const middle = (name: Name, field: 'resident' | 'anonymous'): number =>
    median(readings[name].map((reading) => reading[field]));
  const describe = (name: Name): string =>
    `${Math.round(middle(name, 'resident') / MEBIBYTE)} MiB, ${Math.round(middle(name, 'anonymous') / MEBIBYTE)} of it anonymous`;
  const row = (peer: Name, atMost?: number): Row => ({
    what,
    against: peer,
    ours: describe('ours'),
    peer: describe(peer),
    values: { mebibytes: round(middle('ours', 'resident') / MEBIBYTE) },
    ...compared(ratiosOf(residentOf('ours'), residentOf(peer))),
    bound: atMost === undefined ? undefined : { atMost },
  });
  return [row('documented', bound), row(OUR_OPTIONS), row('agents')];
}

export const memoryPart = definePart<MemorySize>({
  name: 'memory',
  title: 'Memory',
  onlyLinux: true,
  quick: { started: 1, used: 1, turns: 100 },
  full: { started: 3, used: 3, turns: 3_000, mostAfterTurns: 0.6 },
  measure: (size) => withOutside((outside, urls) => memoryRows(outside, urls, size)),
});
