/** `npm run audit`: the audit log on the terminal, or as JSON for other programs. */
import { SettingsError, StorageUnavailableError } from '../core/errors.ts';
import type { AuditLine, AuditReader } from '../state/audit-log.ts';
import { EnvironmentFileError, type EnvironmentFiles } from '../settings/environment-file.ts';
import { type AuditQuery, readArguments, USAGE } from './arguments.ts';

export interface AuditCommand {
  readonly args: readonly string[];
  /** Epoch milliseconds. */
  readonly now: number;
  /** Called only once the arguments are right. @throws SettingsError, EnvironmentFileError */
  readonly openReader: (files: EnvironmentFiles) => AuditReader;
  /** Resolves once more can be written. */
  readonly print: (line: string) => Promise<void>;
  /** Prints what is not part of the output, such as mistakes. */
  readonly printError: (line: string) => void;
}

/** sysexits.h, EX_CONFIG. */
const EXIT_CONFIG = 78;
const EXIT_ARGUMENTS = 2;
const EXIT_UNAVAILABLE = 1;

/** Widths of the columns; the last one, `RESTORE`, has none. */
const COLUMNS = { 'TIME (UTC)': 23, EVENT: 15, OUTCOME: 14, PERSON: 36, ORGANIZATION: 28, KIND: 8, REFERENCE: 12 };
const WIDTHS = Object.values(COLUMNS);

/** Without control characters, on which a terminal would act. */
const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '?');

function row(cells: readonly string[]): string {
  const padded = cells.map((cell, index) => printable(cell).padEnd(WIDTHS[index] ?? 0));
  return padded.join('  ').trimEnd();
}

const TABLE_HEAD = row([...Object.keys(COLUMNS), 'RESTORE']);

/** `3 items, exchange, own, latest: 2 restored, 1 failed, 0 skipped; "the reason"`, without what the line lacks. */
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

function tableRow(line: AuditLine): string {
  const { time, event, outcome = '', person = '', organization = '', flow = '', reference = '' } = line;
  const when = time.replace('T', ' ').replace('Z', '');
  return row([when, event, outcome, person, organization, flow, reference, restoreText(line.restore)]);
}

async function printLines(
  { since, until, user, json }: AuditQuery,
  reader: AuditReader,
  { print, printError }: AuditCommand,
): Promise<void> {
  let printed = 0;
  let broken = 0;
  for await (const line of reader(since, until, () => (broken += 1))) {
    if (user !== undefined && line.person?.toLowerCase() !== user) continue;
    if (printed === 0 && !json) await print(TABLE_HEAD);
    await print(json ? JSON.stringify(line) : tableRow(line));
    printed += 1;
  }
  if (printed === 0) printError('No audit line fits.');
  if (broken > 0) printError(`${broken} line(s) could not be read and were left out.`);
}

/** @returns the exit code: 0, 1 when storage does not answer, 2 for wrong arguments, 78 for wrong settings */
export async function runAudit(command: AuditCommand): Promise<number> {
  const { args, now, openReader, print, printError } = command;
  const read = readArguments(args, now);
  if (read.kind === 'help') {
    await print(USAGE);
    return 0;
  }
  if (read.kind === 'mistakes') {
    for (const mistake of read.mistakes) printError(mistake);
    printError(`\n${USAGE}`);
    return EXIT_ARGUMENTS;
  }
  try {
    await printLines(read.query, openReader(read.query.files), command);
    return 0;
  } catch (error) {
    if (error instanceof SettingsError) {
      for (const mistake of error.mistakes) printError(mistake);
      return EXIT_CONFIG;
    }
    if (error instanceof EnvironmentFileError) {
      printError(error.message);
      return EXIT_ARGUMENTS;
    }
    if (!(error instanceof StorageUnavailableError)) throw error;
    printError(error.message);
    return EXIT_UNAVAILABLE;
  }
}
