/** How a restore begins: from a task, or as the failed items of another one; and the job that follows it. */
import { startJob } from '../../durable/start-job.ts';
import type { Asker, PersonKey } from '../../core/person.ts';
import type { AuthorizedRequest, Connection } from '../access/service-access.ts';
import { stopExplore } from '../explore/explore-session.ts';
import type { Restore, RestoreState } from '../state/restore.ts';
import type { Task } from '../state/task.ts';
import { findRestore, isRestoredFrom, retryableCount, withRestore } from '../state/restore-transitions.ts';
import { noticeReply, type RestoreReply } from '../state/views.ts';
import { auditUnstarted, writeStart, type RunPorts } from './calls/call-step.ts';
import { createRestore, createRetry, findByTask, restorableTask, type Confirm } from './record/create-restore.ts';
import type { StateChange } from './decisions.ts';
import { withFourEyes } from './calls/second-person.ts';
import type { LoadedRestores } from './record/update.ts';

/**
 * Stores a change together with the job that acts on it.
 *
 * @param reply gets whether the restore's job will be started
 * @throws StorageUnavailableError
 */
export async function startRestoreJob<R>(
  ports: Pick<RunPorts, 'updates' | 'jobs'>,
  key: PersonKey,
  restoreId: string,
  change: StateChange,
  reply: (state: RestoreState | undefined, isFollowed: boolean) => Promise<R>,
  loaded?: LoadedRestores,
): Promise<R> {
  const write = async (jobId: string | undefined) => {
    const { state } = await ports.updates.changeAll(key, (present) => change(present, jobId), loaded);
    const restore = findRestore(state, restoreId);
    return { result: state, isNeeded: restore !== undefined && restore.jobId === jobId };
  };
  const job = { kind: 'restore', key, restoreId } as const;
  return startJob(ports, job, write, (state, start) => reply(state, start !== undefined));
}

/**
 * **Restore** on the confirm card of a task: the task becomes a restore in one write, and its card is taken over.
 *
 * @returns undefined where nothing was restored, because the task has another state than the card showed
 * @throws StorageUnavailableError
 */
export async function beginRestore(
  ports: RunPorts,
  { asker, connection, loaded }: AuthorizedRequest,
  taskId: string,
  cardId: string | undefined,
  confirm: Confirm,
): Promise<RestoreReply | undefined> {
  const { explorer, cards, clock, log, newId, auditRequired } = ports;
  const { session } = connection;
  const taskIn = (state: RestoreState | undefined) => restorableTask(state, taskId, session, confirm);
  const existing = findByTask(loaded.state, taskId);
  if (existing !== undefined) return showExisting(ports, asker, existing, cardId);
  const found = taskIn(loaded.state);
  if (found === undefined) return undefined;
  const id = newId();
  ports.unsentCalls.created(id);
  const start = { id, asker, session, startedAt: clock.now(), audited: auditRequired || undefined, explorer };
  const create = (task: Task, jobId?: string): Restore =>
    withFourEyes(ports, createRestore(task, { ...start, cardId: cardId ?? task.cardId, jobId }), start.startedAt);
  const audited = create(found);
  if (auditRequired && !(await writeStart(ports, asker.key, audited))) {
    return noticeReply({ code: 'audit-unavailable' });
  }

  const change: StateChange = (state, jobId) => {
    const task = taskIn(state);
    if (findByTask(state, taskId) !== undefined || task === undefined) return undefined;
    const restore = create(task, jobId);
    return { ...withRestore(state, restore), task: undefined };
  };
  const reply = async (state: RestoreState | undefined): Promise<RestoreReply | undefined> => {
    const restore = findByTask(state, taskId);
    if (auditRequired && restore?.id !== id) auditUnstarted(ports, asker.key, audited);
    if (restore === undefined) return undefined;
    // Another press was first.
    if (restore.id !== id) return showExisting(ports, asker, restore, cardId);
    log.info({ event: 'restore-requested', reference: id, calls: restore.calls.length }, 'restore requested');
    const exploreId = found.explore?.id;
    // Nothing is restored of the place that was looked at last. Not awaited: if this fails, the session's job stops it.
    if (exploreId !== undefined && !isRestoredFrom(state, exploreId)) void stopExplore(ports, connection, exploreId);
    return cards.showBeforeJob(asker.key, restore);
  };
  return startRestoreJob(ports, asker.key, id, change, reply, loaded);
}

/**
 * **Retry failed**: one restore of the failed items, however often it is pressed.
 *
 * @returns undefined where the audit log could not take its entry, so that it was not begun @throws StorageUnavailableError
 */
export async function retryFailed(
  ports: RunPorts,
  {
    asker,
    restore: failed,
    loaded,
  }: { readonly asker: Asker; readonly restore: Restore; readonly loaded: LoadedRestores },
  { session }: Connection,
): Promise<RestoreReply | undefined> {
  const { explorer, cards, clock, newId, auditRequired } = ports;
  const { key } = asker;
  const { id: originalId } = failed;
  const id = newId();
  ports.unsentCalls.created(id);
  const startedAt = clock.now();
  const start = { id, asker, session, startedAt, audited: auditRequired || undefined, explorer };
  const mayRetry = (original: Restore): boolean =>
    original.endedAt !== undefined && original.retriedBy === undefined && retryableCount(original) > 0;
  const create = (original: Restore, jobId?: string): Restore =>
    withFourEyes(ports, createRetry(original, { ...start, jobId }), startedAt);
  const audited = auditRequired && mayRetry(failed) ? create(failed) : undefined;
  if (audited !== undefined && !(await writeStart(ports, key, audited))) {
    return undefined;
  }

  const change: StateChange = (state, jobId) => {
    const original = findRestore(state, originalId);
    if (original === undefined || !mayRetry(original)) return undefined;
    // It became possible only after the press was read, and has no audit entry.
    if (auditRequired && audited === undefined) return undefined;
    const retry = create(original, jobId);
    return withRestore(withRestore(state, { ...original, retriedBy: id }), retry);
  };
  const reply = async (state: RestoreState | undefined): Promise<RestoreReply> => {
    const original = findRestore(state, originalId);
    const retry = findRestore(state, id);
    if (audited !== undefined && retry === undefined) auditUnstarted(ports, key, audited);
    // A card of its own, below; if this fails, the job posts it.
    if (retry !== undefined) await cards.tryUpdate(key, retry);
    // Its time was over meanwhile.
    if (original === undefined)
      return retry ? { kind: 'delivered', view: cards.view(retry) } : noticeReply({ code: 'restore-unknown' });
    return { kind: 'render', view: cards.view(original) };
  };
  return startRestoreJob(ports, key, id, change, reply, loaded);
}

/** **Restore** was pressed before, perhaps on another card, which would not be updated. */
async function showExisting(
  { cards }: Pick<RunPorts, 'cards'>,
  asker: Asker,
  restore: Restore,
  cardId: string | undefined,
): Promise<RestoreReply> {
  if (restore.cardId === cardId) return cards.show(asker.key, restore);
  if (restore.endedAt !== undefined) return { kind: 'render', view: cards.view(restore) };
  return noticeReply({ code: 'already-restoring', restoreId: restore.id });
}
