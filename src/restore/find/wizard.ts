/** What a person does about a restore task: find, choose, list, say how and why. Restoring itself is restoring.ts. */
import type { Asker, PersonKey } from '../../core/person.ts';
import type { Organizations } from '../../sign-in/organizations/organizations.ts';
import type { Announcer } from '../../core/announcer.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { Job, Jobs } from '../../core/jobs.ts';
import type { PersonStore } from '../../sign-in/ports.ts';
import type { Session } from '../../sign-in/model.ts';
import type { OperatorAccess } from '../service-session/operator-access.ts';
import { createChoosing } from './choose-steps.ts';
import { createExploreIdle } from '../service-session/idle-job.ts';
import { createExplores } from '../service-session/explore-session.ts';
import { createFinding } from './search-step.ts';
import { createListing } from './list-step.ts';
import { createLookup } from './explore-query.ts';
import { createPointLists } from './points/restore-point-cache.ts';
import type { Explorer, RestoreStore } from '../ports.ts';
import type { TaskPress } from './wizard-actions.ts';
import type { RestoreState } from '../model/restore.ts';
import type { RestoreService } from '../run/service.ts';
import { createResultsCache } from './results-cache.ts';
import { createScopeSuggest } from './scope/suggestions.ts';
import { createScopes } from './scope/scope-cache.ts';
import { createTaskCards } from './task-card.ts';
import { createTaskResume } from './task-resume.ts';
import { createTaskEnds } from './close-task.ts';
import { createTaskTurns, type Aside } from './task-turns.ts';
import { withReason } from './task-list.ts';
import { goTo, type Change } from './task-transitions.ts';
import type { Turn } from './task-update.ts';
import { noticeReply, type RestoreReply, type RestoreView, type ScopeChoice } from '../views.ts';

type IdleJob = Extract<Job, { kind: 'explore-idle' }>;

/** All throw StorageAwayError; what the services do wrong is on the card. */
export interface Tasks {
  /** `restore find <words>`, and **Find items to restore** (`cardId`: its card, which stays as it is). */
  find(asker: Asker, words: string | undefined): Promise<RestoreReply>;
  /** `restore scope <words>`. */
  scope(asker: Asker, words: string | undefined): Promise<RestoreReply>;
  /** `restore points`. */
  points(asker: Asker): Promise<RestoreReply>;
  /** `restore list`. */
  list(asker: Asker): Promise<RestoreReply>;
  /** A button of a task's card. */
  press(asker: Asker, taskId: string, press: TaskPress, cardId: string | undefined): Promise<RestoreReply>;
  /** Type-ahead of the scope picker: answered from memory, once the scope was fetched. Never throws. */
  suggest(asker: Asker, typed: string, most: number): Promise<readonly ScopeChoice[]>;
  /** Before a log-out: stops the explore session while the token still works, closes the task's card. Never throws. */
  close(key: PersonKey, session: Session, why: 'logged-out'): Promise<void>;
  /** A sign-in has ended by itself: what was begun with it is over, and its card says so. @throws StorageAwayError */
  expire(key: PersonKey, signInId: string): Promise<void>;
  /** The service has refused the session: the task's card asks for a sign-in. @throws StorageAwayError */
  pause(key: PersonKey, signInId: string): Promise<void>;
  /** Somebody has signed in: a task of theirs that waited for it continues. @throws StorageAwayError, UpstreamError, SessionRefusedError */
  resume(key: PersonKey): Promise<void>;
  /** Handler of `explore-idle` jobs. */
  idle(job: IdleJob): Promise<void>;
}

export interface TasksDependencies {
  readonly explorer: Explorer;
  readonly access: OperatorAccess;
  readonly store: RestoreStore;
  /** Knows where a person is written to. */
  readonly people: Pick<PersonStore, 'read'>;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly announcer: Announcer<RestoreView>;
  readonly organizations: Pick<Organizations, 'get'>;
  /** Takes over with **Restore**. */
  readonly restores: Pick<RestoreService, 'begin'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
}

const unremarked: Change = (task) => ({ ...task, remark: undefined });

