/** A turn: throughput and CPU, side by side, interleaved. */
import { startBot, type Bot, type Child, type Usage } from '../child.ts';
import { oursEnvironment, peerEnvironment, type Urls } from '../environments.ts';
import { median, round, type Row } from '../figures.ts';
import { createLoad, person, type Act, type Load } from '../load.ts';

interface Peer {
  readonly name: 'ours' | 'ours, authentication off' | 'documented' | 'agents' | 'raw';
  readonly bot: Bot;
  readonly load: Load;
}

interface Run {
  readonly turnsPerSecond: number;
  readonly cpuMicroseconds: number;
}

const PEOPLE = 64;
/** Not signed in, nothing pending: both read what is stored and answer with a card. */
const STATUS = { text: 'restore status' } as const;
/** What reads, changes and writes: our switch for notices, the peers' counter. */
const OURS_WRITE: readonly Act[] = [{ press: 'no-notices' }, { press: 'notices' }];
const PEERS_WRITE = { text: 'count' } as const;

async function measure({ bot, load }: Peer, atOnce: number, turns: number, act: (index: number) => Act): Promise<Run> {
  const before = await bot.ask<Usage>('usage');
  const seconds = await load.run(atOnce, turns, (index) => ({ who: person(index % PEOPLE), act: act(index) }));
  const after = await bot.ask<Usage>('usage');
  return { turnsPerSecond: turns / seconds, cpuMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / turns };
}

export async function turnRows(
  outside: Child,
  urls: Urls,
  size: { readonly turns: number; readonly rounds: number; readonly atOnce: readonly number[] },
): Promise<readonly Row[]> {
  const token = await outside.ask<string>('sign');
  const bots: readonly (readonly [Peer['name'], Promise<Bot>])[] = [
    ['ours', startBot('src/index.ts', oursEnvironment(urls, 'turns'))],
    [
      'ours, authentication off',
      startBot('src/index.ts', oursEnvironment(urls, 'turns-off', { BOT_AUTHENTICATION: 'off' })),
    ],
    ['documented', startBot('bench/bots/documented.ts', peerEnvironment(urls))],
    ['agents', startBot('bench/bots/agents.ts', peerEnvironment(urls, { NODE_ENV: 'development' }))],
    ['raw', startBot('bench/bots/raw.ts', peerEnvironment(urls))],
  ];
  const peers: Peer[] = [];
  for (const [name, starting] of bots) {
    const bot = await starting;
    peers.push({ name, bot, load: createLoad(bot.port, { channelUrl: urls.channel, token }) });
  }
  const runs = new Map<string, Run[]>();
  try {
    for (const peer of peers) await warmUp(peer, size.turns);
    for (let at = 0; at < size.rounds; at += 1) {
      for (const atOnce of size.atOnce) {
        for (const what of ['read', 'write'] as const) {
          for (const peer of peers) {
            const isOurs = peer.name.startsWith('ours');
            // Each person switches on and off by turns, so that each press changes something.
            const act = (index: number): Act => {
              if (what === 'read') return STATUS;
              if (!isOurs) return PEERS_WRITE;
              return OURS_WRITE[(Math.floor(index / PEOPLE) + at) % 2] ?? STATUS;
            };
            const turns = atOnce === 1 ? Math.ceil(size.turns / 2 / PEOPLE) * PEOPLE : size.turns;
            const key = `${what} ${atOnce} ${peer.name}`;
            runs.set(key, [...(runs.get(key) ?? []), await measure(peer, atOnce, turns, act)]);
          }
        }
      }
    }
  } finally {
    for (const { bot, load } of peers) {
      await load.close();
      await bot.stop();
    }
  }
  return rowsOf(runs, size.atOnce);
}

/** Compiled code, open connections, and for ours a stored state that can be switched. */
async function warmUp({ name, load }: Peer, turns: number): Promise<void> {
  if (name.startsWith('ours')) {
    for (const text of ['restore login', 'restore cancel']) {
      await load.run(8, PEOPLE, (index) => ({ who: person(index), act: { text } }));
    }
  }
  await load.run(16, turns, (index) => ({ who: person(index % PEOPLE), act: STATUS }));
}

function rowsOf(runs: ReadonlyMap<string, readonly Run[]>, sizes: readonly number[]): readonly Row[] {
  const rows: Row[] = [];
  const of = (what: string, atOnce: number, name: Peer['name']): { readonly turns: number; readonly cpu: number } => {
    const found = runs.get(`${what} ${atOnce} ${name}`) ?? [];
    return {
      turns: median(found.map(({ turnsPerSecond }) => turnsPerSecond)),
      cpu: median(found.map(({ cpuMicroseconds }) => cpuMicroseconds)),
    };
  };
  const said = ({ turns, cpu }: { readonly turns: number; readonly cpu: number }): string =>
    `${Math.round(turns)} turns/s, ${Math.round(cpu)} µs CPU`;
  for (const atOnce of sizes) {
    for (const what of ['read', 'write'] as const) {
      const ours = of(what, atOnce, 'ours');
      const title = `${what === 'read' ? '`restore status`: reads state' : 'reads and writes state'}, ${atOnce} at once`;
      const compare = (name: Peer['name'], bound: number | undefined, cpuBound: number | undefined): void => {
        const peer = of(what, atOnce, name);
        const both = { against: name, ours: said(ours), peer: said(peer) };
        rows.push(
          {
            what: `${title}: throughput`,
            ...both,
            figure: round(ours.turns / peer.turns),
            unit: '×',
            bound: bound === undefined ? undefined : { atLeast: bound },
          },
          {
            what: `${title}: CPU a turn`,
            ...both,
            figure: round(ours.cpu / peer.cpu),
            unit: '×',
            bound: cpuBound === undefined ? undefined : { atMost: cpuBound },
          },
        );
      };
      compare('documented', 2, 0.5);
      compare('agents', 1, undefined);
      compare('raw', undefined, undefined);
    }
    const on = of('read', atOnce, 'ours');
    const off = of('read', atOnce, 'ours, authentication off');
    rows.push({
      what: `authentication on, ${atOnce} at once: throughput`,
      against: 'off',
      ours: said(on),
      peer: said(off),
      figure: round(on.turns / off.turns),
      unit: '×',
      bound: { atLeast: 0.9 },
    });
  }
  return rows;
}
