/**
 * **Look in earlier backups** and **What is missing?**: a job looks into one backup after the other for what a search did not
 * find, or for what a folder has lost (what-is-missing.ts). The task moves to a backup that has it as soon as it is found:
 * docs/decisions/looking-in-earlier-backups.md.
 */
import { onUpstreamError, UpstreamError } from '../../../core/errors.ts';
import type { JobOf } from '../../../core/jobs.ts';
import { changeState, keep, readForJob, readState, write } from '../../../durable/record.ts';
import { withPutBack, type PutBack } from '../../../durable/put-back.ts';
import { isCopy, startJob } from '../../../durable/start-job.ts';
import type { PersonKey } from '../../../core/person.ts';
import type { RestorePoint } from '../../backups/catalog.ts';
import type { Location } from '../../backups/entries/entry.ts';
import type { Look } from '../../state/look.ts';
import { openedOf, withoutSession, type Remark, type Task } from '../../state/task.ts';
import { NO_RESTORES, type RestoreState } from '../../state/restore.ts';
import type { RestorePorts } from '../../state/ports.ts';
import { stopExplore, troubleIn } from '../../explore/explore-session.ts';
import type { ServiceAccess } from '../../access/service-access.ts';
import { SessionRefusedError } from '../../access/session-work.ts';
import type { ExploreQueries } from '../task/explore-queries.ts';
import { pointOf, usable, type RestorePointCache } from '../../explore/restore-points.ts';
import { SearchReplacedError } from '../../explore/search/search-turns.ts';
import {
  comparedAt,
  goTo,
  isFilledIn,
  isLooking,
  whileSame,
  withPage,
  withPoint,
  withRemark,
  type ReadyTask,
} from '../../state/task-transitions.ts';
import { showTaskCard } from '../task/task-card.ts';
import type { TaskUpdate } from '../task/task-update.ts';
import type { TaskUpdates } from '../task/task-updates.ts';
import { beyond, marksOf } from './comparison.ts';
import { ended, withLooked, withOpening } from './looking.ts';
import { searchBackup, searchPlace } from './search-backup.ts';
import { MAX_SESSIONS, nextLook, type NextLook } from '../../explore/search-order.ts';
import { WhatIsMissing, type ComparisonMemory } from './what-is-missing.ts';
import { policyOf } from '../../access/kinds/policy.ts';

/** How soon a search is cut off once its look has ended, perhaps on another instance. */
const CHECK_MILLISECONDS = 1_000;

const ENDED = new Error('The look into earlier backups has ended.');

type Ports = Pick<RestorePorts, 'explorer' | 'store' | 'people' | 'jobs' | 'announcer' | 'clock' | 'log' | 'newId'> & {
  readonly access: ServiceAccess;
  readonly points: RestorePointCache;
  readonly queries: ExploreQueries;
  readonly updates: TaskUpdates;
};

type Backup = Extract<NextLook, { kind: 'deleted' | 'point' }>;

function remarkOf(next: Exclude<NextLook, Backup>, { looked, isAssumed, ofPlace }: Look, { page }: Task): Remark {
  // The place is there, and what was searched for is not in it.
  if (ofPlace && page === undefined && next.kind !== 'nothing') return { code: 'nothing-found' };
  switch (next.kind) {
    case 'found-deleted':
      return { code: 'found-deleted' };
    case 'found':
      return { code: 'last-seen', at: next.at, exact: next.exact, isAssumed };
    case 'nothing':
      return {
        code: 'nothing-earlier',
        lookedAt: looked.filter(({ deleted }) => !deleted).map(({ at }) => at),
        ofPlace,
      };
  }
}

