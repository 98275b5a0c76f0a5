/** Finding and restoring with a process killed at each effect of a task up to its summary, and of a restore up to its outcome. */
import { setTimeout as sleep } from 'node:timers/promises';
import { NOOR } from '../../local/people.ts';
import { buttonsOf, titleOf } from '../support/cards-seen.ts';
import type { CrashPath, Problems } from './crash-paths.ts';
import { signIn } from './crash.ts';
import { countOf } from '../../src/restore/backups/list.ts';
import { selectedOf } from '../../src/restore/state/task.ts';
import type { Lane } from './lane.ts';
import {
  ASK_FOR_APPROVAL,
  createRestorer,
  isOverwriting,
  OVERWRITE,
  SUMMARY,
  type Restorer,
  type Wish,
} from './restorer.ts';

const DAY = 86_400_000;
export const dayBefore = (days: number): string => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);
/** Two deleted mails, and one that only the archive has: two mailboxes, two calls. */
const SEARCHES = [
  { words: 'kyoto', picks: 2 },
  { words: 'insurance', before: dayBefore(600), picks: 1 },
] as const;
/** Two on the list, one ticked. */
const SELECTED = 3;
const CALLS = 2;

/** Divides pauses of up to half a minute; see bot.ts. */
export const HASTE = 5;
/** Calls that change something outside; the first two of repeated ones. */
export const EFFECTS =
  /(PUT restore state|audit line|queue POST messages|queue DELETE one message|service POST \S+) #|(PUT card|POST cards|PUT one message) #[12]$/;
/** Moments of `LEAVE`: what was opened, and where it is recorded. */
export const AROUND_OPENING =
  /before service POST .*OperatorExplore|after queue POST messages|PUT restore state #[3-6]|POST .*search/;

interface Round {
  readonly restorer: Restorer;
  /** Before it, at the service. */
  readonly runs: number;
  readonly repeats: number;
  readonly openSessions: number;
}

const rounds = new WeakMap<Lane, Round>();
export const roundOf = (lane: Lane): Round => {
  const round = rounds.get(lane);
  if (round === undefined) throw new Error('nothing was prepared');
  return round;
};
let folders = 0;

export const goOn = (lane: Lane): Promise<void> => roundOf(lane).restorer.goOn();

export const isRestoring = (lane: Lane): Lane['stack']['backupService']['restore'] => lane.stack.backupService.restore;

function wishFor(lane: Lane, changes: Partial<Wish>): Wish {
  folders += 1;
  return {
    scopeId: isRestoring(lane).scopeIdOf(NOOR.signInName),
    searches: SEARCHES,
    // A new folder each time, so that there is something to restore each time.
    options: { deletedItems: 'true', changedItems: 'true', folder: `Back ${folders}` },
    reason: 'Deleted by mistake',
    until: 'summary',
    ...changes,
  };
}

async function isSignedIn(lane: Lane): Promise<boolean> {
  const { session } = (await lane.state()) ?? {};
  return session !== undefined && session.expiresAt - Date.now() > 10 * 60_000;
}

/** Signed in, without state of earlier restores. */
async function begin(lane: Lane, wish: Wish): Promise<Restorer> {
  const { id } = lane.alex.conversation;
  if (!(await isSignedIn(lane))) {
    await lane.stored.erase(id, lane.alex.person);
    lane.begin();
    await signIn(lane);
  }
  await lane.stored.eraseRestores(id, lane.alex.person);
  const restore = isRestoring(lane);
  restore.switchMishaps(false);
  restore.setPace({ total: 1_200 });
  lane.begin();
  const restorer = createRestorer(lane.alex, () => lane.messages(), wish);
  const { runs, repeats, openExploreSessions: openSessions } = restore;
  rounds.set(lane, { restorer, runs: runs.length, repeats: repeats.length, openSessions });
  return restorer;
}

/** Signed in; the wish is for what somebody else begins. */
export const prepareWish = (lane: Lane, changes: Partial<Wish>): Promise<Restorer> =>
  begin(lane, wishFor(lane, { ...changes, until: 'outcome' }));

async function until(milliseconds: number, holds: () => boolean | Promise<boolean>): Promise<boolean> {
  const last = Date.now() + milliseconds;
  while (!(await holds())) {
    if (Date.now() > last) return false;
    await sleep(60);
  }
  return true;
}

export const titleNow = ({ restorer }: Round): string => titleOf(restorer.card()?.card);

/** Its explore session is no longer used. */
/** @param lost sessions that may have been lost with the process; the service's clock or a job ends them in time */
export async function openProblems(lane: Lane, lost = 0): Promise<Problems> {
  const { openSessions } = roundOf(lane);
  const closed = await until(4_000, () => isRestoring(lane).openExploreSessions <= openSessions + lost);
  const left = isRestoring(lane).openExploreSessions - openSessions;
  return closed ? [] : [`${left} explore session(s) more are open`];
}

