/** Reads what the identity provider's token endpoint answers (specification, 2.2; RFC 6749, sections 5.1 and 5.2). */
import { z } from 'zod';

import { UpstreamError } from '../core/errors.ts';
import type { UpstreamFault } from '../core/errors.ts';
import type { Grant, Refusal, TokenAnswer } from '../sign-in/ports.ts';
import { lifetimeSeconds, optionalToken, token } from './fields.ts';
import type { HttpAnswer } from './http.ts';
import { isObject, isSuccess, parseJson, readWording, refusalOf } from './json-answer.ts';
import type { JsonObject } from './json-answer.ts';
import { scrub } from './scrub.ts';

const UPSTREAM = 'identity provider';
/**
 * For a token that does not say how long it lives. It only bounds how long an exchange is repeated: too long would
 * repeat what can't succeed any more, too short merely gives up sooner than necessary. Every known token lives longer.
 */
const UNSAID_LIFETIME_SECONDS = 300;
const MOST_ERROR_CODES = 20;
/** RFC 8628, section 3.5. */
const PENDING = 'authorization_pending';

const tokens = z.object({
  access_token: token,
  // A refresh token in a shape nobody knows must not cost the access token beside it.
  refresh_token: optionalToken.catch(undefined),
  expires_in: lifetimeSeconds.catch(UNSAID_LIFETIME_SECONDS),
});

/** What a token response's text holds, the text included; undefined where there is no access token in it. */
export function readGrant(answer: string): Grant | undefined {
  const read = tokens.safeParse(parseJson(answer));
  if (!read.success) return undefined;
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresInSeconds } = read.data;
  return { answer, accessToken, refreshToken, expiresInSeconds };
}

/**
 * Sorts an answer: by whether something may have been spent, not by whether it is an error.
 * @param secrets what was sent, never to be quoted
 */
export function readTokenAnswer(answer: HttpAnswer, secrets: readonly string[]): TokenAnswer {
  const { status, text } = answer;
  if (status === 429 || status >= 500) return { kind: 'no-answer', error: refusalOf(UPSTREAM, answer, secrets) };
  const body = parseJson(text);
  if (text === undefined || body === undefined) return noAnswer(answer, status === 408 ? 'TIMED_OUT' : 'NOT_JSON');
  const grant = isSuccess(answer) ? readGrant(text) : undefined;
  if (grant !== undefined) return { kind: 'granted', grant };
  if (isObject(body) && typeof body['error'] === 'string') {
    const refusal = readRefusal(body, answer, secrets);
    if (refusal !== undefined) return { kind: 'refused', refusal };
  }
  if (!isSuccess(answer)) return noAnswer(answer, 'MALFORMED');
  const description = 'The token response has no access_token that can be used.';
  return { kind: 'malformed', error: new UpstreamError(UPSTREAM, 'MALFORMED', { status, description }) };
}

function readRefusal(body: JsonObject, answer: HttpAnswer, secrets: readonly string[]): Refusal | undefined {
  // What nearly every poll is answered with: nobody is told its wording, and making it safe costs as much as the rest.
  const isPending = body['error'] === PENDING;
  const { reason: error, description, correlationId } = isPending ? { reason: PENDING } : readWording(body, secrets);
  if (error === undefined) return undefined;
  const codes = Array.isArray(body['error_codes']) ? body['error_codes'] : [];
  return {
    status: answer.status,
    error,
    suberror: isPending ? undefined : scrub(body['suberror'], secrets, 128),
    errorCodes: codes.filter((code) => Number.isSafeInteger(code)).slice(0, MOST_ERROR_CODES),
    description,
    correlationId,
    retryAfterSeconds: answer.retryAfterSeconds,
  };
}

function noAnswer({ status, retryAfterSeconds }: HttpAnswer, code: UpstreamFault): TokenAnswer {
  return { kind: 'no-answer', error: new UpstreamError(UPSTREAM, code, { status, retryAfterSeconds }) };
}
