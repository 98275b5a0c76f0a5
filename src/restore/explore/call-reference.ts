/** A call's `reason` ends in a reference, by which its session is found again at the service. */

/** The service documents no limit, but may truncate, and would cut off the reference. In UTF-16 units. */
const MAX_SENT_REASON_LENGTH = 255;

export const EXPLORE_REASON = 'Looking for something to restore (restore-bot explore)';
const REFERENCE = /(?:\(approved by [^()]*\) )?\(restore-bot [^\s()]+\)$/;

/** `(restore-bot 7K3QX9M2T4AB-1)`; `index` counts the calls of a restore from 0. */
export const callReference = (restoreId: string, index: number): string => `(restore-bot ${restoreId}-${index + 1})`;

/**
 * @param approvers object ids of those who approved the restore
 * @returns the typed reason, shortened if necessary, followed by the approvers and the whole reference
 */
export function callReason(
  typed: string | undefined,
  restoreId: string,
  index: number,
  approvers: readonly string[] = [],
): string {
  const own = callReference(restoreId, index);
  const approved = approvers.length === 0 ? '' : `(approved by ${approvers.join(', ')}) `;
  const reference = approved.length + own.length > MAX_SENT_REASON_LENGTH ? own : approved + own;
  let reason = '';
  // By characters, so that no surrogate pair is split.
  for (const character of (typed ?? '').trim()) {
    if (reason.length + character.length + 1 + reference.length > MAX_SENT_REASON_LENGTH) break;
    reason += character;
  }
  return reason === '' ? reference : `${reason} ${reference}`;
}

export const typedReason = (reason: string | undefined): string | undefined =>
  reason?.replace(REFERENCE, '').trimEnd() || undefined;
