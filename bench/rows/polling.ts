/** Pending sign-ins: CPU per poll, memory per sign-in, lateness of polls, and resuming all of them after a restart. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startOutside, type Child } from '../child.ts';
import { compared, median, percentile, ratiosOf, round, type Row } from '../figures.ts';
import { person } from '../load.ts';
import type { ProviderFigures } from '../outside/provider.ts';
import { definePart } from '../part.ts';
import { eachHolds, measureHeld, MEASURED_APART_UP_TO, type Held, type HoldingSize } from '../polling/held-memory.ts';
import { lateOf, msal, ours, slackOf, startWith, type Kind, type Pending, type TakeUp } from '../polling/pollers.ts';
import { seeded } from '../seed.ts';

interface PollingSize extends HoldingSize {
  /** A round of our polls. How late they are is the median of the windows. */
  readonly windowSeconds: number;
  /** Their number. CPU is that of all: whole cycles of what is done for a pending sign-in (`CYCLE_WINDOWS`). */
  readonly windows: (pending: number) => number;
  /** Those before them, in which what warmed up comes to its end. */
  readonly unmeasured: (pending: number) => number;
  /** How many are approved, and with how many pending. */
  readonly approvals: { readonly pending: number; readonly count: number };
}

interface Measured {
  readonly cpuMicrosecondsAPoll: number;
  readonly kilobytesASignIn: number;
  /** Milliseconds, p50 and p99. */
  readonly late: { readonly p50: number; readonly p99: number };
  readonly takeUp: TakeUp;
  readonly editMilliseconds: readonly number[];
}

/** Approves some sign-ins, a few per second. @returns milliseconds from the granted poll to the edited card */
async function approve(
  outside: Child,
  pending: number,
  { count, intervalSeconds }: { readonly count: number; readonly intervalSeconds: number },
): Promise<readonly number[]> {
  const chosen = Array.from({ length: count }, (_, index) => Math.floor((index * pending) / count));
  for (const number of chosen) {
    await outside.ask('approve', seeded(number).deviceCode);
    await sleep(50);
  }
  await sleep(intervalSeconds * 1000 + slackOf(intervalSeconds) + 1_500);
  const times: number[] = [];
  for (const number of chosen) {
    const granted = await outside.ask<number | null>('granted', seeded(number).deviceCode);
    const edited = await outside.ask<number | null>('edited', person(number).conversationId);
    times.push(granted === null || edited === null ? Number.POSITIVE_INFINITY : edited - granted);
  }
  return times;
}

/** Both of a pair are measured beside each other; more would compete for the CPU. */
const MOST_SIDE_BY_SIDE = 1_000;
/** Ownership is extended once in the time of three of our polls. */
const CYCLE_WINDOWS = 3;

const pendingOf = ({ intervalSeconds, warmUpPolls }: PollingSize, pending: number): Pending => ({
  pending,
  intervalSeconds,
  warmUpPolls: warmUpPolls(pending),
});

/** @param holding measured meanwhile */
async function measure(kind: Kind, pending: number, size: PollingSize, holding: Promise<Held>): Promise<Measured> {
  const { intervalSeconds } = size;
  const count = kind === ours && pending === size.approvals.pending ? size.approvals.count : 0;
  const outside = await startOutside(intervalSeconds);
  try {
    const { bot, ...taken } = await startWith(kind, outside, pendingOf(size, pending));
    const windows: (readonly number[])[] = [];
    let polls = 0;
    await sleep(size.unmeasured(pending) * size.windowSeconds * 1000);
    await outside.ask('polls');
    const before = await bot.cpu();
    for (let times = 0; times < size.windows(pending); times += 1) {
      await sleep(size.windowSeconds * 1000);
      const figures = await outside.ask<ProviderFigures>('polls');
      if (figures.polls === 0) throw new Error(`${kind.name} asked for none of ${pending} codes.`);
      polls += figures.polls;
      windows.push(lateOf(kind, figures, intervalSeconds));
    }
    const cpuMicrosecondsAPoll = ((await bot.cpu()) - before) / polls;
    const memory = await holding;
    const bytes = memory.apart.get(pending) ?? eachHolds(await bot.memory(), memory.withFew, pending);
    const editMilliseconds = count > 0 ? await approve(outside, pending, { count, intervalSeconds }) : [];
    await bot.stop('SIGKILL');
    const lateAt = (of: number): number => median(windows.map((late) => percentile(late, of)));
    return {
      cpuMicrosecondsAPoll,
      kilobytesASignIn: bytes / 1024,
      late: { p50: lateAt(50), p99: lateAt(99) },
      ...taken,
      editMilliseconds,
    };
  } finally {
    await outside.stop();
  }
}

