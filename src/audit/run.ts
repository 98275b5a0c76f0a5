/** `npm run audit`: the audit log on the terminal, or as JSON for other programs; and whether its chains are intact. */
import { parseArgs } from 'node:util';
import { DAY, HOUR, MINUTE } from '../core/durations.ts';
import { EXIT_CONFIG, SettingsError, StorageUnavailableError } from '../core/errors.ts';
import { ENV_FILE_OPTIONS, EnvironmentFileError, type EnvironmentFiles } from '../settings/environment-file.ts';
import type { AuditLine } from '../state/audit/line.ts';
import type { AuditReader } from '../state/audit/reader.ts';
import { ChainVerifier, parseEnd } from './verify.ts';

const USAGE = `npm run audit -- --since WHEN [--until WHEN] [--user ID] [--json] [--env-file PATH]
npm run audit -- --verify [--since DAY] [--end TEXT …] [--env-file PATH]
  --since WHEN      from then on: a day (2026-11-20), a time (2026-11-20T08:00Z), or how long ago (90m, 24h, 7d)
  --until WHEN      up to then; a day counts whole. Without it: up to now
  --user ID         only lines of that person, by object id; also those of a code that the person approved for another
  --json            one JSON object a line instead of a table
  --verify          whether lines were removed, changed or moved, of whole days; exits with 3 where some were
  --end TEXT        with --verify: also this line must be there, as "audit-chain" in the bot's log names it (field "end")
  --env-file PATH   settings from this file instead of .env
Times are in UTC. Where the log lies is read from AZURE_STORAGE_CONNECTION_STRING or AZURE_STORAGE_ACCOUNT,
AUDIT_CONTAINER, and STATE_CONTAINER for lines of earlier versions.`;

const UNITS: Readonly<Record<string, number>> = { m: MINUTE, h: HOUR, d: DAY };
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?$/;

interface Span {
  readonly start: number;
  readonly end: number;
}

