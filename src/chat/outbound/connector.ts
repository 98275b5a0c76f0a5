/**
 * Posts and edits activities at the Bot Connector within Teams' rate limits, and decides for every message what is sent
 * again, what is sent shorter, and what is said in its place.
 */
import type { Activity } from 'botbuilder';

import type { Attempt } from '../../durable/announcer.ts';
import { BoundedMap } from '../../core/bounded-map.ts';
import { HOUR } from '../../core/durations.ts';
import { UpstreamError, type UpstreamFacts, type UpstreamFault } from '../../core/errors.ts';
import { withoutTrailingSlashes } from '../../core/net.ts';
import type { Clock, Log } from '../../core/platform.ts';
import { BACK_OFF, backOffMilliseconds } from '../../core/retry.ts';
import { parseJson } from '../../core/json.ts';
import { createServiceUrlCheck } from '../conversation/service-urls.ts';
import type { ConnectorToken } from './connector-token.ts';
import { faultOf, type ChannelHttp, type ChannelReply } from './http.ts';
import { MessageForms, type Message } from './message.ts';
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

interface Failed {
  /**
   * `nothing-sent` may be sent again. `unclear`: a post that may have been delivered nevertheless (the channel has no
   * idempotency key), so it says so when it is sent again. `too-large` and `refused`: never in this form. `unauthorized`:
   * the bot's token was refused. `final`: nothing helps.
   */
  readonly kind: 'nothing-sent' | 'unclear' | 'too-large' | 'refused' | 'unauthorized' | 'final';
  readonly error: UpstreamError;
}

type SendOutcome = Edited | Failed;

interface ConnectorCall {
  readonly act: keyof typeof METHODS;
  readonly target: Target;
  readonly activityId?: string | undefined;
}

interface RetriedCall extends ConnectorCall {
  /** Evaluated when it is first sent. */
  readonly message?: () => Message;
  readonly attempt?: Attempt | undefined;
}

const METHODS = { post: 'POST', edit: 'PUT', delete: 'DELETE' } as const;

/** The last edit of a message. Until it is sent, the next edit replaces what it shows. */
interface Edit {
  message: Message;
  attempt: Attempt | undefined;
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
/** For what nobody sends again, while nothing of it can have been delivered: long enough for a `Retry-After` of minutes. */
const ONLY_ATTEMPT_MILLISECONDS = 300_000;
/** A turn's post may be sent again by a job, and a job's by its next run. */
const UNCLEAR_POSTS = { max: 10_000, lifetimeMilliseconds: HOUR };
const CALL_LIMIT_MILLISECONDS = 10_000;
const SHORTEST_CALL_MILLISECONDS = 1_000;

export type Connector = Pick<BotConnector, 'post' | 'edit' | 'delete' | 'tryPost'>;

export class BotConnector {
  readonly #inputs: ConnectorInputs;
  readonly #isAllowed: (serviceUrl: string) => boolean;
  readonly #rateLimiter: RateLimiter;
  readonly #edits = new Map<string, Edit>();
  /** Names of posts that failed so far although they may have been delivered. */
  readonly #unclear: BoundedMap<string, true>;

  constructor(inputs: ConnectorInputs) {
    this.#inputs = inputs;
    this.#isAllowed = createServiceUrlCheck(inputs.allowedServiceUrls);
    this.#rateLimiter = new RateLimiter(inputs.clock);
    this.#unclear = new BoundedMap({ ...UNCLEAR_POSTS, clock: inputs.clock });
  }

  /** @throws UpstreamError when a retry is useless, after about 30 s at the latest, or longer for an only attempt */
  async post(target: Target, message: Message, attempt?: Attempt): Promise<Sent> {
    const verdict = await this.#sendWithRetries({ act: 'post', target, message: () => message, attempt });
    if (verdict.kind === 'message-gone') throw failure('REFUSED', { reason: verdict.kind });
    return verdict;
  }

