/** `npm run torture`: crashes, faults and hostile input, and what they lose. `--quick`: a sample of each; writes no results. */
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startRunningBot } from '../support/running-bot.ts';
import { peekJob } from '../../src/jobs/job-message.ts';
import { IN_BROWSER, SIGN_IN_IN_BROWSER } from './browser-paths.ts';
import { createBotFarm, type BotFarm } from './bot-farm.ts';
import * as paths from './crash-paths.ts';
import { endEverything } from './ends.ts';
import { crashEverywhere, type CrashResult, type CrashTour } from './crash.ts';
import { floodWithStrangers, sendHostileActivities } from './requests.ts';
import { faultOnce, startFaultyWorld, UPSTREAMS, type FaultResult, type UpstreamName, type When } from './faults.ts';
import { FAULT_KINDS, type FaultKind } from './faulty-proxy.ts';
import { tryHostileInput } from './hostile.ts';
import { startLane, type Lane, type LaneOptions } from './lane.ts';
import { awayForMinutes, startWithoutStorage } from './minutes.ts';
import { race, type RacesResult } from './races.ts';
import { putBackEverything } from './put-back.ts';
import { crashFigures, faultFigures, resultsPage, tableOf, type Figures } from './report.ts';
import { rotateKeys, searchForSecrets } from './secrets.ts';
import { MIKA } from '../../local/people.ts';
import { ADMIN_RESTORE } from './administrator-paths.ts';
import { ADMIN_APPROVED, APPROVED, APPROVING, DECLINED, SUSPEND } from './four-eyes-paths.ts';
import { raceRequests } from './request-races.ts';
import { pressRequestsAsStrangers } from './request-strangers.ts';
import { ASK_DECLINED, ASK_TAKE_RESTORE, ASK_WITHDRAWN, SHARED_EFFECTS } from './request-paths.ts';
import * as restorePaths from './restore-paths.ts';
import { tryHostileRestores } from './restore-hostile.ts';
import * as restoreFaulty from './restore-faults.ts';
import { raceRestores } from './restore-races.ts';
import { pressRestoresAsStrangers } from './restore-strangers.ts';
import { pressAsStrangers } from './strangers.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    /** Only these parts, such as `crash,faults`. */
    only: { type: 'string', default: '' },
    /** Only paths with this in their name. */
    path: { type: 'string', default: '' },
    lanes: { type: 'string', default: '4' },
    /** Where the table goes after a full run. */
    output: { type: 'string', default: fileURLToPath(new URL('RESULTS.md', import.meta.url)) },
  },
});
const { quick } = options;
const requestedLanes = Number(options.lanes);
const selected = options.only === '' ? undefined : new Set(options.only.split(','));
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const unhandled: string[] = [];
process.on('unhandledRejection', (error) => unhandled.push(String(error instanceof Error ? error.stack : error)));

const all: Figures[] = [];
const began = Date.now();
const seconds = (from: number): string => `${Math.round((Date.now() - from) / 1_000)} s`;

function figure(what: string, tried: string, problems: readonly string[]): Figures {
  return {
    rows: [[what, tried, problems.length === 0 ? 'nothing' : String(problems.length)]],
    problems: problems.map((each) => `${what}: ${each}`),
  };
}

async function part(name: string, work: () => Promise<readonly Figures[]>): Promise<void> {
  if (selected !== undefined && !selected.has(name)) return;
  const from = Date.now();
  try {
    const figures = await work();
    all.push(...figures);
    for (const { problems } of figures) for (const problem of problems) say(`  LOST ${problem}`);
  } catch (error) {
    all.push(figure(name, 'not completed', [String(error instanceof Error ? error.stack : error)]));
    say(`  FAILED ${String(error instanceof Error ? error.stack : error)}`);
  }
  say(`${name}: ${seconds(from)}`);
}

const browserTours: readonly CrashTour[] = quick
  ? []
  : [
      { path: SIGN_IN_IN_BROWSER, mode: 'restart' },
      { path: SIGN_IN_IN_BROWSER, mode: 'second instance', every: 3 },
    ];

