/** A pending sign-in that another one replaced, or that was erased: the state no longer says that there was one. */
import type { PersonKey } from '../../core/person.ts';
import type { SignInInputs } from './inputs.ts';
import type { SignIn } from './model.ts';

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
