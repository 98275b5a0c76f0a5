/** Bot Framework's turns, with this project's authorization in front of them and its connector behind them. */
import { BotAdapter, INVOKE_RESPONSE_KEY, TurnContext } from 'botbuilder';
import type { Activity, InvokeResponse, ResourceResponse } from 'botbuilder';

import { UpstreamError } from '../../core/errors.ts';
import type { Log } from '../../core/platform.ts';
import type { Connector } from '../outbound/connector.ts';
import type { ActivityAuthorizer, HttpAnswer } from './authorize-activity.ts';

export type OnTurn = (context: TurnContext) => Promise<void>;

const FAILED: HttpAnswer = {
  status: 500,
  body: { error: 'failed', message: 'The bot could not handle this activity. Its log says why.' },
};

/** Not CloudAdapter, which builds clients for the connector and for user tokens on every turn. */
export class ChatAdapter extends BotAdapter {
  readonly #authorizer: ActivityAuthorizer;
  readonly #connector: Pick<Connector, 'post'>;
  readonly #log: Log;
  readonly #onTurn: OnTurn;

  constructor(inputs: {
    readonly authorizer: ActivityAuthorizer;
    readonly connector: Pick<Connector, 'post'>;
    readonly log: Log;
    readonly onTurn: OnTurn;
  }) {
    super();
    this.#authorizer = inputs.authorizer;
    this.#connector = inputs.connector;
    this.#log = inputs.log;
    this.#onTurn = inputs.onTurn;
  }

  /** Authorizes one POST to /api/messages, by its parsed body and `Authorization` header, and runs its turn. Never throws. */
  async receive(body: unknown, authorization: string | undefined): Promise<HttpAnswer> {
    try {
      const authorized = await this.#authorizer.authorize(body, authorization);
      if (authorized.kind === 'refused') return authorized.answer;
      const context = new TurnContext(this, authorized.activity);
      // The adapter has no onTurnError, so a turn's error is thrown here and never reaches the chat.
      await this.runMiddleware(context, this.#onTurn);
      const response = context.turnState.get<Partial<Activity> | undefined>(INVOKE_RESPONSE_KEY);
      const { status = 200, body: answer } = (response?.value ?? {}) as Partial<InvokeResponse>;
      return { status, body: answer };
    } catch (error) {
      this.#log.error({ event: 'turn-failed', ...describeWithoutText(error) }, 'a turn failed');
      return FAILED;
    }
  }

  override async sendActivities(
    { turnState }: TurnContext,
    activities: Partial<Activity>[],
  ): Promise<ResourceResponse[]> {
    const responses: ResourceResponse[] = [];
    for (const activity of activities) {
      if (activity.type === 'invokeResponse') {
        turnState.set(INVOKE_RESPONSE_KEY, activity);
        responses.push({ id: '' });
        continue;
      }
      const { serviceUrl = '', conversation } = activity;
      const sent = await this.#connector.post({ serviceUrl, conversationId: conversation?.id ?? '' }, activity);
      if (sent.kind !== 'sent') throw new UpstreamError('chat service', 'REFUSED', { reason: sent.reason });
      responses.push({ id: sent.id });
    }
    return responses;
  }

  override updateActivity = notSupported;
  override deleteActivity = notSupported;
  override continueConversation = notSupported;
}

async function notSupported(): Promise<never> {
  throw new Error('Cards are edited, and messages outside of turns sent, by the announcer.');
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
