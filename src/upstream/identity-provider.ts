/** The identity provider's endpoints (RFC 8628; RFC 6749). */
import { safeParse } from '../core/shape.ts';
import { createHash } from 'node:crypto';
import * as z from 'zod';

import { UpstreamError, onUpstreamError, type UpstreamFault } from '../core/errors.ts';
import { BoundedMap } from '../core/bounded-map.ts';
import type { Organization } from '../core/organization.ts';
import { parseJson, readJson } from '../core/json.ts';
import type { AuthorizationAnswer, Grant, IdentityProvider, Refusal, TokenAnswer } from '../sign-in/state/ports.ts';
import type { ClientCredential } from './client-credential.ts';
import { decodeClaims } from './directory.ts';
import {
  isObject,
  isSuccess,
  lifetimeSeconds,
  numeric,
  optionalToken,
  readAs,
  readErrorCodes,
  readWording,
  refusalOf,
  scrub,
  token,
  tokensAnswer,
  userCode,
  type HttpAnswer,
  type JsonObject,
} from './http/answers.ts';
import type { Http, HttpRequest } from './http/http.ts';

const UPSTREAM = 'identity provider';
/** Teams waits 15 s for a turn, which may have asked the service for its settings before. */
const TURN_LIMIT_MILLISECONDS = 8_000;
const LONGEST_CODE_SECONDS = 86_400;
/** RFC 8628, section 3.2. */
const DEFAULT_INTERVAL_SECONDS = 5;
/** For a token without `expires_in`; it only bounds how long an exchange is retried. Every known token lives longer. */
const DEFAULT_LIFETIME_SECONDS = 300;
/** RFC 8628, section 3.5. */
const PENDING = 'authorization_pending';

const deviceCodeAnswer = z
  .looseObject({})
  // Google and early drafts of the RFC call it `verification_url`.
  .transform((answer) => ({ ...answer, verification_uri: answer['verification_uri'] ?? answer['verification_url'] }))
  .pipe(
    z.object({
      user_code: userCode,
      device_code: token.max(16_384),
      verification_uri: z.url().max(2_048),
      expires_in: lifetimeSeconds.pipe(z.number().max(LONGEST_CODE_SECONDS)),
      // The least there may be. A code that expires first is polled for at its expiry.
      interval: numeric
        .transform((seconds) => Math.min(Math.ceil(seconds), LONGEST_CODE_SECONDS))
        .pipe(z.number().min(1))
        .catch(DEFAULT_INTERVAL_SECONDS),
    }),
  )
  .transform((answer) => ({
    userCode: answer.user_code,
    deviceCode: answer.device_code,
    verificationUri: answer.verification_uri,
    expiresInSeconds: answer.expires_in,
    intervalSeconds: answer.interval,
  }));

/** A malformed refresh token or lifetime must not cost the access token beside it. */
const grantAnswer = tokensAnswer(optionalToken.catch(undefined), lifetimeSeconds.catch(DEFAULT_LIFETIME_SECONDS));

/** OpenID Connect Discovery, section 3. */
const metadataAnswer = z.object({ issuer: z.url().max(2_048) });
/** The same; RFC 8628, section 4. */
const wholeMetadataAnswer = z.object({
  issuer: z.string(),
  token_endpoint: z.string(),
  device_authorization_endpoint: z.string().optional(),
});
const GUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;
const METADATA_MILLISECONDS = 24 * 3_600_000;

