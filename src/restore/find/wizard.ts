/** Finding: the commands and presses by which a person finds, lists and configures what **Restore** restores. */
import type { FlowKind } from '../../core/organization.ts';
import { readState } from '../../durable/record.ts';
import type { Asker } from '../../core/person.ts';
import { within } from '../../core/time-limit.ts';
import type { ScopeList } from '../backups/catalog.ts';
import type { Called } from '../backups/entries/entry.ts';
import type { Workload } from '../backups/workloads/index.ts';
import type { TaskPress } from '../state/presses.ts';
import type { RestoreState } from '../state/restore.ts';
import { selectedOf } from '../state/task.ts';
import type { FileExports } from '../export/file-exports.ts';
import type { RestorePorts } from '../state/ports.ts';
import { beginRestore } from '../run/begin.ts';
import type { RunPorts } from '../run/calls/call-step.ts';
import { flowOf } from '../backups/entries/access-kind.ts';
import type { AuthorizedRequest, Connection, ServiceAccess } from '../access/service-access.ts';
import { SessionRefusedError } from '../access/session-work.ts';
import type { RestoreNotice } from '../state/notice.ts';
import type { ScopeChoice } from '../state/task-views.ts';
import { noticeReply, type RestoreReply } from '../state/views.ts';
import { withConfirmed } from './task/confirm.ts';
import { LookBack } from './earlier/look-back.ts';
import { ExploreQueries } from './task/explore-queries.ts';
import type { RestorePointCache } from '../explore/restore-points.ts';
import { ResultsCache } from '../explore/results-cache.ts';
import { ScopeCache } from '../explore/scope/scope-cache.ts';
import { SearchReplacedError, undefinedIfReplaced } from '../explore/search/search-turns.ts';
import { TaskLifecycle, type WaitingFind } from './task-lifecycle.ts';
import { TaskSteps } from './task-steps.ts';
import { goTo, searchingEverywhere, seen, withAlso, type TaskChange } from '../state/task-transitions.ts';
import type { TaskUpdate } from './task/task-update.ts';
import { TaskUpdates, type TaskStep } from './task/task-updates.ts';
import { scopeChoices } from './task/task-view.ts';
import { policyOf } from '../access/kinds/policy.ts';

/** How long type-ahead waits for a list that is not in memory; the next letter finds it there. */
const SUGGESTION_MILLISECONDS = 1_500;

/** How long an administrator waits for a card before it says that the backup is being opened. */
const OPENING_MILLISECONDS = 4_000;

/** Presses about one item or folder, which may be gone although everything else exists. */
const ITEM_PRESSES: ReadonlySet<string> = new Set<TaskPress['kind']>(['open', 'up', 'versions', 'choose-options']);

const isNotice = ({ view }: RestoreReply, code: RestoreNotice['code']): boolean =>
  view.kind === 'restore-notice' && view.notice.code === code;

/** How somebody who has to sign in first does so. @returns undefined where nobody has to */
export function signInFlowIn(reply: RestoreReply): FlowKind | undefined {
  if (reply.kind !== 'render' || reply.view.kind !== 'restore-notice') return undefined;
  const { notice } = reply.view;
  return notice.code === 'sign-in-first' ? flowOf(notice.access ?? 'operator') : undefined;
}

/** Why a button of that task no longer works. */
function outdatedReply(state: RestoreState | undefined, taskId: string): RestoreReply {
  const restore = state?.restores.find((other) => other.taskId === taskId && other.endedAt === undefined);
  if (restore !== undefined) return noticeReply({ code: 'already-restoring', restoreId: restore.id });
  return noticeReply({ code: state?.task === undefined ? 'no-task' : 'task-outdated' });
}

interface RequestedItems {
  readonly requestId: string;
  /** An address, or a name. */
  readonly scope: string;
  readonly called: Called;
  readonly workload: Workload | undefined;
  /** A day. */
  readonly asOf: string | undefined;
  readonly words: string;
}

interface TaskCommand {
  readonly change: TaskChange;
  readonly step?: TaskStep;
}

type Ports = RestorePorts & {
  readonly access: ServiceAccess;
  readonly points: RestorePointCache;
  readonly run: RunPorts;
  readonly fileExports: Pick<FileExports, 'begin'>;
};

export type TaskCommands = Pick<Wizard, 'find' | 'scope' | 'points' | 'list' | 'press' | 'suggest'>;

/** Commands and presses throw StorageUnavailableError. Errors of the backup service are shown on the card. */
export class Wizard {
  readonly lifecycle: TaskLifecycle;
  readonly lookBack: LookBack;
  readonly #ports: Ports;
  readonly #scopes: ScopeCache;
  readonly #queries: ExploreQueries;
  readonly #steps: TaskSteps;
  readonly #updates: TaskUpdates;
  /** Tasks whose session is being opened while the form is filled in. */
  readonly #preparing = new Set<string>();