const crashTours: readonly CrashTour[] = quick
  ? [
      { path: paths.SIGN_IN, mode: 'restart', every: 9 },
      { path: paths.LOG_OUT, mode: 'restart', every: 6 },
    ]
  : [
      { path: paths.SIGN_IN, mode: 'restart' },
      { path: paths.SIGN_IN, mode: 'second instance', every: 3 },
      { path: paths.CANCEL, mode: 'restart', every: 2 },
      { path: paths.RENEW, mode: 'restart' },
      { path: paths.LOG_OUT, mode: 'restart' },
      { path: paths.EXPIRE, mode: 'restart', every: 2 },
    ];

async function crash(): Promise<readonly Figures[]> {
  const farm = createBotFarm({ spare: 2 });
  const results: CrashResult[] = [];
  const left: string[] = [];
  try {
    const isShort = ({ path }: CrashTour): boolean => path === paths.EXPIRE;
    const groups = [
      { tours: crashTours.filter((tour) => !isShort(tour)), tokenSeconds: 3_600 },
      { tours: browserTours, tokenSeconds: 3_600, environment: IN_BROWSER },
      { tours: crashTours.filter(isShort), tokenSeconds: 8 },
    ];
    for (const { tours: all, tokenSeconds, environment } of groups) {
      const tours = all.filter(({ path }) => path.name.includes(options.path));
      if (tours.length === 0) continue;
      const starting = Array.from({ length: requestedLanes }, () =>
        startLane({ farm, tokenSeconds, environment: { LOG_LEVEL: 'info', ...environment } }),
      );
      const lanes = await Promise.all(starting);
      for (const tour of tours) {
        const from = Date.now();
        results.push(...(await crashEverywhere(lanes, tour, tellLost)));
        say(`  killed along ${tour.path.name}, ${tour.mode}: ${seconds(from)}`);
      }
      // The last sessions have not expired yet.
      if (tokenSeconds < 60) await sleep(12_000);
      // An idle bot polls every 8 s, and a job that waits for a link looks every 20 s whether its sign-in is over.
      if (all === browserTours) await sleep(30_000);
      for (const texts of await Promise.all(lanes.map((lane) => lane.leftInQueue()))) left.push(...texts);
      await Promise.all(lanes.map((lane) => lane.stop()));
    }
  } finally {
    await farm.close();
  }
  const rejected = farm.lines.filter((line) => /unhandled-rejection|uncaught-exception/.test(line));
  return [
    crashFigures(results),
    figure('left in the queue after sign-ins', `${farm.started} processes started`, [...left, ...rejected]),
  ];
}

const EFFECTS = { only: restorePaths.EFFECTS, occurrences: 40 } as const;
const restoreTours: readonly CrashTour[] = quick
  ? [
      { path: restorePaths.TASK, mode: 'restart', every: 12, ...EFFECTS },
      { path: restorePaths.SELECT_ALL, mode: 'restart', every: 12, ...EFFECTS },
      { path: restorePaths.LOOK_BACK, mode: 'restart', every: 12, ...EFFECTS },
      { path: restorePaths.COMPARE, mode: 'restart', every: 12, ...EFFECTS },
      { path: restorePaths.RESTORE, mode: 'restart', every: 8, ...EFFECTS },
      { path: restorePaths.MIXED, mode: 'restart', every: 8, ...EFFECTS },
    ]
  : [
      { path: restorePaths.TASK, mode: 'restart', every: 3, ...EFFECTS },
      { path: restorePaths.SELECT_ALL, mode: 'restart', every: 4, ...EFFECTS },
      { path: restorePaths.LOOK_BACK, mode: 'restart', every: 3, ...EFFECTS },
      { path: restorePaths.LOOK_BACK, mode: 'second instance', every: 6, ...EFFECTS },
      { path: restorePaths.COMPARE, mode: 'restart', every: 3, ...EFFECTS },
      { path: restorePaths.COMPARE, mode: 'second instance', every: 6, ...EFFECTS },
      { path: restorePaths.RESTORE, mode: 'restart', every: 2, ...EFFECTS },
      { path: restorePaths.RESTORE, mode: 'second instance', every: 7, ...EFFECTS },
      { path: restorePaths.MIXED, mode: 'restart', every: 2, ...EFFECTS },
      { path: restorePaths.MIXED, mode: 'second instance', every: 7, ...EFFECTS },
      { path: restorePaths.STOP, mode: 'restart', every: 4, ...EFFECTS },
      { path: restorePaths.RETRY, mode: 'restart', every: 8, ...EFFECTS },
      { path: restorePaths.LEAVE, mode: 'restart', every: 2, only: restorePaths.AROUND_OPENING, occurrences: 40 },
    ];

