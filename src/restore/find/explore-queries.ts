/** Searches and folder listings in a task's explore session; results are cached, so that paging asks nothing of the service. */
import { BoundedMap } from '../../core/bounded-map.ts';
import { UpstreamError } from '../../core/errors.ts';
import type { Container, Entry } from '../model/catalog.ts';
import { remarkOf } from '../model/service-error.ts';
import type { Form, Location, Remark, Source } from '../model/task.ts';
import type { RestorePorts } from '../ports.ts';
import { TaskExplore, type ExploreSessions } from '../service-session/explore-session.ts';
import { rulesOf } from '../workloads/index.ts';
import { byTitle, newestFirst } from '../workloads/workload.ts';
import { usable, type RestorePointCache } from './restore-points.ts';
import { buildQuery } from './search-query.ts';
import { isSameWhere, MAX_FOUND, whereOf, whileSame, withLatest, type ReadyTask } from './task-transitions.ts';
import type { TaskUpdate } from './task-update.ts';

/** Everything that one search or one folder returned. */
export interface Results {
  readonly entries: readonly Entry[];
  /** More exist than were fetched. */
  readonly more: boolean;
}

/** A task, and which data it works with. */
export interface Place {
  readonly taskId: string;
  readonly where: string;
}

/** About a kilobyte each. */
const MAX_ENTRIES = 50_000;

const nameOf = ({ taskId, where }: Place, what: string): string => JSON.stringify([taskId, where, what]);

export class ResultsCache {
  readonly #stored: BoundedMap<string, { readonly place: Place; readonly results: Results }>;

  constructor(max = MAX_ENTRIES) {
    // One more for the results themselves, which may be empty.
    this.#stored = new BoundedMap({ max, weigh: ({ results }) => results.entries.length + 1 });
  }

  /** @param what identifies the search or folder within its place */
  get(place: Place, what: string): Results | undefined {
    return this.#stored.get(nameOf(place, what))?.results;
  }

  put(place: Place, what: string, results: Results): void {
    this.#stored.set(nameOf(place, what), { place, results });
  }

  /** An entry of any results of the place. */
  find({ taskId, where }: Place, key: string): Entry | undefined {
    for (const [, { place, results }] of this.#stored) {
      if (place.taskId !== taskId || place.where !== where) continue;
      const entry = results.entries.find((found) => found.key === key);
      if (entry !== undefined) return entry;
    }
    return undefined;
  }

  /** Once the task has ended. */
  drop(taskId: string): void {
    for (const [name, { place }] of this.#stored) if (place.taskId === taskId) this.#stored.delete(name);
  }
}

/** Everything that can be shown, in one call. */
const SLICE = { offset: 0, limit: MAX_FOUND };
/** Of the list of containers, which is not a folder. */
export const NO_RESULTS: Results = { entries: [], more: false };

type Ports = Pick<RestorePorts, 'explorer' | 'clock'> & {
  readonly sessions: ExploreSessions;
  readonly points: RestorePointCache;
  readonly results: ResultsCache;
};

/** The asynchronous methods throw UpstreamError, SessionRefusedError, StorageUnavailableError. */
export class ExploreQueries {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Works with the task's explore session, and stages that the task keeps it, also after an error. */
  async explore<T>(update: TaskUpdate, task: ReadyTask, work: (session: TaskExplore) => Promise<T>): Promise<T> {
    const before = isSameWhere(update.task, task) ? update.task.explore : task.explore;
    const session = new TaskExplore({
      sessions: this.#ports.sessions,
      connection: update.connection,
      task: { ...task, explore: before },
      beforeOpening: async () => {
        await update.save();
        return isSameWhere(update.task, task) ? update.task.explore : undefined;
      },
    });
    try {
      return await work(session);
    } finally {
      const { explore, wasDropped } = session;
      if (explore !== undefined && explore.id !== before?.id) update.sessionOpened(explore.id);
      // The list was found in an earlier "latest" backup.
      const isOlder = wasDropped && task.point.kind === 'latest' && task.list.length > 0;
      update.stage(
        whileSame(task, (present) => ({
          ...present,
          // Unless another press has opened one for the same data in the meantime.
          explore: present.explore !== undefined && present.explore.id !== before?.id ? present.explore : explore,
          remark: present.remark ?? (isOlder ? { code: 'reopened' } : undefined),
        })),
      );
    }
  }

