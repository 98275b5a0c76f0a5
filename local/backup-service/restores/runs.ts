/**
 * Running restores. There are no timers: progress is computed from the clock whenever it is read, so
 * that no test leaves one behind.
 */
import type { ExploreSession } from '../explore/explore-sessions.ts';

export interface Outcome {
  readonly status: 'Success' | 'Warning' | 'Failed' | 'Skipped';
  readonly why?: string | undefined;
}

/** `RESTRestoreItemType`, without mailboxes, which have details of their own. */
export type ItemType =
  | 'OneDriveItem'
  | 'SharePointSite'
  | 'SharePointList'
  | 'SharePointItem'
  | 'TeamsTeam'
  | 'TeamsChannel'
  | 'TeamsPostsTab'
  | 'TeamsPost'
  | 'TeamsFile'
  | 'TeamsTab';

/** One thing to restore. */
export interface Unit {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly sizeBytes: number;
  /** In statistics; `OneDriveItem` unless said. */
  readonly itemType?: ItemType | undefined;
  restore(): Outcome;
}

/** Something that items were restored into, which statistics list beside them and counts leave out. */
export interface Holder {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly itemType: ItemType;
}

/** The target of the items. */
export interface Target {
  readonly kind: 'mailbox' | 'drive' | 'site' | 'team';
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly isArchive: boolean;
}

export interface Run {
  /** The session that `operatorRestore` answered. */
  readonly sessionId: string;
  readonly explore: ExploreSession;
  readonly target: Target;
  readonly units: readonly Unit[];
  readonly holders?: readonly Holder[] | undefined;
  readonly reason: string | undefined;
  readonly startedAt: number;
  readonly durationMilliseconds: number;
  /** Of the units from the first on. */
  readonly outcomes: readonly Outcome[];
  readonly endedAt: number | undefined;
  readonly cancelled: boolean;
}

/** How long restores take. */
export interface Pace {
  /** For each item; 700, but three seconds at least and a minute at most in all. */
  readonly perItem?: number | undefined;
  /** For all items together; before `perItem`. `Infinity`: until told. */
  readonly total?: number | undefined;
}

export interface Runs {
  start(run: Pick<Run, 'explore' | 'target' | 'units' | 'holders' | 'reason'>, sessionId: string): Run;
  /** Runs of a session, or all, each with its current progress. */
  of(sessionId?: string): readonly Run[];
  stop(sessionId: string): void;
  /** Those that were started from this explore session. */
  stopFrom(exploreId: string): void;
  finish(): void;
  setPace(pace: Pace): void;
}

interface Running extends Run {
  outcomes: Outcome[];
  endedAt: number | undefined;
  cancelled: boolean;
}

export function createRuns(now: () => number, initialPace: Pace = {}): Runs {
  const runs: Running[] = [];
  let pace = initialPace;

  function duration(items: number): number {
    if (pace.total !== undefined) return pace.total;
    if (pace.perItem !== undefined) return pace.perItem * items;
    return Math.min(Math.max(700 * items, 3000), 60_000);
  }

  function settle(run: Running, at: number): void {
    if (run.endedAt !== undefined) return;
    const { length } = run.units;
    const share =
      at === Infinity || run.durationMilliseconds === 0 ? 1 : (at - run.startedAt) / run.durationMilliseconds;
    const due = Math.min(Math.floor(share * length), length);
    for (const unit of run.units.slice(run.outcomes.length, due)) run.outcomes.push(unit.restore());
    if (due === length) run.endedAt = Math.min(run.startedAt + run.durationMilliseconds, at);
  }

  function all(sessionId?: string): readonly Running[] {
    const selected = sessionId === undefined ? runs : runs.filter((run) => run.sessionId === sessionId);
    for (const run of selected) settle(run, now());
    return selected;
  }

  function end(run: Running): void {
    if (run.endedAt !== undefined) return;
    run.cancelled = true;
    run.endedAt = now();
  }

  return {
    start(run, sessionId) {
      const started: Running = {
        ...run,
        sessionId,
        startedAt: now(),
        durationMilliseconds: duration(run.units.length),
        outcomes: [],
        endedAt: undefined,
        cancelled: false,
      };
      runs.push(started);
      return started;
    },
    of: all,
    stop: (sessionId) => all(sessionId).forEach(end),
    stopFrom: (exploreId) =>
      all()
        .filter(({ explore }) => explore.id === exploreId)
        .forEach(end),
    finish() {
      for (const run of runs) settle(run, Infinity);
      for (const run of runs) run.endedAt = Math.min(run.endedAt ?? now(), now());
    },
    setPace: (next) => void (pace = next),
  };
}

/** Numbers of one run or of several of the same session. */
export function countsOf(runs: readonly Run[]): {
  readonly total: number;
  readonly restored: number;
  readonly failed: number;
  readonly skipped: number;
  readonly warned: number;
} {
  const outcomes = runs.flatMap((run) => run.outcomes);
  const count = (...statuses: readonly Outcome['status'][]): number =>
    outcomes.filter(({ status }) => statuses.includes(status)).length;
  return {
    total: runs.reduce((sum, { units }) => sum + units.length, 0),
    restored: count('Success', 'Warning'),
    failed: count('Failed'),
    skipped: count('Skipped'),
    warned: count('Warning'),
  };
}
