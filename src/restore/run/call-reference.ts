/** The reference by which a restore is found among the service's sessions, at the end of its `reason`. */

/** The service names no limit; longer reasons are cut on the way into its database, and the reference with them. */
const LONGEST = 255;
/** Of a session that is opened to look around in: it restores nothing. */
export const EXPLORE_REASON = 'Looking for something to restore (restore-bot explore)';
const REFERENCE = /\s*\(restore-bot [^\s()]+\)$/;

/** `restore-bot 7K3QX9M2T4AB-1`: call of a restore, from 0. */
export const callReference = (restoreId: string, index: number): string => `(restore-bot ${restoreId}-${index + 1})`;

/** @returns what was typed, cut where it has to be, and the reference whole: at most 255 UTF-16 units */
export function callReason(typed: string | undefined, restoreId: string, index: number): string {
  const reference = callReference(restoreId, index);
  let kept = '';
  // By characters, so that none is cut in two.
  for (const character of (typed ?? '').trim()) {
    if (kept.length + character.length + 1 + reference.length > LONGEST) break;
    kept += character;
  }
  return kept === '' ? reference : `${kept} ${reference}`;
}

/** A session's reason as it was typed. */
export function typedReason(reason: string | undefined): string | undefined {
  return reason?.replace(REFERENCE, '') || undefined;
}
