/** What `npm run audit` is asked for. Pure. */
import { parseArgs } from 'node:util';
import { ENV_FILE_OPTIONS, type EnvironmentFiles } from '../settings/environment-file.ts';

export interface AuditQuestion {
  /** Epoch milliseconds: from, and before. */
  readonly since: number;
  readonly until: number;
  /** Lower case; absent: everybody. */
  readonly user?: string | undefined;
  readonly json: boolean;
  readonly files: EnvironmentFiles;
}

export type AuditArguments =
  | { readonly kind: 'question'; readonly question: AuditQuestion }
  | { readonly kind: 'help' }
  /** Sentences for whoever typed it. */
  | { readonly kind: 'mistakes'; readonly mistakes: readonly string[] };

export const USAGE = `npm run audit -- --since WHEN [--until WHEN] [--user ID] [--json] [--env-file PATH]
  --since WHEN      from then on: a day (2026-11-20), a time (2026-11-20T08:00Z), or how long ago (90m, 24h, 7d)
  --until WHEN      up to then; a day counts whole. Without it: up to now
  --user ID         only lines of that person: the object id, as the lines name it
  --json            one JSON object a line instead of a table
  --env-file PATH   settings from this file instead of .env
Times are in UTC. Where the log lies is read from AZURE_STORAGE_CONNECTION_STRING or AZURE_STORAGE_ACCOUNT, and
STATE_CONTAINER.`;

const DAY_MILLISECONDS = 86_400_000;
const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: DAY_MILLISECONDS };
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?$/;

interface Span {
  readonly start: number;
  readonly end: number;
}

/** A day is a span, everything else a moment; without a zone a time is in UTC. */
function parseWhen(text: string, now: number): Span | undefined {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (count !== undefined) {
    const moment = now - Number(count) * (UNITS[unit] ?? 0);
    return { start: moment, end: moment };
  }
  if (DAY.test(text)) {
    const start = Date.parse(`${text}T00:00:00Z`);
    // JavaScript makes the 3rd of March out of a 31st of February.
    const exists = !Number.isNaN(start) && new Date(start).toISOString().startsWith(text);
    return exists ? { start, end: start + DAY_MILLISECONDS } : undefined;
  }
  if (!TIME.test(text)) return undefined;
  const moment = Date.parse(/(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(moment) ? undefined : { start: moment, end: moment };
}

interface Given extends EnvironmentFiles {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly user?: string | undefined;
  readonly json?: boolean | undefined;
  readonly help?: boolean | undefined;
}

function read(args: readonly string[]): Given | string {
  try {
    const text = { type: 'string' } as const;
    const flag = { type: 'boolean' } as const;
    const options = { since: text, until: text, user: text, json: flag, help: flag, ...ENV_FILE_OPTIONS };
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** @param now epoch milliseconds */
export function readArguments(args: readonly string[], now: number): AuditArguments {
  const given = read(args);
  if (typeof given === 'string') return { kind: 'mistakes', mistakes: [given] };
  if (given.help === true) return { kind: 'help' };
  const mistakes: string[] = [];
  const when = (name: 'since' | 'until'): Span | undefined => {
    const text = given[name];
    const span = text === undefined ? undefined : parseWhen(text, now);
    if (text !== undefined && span === undefined) {
      mistakes.push(`--${name} takes a day, a time or how long ago, not "${text}".`);
    }
    return span;
  };
  const [from, to] = [when('since'), when('until')];
  if (given.since === undefined) mistakes.push('--since is missing.');
  if (given.user?.trim() === '') mistakes.push('--user takes the object id of a person.');
  const [since, until] = [from?.start ?? now, to?.end ?? now + 1];
  if (mistakes.length === 0 && since >= until) mistakes.push('--since must be before --until.');
  if (mistakes.length > 0) return { kind: 'mistakes', mistakes };
  const user = given.user?.trim().toLowerCase();
  const files = { 'env-file': given['env-file'], 'env-file-if-exists': given['env-file-if-exists'] };
  return { kind: 'question', question: { since, until, user, json: given.json === true, files } };
}
