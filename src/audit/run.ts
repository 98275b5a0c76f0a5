/** `npm run audit`: the audit log on the terminal, or as JSON for other programs. */
import { SettingsError, StorageUnavailableError } from '../core/errors.ts';
import type { AuditReader } from '../state/audit-log.ts';
import { EnvironmentFileError, type EnvironmentFiles } from '../settings/environment-file.ts';
import { readArguments, USAGE, type AuditQuestion } from './arguments.ts';
import { TABLE_HEAD, tableRow } from './table.ts';

export interface AuditCommand {
  readonly args: readonly string[];
  /** Epoch milliseconds. */
  readonly now: number;
  /** Called only once the arguments are right. @throws SettingsError, EnvironmentFileError */
  readonly openReader: (files: EnvironmentFiles) => AuditReader;
  /** Resolves once more can be written. */
  readonly print: (line: string) => Promise<void>;
  /** For people: mistakes, and what is no line. */
  readonly say: (line: string) => void;
}

/** sysexits.h, EX_CONFIG. */
const EXIT_CONFIG = 78;
const EXIT_ARGUMENTS = 2;
const EXIT_AWAY = 1;

async function answer(
  { since, until, user, json }: AuditQuestion,
  reader: AuditReader,
  { print, say }: AuditCommand,
): Promise<void> {
  let printed = 0;
  let broken = 0;
  for await (const line of reader.lines(since, until, () => (broken += 1))) {
    if (user !== undefined && line.person?.toLowerCase() !== user) continue;
    if (printed === 0 && !json) await print(TABLE_HEAD);
    await print(json ? JSON.stringify(line) : tableRow(line));
    printed += 1;
  }
  if (printed === 0) say('No audit line fits.');
  if (broken > 0) say(`${broken} line(s) could not be read and were left out.`);
}

/** @returns the exit code: 0, 1 when storage does not answer, 2 for wrong arguments, 78 for wrong settings */
export async function runAudit(command: AuditCommand): Promise<number> {
  const { args, now, openReader, print, say } = command;
  const read = readArguments(args, now);
  if (read.kind === 'help') {
    await print(USAGE);
    return 0;
  }
  if (read.kind === 'mistakes') {
    for (const mistake of read.mistakes) say(mistake);
    say(`\n${USAGE}`);
    return EXIT_ARGUMENTS;
  }
  try {
    await answer(read.question, openReader(read.question.files), command);
    return 0;
  } catch (error) {
    if (error instanceof SettingsError) {
      for (const mistake of error.mistakes) say(mistake);
      return EXIT_CONFIG;
    }
    if (error instanceof EnvironmentFileError) {
      say(error.message);
      return EXIT_ARGUMENTS;
    }
    if (!(error instanceof StorageUnavailableError)) throw error;
    say(error.message);
    return EXIT_AWAY;
  }
}