/** Each restore approved by a code. */
const administratorTours: readonly CrashTour[] = quick
  ? [{ path: ADMIN_RESTORE, mode: 'restart', every: 8, ...EFFECTS }]
  : [
      { path: ADMIN_RESTORE, mode: 'restart', every: 2, ...EFFECTS },
      { path: ADMIN_RESTORE, mode: 'second instance', every: 7, ...EFFECTS },
    ];

const SHARED = { only: SHARED_EFFECTS, occurrences: 40 } as const;
/** What several people have a part in. */
const requestTours: readonly CrashTour[] = quick
  ? [
      { path: ASK_TAKE_RESTORE, mode: 'restart', every: 24, ...SHARED },
      { path: APPROVED, mode: 'restart', every: 24, ...SHARED },
    ]
  : [
      { path: ASK_TAKE_RESTORE, mode: 'restart', every: 7, ...SHARED },
      { path: ASK_TAKE_RESTORE, mode: 'second instance', every: 20, ...SHARED },
      { path: ASK_DECLINED, mode: 'restart', every: 4, ...SHARED },
      { path: ASK_WITHDRAWN, mode: 'restart', every: 3, ...SHARED },
      { path: APPROVED, mode: 'restart', every: 7, ...SHARED },
      { path: APPROVED, mode: 'second instance', every: 20, ...SHARED },
      { path: DECLINED, mode: 'restart', every: 6, ...SHARED },
      { path: SUSPEND, mode: 'restart', every: 3, ...SHARED },
    ];
const approvedAdministratorTours: readonly CrashTour[] = quick
  ? []
  : [{ path: ADMIN_APPROVED, mode: 'restart', every: 12, ...SHARED }];

async function killedAlong(
  farm: BotFarm,
  tours: readonly CrashTour[],
  options: Omit<LaneOptions, 'farm'>,
): Promise<{ readonly results: readonly CrashResult[]; readonly left: readonly string[] }> {
  const results: CrashResult[] = [];
  if (tours.length === 0) return { results, left: [] };
  const lanes = await Promise.all(Array.from({ length: requestedLanes + 2 }, () => startLane({ farm, ...options })));
  for (const tour of tours) {
    const from = Date.now();
    results.push(...(await crashEverywhere(lanes, tour, tellLost)));
    say(`  killed along ${tour.path.name}, ${tour.mode}: ${seconds(from)}`);
  }
  return { results, left: await leftOwed(lanes) };
}

/** Stops the lanes. Jobs that come due after their last bot has stopped are not lost. */
async function leftOwed(lanes: readonly Lane[]): Promise<readonly string[]> {
  const until = Date.now();
  const left = (await Promise.all(lanes.map((lane) => lane.leftInQueue()))).flat();
  await Promise.all(lanes.map((lane) => lane.stop()));
  return left.filter((text) => {
    const job = peekJob(text);
    return job === undefined || !('dueAt' in job) || job.dueAt < until - 2_000;
  });
}

const tellLost = ({ path, moment, problems, milliseconds }: CrashResult): void => {
  if (problems.length > 0) say(`  LOST ${path}, ${moment}, after ${milliseconds} ms: ${problems.join(', ')}`);
};