export function createIdentityProvider({
  http,
  credential,
  turnLimitMilliseconds: timeLimitMilliseconds = TURN_LIMIT_MILLISECONDS,
}: {
  readonly http: Http;
  /** Of the operators' application; absent: it is a public client. */
  readonly credential?: ClientCredential | undefined;
  /** Of the request for a device code, which a turn waits for. */
  readonly turnLimitMilliseconds?: number | undefined;
}) {
  const issuers = new BoundedMap<string, string>({ max: 10_000, lifetimeMilliseconds: METADATA_MILLISECONDS });

  function post(
    organization: Organization,
    endpoint: 'devicecode' | 'token',
    request: Pick<HttpRequest, 'form' | 'timeLimitMilliseconds' | 'signal'>,
  ): Promise<HttpAnswer> {
    return http.send({ upstream: UPSTREAM, method: 'POST', url: endpointOf(organization, endpoint), ...request });
  }

  function requestMetadata({ authUrl, key: organization }: Organization): Promise<HttpAnswer> {
    const url = `${authUrl}/${encodeURIComponent(organization)}/v2.0/.well-known/openid-configuration`;
    return http.send({ upstream: UPSTREAM, method: 'GET', url, timeLimitMilliseconds });
  }

  /** @throws only the reason of `signal`, and what `beforeSending` does: everything else is an answer */
  async function requestTokens(
    organization: Organization,
    form: Readonly<Record<string, string>>,
    secrets: readonly string[],
    signal: AbortSignal | undefined,
    isConfidential = false,
    beforeSending?: () => Promise<void>,
  ): Promise<TokenAnswer> {
    try {
      const { client_id: clientId = '' } = form;
      const proof = isConfidential ? await credential?.parameters(clientId, endpointOf(organization, 'token')) : {};
      await beforeSending?.();
      const answer = await post(organization, 'token', { form: { ...form, ...proof }, signal });
      return readTokenAnswer(answer, [...secrets, ...Object.values(proof ?? {})]);
    } catch (error) {
      return onUpstreamError<TokenAnswer>((fault) => ({ kind: 'no-answer', error: fault }))(error);
    }
  }

  const provider: IdentityProvider = {
    async requestDeviceCode(organization, { clientId, scope }) {
      const form = { client_id: clientId, scope };
      const answer = await post(organization, 'devicecode', { form, timeLimitMilliseconds });
      const body = parseJson(answer.text);
      // Some providers refuse with 200.
      if (isSuccess(answer) && isObject(body) && typeof body['error'] === 'string') {
        throw new UpstreamError(UPSTREAM, 'REFUSED', { status: answer.status, ...readWording(body, []) });
      }
      return readAs(deviceCodeAnswer, UPSTREAM, answer);
    },

    redeemDeviceCode(organization, { clientId, deviceCode, userCode: shown }, signal) {
      const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
      const form = { grant_type, client_id: clientId, device_code: deviceCode };
      return requestTokens(organization, form, [deviceCode, shown], signal);
    },

    readAnswer(answer) {
      const grant = readGrant(answer);
      if (grant !== undefined) return grant;
      throw new UpstreamError(UPSTREAM, 'MALFORMED', { description: 'What is stored is no token response.' });
    },

    refresh(organization, { clientId, scope, refreshToken, isConfidential }, signal) {
      const form = { client_id: clientId, scope, grant_type: 'refresh_token', refresh_token: refreshToken };
      return requestTokens(organization, form, [refreshToken], signal, isConfidential);
    },

    authorizationUrl(organization, { clientId, scope, redirectUri, verifier, nonce, state }) {
      const url = new URL(endpointOf(organization, 'authorize'));
      url.search = new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        response_mode: 'form_post',
        scope,
        state,
        nonce,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      }).toString();
      return url.href;
    },

    async redeemAuthorizationCode(organization, request, signal, beforeSending) {
      const { clientId, scope, redirectUri, verifier, nonce, authorizationCode } = request;
      const form = {
        grant_type: 'authorization_code',
        client_id: clientId,
        scope,
        code: authorizationCode,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      };
      const secrets = [authorizationCode, verifier, nonce];
      const answer = await requestTokens(organization, form, secrets, signal, true, beforeSending);
      if (answer.kind !== 'granted' || nonceIn(answer.grant.answer) === nonce) return answer;
      const description = 'The ID token is missing, or is the answer to another sign-in.';
      return { kind: 'malformed', error: new UpstreamError(UPSTREAM, 'MALFORMED', { description }) };
    },

    async issuerOf(organization) {
      const { authUrl, key: name } = organization;
      const known = issuers.get(`${authUrl} ${name}`);
      if (known !== undefined) return known;
      const { issuer } = readAs(metadataAnswer, UPSTREAM, await requestMetadata(organization));
      issuers.set(`${authUrl} ${name}`, issuer);
      return issuer;
    },
  };

  return {
    ...provider,

    /** What the provider tells everybody of the tenant. @throws UpstreamError where nothing answers */
    async probe(organization: Organization) {
      const answer = await requestMetadata(organization);
      const body = parseJson(answer.text);
      if (!isSuccess(answer)) {
        const { description } = readWording(body, []);
        return { kind: 'refused' as const, status: answer.status, description };
      }
      const metadata = safeParse(wholeMetadataAnswer, body).data;
      if (metadata === undefined) return { kind: 'other' as const };
      return {
        kind: 'tenant' as const,
        tokenEndpoint: URL.parse(metadata.token_endpoint),
        offersDeviceCodes: metadata.device_authorization_endpoint !== undefined,
        tenantId: GUID.exec(metadata.issuer)?.[0].toLowerCase(),
      };
    },
  };
}

