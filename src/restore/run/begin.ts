/** **Restore** on a task's summary, and **Retry failed**: each becomes one restore, however often it is pressed. */
import { UpstreamError } from '../../core/errors.ts';
import type { Asker } from '../../core/person.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { Jobs } from '../../core/jobs.ts';
import type { Session } from '../../sign-in/model.ts';
import { changeState, readState, type Decided } from '../../core/optimistic-update.ts';
import type { Accesses } from '../service-session/operator-access.ts';
import { isOwn } from '../service-session/own-connection.ts';
import type { RestoreStore } from '../ports.ts';
import type { RestoreReply } from '../reply.ts';
import type { RestoreCards } from './restore-card.ts';
import { startJob } from './start-job.ts';
import type { Task } from '../model/task.ts';
import type { Restore, RestoreState } from '../model/restore.ts';
import { entriesOf, isRestorable, restoreIn, restoreOf, retryOf, withRestore } from './transitions.ts';
import { retryableOf } from './result.ts';
import { isOwnTask } from '../find/task-transitions.ts';
import type { RestoreNotice } from '../views.ts';

export interface Beginnings {
  begin(asker: Asker, taskId: string, cardId: string | undefined): Promise<RestoreReply>;
  retry(asker: Asker, restore: Restore): Promise<RestoreReply>;
}

export interface BeginningsDependencies {
  readonly accesses: Pick<Accesses, 'find'>;
  readonly store: RestoreStore;
  readonly jobs: Pick<Jobs, 'sendOwned'>;
  readonly cards: RestoreCards;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  readonly newId: () => string;
}

export const noticeReply = (notice: RestoreNotice): RestoreReply => ({
  view: { kind: 'restore-notice', notice },
  posted: false,
});

const ofTask = (state: RestoreState | undefined, taskId: string): Restore | undefined =>
  state?.restores.find((restore) => restore.taskId === taskId);

/** Why the task can't be restored as it is; undefined when it can. */
function objection(
  task: Task | undefined,
  taskId: string,
  session: Session,
  cardId: string | undefined,
): RestoreNotice | undefined {
  if (task === undefined) return { code: 'no-task' };
  // Of another sign-in, or an older card: it may show something else than what would be restored.
  const isOther = task.id !== taskId || !isOwnTask(task, session) || !isRestorable(task);
  if (isOther || (cardId !== undefined && task.cardId !== undefined && task.cardId !== cardId)) {
    return { code: 'task-outdated' };
  }
  return entriesOf(task).length === 0 ? { code: 'list-empty' } : undefined;
}

type Begun =
  | { readonly kind: 'begun' | 'before'; readonly restore: Restore }
  | { readonly kind: 'not'; readonly notice: RestoreNotice };

export function createBeginnings(dependencies: BeginningsDependencies): Beginnings {
  const { accesses, store, jobs, cards, clock, log, newId } = dependencies;

  /** Pressed before, perhaps on another card: that one would not keep up. */
  const shown = async (asker: Asker, restore: Restore, cardId: string | undefined): Promise<RestoreReply> => {
    if (restore.cardId === cardId) return cards.show(asker, restore);
    if (restore.endedAt !== undefined) return { view: cards.view(restore), posted: false };
    return noticeReply({ code: 'already-restoring', restoreId: restore.id });
  };

  return {
    async begin(asker, taskId, cardId) {
      const { key } = asker;
      const known = await readState(store, key);
      const before = ofTask(known.state, taskId);
      if (before !== undefined) return shown(asker, before, cardId);
      const looked = await accesses.find(key);
      if (looked.kind === 'refused') return noticeReply(looked.notice);
      const { session } = looked;
      const notice = objection(known.state?.task, taskId, session, cardId);
      if (notice !== undefined) return noticeReply(notice);
      const id = newId();
      const startedAt = clock.now();

      const write = async (jobId: string | undefined): Promise<{ isNeeded: boolean; result: Begun }> => {
        const decide = (state: RestoreState | undefined): Decided<Begun, RestoreState> => {
          // The write had succeeded and only its answer was lost; or another tab was first.
          const present = ofTask(state, taskId);
          if (present !== undefined) {
            return { kind: 'keep', result: { kind: present.id === id ? 'begun' : 'before', restore: present } };
          }
          const task = state?.task;
          const against = objection(task, taskId, session, cardId);
          if (against !== undefined || task === undefined || !isRestorable(task)) {
            return { kind: 'keep', result: { kind: 'not', notice: against ?? { code: 'no-task' } } };
          }
          const facts = { id, asker, session, cardId: cardId ?? task.cardId, jobId, startedAt };
          const restore = restoreOf(task, facts);
          const next = { ...withRestore(state, restore, startedAt), task: undefined };
          return { kind: 'write', state: next, result: { kind: 'begun', restore } };
        };
        const { result } = await changeState(store, key, decide, known);
        return { isNeeded: result.kind === 'begun', result };
      };
      return startJob(jobs, { kind: 'restore', key, restoreId: id }, write, async (begun) => {
        if (begun.kind === 'not') return noticeReply(begun.notice);
        if (begun.kind === 'before') return shown(asker, begun.restore, cardId);
        log.info({ reference: id, calls: begun.restore.calls.length }, 'restore asked for');
        return cards.show(asker, begun.restore);
      });
    },

    async retry(asker, { id: of }) {
      const { key } = asker;
      const looked = await accesses.find(key);
      if (looked.kind === 'refused') return noticeReply(looked.notice);
      const id = newId();
      const startedAt = clock.now();

      type Retried = { readonly of: Restore | undefined; readonly by?: Restore | undefined };
      const write = async (jobId: string | undefined): Promise<{ isNeeded: boolean; result: Retried }> => {
        const decide = (state: RestoreState | undefined): Decided<Retried, RestoreState> => {
          const restore = restoreIn(state, of);
          if (restore?.retriedBy === id) {
            return { kind: 'keep', result: { of: restore, by: restoreIn(state, id) } };
          }
          const isOpen = restore?.endedAt !== undefined && restore.retriedBy === undefined && isOwn(looked, restore);
          if (!isOpen || retryableOf(restore).length === 0) return { kind: 'keep', result: { of: restore } };
          const by = retryOf(restore, { id, asker, session: looked.session, jobId, startedAt });
          const retried = { ...restore, retriedBy: id };
          const next = withRestore(withRestore(state, retried, startedAt), by, startedAt);
          return { kind: 'write', state: next, result: { of: retried, by } };
        };
        const { result } = await changeState(store, key, decide);
        return { isNeeded: result.by !== undefined, result };
      };
      return startJob(jobs, { kind: 'restore', key, restoreId: id }, write, async (retried) => {
        if (retried.of === undefined) return noticeReply({ code: 'restore-unknown' });
        try {
          // A card of its own, below; the follower posts it where this fails.
          if (retried.by !== undefined) await cards.tell(key, retried.by);
        } catch (error) {
          if (!(error instanceof UpstreamError)) throw error;
          log.warn({ reference: id, error }, 'the card of a restore could not be sent');
        }
        return { view: cards.view(retried.of), posted: false };
      });
    },
  };
}
