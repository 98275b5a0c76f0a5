/**
 * What is asked before data of a backup changes (a restore) or leaves it (an export, a download): whether that is on for
 * this kind of access, whether somebody else has to approve it, for what reason, and, with `AUDIT=required`, that the audit log has it.
 */
import { typedText } from '../../core/text.ts';
import type { AuditRecord } from '../../core/audit.ts';
import { onStorageUnavailable } from '../../core/errors.ts';
import type { AccessKind } from '../backups/entries/access-kind.ts';
import type { OptionValues } from '../backups/entries/option-values.ts';
import type { ListGroup } from '../backups/list.ts';
import { amountOf } from '../backups/workloads/amount.ts';
import { rulesOf } from '../backups/workloads/index.ts';
import { overwritten, type Overwritten } from '../backups/workloads/options.ts';
import type { ApprovalRule } from '../state/four-eyes.ts';
import type { ReasonRule, RestorePorts } from '../state/ports.ts';
import { MAX_REASON_LENGTH, type Remark } from '../state/task.ts';
import { policyOf } from './kinds/policy.ts';

/** What leaves: posts, or one item. */
export type Leaving = 'export' | 'download';

type ApprovalPorts = Pick<RestorePorts, 'approvalRule' | 'withCertificate'>;

/** `EXPORT_POSTS`, `DOWNLOADS`. */
export const mayLeave = (
  { exportPosts, downloads }: Pick<RestorePorts, 'exportPosts' | 'downloads'>,
  what: Leaving,
  access: AccessKind,
): boolean => (what === 'export' ? exportPosts : policyOf(access).downloadsIf.has(downloads));

/** Whether somebody else has to approve a file, however small it is. */
export const fileNeedsApproval = (
  { approvalRule: rule }: Pick<ApprovalPorts, 'approvalRule'>,
  own: boolean | undefined,
): boolean => rule.categories.includes('download') && isWatched(rule, own === true);

const isWatched = ({ mode }: ApprovalRule, own: boolean): boolean => mode === 'always' || (mode === 'others' && !own);

interface RestoredGroup extends Pick<ListGroup, 'scope' | 'workload' | 'entries'> {
  readonly options?: OptionValues | undefined;
  /** Elsewhere nothing is overwritten. */
  readonly target?: object | undefined;
}

/** What the chosen options destroy. */
export function overwrittenBy(groups: readonly RestoredGroup[], access: AccessKind): readonly Overwritten['what'][] {
  const all = groups.flatMap(({ workload, options = {}, entries, target }) =>
    target === undefined ? overwritten(rulesOf(workload, access), options, entries) : [],
  );
  return [...new Set(all.map(({ what }) => what))];
}

/** Whether somebody else has to approve it: `APPROVAL` and the settings beside it. */
export function needsApproval(
  { approvalRule: rule, withCertificate }: ApprovalPorts,
  { access, organization }: { readonly access: AccessKind; readonly organization: string },
  groups: readonly RestoredGroup[],
): boolean {
  const isOn = (category: ApprovalRule['categories'][number]): boolean => rule.categories.includes(category);
  if (rule.mode === 'off') return false;
  // Microsoft asks nobody then.
  if (access === 'administrator' && (isOn('administrator') || withCertificate.has(organization))) return true;
  if (
    !isWatched(
      rule,
      groups.every(({ scope }) => scope.kind === 'own'),
    )
  )
    return false;
  const overwrites = overwrittenBy(groups, access);
  if (isOn('overwrite') && overwrites.includes('contents')) return true;
  if (isOn('permissions') && overwrites.includes('permissions')) return true;
  const { items, wholes } = amountOf(groups, access);
  return wholes.length > 0 || items >= rule.minItems;
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
  return Promise.all(started.map((record) => audit.write(record))).then(
    () => true,
    onStorageUnavailable((error) => {
      const fields = { event: 'restore-refused-unaudited', reference, error };
      log.error(fields, 'a restore, export or download was not started because its audit entry could not be stored');
      for (const record of notStarted) audit.record(record);
      return false;
    }),
  );
}
