/**
 * What is asked before data of a backup changes (a restore) or leaves it (an export, a download): whether that is on for
 * this kind of access, for what reason, and, with `AUDIT=required`, that the audit log has it.
 */
import { typedText } from '../../core/text.ts';
import type { AuditRecord } from '../../core/audit.ts';
import { StorageUnavailableError } from '../../core/errors.ts';
import type { AccessKind } from '../backups/entries/access-kind.ts';
import type { ReasonRule, RestorePorts } from '../state/ports.ts';
import { MAX_REASON_LENGTH, type Remark } from '../state/task.ts';
import { policyOf } from './kinds/policy.ts';

/** What leaves: posts, or one item. */
export type Leaving = 'export' | 'download';

/** `EXPORT_POSTS`, `DOWNLOADS`. */
export function mayLeave(
  { exportPosts, downloads }: Pick<RestorePorts, 'exportPosts' | 'downloads'>,
  what: Leaving,
  access: AccessKind,
): boolean {
  if (what === 'export') return exportPosts;
  return policyOf(access).downloadsIf.has(downloads);
}

export const isReasonRequired = (access: AccessKind, { required }: ReasonRule): boolean =>
  required || !policyOf(access).isReasonRecorded;

/** A reason as it was typed, on one line, and what is wrong with it. */
export function readReason(
  typed: string | undefined,
  access: AccessKind,
  rule: ReasonRule,
): { readonly reason?: string | undefined; readonly mistake?: Remark | undefined } {
  const { pattern } = rule;
  const reason = onOneLine(typed);
  if (reason === undefined) return { mistake: isReasonRequired(access, rule) ? { code: 'reason-missing' } : undefined };
  if (pattern === undefined || pattern.test(reason)) return { reason };
  return { reason, mistake: { code: 'reason-pattern', typed: pattern.source } };
}

function onOneLine(typed = ''): string | undefined {
  const line = typed.replaceAll(/\s+/g, ' ').trim();
  return typedText(Array.from(line).slice(0, MAX_REASON_LENGTH).join(''));
}

/**
 * With `AUDIT=required`, before anything is stored or sent.
 *
 * @param notStarted written where the entries are not stored in time: they may still be later
 * @returns whether the entries are stored
 */
export async function isAudited(
  { audit, log }: Pick<RestorePorts, 'audit' | 'log'>,
  reference: string,
  started: readonly AuditRecord[],
  notStarted: readonly AuditRecord[],
): Promise<boolean> {
  try {
    await Promise.all(started.map((record) => audit.write(record)));
    return true;
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) throw error;
    const fields = { event: 'restore-refused-unaudited', reference, error };
    log.error(fields, 'a restore, export or download was not started because its audit entry could not be stored');
    for (const record of notStarted) audit.record(record);
    return false;
  }
}