/** All methods throw StorageUnavailableError. */
export class LookBack {
  readonly #ports: Ports;
  readonly #comparisons: WhatIsMissing;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#comparisons = new WhatIsMissing(ports);
  }

  /**
   * For what a search did not find, or not yet: from its results, for what is not among them; where the backup does not even
   * have the mailbox, drive, site or team, for that. A second press shows the look that goes on.
   *
   * @throws UpstreamError, SessionRefusedError
   */
  async begin(update: TaskUpdate): Promise<void> {
    if (isLooking(update.task, update.task.look?.id ?? '')) return;
    const ready = update.readyTask();
    const page = ready?.step === 'results' ? ready.page : undefined;
    const source = page?.source.kind === 'search' ? page.source : undefined;
    const { form, within } = source ?? ready ?? { form: {} };
    const task = ready && { ...ready, form, within };
    const ofPlace = task !== undefined && source === undefined && (await this.#isPlaceAbsent(update, task));
    if (task === undefined || !(ofPlace || isFilledIn(task.form)))
      return update.stage((present) => goTo(present, 'search'));
    // A card of another time: what is not known of the results would count as other things.
    if (source?.beyond === true || page?.tooMany === true) return;
    const found = source && (await this.#ports.queries.fetch(update, task, source, false));
    if (found !== undefined && 'code' in found) return update.stage(withRemark(found));
    const known = found && marksOf(found.entries);
    const from = task.point.kind === 'at' ? task.point : await this.#latest(update, task);
    if (from === undefined) return update.stage(withRemark({ code: 'no-points' }));
    const { backupTime, isAssumed } = from;
    return this.#start(update, task, {
      from: backupTime,
      isAssumed,
      showedDeleted: task.showDeleted,
      looked: [],
      known,
      ofPlace: ofPlace || undefined,
    });
  }

  /**
   * For what a folder has lost, or the one that a post or a list item is in: first since the backup of its page, or else of
   * a week ago; from a page that shows what is missing, since an earlier one.
   *
   * @param ofDeleted compares with the deleted items of the latest backup alone
   * @throws UpstreamError, SessionRefusedError
   */
  async beginComparison(update: TaskUpdate, location: Location, ofDeleted: boolean): Promise<void> {
    if (isLooking(update.task, update.task.look?.id ?? '')) return;
    const task = update.readyTask();
    if (task === undefined) return;
    const [latest] = await this.#points(update, task);
    if (latest === undefined) return update.stage(withRemark({ code: 'no-points' }));
    const { point, page } = task;
    const { backupTime: from, isAssumed } = latest;
    const before = page?.source.kind === 'folder' ? page.source.missing : undefined;
    const looked = before === undefined || before.deleted ? [] : [{ at: before.at, found: true }];
    const since = point.kind === 'at' && point.backupTime < from ? point.backupTime : undefined;
    const comparison = { location: comparedAt(task, location), since, ofDeleted: ofDeleted || undefined };
    return this.#start(update, task, { from, isAssumed, showedDeleted: false, looked, comparison });
  }

  async #start(update: TaskUpdate, task: ReadyTask, begun: Omit<Look, 'id' | 'sessions'>): Promise<void> {
    const { form, within } = task;
    const look: Look = { ...begun, id: this.#ports.newId(), sessions: 0 };
    // Another press may have begun one.
    const begin = (jobId: string | undefined) =>
      whileSame(task, (present) =>
        present.step === 'earlier' ? present : { ...present, form, within, look: { ...look, jobId }, step: 'earlier' },
      );
    const write = async (jobId: string | undefined) => {
      update.stage(begin(jobId));
      return { result: undefined, isNeeded: (await update.save()) && isLooking(update.task, look.id) };
    };
    const job = { kind: 'look-back', key: update.asker.key, lookId: look.id } as const;
    return startJob(this.#ports, job, write, () => undefined);
  }

  async adopt({ key, lookId }: JobOf<'look-back'>, by: PutBack): Promise<void> {
    const decide = (state: RestoreState | undefined) => {
      const { task } = state ?? {};
      const look = task?.look?.id === lookId ? withPutBack(task.look, by) : undefined;
      return task === undefined || look === undefined
        ? keep(undefined)
        : write({ ...NO_RESTORES, ...state, task: { ...task, look } }, undefined);
    };
    await changeState<undefined, RestoreState>(this.#ports.store, key, decide);
  }

  /** Handler of `look-back` jobs. */
  async follow({ key, lookId }: JobOf<'look-back'>, signal: AbortSignal, messageId?: string): Promise<void> {
    const memory: ComparisonMemory = {};
    for (let isTakenOver = true; ; isTakenOver = false) {
      signal.throwIfAborted();
      const search = new AbortController();
      const update = await this.#open(key, AbortSignal.any([signal, search.signal]));
      if (update === undefined) return;
      if (isCopy(update.task.look ?? {}, messageId)) return;
      if (isTakenOver) await this.#closeLeft(update, lookId);
      if (!isLooking(update.task, lookId)) {
        // Its end, also where a process died before showing it, and **Stop** pressed while the card was edited.
        // If it cannot be shown, the job is run again.
        if (update.task.look?.id === lookId) await this.#show(update);
        return;
      }
      try {
        if (!(await this.#ports.updates.run(update, () => this.#step(update, search, memory)))) return;
      } catch (error) {
        // The task waits for a sign-in, and its card says so.
        if (error instanceof SessionRefusedError) return;
        throw error;
      }
    }
  }

  /** What a process that died had open for the look. */
  async #closeLeft({ state, task, connection }: TaskUpdate, lookId: string): Promise<void> {
    const left = state?.openSessions?.filter((open) => open.lookId === lookId && open.id !== task.explore?.id) ?? [];
    await Promise.all(left.map(({ id }) => stopExplore(this.#ports, connection, id)));
  }

  async #step(update: TaskUpdate, search: AbortController, memory: ComparisonMemory): Promise<void> {
    const task = update.readyTask();
    const look = task?.look;
    if (task === undefined || look === undefined) return;
    const { id: lookId, comparison } = look;
    try {
      const points = await this.#points(update, task);
      if (comparison !== undefined) {
        const opening = (sessions: number, at: number) => this.#opening(update, lookId, sessions, at);
        const step = { update, task, look: { ...look, comparison }, points, memory, opening };
        return await this.#whileWatched(update, lookId, search, () => this.#comparisons.compare(step));
      }
      const next = nextLook(points, look);
      if (next.kind === 'deleted' || next.kind === 'point') await this.#look(update, task, { ...next, look, search });
      else update.stage(ended(lookId, remarkOf(next, look, task)));
    } catch (error) {
      // Cut off: what it has opened is closed.
      if (update.options.signal?.aborted === true || this.#mayLookAgain(update, error)) return;
      const isReplaced = error instanceof SearchReplacedError;
      const isOver = isReplaced || error instanceof UpstreamError || error instanceof SessionRefusedError;
      if (isOver) update.stage(ended(lookId));
      if (!isReplaced) throw error;
    }
  }

  /** The service dropped the session that was opened for the search: another one counts, too. */
  #mayLookAgain({ openedSession, task: { look } }: TaskUpdate, error: unknown): boolean {
    if (openedSession === undefined || look === undefined || look.sessions > look.looked.length + 1) return false;
    return ['not-found', 'conflict'].includes(troubleIn(error) ?? '');
  }

  async #look(
    update: TaskUpdate,
    task: ReadyTask,
    { look, search, ...next }: Backup & { look: Look; search: AbortController },
  ): Promise<void> {
    const { id, from, showedDeleted, known, ofPlace } = look;
    const isOfDeleted = next.kind === 'deleted';
    const at = isOfDeleted ? from : next.point.backupTime;
    const point = isOfDeleted ? task.point : pointOf(next.point);
    const showDeleted = isOfDeleted || showedDeleted;
    if (!(await this.#opening(update, id, 1, at))) return;
    const there: ReadyTask = { ...withoutSession(task), point, showDeleted, containers: undefined };
    const {
      source,
      all,
      containers = [],
    } = await this.#whileWatched(update, id, search, () =>
      ofPlace ? searchPlace(this.#ports, update, there) : searchBackup(this.#ports, update, there),
    );
    if ('code' in all) return update.stage(ended(id, all));
    const found = known === undefined ? all : { ...all, entries: beyond(all.entries, known) };
    const explore = update.openedSession;
    const isFound = found.entries.length > 0 || containers.length > 0;
    const moved = (present: Task): Task => {
      const moving = withPoint(present, point, showDeleted);
      const placed = ofPlace ? { ...moving, containers } : { ...moving, missing: found.entries };
      const shown = source && (known === undefined ? source : { ...source, beyond: true as const });
      return { ...(shown ? withPage(placed, shown, found, 0) : placed), explore, step: 'earlier' };
    };
    const looked = { at, found: isFound, deleted: isOfDeleted || undefined };
    update.stage(withLooked(id, looked, (present) => (isFound ? moved(present) : present)));
  }

  /** Counts sessions before they are opened, and shows what is looked into. @returns false where the look has ended */
  async #opening(update: TaskUpdate, lookId: string, sessions: number, at: number): Promise<boolean> {
    update.stage(withOpening(lookId, sessions, at));
    if (!(await update.save()) || !isLooking(update.task, lookId)) return false;
    // Another instance still runs it.
    if ((update.task.look?.sessions ?? 0) > MAX_SESSIONS) return false;
    const { log } = this.#ports;
    const logError = onUpstreamError((error) =>
      log.warn({ event: 'task-card-failed', error }, 'the card of a task could not be edited'),
    );
    await this.#show(update).catch(logError);
    return true;
  }

  /** Cuts the work off once the look has ended. */
  async #whileWatched<T>(
    { asker }: TaskUpdate,
    lookId: string,
    search: AbortController,
    work: () => Promise<T>,
  ): Promise<T> {
    const over = new AbortController();
    void this.#watch(asker.key, lookId, search, over.signal);
    return work().finally(() => over.abort(ENDED));
  }

  /** Until `over`. Never throws. */
  async #watch(key: PersonKey, lookId: string, search: AbortController, over: AbortSignal): Promise<void> {
    const { store, clock } = this.#ports;
    try {
      for (;;) {
        await clock.sleep(CHECK_MILLISECONDS, over);
        const loaded = await readState(store, key).catch(() => undefined);
        if (loaded !== undefined && !isLooking(loaded.state?.task, lookId)) return search.abort(ENDED);
      }
    } catch {
      // The search is over.
    }
  }

  async #points({ connection, asker }: TaskUpdate, { scope, workload }: ReadyTask) {
    return usable(await this.#ports.points.get(connection, scope, asker.address.zone), workload);
  }

  async #isPlaceAbsent(update: TaskUpdate, task: ReadyTask): Promise<boolean> {
    return task.scope.kind !== 'organization' && (await this.#ports.queries.containers(update, task)).length === 0;
  }

  /** What "latest" was when the session was opened; an administrator's is opened with a time, not with a backup's own. */
  async #latest(
    update: TaskUpdate,
    task: ReadyTask,
  ): Promise<Pick<RestorePoint, 'backupTime' | 'isAssumed'> | undefined> {
    const opened = openedOf(task);
    if (opened?.id !== undefined && !policyOf(task.access).isOrganizationWide) return opened;
    const points = await this.#points(update, task);
    return points.find(({ backupTime }) => backupTime <= (opened?.backupTime ?? Infinity));
  }

  /** @returns undefined where nobody is signed in who may continue the task */
  async #open(key: PersonKey, signal: AbortSignal): Promise<TaskUpdate | undefined> {
    const { access, people, store, updates } = this.#ports;
    const [found, { state: person }, loaded] = await Promise.all([
      access.find(key),
      readState(people, key),
      readForJob(store, key),
    ]);
    const task = loaded.state?.task;
    if (found.kind === 'refused' || person === undefined || task === undefined) return undefined;
    const asker = { key, person: person.person, address: person.address };
    // Each session is counted before it is opened.
    const options = { signal, reopens: false, inBackground: true };
    return updates.open({ asker, connection: found.connection, loaded }, task.id, options);
  }

  async #show(update: TaskUpdate): Promise<void> {
    if (update.task.cardId === undefined) return;
    await showTaskCard(this.#ports, update, await this.#ports.updates.view(update));
  }
}
