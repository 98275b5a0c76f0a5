/** What becomes of restores that wait for an approval when the session that they were begun with is over. */
import type { PersonKey } from '../../core/person.ts';
import { callToApprove, endUnapproved } from '../state/code-approval.ts';
import type { Restore } from '../state/restore.ts';
import { findRestore, isHeld } from '../state/restore-transitions.ts';
import type { ApprovalTrouble } from '../backups/service-error.ts';
import type { RunPorts } from './calls/call-step.ts';

/**
 * What waits for its approval is not sent any more, and its card no longer offers a code. A call that the service has goes on.
 *
 * @param isOver whether nobody may continue a restore
 * @param isShown false where the chat is gone
 * @returns the explore sessions that are not needed any more
 * @throws StorageUnavailableError: the job of the restore finds the session over
 */
export async function endWaiting(
  { updates, cards, clock }: Pick<RunPorts, 'updates' | 'cards' | 'clock'>,
  key: PersonKey,
  trouble: ApprovalTrouble,
  isOver: (restore: Restore) => boolean,
  isShown: boolean,
): Promise<readonly string[]> {
  const left: string[] = [];
  for (const restore of (await updates.read(key)).state?.restores ?? []) {
    const waiting = callToApprove(restore);
    if (waiting === undefined || isHeld(restore) || !isOver(restore)) continue;
    const { state } = await updates.change(
      { key, id: restore.id },
      (present) => callToApprove(present) && endUnapproved(present, clock.now(), trouble),
    );
    const ended = findRestore(state, restore.id);
    if (ended !== undefined && isShown) await cards.tryUpdate(key, ended);
    left.push(waiting.group.exploreId);
  }
  return left.filter((exploreId) => exploreId !== '');
}
