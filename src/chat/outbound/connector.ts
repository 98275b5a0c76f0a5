/** Posts and edits activities at the Bot Connector within Teams' rate limits; retries only what cannot be delivered twice. */
import type { Activity } from 'botbuilder';

import { UpstreamError, type UpstreamFacts, type UpstreamFault } from '../../core/errors.ts';
import { withoutTrailingSlashes } from '../../core/net.ts';
import type { Clock, Log } from '../../core/platform.ts';
import { BACK_OFF, backOffMilliseconds } from '../../core/retry.ts';
import { parseJson } from '../../core/json.ts';
import { createServiceUrlCheck } from '../conversation/service-urls.ts';
import type { ConnectorToken } from './connector-token.ts';
import { faultOf, type ChannelHttp, type ChannelReply } from './http.ts';
import { RateLimiter } from './rate-limiter.ts';

interface Target {
  readonly serviceUrl: string;
  readonly conversationId: string;
}

export type Sent =
  /** `id` is empty when the connector returned none; that message cannot be edited later. */
  | { readonly kind: 'sent'; readonly id: string }
  /** The bot cannot write to this conversation until the person writes again. */
  | { readonly kind: 'unreachable'; readonly reason: string };

/** `message-gone`: the message no longer exists, or the channel does not support edits. */
type Edited = Sent | { readonly kind: 'message-gone' };

type SendOutcome =
  | Edited
  | {
      /** `unauthorized`: the bot's token was refused; nothing was sent. */
      readonly kind: 'failed' | 'unauthorized';
      readonly error: UpstreamError;
      /** Sending it again cannot deliver it twice. */
      readonly retryable: boolean;
    };

interface ConnectorCall {
  readonly act: keyof typeof METHODS;
  readonly target: Target;
  readonly activityId?: string | undefined;
  /** Evaluated when the request is sent. */
  readonly body?: () => string;
}

const METHODS = { post: 'POST', edit: 'PUT', delete: 'DELETE' } as const;

/** The last edit of a message. Until it is sent, the next edit of that message replaces its body. */
interface Edit {
  body: string;
  isSent: boolean;
  readonly verdict: Promise<Edited>;
}

interface ConnectorInputs {
  /** Origins allowed as service URL in addition to Teams' own. */
  readonly allowedServiceUrls: readonly string[];
  readonly token: ConnectorToken;
  readonly http: ChannelHttp;
  readonly clock: Clock;
  readonly log: Log;
  readonly random?: (() => number) | undefined;
}

const DEADLINE_MILLISECONDS = 30_000;
const CALL_LIMIT_MILLISECONDS = 10_000;
const SHORTEST_CALL_MILLISECONDS = 1_000;

export type Connector = Pick<BotConnector, 'post' | 'edit' | 'delete' | 'tryPost'>;

export class BotConnector {
  readonly #inputs: ConnectorInputs;
  readonly #isAllowed: (serviceUrl: string) => boolean;
  readonly #rateLimiter: RateLimiter;
  readonly #edits = new Map<string, Edit>();

  constructor(inputs: ConnectorInputs) {
    this.#inputs = inputs;
    this.#isAllowed = createServiceUrlCheck(inputs.allowedServiceUrls);
    this.#rateLimiter = new RateLimiter(inputs.clock);
  }

  /** @throws UpstreamError when a retry is useless, after about 30 s at the latest */
  async post(target: Target, activity: Partial<Activity>): Promise<Sent> {
    const body = JSON.stringify(activity);
    const verdict = await this.#sendWithRetries({ act: 'post', target, body: () => body });
    if (verdict.kind === 'message-gone') throw failure('REFUSED', { reason: verdict.kind });
    return verdict;
  }

