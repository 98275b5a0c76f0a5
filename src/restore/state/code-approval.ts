/** The approval by code of what an administrator restores: how it changes, and what follows when the service does not accept it. Pure. */
import { errorNumbersIn } from '../../core/entra.ts';
import { UpstreamError } from '../../core/errors.ts';
import { firstSentence } from '../../core/text.ts';
import type { Approval, ApprovedBy, Restore, RestoreCall, RestoreGroup, WaitingApproval } from './restore.ts';
import { troubleOf, type Trouble } from '../backups/service-error.ts';
import { currentCall, endedCall, endPlannedCalls, groupOfCall } from './restore-transitions.ts';
import { policyOf } from '../access/kinds/policy.ts';

interface NextCall {
  readonly call: RestoreCall;
  readonly group: RestoreGroup;
}

/** An administrator's call that is to be sent next, which needs a code; undefined where there is none. */
export function callToApprove(restore: Restore): NextCall | undefined {
  const current = currentCall(restore);
  if (!policyOf(restore.access).needsCode || restore.endedAt !== undefined) return undefined;
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

type ApprovedCode = Extract<Approval, { kind: 'approved' }>;

/** So often in a row somebody signs in anew for a call, before it ends as refused. */
const MAX_NEW_CODES = 2;

/**
 * How it is refused is not documented: not with which status, and not in which words. Microsoft's own number for why it
 * issues no token comes through in the message.
 */
const isOfMicrosoft = (description: string | undefined): boolean => errorNumbersIn(description).length > 0;
const OF_CODE = /\b(?:device|user|verification)[ -]?code\b/i;
const OF_SIGN_IN = /\bsign(?:ed|ing)?[ -]?in\b|\bcredentials?\b|authenticat|unauthori[sz]ed|privileges?\b|\bconsent/i;
/** The application that the code is for: signing in again changes nothing. */
const OF_APPLICATION: ReadonlySet<number> = new Set([700_016, 7_000_218, 7_000_215, 70_002]);

/**
 * `refused`: with an error of the request, so that nothing was done. `perhaps`: with an error of the server, which may come
 * after it has started, but says that it got no token for what it would do.
 */
export function refusedApproval(error: unknown): 'refused' | 'perhaps' | undefined {
  if (!(error instanceof UpstreamError)) return undefined;
  const { code, description = '' } = error;
  const isNoToken = isOfMicrosoft(description) || OF_CODE.test(description);
  if (code === 'FAILED') return isNoToken ? 'perhaps' : undefined;
  if (code !== 'REFUSED') return undefined;
  return isNoToken || OF_SIGN_IN.test(description) || troubleOf(error) === 'access-denied' ? 'refused' : undefined;
}

/** The code that a call is sent with; undefined where nobody has approved it, or need not. */
export function approvedCode(restore: Restore, call: RestoreCall): ApprovedCode | undefined {
  const { approval } = groupOfCall(restore, call);
  return approval?.kind === 'approved' ? approval : undefined;
}

/** The service's own words for the card. */
export const servicesWords = (error: unknown): string | undefined =>
  error instanceof UpstreamError ? firstSentence(error.description) : undefined;

/** What Microsoft said to the service, where that is the reason. */
export const microsoftsWords = (error: UpstreamError): string | undefined =>
  isOfMicrosoft(error.description) ? servicesWords(error) : undefined;

/** The call waits for a new code; or what is left ends, because signing in does not help. */
export function withRefusedApproval(restore: Restore, index: number, at: number, said: string | undefined): Restore {
  const call = restore.calls[index];
  if (call === undefined) return restore;
  const times = (call.refusals?.times ?? 0) + 1;
  const calls = restore.calls.map((other, place) =>
    place === index ? { ...call, refusals: { times, said }, progress: { kind: 'planned' as const } } : other,
  );
  const unapproved = withApproval({ ...restore, calls }, call.group, undefined);
  // Nobody signed in, so nobody else can.
  if (approvedCode(restore, call)?.by === 'certificate') {
    return endUnapproved(unapproved, at, 'approval-certificate', said);
  }
  const isOver = times > MAX_NEW_CODES || errorNumbersIn(said).some((number) => OF_APPLICATION.has(number));
  return isOver ? endUnapproved(unapproved, at, 'approval-refused', said) : unapproved;
}