async function restoreCrash(): Promise<readonly Figures[]> {
  const farm = createBotFarm({ spare: 2 });
  try {
    const isShort = (tour: CrashTour): boolean => tour.path === restorePaths.LEAVE;
    const environment = { LOG_LEVEL: 'info' };
    const long = restoreTours.filter((tour) => !isShort(tour) && tour.path.name.includes(options.path));
    const some = await killedAlong(farm, long, { environment, haste: restorePaths.HASTE });
    const approved = await killedAlong(
      farm,
      administratorTours.filter((tour) => tour.path.name.includes(options.path)),
      { environment, haste: restorePaths.HASTE, person: MIKA },
    );
    const others = await killedAlong(
      farm,
      restoreTours.filter((tour) => isShort(tour) && tour.path.name.includes(options.path)),
      // Stopped 75 s before the end, and by another process 60 s later at the latest.
      { environment, tokenSeconds: 100 },
    );
    const rejected = farm.lines.filter((line) => /unhandled-rejection|uncaught-exception/.test(line));
    return [
      crashFigures([...some.results, ...approved.results, ...others.results]),
      figure('left in the queue after restores', `${farm.started} processes started`, [
        ...some.left,
        ...approved.left,
        ...others.left,
        ...rejected,
      ]),
    ];
  } finally {
    await farm.close();
  }
}

async function requestCrash(): Promise<readonly Figures[]> {
  const farm = createBotFarm({ spare: 2 });
  try {
    const shared = { environment: { LOG_LEVEL: 'info', ...APPROVING }, haste: restorePaths.HASTE };
    const named = ({ path }: CrashTour): boolean => path.name.includes(options.path);
    const some = await killedAlong(farm, requestTours.filter(named), shared);
    const others = await killedAlong(farm, approvedAdministratorTours.filter(named), { ...shared, person: MIKA });
    const rejected = farm.lines.filter((line) => /unhandled-rejection|uncaught-exception/.test(line));
    return [
      crashFigures([...some.results, ...others.results]),
      figure('left in the queue after requests', `${farm.started} processes started`, [
        ...some.left,
        ...others.left,
        ...rejected,
      ]),
    ];
  } finally {
    await farm.close();
  }
}

/** Each kind of end, whatever runs. */
async function ends(): Promise<readonly Figures[]> {
  const farm = createBotFarm({ spare: 1 });
  try {
    const only = options.path === '' && quick ? 'log-out' : options.path;
    const results = await endEverything(farm, requestedLanes, only, ({ what, problems, milliseconds }) => {
      say(`  ${problems.length > 0 ? 'LOST' : 'well'} ${what}, ${milliseconds} ms: ${problems.join(', ')}`);
    });
    const rejected = farm.lines.filter((line) => /unhandled-rejection|uncaught-exception/.test(line));
    const problems = results.flatMap(({ what, problems: found }) => found.map((problem) => `${what}: ${problem}`));
    const killed = results.filter(({ died }) => died).length;
    return [
      figure('ends of sessions while something runs', `${results.length}, ${killed} killed meanwhile`, [
        ...problems,
        ...rejected,
      ]),
    ];
  } finally {
    await farm.close();
  }
}

/** Older blobs of a restore and of a file. */
async function putBack(): Promise<readonly Figures[]> {
  const farm = createBotFarm({ spare: 1 });
  try {
    const results = await putBackEverything(farm, options.path, quick ? 4 : 1);
    const sum = (pick: (result: (typeof results)[number]) => number): number =>
      results.reduce((total, each) => total + pick(each), 0);
    const tried = `${sum(({ versions }) => versions)} versions, ${sum(({ tries }) => tries)} times`;
    return [
      figure(
        'blobs of restores and files put back',
        tried,
        results.flatMap(({ problems }) => problems),
      ),
    ];
  } finally {
    await farm.close();
  }
}

