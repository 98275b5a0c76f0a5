/** How the approval of a restore changes, and what ends with it. Pure. */
import type { Approval, ApprovedBy, WaitingApproval } from './approval.ts';
import type { Restore, RestoreCall, RestoreGroup } from './restore.ts';
import type { Trouble } from '../backups/service-error.ts';
import { currentCall, endedCall, endPlannedCalls, groupOfCall } from './restore-transitions.ts';
import { policyOf } from '../access/kinds/policy.ts';

interface NextCall {
  readonly call: RestoreCall;
  readonly group: RestoreGroup;
}

/** An administrator's call that is to be sent next, which needs an approval; undefined where there is none. */
export function callToApprove(restore: Restore): NextCall | undefined {
  const current = currentCall(restore);
  if (!policyOf(restore.access).needsApproval || restore.endedAt !== undefined) return undefined;
  if (current?.progress.kind !== 'planned') return undefined;
  return { call: current.call, group: groupOfCall(restore, current.call) };
}

/** The approval that the restore waits for. */
export function waitingApproval(restore: Restore): WaitingApproval | undefined {
  const approval = callToApprove(restore)?.group.approval;
  return approval?.kind === 'waiting' ? approval : undefined;
}

export const withApproval = (restore: Restore, index: number, approval: Approval | undefined): Restore => ({
  ...restore,
  groups: restore.groups.map((group, at) => (at === index ? { ...group, approval } : group)),
});

/** Changes the code that the restore waits for. @returns undefined where it no longer waits for that one */
export function withCode(
  restore: Restore,
  userCode: string,
  change: (waiting: WaitingApproval) => Approval | undefined,
): Restore | undefined {
  const waiting = waitingApproval(restore);
  const next = callToApprove(restore);
  if (waiting?.userCode !== userCode || next === undefined) return undefined;
  return withApproval(restore, next.call.group, change(waiting));
}

export const approvedBy =
  (by: ApprovedBy, at: number) =>
  ({ userCode, expiresAt }: WaitingApproval): Approval => ({ kind: 'approved', userCode, expiresAt, at, by });

/** It was not approved. @param remark in the service's own words */
export function endUnapproved(restore: Restore, at: number, trouble: Trouble, remark?: string): Restore {
  const remarks = remark === undefined ? [] : [remark];
  return endPlannedCalls(restore, at, (call) => ({ ...endedCall(call, at, 'refused', trouble), remarks }));
}
