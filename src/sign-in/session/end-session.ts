/** How a session ends at the service. */
import { UpstreamError } from '../../core/errors.ts';
import type { PersonKey } from '../../core/person.ts';
import { within } from '../../core/time-limit.ts';
import type { SignInInputs } from '../state/inputs.ts';
import type { Revoked, Session } from '../state/model.ts';
import type { WhyOver } from '../state/session-events.ts';

type RevokePorts = Pick<SignInInputs, 'service' | 'organizations' | 'log'>;
type Ports = RevokePorts & Pick<SignInInputs, 'sessionEvents' | 'clock'>;

/** An end waits this long for the closing. */
const CLOSING_MILLISECONDS = 5_000;

/** Whether a restore as administrator has not ended: the service may end it with the session, and only this session follows it. */
export async function isRestoring(
  sessionUse: SignInInputs['sessionUse'],
  key: PersonKey,
  { flow }: Pick<Session, 'flow'>,
): Promise<boolean> {
  return flow === 'app-only' && (await sessionUse.isNeeded?.(key)) === true;
}

/** Whether a session that another sign-in replaced is kept for a restore: what it opened at the service may end with it. */
export async function isKept(
  { sessionUse, clock }: Pick<SignInInputs, 'sessionUse' | 'clock'>,
  key: PersonKey,
  session: Session,
): Promise<boolean> {
  return session.expiresAt > clock.now() && (await sessionUse.mayStillRestore?.(key, session)) === true;
}

/** The same as `isRestoring` of a session that was replaced: also of restores that are not followed any more. */
export const isKeptForAdministrator = async (...[ports, key, session]: Parameters<typeof isKept>): Promise<boolean> =>
  session.flow === 'app-only' && (await isKept(ports, key, session));

/**
 * Every end of a session whose token still works: what runs with it is stopped, what it has opened at the service is closed, and
 * files that wait are erased; then its token is revoked. Called before the token is erased here, since afterwards it could no
 * longer be revoked. Best effort: an end is not held up by what cannot be closed.
 */
export async function endSession(ports: Ports, key: PersonKey, session: Session, why: WhyOver): Promise<Revoked> {
  await endWork(ports, key, session, why);
  return revoke(ports, session);
}

/** All of it but the token, for a session that is kept until the service has done what nobody follows any more. May be called again. */
export async function endWork(
  { sessionEvents, clock, log }: Pick<Ports, 'sessionEvents' | 'clock' | 'log'>,
  key: PersonKey,
  session: Session,
  why: WhyOver,
): Promise<void> {
  const { signInId: reference } = session;
  const close = async (): Promise<true> => {
    try {
      await sessionEvents.tell({ kind: 'over', key, why, session, open: session });
    } catch (error) {
      log.warn(
        { event: 'explore-session-not-closed', reference, error },
        'what a session has opened could not be closed',
      );
    }
    return true;
  };
  const isDone = await within(CLOSING_MILLISECONDS, close, { clock });
  if (isDone === undefined) {
    log.warn(
      { event: 'explore-session-close-timed-out', reference },
      'what a session has opened was not closed in time',
    );
  }
}

/** @returns whether the service has revoked the session's token */
export async function revoke(
  { service, organizations, log }: RevokePorts,
  { organization: key, accessToken, signInId: reference }: Session,
): Promise<Revoked> {
  const organization = organizations.get(key);
  if (organization === undefined) return 'unreachable';
  try {
    await service.logOut(organization, accessToken);
    return 'yes';
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.warn({ event: 'token-not-revoked', reference, error }, 'the token could not be revoked at the service');
    // The service no longer accepts a token that it does not know.
    if (error.status === 401) return 'yes';
    return error.transient ? 'unreachable' : 'refused';
  }
}
