/** Bot Framework's CloudAdapter with this project's authorization in front of it and its connector behind it. */
import { CloudAdapter } from 'botbuilder';
import type { Activity, InvokeResponse, ResourceResponse, TurnContext } from 'botbuilder';
import {
  AuthenticationError,
  BotFrameworkAuthentication,
  ClaimsIdentity,
  UserTokenClient,
} from 'botframework-connector';
import type { AuthenticateRequestResult, ConnectorFactory } from 'botframework-connector';

import { UpstreamError } from '../../core/errors.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { ChannelHttp } from '../outbound/http.ts';
import type { BotRegistration, ChannelSettings } from '../settings.ts';
import { CachedConnectorClients } from '../outbound/sdk-clients.ts';
import type { ConnectorToken } from '../outbound/connector-token.ts';
import type { Connector, Sent } from '../outbound/connector.ts';
import { createActivityAuthorizer } from './authorize-activity.ts';
import type { HttpAnswer } from './authorize-activity.ts';
import { createTokenVerifier } from './token-verifier.ts';
import { createSigningKeys } from './signing-keys.ts';

export type OnTurn = (context: TurnContext) => Promise<void>;

export interface ChatAdapter {
  /** Authorizes one POST to /api/messages, by its parsed body and `Authorization` header, and runs its turn. Never throws. */
  readonly receive: (body: unknown, authorization: string | undefined) => Promise<HttpAnswer>;
}

const FAILED: HttpAnswer = {
  status: 500,
  body: { error: 'failed', message: 'The bot could not handle this activity. Its log says why.' },
};

export function createAdapter({
  settings,
  connector,
  token,
  http,
  clock,
  log,
  onTurn,
}: {
  readonly settings: ChannelSettings;
  readonly connector: Connector;
  readonly token: ConnectorToken;
  readonly http: ChannelHttp;
  readonly clock: Clock;
  readonly log: Log;
  readonly onTurn: OnTurn;
}): ChatAdapter {
  const { bot } = settings;
  const keys = createSigningKeys({ metadataUrl: bot.toBotFromChannelOpenIdMetadataUrl, http, clock, log });
  const verifyToken = createTokenVerifier({
    issuer: bot.toBotFromChannelTokenIssuer,
    audience: bot.appId,
    keys,
    clock,
  });
  const authorize = createActivityAuthorizer({ settings, verifyToken, clock, log });
  const authentication = new ChannelAuthentication(bot, new CachedConnectorClients(token));
  const adapter = new AuthorizedAdapter(authentication, connector);

  return {
    async receive(body, authorization) {
      try {
        const authorized = await authorize(body, authorization);
        if (authorized.kind === 'refused') return authorized.answer;
        // The adapter has no onTurnError, so a turn's error is thrown here and never reaches the chat.
        const response = await adapter.run(authorized.activity, onTurn);
        return response === undefined ? { status: 200 } : { status: response.status, body: response.body };
      } catch (error) {
        log.error({ event: 'turn-failed', ...describeWithoutText(error) }, 'a turn failed');
        return FAILED;
      }
    },
  };
}

class AuthorizedAdapter extends CloudAdapter {
  readonly #authentication: ChannelAuthentication;
  readonly #connector: Connector;

  constructor(authentication: ChannelAuthentication, connector: Connector) {
    super(authentication);
    this.#authentication = authentication;
    this.#connector = connector;
  }

  run(activity: Activity, onTurn: OnTurn): Promise<InvokeResponse | undefined> {
    return this.processActivity(this.#authentication.authorized(activity), activity, onTurn);
  }

  /** Sends through this project's connector, which pools connections, limits the rate and retries only what is safe. */
  override async sendActivities(context: TurnContext, activities: Partial<Activity>[]): Promise<ResourceResponse[]> {
    const responses: ResourceResponse[] = [];
    for (const activity of activities) {
      const target = targetOf(activity);
      if (target === undefined || HANDLED_BY_SDK.has(activity.type ?? '')) {
        responses.push(...(await super.sendActivities(context, [activity])));
      } else {
        const { id: _inbound, ...fresh } = activity;
        responses.push({ id: idOf(await this.#connector.post(target, fresh)) });
      }
    }
    return responses;
  }

  override async updateActivity(context: TurnContext, activity: Activity): Promise<ResourceResponse | void> {
    const target = targetOf(activity);
    if (target === undefined || !activity.id) return super.updateActivity(context, activity);
    const sent = await this.#connector.edit(target, activity.id, activity);
    if (sent.kind === 'message-gone')
      throw new UpstreamError('chat service', 'REFUSED', { status: 404, reason: sent.kind });
    return { id: idOf(sent) };
  }
}

class ChannelAuthentication extends BotFrameworkAuthentication {
  readonly #bot: BotRegistration;
  readonly #connectors: ConnectorFactory;
  readonly #userTokens = new NoUserTokens();

  constructor(bot: BotRegistration, connectors: ConnectorFactory) {
    super();
    this.#bot = bot;
    this.#connectors = connectors;
  }

  /** For an activity that `authorizeActivity` has accepted. */
  authorized({ serviceUrl }: Activity): AuthenticateRequestResult {
    const claims = [
      { type: 'aud', value: this.#bot.appId },
      { type: 'serviceurl', value: serviceUrl },
    ];
    return {
      audience: this.getOriginatingAudience(),
      claimsIdentity: new ClaimsIdentity(claims, true),
      connectorFactory: this.#connectors,
    };
  }

  override getOriginatingAudience(): string {
    return this.#bot.toChannelFromBotOAuthScope;
  }

  /** Never used: activities are authorized before they reach the adapter. */
  override async authenticateRequest(): Promise<AuthenticateRequestResult> {
    throw new AuthenticationError('Activities are authorized before they reach the adapter.', 401);
  }

  override async authenticateStreamingRequest(): Promise<AuthenticateRequestResult> {
    throw new AuthenticationError('Streaming is not supported.', 401);
  }

  override createConnectorFactory(): ConnectorFactory {
    return this.#connectors;
  }

  override async createUserTokenClient(): Promise<UserTokenClient> {
    return this.#userTokens;
  }
}

/** CloudAdapter creates one on every turn; the bot does not use Bot Framework's token service. */
class NoUserTokens extends UserTokenClient {
  override getUserToken = notSupported;
  override getSignInResource = notSupported;
  override signOutUser = notSupported;
  override getTokenStatus = notSupported;
  override getAadTokens = notSupported;
  override exchangeToken = notSupported;
}

async function notSupported(): Promise<never> {
  throw new Error("The bot does not use Bot Framework's token service.");
}

/** The SDK handles these itself; they are never sent. */
const HANDLED_BY_SDK: ReadonlySet<string> = new Set(['invokeResponse', 'delay', 'trace']);

function targetOf({ serviceUrl, conversation }: Partial<Activity>): Parameters<Connector['post']>[0] | undefined {
  if (serviceUrl === undefined || conversation === undefined) return undefined;
  return { serviceUrl, conversationId: conversation.id };
}

function idOf(sent: Sent): string {
  if (sent.kind === 'sent') return sent.id;
  throw new UpstreamError('chat service', 'REFUSED', { reason: sent.reason });
}

/** The name and stack of an error, without its text, which may quote what a person or a service sent. */
function describeWithoutText(error: unknown): object {
  if (!(error instanceof Error)) return { error: typeof error };
  const code: unknown = Reflect.get(error, 'code');
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return {
    error: error.name,
    code: typeof code === 'string' ? code : undefined,
    at: frames.slice(0, 5).map((line) => line.trim()),
  };
}
