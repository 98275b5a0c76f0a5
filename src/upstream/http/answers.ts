/** What the answers of the three services have in common: JSON, two ways to word a refusal, and tokens. */
import { safeParse } from '../../core/shape.ts';
import * as z from 'zod';

import { UpstreamError, type Upstream, type UpstreamFacts, type UpstreamFault } from '../../core/errors.ts';
import { parseJson, readJson } from '../../core/json.ts';
import { removeSecrets } from '../../core/secrets.ts';
import { isUserCode } from '../../core/text.ts';

/** Any answer that is no redirect, whatever its status. */
export interface HttpAnswer {
  readonly status: number;
  /** The whole body, a byte order mark included; undefined if it is not UTF-8. */
  readonly text: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The upstream's clock by its `Date` (RFC 9110, section 6.6.1), in epoch milliseconds. */
  readonly dateMilliseconds: number | undefined;
}

/** No header that holds a longer one is accepted anywhere; its claims are parsed. */
const LONGEST_TOKEN = 65_536;

/** A token (RFC 6749, appendix A.12 and A.17: visible characters), fit for a header. */
export const token = z
  .string()
  .max(LONGEST_TOKEN)
  .regex(/^[\x20-\x7E]+$/);

/** Typed by a person. */
export const userCode = z.string().refine(isUserCode);

/** A token that may be absent; some upstreams send null or an empty text instead of leaving it out. */
export const optionalToken = token
  .or(z.literal(''))
  .nullish()
  .transform((value) => value || undefined);

const DIGITS = /^\d{1,15}(?:\.\d+)?$/;
export const numeric = z.number().or(z.string().regex(DIGITS).transform(Number));

const LONGEST_LIFETIME_SECONDS = 10 * 365 * 86_400;
export const lifetimeSeconds = numeric
  .transform((seconds) => Math.floor(seconds))
  .pipe(z.number().min(1).max(LONGEST_LIFETIME_SECONDS));

/** A token response (RFC 6749, section 5.1). */
export const tokensAnswer = (refreshToken: z.ZodType<string | undefined>, lifetime: z.ZodType<number>) =>
  z.object({ access_token: token, refresh_token: refreshToken, expires_in: lifetime }).transform((answer) => ({
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    expiresInSeconds: answer.expires_in,
  }));

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const isSuccess = ({ status }: HttpAnswer): boolean => status >= 200 && status < 300;

/**
 * The body of a successful answer in the shape of `schema`.
 * @param secrets values that were sent, removed wherever the upstream quotes them
 * @throws UpstreamError: REFUSED, THROTTLED, FAILED or TIMED_OUT by status, NOT_JSON, TOO_LARGE, MALFORMED
 */
export function readAs<T>(
  schema: z.ZodType<T>,
  upstream: Upstream,
  answer: HttpAnswer,
  secrets: readonly string[] = [],
): T {
  if (!isSuccess(answer)) throw refusalOf(upstream, answer, secrets);
  const { status } = answer;
  const json = readJson(answer.text);
  if (json.kind === 'none') throw new UpstreamError(upstream, 'NOT_JSON', { status });
  if (json.kind === 'not-simple') throw new UpstreamError(upstream, 'TOO_LARGE', { status });
  const { data, error } = safeParse(schema, json.value);
  if (error === undefined) return data;
  // The names of the fields, never their values, which may be tokens.
  const fields = new Set(error.issues.map(({ path }) => path.join('.') || 'the whole'));
  const description = `Missing or not as documented: ${[...fields].join(', ')}.`;
  throw new UpstreamError(upstream, 'MALFORMED', { status, description });
}

export function refusalOf(upstream: Upstream, answer: HttpAnswer, secrets: readonly string[]): UpstreamError {
  const { status, retryAfterSeconds, text } = answer;
  const wording = readWording(parseJson(text), secrets);
  return new UpstreamError(upstream, faultOf(status, wording.reason), { status, retryAfterSeconds, ...wording });
}

