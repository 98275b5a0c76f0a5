/** From the stored answer of the identity provider to a session, and what follows it. */
import { createUpstreamRetry } from '../../core/retry.ts';
import type { JobOf } from '../../core/jobs.ts';
import type { Organization } from '../../core/organization.ts';
import { foreignApproval, type ForeignApproval } from '../access/policy.ts';
import { AbandonedError, CancellationCheck } from '../state/cancellation.ts';
import type { SignInInputs } from '../state/inputs.ts';
import type { Failure, PersonState, RedeemedSignIn, Session } from '../state/model.ts';
import type { ServiceTokens } from '../state/ports.ts';
import { newSession } from '../state/transitions.ts';
import { findIdentity } from './identity.ts';
import { confirmOrganization, exchangeRequest, exchangeUntilDone } from './token-exchange.ts';

/** The job that creates it. */
interface Creation {
  readonly job: JobOf<'follow'>;
  readonly signal: AbortSignal;
  /** Called once finishing takes longer. */
  readonly onSlow: () => Promise<void>;
}

/** After this many failed exchanges the card says that finishing takes longer. */
const NOTIFY_AT_FAULT = 3;

/** Identity lookup, binding check, exchange, and whose session it is; all repeatable from the stored answer. */
export async function createSession(
  inputs: SignInInputs,
  { job, signal, onSlow }: Creation,
  { person }: PersonState,
  signIn: RedeemedSignIn,
  organization: Organization,
): Promise<Session | Failure | ForeignApproval> {
  const { identityProvider, identityBinding, maxSessionHours, autoRenew, clock, newId } = inputs;
  const { id: reference, answerExpiresAt: until } = signIn;
  if (clock.now() >= until) return { reason: 'service-unreachable' };
  const grant = identityProvider.readAnswer(signIn.answer);
  const cancellation = new CancellationCheck(inputs, job.key, signIn);
  const repeat = createUpstreamRetry({ clock, until, signal, beforeRetry: () => cancellation.check() });
  const identity = await findIdentity(inputs, organization, signIn, grant, signal, repeat);
  if ('reason' in identity) return identity;
  const refused = foreignApproval(identityBinding, person, identity);
  if (refused !== undefined) return refused;
  const onFault = async (faults: number) => {
    await cancellation.check();
    if (faults === NOTIFY_AT_FAULT) await onSlow();
  };
  const call = { organization, reference, until, signal, onFault };
  const request = exchangeRequest(signIn, grant.accessToken, identity);
  const tokens = await exchangeForSession(inputs, { ...call, request });
  if ('reason' in tokens) return tokens;
  return newSession(signIn, identity, tokens, { id: newId(), now: clock.now(), maxSessionHours, autoRenew });
}

type SessionPorts = Pick<SignInInputs, 'clock' | 'log' | 'service'>;

/** Tokens of a session of this organization: an app-only one counts only once the service has said that it is. */
export async function exchangeForSession(
  ports: SessionPorts,
  exchange: Parameters<typeof exchangeUntilDone>[1],
): Promise<ServiceTokens | Failure> {
  const tokens = await exchangeUntilDone(ports, exchange);
  if ('reason' in tokens || exchange.request.flow !== 'app-only') return tokens;
  return (await confirm(ports, { ...exchange, accessToken: tokens.accessToken })) ?? tokens;
}

/** Revokes the token of a session that is not the organization's own, and of a sign-in that was cancelled meanwhile. */
async function confirm(
  inputs: SessionPorts,
  confirmation: Parameters<typeof confirmOrganization>[1],
): Promise<Failure | undefined> {
  const { organization, accessToken, reference } = confirmation;
  const revoke = () => revokeUnused(inputs, reference, organization, accessToken);
  try {
    const unconfirmed = await confirmOrganization(inputs, confirmation);
    if (unconfirmed !== undefined) await revoke();
    return unconfirmed;
  } catch (error) {
    if (error instanceof AbandonedError) await revoke();
    throw error;
  }
}

export async function revokeUnused(
  { service, log }: Pick<SignInInputs, 'service' | 'log'>,
  reference: string,
  organization: Organization,
  accessToken: string,
): Promise<void> {
  await service.logOut(organization, accessToken).catch((error: unknown) => {
    log.warn({ event: 'unused-token-not-revoked', reference, error }, 'a token is not revoked');
  });
}

type FollowUp = Pick<Creation, 'job' | 'signal'>;

/** Has the job of their expiry end these sessions now; if this process dies before, it does so once they expire. */
export async function endSessions(
  { jobs, retryWhileStorageUnavailable, clock }: SignInInputs,
  { key, signInId }: FollowUp['job'],
  sessions: readonly Session[] = [],
): Promise<void> {
  for (const { id: sessionId } of sessions) {
    const send = () => jobs.sendOwned({ kind: 'expire', key, sessionId, dueAt: clock.now() });
    (await retryWhileStorageUnavailable('the end of a session', signInId, send)).start();
  }
}

/** Continues the work that waited for the sign-in. Its errors do not affect the sign-in, which has succeeded. */
export async function continueWaitingWork(
  { sessionEvents, retryWhileStorageUnavailable, log }: SignInInputs,
  { job: { key, signInId: reference }, signal }: FollowUp,
): Promise<void> {
  const tell = () => sessionEvents.tell({ kind: 'began', key });
  try {
    await retryWhileStorageUnavailable('the work that waited for a sign-in', reference, tell);
  } catch (error) {
    // The process is stopping; the instance that takes over the job continues the work.
    if (signal.aborted) throw error;
    log.warn({ event: 'after-sign-in-failed', reference, error }, 'waiting work could not be continued');
  }
}
