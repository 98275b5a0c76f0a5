/**
 * What is logged of an error. Errors of HTTP clients contain the request with its Authorization header, so only the fields
 * named here are copied.
 */
import { UpstreamError } from '../core/errors.ts';
import { REMOVED, scrubForeignText } from './scrub-text.ts';

const DEEPEST_CAUSE = 4;
const MOST_ERRORS = 4;
const LONGEST_MESSAGE = 1_000;
const LONGEST_STACK = 4_000;

export interface ErrorDescription {
  readonly type: string;
  readonly code?: string | number | undefined;
  readonly message: string;
  /** Without the message. */
  readonly stack?: string | undefined;
  readonly status?: number | undefined;
  readonly upstream?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly reason?: string | undefined;
  readonly description?: string | undefined;
  readonly correlationId?: string | undefined;
  readonly cause?: ErrorDescription | undefined;
  /** Of an AggregateError, such as one connection refused at each of a host's addresses. */
  readonly errors?: readonly ErrorDescription[] | undefined;
}

export function describeError(error: Error, depth = 0): ErrorDescription {
  const cause = read(error, 'cause');
  const errors = read(error, 'errors');
  const goesOn = depth < DEEPEST_CAUSE;
  const inner = Array.isArray(errors) ? errors.filter((one) => one instanceof Error).slice(0, MOST_ERRORS) : [];
  return {
    type: word(read(error, 'name')) ?? 'Error',
    code: wordOrNumber(read(error, 'code')),
    message: text(read(error, 'message'), LONGEST_MESSAGE) ?? '',
    stack: text(frames(read(error, 'stack')), LONGEST_STACK),
    status: wholeNumber(read(error, 'status')) ?? wholeNumber(read(error, 'statusCode')),
    ...(error instanceof UpstreamError ? upstreamFacts(error) : {}),
    ...(goesOn && cause instanceof Error ? { cause: describeError(cause, depth + 1) } : {}),
    ...(goesOn && inner.length > 0 ? { errors: inner.map((one) => describeError(one, depth + 1)) } : {}),
  };
}

/** Only of our own class: in other errors these fields may contain anything. */
function upstreamFacts(error: UpstreamError): Partial<ErrorDescription> {
  return {
    upstream: error.upstream,
    retryAfterSeconds: error.retryAfterSeconds,
    reason: text(error.reason, LONGEST_MESSAGE),
    description: text(error.description, LONGEST_MESSAGE),
    correlationId: text(error.correlationId, LONGEST_MESSAGE),
  };
}

/** A getter of a foreign error may throw. */
function read(error: Error, name: string): unknown {
  try {
    return Reflect.get(error, name);
  } catch {
    return undefined;
  }
}

function text(value: unknown, longest: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  // Cut afterwards: half a token would not be recognized.
  return scrubForeignText(value.slice(0, longest * 10)).slice(0, longest);
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

const wordOrNumber = (value: unknown): string | number | undefined => wholeNumber(value) ?? word(value);