export function createTasks(dependencies: TasksDependencies): Tasks {
  const { explorer, access, restores, clock, log } = dependencies;
  const scopes = createScopes(dependencies);
  const points = createPointLists(dependencies);
  const results = createResultsCache();
  const explores = createExplores(dependencies);
  const lookup = createLookup({ explorer, explores, points, results, clock });
  const finding = createFinding({ lookup, explorer });
  const choosing = createChoosing({ scopes, points, finding, clock });
  const listing = createListing({ explorer, lookup, finding });
  const cards = createTaskCards(dependencies);
  const turns = createTaskTurns({ ...dependencies, scopes, points, explores });
  const ends = createTaskEnds({ ...dependencies, explores, cards, results, scopes });

  /** Why a button of that task does nothing any more. */
  function outdated(state: RestoreState | undefined, taskId: string): RestoreReply {
    const restore = state?.restores.find((each) => each.taskId === taskId && each.endedAt === undefined);
    if (restore !== undefined) return noticeReply({ code: 'already-restoring', restoreId: restore.id });
    return noticeReply({ code: state?.task === undefined ? 'no-task' : 'task-outdated' });
  }

  /** A command: the task's card comes below what was typed, and gives up where it stood. */
  async function posted(turn: Turn, prepare: Change, act: (turn: Turn) => Promise<void>, aside?: Aside) {
    turn.plan(unremarked);
    turn.plan(prepare);
    const isThere = await turns.run(turn, act, 'other');
    if (!isThere) return outdated(turn.state(), turn.task().id);
    return cards.post(turn, await turns.show(turn, aside));
  }

  const command = (asker: Asker, prepare: Change, act: (turn: Turn) => Promise<void>, aside?: Aside) =>
    access.authorize(asker, async (entered) => posted(await turns.onAny(entered), prepare, act, aside));

  const nothing = (): Promise<void> => Promise.resolve();

  function act(press: Exclude<TaskPress, { kind: 'restore' | 'done' }>, turn: Turn): Promise<void> | void {
    switch (press.kind) {
      case 'go':
        return turn.plan((task) => goTo(task, press.to));
      case 'scope':
        return choosing.scope(turn, press.choice);
      case 'workload':
        return choosing.workload(turn, press.workload);
      case 'point':
        return choosing.point(turn, press);
      case 'search':
        return finding.search(turn, press.form);
      case 'browse':
        return finding.browse(turn);
      case 'page':
        if ((press.entries ?? []).length > 0) listing.add(turn, press.entries ?? []);
        return finding.page(turn, press.page);
      case 'open':
        return finding.open(turn, press.entry);
      case 'up':
        return finding.up(turn);
      case 'versions':
        return finding.versions(turn, press.entry);
      case 'add':
        return listing.add(turn, press.entries);
      case 'remove':
        return listing.remove(turn, press.entries);
      case 'list-page':
        return turn.plan((task) => goTo(task, 'list'));
      case 'choose-options':
        return listing.chooseOptions(turn);
      case 'options':
        return listing.options(turn, press.options);
      case 'reason':
        return turn.plan((task) => withReason(task, press.reason));
    }
  }

  const find = (asker: Asker, words: string | undefined): Promise<RestoreReply> =>
    command(
      asker,
      (task) => goTo(words === undefined ? task : { ...task, form: { words } }, 'search'),
      words === undefined ? nothing : (turn) => choosing.goOn(turn),
    );

  const resumption = createTaskResume({ ...dependencies, choosing, cards, turns, find });

  return {
    async find(asker, words) {
      const reply = await find(asker, words);
      if (isSignInFirst(reply)) await resumption.remember(asker.key, words);
      return reply;
    },

    scope: (asker, words) => command(asker, (task) => goTo(task, 'scope'), nothing, { typed: words }),

    points: (asker) => command(asker, (task) => goTo(task, 'point'), nothing),

    list: (asker) =>
      access.authorize(asker, async (entered) => {
        const { task } = entered.loaded.state ?? {};
        const turn = task === undefined ? undefined : turns.on(entered, task.id);
        if (turn === undefined) return noticeReply({ code: 'no-task' });
        if (turn.task().list.length === 0) return noticeReply({ code: 'list-empty' });
        return posted(turn, (now) => goTo(now, 'list'), nothing);
      }),

    press: (asker, taskId, press, cardId) =>
      access.authorize(asker, async (entered) => {
        if (press.kind === 'restore') return restores.begin(entered, taskId, cardId);
        const turn = turns.on(entered, taskId);
        if (turn === undefined) return outdated(entered.loaded.state, taskId);
        if (press.kind === 'done') {
          return (await ends.done(entered, taskId, cardId)) ?? outdated(entered.loaded.state, taskId);
        }
        turn.plan(unremarked);
        // A card whose id was never written down, or an older one that somebody scrolled up to: it is the task's now.
        if (cardId !== undefined) turn.plan((task) => ({ ...task, cardId }));
        const isThere = await turns.run(turn, () => act(press, turn), THINGS.has(press.kind) ? 'item' : 'other');
        if (!isThere) return outdated(turn.state(), taskId);
        void cards.moveFrom(turn);
        const listPage = press.kind === 'list-page' ? press.page : undefined;
        return { kind: 'render', view: await turns.show(turn, { listPage }) };
      }),

    suggest: createScopeSuggest({ access, scopes, clock, log }),
    close: (key, session, why) => ends.loggedOut(key, session, why),
    expire: (key, signInId) => ends.expired(key, signInId),
    pause: (key, signInId) => resumption.pause(key, signInId),
    resume: (key) => resumption.resume(key),
    idle: createExploreIdle({ ...dependencies, explores, cards, results, scopes }),
  };
}

export const isSignInFirst = ({ view }: RestoreReply): boolean =>
  view.kind === 'restore-notice' && view.notice.code === 'sign-in-first';

/** Presses that mean one thing of many: it may be gone while all else is there. */
const THINGS: ReadonlySet<TaskPress['kind']> = new Set<TaskPress['kind']>(['open', 'up', 'versions', 'choose-options']);