const cpuOf = ({ cpuMicrosecondsAPoll }: Measured): number => cpuMicrosecondsAPoll;
const kilobytesOf = ({ kilobytesASignIn }: Measured): number => kilobytesASignIn;
const p99Of = ({ late }: Measured): number => late.p99;
const middle = (all: readonly Measured[], figure: (each: Measured) => number): number => median(all.map(figure));

const describe = (all: readonly Measured[]): string =>
  `${Math.round(middle(all, cpuOf))} µs CPU a poll, ${round(middle(all, kilobytesOf), 1)} KB a sign-in, late p50 ${round(
    middle(all, ({ late }) => late.p50),
    1,
  )} / p99 ${round(middle(all, p99Of), 1)} ms`;

/** One process of each pair: ours, and the peer's. */
type Pairs = readonly [readonly Measured[], readonly Measured[]];

/** By the number of pending sign-ins. With few, all processes run beside each other. */
async function measureAll(size: PollingSize): Promise<ReadonlyMap<number, Pairs>> {
  // It ends before anything is measured of the few that run beside it, which first warm up.
  const [held, heldByPeer] = [measureHeld(ours, size), measureHeld(msal, size)];

  async function pair(pending: number): Promise<readonly [Measured, Measured]> {
    const our = measure(ours, pending, size, held);
    if (pending > MOST_SIDE_BY_SIDE) await our;
    return Promise.all([our, measure(msal, pending, size, heldByPeer)]);
  }

  const measured = new Map<number, Pairs>();
  for (const pending of size.pending) {
    const pairs: (readonly [Measured, Measured])[] = [];
    if (pending <= MEASURED_APART_UP_TO) {
      pairs.push(...(await Promise.all(Array.from({ length: size.processes }, () => pair(pending)))));
    } else {
      while (pairs.length < size.processes) pairs.push(await pair(pending));
    }
    measured.set(pending, [pairs.map(([our]) => our), pairs.map(([, peer]) => peer)]);
  }
  return measured;
}

async function pollingRows(size: PollingSize): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const measured = await measureAll(size);
  for (const [pending, [our, peer]] of measured) {
    const both = { against: 'MSAL-node', ours: describe(our), peer: describe(peer) };
    const what = `${pending} pending sign-ins`;
    rows.push(
      {
        what: `${what}: CPU a poll, ownership included`,
        ...both,
        values: { cpuMicroseconds: round(middle(our, cpuOf)) },
        ...compared(ratiosOf(our.map(cpuOf), peer.map(cpuOf))),
        bound: { atMost: 1 },
      },
      {
        what: `${what}: memory a sign-in`,
        ...both,
        values: { kilobytes: round(middle(our, kilobytesOf)) },
        ...compared(ratiosOf(our.map(kilobytesOf), peer.map(kilobytesOf))),
        bound: { atMost: 0.5 },
      },
      {
        what: `${what}: late at p99`,
        ...both,
        figure: round(middle(our, p99Of), 1),
        unit: 'ms',
        bound: { atMost: 50 },
      },
    );
    if (pending === Math.max(...size.pending)) {
      const takeUpsOf = (all: readonly Measured[]): readonly TakeUp[] => all.map(({ takeUp }) => takeUp);
      rows.push(...takeUpRows(pending, takeUpsOf(our), takeUpsOf(peer)));
    }
    const edits = our.flatMap(({ editMilliseconds }) => editMilliseconds);
    if (edits.length > 0) rows.push(approvalRow(pending, edits));
  }
  const [smallest, largest] = [Math.min(...size.pending), Math.max(...size.pending)];
  const [[small], [large]] = [measured.get(smallest) ?? [], measured.get(largest) ?? []];
  if (small !== undefined && large !== undefined && smallest !== largest) {
    const both = { against: `itself at ${smallest}`, ours: describe(large), peer: describe(small) };
    rows.push(
      {
        what: `CPU a poll at ${largest}`,
        ...both,
        ...compared(ratiosOf(large.map(cpuOf), small.map(cpuOf))),
        bound: { atMost: 1.05 },
      },
      {
        what: `memory a sign-in at ${largest}`,
        ...both,
        ...compared(ratiosOf(large.map(kilobytesOf), small.map(kilobytesOf))),
        bound: { atMost: 1.05 },
      },
    );
  }
  return rows;
}

