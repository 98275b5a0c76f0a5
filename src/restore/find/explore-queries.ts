/** Searches and folder listings in a task's explore session; results are cached, so that paging asks nothing of the service. */
import { BoundedMap } from '../../core/bounded-map.ts';
import { onUpstreamError, UpstreamError } from '../../core/errors.ts';
import { insideOf, placeOf, type Container, type Entry, type Location } from '../model/entry.ts';
import { remarkOf } from '../model/service-error.ts';
import {
  isCompared,
  isSelectedHere,
  type Explore,
  type Remark,
  type SearchSource,
  type Source,
  type Task,
} from '../model/task.ts';
import type { Access, RestorePorts } from '../ports.ts';
import { openExplore, stopExplore, troubleIn } from '../service-session/explore-session.ts';
import { rulesOf, searchesOf } from '../workloads/index.ts';
import { byFolder, newestFirst } from '../workloads/workload.ts';
import { usable, type RestorePointCache } from './restore-points.ts';
import { buildQuery, type Query } from './search/build-query.ts';
import { SearchTurns } from './search/search-turns.ts';
import { isSameWhere, whereOf } from '../model/list.ts';
import { MAX_FOUND, whileSame, withLatest, type ReadyTask, type Results } from './task-transitions.ts';
import type { TaskUpdate } from './task-update.ts';

const MAX_BYTES = 64 * 1_048_576;
/** Approximate memory of an entry beside its texts. */
const OVERHEAD_BYTES = 400;
/** Of a time in its details. */
const TIME_BYTES = 60;

const bytesOf = (entry: Entry): number =>
  Object.values(entry)
    .flat()
    .reduce<number>((bytes, value) => {
      if (typeof value === 'string') return bytes + value.length;
      return bytes + (typeof value === 'object' ? TIME_BYTES : 0);
    }, OVERHEAD_BYTES);

/** By task, by the data that it works with, and by search or folder. */
export class ResultsCache {
  readonly #results: BoundedMap<string, Results>;

  constructor(maxBytes = MAX_BYTES) {
    const weigh = ({ entries }: Results) => entries.reduce((bytes, entry) => bytes + bytesOf(entry), OVERHEAD_BYTES);
    this.#results = new BoundedMap({ max: maxBytes, weigh });
  }

  get(task: Task, source: Source): Results | undefined {
    return this.#results.get(nameOf(task, source));
  }

  put(task: Task, source: Source, results: Results): void {
    this.#results.set(nameOf(task, source), results);
  }

  find(task: Task, key: string): Entry | undefined {
    const prefix = nameOf(task);
    for (const [name, { entries }] of this.#results) {
      const entry = name.startsWith(prefix) ? entries.find((found) => found.key === key) : undefined;
      if (entry !== undefined) return entry;
    }
    return undefined;
  }

  drop(taskId: string): void {
    for (const [name] of this.#results) if (name.startsWith(`${taskId} `)) this.#results.delete(name);
  }
}

const nameOf = (task: Task, source?: Source): string =>
  `${task.id} ${whereOf(task)} ${source === undefined ? '' : JSON.stringify(source)}`;

/** A task's explore session during one press: opened when first used, and again if the service has dropped it. */
export class TaskExplore {
  readonly #ports: Ports;
  readonly #opening: Map<string, Promise<Explore>>;
  readonly #update: TaskUpdate;
  readonly #task: ReadyTask;
  #explore: Explore | undefined;
  #ready: Promise<Explore> | undefined;
  #wasDropped = false;

  /** @param opening sessions that are being opened, so that two presses at once open one */
  constructor(ports: Ports, opening: Map<string, Promise<Explore>>, update: TaskUpdate, task: ReadyTask) {
    this.#ports = ports;
    this.#opening = opening;
    this.#update = update;
    this.#task = isSameWhere(update.task, task) ? { ...task, explore: update.task.explore } : task;
    this.#explore = this.#task.explore;
    this.#ready = this.#explore && Promise.resolve(this.#explore);
  }

