/** Searches and folder listings in the task's explore session, cached. */
import { UpstreamError } from '../../core/errors.ts';
import { TaskExplore, type ExploreSessions } from '../service-session/explore-session.ts';
import type { RestorePointCache } from './restore-points.ts';
import type { Container, Entry } from '../model/catalog.ts';
import type { FolderRef, RestorePorts } from '../ports.ts';
import { buildQuery, type BuiltQuery, type Within } from './search-query.ts';
import { usable } from './restore-points.ts';
import type { Location, Remark, Source, Task } from '../model/task.ts';
import type { Place, Results, ResultsCache } from './results-cache.ts';
import {
  goTo,
  isReady,
  isSameWhere,
  keepExplore,
  MAX_FOUND,
  whereOf,
  withLatest,
  type TaskChange,
  type ReadyTask,
} from './task-transitions.ts';
import { remarkOf } from '../model/service-error.ts';
import type { TaskUpdate } from './task-update.ts';
import { rulesOf } from '../workloads/index.ts';
import { byTitle, newestFirst } from '../workloads/workload.ts';

export type Found =
  | { readonly kind: 'found'; readonly task: ReadyTask; readonly results: Results }
  | { readonly kind: 'mistake'; readonly remark: Remark }
  /** Scope or workload have to be chosen first; that step is staged. */
  | { readonly kind: 'unready' };

/** All throw UpstreamError, SessionRefusedError, StorageUnavailableError. */
export interface ExploreQueries {
  /** @param fresh bypasses the cache */
  fetch(update: TaskUpdate, source: Source, fresh: boolean): Promise<Found>;
  /** Mailboxes or drives of the session, stored with the task from then on. */
  containers(update: TaskUpdate, explore: TaskExplore, task: ReadyTask): Promise<readonly Container[]>;
  /** Why nothing was found. */
  explainEmpty(update: TaskUpdate): Promise<Remark | undefined>;
  /** A cached entry of the data that the task looks at. */
  findEntry(update: TaskUpdate, key: string): Entry | undefined;
  /** Works with the task's explore session, and stages that the task keeps it, also after an error. */
  explore<T>(update: TaskUpdate, work: (explore: TaskExplore, task: ReadyTask) => Promise<T>): Promise<T | undefined>;
}

type Ports = Pick<RestorePorts, 'explorer' | 'clock'> & {
  readonly sessions: ExploreSessions;
  readonly points: RestorePointCache;
  readonly results: ResultsCache;
};

/** Everything that can be shown, in one call. */
const SLICE = { offset: 0, limit: MAX_FOUND };

const liesIn =
  ({ from = -Infinity, until = Infinity }: Within) =>
  ({ at }: Entry): boolean =>
    at === undefined || (at >= from && at <= until);

const placeOf = (task: ReadyTask): Place => ({ taskId: task.id, where: whereOf(task) });

/** Applies a change unless other data has been chosen in the meantime. */
export const whileSame =
  (task: Task, change: TaskChange): TaskChange =>
  (now) =>
    isSameWhere(now, task) ? change(now) : now;

