/**
 * botbuilder, restify and botbuilder-azure-blobs as in their samples, with one difference: the samples' credentials factory requests a
 * token from Entra through MSAL, which does not support plain HTTP; here the token is available at once.
 */
import {
  ActivityHandler,
  CardFactory,
  CloudAdapter,
  ConfigurationBotFrameworkAuthentication,
  ConversationState,
  MessageFactory,
  type TurnContext,
} from 'botbuilder';
import { BlobsStorage } from 'botbuilder-azure-blobs';
import { ServiceClientCredentialsFactory, type AppCredentials } from 'botframework-connector';
import restify from 'restify';
import type { Environment } from '../../src/settings/reader.ts';
import { BENCH } from '../names.ts';
import { statusCard } from './card.ts';

class TokenAtHand extends ServiceClientCredentialsFactory {
  override async isValidAppId(appId: string): Promise<boolean> {
    return appId === BENCH.appId;
  }
  override async isAuthenticationDisabled(): Promise<boolean> {
    return false;
  }
  override async createCredentials(): Promise<AppCredentials> {
    const credentials = {
      getToken: async () => 'bench',
      signRequest: async (resource: { headers: { set(name: string, value: string): void } }) => {
        resource.headers.set('authorization', 'Bearer bench');
        return resource;
      },
    };
    return credentials as unknown as AppCredentials;
  }
}

class Bot extends ActivityHandler {
  readonly #state: ConversationState;

  constructor(state: ConversationState) {
    super();
    this.#state = state;
    const accessor = state.createProperty<{ count: number }>('bench');
    this.onMessage(async (context, next) => {
      const stored = await accessor.get(context, { count: 0 });
      if (context.activity.text === 'count') stored.count += 1;
      await context.sendActivity(MessageFactory.attachment(CardFactory.adaptiveCard(statusCard(stored.count))));
      await next();
    });
  }
  override async run(context: TurnContext): Promise<void> {
    await super.run(context);
    await this.#state.saveChanges(context, false);
  }
}

/** Renders a card for the code cache, as our build does. Everything is imported statically, as in the samples. */
export async function loadApp(): Promise<void> {
  statusCard(0);
}

export async function runBot({ PORT, CHANNEL_URL = '', CONNECTION_STRING = '' }: Environment): Promise<void> {
  const authentication = new ConfigurationBotFrameworkAuthentication(
    {
      MicrosoftAppId: BENCH.appId,
      MicrosoftAppType: 'MultiTenant',
      ToChannelFromBotLoginUrl: CHANNEL_URL,
      ToChannelFromBotOAuthScope: 'https://api.botframework.com',
      ToBotFromChannelTokenIssuer: 'https://api.botframework.com',
      ToBotFromChannelOpenIdMetadataUrl: `${CHANNEL_URL}/openid`,
      ToBotFromEmulatorOpenIdMetadataUrl: `${CHANNEL_URL}/openid`,
      OAuthUrl: 'https://token.botframework.com',
      CallerId: '',
    },
    new TokenAtHand(),
  );
  const adapter = new CloudAdapter(authentication);
  adapter.onTurnError = async (_context: TurnContext, error: Error) => {
    process.stderr.write(`${error.stack ?? error.message}\n`);
  };

  const state = new ConversationState(new BlobsStorage(CONNECTION_STRING, 'documented'));
  const bot = new Bot(state);
  const server = restify.createServer();
  server.use(restify.plugins.bodyParser());
  const receive = async (request: never, response: never): Promise<void> => {
    await adapter.process(request, response, (context) => bot.run(context));
  };
  server.post('/api/messages', receive as never);
  server.listen(Number(PORT), '127.0.0.1', () => {
    process.stdout.write(`{"msg":"listening","port":${(server.address() as { port: number }).port}}\n`);
  });
}
