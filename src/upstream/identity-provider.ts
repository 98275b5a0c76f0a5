/** The identity provider's two endpoints (specification, 4.1 rows 1 to 3; RFC 8628; RFC 6749). */
import { z } from 'zod';

import { UpstreamError } from '../core/errors.ts';
import type { IdentityProvider, TokenAnswer } from '../sign-in/ports.ts';
import type { Organization } from '../core/organization.ts';
import { lifetimeSeconds } from './fields.ts';
import type { Http, HttpRequest } from './http.ts';
import { isObject, parseJson, readAs, readWording } from './json-answer.ts';
import { readGrant, readTokenAnswer } from './token-answer.ts';

export interface IdentityProviderDependencies {
  readonly http: Http;
  /** Of the request for a device code, which a turn waits for. */
  readonly turnLimitMilliseconds?: number | undefined;
}

const UPSTREAM = 'identity provider';
/** A turn has 15 s in all (contract, Commands), and may have asked the service for its settings before. */
const TURN_LIMIT_MILLISECONDS = 8_000;
const LONGEST_CODE_SECONDS = 86_400;
/** RFC 8628, section 3.2. */
const DEFAULT_INTERVAL_SECONDS = 5;
const LONGEST_INTERVAL_SECONDS = 60;

const printable = (longest: number) => z.string().regex(new RegExp(`^[\\x20-\\x7E]{1,${longest}}$`));
const address = z
  .string()
  .max(2_048)
  .refine((text) => URL.canParse(text));

const deviceCodeAnswer = z
  .object({
    user_code: printable(64),
    device_code: printable(16_384),
    verification_uri: address.optional(),
    // What Google and early drafts of the RFC call it.
    verification_url: address.optional(),
    expires_in: lifetimeSeconds.refine((seconds) => seconds <= LONGEST_CODE_SECONDS),
    interval: z.unknown().optional().transform(readInterval),
  })
  .transform((answer, context) => {
    const verificationUri = answer.verification_uri ?? answer.verification_url;
    if (verificationUri === undefined) {
      context.addIssue({ code: 'custom', path: ['verification_uri'] });
      return z.NEVER;
    }
    return {
      userCode: answer.user_code,
      deviceCode: answer.device_code,
      verificationUri,
      expiresInSeconds: answer.expires_in,
      intervalSeconds: answer.interval,
    };
  });

/** Whole seconds, 1 to 60; 5 for what is no such number. */
function readInterval(interval: unknown): number {
  const seconds = typeof interval === 'string' && /^\d+$/.test(interval) ? Number(interval) : interval;
  if (typeof seconds !== 'number' || !(seconds > 0)) return DEFAULT_INTERVAL_SECONDS;
  return Math.min(Math.ceil(seconds), LONGEST_INTERVAL_SECONDS);
}

function endpoint({ authUrl, organization }: Organization, name: 'devicecode' | 'token'): string {
  return `${authUrl}/${encodeURIComponent(organization)}/oauth2/v2.0/${name}`;
}

export function createIdentityProvider({
  http,
  turnLimitMilliseconds = TURN_LIMIT_MILLISECONDS,
}: IdentityProviderDependencies): IdentityProvider {
  /** @throws only what the signal was aborted with: everything else is an answer */
  async function askForTokens(
    request: Pick<HttpRequest, 'url' | 'form' | 'signal'>,
    secret: string,
  ): Promise<TokenAnswer> {
    try {
      const answer = await http.send({ upstream: UPSTREAM, method: 'POST', ...request });
      return readTokenAnswer(answer, [secret]);
    } catch (error) {
      if (error instanceof UpstreamError) return { kind: 'no-answer', error };
      throw error;
    }
  }

  return {
    async requestDeviceCode(organization, { clientId, scope }) {
      const answer = await http.send({
        upstream: UPSTREAM,
        method: 'POST',
        url: endpoint(organization, 'devicecode'),
        form: { client_id: clientId, scope },
        timeLimitMilliseconds: turnLimitMilliseconds,
      });
      const body = parseJson(answer.text);
      // Some providers refuse with 200.
      if (answer.status < 300 && isObject(body) && typeof body['error'] === 'string') {
        throw new UpstreamError(UPSTREAM, 'REFUSED', { status: answer.status, ...readWording(body, []) });
      }
      return readAs(deviceCodeAnswer, UPSTREAM, answer);
    },

    redeemDeviceCode: (organization, { clientId, deviceCode }, signal) =>
      askForTokens(
        {
          url: endpoint(organization, 'token'),
          form: {
            grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
            client_id: clientId,
            device_code: deviceCode,
          },
          signal,
        },
        deviceCode,
      ),

    readAnswer(answer) {
      const grant = readGrant(answer);
      if (grant !== undefined) return grant;
      throw new UpstreamError(UPSTREAM, 'MALFORMED', { description: 'What is stored is no token response.' });
    },

    refresh: (organization, { clientId, scope, refreshToken }, signal) =>
      askForTokens(
        {
          url: endpoint(organization, 'token'),
          form: { client_id: clientId, scope, grant_type: 'refresh_token', refresh_token: refreshToken },
          signal,
        },
        refreshToken,
      ),
  };
}