  /**
   * Edits of one message are sent in the order of their calls. A newer edit replaces one that is still waiting, so an
   * older state never overwrites a newer one. @throws UpstreamError
   */
  async edit(target: Target, activityId: string, activity: Partial<Activity>): Promise<Edited> {
    const body = JSON.stringify({ ...activity, id: activityId });
    const message = `${target.conversationId} ${activityId}`;
    const last = this.#edits.get(message);
    if (last?.isSent === false) {
      last.body = body;
      return last.verdict;
    }
    const takeBody = (): string => {
      edit.isSent = true;
      return edit.body;
    };
    const send = async (): Promise<Edited> => {
      const verdict = await this.#sendWithRetries({ act: 'edit', target, activityId, body: takeBody });
      return verdict.kind === 'sent' ? { kind: 'sent', id: activityId } : verdict;
    };
    const verdict = (last?.verdict ?? Promise.resolve()).then(send, send).finally(() => {
      if (this.#edits.get(message) === edit) this.#edits.delete(message);
    });
    const edit: Edit = { body, isSent: false, verdict };
    this.#edits.set(message, edit);
    return verdict;
  }

  /** A message that is gone already counts as deleted. @throws UpstreamError */
  async delete(target: Target, activityId: string): Promise<void> {
    await this.#sendWithRetries({ act: 'delete', target, activityId });
  }

  /** Sends once, at once or not at all. Never throws. */
  async tryPost(target: Target, activity: Partial<Activity>): Promise<void> {
    const { serviceUrl, conversationId } = target;
    if (!this.#isAllowed(serviceUrl) || this.#rateLimiter.reserve(conversationId, 0) === undefined) return;
    const body = JSON.stringify(activity);
    await this.#send({ act: 'post', target, body: () => body }, CALL_LIMIT_MILLISECONDS);
  }

  async #sendWithRetries(call: ConnectorCall): Promise<Edited> {
    const { clock, log } = this.#inputs;
    const { act, target } = call;
    // The address may come from storage; it must not make the bot send its token to another host.
    if (!this.#isAllowed(target.serviceUrl)) throw failure('REFUSED', { reason: 'service-url-not-allowed' });
    const end = clock.now() + DEADLINE_MILLISECONDS;
    for (let attempt = 0; ; attempt += 1) {
      const wait = this.#rateLimiter.reserve(target.conversationId, end - clock.now());
      if (wait === undefined) throw failure('THROTTLED', { reason: 'own-limit' });
      if (wait > 0) await clock.sleep(wait);
      const limit = Math.max(SHORTEST_CALL_MILLISECONDS, Math.min(CALL_LIMIT_MILLISECONDS, end - clock.now()));
      const verdict = await this.#send(call, limit);
      if (!('error' in verdict)) return verdict;
      const { kind, error, retryable } = verdict;
      if (kind === 'unauthorized') throw error;
      const pause = this.#pauseBefore(attempt, error.retryAfterSeconds);
      const facts = { act, status: error.status, fault: error.code, reason: error.reason, attempt };
      if (!retryable || clock.now() + pause > end) {
        log.warn({ event: 'message-not-sent', ...facts }, 'a message could not be sent to the chat service');
        throw error;
      }
      log.debug({ event: 'message-retried', ...facts, pause }, 'retrying a message to the chat service');
      await clock.sleep(pause);
    }
  }

  /** Exponential back-off with jitter, at least `Retry-After`. */
  #pauseBefore(attempt: number, retryAfterSeconds = 0): number {
    const { random = Math.random } = this.#inputs;
    const backOff = backOffMilliseconds(BACK_OFF.chatMessage, attempt + 1) * (0.5 + random() / 2);
    return Math.max(backOff, retryAfterSeconds * 1_000);
  }

  /** Sends one request; a refused token is replaced once, since nothing was sent with it. */
  async #send(call: ConnectorCall, timeLimitMilliseconds: number, renewsToken = true): Promise<SendOutcome> {
    const { token, http } = this.#inputs;
    const { act, target, activityId, body } = call;
    let bearer: string | undefined;
    try {
      bearer = await token.get();
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      return { kind: 'failed', error, retryable: error.transient };
    }
    const reply = await http.send({
      method: METHODS[act],
      url: urlOf(target, activityId),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      },
      body: body?.(),
      timeLimitMilliseconds,
    });
    const verdict = verdictOn(act, reply);
    if (verdict.kind !== 'unauthorized' || bearer === undefined || !renewsToken) return verdict;
    token.invalidate(bearer);
    return this.#send(call, timeLimitMilliseconds, false);
  }
}

/** Teams puts these in `code`, in `subCode`, or in JSON inside `message`. */
const UNREACHABLE =
  /\b(BotNotInConversationRoster|ConversationBlockedByUser|MessageWritesBlocked|BotDisabledByAdmin)\b/;
const NO_CONVERSATION = /\bConversationNotFound\b/;
const RETRYABLE: ReadonlySet<number> = new Set([412, 429, 502, 503, 504]);
/** Teams responds with 404; other channels do not support edits. */
const NOT_EDITABLE: ReadonlySet<number> = new Set([404, 405, 410, 501]);

function verdictOn(act: ConnectorCall['act'], reply: ChannelReply): SendOutcome {
  if (reply.kind !== 'answered') {
    // Edits and deletions are idempotent. A post whose response was lost may already have been delivered.
    const retryable = reply.fault !== 'UNTRUSTED' && (reply.kind === 'not-sent' || act !== 'post');
    return { kind: 'failed', error: failure(reply.fault, { reason: reply.reason }), retryable };
  }
  const { status, text, retryAfterSeconds } = reply;
  if (status >= 200 && status < 300) return { kind: 'sent', id: textAt(parseJson(text), 'id') ?? '' };
  const blocked = status === 403 || status === 404 ? UNREACHABLE.exec(text)?.[0] : undefined;
  if (blocked !== undefined) return { kind: 'unreachable', reason: blocked };
  if (status === 404 && NO_CONVERSATION.test(text)) return { kind: 'unreachable', reason: 'ConversationNotFound' };
  if (act !== 'post' && NOT_EDITABLE.has(status)) return { kind: 'message-gone' };
  const code = textAt(parseJson(text), 'error', 'code');
  const reason = code !== undefined && /^[\w.-]{1,64}$/.test(code) ? code : undefined;
  const error = failure(faultOf(status), { status, retryAfterSeconds, reason });
  return { kind: status === 401 ? 'unauthorized' : 'failed', error, retryable: RETRYABLE.has(status) };
}

function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  for (const name of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}

function urlOf({ serviceUrl, conversationId }: Target, activityId: string | undefined): string {
  const activities = `${withoutTrailingSlashes(serviceUrl)}/v3/conversations/${encodeURIComponent(conversationId)}/activities`;
  return activityId === undefined ? activities : `${activities}/${encodeURIComponent(activityId)}`;
}

const failure = (code: UpstreamFault, facts: UpstreamFacts): UpstreamError =>
  new UpstreamError('chat service', code, facts);
