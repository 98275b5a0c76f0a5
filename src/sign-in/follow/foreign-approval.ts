/**
 * A code that another person approved than the one who requested it: a wrong account, or phishing (RFC 8628, section 5.4).
 * Nothing of that person's tokens is kept. The log, the audit log and the administrators learn who it was; the card does not.
 */
import { keep, write } from '../../durable/record.ts';
import type { Person, PersonKey } from '../../core/person.ts';
import { otherAdministrators } from '../access/administrators.ts';
import type { ForeignApproval } from '../access/policy.ts';
import type { SignInInputs } from '../state/inputs.ts';
import type { PersonState, SignIn, SomebodyElseReport } from '../state/model.ts';
import { endedSignIn, type Transition } from '../state/transitions.ts';

/** Logs it at once, before anything can fail. @returns the report to store */
export function reportForeignApproval(
  { adminUserIds, clock, log }: Pick<SignInInputs, 'adminUserIds' | 'clock' | 'log'>,
  key: PersonKey,
  asker: Person,
  { id, flow, organization }: SignIn,
  approval: ForeignApproval,
): SomebodyElseReport {
  const facts = { asker: { userId: key.personId, tenantId: asker.tenantId }, ...approval };
  const fields = { event: 'sign-in-by-somebody-else', reference: id, organization, flow, ...facts };
  log.warn(fields, 'somebody else approved the code of a sign-in');
  const to = otherAdministrators(adminUserIds, key);
  return { kind: 'somebody-else', id, at: clock.now(), signInId: id, flow, organization, ...approval, to };
}

/**
 * Ends the sign-in, which erases its secrets, and stores the report, also if the sign-in was cancelled or replaced meanwhile, or if
 * a browser has brought an answer since, which another job follows.
 *
 * @param jobId of the job that found it out
 * @returns false when everything about the person was erased
 */
export const withForeignApproval =
  (report: SomebodyElseReport, jobId: string | undefined): Transition<boolean> =>
  (state) => {
    if (state === undefined) return keep(false);
    const { signIn, reports = [] } = state;
    // The write had succeeded and only its response was lost.
    if (reports.some(({ id }) => id === report.id)) return keep(true);
    const isPending = signIn?.id === report.signInId && signIn.kind !== 'ended' && signIn.jobId === jobId;
    const ended = isPending ? endedSignIn(signIn, { reason: report.reason }, report.at) : signIn;
    return write({ ...state, signIn: ended, reports: [...reports, report] }, true);
  };

/** The stored report of this sign-in, until the administrators are notified. */
export function foreignApprovalIn(state: PersonState | undefined, signInId: string): SomebodyElseReport | undefined {
  const report = state?.reports?.find(({ id }) => id === signInId);
  return report?.kind === 'somebody-else' ? report : undefined;
}

export function auditForeignApproval(
  { audit }: Pick<SignInInputs, 'audit'>,
  key: PersonKey,
  { tenantId: tenant }: Person,
  { reason: outcome, organization, flow, signInId: reference, approver }: SomebodyElseReport,
): void {
  const approvedBy = { person: approver.userId, tenant: approver.tenantId };
  audit.record({ event: 'sign-in-refused', key, organization, flow, reference, outcome, tenant, approvedBy });
}
