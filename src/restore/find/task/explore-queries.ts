/** Searches and folder listings in a task's explore session; results are cached, so that paging asks nothing of the service. */
import { onUpstreamError, UpstreamError } from '../../../core/errors.ts';
import { LATEST, type ScopeList } from '../../backups/catalog.ts';
import {
  asWhole,
  insideOf,
  openEntry,
  placeOf,
  type Container,
  type Entry,
  type Location,
  type ScopeItem,
} from '../../backups/entries/entry.ts';
import { isSameWhere } from '../../backups/list.ts';
import { remarkOf, troubleOf, type Trouble } from '../../backups/service-error.ts';
import { isCompared, listedHere, type Explore, type Remark, type SearchSource, type Source } from '../../state/task.ts';
import type { RestorePorts } from '../../state/ports.ts';
import { stopExplore } from '../../explore/explore-session.ts';
import { containerType, DEFAULT_WORKLOAD, rulesOf, searchesOf, unknownWord } from '../../backups/workloads/index.ts';
import { byFolder, newestFirst } from '../../backups/workloads/workload.ts';
import { usable, type RestorePointCache } from '../../explore/restore-points.ts';
import type { ResultsCache } from '../../explore/results-cache.ts';
import { ExploredScope } from './explored-scope.ts';
import type { ScopeCache } from '../../explore/scope/scope-cache.ts';
import { sameItems } from '../../explore/scope/scope-search.ts';
import { alternativesIn, buildQuery, searchWordsIn, type Query } from '../../explore/search/build-query.ts';
import { SearchTurns } from '../../explore/search/search-turns.ts';
import { TaskExplore } from './task-explore.ts';
import {
  EVERYBODY,
  MAX_FOUND,
  whileSame,
  withLatest,
  withNewest,
  type ReadyTask,
  type Results,
} from '../../state/task-transitions.ts';
import type { TaskUpdate } from './task-update.ts';
import { policyOf } from '../../access/kinds/policy.ts';

const SLICE = { offset: 0, limit: MAX_FOUND };

/** What is told of one kind, while others may answer. */
const REFUSED: ReadonlySet<string> = new Set<Trouble>(['validation', 'access-denied', 'not-found']);

