/** The backup service's token, log-out and settings calls (specification, 4.2). */
import { z } from 'zod';

import { UpstreamError } from '../core/errors.ts';
import type { BackupService, PortalSettings, ServiceTokens } from '../sign-in/ports.ts';
import type { Organization } from '../core/organization.ts';
import type { FlowKind } from '../core/organization.ts';
import { lifetimeSeconds, optionalToken, token } from './fields.ts';
import type { Http, HttpRequest } from './http.ts';
import { isObject, isSuccess, parseJson, readAs, refusalOf } from './json-answer.ts';

export interface BackupServiceDependencies {
  readonly http: Http;
  /** Of the calls that a turn waits for: settings, operator info, log-out. */
  readonly turnLimitMilliseconds?: number | undefined;
}

const UPSTREAM = 'backup service';
/** A turn has 15 s in all (contract, Commands), and may ask the identity provider as well. */
const TURN_LIMIT_MILLISECONDS = 5_000;

const TOKEN_PATHS: Readonly<Record<FlowKind, string>> = { operator: '/v8/token', 'app-only': '/v5/Token' };
/** Without it the service would expect cookies with every later call. Version 5 does not know it. */
const NO_COOKIES = { disable_antiforgery_token: 'true' };

const tokensAnswer = z
  .object({ access_token: token, refresh_token: optionalToken, expires_in: lifetimeSeconds })
  .transform((answer): ServiceTokens => ({
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    expiresInSeconds: answer.expires_in,
  }));

/** A portal that is switched off may have no application yet. */
const authority = z.string().max(2_048).optional().catch(undefined);
const portalSettingsAnswer = z
  .union([
    z.object({
      isEnabled: z.literal(true),
      applicationId: z.string().regex(/^[\w-]{1,128}$/),
      msalAuthorityUri: authority,
    }),
    z
      .object({ isEnabled: z.literal(false), msalAuthorityUri: authority })
      .transform((answer) => ({ ...answer, applicationId: '' })),
  ])
  .transform(({ isEnabled, applicationId, msalAuthorityUri: authorityUri }): PortalSettings => ({
    isEnabled,
    applicationId,
    authorityUri,
  }));

const operatorInfoAnswer = z.object({ isOperator: z.boolean() });

const bearer = (accessToken: string) => ({ authorization: `Bearer ${accessToken}` });

/** What must not be quoted: the assertion, and where it is a whole token response, the tokens in it. */
function secretsIn(assertion: string): readonly string[] {
  const body = parseJson(assertion);
  const inside = isObject(body) ? Object.entries(body).filter(([name]) => name.endsWith('_token')) : [];
  return [assertion, ...inside.map(([, value]) => value).filter((value) => typeof value === 'string')];
}

export function createBackupService({
  http,
  turnLimitMilliseconds = TURN_LIMIT_MILLISECONDS,
}: BackupServiceDependencies): BackupService {
  const send = (
    organization: Organization,
    path: string,
    request: Pick<HttpRequest, 'method' | 'headers' | 'form' | 'signal' | 'timeLimitMilliseconds'>,
  ) =>
    http.send({
      upstream: UPSTREAM,
      url: `${organization.backupServiceUrl}${path}`,
      trust: { ca: organization.backupServiceCa, fingerprint256: organization.backupServiceFingerprint256 },
      ...request,
    });

  return {
    async exchange(organization, { flow, clientId, assertion }, signal) {
      const form =
        flow === 'operator'
          ? { grant_type: 'operator', client_id: clientId, assertion, ...NO_COOKIES }
          : { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', client_id: clientId, assertion };
      const answer = await send(organization, TOKEN_PATHS[flow], { method: 'POST', form, signal });
      return readAs(tokensAnswer, UPSTREAM, answer, secretsIn(assertion));
    },

    async renew(organization, { flow, refreshToken }, signal) {
      const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
      const form = flow === 'operator' ? { ...grant, ...NO_COOKIES } : grant;
      const answer = await send(organization, TOKEN_PATHS[flow], { method: 'POST', form, signal });
      return readAs(tokensAnswer, UPSTREAM, answer, [refreshToken]);
    },

    async logOut(organization, accessToken) {
      const answer = await send(organization, '/v8/token/logout', {
        method: 'POST',
        headers: bearer(accessToken),
        timeLimitMilliseconds: turnLimitMilliseconds,
      });
      if (!isSuccess(answer)) throw refusalOf(UPSTREAM, answer, [accessToken]);
    },

    async portalSettings(organization) {
      const answer = await send(organization, '/v8/RestorePortalSettings', {
        method: 'GET',
        timeLimitMilliseconds: turnLimitMilliseconds,
      });
      // A service that does not know the call says so in its own words or in none; a page says that this is no service.
      const { status, text } = answer;
      if (status === 404 && text?.trim() !== '' && parseJson(text) === undefined) {
        throw new UpstreamError(UPSTREAM, 'NOT_JSON', { status });
      }
      return readAs(portalSettingsAnswer, UPSTREAM, answer);
    },

    async isOperator(organization, accessToken) {
      const answer = await send(organization, '/v8/Organization/LoggedInUser/OperatorInfo', {
        method: 'GET',
        headers: bearer(accessToken),
        timeLimitMilliseconds: turnLimitMilliseconds,
      });
      return readAs(operatorInfoAnswer, UPSTREAM, answer, [accessToken]).isOperator;
    },
  };
}
