/** Audit lines as columns. */
import type { AuditLine } from '../state/audit-log.ts';

const COLUMNS = [
  ['TIME (UTC)', 23],
  ['EVENT', 15],
  ['OUTCOME', 14],
  ['PERSON', 36],
  ['ORGANIZATION', 28],
  ['KIND', 8],
  ['REFERENCE', 12],
] as const;

/** Nothing that a terminal would act on. */
const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '?');

function row(cells: readonly string[]): string {
  const padded = cells.map((cell, index) => printable(cell).padEnd(COLUMNS[index]?.[1] ?? 0));
  return padded.join('  ').trimEnd();
}

export const TABLE_HEAD = row([...COLUMNS.map(([title]) => title), 'RESTORE']);

/** `3 items, exchange, own, latest: 2 restored, 1 failed, 0 skipped; "as asked"`, of what the line has of it. */
function restoreText(restore: AuditLine['restore']): string {
  if (restore === undefined) return '';
  const { workload, scope, point, items, reason, restored, failed, skipped } = restore;
  const what = [items === undefined ? undefined : `${items} item${items === 1 ? '' : 's'}`, workload, scope, point];
  const counts = Object.entries({ restored, failed, skipped })
    .filter(([, count]) => count !== undefined)
    .map(([word, count]) => `${count} ${word}`);
  const asked = what.filter((part) => part !== undefined).join(', ');
  const came = counts.length === 0 ? '' : `: ${counts.join(', ')}`;
  return `${asked}${came}${reason === undefined ? '' : `; ${JSON.stringify(reason)}`}`;
}

export function tableRow(line: AuditLine): string {
  const { time, event, outcome = '', person = '', organization = '', flow = '', reference = '' } = line;
  const when = time.replace('T', ' ').replace('Z', '');
  return row([when, event, outcome, person, organization, flow, reference, restoreText(line.restore)]);
}