  constructor(ports: Ports) {
    const scopes = new ScopeCache(ports.explorer);
    const results = new ResultsCache();
    const queries = new ExploreQueries({ ...ports, results, scopes });
    const updates = new TaskUpdates({ ...ports, scopes });
    const lookBack = new LookBack({ ...ports, queries, updates });
    const steps = new TaskSteps({ ...ports, queries, scopes, lookBack });
    const find = (asker: Asker, { words, askedAt }: WaitingFind) => this.#find(asker, words, askedAt);
    this.lifecycle = new TaskLifecycle({ ...ports, scopes, results, updates, steps, find });
    this.lookBack = lookBack;
    this.#ports = ports;
    this.#scopes = scopes;
    this.#queries = queries;
    this.#steps = steps;
    this.#updates = updates;
  }

  /** `restore find <words>`, and **Find items to restore**. */
  async find(asker: Asker, words: string | undefined): Promise<RestoreReply> {
    const reply = await this.#find(asker, words);
    const isAwaited = signInFlowIn(reply) !== undefined || isNotice(reply, 'administrator-only');
    if (isAwaited) await this.lifecycle.remember(asker.key, words);
    return reply;
  }

  /** What somebody has asked for: whose data, which, as of when and the words are filled in, and looked for. */
  findRequested(
    asker: Asker,
    { requestId, scope, called, workload, asOf = 'latest', words }: RequestedItems,
  ): Promise<RestoreReply> {
    const form = { words };
    return this.#begin(asker, {
      change: (task) => goTo({ ...searchingEverywhere(task), requestId, form, line: undefined }, 'search'),
      step: (update) => {
        const request = { scope, called, workload, asOf, showDeleted: true, form };
        return this.#steps.press(update, { kind: 'search', ...request });
      },
    });
  }

  scope(asker: Asker, typed: string | undefined): Promise<RestoreReply> {
    return this.#begin(asker, {
      change: (task) => goTo({ ...searchingEverywhere(task), requestId: undefined }, 'search'),
      step: (update) => (typed === undefined ? undefined : this.#steps.chooseScope(update, typed)),
    });
  }

  points(asker: Asker): Promise<RestoreReply> {
    return this.#begin(asker, { change: (task) => goTo(task, 'point') });
  }

  list(asker: Asker): Promise<RestoreReply> {
    return this.#ports.access.authorize(asker, async (request) => {
      const { task } = request.loaded.state ?? {};
      const update = task && this.#updates.open(request, task.id);
      if (update === undefined) return noticeReply({ code: 'no-task' });
      if (selectedOf(update.task).length === 0) return noticeReply({ code: 'list-empty' });
      return this.#run(update, { change: (present) => goTo(present, 'list') });
    });
  }

  press(asker: Asker, taskId: string, press: TaskPress, cardId: string | undefined): Promise<RestoreReply> {
    return this.#authorize(asker, async (request) => {
      if (press.kind === 'restore') {
        const reply = await this.#restore(request, taskId, press, cardId);
        if (reply !== undefined) return reply;
      }
      const update = this.#updates.open(request, taskId);
      if (update === undefined) return outdatedReply(request.loaded.state, taskId);
      if (press.kind === 'done') {
        return (await this.lifecycle.done(request, taskId, cardId)) ?? outdatedReply(request.loaded.state, taskId);
      }
      update.stage(seen);
      // The pressed card is the task's from now on, also an older one or one whose id was never stored.
      if (cardId !== undefined) update.stage((task) => ({ ...task, cardId }));
      const operation = ITEM_PRESSES.has(press.kind) ? 'item' : 'other';
      const exists = await this.#updates.run(update, () => this.#steps.press(update, press), operation);
      if (!exists) return outdatedReply(update.state, taskId);
      void this.lifecycle.editMoved(update, update.formerCards);
      void this.#prepare(update);
      const listPage = press.kind === 'list-page' ? press.page : undefined;
      return { kind: 'render', view: await this.#updates.view(update, { listPage }) };
    });
  }

  /** @returns undefined where the card is shown again, with a remark that says why nothing was restored */
  async #restore(
    request: AuthorizedRequest,
    taskId: string,
    press: Extract<TaskPress, { kind: 'restore' }>,
    cardId: string | undefined,
  ): Promise<RestoreReply | undefined> {
    const { run, reasonRule, restoreElsewhere } = this.#ports;
    const confirm = (one: typeof press) => withConfirmed(one, reasonRule, restoreElsewhere);
    const reply = await beginRestore(run, request, taskId, cardId, confirm(press));
    const isAuditMissing = reply !== undefined && isNotice(reply, 'audit-unavailable');
    const update = isAuditMissing ? this.#updates.open(request, taskId) : undefined;
    if (update === undefined) return reply;
    // The card again, with its question and its button, and with what was entered.
    const step: TaskStep = () => {
      update.stage(seen);
      update.stage(confirm({ ...press, overwrite: undefined }));
      update.stage(withAlso({ code: 'audit-unavailable' }));
    };
    if (!(await this.#updates.run(update, step))) return outdatedReply(update.state, taskId);
    return { kind: 'render', view: await this.#updates.view(update) };
  }

  /** Type-ahead of the scope picker. @returns nothing if the list is not available in time. Never throws. */
  async suggest(asker: Asker, typed: string, max: number): Promise<readonly ScopeChoice[]> {
    const { access, clock, log } = this.#ports;
    try {
      const connection = await access.connection(asker);
      if (connection === undefined) return [];
      const { session, kind } = connection;
      const fetch = () => this.#suggested(connection).catch(() => undefined);
      const list = await within(SUGGESTION_MILLISECONDS, fetch, { clock });
      return scopeChoices(list, typed, max, { session, recentScopes: [], access: kind });
    } catch (error) {
      log.warn({ event: 'scope-suggestions-failed', error }, 'no scope could be suggested');
      return [];
    }
  }

  /** An administrator's names come out of the session of the task, which may still be opened. */
  async #suggested(connection: Connection): Promise<ScopeList | undefined> {
    if (!policyOf(connection.kind).findsNamesInSession) return this.#scopes.get(connection);
    const { store, explorer } = this.#ports;
    const { access, explore } = (await readState(store, connection.key)).state?.task ?? {};
    if (access !== connection.kind || explore === undefined) return undefined;
    const { id, workload } = explore;
    const fetch = () => connection.call((service) => explorer.exploredScope(service, workload, id));
    return this.#scopes.explored(connection.session.signInId, id, fetch);
  }

  /** While an administrator fills in the form, the session is opened out of which the names come. Never throws. */
  async #prepare({ asker, connection, task }: TaskUpdate): Promise<void> {
    const { store, log } = this.#ports;
    // What the service refused is not tried again at once.
    const isWanted =
      policyOf(task.access).findsNamesInSession && task.step === 'search' && task.remark?.code !== 'service';
    if (!isWanted) return;
    if (task.explore !== undefined && this.#scopes.peek(connection.session.signInId, task.explore.id)) return;
    // One at a time: each takes one of the searches that a person may run.
    if (this.#preparing.has(task.id)) return;
    this.#preparing.add(task.id);
    try {
      const loaded = await readState(store, asker.key);
      const update = this.#updates.open({ asker, connection, loaded }, task.id, { inBackground: true });
      if (update === undefined) return;
      await this.#updates.run(update, async () => {
        this.#queries.startAnew(update);
        await this.#queries.scopeList(update);
      });
    } catch (error) {
      if (error instanceof SearchReplacedError || error instanceof SessionRefusedError) return;
      log.warn({ event: 'scope-suggestions-failed', error }, 'no scope could be suggested');
    } finally {
      this.#preparing.delete(task.id);
    }
  }

  /** @param askedAt before a sign-in */
  #find(asker: Asker, words: string | undefined, askedAt?: number): Promise<RestoreReply> {
    const line = words === undefined ? undefined : { form: { words }, line: words };
    const command: TaskCommand = {
      change: (task) => goTo({ ...searchingEverywhere(task), requestId: undefined, ...line }, 'search'),
      step: (update) => (words === undefined ? undefined : this.#steps.readLine(update, words)),
    };
    return this.#begin(asker, command, askedAt);
  }

  #begin(asker: Asker, command: TaskCommand, askedAt?: number): Promise<RestoreReply> {
    return this.#authorize(asker, async (request) =>
      this.#run(await this.#updates.begin(request, { askedAt }), command),
    );
  }

  async #authorize(...request: Parameters<ServiceAccess['authorize']>): Promise<RestoreReply> {
    const reply = await this.#ports.access.authorize(...request).catch(undefinedIfReplaced);
    return reply ?? noticeReply({ code: 'search-replaced' });
  }

  /** A command: the task's card is posted below what was typed. */
  async #run(update: TaskUpdate, { change, step = () => undefined }: TaskCommand): Promise<RestoreReply> {
    update.stage(seen);
    update.stage(change);
    const running = this.#updates.run(update, step);
    const isSlow = policyOf(update.task.access).isOrganizationWide && !(await this.#isSoon(running));
    // To open a whole organization may take a minute: the card says so, and shows what was found in its place.
    if (isSlow) await this.lifecycle.post(update, await this.#updates.view(update));
    if (!(await running)) return outdatedReply(update.state, update.task.id);
    void this.#prepare(update);
    const view = await this.#updates.view(update);
    return (isSlow ? await this.lifecycle.edit(update, view) : undefined) ?? this.lifecycle.post(update, view);
  }

  #isSoon(running: Promise<unknown>): Promise<boolean> {
    const { clock } = this.#ports;
    const ended = () => running.then(() => true);
    return within(OPENING_MILLISECONDS, ended, { clock }).then(Boolean);
  }
}
