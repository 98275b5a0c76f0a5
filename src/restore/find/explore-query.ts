/** What a search or a folder comes to: asked of the task's explore session, or remembered. */
import { UpstreamError } from '../../core/errors.ts';
import type { Clock } from '../../core/platform.ts';
import type { Explores, Exploring } from '../service-session/explore-session.ts';
import type { PointLists } from './points/restore-point-cache.ts';
import type { Container, Entry } from '../model/catalog.ts';
import type { Explorer, Listing } from '../ports.ts';
import { buildQuery, type BuiltQuery, type Within } from './query/build-query.ts';
import { usable } from './points/choose-restore-point.ts';
import type { Location, Remark, Source, Task } from '../model/task.ts';
import type { Place, Results, ResultsCache } from './results-cache.ts';
import {
  goTo,
  isReady,
  isSameWhere,
  keptExplore,
  MOST_FOUND,
  whereOf,
  withLatest,
  type Change,
  type ReadyTask,
} from './task-transitions.ts';
import { remarkOf } from '../model/service-error.ts';
import type { Turn } from './task-update.ts';
import { rulesOf } from '../workloads/index.ts';
import { byTitle, newestFirst } from '../workloads/workload.ts';

export type Found =
  | { readonly kind: 'found'; readonly task: ReadyTask; readonly results: Results }
  | { readonly kind: 'mistake'; readonly remark: Remark }
  /** Scope or workload are to be chosen first: planned so. */
  | { readonly kind: 'unready' };

/** All throw UpstreamError, SessionRefusedError, StorageAwayError. */
export interface Lookup {
  /** @param fresh asked of the service, whatever is in memory */
  fetch(turn: Turn, source: Source, fresh: boolean): Promise<Found>;
  /** Mailboxes or drives of the session; known from then on. */
  containers(turn: Turn, exploring: Exploring, task: ReadyTask): Promise<readonly Container[]>;
  /** Nothing was found in the session. */
  whyNothing(turn: Turn): Promise<Remark | undefined>;
  /** An entry of anything that was found where the task looks. */
  remembered(turn: Turn, key: string): Entry | undefined;
  /** Does the work with the task's explore session, and plans that the task goes on with it, whatever comes of it. */
  exploring<T>(turn: Turn, work: (exploring: Exploring, task: ReadyTask) => Promise<T>): Promise<T | undefined>;
}

export interface LookupDependencies {
  readonly explorer: Pick<Explorer, 'search' | 'containers' | 'folders' | 'items'>;
  readonly explores: Explores;
  readonly points: PointLists;
  readonly results: ResultsCache;
  readonly clock: Pick<Clock, 'now'>;
}

/** All that is ever shown, in one call. */
const SLICE = { offset: 0, limit: MOST_FOUND };

const liesIn =
  ({ from = -Infinity, until = Infinity }: Within) =>
  ({ at }: Entry): boolean =>
    at === undefined || (at >= from && at <= until);

const placeOf = (task: ReadyTask): Place => ({ taskId: task.id, where: whereOf(task) });

/** Somebody chose other data meanwhile: what was found is not of theirs. */
export const whileSame =
  (task: Task, change: Change): Change =>
  (now) =>
    isSameWhere(now, task) ? change(now) : now;

export function createLookup({ explorer, explores, points, results, clock }: LookupDependencies): Lookup {
  const exploring: Lookup['exploring'] = async (turn, work) => {
    turn.plan(withLatest);
    const task = turn.task();
    if (!isReady(task)) {
      turn.plan((now) => goTo(now, 'search'));
      return undefined;
    }
    const session = explores.of(turn.connection, task, async () => {
      await turn.save();
      const now = turn.task();
      return isSameWhere(now, task) ? now.explore : undefined;
    });
    try {
      return await work(session, task);
    } finally {
      const explore = session.explore();
      if (explore !== undefined && explore.id !== task.explore?.id) turn.opened(explore.id);
      // What is on the list was found as of an earlier "latest".
      const isOlder = session.wasDropped() && task.point.kind === 'latest' && task.list.length > 0;
      const kept: Change = (now) => ({
        ...now,
        explore: keptExplore(now, task.explore, explore),
        remark: now.remark ?? (isOlder ? { code: 'reopened' } : undefined),
      });
      turn.plan(whileSame(task, kept));
    }
  };

  const containers: Lookup['containers'] = async (turn, session, task) => {
    const known = turn.task().containers;
    if (known !== undefined) return known;
    const found = await session.use((access, id) => explorer.containers(access, task.workload, id));
    turn.plan(whileSame(task, (now) => ({ ...now, containers: found })));
    return found;
  };

  async function search(session: Exploring, { workload }: ReadyTask, built: Query): Promise<Results> {
    const { results: found, more } = await session.use((access, exploreId) =>
      explorer.search(access, { workload, exploreId }, built.text, SLICE),
    );
    return { entries: found.filter(liesIn(built.within ?? {})).toSorted(newestFirst), more };
  }

  async function list(session: Exploring, { workload }: ReadyTask, location: Location): Promise<Results> {
    const rules = rulesOf(workload);
    const { containerId } = location;
    const folderId = location.folders.at(-1)?.id;
    const at = (exploreId: string): Listing => ({ workload, exploreId, containerId, folderId });
    const nothing = { results: [], more: false };
    const [folders, items] = await Promise.all([
      session.use((access, id) => explorer.folders(access, at(id), SLICE)),
      rules.holdsItems({ folderId }) ? session.use((access, id) => explorer.items(access, at(id), SLICE)) : nothing,
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
    exploring,
    containers,

    remembered(turn, key) {
      const task = withLatest(turn.task());
      return isReady(task) ? results.find(placeOf(task), key) : undefined;
    },

    /** Before the first backup a session opens empty, without an error (API, section C2). */
    async whyNothing(turn) {
      return exploring(turn, async (session, task) => {
        if ((await containers(turn, session, task)).length > 0) return { code: 'nothing-found' };
        // No day was chosen that could lie too early.
        if (task.point.kind === 'latest') return { code: 'no-points' };
        const all = await points.get(turn.connection, task.scope).catch((error: unknown) => {
          if (error instanceof UpstreamError) return [];
          throw error;
        });
        return { code: 'empty-before-first-backup', firstAt: usable(all, task.workload).at(-1)?.backupTime };
      });
    },

    async fetch(turn, source, fresh) {
      turn.plan(withLatest);
      const task = turn.task();
      if (!isReady(task)) return { kind: 'unready' };
      const what = JSON.stringify(source);
      const kept = fresh ? undefined : results.get(placeOf(task), what);
      if (kept !== undefined) return { kind: 'found', task, results: kept };
      // What is wrong with what was typed is said without opening anything.
      const query = source.kind === 'search' ? readQuery(task, source, turn, clock.now()) : undefined;
      if (query?.kind === 'mistake') return query;
      const location = source.kind === 'folder' ? source.location : undefined;
      const found = await exploring(turn, async (session) => {
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

/** The search language is the service's: what it does not take, the person mends. */
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
  { asker }: Turn,
  now: number,
): Query | Mistake {
  const built = buildQuery(workload, form, asker.address.zone, now);
  return built.kind === 'everything' ? { kind: 'mistake', remark: { code: 'nothing-chosen' } } : built;
}
