/** **Restore** on a task's summary, and **Retry failed**: each starts one restore, however often it is pressed. */
import { StorageUnavailableError, UpstreamError } from '../../core/errors.ts';
import { changeState, type Decided } from '../../core/optimistic-update.ts';
import type { Asker } from '../../core/person.ts';
import type { Session } from '../../sign-in/model.ts';
import type { Restore, RestoreState } from '../model/restore.ts';
import { entriesOf, type Task } from '../model/task.ts';
import type { RestorePorts } from '../ports.ts';
import {
  mayContinueRestore,
  mayContinueTask,
  type AuthorizedRequest,
  type OperatorAccess,
} from '../service-session/operator-access.ts';
import { noticeReply, type RestoreNotice, type RestoreReply } from '../views.ts';
import type { RestoreCards } from './restore-card.ts';
import type { RestoreJob } from './restore-job.ts';
import { createRestore, createRetry, findRestore, isRestorable, retryableEntries, withRestore } from './transitions.ts';

type Ports = Pick<RestorePorts, 'store' | 'jobs' | 'clock' | 'log' | 'newId'> & {
  readonly access: OperatorAccess;
  readonly cards: RestoreCards;
};

/** What was written, and whether the state names the job, so that it has to run. */
export interface JobWrite<R> {
  readonly isNeeded: boolean;
  readonly result: R;
}

/**
 * Sends the job that follows a restore and owns it, writes the state that names the job, then starts it.
 *
 * @param write given the id of the job's message
 * @param reply runs before the job starts, so that both do not edit the same card at once
 * @throws StorageUnavailableError, what `write` and `reply` throw
 */
export async function startJob<R, S>(
  jobs: RestorePorts['jobs'],
  job: RestoreJob,
  write: (jobId: string | undefined) => Promise<JobWrite<R>>,
  reply: (result: R) => Promise<S>,
): Promise<S> {
  const owned = await jobs.sendOwned(job);
  const written = await write(owned.id).catch(async (error: unknown) => {
    // The state may have been written nevertheless: the job finds out.
    if (error instanceof StorageUnavailableError) owned.start();
    else await owned.discard();
    throw error;
  });
  if (!written.isNeeded) {
    await owned.discard();
    return reply(written.result);
  }
  try {
    return await reply(written.result);
  } finally {
    owned.start();
  }
}

const findByTask = (state: RestoreState | undefined, taskId: string): Restore | undefined =>
  state?.restores.find((restore) => restore.taskId === taskId);

/** Why the task cannot be restored as it is; undefined when it can. */
function objectionTo(
  task: Task | undefined,
  taskId: string,
  session: Session,
  cardId: string | undefined,
): RestoreNotice | undefined {
  if (task === undefined) return { code: 'no-task' };
  const isOther = task.id !== taskId || !mayContinueTask(session, task) || !isRestorable(task);
  // An older card may show something else than what would be restored.
  const isOlderCard = cardId !== undefined && task.cardId !== undefined && task.cardId !== cardId;
  if (isOther || isOlderCard) return { code: 'task-outdated' };
  return entriesOf(task).length === 0 ? { code: 'list-empty' } : undefined;
}

type BeginResult =
  | { readonly kind: 'begun' | 'begun-before'; readonly restore: Restore }
  | { readonly kind: 'refused'; readonly notice: RestoreNotice };

interface RetryResult {
  readonly original: Restore | undefined;
  readonly retry?: Restore | undefined;
}

