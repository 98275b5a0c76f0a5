/** What becomes of restores whose session is about to end. */
import { StorageUnavailableError } from '../../core/errors.ts';
import type { PersonKey } from '../../core/person.ts';
import type { Session } from '../../sign-in/state/model.ts';
import { stopBeforeEnd } from '../explore/explore-session.ts';
import { mayContinueRestore } from '../access/service-access.ts';
import { callToApprove, endUnapproved } from '../state/approvals.ts';
import type { RunPorts } from './call-step.ts';

/**
 * What waits for its approval is not sent any more, and its explore session is stopped while the token still can. A call
 * that the service has goes on. Storage may be away: the job of the restore finds the session over.
 */
export async function endWaiting(ports: RunPorts, key: PersonKey, session: Session): Promise<void> {
  const { updates, clock, log } = ports;
  try {
    const { state } = await updates.read(key);
    for (const restore of state?.restores ?? []) {
      const waiting = callToApprove(restore);
      if (waiting === undefined || !mayContinueRestore(session, restore)) continue;
      await updates.change(
        { key, id: restore.id },
        (present) => callToApprove(present) && endUnapproved(present, clock.now(), 'approval-expired'),
      );
      const { exploreId } = waiting.group;
      if (exploreId !== '') await stopBeforeEnd(ports, key, session, exploreId);
    }
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) throw error;
    const fields = { event: 'approval-not-ended', reference: session.signInId, error };
    log.warn(fields, 'a restore that waits for its approval was not ended at log-out; its job ends it');
  }
}
