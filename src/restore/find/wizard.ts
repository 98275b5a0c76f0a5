/** Finding: the commands and presses by which a person finds, lists and configures what **Restore** restores. */
import type { Asker, PersonKey } from '../../core/person.ts';
import { undefinedIfTimedOut, withTimeout } from '../../core/time-limit.ts';
import type { Session } from '../../sign-in/model.ts';
import type { RestoreState } from '../model/restore.ts';
import type { RestorePorts } from '../ports.ts';
import type { RestoreService } from '../run/service.ts';
import { ExploreSessions } from '../service-session/explore-session.ts';
import { IdleJobHandler, type IdleJob } from '../service-session/idle-job.ts';
import type { OperatorAccess } from '../service-session/operator-access.ts';
import { noticeReply, type RestoreNotice, type RestoreReply, type ScopeChoice } from '../views.ts';
import { createChooseSteps, type ChooseSteps } from './choose-steps.ts';
import { TaskCloser } from './close-task.ts';
import { createExploreQueries } from './explore-query.ts';
import { createListSteps, type ListSteps } from './list-step.ts';
import { RestorePointCache } from './restore-points.ts';
import { ResultsCache } from './results-cache.ts';
import { ScopeCache } from './scope-cache.ts';
import { createSearchSteps, type SearchSteps } from './search-step.ts';
import { TaskCards } from './task-card.ts';
import { TaskResumer } from './task-resume.ts';
import { goTo, withReason, type TaskChange } from './task-transitions.ts';
import { TaskUpdates, type TaskUpdate } from './task-update.ts';
import { scopeChoices, type ViewContext } from './task-view.ts';
import type { TaskPress } from './wizard-actions.ts';

/** All throw StorageUnavailableError. Errors of the backup service are shown on the card. */
export interface Wizard {
  /** `restore find <words>`, and **Find something to restore**. */
  find(asker: Asker, words: string | undefined): Promise<RestoreReply>;
  /** `restore scope <words>`. */
  scope(asker: Asker, words: string | undefined): Promise<RestoreReply>;
  /** `restore points`. */
  points(asker: Asker): Promise<RestoreReply>;
  /** `restore list`. */
  list(asker: Asker): Promise<RestoreReply>;
  /** A button of a task's card. */
  press(asker: Asker, taskId: string, press: TaskPress, cardId: string | undefined): Promise<RestoreReply>;
  /** Type-ahead of the scope picker. Never throws. */
  suggest(asker: Asker, typed: string, max: number): Promise<readonly ScopeChoice[]>;
  /** Before a log-out: stops the explore session while the token works, and closes the task. Never throws. */
  close(key: PersonKey, session: Session): Promise<void>;
  /** After the end of a sign-in: its task is over. */
  expire(key: PersonKey, signInId: string): Promise<void>;
  /** The service has refused the session: the task waits for a sign-in. */
  pause(key: PersonKey, signInId: string): Promise<void>;
  /** After a sign-in: what waited for it continues. @throws also UpstreamError, SessionRefusedError */
  resume(key: PersonKey): Promise<void>;
  /** Handler of `explore-idle` jobs. */
  idle(job: IdleJob): Promise<void>;
}

/** How long type-ahead waits for a list that is not in memory; the next letter finds it there. */
const SUGGESTION_MILLISECONDS = 1_500;

const isNotice = ({ view }: RestoreReply, code: RestoreNotice['code']): boolean =>
  view.kind === 'restore-notice' && view.notice.code === code;
export const isSignInFirst = (reply: RestoreReply): boolean => isNotice(reply, 'sign-in-first');

/** Presses about one item or folder, which may be gone although everything else exists. */
const ITEM_PRESSES: ReadonlySet<TaskPress['kind']> = new Set<TaskPress['kind']>([
  'open',
  'up',
  'versions',
  'choose-options',
]);

const withoutRemark: TaskChange = (task) => ({ ...task, remark: undefined });

/** Why a button of that task no longer works. */
function outdatedReply(state: RestoreState | undefined, taskId: string): RestoreReply {
  const restore = state?.restores.find((other) => other.taskId === taskId && other.endedAt === undefined);
  if (restore !== undefined) return noticeReply({ code: 'already-restoring', restoreId: restore.id });
  return noticeReply({ code: state?.task === undefined ? 'no-task' : 'task-outdated' });
}

interface Steps {
  readonly choose: ChooseSteps;
  readonly search: SearchSteps;
  readonly list: ListSteps;
}

function act(
  { choose, search, list }: Steps,
  press: Exclude<TaskPress, { kind: 'restore' | 'done' }>,
  update: TaskUpdate,
): Promise<void> | void {
  switch (press.kind) {
    case 'go':
      return update.stage((task) => goTo(task, press.to));
    case 'scope':
      return choose.scope(update, press.choice);
    case 'workload':
      return choose.workload(update, press.workload);
    case 'point':
      return choose.point(update, press);
    case 'search':
      return search.search(update, press.form);
    case 'browse':
      return search.browse(update);
    case 'page':
      if ((press.entries ?? []).length > 0) list.add(update, press.entries ?? []);
      return search.page(update, press.page);
    case 'open':
      return search.open(update, press.entry);
    case 'up':
      return search.up(update);
    case 'versions':
      return search.versions(update, press.entry);
    case 'add':
      return list.add(update, press.entries);
    case 'remove':
      return list.remove(update, press.entries);
    case 'list-page':
      return update.stage((task) => goTo(task, 'list'));
    case 'choose-options':
      return list.chooseOptions(update);
    case 'options':
      return list.options(update, press.options);
    case 'reason':
      return update.stage((task) => withReason(task, press.reason));
  }
}

