/** What the three services have in common: JSON answers, and errors told in one of two shapes. */
import type { z } from 'zod';

import { UpstreamError } from '../core/errors.ts';
import type { Upstream, UpstreamFault, UpstreamFacts } from '../core/errors.ts';
import type { HttpAnswer } from './http.ts';
import { scrub } from './scrub.ts';

const LONGEST_REASON = 128;
const LONGEST_DESCRIPTION = 1_000;

export type JsonObject = Readonly<Record<string, unknown>>;

/** How an upstream words a refusal, fit for logs. */
export type Wording = Pick<UpstreamFacts, 'reason' | 'description' | 'correlationId'>;

/** The JSON of an answer, whatever its content type says; undefined where it is none. A byte order mark is skipped. */
export function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text?.replace(/^\uFEFF/, '') ?? '');
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads OAuth's `error`, `error_description` (RFC 6749, section 5.2; Microsoft adds `correlation_id`), the service's
 * `errorCode`, `message` (its `stackTrace` is left alone) and the directory's `error.code`, `error.message`.
 * @param secrets what was sent, taken out wherever it is quoted
 */
export function readWording(body: unknown, secrets: readonly string[]): Wording {
  if (!isObject(body)) return {};
  const nested = isObject(body['error']) ? body['error'] : {};
  const reason = [body['error'], body['errorCode'], nested['code']].find((value) => typeof value === 'string');
  const description = [body['error_description'], body['message'], nested['message']];
  const told = description.find((value) => typeof value === 'string');
  return {
    reason: scrub(reason, secrets, LONGEST_REASON),
    description: scrub(told, secrets, LONGEST_DESCRIPTION),
    correlationId: scrub(body['correlation_id'], secrets, LONGEST_REASON),
  };
}

/** The error for an answer whose status is no success. */
export function refusalOf(upstream: Upstream, answer: HttpAnswer, secrets: readonly string[]): UpstreamError {
  const { status, retryAfterSeconds, text } = answer;
  return new UpstreamError(upstream, faultOf(status), {
    status,
    retryAfterSeconds,
    ...readWording(parseJson(text), secrets),
  });
}

function faultOf(status: number): UpstreamFault {
  if (status === 429) return 'THROTTLED';
  if (status === 408) return 'TIMED_OUT';
  return status >= 500 ? 'FAILED' : 'REFUSED';
}

export const isSuccess = ({ status }: HttpAnswer): boolean => status >= 200 && status < 300;

/**
 * The body of a successful answer in the shape of `schema`.
 * @throws UpstreamError: REFUSED, THROTTLED, FAILED or TIMED_OUT by status, NOT_JSON, MALFORMED
 */
export function readAs<T>(
  schema: z.ZodType<T>,
  upstream: Upstream,
  answer: HttpAnswer,
  secrets: readonly string[] = [],
): T {
  if (!isSuccess(answer)) throw refusalOf(upstream, answer, secrets);
  const { status } = answer;
  const body = parseJson(answer.text);
  if (body === undefined) throw new UpstreamError(upstream, 'NOT_JSON', { status });
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw new UpstreamError(upstream, 'MALFORMED', { status, description: describeMistakes(read.error) });
}

/** Names the fields and never their values, which may be tokens. */
function describeMistakes(error: z.ZodError): string {
  const fields = new Set(error.issues.map(({ path }) => path.join('.') || 'the whole'));
  return `Missing or not as documented: ${[...fields].join(', ')}.`;
}