export class RestoreStarter {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Replaces the task by a restore in one write, over the state that the guard has read. */
  async begin(
    { asker, connection, loaded }: AuthorizedRequest,
    taskId: string,
    cardId: string | undefined,
  ): Promise<RestoreReply> {
    const { store, jobs, cards, clock, log, newId } = this.#ports;
    const { key } = asker;
    const { session } = connection;
    const existing = findByTask(loaded.state, taskId);
    if (existing !== undefined) return this.#showExisting(asker, existing, cardId);
    const objection = objectionTo(loaded.state?.task, taskId, session, cardId);
    if (objection !== undefined) return noticeReply(objection);
    const id = newId();
    const startedAt = clock.now();

    const write = async (jobId: string | undefined): Promise<JobWrite<BeginResult>> => {
      const decide = (state: RestoreState | undefined): Decided<BeginResult, RestoreState> => {
        const present = findByTask(state, taskId);
        if (present !== undefined) {
          // Its own write, whose response was lost; or another press was first.
          return { kind: 'keep', result: { kind: present.id === id ? 'begun' : 'begun-before', restore: present } };
        }
        const task = state?.task;
        const notice = objectionTo(task, taskId, session, cardId);
        if (notice !== undefined || task === undefined || !isRestorable(task)) {
          return { kind: 'keep', result: { kind: 'refused', notice: notice ?? { code: 'no-task' } } };
        }
        const start = { id, asker, session, cardId: cardId ?? task.cardId, jobId, startedAt };
        const restore = createRestore(task, start);
        const next = { ...withRestore(state, restore, startedAt), task: undefined };
        return { kind: 'write', state: next, result: { kind: 'begun', restore } };
      };
      const { result } = await changeState(store, key, decide, loaded);
      return { isNeeded: result.kind === 'begun', result };
    };
    return startJob(jobs, { kind: 'restore', key, restoreId: id }, write, async (result) => {
      if (result.kind === 'refused') return noticeReply(result.notice);
      if (result.kind === 'begun-before') return this.#showExisting(asker, result.restore, cardId);
      const calls = result.restore.calls.length;
      log.info({ event: 'restore-requested', reference: id, calls }, 'restore requested');
      return cards.show(asker, result.restore);
    });
  }

  async retry(asker: Asker, { id: originalId }: Restore): Promise<RestoreReply> {
    const { access, store, jobs, cards, clock, log, newId } = this.#ports;
    const { key } = asker;
    const found = await access.find(key);
    if (found.kind === 'refused') return noticeReply(found.notice);
    const { session } = found;
    const id = newId();
    const startedAt = clock.now();

    const write = async (jobId: string | undefined): Promise<JobWrite<RetryResult>> => {
      const decide = (state: RestoreState | undefined): Decided<RetryResult, RestoreState> => {
        const original = findRestore(state, originalId);
        if (original?.retriedBy === id) {
          return { kind: 'keep', result: { original, retry: findRestore(state, id) } };
        }
        const mayRetry = original?.endedAt !== undefined && original.retriedBy === undefined;
        if (!mayRetry || !mayContinueRestore(session, original) || retryableEntries(original).length === 0) {
          return { kind: 'keep', result: { original } };
        }
        const retry = createRetry(original, { id, asker, session, jobId, startedAt });
        const retried = { ...original, retriedBy: id };
        const next = withRestore(withRestore(state, retried, startedAt), retry, startedAt);
        return { kind: 'write', state: next, result: { original: retried, retry } };
      };
      const { result } = await changeState(store, key, decide);
      return { isNeeded: result.retry !== undefined, result };
    };
    return startJob(jobs, { kind: 'restore', key, restoreId: id }, write, async ({ original, retry }) => {
      if (original === undefined) return noticeReply({ code: 'restore-unknown' });
      try {
        // A card of its own, below; if this fails, the job posts it.
        if (retry !== undefined) await cards.update(key, retry);
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        log.warn({ event: 'restore-card-failed', reference: id, error }, 'the card of a restore was not posted');
      }
      return { kind: 'render', view: cards.view(original) };
    });
  }

  /** Pressed before, perhaps on another card, which would not be updated. */
  async #showExisting(asker: Asker, restore: Restore, cardId: string | undefined): Promise<RestoreReply> {
    const { cards } = this.#ports;
    if (restore.cardId === cardId) return cards.show(asker, restore);
    if (restore.endedAt !== undefined) return { kind: 'render', view: cards.view(restore) };
    return noticeReply({ code: 'already-restoring', restoreId: restore.id });
  }
}
