/** Storage operations by kind: a complete sign-in, the end of a session, and an idle bot. */
import { setTimeout as sleep } from 'node:timers/promises';
import { OURS, startBot, startOutside, type Child } from '../child.ts';
import { oursEnvironment, type Urls } from '../environments.ts';
import { round, type Row } from '../figures.ts';
import { createLoad, person, type Act, type Person } from '../load.ts';
import type { Operation, Operations } from '../outside/storage.ts';
import { definePart } from '../part.ts';

interface StorageOperationSize {
  /** How many people sign in concurrently; they share polls of the queue and blocks of the audit log. */
  readonly people: number;
  readonly intervalSeconds: number;
  readonly approvedAfterSeconds: number;
  readonly idleSeconds: number;
  /** Lifetime of the sessions whose expiry warning and end are counted; absent: they are not counted. */
  readonly sessionSeconds?: number | undefined;
}

interface Bench {
  readonly outside: Child;
  readonly people: readonly Person[];
  /** Sends the same activity for each person. */
  readonly all: (act: Act) => Promise<void>;
  /** Operations since the last call. */
  readonly taken: () => Promise<Operations>;
}

interface Counted {
  readonly operations: Operations;
  readonly seconds: number;
}

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

/** Time for what follows an edited card: writing the audit log, deleting the job. */
const SETTLE_MILLISECONDS = 500;
/** A due job is found within two seconds. */
const LOOK_MILLISECONDS = 2_500;

/** As text, by kind. */
export const operationsText = (operations: Operations): string =>
  KINDS.flatMap(([kind, plural]) => {
    const count = round(operations[kind] ?? 0);
    return count === 0 ? [] : [`${count} ${count === 1 ? kind : plural}`];
  }).join(', ');

export const operationsSum = (operations: Operations): number =>
  round(KINDS.reduce((total, [kind]) => total + round(operations[kind] ?? 0), 0));

function map(operations: Operations, change: (count: number, kind: Operation) => number): Operations {
  return Object.fromEntries(KINDS.map(([kind]) => [kind, change(operations[kind] ?? 0, kind)]));
}

/** Per person, minus what an idle bot requests in the same time. */
function share({ operations, seconds }: Counted, idle: Counted, people: number): Operations {
  const idled = map(idle.operations, (count) => (count / idle.seconds) * seconds);
  return map(operations, (count, kind) => Math.max(0, count - (idled[kind] ?? 0)) / people);
}

async function counted(bench: Bench, work: () => Promise<void>): Promise<Counted> {
  await bench.taken();
  const startedAt = performance.now();
  await work();
  return { operations: await bench.taken(), seconds: (performance.now() - startedAt) / 1000 };
}

/** Starts a bot with a storage stand-in of its own. */
async function alone<T>(name: string, size: StorageOperationSize, work: (bench: Bench) => Promise<T>): Promise<T> {
  const outside = await startOutside(size.intervalSeconds);
  try {
    const urls = await outside.ask<Urls>('urls');
    const bot = await startBot(OURS, oursEnvironment(urls, name));
    const token = await outside.ask<string>('sign');
    const load = createLoad(bot.port, { channelUrl: urls.channel, token });
    const people = Array.from({ length: size.people }, (_, number) => person(number, name));
    try {
      return await work({
        outside,
        people,
        all: async (act) => void (await Promise.all(people.map((who) => load.send(who, act)))),
        taken: () => outside.ask('storageOperations'),
      });
    } finally {
      await load.close();
      await bot.stop('SIGKILL');
    }
  } finally {
    await outside.stop();
  }
}

/** From everyone's `restore login` to the last card that says “Signed in”, and what follows. */
async function signIn({ outside, people, all }: Bench, size: StorageOperationSize, afterSeconds: number) {
  await all({ text: 'restore login' });
  await sleep(afterSeconds * 1000);
  const codes = await outside.ask<readonly string[]>('deviceCodes');
  if (codes.length !== people.length) throw new Error(`${people.length} asked for codes, ${codes.length} were given.`);
  for (const code of codes) await outside.ask('approve', code);
  const limit = performance.now() + (size.intervalSeconds + 8) * 1000;
  for (const { conversationId } of people) {
    while ((await outside.ask<number | null>('edited', conversationId)) === null) {
      if (performance.now() > limit) throw new Error('Somebody who approved was not signed in.');
      await sleep(50);
    }
  }
  await sleep(SETTLE_MILLISECONDS);
}

interface Whole {
  readonly signIn: Counted;
  readonly logOut: Counted;
}

const whole = (size: StorageOperationSize): Promise<Whole> =>
  alone('whole', size, async (bench) => ({
    signIn: await counted(bench, () => signIn(bench, size, size.approvedAfterSeconds)),
    logOut: await counted(bench, async () => {
      await bench.all({ text: 'restore logout' });
      await sleep(SETTLE_MILLISECONDS);
    }),
  }));

interface Ending {
  readonly notice: Counted;
  readonly end: Counted;
}

/** The warning is sent halfway, because EXPIRY_WARNING_SECONDS is more than half of this lifetime. */
const ending = (size: StorageOperationSize, lifetimeSeconds: number): Promise<Ending> =>
  alone('ending', size, async (bench) => {
    await bench.outside.ask('sessionSeconds', lifetimeSeconds);
    await signIn(bench, size, 0);
    const half = lifetimeSeconds * 500;
    return {
      notice: await counted(bench, () => sleep(half - SETTLE_MILLISECONDS + LOOK_MILLISECONDS)),
      end: await counted(bench, () => sleep(half)),
    };
  });

const idling = (size: StorageOperationSize): Promise<Counted> =>
  alone('idle', size, (bench) => counted(bench, () => sleep(size.idleSeconds * 1000)));

async function storageOperationRows(size: StorageOperationSize): Promise<readonly Row[]> {
  const { people, sessionSeconds } = size;
  const [idle, full, ended] = await Promise.all([
    idling(size),
    whole(size),
    sessionSeconds === undefined ? undefined : ending(size, sessionSeconds),
  ]);
  const row = (what: string, operations: Operations, against = 'an idle replica, taken off'): Row => ({
    what,
    against,
    ours: operationsText(operations),
    peer: '–',
    values: map(operations, (count) => round(count)),
    figure: operationsSum(operations),
    unit: 'operations',
  });
  const each = (count: Counted): Operations => share(count, idle, people);
  const minute = (count: number, seconds: number): number => (count * 60) / seconds;
  const looks: Operations = {
    'queue get': minute(full.signIn.operations['queue get'] ?? 0, full.signIn.seconds),
  };
  return [
    row(`storage operations of a whole sign-in (approved after ${size.approvedAfterSeconds} s)`, each(full.signIn)),
    row('storage operations of a log-out', each(full.logOut)),
    ...(ended === undefined
      ? []
      : [
          row("storage operations of the notice before a session's end", each(ended.notice)),
          row("storage operations of a session's end by itself", each(ended.end)),
        ]),
    row(
      'an idle replica, operations a minute',
      map(idle.operations, (count) => minute(count, idle.seconds)),
      '–',
    ),
    row('a replica with sign-ins under way, looks at the queue a minute', looks, '–'),
  ];
}

export const storageOperationsPart = definePart<StorageOperationSize>({
  name: 'operations',
  title: 'Storage operations of a session',
  mostlyWaits: true,
  quick: { people: 5, intervalSeconds: 1, approvedAfterSeconds: 0.5, idleSeconds: 3 },
  full: { people: 20, intervalSeconds: 5, approvedAfterSeconds: 13, idleSeconds: 18, sessionSeconds: 10 },
  measure: storageOperationRows,
});
