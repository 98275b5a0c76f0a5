/** Storage operations by kind: a complete sign-in, the end of a session, and an idle bot. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  counted,
  operationsRow,
  perMinute,
  shareOf,
  withCountingBench,
  type Counted,
  type CountingBench,
} from '../counting.ts';
import { round, type Row } from '../figures.ts';
import type { Operations } from '../outside/storage.ts';
import { definePart } from '../part.ts';

interface StorageOperationSize {
  /** How many people sign in concurrently; they share polls of the queue and blocks of the audit log. */
  readonly people: number;
  readonly intervalSeconds: number;
  readonly approvedAfterSeconds: number;
  /** For how long a replica without sign-ins is counted whose operations are taken off. */
  readonly startedSeconds: number;
  /**
   * What takes too long for a quick run: sessions of this lifetime that end, as many sign-ins that stay pending, and a replica that
   * is idle for so long.
   */
  readonly lasting?:
    | { readonly sessionSeconds: number; readonly pending: number; readonly idleSeconds: number }
    | undefined;
}

/** Time for what follows an edited card: writing the audit log, deleting the job. */
const SETTLE_MILLISECONDS = 500;
/** A due job is received within a second. */
const LOOK_MILLISECONDS = 2_500;
/** Of a pending sign-in, ownership is extended about this often. */
const PENDING_CYCLE_SECONDS = 18;
/** A replica that has just started polls the queue often: it may have to take over the jobs of one that died. */
const IDLE_AFTER_SECONDS = 46;
/** Of an idle replica. */
const MOST_OPERATIONS_A_MINUTE = 10;

async function untilEdited({ outside, people }: CountingBench, withinSeconds: number): Promise<void> {
  const limit = performance.now() + withinSeconds * 1000;
  for (const { conversationId } of people) {
    while ((await outside.ask<number | null>('edited', conversationId)) === null) {
      if (performance.now() > limit) throw new Error("Somebody's card was not edited.");
      await sleep(50);
    }
  }
}

/** From everyone's `restore login` to the last card that says “Signed in”. */
async function signIn(bench: CountingBench, { intervalSeconds }: StorageOperationSize, afterSeconds: number) {
  const { outside, people, all } = bench;
  await all({ text: 'restore login' });
  await sleep(afterSeconds * 1000);
  const codes = await outside.ask<readonly string[]>('deviceCodes');
  if (codes.length !== people.length) throw new Error(`${people.length} asked for codes, ${codes.length} were given.`);
  for (const code of codes) await outside.ask('approve', code);
  await untilEdited(bench, intervalSeconds + 8);
}

interface Whole {
  readonly signIn: Counted;
  readonly pendingSeconds: number;
  readonly logOut: Counted;
}

/** What everybody types, and what follows it. */
const typed = ({ outside, all }: CountingBench, text: string): Promise<Counted> =>
  counted(outside, async () => {
    await all({ text });
    await sleep(SETTLE_MILLISECONDS);
  });

const whole = (size: StorageOperationSize): Promise<Whole> =>
  withCountingBench('whole', size, async (bench) => {
    let pendingSeconds = 0;
    const signedIn = await counted(bench.outside, async () => {
      const startedAt = performance.now();
      await signIn(bench, size, size.approvedAfterSeconds);
      pendingSeconds = (performance.now() - startedAt) / 1000;
      await sleep(SETTLE_MILLISECONDS);
    });
    return { signIn: signedIn, pendingSeconds, logOut: await typed(bench, 'restore logout') };
  });

const renewing = (size: StorageOperationSize): Promise<Counted> =>
  withCountingBench('renewing', size, async (bench) => {
    await signIn(bench, size, 0);
    await sleep(SETTLE_MILLISECONDS);
    return typed(bench, 'restore renew');
  });

interface Ending {
  readonly notice: Counted;
  readonly end: Counted;
}

/** The warning is sent halfway, because EXPIRY_WARNING_SECONDS is more than half of this lifetime. */
const ending = (size: StorageOperationSize, lifetimeSeconds: number): Promise<Ending> =>
  withCountingBench('ending', size, async (bench) => {
    const { outside } = bench;
    await outside.ask('sessionSeconds', lifetimeSeconds);
    await signIn(bench, size, 0);
    await sleep(SETTLE_MILLISECONDS);
    const half = lifetimeSeconds * 500;
    return {
      notice: await counted(outside, () => sleep(half - SETTLE_MILLISECONDS + LOOK_MILLISECONDS)),
      end: await counted(outside, () => sleep(half)),
    };
  });

/** The two jobs of a session that was logged out: they come when they would have been due. */
const staleJobs = (size: StorageOperationSize, lifetimeSeconds: number): Promise<Counted> =>
  withCountingBench('stale', size, async (bench) => {
    const { outside, all } = bench;
    await outside.ask('sessionSeconds', lifetimeSeconds);
    await signIn(bench, size, 0);
    await all({ text: 'restore logout' });
    await sleep(SETTLE_MILLISECONDS);
    return counted(outside, () => sleep(lifetimeSeconds * 1000 + LOOK_MILLISECONDS));
  });