type Ports = RestorePorts & { readonly access: OperatorAccess; readonly restores: Pick<RestoreService, 'begin'> };

export function createWizard(ports: Ports): Wizard {
  const { explorer, access, restores, clock, log } = ports;
  const scopes = new ScopeCache(explorer);
  const points = new RestorePointCache(ports);
  const results = new ResultsCache();
  const sessions = new ExploreSessions(ports);
  const queries = createExploreQueries({ explorer, sessions, points, results, clock });
  const search = createSearchSteps({ queries, explorer });
  const choose = createChooseSteps({ scopes, points, search, clock });
  const steps = { choose, search, list: createListSteps({ explorer, queries, search }) };
  const cards = new TaskCards(ports);
  const updates = new TaskUpdates({ ...ports, scopes, points, sessions });
  const closer = new TaskCloser({ ...ports, sessions, cards, results, scopes });
  const idleJob = new IdleJobHandler({ ...ports, sessions, closer });

  /** A command: the task's card is posted below what was typed. */
  async function runCommand(
    update: TaskUpdate,
    change: TaskChange,
    step: (update: TaskUpdate) => Promise<void> = () => Promise.resolve(),
    extra?: Pick<ViewContext, 'typed'>,
  ): Promise<RestoreReply> {
    update.stage(withoutRemark);
    update.stage(change);
    const exists = await updates.run(update, step);
    if (!exists) return outdatedReply(update.state, update.task.id);
    return cards.post(update, await updates.view(update, extra));
  }

  function find(asker: Asker, words: string | undefined): Promise<RestoreReply> {
    const change: TaskChange = (task) => goTo(words === undefined ? task : { ...task, form: { words } }, 'search');
    const step = words === undefined ? undefined : choose.continue;
    return access.authorize(asker, async (request) => runCommand(await updates.begin(request), change, step));
  }

  const resumer = new TaskResumer({ ...ports, updates, cards, choose, find });

  return {
    async find(asker, words) {
      const reply = await find(asker, words);
      if (isSignInFirst(reply) || isNotice(reply, 'operator-only')) await resumer.remember(asker.key, words);
      return reply;
    },

    scope: (asker, typed) =>
      access.authorize(asker, async (request) =>
        runCommand(await updates.begin(request), (task) => goTo(task, 'scope'), undefined, { typed }),
      ),

    points: (asker) =>
      access.authorize(asker, async (request) =>
        runCommand(await updates.begin(request), (task) => goTo(task, 'point')),
      ),

    list: (asker) =>
      access.authorize(asker, async (request) => {
        const { task } = request.loaded.state ?? {};
        const update = task && updates.open(request, task.id);
        if (update === undefined) return noticeReply({ code: 'no-task' });
        if (update.task.list.length === 0) return noticeReply({ code: 'list-empty' });
        return runCommand(update, (present) => goTo(present, 'list'));
      }),

    press: (asker, taskId, press, cardId) =>
      access.authorize(asker, async (request) => {
        if (press.kind === 'restore') return restores.begin(request, taskId, cardId);
        const update = updates.open(request, taskId);
        if (update === undefined) return outdatedReply(request.loaded.state, taskId);
        if (press.kind === 'done') {
          return (await closer.done(request, taskId, cardId)) ?? outdatedReply(request.loaded.state, taskId);
        }
        update.stage(withoutRemark);
        // The pressed card is the task's from now on, also an older one or one whose id was never stored.
        if (cardId !== undefined) update.stage((task) => ({ ...task, cardId }));
        const operation = ITEM_PRESSES.has(press.kind) ? 'item' : 'other';
        const exists = await updates.run(update, () => act(steps, press, update), operation);
        if (!exists) return outdatedReply(update.state, taskId);
        void cards.editFormer(update);
        const listPage = press.kind === 'list-page' ? press.page : undefined;
        return { kind: 'render', view: await updates.view(update, { listPage }) };
      }),

    async suggest(asker, typed, max) {
      try {
        const connection = await access.connection(asker);
        if (connection === undefined) return [];
        const { account, signInId } = connection.session;
        const fetch = () => scopes.get(connection).catch(() => undefined);
        const list =
          scopes.peek(signInId) ??
          (await withTimeout(SUGGESTION_MILLISECONDS, fetch, { clock }).catch(undefinedIfTimedOut));
        return scopeChoices(list, typed, max, { account, recentScopes: [] });
      } catch (error) {
        log.warn({ event: 'scope-suggestions-failed', error }, 'no scope could be suggested');
        return [];
      }
    },

    close: (key, session) => closer.logOut(key, session),
    expire: (key, signInId) => closer.expireSignIn(key, signInId),
    pause: (key, signInId) => resumer.pause(key, signInId),
    resume: (key) => resumer.resume(key),
    idle: (job) => idleJob.handle(job),
  };
}
