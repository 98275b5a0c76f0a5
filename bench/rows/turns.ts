/** Throughput and CPU per turn, in interleaved rounds. */
import { OURS, startBot, type Bot, type Child } from '../child.ts';
import { oursEnvironment, peerEnvironment, type Urls } from '../environments.ts';
import { compared, median, ratiosOf, round, type Row } from '../figures.ts';
import { createLoad, person, type Act, type Load, type Person } from '../load.ts';
import { definePart, withOutside } from '../part.ts';
import { scriptOf } from '../peers.ts';
import { seedPeople } from '../seed.ts';

interface Peer {
  readonly name: 'ours' | 'ours, authentication off' | 'documented' | 'agents' | 'raw';
  readonly bot: Bot;
  readonly load: Load;
}

interface Run {
  readonly turnsPerSecond: number;
  readonly cpuMicroseconds: number;
}

/** Neither signed in nor pending: reads the state and answers with a card. */
const STATUS = { text: 'restore status' } as const;
/** Reads and writes state: ours switches reminders on and off, the peers increment a counter. */
const OURS_WRITE: readonly Act[] = [{ press: 'no-notices' }, { press: 'notices' }];
const PEERS_WRITE = { text: 'count' } as const;

/** The next activity: each person in turn, so that each press changes the state. */
function asking(people: number, isOurs: boolean, what: 'read' | 'write', from: number) {
  return (index: number): { readonly who: Person; readonly act: Act } => {
    const number = from + index;
    const write = isOurs ? (OURS_WRITE[Math.floor(number / people) % 2] ?? STATUS) : PEERS_WRITE;
    return { who: person(number % people), act: what === 'read' ? STATUS : write };
  };
}

async function measure(
  { bot, load }: Peer,
  atOnce: number,
  turns: number,
  next: ReturnType<typeof asking>,
): Promise<Run> {
  const before = await bot.cpu();
  const seconds = await load.run(atOnce, turns, next);
  const after = await bot.cpu();
  return { turnsPerSecond: turns / seconds, cpuMicroseconds: (after - before) / turns };
}

/** Short pieces and many rounds, in both orders: within a round the machine is about equally fast for everyone. */
interface TurnsSize {
  /** How often all are started anew. */
  readonly pairs: number;
  readonly people: number;
  /** How often each person writes and reads before anything is measured. */
  readonly warmUps: number;
  readonly turns: number;
  readonly rounds: number;
  readonly atOnce: readonly number[];
}

/** By what is measured and whom: one run a round. */
type Runs = ReadonlyMap<string, readonly Run[]>;

async function turnRows(outside: Child, urls: Urls, size: TurnsSize): Promise<readonly Row[]> {
  const token = await outside.ask<string>('sign');
  const pairs: Runs[] = [];
  for (let pair = 0; pair < size.pairs; pair += 1) pairs.push(await measurePair(urls, token, size, pair));
  return rowsOf(pairs, size.atOnce);
}

/** Starts one process of each. @param pair names the state of ours, so that each begins with none */
async function measurePair(urls: Urls, token: string, size: TurnsSize, pair: number): Promise<Runs> {
  const ours = oursEnvironment(urls, `turns-${pair}`);
  const oursOff = oursEnvironment(urls, `turns-off-${pair}`, { BOT_AUTHENTICATION: 'off' });
  for (const environment of [ours, oursOff]) await seedPeople(environment, size.people, urls.channel);
  // Those that ours is close to are measured right before and after it.
  const bots: readonly (readonly [Peer['name'], Promise<Bot>])[] = [
    ['documented', startBot(scriptOf('documented'), peerEnvironment(urls))],
    ['ours, authentication off', startBot(OURS, oursOff)],
    ['ours', startBot(OURS, ours)],
    ['raw', startBot(scriptOf('raw'), peerEnvironment(urls))],
    ['agents', startBot(scriptOf('agents'), peerEnvironment(urls, { NODE_ENV: 'development' }))],
  ];
  const peers: Peer[] = [];
  for (const [name, starting] of bots) {
    const bot = await starting;
    peers.push({ name, bot, load: createLoad(bot.port, { channelUrl: urls.channel, token }) });
  }
  const runs = new Map<string, Run[]>();
  const asked = { read: 0, write: 0 };
  try {
    // Compiled code, open connections, and a stored state for each person.
    for (let at = 0; at < size.warmUps; at += 1) {
      for (const what of ['write', 'read'] as const) {
        for (const { name, load } of peers) {
          await load.run(32, size.people, asking(size.people, name.startsWith('ours'), what, asked[what]));
        }
        asked[what] += size.people;
      }
    }
    for (let at = 0; at < size.rounds; at += 1) {
      for (const atOnce of size.atOnce) {
        const turns = atOnce === 1 ? Math.ceil((size.turns * 2) / 3) : size.turns;
        for (const what of ['read', 'write'] as const) {
          for (const peer of at % 2 === 0 ? peers : peers.toReversed()) {
            const next = asking(size.people, peer.name.startsWith('ours'), what, asked[what]);
            const key = `${what} ${atOnce} ${peer.name}`;
            runs.set(key, [...(runs.get(key) ?? []), await measure(peer, atOnce, turns, next)]);
          }
          asked[what] += turns;
        }
      }
    }
  } finally {
    for (const { bot, load } of peers) {
      await load.close();
      await bot.stop();
    }
  }
  return runs;
}