/** Which status comes with an `errorCode` of the service (`RESTExceptionInfo`) is not documented: the code counts more. */
const FAULTS: ReadonlyMap<string | undefined, UpstreamFault> = new Map([
  ['ResourceAccessDenied', 'REFUSED'],
  ['ResourceNotFound', 'REFUSED'],
  ['ParameterValidationFailure', 'REFUSED'],
  ['OperationConflict', 'REFUSED'],
  ['OrganizationTransfer', 'REFUSED'],
  ['ProxyOffline', 'FAILED'],
  ['Timeout', 'FAILED'],
]);

function faultOf(status: number, reason: string | undefined): UpstreamFault {
  if (status === 429) return 'THROTTLED';
  const named = FAULTS.get(reason);
  if (named !== undefined) return named;
  if (status === 408) return 'TIMED_OUT';
  return status >= 500 ? 'FAILED' : 'REFUSED';
}

/** Microsoft writes it into the description, too, which is all that a browser brings. */
const CORRELATION_ID = /\bCorrelation ID: ?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\b/i;
const correlationIn = (description: unknown): string | undefined =>
  typeof description === 'string' ? CORRELATION_ID.exec(description)?.[1] : undefined;

const LONGEST_REASON = 128;
const LONGEST_DESCRIPTION = 1_000;

/**
 * How an upstream words a refusal, fit for logs: OAuth's `error`, `error_description` (RFC 6749, section 5.2; Microsoft
 * adds `correlation_id`, `error_codes`), the service's `errorCode`, `message` (not its `stackTrace`), and the directory's `error.code`,
 * `error.message`.
 */
export function readWording(
  body: unknown,
  secrets: readonly string[],
): Pick<UpstreamFacts, 'reason' | 'description' | 'correlationId' | 'errorCodes'> {
  if (!isObject(body)) return {};
  const { error, errorCode, error_description, message, correlation_id, error_codes } = body;
  const nested = isObject(error) ? error : {};
  const firstText = (...values: readonly unknown[]): unknown => values.find((value) => typeof value === 'string');
  return {
    reason: scrub(firstText(error, errorCode, nested['code']), secrets, LONGEST_REASON),
    description: scrub(firstText(error_description, message, nested['message']), secrets, LONGEST_DESCRIPTION),
    correlationId: scrub(correlation_id ?? correlationIn(error_description), secrets, LONGEST_REASON),
    errorCodes: readErrorCodes(error_codes),
  };
}

const MAX_ERROR_CODES = 20;

/** `error_codes` of Microsoft Entra: numbers, or their digits. */
export function readErrorCodes(codes: unknown): readonly number[] {
  const listed = (Array.isArray(codes) ? codes : []).slice(0, MAX_ERROR_CODES);
  return listed.map((code) => safeParse(numeric, code).data).filter((code) => Number.isSafeInteger(code)) as number[];
}

const REMOVED = '[removed]';
/** A UUID has 36, a host name rarely as many; tokens, assertions and device codes have more than this. */
const TOKEN_LIKE = /[\w.~+/=%-]{64,}/g;
/** Control, format (bidirectional overrides among them), private and unassigned characters, line separators. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]+/gu;

/**
 * Makes an upstream's own words safe for a log, an error and a card: on one line, at most `longest` characters, without
 * the `secrets` that were sent in any encoding of a quotation, and without anything that looks like a token.
 * @returns undefined where `value` is no text, or none is left
 */
export function scrub(value: unknown, secrets: readonly string[], longest: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const bare = removeSecrets(value, secrets, REMOVED);
  const text = bare.replaceAll(UNPRINTABLE, ' ').replaceAll(TOKEN_LIKE, REMOVED).trim();
  return cutText(text, longest) || undefined;
}

/** At most `longest` UTF-16 units; a pair of surrogates is not cut in two. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // Copied, because a slice keeps the whole text in memory.
  return JSON.parse(JSON.stringify(text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, ''))) as string;
}
