/** The log: one JSON object per line on stdout, without secrets and of limited size. */
import { type DestinationStream, type LevelWithSilent, pino } from 'pino';
import { UpstreamError } from '../core/errors.ts';
import type { Log } from '../core/platform.ts';
import { REMOVED, scrubForeignText, scrubLine, scrubText } from './scrub-text.ts';

export type AppLog = Log & Readonly<Record<'fatal', Log['error']>>;

/** Fields with a secret's name are replaced, errors reduced to harmless fields, and what looks like a token is removed. */
export function createLog(level: LevelWithSilent, destination: DestinationStream = pino.destination(1)): AppLog {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { streamWrite: scrubLine },
  };
  const log = pino(options, destination);
  // pino itself is not returned, because its hooks do not see everything it is given.
  const writer = (name: keyof AppLog) => (fields: object, message: string) => {
    if (log.isLevelEnabled(name)) log[name](redacted(fields), scrubText(message));
  };
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    fatal: writer('fatal'),
  };
}

/** Compared without case, dashes and underscores: `access_token`, `accessToken` and `Access-Token` are the same. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'identityrefreshtoken',
  'token',
  'tokens',
  'assertion',
  'clientassertion',
  'devicecode',
  'usercode',
  'authorization',
  'proxyauthorization',
  'cookie',
  'setcookie',
  'password',
  'microsoftapppassword',
  'apppassword',
  'secret',
  'clientsecret',
  'answer',
  'connectionstring',
  'azurestorageconnectionstring',
  'applicationinsights',
  'applicationinsightsconnectionstring',
  'accountkey',
  'sharedaccesssignature',
  'stateencryptionkeys',
  'sealed',
]);

const MAX_DEPTH = 6;
/** More than the mistakes of a large organizations file. */
const MAX_ITEMS = 5_000;
const MAX_TEXT_LENGTH = 8_000;
const MAX_CAUSES = 4;
const MAX_ERRORS = 4;
const MAX_MESSAGE_LENGTH = 1_000;
const MAX_STACK_LENGTH = 4_000;

const isSecretName = (name: string): boolean => SECRET_NAMES.has(name.replaceAll(/[-_]/g, '').toLowerCase());

/** An Error on its own becomes the field `error`. */
function redacted(fields: object): object {
  const copy = fields instanceof Error ? { error: describeError(fields) } : copied(fields, 0);
  return typeof copy === 'object' && copy !== null ? copy : {};
}

function copied(value: unknown, depth: number): unknown {
  if (typeof value === 'string') {
    return value.length > MAX_TEXT_LENGTH ? `${scrubText(value.slice(0, MAX_TEXT_LENGTH))}…` : scrubText(value);
  }
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  return typeof value === 'object' && value !== null ? copiedObject(value, depth) : value;
}

/** The depth limit also ends cycles. */
function copiedObject(value: object, depth: number): unknown {
  if (value instanceof Error) return describeError(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof URL) return `${value.origin}${value.pathname}`;
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (depth >= MAX_DEPTH) return '[deep]';
  if (Array.isArray(value) || value instanceof Set) {
    return [...value].slice(0, MAX_ITEMS).map((item) => copied(item, depth + 1));
  }
  const entries =
    value instanceof Map ? [...value] : Object.keys(value).map((name) => [name, read(value, name)] as const);
  return Object.fromEntries(
    entries
      .slice(0, MAX_ITEMS)
      .map(([key, item]) => [String(key), item] as const)
      .map(([name, item]) => [name, isSecretName(name) && item !== undefined ? REMOVED : copied(item, depth + 1)]),
  );
}

/** Errors of HTTP clients contain the request with its Authorization header, so only the fields named here are copied. */
function describeError(error: Error, depth = 0): object {
  const cause = read(error, 'cause');
  const errors = read(error, 'errors');
  const inner = Array.isArray(errors) ? errors.filter((one) => one instanceof Error).slice(0, MAX_ERRORS) : [];
  const hasRoom = depth < MAX_CAUSES;
  return {
    type: word(read(error, 'name')) ?? 'Error',
    code: wholeNumber(read(error, 'code')) ?? word(read(error, 'code')),
    message: foreignText(read(error, 'message'), MAX_MESSAGE_LENGTH) ?? '',
    stack: foreignText(frames(read(error, 'stack')), MAX_STACK_LENGTH),
    status: wholeNumber(read(error, 'status')) ?? wholeNumber(read(error, 'statusCode')),
    // Only of this class: in other errors these fields may contain anything.
    ...(error instanceof UpstreamError && {
      upstream: error.upstream,
      retryAfterSeconds: error.retryAfterSeconds,
      reason: foreignText(error.reason, MAX_MESSAGE_LENGTH),
      description: foreignText(error.description, MAX_MESSAGE_LENGTH),
      correlationId: foreignText(error.correlationId, MAX_MESSAGE_LENGTH),
    }),
    ...(hasRoom && cause instanceof Error && { cause: describeError(cause, depth + 1) }),
    // Of an AggregateError, such as one connection refused at each of a host's addresses.
    ...(hasRoom && inner.length > 0 && { errors: inner.map((one) => describeError(one, depth + 1)) }),
  };
}

/** A getter may throw. */
function read(value: object, name: string): unknown {
  try {
    return Reflect.get(value, name);
  } catch {
    return '[unreadable]';
  }
}

function foreignText(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  // Cut afterwards: half a token would not be recognized.
  return scrubForeignText(value.slice(0, maxLength * 10)).slice(0, maxLength);
}

/** Without the first lines, which repeat name and message unredacted. */
function frames(stack: unknown): string | undefined {
  return typeof stack === 'string' ? /^ {4}at [^]*/m.exec(stack)?.[0] : undefined;
}

/** A name or a code; anything else is removed. */
function word(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return /^[\w$.:-]{1,60}$/.test(value) ? scrubForeignText(value) : REMOVED;
}

const wholeNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
