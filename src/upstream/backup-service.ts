/** The backup service's token, log-out and settings calls. */
import { safeParse } from '../core/shape.ts';
import * as z from 'zod';

import { isNoPath, onUpstreamError, UpstreamError } from '../core/errors.ts';
import type { FlowKind, Organization } from '../core/organization.ts';
import { parseJson } from '../core/json.ts';
import type { BackupService, PortalSettings, ServiceTokens } from '../sign-in/state/ports.ts';
import {
  isObject,
  isSuccess,
  lifetimeSeconds,
  optionalToken,
  readAs,
  refusalOf,
  tokensAnswer,
} from './http/answers.ts';
import type { Http, HttpRequest } from './http/http.ts';

export const UPSTREAM = 'backup service';
/** Teams waits 15 s for a turn, which may ask the identity provider as well. */
const TURN_LIMIT_MILLISECONDS = 5_000;

const TOKEN_PATH = '/v8/token';
const APP_ONLY_PATH = '/v5/Token';
/** Without it the service would expect cookies with every later call. Version 5 does not know it. */
const NO_COOKIES = { disable_antiforgery_token: 'true' };

const serviceTokens = tokensAnswer(optionalToken, lifetimeSeconds);

const authority = z.string().max(2_048).optional().catch(undefined);
const portalSettingsAnswer = z
  .discriminatedUnion('isEnabled', [
    z.object({
      // No field of `RESTRestorePortalSettings` is required: with an application and without this the portal is on.
      isEnabled: z.literal(true).default(true),
      applicationId: z.string().regex(/^[\w-]{1,128}$/),
      msalAuthorityUri: authority,
    }),
    // A portal that is switched off may have no application yet.
    z.object({ isEnabled: z.literal(false), applicationId: z.literal('').catch(''), msalAuthorityUri: authority }),
  ])
  .transform(({ msalAuthorityUri, ...answer }): PortalSettings => ({ ...answer, authorityUri: msalAuthorityUri }));

export const operatorInfoAnswer = z.object({ isOperator: z.boolean() }).transform(({ isOperator }) => isOperator);

const tenantOrganizationAnswer = z.object({
  name: z.string().max(256).optional().catch(undefined),
  type: z.enum(['OnPremises', 'Office365', 'Hybrid']).optional().catch(undefined),
});

