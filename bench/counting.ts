/** Counts a bot's requests to storage, by kind. */
import { setTimeout as sleep } from 'node:timers/promises';
import { OURS, startBot, startOutside, type Child } from './child.ts';
import { oursEnvironment, type Urls } from './environments.ts';
import { round, type Row } from './figures.ts';
import { createLoad, person, type Act, type Person } from './load.ts';
import type { Operation, Operations } from './outside/storage.ts';
import { seedSweep } from './seed.ts';

/** A bot with stand-ins of its own, and people who talk to it. */
export interface CountingBench {
  readonly outside: Child;
  readonly people: readonly Person[];
  readonly send: (who: Person, act: Act) => Promise<unknown>;
  /** Sends the same activity for each person. */
  readonly all: (act: Act) => Promise<void>;
}

export interface Counted {
  readonly operations: Operations;
  readonly seconds: number;
}

/** Until the audit log has a line about the start. */
const STARTED_MILLISECONDS = 500;

/** In the order in which rows list them. */
const KINDS: readonly (readonly [kind: Operation, plural: string])[] = [
  ['blob read', 'blob reads'],
  ['blob write', 'blob writes'],
  ['blob delete', 'blob deletes'],
  ['audit append', 'audit appends'],
  ['list', 'lists'],
  ['queue put', 'queue puts'],
  ['queue get', 'queue gets'],
  ['queue update', 'queue updates'],
  ['queue delete', 'queue deletes'],
  ['other', 'others'],
];

/** As text, by kind. */
export const operationsText = (operations: Operations): string =>
  KINDS.flatMap(([kind, plural]) => {
    const count = round(operations[kind] ?? 0);
    return count === 0 ? [] : [`${count} ${count === 1 ? kind : plural}`];
  }).join(', ');

export const operationsSum = (operations: Operations): number =>
  round(KINDS.reduce((total, [kind]) => total + round(operations[kind] ?? 0), 0));

const mapOperations = (operations: Operations, change: (count: number, kind: Operation) => number): Operations =>
  Object.fromEntries(KINDS.map(([kind]) => [kind, change(operations[kind] ?? 0, kind)]));

/** Per person, minus what an idle bot requests in the same time. */
export function shareOf({ operations, seconds }: Counted, idle: Counted, people: number): Operations {
  const idled = mapOperations(idle.operations, (count) => (count / idle.seconds) * seconds);
  return mapOperations(operations, (count, kind) => Math.max(0, count - (idled[kind] ?? 0)) / people);
}

export const perMinute = (operations: Operations, seconds: number): Operations =>
  mapOperations(operations, (count) => (count * 60) / seconds);

/** @param values further numbers of the row */
export const operationsRow = (
  what: string,
  operations: Operations,
  { against = 'an idle replica, taken off', values = {} }: Partial<Pick<Row, 'against' | 'values'>> = {},
): Row => ({
  what,
  against,
  ours: operationsText(operations) || 'none',
  peer: '–',
  values: { ...mapOperations(operations, (count) => round(count)), ...values },
  figure: operationsSum(operations),
  unit: 'operations',
});

export async function counted(outside: Child, work: () => Promise<void>): Promise<Counted> {
  await outside.ask('storageOperations');
  const startedAt = performance.now();
  await work();
  const operations = await outside.ask<Operations>('storageOperations');
  return { operations, seconds: (performance.now() - startedAt) / 1000 };
}

export async function withCountingBench<T>(
  name: string,
  size: { readonly people: number; readonly intervalSeconds: number },
  work: (bench: CountingBench) => Promise<T>,
): Promise<T> {
  const outside = await startOutside(size.intervalSeconds);
  try {
    const urls = await outside.ask<Urls>('urls');
    const environment = oursEnvironment(urls, name);
    await seedSweep(environment);
    const bot = await startBot(OURS, environment);
    const token = await outside.ask<string>('sign');
    const load = createLoad(bot.port, { channelUrl: urls.channel, token });
    const people = Array.from({ length: size.people }, (_, number) => person(number, name));
    try {
      await sleep(STARTED_MILLISECONDS);
      return await work({
        outside,
        people,
        send: (who, act) => load.send(who, act),
        all: async (act) => void (await Promise.all(people.map((who) => load.send(who, act)))),
      });
    } finally {
      await load.close();
      await bot.stop('SIGKILL');
    }
  } finally {
    await outside.stop();
  }
}