  /** @throws UpstreamError, SessionRefusedError, StorageUnavailableError */
  async use<T>(work: (access: Access, exploreId: string) => Promise<T>): Promise<T> {
    const { connection } = this.#update;
    const present = await (this.#ready ??= this.#open(undefined));
    try {
      return await connection.call((access) => work(access, present.id));
    } catch (error) {
      // The service may also report a conflict for a session that is over (API, section C3).
      const mayBeOver = ['not-found', 'conflict'].includes(troubleIn(error) ?? '');
      if (!mayBeOver || !(await this.#replace(present))) throw error;
    }
    const replacement = await this.#ready;
    return connection.call((access) => work(access, replacement.id));
  }

  /** Stages that the task keeps the session. */
  stage(): void {
    const explore = this.#explore;
    const { explore: before, point } = this.#task;
    if (explore !== undefined && explore.id !== before?.id) this.#update.sessionOpened(explore);
    // What is selected was found in an earlier "latest" backup.
    const isOlder = this.#wasDropped && point.kind === 'latest' && isSelectedHere(this.#task);
    this.#update.stage(
      whileSame(this.#task, (present) => ({
        ...present,
        // Unless another press has opened one for the same data in the meantime.
        explore: present.explore !== undefined && present.explore.id !== before?.id ? present.explore : explore,
        remark: present.remark ?? (isOlder ? { code: 'reopened' } : undefined),
      })),
    );
  }

  /** Stores what was chosen first, since opening takes a while; another press may have opened a session by then. */
  async #open(dropped: string | undefined): Promise<Explore> {
    const update = this.#update;
    await update.save();
    const stored = isSameWhere(update.task, this.#task) ? update.task.explore : undefined;
    const isUsable = stored !== undefined && stored.id !== dropped;
    this.#explore = isUsable ? stored : await this.#openOnce(dropped);
    return this.#explore;
  }

