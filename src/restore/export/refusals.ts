/** Kinds of data of which the service lets the person save nothing, known since it refused the first: for one sign-in. */
import { changeState, keep, write } from '../../durable/record.ts';
import type { PersonKey } from '../../core/person.ts';
import type { RestoreState } from '../state/restore.ts';
import type { RestorePorts } from '../state/ports.ts';
import type { Workload } from '../backups/workloads/index.ts';

interface SignedIn {
  readonly signInId: string;
}

export const isRefused = (
  state: Pick<RestoreState, 'refusedDownloads'> | undefined,
  { signInId }: SignedIn,
  workload: Workload | undefined,
): boolean =>
  workload !== undefined &&
  state?.refusedDownloads?.signInId === signInId &&
  state.refusedDownloads.workloads.includes(workload);

/** @throws StorageUnavailableError */
export async function rememberRefusal(
  store: RestorePorts['store'],
  key: PersonKey,
  { signInId }: SignedIn,
  workload: Workload,
): Promise<void> {
  await changeState<void, RestoreState>(store, key, (state) => {
    if (state === undefined || isRefused(state, { signInId }, workload)) return keep(undefined);
    const { refusedDownloads: before } = state;
    const others = before?.signInId === signInId ? before.workloads : [];
    return write({ ...state, refusedDownloads: { signInId, workloads: [...others, workload] } }, undefined);
  });
}
