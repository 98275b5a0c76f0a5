/** Pending sign-ins: CPU per poll, memory per sign-in, lateness of polls, and resuming all of them after a restart. */
import { setTimeout as sleep } from 'node:timers/promises';
import { OURS, startBot, startOutside, type Bot, type Child } from '../child.ts';
import { oursEnvironment, peerEnvironment, type Urls } from '../environments.ts';
import { median, percentile, round, type Row } from '../figures.ts';
import { person } from '../load.ts';
import { definePart } from '../part.ts';
import type { ProviderFigures } from '../outside/provider.ts';
import { scriptOf } from '../peers.ts';
import { seeded, seedSignIns } from '../seed.ts';

interface PollingSize {
  readonly pending: readonly number[];
  readonly intervalSeconds: number;
  readonly windowSeconds: number;
  /** Number of measured windows; rows show their medians. */
  readonly windows: (pending: number) => number;
  /** How long the few sign-ins are polled whose memory is the baseline: until they were polled as often as the smallest `pending`. */
  readonly fewsSeconds: number;
  /** With few pending: how many processes of each bot run in parallel; rows show their medians. */
  readonly processes: number;
  /** How often ours is started with the largest `pending`. */
  readonly takeUps: number;
  /** How many are approved, and with how many pending. */
  readonly approvals: { readonly pending: number; readonly count: number };
}

/** What our polling adds to the interval so that it is never early: `withSlack` in src/sign-in/follow/polling.ts. */
const slackOf = (intervalSeconds: number): number => Math.min(1_000, intervalSeconds * 200);

interface TakeUp {
  /** Codes that were polled at least once, of those that stay pending. */
  readonly codes: number;
  readonly seconds: number;
  readonly sockets: number;
  /** p99, from the second poll of each code on. */
  readonly lateMilliseconds: number;
}

interface Measured {
  readonly cpuMicrosecondsAPoll: number;
  readonly kilobytesASignIn: number;
  /** Milliseconds, p50 and p99. */
  readonly late: { readonly p50: number; readonly p99: number };
  readonly takeUp: TakeUp;
  readonly editMilliseconds: readonly number[];
}

interface Kind {
  readonly name: 'ours' | 'MSAL-node';
  slackMilliseconds(intervalSeconds: number): number;
  start(urls: Urls, pending: number, intervalSeconds: number, flags: readonly string[]): Promise<Bot>;
}

const ours: Kind = {
  name: 'ours',
  slackMilliseconds: slackOf,
  async start(urls, pending, intervalSeconds, flags) {
    const environment = oursEnvironment(urls, `polling-${pending}`);
    await seedSignIns(environment, pending, urls.channel, intervalSeconds);
    return startBot(OURS, environment, { flags });
  },
};

const msal: Kind = {
  name: 'MSAL-node',
  slackMilliseconds: () => 0,
  start: (urls, pending, _, flags) =>
    startBot(scriptOf('msal-poller'), peerEnvironment(urls, { PENDING: String(pending) }), { flags }),
};

