/** Audit lines as columns. */
import type { AuditLine } from '../state/audit-reader.ts';

const COLUMNS = [
  ['TIME (UTC)', 23],
  ['EVENT', 15],
  ['OUTCOME', 14],
  ['PERSON', 36],
  ['ORGANIZATION', 28],
  ['KIND', 8],
] as const;

/** Nothing that a terminal would act on. */
const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '?');

function row(cells: readonly string[]): string {
  const padded = cells.map((cell, index) => printable(cell).padEnd(COLUMNS[index]?.[1] ?? 0));
  return padded.join('  ').trimEnd();
}

export const TABLE_HEAD = row([...COLUMNS.map(([title]) => title), 'REFERENCE']);

export function tableRow(line: AuditLine): string {
  const { time, event, outcome = '', person = '', organization = '', flow = '', reference = '' } = line;
  return row([time.replace('T', ' ').replace('Z', ''), event, outcome, person, organization, flow, reference]);
}