/** Declined, which ends a sign-in in the same way as an expired code. */
const unapproved = (size: StorageOperationSize): Promise<Counted> =>
  withCountingBench('unapproved', size, async (bench) => {
    const { outside, all } = bench;
    await all({ text: 'restore login' });
    return counted(outside, async () => {
      await outside.ask('declineFrom', 0);
      await untilEdited(bench, size.intervalSeconds + 8);
      await sleep(SETTLE_MILLISECONDS);
    });
  });

/** People come one by one, so that at any time some are at each stage of the cycle. */
const pending = (size: StorageOperationSize, people: number): Promise<Counted> =>
  withCountingBench('pending', { ...size, people }, async ({ outside, people: all, send }) => {
    for (const who of all) {
      await send(who, { text: 'restore login' });
      await sleep((PENDING_CYCLE_SECONDS * 1000) / people);
    }
    return counted(outside, () => sleep(PENDING_CYCLE_SECONDS * 1000));
  });

const started = (size: StorageOperationSize): Promise<Counted> =>
  withCountingBench('started', size, ({ outside }) => counted(outside, () => sleep(size.startedSeconds * 1000)));

async function idleRow(size: StorageOperationSize, idleSeconds: number): Promise<Row> {
  const { operations, seconds } = await withCountingBench('idle', size, async ({ outside }) => {
    await sleep(IDLE_AFTER_SECONDS * 1000);
    return counted(outside, () => sleep(idleSeconds * 1000));
  });
  const row = operationsRow('an idle replica, operations a minute', perMinute(operations, seconds), { against: '–' });
  return { ...row, bound: { atMost: MOST_OPERATIONS_A_MINUTE } };
}

async function lastingRows(
  size: StorageOperationSize,
  { sessionSeconds, pending: pendingPeople }: NonNullable<StorageOperationSize['lasting']>,
  idle: Counted,
): Promise<readonly Row[]> {
  const each = (count: Counted): Operations => shareOf(count, idle, size.people);
  const [ended, stale, unapprovedCodes, pendingSignIns] = await Promise.all([
    ending(size, sessionSeconds),
    staleJobs(size, sessionSeconds),
    unapproved(size),
    pending(size, pendingPeople),
  ]);
  return [
    operationsRow("storage operations of the notice before a session's end", each(ended.notice)),
    operationsRow("storage operations of a session's end by itself", each(ended.end)),
    operationsRow('storage operations of a job whose session is over', shareOf(stale, idle, size.people * 2)),
    operationsRow('storage operations of a code that ends without approval', each(unapprovedCodes)),
    operationsRow(
      'storage operations of a pending sign-in, a minute',
      perMinute(shareOf(pendingSignIns, idle, pendingPeople), pendingSignIns.seconds),
    ),
  ];
}

async function sessionRows(size: StorageOperationSize): Promise<readonly Row[]> {
  const { people, lasting } = size;
  const [idle, full, renewal] = await Promise.all([started(size), whole(size), renewing(size)]);
  const each = (count: Counted): Operations => shareOf(count, idle, people);
  const looks = perMinute({ 'queue get': full.signIn.operations['queue get'] ?? 0 }, full.signIn.seconds);
  const values = { pendingSeconds: round(full.pendingSeconds) };
  return [
    operationsRow(
      `storage operations of a whole sign-in (approved after ${size.approvedAfterSeconds} s)`,
      each(full.signIn),
      { values },
    ),
    operationsRow('storage operations of a renewal', each(renewal)),
    operationsRow('storage operations of a log-out', each(full.logOut)),
    ...(lasting === undefined ? [] : await lastingRows(size, lasting, idle)),
    operationsRow('a replica with sign-ins under way, looks at the queue a minute', looks, { against: '–' }),
  ];
}

async function storageOperationRows(size: StorageOperationSize): Promise<readonly Row[]> {
  const { lasting } = size;
  const idle = async () => (lasting === undefined ? [] : [await idleRow(size, lasting.idleSeconds)]);
  return (await Promise.all([sessionRows(size), idle()])).flat();
}

export const storageOperationsPart = definePart<StorageOperationSize>({
  name: 'operations',
  title: 'Storage operations of a session',
  mostlyWaits: true,
  quick: { people: 5, intervalSeconds: 1, approvedAfterSeconds: 0.5, startedSeconds: 3 },
  full: {
    people: 20,
    intervalSeconds: 5,
    approvedAfterSeconds: 13,
    startedSeconds: 18,
    lasting: { sessionSeconds: 10, pending: 90, idleSeconds: 24 },
  },
  measure: storageOperationRows,
});