async function faults(): Promise<readonly Figures[]> {
  const todo: (readonly [readonly UpstreamName[], FaultKind, When])[] = [];
  const whens: readonly When[] = ['while waiting', 'at the command'];
  const kinds: readonly FaultKind[] = quick ? ['failing'] : FAULT_KINDS;
  for (const when of whens)
    for (const kind of kinds) for (const upstream of UPSTREAMS) todo.push([[upstream], kind, when]);
  const pairs = UPSTREAMS.flatMap((one, at) => UPSTREAMS.slice(at + 1).map((other) => [one, other] as const));
  for (const [at, pair] of pairs.entries()) {
    if (!quick || at % 5 === 0) todo.push([pair, at % 2 === 0 ? 'failing' : 'resetting', 'while waiting']);
  }
  // The longest first, so that the run does not end with one of them alone.
  todo.sort(([, one], [, other]) => Number(other === 'silent') - Number(one === 'silent'));
  const results: FaultResult[] = [];
  await Promise.all(
    Array.from({ length: quick ? 3 : 6 }, async () => {
      const world = await startFaultyWorld();
      for (let next = todo.shift(); next !== undefined; next = todo.shift())
        results.push(await faultOnce(world, ...next, 2_500));
      await world.stop();
    }),
  );
  return [faultFigures(results)];
}

async function restoreFaults(): Promise<readonly Figures[]> {
  const { RESTORE_WHENS, TURN_NAMES, restoreFaultOnce, scopeTakenAway, tokenRefused, turnOnce } = restoreFaulty;
  type Round = (world: Awaited<ReturnType<typeof startFaultyWorld>>) => Promise<restoreFaulty.RestoreFaultResult>;
  const kinds: readonly FaultKind[] = quick ? ['failing'] : FAULT_KINDS;
  const others = ['connector', 'blobs', 'queue'] as const;
  const todo: Round[] = [
    ...kinds.flatMap((kind) =>
      RESTORE_WHENS.map(
        (when): Round =>
          (world) =>
            restoreFaultOnce(world, ['service'], kind, when, 2_500),
      ),
    ),
    ...others.flatMap((upstream) =>
      (quick ? [] : (['failing', 'resetting'] as const)).map(
        (kind, at): Round =>
          (world) =>
            restoreFaultOnce(world, [upstream], kind, at === 0 ? 'restoring' : 'following', 2_500),
      ),
    ),
    ...TURN_NAMES.map(
      (name): Round =>
        (world) =>
          turnOnce(world, name),
    ),
    (world) => tokenRefused(world, true),
    (world) => tokenRefused(world, false),
  ];
  const results: restoreFaulty.RestoreFaultResult[] = [];
  await Promise.all(
    Array.from({ length: quick ? 2 : 6 }, async () => {
      const world = await restoreFaulty.startRestoringWorld();
      for (let next = todo.shift(); next !== undefined; next = todo.shift()) results.push(await next(world));
      // Permanent, so it comes last.
      results.push(await scopeTakenAway(world));
      await world.stop();
    }),
  );
  const most = Math.max(...results.map(({ callsPerMinute }) => callsPerMinute));
  const problems = results.flatMap(({ what, problems: found }) => found.map((problem) => `${what}: ${problem}`));
  return [figure('faults while restoring', `${results.length}; at most ${most} calls a minute`, problems)];
}

/** Two lanes with two bots each. @param waits milliseconds until nothing goes on any more */
async function raced(
  what: string,
  options: Omit<LaneOptions, 'farm'>,
  run: (lane: Lane) => Promise<RacesResult>,
  waits = 0,
): Promise<readonly Figures[]> {
  const farm = createBotFarm({ spare: 2 });
  const lanes = await Promise.all([1, 2].map(() => startLane({ farm, ...options })));
  const results = await Promise.all(lanes.map(run));
  await sleep(waits);
  const left = await leftOwed(lanes);
  await farm.close();
  const sum = (pick: (result: RacesResult) => number): number => results.reduce((total, each) => total + pick(each), 0);
  const tried = `${sum(({ rounds }) => rounds)} rounds, ${sum(({ acts }) => acts)} activities and jobs, many twice`;
  return [figure(what, tried, [...results.flatMap(({ problems }) => problems), ...left])];
}

// An instance that follows a sign-in ended by another one polls for at most 25 s more (src/sign-in/state/cancellation.ts).
const races = () => raced('two instances at once', {}, (lane) => race(lane, quick ? 2 : 9), 26_000);

const HASTE = { haste: restorePaths.HASTE };
const restoreRaces = () =>
  raced('restores by two instances at once', HASTE, (lane) => raceRestores(lane, quick ? 1 : 5));

