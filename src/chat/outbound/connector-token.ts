/** The bot's access token for the Bot Connector. */
import { ConfigurationServiceClientCredentialFactory } from 'botbuilder';
import { AppCredentials } from 'botframework-connector';
import { z } from 'zod';

import { UpstreamError } from '../../core/errors.ts';
import type { Clock } from '../../core/platform.ts';
import type { ChannelHttp } from './http.ts';
import type { BotCredentials, ConnectorTokenSettings } from '../settings.ts';
import { isLoopback } from '../../core/net.ts';
import { TimeoutError, withTimeout } from '../../core/time-limit.ts';

export interface ConnectorToken {
  /** Shares one request among all callers. @returns undefined while authentication is off @throws UpstreamError */
  get(): Promise<string | undefined>;
  /** Reports that the connector refused this token; the next `get` requests a new one. */
  invalidate(token: string): void;
}

/** Requests a token; `fresh` bypasses the cache. */
type RequestToken = (fresh: boolean) => Promise<string>;

const EXPIRY_MARGIN_SECONDS = 300;
const LIMIT_MILLISECONDS = 10_000;

const TOKEN_RESPONSE = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive(),
});

export function createConnectorToken({
  settings: { bot, authentication, proxy },
  http,
  clock,
}: {
  readonly settings: ConnectorTokenSettings;
  readonly http: ChannelHttp;
  readonly clock: Clock;
}): ConnectorToken {
  if (authentication === 'off') return { get: async () => undefined, invalidate: () => undefined };
  // Bot Framework uses MSAL, which does not support proxies.
  const byForm = isPlainLoopback(bot.toChannelFromBotLoginUrl) || (proxy !== undefined && bot.appPassword !== '');
  const request = byForm ? requestByForm(bot, http, clock) : requestFromBotFramework(bot);
  let pending: Promise<string> | undefined;
  let last: string | undefined;
  let refused: string | undefined;

  async function requestToken(): Promise<string> {
    const fresh = refused !== undefined && refused === last;
    last = await request(fresh);
    return last;
  }

  return {
    // Concurrent turns share one request; the SDK would send one for each.
    get() {
      pending ??= requestToken().finally(() => {
        pending = undefined;
      });
      return pending;
    },
    invalidate(token) {
      refused = token;
    },
  };
}

/** In Microsoft's clouds a single-tenant bot signs in at its own tenant; elsewhere the setting applies. */
const MICROSOFT_LOGIN = /^https:\/\/login\.microsoftonline\.(?:com|us)(?=\/)/i;

function tokenUrl({ appType, toChannelFromBotLoginUrl, appTenantId }: BotCredentials): string {
  const [origin] = MICROSOFT_LOGIN.exec(toChannelFromBotLoginUrl) ?? [];
  const isOwn = origin !== undefined && appType === 'SingleTenant';
  const login = isOwn ? `${origin}/${appTenantId}` : toChannelFromBotLoginUrl.replace(/\/+$/, '');
  return `${login}/oauth2/v2.0/token`;
}

/** A client-credentials request (RFC 6749, section 4.4), for plain loopback and proxies, which MSAL does not support. */
function requestByForm(bot: BotCredentials, http: ChannelHttp, clock: Clock): RequestToken {
  let cached: { readonly token: string; readonly until: number } | undefined;

  return async (fresh) => {
    if (!fresh && cached !== undefined && clock.now() < cached.until) return cached.token;
    const requestedAt = clock.now();
    const reply = await http.send({
      method: 'POST',
      url: tokenUrl(bot),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: bot.appId,
        client_secret: bot.appPassword,
        scope: `${bot.toChannelFromBotOAuthScope}/.default`,
      }).toString(),
    });
    if (reply.kind !== 'answered') throw failure(reply.fault, undefined, reply.reason);
    const { status } = reply;
    if (status === 429) throw failure('THROTTLED', status, undefined);
    if (status >= 500) throw failure('FAILED', status, undefined);
    if (status !== 200) throw failure('REFUSED', status, undefined);
    const { access_token: token, expires_in: seconds } = readTokenResponse(reply.text);
    const cachedSeconds = Math.max(seconds - EXPIRY_MARGIN_SECONDS, seconds / 2);
    cached = { token, until: requestedAt + cachedSeconds * 1_000 };
    return token;
  };
}

function readTokenResponse(text: string): z.infer<typeof TOKEN_RESPONSE> {
  try {
    return TOKEN_RESPONSE.parse(JSON.parse(text));
  } catch {
    throw failure('MALFORMED', 200, undefined);
  }
}

/** Bot Framework's credentials, which cache the token: MSAL with a secret, otherwise the managed identity's endpoint. */
function requestFromBotFramework(bot: BotCredentials): RequestToken {
  let credentials: Promise<AppCredentials> | undefined;

  async function create(): Promise<AppCredentials> {
    const factory = new ConfigurationServiceClientCredentialFactory({
      MicrosoftAppType: bot.appType === 'UserAssignedMSI' ? 'UserAssignedMsi' : bot.appType,
      MicrosoftAppId: bot.appId,
      MicrosoftAppPassword: bot.appPassword,
      MicrosoftAppTenantId: bot.appTenantId,
    });
    const scope = bot.toChannelFromBotOAuthScope;
    const created = await factory.createCredentials(bot.appId, scope, bot.toChannelFromBotLoginUrl, true);
    if (!(created instanceof AppCredentials))
      throw new TypeError('Bot Framework returned credentials of an unexpected class.');
    return created;
  }

  return async (fresh) => {
    try {
      credentials ??= create();
      const created = await credentials;
      // MSAL has no time limit of its own.
      return await withTimeout(LIMIT_MILLISECONDS, () => created.getToken(fresh));
    } catch (error) {
      throw fromBotFramework(error);
    }
  };
}

const NO_CONNECTION =
  /network|endpoints_resolution|ECONN|ENOTFOUND|EAI_AGAIN|REQUEST_SEND_ERROR|timeout|AggregateAuth|Unavailable/i;

/** Takes over MSAL's error code, not its text. */
function fromBotFramework(error: unknown): UpstreamError {
  if (error instanceof TimeoutError) return failure('TIMED_OUT', undefined, undefined);
  const named = error instanceof Error ? [wordIn(error, 'errorCode'), wordIn(error, 'code'), error.name] : [];
  const word = named.find((name) => name !== undefined && /^[\w.-]{1,64}$/.test(name));
  return failure(word !== undefined && NO_CONNECTION.test(word) ? 'NO_ANSWER' : 'REFUSED', undefined, word);
}

function wordIn(error: Error, field: string): string | undefined {
  const value: unknown = Reflect.get(error, field);
  return typeof value === 'string' ? value : undefined;
}

function failure(code: UpstreamError['code'], status: number | undefined, reason: string | undefined): UpstreamError {
  return new UpstreamError('chat service', code, {
    status,
    reason,
    description: 'The bot could not get its token for the chat service.',
  });
}

function isPlainLoopback(loginUrl: string): boolean {
  const url = URL.parse(loginUrl);
  return url !== null && url.protocol === 'http:' && isLoopback(url.hostname);
}