async function takeUp(outside: Child, pending: number, limitSeconds: number): Promise<number> {
  const startedAt = performance.now();
  const seen = { codes: 0 };
  while (seen.codes < pending && (performance.now() - startedAt) / 1000 < limitSeconds) {
    await sleep(250);
    seen.codes = await outside.ask<number>('codes');
  }
  return (performance.now() - startedAt) / 1000;
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

const MOST_SIDE_BY_SIDE = 1_000;

/**
 * The baseline for memory is a process with few sign-ins that were polled as often, so that the same code is compiled in both. For the
 * same reason the same number of sign-ins has ended in every process before anything is measured.
 */
const FEW = 20;
const FEWS_INTERVAL_SECONDS = 1;
const ENDED = 100;
/** Up to this number, rows show medians of several processes. */
const PROCESSES_UP_TO = 100;
/**
 * With few sign-ins, V8's compiled code uses more memory than the sign-ins, and varies between processes. Their memory is therefore
 * measured in separate processes without V8's compilers.
 */
const INTERPRETED = ['--no-opt', '--no-maglev', '--no-sparkplug', '--no-flush-bytecode'];

const lateOf = (kind: Kind, { lateMilliseconds }: ProviderFigures, intervalSeconds: number): readonly number[] =>
  lateMilliseconds.map((milliseconds) => milliseconds - kind.slackMilliseconds(intervalSeconds));

/** Starts the bot with `pending` sign-ins and `ENDED` more that are declined once it has resumed all of them. */
async function startWith(
  kind: Kind,
  outside: Child,
  pending: number,
  intervalSeconds: number,
  flags: readonly string[] = [],
): Promise<{ readonly bot: Bot; readonly takeUp: TakeUp }> {
  const all = pending + ENDED;
  const bot = await kind.start(await outside.ask<Urls>('urls'), all, intervalSeconds, flags);
  await outside.ask('polls');
  const seconds = await takeUp(outside, all, 60);
  const codes = (await outside.ask<number>('codes')) - ENDED;
  await outside.ask('declineFrom', pending);
  // One more round: the first wait belongs to resuming.
  await sleep(intervalSeconds * 1000 + slackOf(intervalSeconds) + 500);
  const figures = await outside.ask<ProviderFigures>('polls');
  const lateMilliseconds = percentile(lateOf(kind, figures, intervalSeconds), 99);
  return { bot, takeUp: { codes, seconds, sockets: figures.sockets, lateMilliseconds } };
}

interface Holding {
  readonly pending: number;
  readonly intervalSeconds: number;
  /** How long they are polled. */
  readonly seconds: number;
  readonly processes: number;
  readonly flags?: readonly string[] | undefined;
}

/** Bytes in use: the median of several processes in parallel. */
async function heldBy(kind: Kind, { pending, intervalSeconds, seconds, processes, flags }: Holding): Promise<number> {
  const one = async (): Promise<number> => {
    const outside = await startOutside(intervalSeconds);
    try {
      const { bot } = await startWith(kind, outside, pending, intervalSeconds, flags);
      await sleep(seconds * 1000);
      const held = await bot.memory();
      await bot.stop('SIGKILL');
      return held;
    } finally {
      await outside.stop();
    }
  };
  return median(await Promise.all(Array.from({ length: processes }, one)));
}

const eachHolds = (held: number, few: number, pending: number): number => (held - few) / 1024 / (pending - FEW);

/** Starts the bot repeatedly with the same number of pending sign-ins. */
async function takeUps(
  kind: Kind,
  pending: number,
  intervalSeconds: number,
  times: number,
): Promise<readonly TakeUp[]> {
  const all: TakeUp[] = [];
  while (all.length < times) {
    const outside = await startOutside(intervalSeconds);
    try {
      const { bot, takeUp: taken } = await startWith(kind, outside, pending, intervalSeconds);
      await bot.stop('SIGKILL');
      all.push(taken);
    } finally {
      await outside.stop();
    }
  }
  return all;
}

async function measure(kind: Kind, pending: number, size: PollingSize, few: number): Promise<Measured> {
  const { intervalSeconds } = size;
  const count = kind === ours && pending === size.approvals.pending ? size.approvals.count : 0;
  const outside = await startOutside(intervalSeconds);
  try {
    const { bot, ...taken } = await startWith(kind, outside, pending, intervalSeconds);
    const windows: { readonly cpu: number; readonly late: readonly number[] }[] = [];
    for (let times = 0; times < size.windows(pending); times += 1) {
      const before = await bot.cpu();
      await sleep(size.windowSeconds * 1000);
      const figures = await outside.ask<ProviderFigures>('polls');
      if (figures.polls === 0) throw new Error(`${kind.name} asked for none of ${pending} codes.`);
      windows.push({ cpu: ((await bot.cpu()) - before) / figures.polls, late: lateOf(kind, figures, intervalSeconds) });
    }
    const held = await bot.memory();
    const editMilliseconds = count > 0 ? await approve(outside, pending, { count, intervalSeconds }) : [];
    await bot.stop('SIGKILL');
    const lateAt = (of: number): number => median(windows.map((each) => percentile(each.late, of)));
    return {
      cpuMicrosecondsAPoll: median(windows.map(({ cpu }) => cpu)),
      kilobytesASignIn: eachHolds(held, few, pending),
      late: { p50: lateAt(50), p99: lateAt(99) },
      ...taken,
      editMilliseconds,
    };
  } finally {
    await outside.stop();
  }
}

/** Medians of several parallel processes, or the values of one. */
async function measureSome(kind: Kind, pending: number, size: PollingSize, few: number): Promise<Measured> {
  const one = (): Promise<Measured> => measure(kind, pending, size, few);
  if (pending > PROCESSES_UP_TO) return one();
  const [first, ...others] = await Promise.all([one(), ...Array.from({ length: size.processes - 1 }, one)]);
  const middle = (figure: (each: Measured) => number): number => median([first, ...others].map(figure));
  const { intervalSeconds, fewsSeconds: seconds, processes } = size;
  const holding = { intervalSeconds, seconds, processes, flags: INTERPRETED };
  const [many, fewer] = await Promise.all([
    heldBy(kind, { ...holding, pending }),
    heldBy(kind, { ...holding, pending: FEW }),
  ]);
  return {
    ...first,
    cpuMicrosecondsAPoll: middle(({ cpuMicrosecondsAPoll }) => cpuMicrosecondsAPoll),
    kilobytesASignIn: eachHolds(many, fewer, pending),
    late: { p50: middle(({ late }) => late.p50), p99: middle(({ late }) => late.p99) },
  };
}

const describe = (measured: Measured): string =>
  `${Math.round(measured.cpuMicrosecondsAPoll)} µs CPU a poll, ${round(measured.kilobytesASignIn, 1)} KB a sign-in, late p50 ${round(measured.late.p50, 1)} / p99 ${round(measured.late.p99, 1)} ms`;

async function pollingRows(size: PollingSize): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const mine = new Map<number, Measured>();
  const { fewsSeconds: seconds, processes } = size;
  const fews = { pending: FEW, intervalSeconds: FEWS_INTERVAL_SECONDS, seconds, processes };
  const isNeeded = size.pending.some((pending) => pending > PROCESSES_UP_TO);
  const [few, fewOfPeer] = isNeeded ? await Promise.all([heldBy(ours, fews), heldBy(msal, fews)]) : [0, 0];
  for (const pending of size.pending) {
    const measuring = [
      () => measureSome(ours, pending, size, few),
      () => measureSome(msal, pending, size, fewOfPeer),
    ] as const;
    // Small numbers are measured in parallel, in the same minute; large ones would compete for the CPU.
    const [our, peer] =
      pending <= MOST_SIDE_BY_SIDE
        ? await Promise.all([measuring[0](), measuring[1]()])
        : [await measuring[0](), await measuring[1]()];
    mine.set(pending, our);
    const both = { against: 'MSAL-node', ours: describe(our), peer: describe(peer) };
    const what = `${pending} pending sign-ins`;
    rows.push(
      {
        what: `${what}: CPU a poll, ownership included`,
        ...both,
        values: { cpuMicroseconds: round(our.cpuMicrosecondsAPoll) },
        figure: round(our.cpuMicrosecondsAPoll / peer.cpuMicrosecondsAPoll),
        unit: '×',
        bound: { atMost: 1 },
      },
      {
        what: `${what}: memory a sign-in`,
        ...both,
        values: { kilobytes: round(our.kilobytesASignIn) },
        figure: round(our.kilobytesASignIn / peer.kilobytesASignIn),
        unit: '×',
        bound: { atMost: 0.5 },
      },
      {
        what: `${what}: late at p99`,
        ...both,
        figure: round(our.late.p99, 1),
        unit: 'ms',
        bound: { atMost: 50 },
      },
    );
    if (pending === Math.max(...size.pending)) {
      const more = await takeUps(ours, pending, size.intervalSeconds, size.takeUps - 1);
      rows.push(...takeUpRows(pending, [our.takeUp, ...more], peer.takeUp));
    }
    if (our.editMilliseconds.length > 0) rows.push(approvalRow(pending, our));
  }
  const [smallest, largest] = [Math.min(...size.pending), Math.max(...size.pending)];
  const [small, large] = [mine.get(smallest), mine.get(largest)];
  if (small !== undefined && large !== undefined && smallest !== largest) {
    const both = { against: `itself at ${smallest}`, ours: describe(large), peer: describe(small) };
    rows.push(
      {
        what: `CPU a poll at ${largest}`,
        ...both,
        figure: round(large.cpuMicrosecondsAPoll / small.cpuMicrosecondsAPoll),
        unit: '×',
        bound: { atMost: 1.05 },
      },
      {
        what: `memory a sign-in at ${largest}`,
        ...both,
        figure: round(large.kilobytesASignIn / small.kilobytesASignIn),
        unit: '×',
        bound: { atMost: 1.05 },
      },
    );
  }
  return rows;
}