  /** Mailboxes or drives of the session; stored with the task from then on. */
  async containers(update: TaskUpdate, task: ReadyTask): Promise<readonly Container[]> {
    const stored = isSameWhere(update.task, task) ? update.task.containers : undefined;
    if (stored !== undefined) return stored;
    const containers = await this.explore(update, task, (session) =>
      session.use((access, exploreId) => this.#ports.explorer.containers(access, task.workload, exploreId)),
    );
    update.stage(whileSame(task, (present) => ({ ...present, containers })));
    return containers;
  }

  /** @returns a remark where the person has to correct the search */
  async fetch(update: TaskUpdate, task: ReadyTask, source: Source, fresh: boolean): Promise<Results | Remark> {
    const place = { taskId: task.id, where: whereOf(task) };
    const what = JSON.stringify(source);
    const cached = fresh ? undefined : this.#ports.results.get(place, what);
    if (cached !== undefined) return cached;
    const found =
      source.kind === 'search'
        ? await this.#search(update, task, source.form)
        : await this.#list(update, task, source.location);
    if (!('code' in found)) this.#ports.results.put(place, what, found);
    return found;
  }

  /** A cached entry of the data that the task works with. */
  findEntry({ task }: TaskUpdate, key: string): Entry | undefined {
    return this.#ports.results.find({ taskId: task.id, where: whereOf(withLatest(task)) }, key);
  }

  /** Why nothing was found. */
  async explainEmpty(update: TaskUpdate, task: ReadyTask): Promise<Remark> {
    if ((await this.containers(update, task)).length > 0) return { code: 'nothing-found' };
    // Before the first backup a session opens empty, without an error (API, section C2).
    if (task.point.kind === 'latest') return { code: 'no-points' };
    const points = await this.#ports.points.get(update.connection, task.scope).catch((error: unknown) => {
      if (error instanceof UpstreamError) return [];
      throw error;
    });
    return { code: 'empty-before-first-backup', firstAt: usable(points, task.workload).at(-1)?.backupTime };
  }

  async #search(update: TaskUpdate, task: ReadyTask, form: Form): Promise<Results | Remark> {
    const { explorer, clock } = this.#ports;
    const { workload } = task;
    // Mistakes in the form are reported without opening a session.
    const query = buildQuery(workload, form, update.asker.address.zone, clock.now());
    if (query.kind === 'mistake') return query.remark;
    const { from = -Infinity, until = Infinity } = query.within;
    try {
      const { results, more } = await this.explore(update, task, (session) =>
        session.use((access, exploreId) => explorer.search(access, { workload, exploreId }, query.text, SLICE)),
      );
      const entries = results.filter(({ at }) => at === undefined || (at >= from && at <= until));
      return { entries: entries.toSorted(newestFirst), more };
    } catch (error) {
      const remark = error instanceof UpstreamError ? remarkOf(error, 'search') : undefined;
      if (remark?.code === 'query-refused') return remark;
      throw error;
    }
  }

  async #list(update: TaskUpdate, task: ReadyTask, location: Location | undefined): Promise<Results> {
    if (location === undefined) return NO_RESULTS;
    const { explorer } = this.#ports;
    const { workload } = task;
    const at = { workload, containerId: location.containerId, folderId: location.folders.at(-1)?.id };
    const [folders, items] = await this.explore(update, task, (session) =>
      Promise.all([
        session.use((access, exploreId) => explorer.folders(access, { ...at, exploreId }, SLICE)),
        session.use((access, exploreId) => explorer.items(access, { ...at, exploreId }, SLICE)),
      ]),
    );
    const { compare } = rulesOf(workload);
    const entries = [...folders.results.toSorted(byTitle), ...items.results.toSorted(compare)];
    return { entries, more: folders.more || items.more };
  }
}
