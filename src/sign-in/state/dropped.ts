/** What has ended of a state, for the audit log: a sign-in that another one replaced, and whatever the state will not have any more. */
import type { AuditRecord } from '../../core/audit.ts';
import type { PersonKey } from '../../core/person.ts';
import type { SignInInputs } from './inputs.ts';
import type { EndedSession, SignIn } from './model.ts';

export const isPending = (signIn: SignIn | undefined): signIn is Exclude<SignIn, { kind: 'ended' }> =>
  signIn !== undefined && signIn.kind !== 'ended';

/** Says so in the audit log, since its job finds nothing of it. */
export function auditDropped(
  { audit }: Pick<SignInInputs, 'audit'>,
  key: PersonKey,
  signIn: SignIn | undefined,
  outcome: 'cancelled' | 'replaced' | 'left' | 'forgotten',
): void {
  if (!isPending(signIn)) return;
  const { id: reference, organization, flow } = signIn;
  audit.record({ event: 'sign-in-ended', key, organization, flow, reference, outcome });
}

/** The same, and ends its job if that runs in this process; once the write has succeeded. */
export function drop(
  ports: Pick<SignInInputs, 'audit' | 'activeJobs'>,
  key: PersonKey,
  signIn: SignIn | undefined,
  outcome: 'replaced',
): void {
  if (signIn !== undefined) ports.activeJobs.abandon(signIn.id);
  auditDropped(ports, key, signIn, outcome);
}

export function whyEnded({ refused, endOrder, replaced, notAllowed }: EndedSession) {
  if (refused === true) return 'refused';
  if (endOrder !== undefined) return 'ended-by-administrator';
  return replaced !== undefined ? 'replaced' : notAllowed !== undefined ? 'not-allowed' : 'expired';
}

/** Sessions that ended by themselves: those of which the audit log does not say it yet. */
export function auditEnded(
  { audit, log }: Pick<SignInInputs, 'audit' | 'log'>,
  key: PersonKey,
  all: readonly EndedSession[],
): void {
  for (const ended of all.filter(({ isAudited }) => isAudited !== true)) audit.record(endRecord({ log }, key, ended));
}

/** Logs the end. @returns what the audit log is to say of it */
export function endRecord({ log }: Pick<SignInInputs, 'log'>, key: PersonKey, ended: EndedSession): AuditRecord {
  const { organization, flow, signInId: reference, replaced, longestLife, notAllowed } = ended;
  const why = whyEnded(ended);
  const outcome = (replaced ?? longestLife ?? notAllowed)?.revoked;
  if (why === 'refused') {
    log.warn({ event: 'session-refused', reference }, 'session ended: the service no longer accepts it');
    return { event: 'session-refused', key, organization, flow, reference };
  }
  log.info({ event: `session-${why}`, reference, revoked: outcome }, `session ${why}`);
  return { event: why, key, organization, flow, reference, outcome };
}