const requestRaces = () =>
  raced('requests by several people and two instances at once', { ...HASTE, environment: APPROVING }, (lane) =>
    raceRequests(lane, quick ? 1 : 2),
  );

async function minutes(): Promise<readonly Figures[]> {
  const length = quick ? 1 : 4;
  const some: readonly UpstreamName[] = quick ? ['provider'] : UPSTREAMS;
  const results = await Promise.all(some.map((upstream) => awayForMinutes(upstream, length)));
  const withoutStorage = await startWithoutStorage(quick ? 500 : 4_000);
  const most = Math.max(...results.map(({ callsPerMinute }) => callsPerMinute));
  return [
    figure(
      `unavailable for ${length} min (clock × 20)`,
      `${results.length} upstreams, at most ${most} calls a minute`,
      results.flatMap(({ upstream, problems }) => problems.map((problem) => `${upstream}: ${problem}`)),
    ),
    figure('storage unavailable at start', 'once', withoutStorage),
  ];
}

async function strangers(): Promise<readonly Figures[]> {
  const requests = await pressRequestsAsStrangers();
  const bot = await startRunningBot();
  try {
    const pressed = await pressAsStrangers(bot);
    const restoring = await pressRestoresAsStrangers(bot);
    const flood = await floodWithStrangers(bot, quick ? 4_000 : 20_000);
    const activities = await sendHostileActivities(bot, quick ? 300 : 3_000);
    return [
      figure(
        'buttons pressed by somebody else',
        `${pressed.buttons} buttons, ${pressed.presses} presses`,
        pressed.problems,
      ),
      figure(
        'restore buttons pressed by somebody else',
        `${restoring.buttons} buttons, ${restoring.presses} presses`,
        restoring.problems,
      ),
      figure(
        'buttons of requests and approvals pressed by somebody else',
        `${requests.buttons} kinds, ${requests.presses} presses`,
        requests.problems,
      ),
      figure(
        'requests without a good token',
        `${flood.requests.toLocaleString('en')}, each with a new tenant or key`,
        flood.problems,
      ),
      figure('hostile activities with a valid token', activities.sent.toLocaleString('en'), activities.problems),
    ];
  } finally {
    await bot.stop();
  }
}

async function hostile(): Promise<readonly Figures[]> {
  const tried = { ...(await tryHostileInput(quick ? 0.2 : 1.5)), ...(await tryHostileRestores(quick ? 0.05 : 0.5)) };
  return Object.entries(tried).map(([what, count]) => figure(`hostile ${what}`, count.toLocaleString('en'), []));
}

async function secrets(): Promise<readonly Figures[]> {
  const [found, rotated] = await Promise.all([searchForSecrets(), rotateKeys()]);
  const tried = `${found.secrets} secrets in ${found.forms} forms, in ${found.charactersSearched.toLocaleString('en')} characters`;
  return [
    figure('search for secrets', tried, found.problems),
    figure('keys rotated, removed, blobs copied', '7 checks', rotated),
  ];
}

await part('hostile', hostile);
await part('strangers', strangers);
await part('secrets', secrets);
await part('races', races);
await part('crash', crash);
await part('faults', faults);
await part('minutes', minutes);
await part('restore-races', restoreRaces);
await part('restore-crash', restoreCrash);
await part('request-races', requestRaces);
await part('request-crash', requestCrash);
await part('restore-faults', restoreFaults);
await part('ends', ends);
await part('put-back', putBack);
all.push(figure('unhandled rejections', 'throughout', unhandled));
const lost = all.flatMap(({ problems }) => problems);
const summary = lost.length === 0 ? 'Nothing was lost.' : `Lost:\n${lost.map((each) => `- ${each}`).join('\n')}`;
say(`\n${tableOf(all)}\n\n${summary}\nTook ${seconds(began)}.\n`);
if (!quick && selected === undefined && options.path === '') {
  const circumstances = {
    at: new Date().toISOString().slice(0, 10),
    took: seconds(began),
    processors: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
    node: process.version,
  };
  await writeFile(options.output, resultsPage(all, circumstances));
}
process.exit(lost.length === 0 ? 0 : 1);