/** A day is a span, everything else a moment; without a zone a time is in UTC. */
function parseWhen(text: string, now: number): Span | undefined {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (count !== undefined) return momentAt(now - Number(count) * (UNITS[unit] ?? 0));
  if (ISO_TIME.test(text)) return momentAt(Date.parse(/(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`));
  const start = ISO_DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // JavaScript reads the 31st of February as the 3rd of March.
  if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(text)) return undefined;
  return { start, end: start + DAY };
}

const momentAt = (time: number): Span | undefined => (Number.isNaN(time) ? undefined : { start: time, end: time });

const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean' } as const;
const ENDS = { type: 'string', multiple: true } as const;
const OPTIONS = {
  since: TEXT,
  until: TEXT,
  user: TEXT,
  json: FLAG,
  verify: FLAG,
  end: ENDS,
  help: FLAG,
  ...ENV_FILE_OPTIONS,
};

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** @param now epoch milliseconds */
export function readArguments(args: readonly string[], now: number) {
  const given = parse(args);
  if (typeof given === 'string') return { kind: 'mistakes', mistakes: [given] } as const;
  if (given.help === true) return { kind: 'help' } as const;
  const mistakes: string[] = [];
  const when = (name: 'since' | 'until'): Span | undefined => {
    const text = given[name];
    if (text === undefined) return undefined;
    const span = parseWhen(text, now);
    if (span === undefined) mistakes.push(`--${name} takes a day, a time or how long ago, not "${text}".`);
    return span;
  };
  const [from, to] = [when('since'), when('until')];
  const { verify = false, end: ends = [] } = given;
  if (given.since === undefined && !verify) mistakes.push('--since is missing.');
  if (verify && (given.until ?? given.user ?? given.json) !== undefined) {
    mistakes.push('--verify reads all lines up to now: it takes neither --until nor --user nor --json.');
  }
  if (ends.length > 0 && !verify) mistakes.push('--end belongs to --verify.');
  const wrong = ends.find((text) => parseEnd(text) === undefined);
  if (wrong !== undefined) mistakes.push(`--end takes instance:number:hash, not "${wrong}".`);
  if (given.user?.trim() === '') mistakes.push('--user takes the object id of a person.');
  const [since, until] = [from?.start ?? (verify ? 0 : now), to?.end ?? now + 1];
  if (mistakes.length === 0 && since >= until) mistakes.push('--since must be before --until.');
  if (mistakes.length > 0) return { kind: 'mistakes', mistakes } as const;
  if (verify) {
    const firstDay = from && new Date(from.start).toISOString().slice(0, 10);
    return { kind: 'verification', query: { since: firstDay, ends }, files: given } as const;
  }
  const user = given.user?.trim().toLowerCase();
  return { kind: 'query', query: { since, until, user, json: given.json === true }, files: given } as const;
}

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

/** `3 items, exchange, own, latest, for request 7K3Q: 2 restored, 1 failed, 0 skipped; "the reason"`, without what the line lacks. */
function restoreText(restore: AuditLine['restore']): string {
  if (restore === undefined) return '';
  const { workload, request, scope, point, items, wholes, reason, restored, failed, skipped, approvers } = restore;
  const whole = wholes === undefined ? '' : ` (${wholes} whole)`;
  const amount = items === undefined ? undefined : `${items} item${items === 1 ? '' : 's'}${whole}`;
  const what = [amount, workload, scope, point, request && `for request ${request}`];
  const counts = Object.entries({ restored, failed, skipped })
    .filter(([, count]) => count !== undefined)
    .map(([word, count]) => `${count} ${word}`);
  const asked = what.filter((part) => part !== undefined).join(', ');
  const came = counts.length === 0 ? '' : `: ${counts.join(', ')}`;
  return `${asked}${came}${reasonText(reason)}${approvedText(approvers)}`;
}

const reasonText = (reason: string | undefined): string => (reason === undefined ? '' : `; ${JSON.stringify(reason)}`);

const approvedText = (approvers: readonly string[] = []): string =>
  approvers.length === 0 ? '' : `; approved by ${approvers.join(', ')}`;

/** `, 321 bytes; "the reason"` */
const fileText = ({ bytes, reason, approvers }: NonNullable<AuditLine['export'] | AuditLine['download']>): string =>
  `${bytes === undefined ? '' : `, ${bytes} bytes`}${reasonText(reason)}${approvedText(approvers)}`;

/** `2 posts, team …, channel …, 321 bytes; "the reason"` */
function exportText(exported: AuditLine['export']): string {
  if (exported === undefined) return '';
  const { team, channel, posts } = exported;
  const what = posts === undefined ? 'all posts' : `${posts} post${posts === 1 ? '' : 's'}`;
  return `${what}, team ${team}, channel ${channel}${fileText(exported)}`;
}

function downloadText(downloaded: AuditLine['download']): string {
  if (downloaded === undefined) return '';
  const { workload, container, item } = downloaded;
  return `${workload} item ${item} of ${container}${fileText(downloaded)}`;
}

/** Who approved the code that somebody else had requested. */
function approverText({ tenant, approvedBy }: AuditLine): string {
  if (approvedBy === undefined) return '';
  return `of tenant ${tenant}; approved by ${approvedBy.person} of tenant ${approvedBy.tenant}`;
}

/** Whose sessions an administrator ended, or whom they suspended. */
const aboutText = ({ about }: AuditLine): string => (about === undefined ? '' : `about ${about}`);

function tableRow(line: AuditLine): string {
  const { time, event, outcome = '', person = '', organization = '', flow = '', reference = '' } = line;
  const when = time.replace('T', ' ').replace('Z', '');
  const details =
    aboutText(line) ||
    approverText(line) ||
    restoreText(line.restore) ||
    exportText(line.export) ||
    downloadText(line.download);
  return row([when, event, outcome, person, organization, flow, reference, details]);
}

const EXIT_ARGUMENTS = 2;
const EXIT_UNAVAILABLE = 1;
const EXIT_TAMPERED = 3;

interface AuditCommand {
  readonly args: readonly string[];
  /** Epoch milliseconds. */
  readonly now: number;
  /** Called only once the arguments are right. @throws SettingsError, EnvironmentFileError */
  readonly openReader: (files: EnvironmentFiles) => AuditReader;
  /** Resolves once more can be written. */
  readonly print: (line: string) => Promise<void>;
  readonly printError: (line: string) => void;
}

/**
 * @returns the exit code: 0; 1 when storage does not answer, 2 for wrong arguments, 3 when a chain is not intact, 78 for wrong
 * settings
 */
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
    const reader = openReader(read.files);
    return await (read.kind === 'query' ? list(command, reader, read.query) : verify(command, reader, read.query));
  } catch (error) {
    const isExpected = error instanceof EnvironmentFileError || error instanceof StorageUnavailableError;
    if (!isExpected && !(error instanceof SettingsError)) throw error;
    printError(error.message);
    if (error instanceof SettingsError) return EXIT_CONFIG;
    return error instanceof EnvironmentFileError ? EXIT_ARGUMENTS : EXIT_UNAVAILABLE;
  }
}

type Query<Kind> = Extract<ReturnType<typeof readArguments>, { kind: Kind }> extends { query: infer Q } ? Q : never;

async function list(
  { print, printError }: AuditCommand,
  reader: AuditReader,
  { since, until, user, json }: Query<'query'>,
): Promise<number> {
  let printed = 0;
  const unreadable = { line: 0, older: 0 };
  for await (const line of reader.lines(since, until, (what) => (unreadable[what] += 1))) {
    const people = [line.person, line.about, line.approvedBy?.person];
    if (user !== undefined && !people.some((id) => id?.toLowerCase() === user)) continue;
    if (printed === 0 && !json) await print(TABLE_HEAD);
    await print(json ? JSON.stringify(line) : tableRow(line));
    printed += 1;
  }
  if (printed === 0) printError('No audit line fits.');
  if (unreadable.line > 0) printError(`${unreadable.line} line(s) could not be read and were left out.`);
  if (unreadable.older > 0) printError('Lines of earlier versions were left out: no right to read STATE_CONTAINER.');
  return 0;
}

async function verify(
  { print }: AuditCommand,
  reader: AuditReader,
  { since, ends }: Query<'verification'>,
): Promise<number> {
  const findings: string[] = [];
  let count = 0;
  const printFindings = async (): Promise<void> => {
    count += findings.length;
    for (const finding of findings.splice(0)) await print(printable(finding));
  };
  const verifier = new ChainVerifier({ since, ends, report: (finding) => void findings.push(finding) });
  for await (const line of reader.stored(since ?? '')) {
    verifier.add(line);
    await printFindings();
  }
  const { lines, instances, firstDay, lastDay, repeated, notStored, openEnds } = verifier.finish();
  await printFindings();
  const read = `${lines} line(s) of ${instances} instance(s)${lastDay === undefined ? '' : `, ${firstDay} to ${lastDay}`}`;
  const remedy = 'docs/audit-log.md says what to do';
  await print(count === 0 ? `Intact: ${read}.` : `NOT INTACT: ${count} finding(s) in ${read}; ${remedy}.`);
  if (repeated > 0) await print(`${repeated} line(s) stand there twice: the response to writing them was lost.`);
  if (notStored > 0)
    await print(`${notStored} line(s) could not be stored: the bot's log has them (audit-line-not-stored).`);
  if (openEnds.length > 0) await print('Without a last line (running, killed, or its end was removed; see --end):');
  for (const { instance, sequence, time } of openEnds)
    await print(printable(`  ${instance}: line ${sequence}, ${time}`));
  return count === 0 ? 0 : EXIT_TAMPERED;
}