const endpointOf = (
  { authUrl, key: organization }: Organization,
  endpoint: 'authorize' | 'devicecode' | 'token',
): string => `${authUrl}/${encodeURIComponent(organization)}/oauth2/v2.0/${endpoint}`;

const idToken = z.object({ id_token: z.string() });

/** Its signature need not be verified: it comes from the token endpoint (OpenID Connect Core, section 3.1.3.7, step 6). */
function nonceIn(answer: string): unknown {
  return decodeClaims(safeParse(idToken, parseJson(answer)).data?.id_token ?? '')['nonce'];
}

const LONGEST_PARAMETER = 16_384;
const parameter = z.string().min(1).max(LONGEST_PARAMETER);
const authorizationAnswer = z.object({
  state: parameter,
  iss: parameter.optional(),
  code: parameter.optional(),
  error: parameter.optional(),
  error_description: z.string().optional(),
  error_subcode: z.string().optional(),
});

/**
 * What a browser brings back from the authorization endpoint, as a form (OAuth 2.0 Form Post Response Mode).
 *
 * @returns undefined for anything else
 */
export function readAuthorizationAnswer(form: string): AuthorizationAnswer | undefined {
  const parameters = new URLSearchParams(form);
  // RFC 6749, section 3.1: no parameter more than once.
  if (new Set(parameters.keys()).size < parameters.size) return undefined;
  const { data } = safeParse(authorizationAnswer, Object.fromEntries(parameters));
  if (data === undefined) return undefined;
  const { state, iss: issuer, code, error, error_subcode: suberror } = data;
  if (error === undefined) return code === undefined ? undefined : { state, issuer, result: { code } };
  const { reason = '', description, correlationId } = readWording(data, [state]);
  const refusal = { status: 200, error: reason, suberror, errorCodes: [], description, correlationId };
  return { state, issuer, result: { refusal } };
}

/** The content of a token response, its text included; undefined where it has no valid access token. */
function readGrant(answer: string): Grant | undefined {
  const { data } = safeParse(grantAnswer, parseJson(answer));
  return data && { answer, ...data };
}

/** Classifies an answer of the token endpoint by whether the code may be spent, not by whether it is an error. */
function readTokenAnswer(answer: HttpAnswer, secrets: readonly string[]): TokenAnswer {
  const { status, retryAfterSeconds, text } = answer;
  const fault = (code: UpstreamFault, description?: string) =>
    new UpstreamError(UPSTREAM, code, { status, retryAfterSeconds, description });
  if (status === 429 || status >= 500) return { kind: 'no-answer', error: refusalOf(UPSTREAM, answer, secrets) };
  const { kind, value: body } = readJson(text);
  if (text === undefined || kind !== 'read') {
    const unread = kind === 'not-simple' ? 'TOO_LARGE' : 'NOT_JSON';
    return { kind: 'no-answer', error: fault(status === 408 ? 'TIMED_OUT' : unread) };
  }
  const grant = isSuccess(answer) ? readGrant(text) : undefined;
  if (grant !== undefined) return { kind: 'granted', grant };
  const refusal = isObject(body) ? readRefusal(body, answer, secrets) : undefined;
  if (refusal !== undefined) return { kind: 'refused', refusal };
  if (!isSuccess(answer)) return { kind: 'no-answer', error: fault('MALFORMED') };
  return { kind: 'malformed', error: fault('MALFORMED', 'The token response has no usable access_token.') };
}

function readRefusal(
  body: JsonObject,
  { status, retryAfterSeconds }: HttpAnswer,
  secrets: readonly string[],
): Refusal | undefined {
  const { error } = body;
  if (typeof error !== 'string') return undefined;
  const facts = { status, retryAfterSeconds, errorCodes: readErrorCodes(body['error_codes']) };
  // Nearly every poll gets this answer, and its wording is not shown: scrubbing it would double a poll's cost.
  if (error === PENDING) return { ...facts, error };
  const { reason, description, correlationId } = readWording(body, secrets);
  if (reason === undefined) return undefined;
  return { ...facts, error: reason, suberror: scrub(body['suberror'], secrets, 128), description, correlationId };
}
