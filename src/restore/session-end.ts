/** What becomes of everything that a person finds, restores and exports when their session begins or is over. */
import type { PersonKey } from '../core/person.ts';
import { readState } from '../durable/record.ts';
import type { SessionEvent, SessionOver } from '../sign-in/state/session-events.ts';
import { mayContinueRestore, type ServiceAccess, type StartedBy } from './access/service-access.ts';
import type { SessionWork } from './access/session-work.ts';
import { stopBeforeEnd } from './explore/explore-session.ts';
import type { FileExports } from './export/file-exports.ts';
import type { HeldFiles } from './export/held.ts';
import type { TaskLifecycle } from './find/task-lifecycle.ts';
import type { ApprovalTrouble } from './backups/service-error.ts';
import type { RunPorts } from './run/calls/call-step.ts';
import type { RestoreService } from './run/service.ts';
import { endUnsent } from './state/code-approval.ts';
import type { RestorePorts } from './state/ports.ts';
import type { Restore } from './state/restore.ts';
import { findRestore, isRestoredFrom } from './state/restore-transitions.ts';

type Ports = Pick<RestorePorts, 'explorer' | 'store' | 'organizations' | 'clock' | 'log'> & {
  readonly access: Pick<ServiceAccess, 'find'>;
  readonly work: Pick<SessionWork, 'end'>;
  readonly lifecycle: Pick<TaskLifecycle, 'sessionOver' | 'resume'>;
  readonly restores: Pick<RestoreService, 'resume'>;
  readonly run: Pick<RunPorts, 'updates' | 'cards' | 'clock'>;
  readonly fileExports: Pick<FileExports, 'end'>;
  readonly heldFiles: Pick<HeldFiles, 'resume'>;
};

export const createSessionListener = (ports: Ports) => async (event: SessionEvent) => {
  if (event.kind === 'over') return end(ports, event);
  await ports.restores.resume(event.key);
  await ports.heldFiles.resume(event.key);
  await ports.lifecycle.resume(event.key);
};

/** In this order: what runs is stopped, what is open at the service is closed, files that wait are erased. */
async function end(ports: Ports, event: SessionOver): Promise<void> {
  const { access, work, lifecycle, run, fileExports } = ports;
  const { key, why, session } = event;
  // The service tells whoever uses a session that it refuses, and nothing can be closed with it.
  if (why !== 'refused') await work.end(session.signInId);
  const heir = await access.find(key);
  const isOver = (begun: StartedBy): boolean =>
    heir.kind === 'refused' || !mayContinueRestore(heir.connection.session, begun);
  const trouble = why === 'not-allowed' ? 'approval-not-allowed' : 'approval-session-over';
  const isGone = why === 'uninstalled';
  // Their records are erased with the state, which does not wait for the service.
  if (isGone) await fileExports.end(key, isOver, false);
  const unsent = await endAllUnsent(run, key, trouble, isOver, !isGone);
  const browsed = await lifecycle.sessionOver(event);
  await close(ports, event, [...unsent, ...(browsed === undefined ? [] : [browsed])]);
  if (!isGone) await fileExports.end(key, isOver, true);
}

/**
 * What was not sent by then is not sent any more, and its card no longer offers a code. A call that the service has goes on.
 *
 * @param isOver whether nobody may continue a restore
 * @param isShown false where the chat is gone
 * @returns the explore sessions that are not needed any more
 * @throws StorageUnavailableError: the job of the restore finds the session over
 */
async function endAllUnsent(
  { updates, cards, clock }: Ports['run'],
  key: PersonKey,
  trouble: ApprovalTrouble,
  isOver: (restore: Restore) => boolean,
  isShown: boolean,
): Promise<readonly string[]> {
  const left: string[] = [];
  for (const restore of (await updates.read(key)).state?.restores ?? []) {
    const end = (present: Restore) => endUnsent(present, clock.now(), trouble);
    if (!isOver(restore) || end(restore) === undefined) continue;
    const { state } = await updates.change({ key, id: restore.id }, end);
    const ended = findRestore(state, restore.id);
    if (ended !== undefined && isShown) await cards.tryUpdate(key, ended);
    left.push(...restore.groups.map(({ exploreId }) => exploreId));
  }
  return left.filter((exploreId) => exploreId !== '');
}

/** Those of restores that the service has are left open. */
async function close(ports: Ports, { key, open: session }: SessionOver, exploreIds: readonly string[]): Promise<void> {
  if (session === undefined) return;
  const { state } = await readState(ports.store, key);
  const open = state?.openSessions?.filter(({ signInId }) => signInId === session.signInId).map(({ id }) => id) ?? [];
  const unused = [...new Set([...exploreIds, ...open])].filter((exploreId) => !isRestoredFrom(state, exploreId));
  await Promise.all(unused.map((exploreId) => stopBeforeEnd(ports, key, session, exploreId)));
}