function rowsOf(pairs: readonly Runs[], sizes: readonly number[]): readonly Row[] {
  const rows: Row[] = [];
  /** Those of each pair. */
  const runsOf = (what: string, atOnce: number, name: Peer['name']): readonly (readonly Run[])[] =>
    pairs.map((runs) => runs.get(`${what} ${atOnce} ${name}`) ?? []);
  const valuesOf = (runs: readonly Run[], figure: keyof Run): readonly number[] => runs.map((run) => run[figure]);
  /** Ratio per round: what slows the machine down affects both. */
  const ratio = (ours: readonly (readonly Run[])[], peers: readonly (readonly Run[])[], figure: keyof Run) =>
    compared(ours.map((runs, at) => median(ratiosOf(valuesOf(runs, figure), valuesOf(peers[at] ?? [], figure)))));
  const middle = (all: readonly (readonly Run[])[], figure: keyof Run): number => median(valuesOf(all.flat(), figure));
  const describe = (all: readonly (readonly Run[])[]): string =>
    `${Math.round(middle(all, 'turnsPerSecond'))} turns/s, ${Math.round(middle(all, 'cpuMicroseconds'))} µs CPU`;
  for (const atOnce of sizes) {
    for (const what of ['read', 'write'] as const) {
      const ours = runsOf(what, atOnce, 'ours');
      const title = `${what === 'read' ? '`restore status`: reads state' : 'reads and writes state'}, ${atOnce} at once`;
      const compare = (name: Peer['name'], bound: number | undefined, cpuBound: number | undefined): void => {
        const peer = runsOf(what, atOnce, name);
        const both = { against: name, ours: describe(ours), peer: describe(peer) };
        rows.push(
          {
            what: `${title}: throughput`,
            ...both,
            ...ratio(ours, peer, 'turnsPerSecond'),
            bound: bound === undefined ? undefined : { atLeast: bound },
          },
          {
            what: `${title}: CPU a turn`,
            ...both,
            values: { cpuMicroseconds: round(middle(ours, 'cpuMicroseconds')) },
            ...ratio(ours, peer, 'cpuMicroseconds'),
            bound: cpuBound === undefined ? undefined : { atMost: cpuBound },
          },
        );
      };
      compare('documented', 2, 0.5);
      compare('agents', 1, undefined);
      const isNearLimit = what === 'read' && atOnce > 1;
      compare('raw', isNearLimit ? 0.5 : undefined, isNearLimit ? 2.3 : undefined);
    }
    const on = runsOf('read', atOnce, 'ours');
    const off = runsOf('read', atOnce, 'ours, authentication off');
    rows.push({
      what: `authentication on, ${atOnce} at once: throughput`,
      against: 'off',
      ours: describe(on),
      peer: describe(off),
      ...ratio(on, off, 'turnsPerSecond'),
      bound: { atLeast: 0.9 },
    });
  }
  return rows;
}

export const turnsPart = definePart<TurnsSize>({
  name: 'turns',
  title: 'Turns',
  quick: { pairs: 1, people: 64, warmUps: 1, turns: 64, rounds: 2, atOnce: [16] },
  full: { pairs: 5, people: 1_024, warmUps: 3, turns: 128, rounds: 8, atOnce: [1, 16, 64] },
  measure: (size) => withOutside((outside, urls) => turnRows(outside, urls, size)),
});