export function createExploreQueries({ explorer, sessions, points, results, clock }: Ports): ExploreQueries {
  const explore: ExploreQueries['explore'] = async (update, work) => {
    update.stage(withLatest);
    const task = update.task;
    if (!isReady(task)) {
      update.stage((now) => goTo(now, 'search'));
      return undefined;
    }
    const session = new TaskExplore(sessions, update.connection, task, async () => {
      await update.save();
      const now = update.task;
      return isSameWhere(now, task) ? now.explore : undefined;
    });
    try {
      return await work(session, task);
    } finally {
      const present = session.explore;
      if (present !== undefined && present.id !== task.explore?.id) update.sessionOpened(present.id);
      // The list was found in an earlier "latest" backup.
      const isOlder = session.wasDropped && task.point.kind === 'latest' && task.list.length > 0;
      const keep: TaskChange = (now) => ({
        ...now,
        explore: keepExplore(now, task.explore, present),
        remark: now.remark ?? (isOlder ? { code: 'reopened' } : undefined),
      });
      update.stage(whileSame(task, keep));
    }
  };

  const containers: ExploreQueries['containers'] = async (update, session, task) => {
    const stored = update.task.containers;
    if (stored !== undefined) return stored;
    const found = await session.use((access, id) => explorer.containers(access, task.workload, id));
    update.stage(whileSame(task, (now) => ({ ...now, containers: found })));
    return found;
  };

  async function search(session: TaskExplore, { workload }: ReadyTask, built: Query): Promise<Results> {
    const { results: found, more } = await session.use((access, exploreId) =>
      explorer.search(access, { workload, exploreId }, built.text, SLICE),
    );
    return { entries: found.filter(liesIn(built.within)).toSorted(newestFirst), more };
  }

  async function list(session: TaskExplore, { workload }: ReadyTask, location: Location): Promise<Results> {
    const rules = rulesOf(workload);
    const { containerId } = location;
    const folderId = location.folders.at(-1)?.id;
    const at = (exploreId: string): FolderRef => ({ workload, exploreId, containerId, folderId });
    const nothing = { results: [], more: false };
    const [folders, items] = await Promise.all([
      session.use((access, id) => explorer.folders(access, at(id), SLICE)),
      rules.hasItemsAtRoot || folderId !== undefined
        ? session.use((access, id) => explorer.items(access, at(id), SLICE))
        : nothing,
    ]);
    return {
      entries: [
        ...folders.results.toSorted(byTitle),
        ...items.results.toSorted((one, other) => rules.compare(one, other)),
      ],
      more: folders.more || items.more,
    };
  }

  return {
    explore,
    containers,

    findEntry(update, key) {
      const task = withLatest(update.task);
      return isReady(task) ? results.find(placeOf(task), key) : undefined;
    },

    async explainEmpty(update) {
      return explore(update, async (session, task) => {
        if ((await containers(update, session, task)).length > 0) return { code: 'nothing-found' };
        // Before the first backup a session opens empty, without an error (API, section C2).
        if (task.point.kind === 'latest') return { code: 'no-points' };
        const all = await points.get(update.connection, task.scope).catch((error: unknown) => {
          if (error instanceof UpstreamError) return [];
          throw error;
        });
        return { code: 'empty-before-first-backup', firstAt: usable(all, task.workload).at(-1)?.backupTime };
      });
    },

    async fetch(update, source, fresh) {
      update.stage(withLatest);
      const task = update.task;
      if (!isReady(task)) return { kind: 'unready' };
      const what = JSON.stringify(source);
      const cached = fresh ? undefined : results.get(placeOf(task), what);
      if (cached !== undefined) return { kind: 'found', task, results: cached };
      // Mistakes in the query are reported without opening a session.
      const query = source.kind === 'search' ? readQuery(task, source, update, clock.now()) : undefined;
      if (query?.kind === 'mistake') return query;
      const location = source.kind === 'folder' ? source.location : undefined;
      const found = await explore(update, async (session) => {
        if (query !== undefined) return search(session, task, query).catch(refusal);
        return location === undefined ? { entries: [], more: false } : list(session, task, location);
      });
      if (found === undefined) return { kind: 'unready' };
      if ('kind' in found) return found;
      results.put(placeOf(task), what, found);
      return { kind: 'found', task, results: found };
    },
  };
}

/** A query that the service does not accept is for the person to correct. */
function refusal(error: unknown): Mistake {
  const remark = error instanceof UpstreamError ? remarkOf(error, 'search') : undefined;
  if (remark?.code === 'query-refused') return { kind: 'mistake', remark };
  throw error;
}

type Query = Extract<BuiltQuery, { kind: 'query' }>;
type Mistake = Extract<BuiltQuery, { kind: 'mistake' }>;

function readQuery(
  { workload }: ReadyTask,
  { form }: Extract<Source, { kind: 'search' }>,
  { asker }: TaskUpdate,
  now: number,
): Query | Mistake {
  return buildQuery(workload, form, asker.address.zone, now);
}
