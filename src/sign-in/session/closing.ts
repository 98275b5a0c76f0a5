/** Before a session's token is revoked: what was opened at the service with it is closed while it still works. */
import { undefinedIfTimedOut, withTimeout } from '../../core/time-limit.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { PersonKey } from '../../core/person.ts';
import type { Session } from '../model.ts';

export type Closing = (key: PersonKey, session: Session) => Promise<void>;

export interface ClosingDependencies {
  /** Absent: nothing is ever opened. */
  readonly closing?: Closing | undefined;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Log;
}

/** Nobody waits longer for being logged out. */
const CLOSING_MILLISECONDS = 3_000;

/** Never throws: whoever wants to be logged out is. */
export async function closeInTime(
  { closing, clock, log }: ClosingDependencies,
  key: PersonKey,
  session: Session,
): Promise<void> {
  if (closing === undefined) return;
  const reference = session.signInId;
  async function close(close: Closing): Promise<'closed' | 'failed'> {
    try {
      await close(key, session);
      return 'closed';
    } catch (error) {
      log.warn(
        { event: 'explore-session-not-closed', reference, error },
        'the explore session could not be closed before the session ended',
      );
      return 'failed';
    }
  }
  const outcome = await withTimeout(CLOSING_MILLISECONDS, () => close(closing), { clock }).catch(undefinedIfTimedOut);
  if (outcome === undefined)
    log.warn({ event: 'explore-session-close-timed-out', reference }, 'the explore session was not closed in time');
}
