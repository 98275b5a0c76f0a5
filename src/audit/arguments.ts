/** The arguments of `npm run audit`. */
import { parseArgs } from 'node:util';
import { ENV_FILE_OPTIONS, type EnvironmentFiles } from '../settings/environment-file.ts';

export interface AuditQuery {
  /** Epoch milliseconds: from this one on, and before that one. */
  readonly since: number;
  readonly until: number;
  /** Lower case; absent: everybody. */
  readonly user?: string | undefined;
  readonly json: boolean;
  readonly files: EnvironmentFiles;
}

export type AuditArguments =
  | { readonly kind: 'query'; readonly query: AuditQuery }
  | { readonly kind: 'help' }
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

/** Epoch milliseconds. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** A day is a span, everything else a moment; without a zone a time is in UTC. */
function parseWhen(text: string, now: number): Span | undefined {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (count !== undefined) return momentAt(now - Number(count) * (UNITS[unit] ?? 0));
  if (TIME.test(text)) return momentAt(Date.parse(/(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`));
  const start = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // JavaScript reads the 31st of February as the 3rd of March.
  if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(text)) return undefined;
  return { start, end: start + DAY_MILLISECONDS };
}

const momentAt = (time: number): Span | undefined => (Number.isNaN(time) ? undefined : { start: time, end: time });

const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean' } as const;
const OPTIONS = { since: TEXT, until: TEXT, user: TEXT, json: FLAG, help: FLAG, ...ENV_FILE_OPTIONS };

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** @param now epoch milliseconds */
export function readArguments(args: readonly string[], now: number): AuditArguments {
  const given = parse(args);
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
  return { kind: 'query', query: { since, until, user, json: given.json === true, files: given } };
}
