/** What CloudAdapter asks of its surroundings, answered by our own door, connector client and nothing else. */
import type { Activity } from 'botbuilder';
import {
  AuthenticationError,
  BotFrameworkAuthentication,
  ClaimsIdentity,
  UserTokenClient,
} from 'botframework-connector';
import type { AuthenticateRequestResult, ConnectorFactory } from 'botframework-connector';

import type { ChannelBot } from '../settings.ts';

export class ChannelAuthentication extends BotFrameworkAuthentication {
  readonly #bot: ChannelBot;
  readonly #connectors: ConnectorFactory;
  readonly #userTokens = new NoUserTokens();

  constructor(bot: ChannelBot, connectors: ConnectorFactory) {
    super();
    this.#bot = bot;
    this.#connectors = connectors;
  }

  /** Of an activity that the door has admitted. */
  admitted({ serviceUrl }: Activity): AuthenticateRequestResult {
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

  /** Activities come in through the door alone. */
  override async authenticateRequest(): Promise<AuthenticateRequestResult> {
    throw new AuthenticationError('Not accepted here.', 401);
  }

  override async authenticateStreamingRequest(): Promise<AuthenticateRequestResult> {
    throw new AuthenticationError('Streaming is not accepted.', 401);
  }

  override createConnectorFactory(): ConnectorFactory {
    return this.#connectors;
  }

  override async createUserTokenClient(): Promise<UserTokenClient> {
    return this.#userTokens;
  }
}

/** CloudAdapter wants one on every turn; the bot leaves Bot Framework's token service alone. */
class NoUserTokens extends UserTokenClient {
  override getUserToken = notUsed;
  override getSignInResource = notUsed;
  override signOutUser = notUsed;
  override getTokenStatus = notUsed;
  override getAadTokens = notUsed;
  override exchangeToken = notUsed;
}

async function notUsed(): Promise<never> {
  throw new Error("Bot Framework's token service is not used.");
}