export function requestTo(organization: Organization, path: string, accessToken?: string) {
  const { backupServiceUrl, backupServiceCa: ca, backupServiceFingerprint256: fingerprint256 } = organization;
  const headers: HttpRequest['headers'] = accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` };
  return { upstream: UPSTREAM, url: `${backupServiceUrl}${path}`, trust: { ca, fingerprint256 }, headers } as const;
}

/** The assertion, and where it is a whole token response, the tokens in it: never to be quoted. */
function secretsIn(assertion: string): readonly string[] {
  const body = parseJson(assertion);
  const tokens = isObject(body) ? Object.entries(body).filter(([name]) => name.endsWith('_token')) : [];
  return [assertion, ...tokens.map(([, value]) => value).filter((value) => typeof value === 'string')];
}

const healthAnswer = z.object({ status: z.string().regex(/^[A-Za-z]{1,40}$/) });
const isTrouble = (status: number): boolean => status >= 500 || status === 429;

export function createBackupService({
  http,
  turnLimitMilliseconds: timeLimitMilliseconds = TURN_LIMIT_MILLISECONDS,
}: {
  readonly http: Http;
  /** Of the calls that a turn waits for: settings, operator info, log-out. */
  readonly turnLimitMilliseconds?: number | undefined;
}) {
  const probe = (organization: Organization, path: string) =>
    http.send({ ...requestTo(organization, path), method: 'GET', timeLimitMilliseconds });

  /** Addresses of services that take app-only tokens at `/v8/token`, as theirs is documented, and not at the older path. */
  const withoutAppOnlyPath = new Set<string>();

  async function requestTokens(
    organization: Organization,
    flow: FlowKind,
    form: Readonly<Record<string, string>>,
    secrets: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<ServiceTokens> {
    const { backupServiceUrl } = organization;
    const send = async (path: string): Promise<ServiceTokens> => {
      const sent = path === TOKEN_PATH ? { ...form, ...NO_COOKIES } : form;
      const request = { ...requestTo(organization, path), method: 'POST', form: sent, signal } as const;
      return readAs(serviceTokens, UPSTREAM, await http.send(request), secrets);
    };
    if (flow === 'operator') return send(TOKEN_PATH);
    const paths = [APP_ONLY_PATH, TOKEN_PATH] as const;
    const [first, second] = withoutAppOnlyPath.has(backupServiceUrl) ? paths.toReversed() : paths;
    try {
      return await send(first);
    } catch (error) {
      if (!(error instanceof UpstreamError && isNoPath(error))) throw error;
      const tokens = await send(second);
      if (second === TOKEN_PATH) withoutAppOnlyPath.add(backupServiceUrl);
      else withoutAppOnlyPath.delete(backupServiceUrl);
      return tokens;
    }
  }

  const service: BackupService = {
    exchange(organization, { flow, clientId, assertion }, signal) {
      const grantType = flow === 'operator' ? 'operator' : 'urn:ietf:params:oauth:grant-type:jwt-bearer';
      const form = { grant_type: grantType, client_id: clientId, assertion };
      return requestTokens(organization, flow, form, secretsIn(assertion), signal);
    },

    renew(organization, { flow, refreshToken }, signal) {
      const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
      return requestTokens(organization, flow, form, [refreshToken], signal);
    },

    async logOut(organization, accessToken) {
      const request = requestTo(organization, '/v8/token/logout', accessToken);
      const answer = await http.send({ ...request, method: 'POST', timeLimitMilliseconds });
      if (!isSuccess(answer)) throw refusalOf(UPSTREAM, answer, [accessToken]);
    },

    async portalSettings(organization) {
      const request = requestTo(organization, '/v8/RestorePortalSettings');
      const answer = await http.send({ ...request, method: 'GET', timeLimitMilliseconds });
      const { status, text } = answer;
      // A service without this call answers with JSON or nothing; a page means that the address is no backup service.
      if (status === 404 && text?.trim() !== '' && parseJson(text) === undefined) {
        throw new UpstreamError(UPSTREAM, 'NOT_JSON', { status });
      }
      return readAs(portalSettingsAnswer, UPSTREAM, answer);
    },

    async isOperator(organization, accessToken) {
      const request = requestTo(organization, '/v8/Organization/LoggedInUser/OperatorInfo', accessToken);
      const answer = await http.send({ ...request, method: 'GET', timeLimitMilliseconds });
      return readAs(operatorInfoAnswer, UPSTREAM, answer, [accessToken]);
    },

    async organization(organization, accessToken, signal) {
      const request = requestTo(organization, '/v8/Organization', accessToken);
      const answer = await http.send({ ...request, method: 'GET', timeLimitMilliseconds, signal });
      return readAs(tenantOrganizationAnswer, UPSTREAM, answer, [accessToken]);
    },
  };

  return {
    ...service,

    /** What answers, as far as that can be told without a token. @throws UpstreamError where nothing does */
    async probe(organization: Organization) {
      const answer = await probe(organization, '/v8/Health');
      const { status } = answer;
      const health = safeParse(healthAnswer, parseJson(answer.text)).data;
      if (health !== undefined && (isSuccess(answer) || status === 503))
        return { kind: 'v8' as const, health: health.status };
      if (isTrouble(status)) return { kind: 'trouble' as const, status };
      for (const version of ['v7', 'v6'] as const) {
        // They exist since v6.
        const settings = await probe(organization, `/${version}/RestorePortalSettings`).catch(
          onUpstreamError(() => undefined),
        );
        if (settings !== undefined && isSuccess(settings) && isObject(parseJson(settings.text))) {
          return { kind: 'older' as const, version };
        }
      }
      return { kind: 'unknown' as const, status };
    },

    /** Whether it takes the calls of app-only sessions: then it asks for a token. @throws UpstreamError */
    async probeOrganization(organization: Organization) {
      const answer = await probe(organization, '/v8/Organization');
      const { status } = answer;
      const kind = isTrouble(status) ? 'trouble' : isSuccess(answer) ? 'open' : 'refused';
      return { kind: status === 401 ? 'taken' : kind, status } as const;
    },
  };
}