  /**
   * Edits of one message are sent in the order of their calls. A newer edit replaces one that is still waiting, so an
   * older state never overwrites a newer one. @throws UpstreamError
   */
  async edit(target: Target, activityId: string, message: Message, attempt?: Attempt): Promise<Edited> {
    const id = `${target.conversationId} ${activityId}`;
    const last = this.#edits.get(id);
    if (last?.isSent === false) {
      last.message = message;
      last.attempt ??= attempt;
      return last.verdict;
    }
    const take = (): Message => {
      edit.isSent = true;
      return edit.message;
    };
    const send = async (): Promise<Edited> => {
      const call = { act: 'edit', target, activityId, message: take, attempt: edit.attempt } as const;
      const verdict = await this.#sendWithRetries(call);
      return verdict.kind === 'sent' ? { kind: 'sent', id: activityId } : verdict;
    };
    const verdict = (last?.verdict ?? Promise.resolve()).then(send, send).finally(() => {
      if (this.#edits.get(id) === edit) this.#edits.delete(id);
    });
    const edit: Edit = { message, attempt, isSent: false, verdict };
    this.#edits.set(id, edit);
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
    await this.#send({ act: 'post', target }, JSON.stringify(activity), CALL_LIMIT_MILLISECONDS);
  }

  async #sendWithRetries({ message, attempt: kindOfAttempt, ...call }: RetriedCall): Promise<Edited> {
    const { clock, log } = this.#inputs;
    const { act, target, activityId } = call;
    // The address may come from storage; it must not make the bot send its token to another host.
    if (!this.#isAllowed(target.serviceUrl)) throw failure('REFUSED', { reason: 'service-url-not-allowed' });
    const isOnly = kindOfAttempt === 'only';
    let startedAt = clock.now();
    let forms: MessageForms | undefined;
    let isUnclear = false;
    for (let attempt = 0; ; attempt += 1) {
      const end = startedAt + (isOnly && !isUnclear ? ONLY_ATTEMPT_MILLISECONDS : DEADLINE_MILLISECONDS);
      const wait = this.#rateLimiter.reserve(target.conversationId, end - clock.now());
      if (wait === undefined) throw failure('THROTTLED', { reason: 'own-limit' });
      if (wait > 0) await clock.sleep(wait);
      forms ??= message && new MessageForms(message(), activityId);
      const post = act === 'post' ? `${target.conversationId} ${forms?.name}` : '';
      const body = forms?.body(this.#unclear.has(post));
      const limit = Math.max(SHORTEST_CALL_MILLISECONDS, Math.min(CALL_LIMIT_MILLISECONDS, end - clock.now()));
      const verdict = await this.#send(call, body, limit);
      if (!('error' in verdict)) {
        this.#unclear.delete(post);
        return verdict;
      }
      const { kind, error } = verdict;
      if (kind === 'unauthorized') throw error;
      if (kind === 'unclear') {
        isUnclear = true;
        this.#unclear.set(post, true);
      }
      const pause = this.#pauseBefore(attempt, error.retryAfterSeconds);
      const facts = { act, status: error.status, fault: error.code, reason: error.reason, attempt };
      const mayRepeat = kind === 'nothing-sent' || kind === 'unclear';
      if (mayRepeat && clock.now() + pause <= end) {
        log.debug({ event: 'message-retried', ...facts, pause }, 'retrying a message to the chat service');
        await clock.sleep(pause);
      } else if (kind === 'too-large' && forms?.shorten() === true) {
        log.info({ event: 'message-shortened', ...facts }, 'a message was too large; a shorter one is sent');
      } else if (isReplaced(kind, error, isOnly) && forms?.replace() === true) {
        log.warn(
          { event: 'message-replaced', ...facts },
          'a message could not be sent; a sentence is sent in its place',
        );
        if (mayRepeat) await clock.sleep(Math.min(pause, ONLY_ATTEMPT_MILLISECONDS));
        startedAt = clock.now();
      } else {
        log.warn({ event: 'message-not-sent', ...facts }, 'a message could not be sent to the chat service');
        throw error;
      }
    }
  }

  /** Exponential back-off with jitter, at least `Retry-After`. */
  #pauseBefore(attempt: number, retryAfterSeconds = 0): number {
    const { random = Math.random } = this.#inputs;
    const backOff = backOffMilliseconds(BACK_OFF.chatMessage, attempt + 1) * (0.5 + random() / 2);
    return Math.max(backOff, retryAfterSeconds * 1_000);
  }

  /** Sends one request; a refused token is replaced once, since nothing was sent with it. */
  async #send(
    call: ConnectorCall,
    body: string | undefined,
    timeLimitMilliseconds: number,
    renewsToken = true,
  ): Promise<SendOutcome> {
    const { token, http } = this.#inputs;
    const { act, target, activityId } = call;
    let bearer: string | undefined;
    try {
      bearer = await token.get();
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      return { kind: error.transient ? 'nothing-sent' : 'final', error };
    }
    const reply = await http.send({
      method: METHODS[act],
      url: urlOf(target, activityId),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      },
      body,
      timeLimitMilliseconds,
    });
    const verdict = verdictOn(act, reply);
    if (verdict.kind !== 'unauthorized' || bearer === undefined || !renewsToken) return verdict;
    token.invalidate(bearer);
    return this.#send(call, body, timeLimitMilliseconds, false);
  }
}

/** Teams puts these in `code`, in `subCode`, or in JSON inside `message`. */
const UNREACHABLE =
  /\b(BotNotInConversationRoster|ConversationBlockedByUser|MessageWritesBlocked|BotDisabledByAdmin)\b/;
const NO_CONVERSATION = /\bConversationNotFound\b/;
/** Teams responds with 404; other channels do not support edits. */
const NOT_EDITABLE: ReadonlySet<number> = new Set([404, 405, 410, 501]);
/** Microsoft Teams, "Status codes from bot conversational APIs": nothing was delivered. */
const NOTHING_SENT: ReadonlySet<number> = new Set([412, 429, 503]);
/** Seen after the message was delivered as well as before. */
const UNCLEAR: ReadonlySet<number> = new Set([500, 502, 504]);

function verdictOn(act: ConnectorCall['act'], reply: ChannelReply): SendOutcome {
  // Edits and deletions are idempotent. A post whose response was lost may already have been delivered.
  const unclear = act === 'post' ? 'unclear' : 'nothing-sent';
  if (reply.kind !== 'answered') {
    const kind = reply.fault === 'UNTRUSTED' ? 'final' : reply.kind === 'lost' ? unclear : 'nothing-sent';
    return { kind, error: failure(reply.fault, { reason: reply.reason }) };
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
  if (UNCLEAR.has(status)) return { kind: unclear, error };
  // A fault of Teams, by its code, that passes: https://github.com/MicrosoftDocs/msteams-docs/issues/7613
  const isFault = status === 403 && reason === 'ServiceError';
  if (NOTHING_SENT.has(status) || isFault) return { kind: 'nothing-sent', error };
  if (status === 401) return { kind: 'unauthorized', error };
  if (status === 413) return { kind: 'too-large', error };
  return { kind: error.code === 'REFUSED' ? 'refused' : 'final', error };
}

/** What fails for a time is sent again later by its job, unless nobody does that. */
const isReplaced = (kind: Failed['kind'], error: UpstreamError, isOnly: boolean): boolean =>
  kind === 'too-large' ||
  kind === 'refused' ||
  (kind === 'nothing-sent' && !error.transient) ||
  (isOnly && kind !== 'final');

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
