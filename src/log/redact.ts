/** Copies what is to be logged: without secrets, serializable, and of limited size. */
import { describeError } from './describe-error.ts';
import { REMOVED, scrubText } from './scrub-text.ts';

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

const DEEPEST = 6;
/** More than the mistakes of a large organizations file. */
const MOST_ITEMS = 5_000;
const LONGEST_TEXT = 8_000;

const isSecretName = (name: string): boolean => SECRET_NAMES.has(name.replaceAll(/[-_]/g, '').toLowerCase());

/** The fields of a line; an Error on its own becomes its `err` field. */
export function redacted(fields: object): object {
  const copy = fields instanceof Error ? { err: describeError(fields) } : copied(fields, 0);
  return typeof copy === 'object' && copy !== null ? copy : {};
}

function copied(value: unknown, depth: number): unknown {
  if (typeof value === 'string') {
    return value.length > LONGEST_TEXT ? `${scrubText(value.slice(0, LONGEST_TEXT))}…` : scrubText(value);
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
  if (depth >= DEEPEST) return '[deep]';
  if (Array.isArray(value) || value instanceof Set) {
    return [...value].slice(0, MOST_ITEMS).map((item) => copied(item, depth + 1));
  }
  const entries = value instanceof Map ? [...value].map(([name, item]) => [String(name), item] as const) : own(value);
  return Object.fromEntries(
    entries
      .slice(0, MOST_ITEMS)
      .map(([name, item]) => [name, isSecretName(name) && item !== undefined ? REMOVED : copied(item, depth + 1)]),
  );
}

/** A getter may throw. */
function own(value: object): (readonly [string, unknown])[] {
  return Object.keys(value).map((name) => {
    try {
      return [name, Reflect.get(value, name)] as const;
    } catch {
      return [name, '[unreadable]'] as const;
    }
  });
}
