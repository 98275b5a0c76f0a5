/** A call's `reason` ends in a reference, by which its session is found again at the service. */

/** The service documents no limit, but may truncate, and would cut off the reference. In UTF-16 units. */
const MAX_SENT_REASON_LENGTH = 255;

export const EXPLORE_REASON = 'Looking for something to restore (restore-bot explore)';
const REFERENCE = /\(restore-bot [^\s()]+\)$/;

/** `(restore-bot 7K3QX9M2T4AB-1)`; `index` counts the calls of a restore from 0. */
export const callReference = (restoreId: string, index: number): string => `(restore-bot ${restoreId}-${index + 1})`;

/** @returns the typed reason, shortened if necessary, followed by the whole reference */
export function callReason(typed: string | undefined, restoreId: string, index: number): string {
  const reference = callReference(restoreId, index);
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
