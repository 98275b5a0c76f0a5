/** Ends a session at the service: closes what was opened with its token while that still works, then revokes the token. */
import { UpstreamError } from '../../core/errors.ts';
import type { PersonKey } from '../../core/person.ts';
import { undefinedIfTimedOut, withTimeout } from '../../core/time-limit.ts';
import type { SignInInputs } from '../state/inputs.ts';
import type { Revoked, Session } from '../state/model.ts';

type RevokePorts = Pick<SignInInputs, 'service' | 'organizations' | 'log'>;
type Ports = RevokePorts & Pick<SignInInputs, 'hooks' | 'clock'>;

/** A log-out waits this long for the closing. */
const CLOSING_MILLISECONDS = 3_000;

/** Whether a restore as administrator has not ended: the service may end it with the session, and only this session follows it. */
export async function isRestoring(
  hooks: SignInInputs['hooks'],
  key: PersonKey,
  { flow }: Pick<Session, 'flow'>,
): Promise<boolean> {
  return flow === 'app-only' && (await hooks.isNeeded?.(key)) === true;
}

/** Whether a session that another sign-in replaced is kept for a restore: what it opened at the service may end with it. */
export async function isKept(
  { hooks, clock }: Pick<SignInInputs, 'hooks' | 'clock'>,
  key: PersonKey,
  session: Session,
): Promise<boolean> {
  return session.expiresAt > clock.now() && (await hooks.mayStillRestore?.(key, session)) === true;
}

/** The same as `isRestoring` of a session that was replaced: also of restores that are not followed any more. */
export const isKeptForAdministrator = async (...[ports, key, session]: Parameters<typeof isKept>): Promise<boolean> =>
  session.flow === 'app-only' && (await isKept(ports, key, session));

/** Called before the token is erased here: afterwards it could no longer be revoked. */
export async function endAtService(ports: Ports, key: PersonKey, session: Session): Promise<Revoked> {
  const { hooks, clock, log } = ports;
  const { signInId: reference } = session;
  const close = async (): Promise<true> => {
    try {
      await hooks.closing?.(key, session);
    } catch (error) {
      log.warn({ event: 'explore-session-not-closed', reference, error }, 'the explore session could not be closed');
    }
    return true;
  };
  const isDone = await withTimeout(CLOSING_MILLISECONDS, close, { clock }).catch(undefinedIfTimedOut);
  if (isDone === undefined) {
    log.warn({ event: 'explore-session-close-timed-out', reference }, 'the explore session was not closed in time');
  }
  return revoke(ports, session);
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