/** Lateness is the median of our runs; sockets and losses are the maximum. */
function takeUpRows(pending: number, ours: readonly TakeUp[], peer: TakeUp): readonly Row[] {
  const each = (takeUps: readonly TakeUp[], figure: (one: TakeUp) => number): string =>
    takeUps.map((one) => round(figure(one), 1)).join(', ');
  const text = (takeUps: readonly TakeUp[]): string =>
    `${each(takeUps, ({ codes }) => codes)} of ${pending} asked for within ${each(takeUps, ({ seconds }) => seconds)} s, ${each(takeUps, ({ sockets }) => sockets)} sockets, late p99 ${each(takeUps, ({ lateMilliseconds }) => lateMilliseconds)} ms`;
  const both = { against: 'MSAL-node started afresh', ours: text(ours), peer: text([peer]) };
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
      figure: round(median(ours.map(({ lateMilliseconds }) => lateMilliseconds)), 1),
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

function approvalRow(pending: number, { editMilliseconds }: Measured): Row {
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
    windowSeconds: 4,
    windows: () => 1,
    processes: 1,
    takeUps: 1,
    fewsSeconds: 4,
    approvals: { pending: 100, count: 10 },
  },
  full: {
    pending: [100, 1_000, 5_000],
    intervalSeconds: 5,
    windowSeconds: 6,
    windows: (pending) => ({ 100: 4, 1_000: 5 })[pending] ?? 3,
    processes: 3,
    takeUps: 3,
    fewsSeconds: 24,
    approvals: { pending: 1_000, count: 60 },
  },
  measure: pollingRows,
});
