/** Bot Framework's CloudAdapter with this project's authorization in front of it and its connector behind it. */
import { CloudAdapter } from 'botbuilder';
import type { Activity, ResourceResponse, TurnContext } from 'botbuilder';
import {
  BotFrameworkAuthentication,
  ClaimsIdentity,
  type ConnectorClient,
  ConnectorFactory,
  UserTokenClient,
} from 'botframework-connector';

import { UpstreamError } from '../../core/errors.ts';
import type { Log } from '../../core/platform.ts';
import type { Connector } from '../outbound/connector.ts';
import { asItIs } from '../outbound/message.ts';
import { errorAnswer, type ActivityAuthorizer, type JsonResponse, type Sender } from './authorize-activity.ts';

export type OnTurn = (context: TurnContext) => Promise<void>;

const FAILED = errorAnswer(500, 'failed', 'The bot could not handle this activity. Its log says why.');

interface AdapterInputs {
  readonly authorizer: Pick<ActivityAuthorizer, 'authenticate' | 'authorize'>;
  readonly connector: Pick<Connector, 'post'>;
  readonly log: Log;
  readonly onTurn: OnTurn;
}

export class ChatAdapter extends CloudAdapter {
  readonly #authentication: AuthorizedBefore;
  readonly #inputs: AdapterInputs;

  constructor(inputs: AdapterInputs) {
    const authentication = new AuthorizedBefore();
    super(authentication);
    this.#authentication = authentication;
    this.#inputs = inputs;
  }

  /** Of one POST to /api/messages, before its body is read. Never throws. */
  authenticate: ActivityAuthorizer['authenticate'] = (headers) => this.#inputs.authorizer.authenticate(headers);

  /** Authorizes the activity in the parsed body and runs its turn. Never throws. */
  async receive(body: unknown, sender: Sender): Promise<JsonResponse> {
    const { authorizer, log, onTurn } = this.#inputs;
    try {
      const authorized = authorizer.authorize(body, sender);
      if (authorized.kind === 'refused') return authorized.answer;
      // The adapter has no onTurnError, so a turn's error is thrown here and never reaches the chat.
      const response = await this.processActivity(this.#authentication.result, authorized.activity, onTurn);
      return { status: response?.status ?? 200, body: response?.body };
    } catch (error) {
      log.error({ event: 'turn-failed', ...describeWithoutText(error) }, 'a turn failed');
      return FAILED;
    }
  }

  override async sendActivities(context: TurnContext, activities: Partial<Activity>[]): Promise<ResourceResponse[]> {
    const responses: ResourceResponse[] = [];
    for (const activity of activities) {
      if (activity.type === 'invokeResponse') {
        responses.push(...(await super.sendActivities(context, [activity])));
        continue;
      }
      const { serviceUrl = '', conversation } = activity;
      const target = { serviceUrl, conversationId: conversation?.id ?? '' };
      const sent = await this.#inputs.connector.post(target, asItIs(activity));
      if (sent.kind !== 'sent') throw new UpstreamError('chat service', 'REFUSED', { reason: sent.reason });
      responses.push({ id: sent.id });
    }
    return responses;
  }

  override updateActivity = notSupported;
  override deleteActivity = notSupported;
}

async function notSupported(): Promise<never> {
  throw new Error(
    'Activities are authorized before they reach the adapter, and every message is sent by the connector.',
  );
}

/** A real one loads all that the connector can be asked. */
const NO_CLIENT = {} as ConnectorClient;

/** CloudAdapter requests clients for every turn, and building them was most of a turn's cost; nothing uses these. */
class UnusedConnectors extends ConnectorFactory {
  override create = async (): Promise<ConnectorClient> => NO_CLIENT;
}

class UnusedUserTokens extends UserTokenClient {
  override getUserToken = notSupported;
  override getSignInResource = notSupported;
  override signOutUser = notSupported;
  override getTokenStatus = notSupported;
  override getAadTokens = notSupported;
  override exchangeToken = notSupported;
}

/** Only activities that `ActivityAuthorizer` has accepted reach the adapter. */
class AuthorizedBefore extends BotFrameworkAuthentication {
  readonly #connectors = new UnusedConnectors();
  readonly #userTokens = new UnusedUserTokens();
  readonly result = {
    audience: '',
    claimsIdentity: new ClaimsIdentity([], true),
    connectorFactory: this.#connectors,
  };
  override authenticateRequest = notSupported;
  override authenticateStreamingRequest = notSupported;
  override createConnectorFactory = (): ConnectorFactory => this.#connectors;
  override createUserTokenClient = async (): Promise<UserTokenClient> => this.#userTokens;
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