/** From `restore find` to the confirm card, which asks once more before it overwrites. */
const taskPath = (name: string, selected: number, wish: Partial<Wish>): CrashPath => ({
  name,
  signedIn: true,
  prepare: async (lane) => void (await begin(lane, wishFor(lane, wish))),
  act: goOn,
  repeat: 'restore find',
  attend: goOn,
  async problems(lane) {
    const round = roundOf(lane);
    if (titleNow(round) !== SUMMARY) return [`the card says "${titleNow(round)}"`];
    const { task, restores = [] } = (await lane.restores()) ?? {};
    const count = task === undefined ? 0 : countOf(selectedOf(task));
    return [
      ...(task?.step === 'summary' ? [] : [`the task is at ${task?.step ?? 'nothing'}`]),
      ...(count === selected ? [] : [`${count} selected`]),
      ...(task?.reason === 'Deleted by mistake' ? [] : ['the reason is lost']),
      ...(restores.length === 0 && isRestoring(lane).runs.length === round.runs ? [] : ['something was restored']),
    ];
  },
  async finish(lane) {
    const { restorer } = roundOf(lane);
    await lane.alex.press(restorer.card()?.id ?? '', 'Done');
    const closed = await until(4_000, async () => (await lane.restores())?.task === undefined);
    return closed ? [] : ['the task is still there'];
  },
  outcome: async (lane) => titleNow(roundOf(lane)),
});

export const TASK = taskPath('find and choose', SELECTED, {});

/** **Select all** of more than may be restored at once. */
export const SELECT_ALL = taskPath('select all', 2_000, {
  searches: [{ words: 'received:2000-01-01..2030-01-01', picks: Number.POSITIVE_INFINITY }],
});

/** From an earlier backup: after a crash another process goes on looking. */
function earlierPath(name: string, wish: Partial<Wish>): CrashPath {
  const path = taskPath(name, 1, {
    workload: 'onedrive',
    searches: [{ words: 'Gion map', picks: 1 }],
    options: { documentAction: 'Overwrite' },
    ...wish,
  });
  return {
    ...path,
    patienceMilliseconds: 60_000,
    async problems(lane) {
      const { task } = (await lane.restores()) ?? {};
      const isEarlier = task?.point?.kind === 'at';
      return [...(await path.problems(lane)), ...(isEarlier ? [] : ['it is not from an earlier backup'])];
    },
  };
}

/** Only earlier backups have it. */
export const LOOK_BACK = earlierPath('look in earlier backups', {});

/** An earlier backup is compared with the latest. */
export const COMPARE = earlierPath('what is missing', { missing: true });

/** The summary is there before the round begins. */
export async function prepareSummary(lane: Lane, changes: Partial<Wish>): Promise<void> {
  const wish = wishFor(lane, changes);
  await begin(lane, { ...wish, until: 'summary' });
  const ready = await until(30_000, async () => {
    await goOn(lane);
    const buttons = buttonsOf(roundOf(lane).restorer.card()?.card);
    return buttons.includes(isOverwriting(wish) ? OVERWRITE : 'Restore') || buttons.includes(ASK_FOR_APPROVAL);
  });
  if (!ready) throw new Error(`no summary beforehand: ${titleNow(roundOf(lane))}`);
  const { openSessions, runs, repeats } = roundOf(lane);
  const restorer = createRestorer(lane.alex, () => lane.messages(), { ...wish, until: 'outcome' });
  rounds.set(lane, { openSessions, runs, repeats, restorer });
}

interface Expected {
  readonly titles: readonly string[];
  readonly restores: number;
  /** `operatorRestore` calls; undefined: as many as were sent before it was stopped. */
  readonly calls: number | undefined;
}

export async function outcomeProblems(lane: Lane, { titles, restores: expected, calls }: Expected): Promise<Problems> {
  const round = roundOf(lane);
  const title = titleNow(round);
  const { runs, repeats } = isRestoring(lane);
  const mine = runs.slice(round.runs);
  const different = new Set(mine.map(({ reason }) => reason)).size;
  const again = repeats.length - round.repeats;
  const twice = again <= round.restorer.insisted ? [] : [`${again} restored twice`];
  if (!titles.includes(title)) return [`the card says "${title}"`, ...twice];
  const { task, restores = [] } = (await lane.restores()) ?? {};
  const open = restores.filter(({ endedAt, endAnnounced }) => endedAt === undefined || endAnnounced !== true);
  return [
    ...twice,
    ...(task === undefined ? [] : ['the task is still there']),
    ...(restores.length === expected ? [] : [`${restores.length} restores are kept`]),
    ...(open.length === 0 ? [] : ['a restore has not been told to its end']),
    ...(calls === undefined || different === calls ? [] : [`${different} calls came to the service`]),
  ];
}