/** The worst of our runs. */
function takeUpRows(pending: number, ours: readonly TakeUp[], peers: readonly TakeUp[]): readonly Row[] {
  const each = (takeUps: readonly TakeUp[], figure: (one: TakeUp) => number): string =>
    takeUps.map((one) => round(figure(one), 1)).join(', ');
  const text = (takeUps: readonly TakeUp[]): string =>
    `${each(takeUps, ({ codes }) => codes)} of ${pending} asked for within ${each(takeUps, ({ seconds }) => seconds)} s, ${each(takeUps, ({ sockets }) => sockets)} sockets, late p99 ${each(takeUps, ({ lateMilliseconds }) => lateMilliseconds)} ms`;
  const both = { against: 'MSAL-node started afresh', ours: text(ours), peer: text(peers) };
  const what = `${pending} sign-ins taken up after a restart`;
  const most = (figure: (one: TakeUp) => number): number => Math.max(...ours.map(figure));
  return [
    {
      what: `${what}: sockets to the provider`,
      ...both,
      figure: most(({ sockets }) => sockets),
      unit: 'sockets',
      bound: { atMost: 64 },
    },
    {
      what: `${what}: late at p99 once owned`,
      ...both,
      figure: round(
        most(({ lateMilliseconds }) => lateMilliseconds),
        1,
      ),
      unit: 'ms',
      bound: { atMost: 150 },
    },
    {
      what: `${what}: lost`,
      ...both,
      figure: most(({ codes }) => pending - codes),
      unit: 'sign-ins',
      bound: { atMost: 0 },
    },
  ];
}

function approvalRow(pending: number, editMilliseconds: readonly number[]): Row {
  return {
    what: `from the approved poll to the edited card, ${pending} pending: p95`,
    against: '–',
    ours: `p50 ${Math.round(percentile(editMilliseconds, 50))} ms, p95 ${Math.round(percentile(editMilliseconds, 95))} ms of ${editMilliseconds.length}`,
    peer: '–',
    figure: round(percentile(editMilliseconds, 95), 0),
    unit: 'ms',
    bound: { atMost: 300 },
  };
}

export const pollingPart = definePart<PollingSize>({
  name: 'polling',
  title: 'Pending sign-ins',
  quick: {
    pending: [100],
    intervalSeconds: 1,
    windowSeconds: 3,
    windows: () => 1,
    unmeasured: () => 0,
    warmUpPolls: () => 1,
    processes: 1,
    fewsSeconds: 2,
    approvals: { pending: 100, count: 10 },
  },
  full: {
    pending: [100, 1_000, 5_000],
    intervalSeconds: 5,
    windowSeconds: 6,
    windows: (pending) => (pending <= MEASURED_APART_UP_TO ? 3 : 1) * CYCLE_WINDOWS,
    unmeasured: (pending) => (pending <= MEASURED_APART_UP_TO ? CYCLE_WINDOWS : 0),
    // Many make thousands of polls before they are measured.
    warmUpPolls: (pending) => (pending <= MOST_SIDE_BY_SIDE ? 12 : 1),
    processes: 3,
    fewsSeconds: 1,
    approvals: { pending: 1_000, count: 60 },
  },
  measure: pollingRows,
});
