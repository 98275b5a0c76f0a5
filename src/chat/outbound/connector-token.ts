/** The bot's access token for the Bot Connector. */
import { safeParse } from '../../core/shape.ts';
import { ConfigurationServiceClientCredentialFactory } from 'botbuilder';
import { AppCredentials } from 'botframework-connector';
import * as z from 'zod';

import { UpstreamError, type UpstreamFacts } from '../../core/errors.ts';
import { isLoopback, withoutTrailingSlashes } from '../../core/net.ts';
import type { Clock } from '../../core/platform.ts';
import { parseJson } from '../../core/json.ts';
import { TimeoutError, withTimeout } from '../../core/time-limit.ts';
import type { ProxySettings } from '../../proxy/routes.ts';
import { faultOf, type ChannelHttp } from './http.ts';

/** The bot's registration and its cloud's endpoints, named as in Bot Framework. */
export interface BotCredentials {
  readonly appType: 'SingleTenant' | 'UserAssignedMSI' | 'MultiTenant';
  readonly appId: string;
  /** Secret. Empty for a managed identity. */
  readonly appPassword: string;
  readonly appTenantId: string;
  readonly toBotFromChannelOpenIdMetadataUrl: string;
  readonly toBotFromChannelTokenIssuer: string;
  readonly toChannelFromBotLoginUrl: string;
  readonly toChannelFromBotOAuthScope: string;
}

export interface ConnectorTokenSettings {
  readonly bot: BotCredentials;
  readonly authentication: 'required' | 'off';
  readonly proxy?: ProxySettings | undefined;
}

/** Requests a token, or takes it from a cache, which `fresh` bypasses. */
type RequestToken = (fresh: boolean) => Promise<string>;

const EXPIRY_MARGIN_SECONDS = 300;
const LIMIT_MILLISECONDS = 10_000;
const TOKEN_RESPONSE = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });

export class ConnectorToken {
  readonly #request: RequestToken | undefined;
  #pending: Promise<string | undefined> | undefined;
  #last: string | undefined;
  #refused: string | undefined;

  constructor(inputs: {
    readonly settings: ConnectorTokenSettings;
    readonly http: ChannelHttp;
    readonly clock: Pick<Clock, 'now'>;
  }) {
    const { bot, authentication, proxy } = inputs.settings;
    const loginUrl = URL.parse(bot.toChannelFromBotLoginUrl);
    const isPlainLoopback = loginUrl?.protocol === 'http:' && isLoopback(loginUrl.hostname);
    // Bot Framework uses MSAL, which supports neither plain http nor proxies.
    const byForm = isPlainLoopback || (proxy !== undefined && bot.appPassword !== '');
    if (authentication === 'off') return;
    this.#request = byForm ? requestByForm(bot, inputs.http, inputs.clock) : requestFromBotFramework(bot);
  }

  /** Shares one request among all callers. @returns undefined while authentication is off @throws UpstreamError */
  get(): Promise<string | undefined> {
    return (this.#pending ??= this.#get());
  }

  /** Reports that the connector refused this token; the next `get` requests a new one. */
  invalidate(token: string): void {
    this.#refused = token;
  }

  async #get(): Promise<string | undefined> {
    try {
      const isFresh = this.#refused !== undefined && this.#refused === this.#last;
      this.#last = await this.#request?.(isFresh);
      return this.#last;
    } finally {
      this.#pending = undefined;
    }
  }
}

/** In Microsoft's clouds a single-tenant bot signs in at its own tenant; elsewhere the setting applies. */
const MICROSOFT_LOGIN = /^https:\/\/login\.microsoftonline\.(?:com|us)(?=\/)/i;

function tokenUrl({ appType, toChannelFromBotLoginUrl, appTenantId }: BotCredentials): string {
  const [origin] = MICROSOFT_LOGIN.exec(toChannelFromBotLoginUrl) ?? [];
  const isOwn = origin !== undefined && appType === 'SingleTenant';
  const login = isOwn ? `${origin}/${appTenantId}` : withoutTrailingSlashes(toChannelFromBotLoginUrl);
  return `${login}/oauth2/v2.0/token`;
}

/** A client-credentials request (RFC 6749, section 4.4). */
function requestByForm(bot: BotCredentials, http: ChannelHttp, clock: Pick<Clock, 'now'>): RequestToken {
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
    if (reply.kind !== 'answered') throw failure(reply.fault, { reason: reply.reason });
    const { status } = reply;
    if (status !== 200) throw failure(faultOf(status), { status });
    const { data } = safeParse(TOKEN_RESPONSE, parseJson(reply.text));
    if (data === undefined) throw failure('MALFORMED', { status });
    const { access_token: token, expires_in: seconds } = data;
    const cachedSeconds = Math.max(seconds - EXPIRY_MARGIN_SECONDS, seconds / 2);
    cached = { token, until: requestedAt + cachedSeconds * 1_000 };
    return token;
  };
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
    const { toChannelFromBotOAuthScope: scope, toChannelFromBotLoginUrl: loginUrl } = bot;
    const created = await factory.createCredentials(bot.appId, scope, loginUrl, true);
    if (created instanceof AppCredentials) return created;
    throw new TypeError('Bot Framework returned credentials of an unexpected class.');
  }

  return async (fresh) => {
    try {
      const created = await (credentials ??= create());
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
  if (error instanceof TimeoutError) return failure('TIMED_OUT');
  const words: readonly unknown[] =
    error instanceof Error ? [Reflect.get(error, 'errorCode'), Reflect.get(error, 'code'), error.name] : [];
  const reason = words.filter((word) => typeof word === 'string').find((word) => /^[\w.-]{1,64}$/.test(word));
  return failure(reason !== undefined && NO_CONNECTION.test(reason) ? 'NO_ANSWER' : 'REFUSED', { reason });
}

function failure(code: UpstreamError['code'], facts: UpstreamFacts = {}): UpstreamError {
  const description = 'The bot could not get its token for the chat service.';
  return new UpstreamError('chat service', code, { ...facts, description });
}
