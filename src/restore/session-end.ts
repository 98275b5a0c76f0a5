/** What becomes of everything that a person finds, restores and exports when their session begins or is over. */
import { readState } from '../durable/record.ts';
import type { SessionEvent, SessionOver } from '../sign-in/state/session-events.ts';
import { mayContinueRestore, type ServiceAccess, type StartedBy } from './access/service-access.ts';
import type { SessionWork } from './access/session-work.ts';
import { stopBeforeEnd } from './explore/explore-session.ts';
import type { FileExports } from './export/file-exports.ts';
import type { HeldFiles } from './export/held.ts';
import type { TaskLifecycle } from './find/task-lifecycle.ts';
import type { RestoreService } from './run/service.ts';
import type { RestorePorts } from './state/ports.ts';
import { isRestoredFrom } from './state/restore-transitions.ts';

type Ports = Pick<RestorePorts, 'explorer' | 'store' | 'organizations' | 'clock' | 'log'> & {
  readonly access: Pick<ServiceAccess, 'find'>;
  readonly work: Pick<SessionWork, 'end'>;
  readonly lifecycle: Pick<TaskLifecycle, 'sessionOver' | 'resume'>;
  readonly restores: Pick<RestoreService, 'endWaiting' | 'resume'>;
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
  const { access, work, lifecycle, restores, fileExports } = ports;
  const { key, why, session } = event;
  // The service tells whoever uses a session that it refuses, and nothing can be closed with it.
  if (why !== 'refused') await work.end(session.signInId);
  const heir = await access.find(key);
  const isOver = (begun: StartedBy): boolean =>
    heir.kind === 'refused' || !mayContinueRestore(heir.connection.session, begun);
  const trouble = why === 'not-allowed' ? 'approval-not-allowed' : 'approval-session-over';
  const isGone = why === 'uninstalled';
  const waiting = await restores.endWaiting(key, trouble, isOver, !isGone);
  const browsed = await lifecycle.sessionOver(event);
  await close(ports, event, [...waiting, ...(browsed === undefined ? [] : [browsed])]);
  // Erased with the state.
  if (!isGone) await fileExports.end(key, isOver);
}

/** Those of restores that the service has are left open. */
async function close(ports: Ports, { key, open: session }: SessionOver, exploreIds: readonly string[]): Promise<void> {
  if (session === undefined) return;
  const { state } = await readState(ports.store, key);
  const open = state?.openSessions?.filter(({ signInId }) => signInId === session.signInId).map(({ id }) => id) ?? [];
  const unused = [...new Set([...exploreIds, ...open])].filter((exploreId) => !isRestoredFrom(state, exploreId));
  await Promise.all(unused.map((exploreId) => stopBeforeEnd(ports, key, session, exploreId)));
}
