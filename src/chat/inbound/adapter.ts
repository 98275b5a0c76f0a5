/** Bot Framework's CloudAdapter behind our door, sending through our connector. */
import { CloudAdapter } from 'botbuilder';
import type { Activity, InvokeResponse, ResourceResponse, TurnContext } from 'botbuilder';

import { UpstreamError } from '../../core/errors.ts';
import type { Clock, Log } from '../../core/platform.ts';
import { ChannelAuthentication } from './channel-authentication.ts';
import type { ChannelHttp } from '../outbound/http.ts';
import type { ChannelSettings } from '../settings.ts';
import { KeptConnectorClients } from '../outbound/sdk-clients.ts';
import type { ConnectorToken } from '../outbound/connector-token.ts';
import type { Connector, Sent } from '../outbound/connector.ts';
import { createDoor } from './authorize-activity.ts';
import type { HttpAnswer } from './authorize-activity.ts';
import { createTokenVerifier } from './token-verifier.ts';
import { createSigningKeys } from './signing-keys.ts';

export type OnTurn = (context: TurnContext) => Promise<void>;

export interface ChatAdapter {
  /** One POST to /api/messages: its parsed body and `Authorization` header. Runs the turn where it is admitted. Never throws. */
  readonly receive: (body: unknown, authorization: string | undefined) => Promise<HttpAnswer>;
}

const FAILED: HttpAnswer = {
  status: 500,
  body: { error: 'failed', message: 'The bot could not handle this activity; its log says why.' },
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
  const admit = createDoor({ settings, verifyToken, clock, log });
  const authentication = new ChannelAuthentication(bot, new KeptConnectorClients(token));
  const adapter = new DoorAdapter(authentication, connector);

  return {
    async receive(body, authorization) {
      try {
        const admission = await admit(body, authorization);
        if (admission.kind === 'refused') return admission.answer;
        // Without onTurnError what a turn throws comes out here, and nothing of it reaches the chat.
        const response = await adapter.run(admission.activity, onTurn);
        return response === undefined ? { status: 200 } : { status: response.status, body: response.body };
      } catch (error) {
        log.error(factsOf(error), 'a turn failed');
        return FAILED;
      }
    },
  };
}

class DoorAdapter extends CloudAdapter {
  readonly #authentication: ChannelAuthentication;
  readonly #connector: Connector;

  constructor(authentication: ChannelAuthentication, connector: Connector) {
    super(authentication);
    this.#authentication = authentication;
    this.#connector = connector;
  }

  run(activity: Activity, onTurn: OnTurn): Promise<InvokeResponse | undefined> {
    return this.processActivity(this.#authentication.admitted(activity), activity, onTurn);
  }

  /** As the SDK does, but through the connector that keeps its clients, its pace and its promises about repeating. */
  override async sendActivities(context: TurnContext, activities: Partial<Activity>[]): Promise<ResourceResponse[]> {
    const responses: ResourceResponse[] = [];
    for (const activity of activities) {
      const target = targetOf(activity);
      if (target === undefined || OF_THE_SDK.has(activity.type ?? '')) {
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

/** Handled inside the SDK; they never go out. */
const OF_THE_SDK: ReadonlySet<string> = new Set(['invokeResponse', 'delay', 'trace']);

function targetOf({ serviceUrl, conversation }: Partial<Activity>): Parameters<Connector['post']>[0] | undefined {
  if (serviceUrl === undefined || conversation === undefined) return undefined;
  return { serviceUrl, conversationId: conversation.id };
}

function idOf(sent: Sent): string {
  if (sent.kind === 'sent') return sent.id;
  throw new UpstreamError('chat service', 'REFUSED', { reason: sent.reason });
}

/** What may be logged of anything thrown: its kind and where, not its text, which may quote what a person or a service sent. */
function factsOf(error: unknown): object {
  if (!(error instanceof Error)) return { error: typeof error };
  const code: unknown = Reflect.get(error, 'code');
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return {
    error: error.name,
    code: typeof code === 'string' ? code : undefined,
    at: frames.slice(0, 5).map((line) => line.trim()),
  };
}