  #openOnce(dropped: string | undefined): Promise<Explore> {
    const task = this.#task;
    const name = nameOf(task) + dropped;
    const open = async (): Promise<Explore> => {
      const { id, opened } = await openExplore(this.#ports, this.#update.connection, task);
      return { id, opened, workload: task.workload, openedAt: this.#ports.clock.now() };
    };
    const opening = this.#opening.get(name) ?? open().finally(() => this.#opening.delete(name));
    this.#opening.set(name, opening);
    return opening;
  }

  /** @returns whether there is another session to try with */
  async #replace(gone: Explore): Promise<boolean> {
    if (this.#update.options.reopens === false) return false;
    // Several calls of one press may fail; the first one reopens.
    if (this.#explore?.id !== gone.id) return true;
    if (this.#wasDropped) return (await this.#ready)?.id !== gone.id;
    if (!(await this.#isOver(gone))) return false;
    if (!this.#wasDropped) this.#ready = this.#open(gone.id);
    this.#wasDropped = true;
    return (await this.#ready)?.id !== gone.id;
  }

  async #isOver({ id }: Explore): Promise<boolean> {
    const { explorer } = this.#ports;
    try {
      return (await this.#update.connection.call((access) => explorer.session(access, id))).state === 'stopped';
    } catch (error) {
      if (troubleIn(error) === 'not-found') return true;
      throw error;
    }
  }
}

const SLICE = { offset: 0, limit: MAX_FOUND };

const isWithin =
  ({ from = -Infinity, until = Infinity }: Query['within']) =>
  ({ at }: Entry): boolean =>
    at === undefined || (at >= from && at <= until);

type Ports = Pick<RestorePorts, 'explorer' | 'jobs' | 'audit' | 'clock' | 'log'> & {
  readonly points: RestorePointCache;
  readonly results: ResultsCache;
};

/** The asynchronous methods throw UpstreamError, SessionRefusedError, StorageUnavailableError. */
export class ExploreQueries {
  readonly #ports: Ports;
  readonly #opening = new Map<string, Promise<Explore>>();
  readonly #turns = new SearchTurns();
  /** Presses that had their turn: what else they read is part of it. */
  readonly #admitted = new WeakSet<TaskUpdate>();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /**
   * Works with the task's explore session, and stages that the task keeps it, also after an error.
   *
   * @throws SearchReplacedError where a newer press of the person came before this one's turn
   */
  async explore<T>(update: TaskUpdate, task: ReadyTask, work: (session: TaskExplore) => Promise<T>): Promise<T> {
    const explore = () => this.#explore(update, task, work);
    if (this.#admitted.has(update)) return explore();
    return this.#turns.run(JSON.stringify(update.asker.key), () => {
      this.#admitted.add(update);
      return explore();
    });
  }

  /** As `explore` in another place than the task's: its session is stopped afterwards, so that few are open. */
  async visit<T>(update: TaskUpdate, place: ReadyTask, work: (session: TaskExplore) => Promise<T>): Promise<T> {
    try {
      return await this.explore(update, { ...place, explore: undefined, containers: undefined }, work);
    } finally {
      const exploreId = update.sessionLeft();
      if (exploreId !== undefined) await stopExplore(this.#ports, update.connection, exploreId);
    }
  }

  async #explore<T>(update: TaskUpdate, task: ReadyTask, work: (session: TaskExplore) => Promise<T>): Promise<T> {
    const session = new TaskExplore(this.#ports, this.#opening, update, task);
    try {
      return await work(session);
    } finally {
      session.stage();
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
    const cached = fresh ? undefined : this.#ports.results.get(task, source);
    if (cached !== undefined) return cached;
    const found = await this.#fetch(update, task, source);
    if (!('code' in found)) this.#ports.results.put(task, source, found);
    return found;
  }

  #fetch(update: TaskUpdate, task: ReadyTask, source: Source): Promise<Results | Remark> | Results {
    if (isCompared(source)) return { entries: task.missing ?? [], more: false };
    if (source.kind === 'search') return this.#search(update, task, source);
    return this.#list(update, task, source.location);
  }

  findEntry({ task }: TaskUpdate, key: string): Entry | undefined {
    return this.#ports.results.find(withLatest(task), key);
  }

  async explainEmpty(update: TaskUpdate, task: ReadyTask): Promise<Remark> {
    if ((await this.containers(update, task)).length > 0) return { code: 'nothing-found' };
    // Before the first backup a session opens empty, without an error (API, section C2).
    if (task.point.kind === 'latest') return { code: 'no-points' };
    const points = await this.#ports.points.get(update.connection, task.scope).catch(onUpstreamError(() => []));
    return { code: 'empty-before-first-backup', firstAt: usable(points, task.workload).at(-1)?.backupTime };
  }

  async #search(update: TaskUpdate, task: ReadyTask, { form, within: place }: SearchSource): Promise<Results | Remark> {
    const { explorer, clock } = this.#ports;
    const { workload } = task;
    const at = { workload, ...(place && placeOf(place)) };
    // Mistakes in the form are reported without opening a session.
    const { signal } = update.options;
    const queries: (readonly [string, Query])[] = [];
    for (const [which, rules] of searchesOf(workload, form)) {
      const query = buildQuery(rules, form, update.asker.address.zone, clock.now());
      if (query.kind === 'mistake') return query.remark;
      queries.push([which, query]);
    }
    // No search of the workload knows all that was filled in.
    if (queries.length === 0) return { code: 'nothing-found' };
    try {
      const found = await this.explore(update, task, (session) =>
        Promise.all(
          queries.map(async ([which, { text, within }]) => {
            const { results, more } = await session.use((access, exploreId) =>
              explorer.search(access, { ...at, exploreId }, which, text, SLICE, signal),
            );
            return { entries: results.filter(isWithin(within)), more };
          }),
        ),
      );
      const entries = found.flatMap((one) => one.entries).toSorted(newestFirst);
      return {
        entries: entries.slice(0, MAX_FOUND),
        more: entries.length > MAX_FOUND || found.some(({ more }) => more),
      };
    } catch (error) {
      const remark = error instanceof UpstreamError ? remarkOf(error, 'search') : undefined;
      if (remark?.code === 'query-refused') return remark;
      throw error;
    }
  }

  async #list(update: TaskUpdate, task: ReadyTask, location: Location | undefined): Promise<Results> {
    if (location === undefined) return { entries: [], more: false };
    const { explorer } = this.#ports;
    const { workload } = task;
    const at = { workload, ...placeOf(location) };
    const [folders, items] = await this.explore(update, task, (session) =>
      Promise.all([
        session.use((access, exploreId) => explorer.folders(access, { ...at, exploreId }, SLICE)),
        session.use((access, exploreId) => explorer.items(access, { ...at, exploreId }, SLICE)),
      ]),
    );
    const { compare } = rulesOf(workload);
    const inside = insideOf(location);
    const entries = [...folders.results.toSorted(byFolder), ...items.results.toSorted(compare)];
    return { entries: entries.map((entry) => ({ ...inside, ...entry })), more: folders.more || items.more };
  }
}
