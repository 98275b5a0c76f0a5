/** The bot's own token for the Bot Connector. */
import { ConfigurationServiceClientCredentialFactory } from 'botbuilder';
import { AppCredentials } from 'botframework-connector';
import { z } from 'zod';

import { UpstreamError } from '../../core/errors.ts';
import type { Clock } from '../../core/platform.ts';
import type { ChannelHttp } from './http.ts';
import type { ChannelBot, ChannelSettings } from '../settings.ts';
import { isLoopback } from '../../core/net.ts';

export interface ConnectorToken {
  /** Undefined while authentication is off. One request for however many callers. @throws UpstreamError */
  get(): Promise<string | undefined>;
  /** The connector refused this token: the next `get` asks for a new one. */
  forget(token: string): void;
}

/** Asks for a token; `fresh`: not one that was kept. */
type AskForToken = (fresh: boolean) => Promise<string>;

const KEPT_BEFORE_END_SECONDS = 300;
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
  readonly settings: ChannelSettings;
  readonly http: ChannelHttp;
  readonly clock: Clock;
}): ConnectorToken {
  if (authentication === 'off') return { get: async () => undefined, forget: () => undefined };
  // MSAL, which Bot Framework asks with, knows nothing of proxies.
  const byForm = isPlainLoopback(bot.toChannelFromBotLoginUrl) || (proxy !== undefined && bot.appPassword !== '');
  const ask = byForm ? askByForm(bot, http, clock) : askBotFramework(bot);
  let asking: Promise<string> | undefined;
  let last: string | undefined;
  let refused: string | undefined;

  async function askOnce(): Promise<string> {
    const fresh = refused !== undefined && refused === last;
    last = await ask(fresh);
    return last;
  }

  return {
    // Concurrent turns share a request: the SDK would make one for each (measured).
    get() {
      asking ??= askOnce().finally(() => {
        asking = undefined;
      });
      return asking;
    },
    forget(token) {
      refused = token;
    },
  };
}

/** In Microsoft's own clouds a single-tenant bot signs in at its tenant; the setting names the place of the others. */
const MICROSOFT_LOGIN = /^https:\/\/login\.microsoftonline\.(?:com|us)(?=\/)/i;

function tokenUrl({ appType, toChannelFromBotLoginUrl, appTenantId }: ChannelBot): string {
  const [origin] = MICROSOFT_LOGIN.exec(toChannelFromBotLoginUrl) ?? [];
  const isOwn = origin !== undefined && appType === 'SingleTenant';
  const login = isOwn ? `${origin}/${appTenantId}` : toChannelFromBotLoginUrl.replace(/\/+$/, '');
  return `${login}/oauth2/v2.0/token`;
}

/** An ordinary client-credentials request (RFC 6749, section 4.4): where MSAL can't ask, on plain loopback or by a proxy. */
function askByForm(bot: ChannelBot, http: ChannelHttp, clock: Clock): AskForToken {
  let kept: { readonly token: string; readonly until: number } | undefined;

  return async (fresh) => {
    if (!fresh && kept !== undefined && clock.now() < kept.until) return kept.token;
    const askedAt = clock.now();
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
    const keptSeconds = Math.max(seconds - KEPT_BEFORE_END_SECONDS, seconds / 2);
    kept = { token, until: askedAt + keptSeconds * 1_000 };
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

/** Bot Framework's credentials: MSAL for a secret, the managed identity's endpoint without one; they keep the token. */
function askBotFramework(bot: ChannelBot): AskForToken {
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
    if (!(created instanceof AppCredentials)) throw new TypeError('Bot Framework gave credentials of another kind.');
    return created;
  }

  return async (fresh) => {
    try {
      credentials ??= create();
      const token = (await credentials).getToken(fresh);
      return await within(LIMIT_MILLISECONDS, token);
    } catch (error) {
      throw fromBotFramework(error);
    }
  };
}

/** MSAL has no time limit of its own. */
async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(failure('TIMED_OUT', undefined, undefined)), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

const NO_CONNECTION =
  /network|endpoints_resolution|ECONN|ENOTFOUND|EAI_AGAIN|REQUEST_SEND_ERROR|timeout|AggregateAuth|Unavailable/i;

/** Keeps MSAL's word for it, not its text. */
function fromBotFramework(error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error;
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
    description: "The bot's own token for the chat service could not be had.",
  });
}

function isPlainLoopback(loginUrl: string): boolean {
  const url = URL.parse(loginUrl);
  return url !== null && url.protocol === 'http:' && isLoopback(url);
}