/** The answers, where there are any. @throws the first error that is no refusal, or where nothing was answered */
function unlessAllRefused<T>(
  searched: readonly PromiseSettledResult<T>[],
  refused: (at: number) => void,
): readonly T[] {
  const failed = searched.flatMap((one, at) =>
    one.status === 'rejected' ? [{ at, error: one.reason as unknown }] : [],
  );
  const isRefused = ({ error }: (typeof failed)[number]) =>
    error instanceof UpstreamError && REFUSED.has(troubleOf(error));
  const [first] = failed;
  if (first !== undefined && failed.length === searched.length) throw first.error;
  const worse = failed.find((one) => !isRefused(one));
  if (worse !== undefined) throw worse.error;
  for (const { at } of failed) refused(at);
  return searched.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

const storedContainers = (update: TaskUpdate, task: ReadyTask) =>
  isSameWhere(update.task, task) ? update.task.containers : undefined;

const isWithin =
  ({ from = -Infinity, until = Infinity }: Query['within']) =>
  ({ at }: Entry): boolean =>
    at === undefined || (at >= from && at <= until);

type Ports = Pick<RestorePorts, 'explorer' | 'store' | 'jobs' | 'audit' | 'clock' | 'log'> & {
  readonly points: RestorePointCache;
  readonly results: ResultsCache;
  readonly scopes: ScopeCache;
};

/** The asynchronous methods throw UpstreamError, SessionRefusedError, StorageUnavailableError. */
export class ExploreQueries {
  readonly #ports: Ports;
  readonly #explored: ExploredScope;
  readonly #opening = new Map<string, Promise<Explore>>();
  readonly #turns = new SearchTurns();
  /** Presses that had their turn: what else they read is part of it. */
  readonly #admitted = new WeakSet<TaskUpdate>();

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#explored = new ExploredScope(ports);
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

  /** Before something else is looked for: without a session, and with nothing selected, "latest" is the newest backup again. */
  startAnew(update: TaskUpdate): void {
    const before = update.task;
    update.stage(withNewest);
    if (before.opened !== undefined && update.task.opened === undefined) this.#ports.results.drop(before.id);
  }

  /** Whose data there is: an operator's scope, or everybody in the session of an administrator's kind and day. */
  scopeList(update: TaskUpdate): Promise<ScopeList> {
    if (!policyOf(update.task.access).findsNamesInSession) return this.#ports.scopes.get(update.connection);
    update.stage(withLatest);
    const { workload = DEFAULT_WORKLOAD, point = LATEST, ...task } = update.task;
    const everybody = { ...task, workload, point, scope: EVERYBODY };
    return this.explore(update, everybody, (session) => this.#explored.everybody(session, update, everybody));
  }

  /**
   * Mailboxes or drives of whom was chosen; stored with the task from then on. An administrator may look at everybody's, which
   * are not listed.
   */
  async containers(update: TaskUpdate, task: ReadyTask): Promise<readonly Container[]> {
    if (task.scope.kind === 'organization') return [];
    const stored = storedContainers(update, task);
    return stored ?? this.explore(update, task, (session) => this.#containersIn(session, update, task));
  }

  async #containersIn(session: TaskExplore, update: TaskUpdate, task: ReadyTask): Promise<readonly Container[]> {
    const stored = storedContainers(update, task);
    if (stored !== undefined) return stored;
    const containers = await this.#explored.containers(session, update, task);
    update.stage(whileSame(task, (present) => ({ ...present, containers })));
    return containers;
  }

  /** The container of a place that was open in another session. */
  containerOf(session: TaskExplore, update: TaskUpdate, task: ReadyTask, place: Location) {
    return this.#explored.containerOf(session, update, task, place);
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

  /** On the card, or among all that was found. */
  shownEntry({ task }: TaskUpdate, key: string): Entry | undefined {
    const { page, versions } = task;
    const shown = [...(page?.entries ?? []), ...(versions?.entries ?? []), ...listedHere(task)];
    if (versions !== undefined) shown.push(versions.of);
    return shown.find((entry) => entry.key === key) ?? this.#ports.results.find(withLatest(task), key);
  }

  /** Why nothing was found, or there is nothing to open. Restore points are read only where that of whom was chosen is absent. */
  async explainEmpty(update: TaskUpdate, task: ReadyTask): Promise<Remark> {
    if ((await this.containers(update, task)).length > 0) return { code: 'nothing-found' };
    const { isOrganizationWide } = policyOf(task.access);
    const unknown = isOrganizationWide ? await this.#explainUnknown(update, task) : undefined;
    if (unknown !== undefined && unknown.code !== 'not-in-backup') return unknown;
    const { connection, asker } = update;
    const { point, scope, workload } = task;
    const reading = this.#ports.points.get(connection, scope, asker.address.zone);
    const points = usable(await reading.catch(onUpstreamError(() => [])), workload);
    const older =
      point.kind === 'latest' ? points.slice(1) : points.filter(({ backupTime }) => backupTime < point.backupTime);
    // Of assumed days some may be before the first backup, which is likely where the session has nobody's.
    const isNobodys = isOrganizationWide && unknown === undefined;
    if (older.some(({ isAssumed }) => !isNobodys || isAssumed !== true)) return { code: 'place-absent' };
    if (unknown !== undefined) return unknown;
    // Before the first backup a session opens empty, without an error.
    if (point.kind === 'latest') return { code: 'no-points' };
    const { backupTime = -Infinity, isAssumed } = points.at(-1) ?? {};
    if (backupTime <= point.backupTime) return { code: 'empty-before-first-backup' };
    return { code: 'empty-before-first-backup', firstAt: backupTime, isAssumed };
  }

  /** @returns undefined where the session is empty */
  async #explainUnknown(update: TaskUpdate, { scope, workload }: ReadyTask): Promise<Remark | undefined> {
    const list = await this.scopeList(update);
    const type = containerType(workload);
    if (list.counts[type] === 0) return undefined;
    if (scope.kind !== 'item') return { code: 'nothing-found' };
    const { item } = scope;
    const isAmbiguous = sameItems(list, item, type).length > 1;
    return { code: isAmbiguous ? 'which-scope' : 'not-in-backup', typed: item.name };
  }

  async #search(update: TaskUpdate, task: ReadyTask, { form, within: place }: SearchSource): Promise<Results | Remark> {
    const { explorer, clock } = this.#ports;
    const { workload, scope } = task;
    // Mistakes in the form are reported without opening a session.
    const { signal } = update.options;
    const { zone, locale } = update.asker.address;
    const reading = { zone, locale, now: clock.now() };
    const queries: (readonly [string, Query])[] = [];
    const words = searchWordsIn(form.words ?? '');
    const unknown = unknownWord(workload, words, task.access);
    if (unknown !== undefined) return { code: 'no-search-word', typed: `${unknown}:` };
    for (const [which, rules] of searchesOf(workload, form, task.access, words)) {
      const query = buildQuery(rules, form, reading);
      if (query.kind === 'mistake') return query.remark;
      queries.push([which, query]);
    }
    /** Kinds whose search the service refused, while it answered others. */
    const unsearched: string[] = [];
    // No search of the workload knows all that was filled in.
    if (queries.length === 0) return { code: 'no-common-search' };
    const alternatives = alternativesIn(form.words ?? '').flatMap((some) =>
      searchesOf(workload, form, task.access, some),
    );
    const used = new Set(queries.map(([which]) => which));
    const leftOut = new Set(alternatives.map(([which]) => which).filter((which) => !used.has(which)));
    try {
      const found = await this.explore(update, task, async (session) => {
        const at = place === undefined ? await this.#searchedIn(session, update, task) : placeOf(place);
        if (at === undefined) return [];
        const searching = queries.map(async ([which, { text, within }]) => {
          const { results, more } = await session.use((access, exploreId) =>
            explorer.search(access, { workload, ...at, exploreId }, which, text, SLICE, signal),
          );
          return { entries: results.filter(isWithin(within)), more };
        });
        const all = unlessAllRefused(await Promise.allSettled(searching), (at) => {
          const [which] = queries[at] ?? [];
          if (which !== undefined) unsearched.push(which);
        });
        if (scope.kind !== 'organization') return all;
        return Promise.all(all.map((one) => this.#explored.withHolders(session, update, task, one)));
      });
      const entries = found.flatMap((one) => one.entries).toSorted(newestFirst);
      return {
        entries: entries.slice(0, MAX_FOUND),
        more: entries.length > MAX_FOUND || found.some(({ more }) => more),
        unsearched,
        leftOut: [...leftOut],
      };
    } catch (error) {
      const remark = error instanceof UpstreamError ? remarkOf(error, 'search') : undefined;
      if (remark?.code === 'query-refused') return remark;
      throw error;
    }
  }

  /** An administrator's session has others' data, too. @returns undefined where it does not have that of whom was chosen */
  async #searchedIn(session: TaskExplore, update: TaskUpdate, task: ReadyTask) {
    if (!policyOf(task.access).isOrganizationWide || task.scope.kind === 'organization') return {};
    const [container] = await this.#containersIn(session, update, task);
    return container && { containerId: container.id };
  }

  async #list(update: TaskUpdate, task: ReadyTask, location: Location | undefined): Promise<Results> {
    if (location === undefined) return { entries: [], more: false };
    const { explorer } = this.#ports;
    const { workload } = task;
    const at = { workload, ...placeOf(location) };
    const { compare, container } = rulesOf(workload, task.access);
    const isTop = location.folders.length === 0;
    const [folders, items, whole] = await this.explore(update, task, (session) =>
      Promise.all([
        session.use((access, exploreId) => explorer.folders(access, { ...at, exploreId }, SLICE)),
        session.use((access, exploreId) => explorer.items(access, { ...at, exploreId }, SLICE)),
        container !== undefined && isTop ? this.#whole(session, task, location.containerId) : undefined,
      ]),
    );
    const holder = task.scope.kind === 'organization' ? location.containerName : undefined;
    const { path, containerName = holder } = insideOf(openEntry(location));
    const inside = { path, containerName };
    const entries = [...folders.results.toSorted(byFolder), ...items.results.toSorted(compare)];
    const listed = entries.map((entry) => ({ ...inside, ...entry }));
    return {
      entries: whole !== undefined && container !== undefined ? [asWhole(whole, container), ...listed] : listed,
      more: folders.more || items.more,
    };
  }

  /** At the top of a container all of it can be selected, where the workload restores it together. */
  async #whole(session: TaskExplore, { scope, workload }: ReadyTask, id: string): Promise<ScopeItem | undefined> {
    if (scope.kind === 'item' && scope.item.id === id) return scope.item;
    const { explorer } = this.#ports;
    return session
      .use((access, exploreId) => explorer.exploredItem(access, workload, exploreId, id))
      .catch(onUpstreamError(() => undefined));
  }
}