interface Kind {
  readonly name: string;
  readonly expected: Expected;
  readonly wish?: ((lane: Lane) => Partial<Wish>) | undefined;
  /** With the summary on the card. */
  readonly before?: ((lane: Lane) => Promise<void>) | undefined;
  /** Opens sessions of its own; a session lost with the process is stopped half an hour later. */
  readonly opens?: boolean | undefined;
}

const restorePath = ({ name, expected, wish, before, opens = false }: Kind): CrashPath => ({
  name,
  signedIn: true,
  patienceMilliseconds: 60_000,
  async prepare(lane) {
    await prepareSummary(lane, wish?.(lane) ?? {});
    await before?.(lane);
  },
  act: goOn,
  attend: goOn,
  repeat: 'restore find',
  problems: (lane) => outcomeProblems(lane, expected),
  ...(opens ? {} : { finish: openProblems }),
  async outcome(lane) {
    const round = roundOf(lane);
    const { insisted, checkedAgain } = round.restorer;
    const asked = insisted > 0 ? ', sent again on request' : checkedAgain > 0 ? ', found on request' : '';
    return `${titleNow(round)}${asked}`;
  },
});

/** **Restore**, of two mailboxes, to its outcome. */
export const RESTORE = restorePath({
  name: 'restore',
  expected: { titles: ['Restored', 'Restored, with warnings'], restores: 1, calls: CALLS },
});

/** Mail and files on one list: two groups, each in a session of its own. */
export const MIXED = restorePath({
  name: 'restore of several kinds',
  wish: () => ({
    searches: [
      { words: 'kyoto', picks: 2 },
      { words: 'Budget', workload: 'onedrive', picks: 1 },
    ],
  }),
  expected: { titles: ['Restored', 'Restored, with warnings'], restores: 1, calls: 2 },
  opens: true,
});

/** It never ends by itself. */
export const STOP = restorePath({
  name: 'stop',
  wish: () => ({ stop: true }),
  async before(lane) {
    isRestoring(lane).setPace({ total: 600_000 });
  },
  expected: { titles: ['The restore was stopped'], restores: 1, calls: undefined },
});

/** What failed is tried again. */
export const RETRY = restorePath({
  name: 'retry failed',
  wish(lane) {
    const failing: string[] = [];
    failingOf.set(lane, failing);
    return {
      beforeRetry: () => failing.forEach((id) => isRestoring(lane).setMishap(id, undefined)),
    };
  },
  async before(lane) {
    const { task } = (await lane.restores()) ?? {};
    for (const { id } of task?.list.flatMap(({ entries }) => entries).slice(0, 2) ?? []) {
      failingOf.get(lane)?.push(id);
      isRestoring(lane).setMishap(id, { status: 'Failed', why: 'The item is locked.', once: false });
    }
  },
  expected: { titles: ['Restored'], restores: 2, calls: CALLS + 1 },
  opens: true,
});
const failingOf = new WeakMap<Lane, string[]>();

/** A session about to expire, and an abandoned task: its explore session is stopped in time. */
export const LEAVE: CrashPath = {
  name: 'left where results are shown',
  signedIn: true,
  patienceMilliseconds: 90_000,
  async prepare(lane) {
    await lane.stored.erase(lane.alex.conversation.id, lane.alex.person);
    await begin(lane, wishFor(lane, {}));
    away.delete(lane);
  },
  act: goOn,
  repeat: 'restore find',
  async attend(lane) {
    if (await isFound(lane)) away.add(lane);
    if (!away.has(lane)) await goOn(lane);
  },
  async problems(lane) {
    if (!away.has(lane)) return [`the card says "${titleNow(roundOf(lane))}"`];
    const left = isRestoring(lane).openExploreSessions - roundOf(lane).openSessions;
    // Of a process that dies before it knows the id: the service ends it itself.
    const { openSessions: known = [] } = (await lane.restores()) ?? {};
    const lost = lane.deaths > 0 && known.length === 0 ? 1 : 0;
    return left <= lost ? [] : [`${left} explore session(s) are left open`];
  },
  outcome: async () => 'stopped when nobody used it',
};
const away = new WeakSet<Lane>();

async function isFound(lane: Lane): Promise<boolean> {
  return titleNow(roundOf(lane)) === 'What I found' && (await lane.restores())?.task?.explore !== undefined;
}
