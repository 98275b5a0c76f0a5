/** Posts and edits activities at the Bot Connector within Teams' rate limits; retries only what cannot be delivered twice. */
import { BACK_OFF, backOffMilliseconds } from '../../core/retry.ts';
import type { Activity } from 'botbuilder';

import { UpstreamError } from '../../core/errors.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { ChannelHttp } from './http.ts';
import { classifyResponse } from './connector-responses.ts';
import type { ConnectorAct, ConnectorVerdict } from './connector-responses.ts';
import type { ConnectorToken } from './connector-token.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { createServiceUrlCheck } from '../inbound/service-urls.ts';

/** A conversation at a connector. */
export interface Target {
  readonly serviceUrl: string;
  readonly conversationId: string;
}

export type Sent =
  /** `id` is empty when the connector returned none. */
  { readonly kind: 'sent'; readonly id: string } | { readonly kind: 'unreachable'; readonly reason: string };

export interface Connector {
  /** @throws UpstreamError when a retry is useless, after about 30 s at the latest */
  post(target: Target, activity: Partial<Activity>): Promise<Sent>;
  /**
   * Edits of one message are sent in the order of their calls. A newer edit replaces one that is still waiting, so an
   * older state never overwrites a newer one. @throws UpstreamError
   */
  edit(
    target: Target,
    activityId: string,
    activity: Partial<Activity>,
  ): Promise<Sent | { readonly kind: 'message-gone' }>;
  /** Sends once, at once or not at all. Never throws. */
  tryPost(target: Target, activity: Partial<Activity>): Promise<void>;
}

const DEADLINE_MILLISECONDS = 30_000;
const CALL_LIMIT_MILLISECONDS = 10_000;
const SHORTEST_CALL_MILLISECONDS = 1_000;

interface Call {
  readonly act: ConnectorAct;
  readonly target: Target;
  readonly activityId?: string | undefined;
  /** Evaluated when the request is sent. */
  readonly body: () => string;
}

/** An edit that has not been sent yet; the next edit of the same message replaces its body. */
interface WaitingEdit {
  body: string;
  readonly verdict: Promise<Exclude<ConnectorVerdict, { kind: 'failed' | 'unauthorized' }>>;
}

export function createConnector({
  allowedServiceUrls,
  token,
  http,
  clock,
  log,
  random = Math.random,
}: {
  /** Origins allowed as service URL in addition to Teams' own. */
  readonly allowedServiceUrls: readonly string[];
  readonly token: ConnectorToken;
  readonly http: ChannelHttp;
  readonly clock: Clock;
  readonly log: Log;
  /** 0 to 1, for the jitter. */
  readonly random?: (() => number) | undefined;
}): Connector {
  const isAllowed = createServiceUrlCheck(allowedServiceUrls);
  const rateLimiter = createRateLimiter(clock);
  /** The last edit in flight, by message. */
  const edits = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, WaitingEdit>();

  /** Sends one request; a refused token is replaced once, since nothing was sent with it. */
  async function send(
    { act, target, activityId, body }: Call,
    limit: number,
    renewsToken = true,
  ): Promise<ConnectorVerdict> {
    let bearer: string | undefined;
    try {
      bearer = await token.get();
    } catch (error) {
      return tokenFailure(error);
    }
    const reply = await http.send({
      method: act === 'post' ? 'POST' : 'PUT',
      url: urlOf(target, activityId),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      },
      body: body(),
      timeLimitMilliseconds: limit,
    });
    const verdict = classifyResponse(act, reply);
    if (verdict.kind !== 'unauthorized' || bearer === undefined || !renewsToken) return verdict;
    token.invalidate(bearer);
    return send({ act, target, activityId, body }, limit, false);
  }

  async function sendWithRetries(call: Call): Promise<Exclude<ConnectorVerdict, { kind: 'failed' | 'unauthorized' }>> {
    const { act, target } = call;
    // The address may come from storage; it must not make the bot send its token to another host.
    if (!isAllowed(target.serviceUrl)) throw fault('REFUSED', { reason: 'service-url-not-allowed' });
    const end = clock.now() + DEADLINE_MILLISECONDS;
    for (let attempt = 0; ; attempt += 1) {
      await waitForRateLimit(target.conversationId, end);
      const limit = Math.max(SHORTEST_CALL_MILLISECONDS, Math.min(CALL_LIMIT_MILLISECONDS, end - clock.now()));
      const verdict = await send(call, limit);
      if (verdict.kind === 'unauthorized') throw fault('REFUSED', { status: 401, reason: verdict.reason });
      if (verdict.kind !== 'failed') return verdict;
      const pause = pauseBefore(attempt, verdict.retryAfterSeconds);
      const facts = { act, status: verdict.status, fault: verdict.fault, reason: verdict.reason, attempt };
      if (!verdict.retryable || clock.now() + pause > end) {
        log.warn({ event: 'message-not-sent', ...facts }, 'a message could not be sent to the chat service');
        throw fault(verdict.fault, verdict);
      }
      log.debug({ event: 'message-retried', ...facts, pause }, 'retrying a message to the chat service');
      await clock.sleep(pause);
    }
  }

  async function waitForRateLimit(conversationId: string, end: number): Promise<void> {
    const wait = rateLimiter.reserve(conversationId, end - clock.now());
    if (wait === undefined) throw fault('THROTTLED', { reason: 'own-limit' });
    if (wait > 0) await clock.sleep(wait);
  }

  /** Exponential back-off with jitter, at least `Retry-After`. */
  function pauseBefore(attempt: number, retryAfterSeconds: number | undefined): number {
    const backOff = backOffMilliseconds(BACK_OFF.chatMessage, attempt + 1) * (0.5 + random() / 2);
    return Math.max(backOff, (retryAfterSeconds ?? 0) * 1_000);
  }

  /** Runs after the earlier edits of the same message, so that the newest state is shown last. */
  async function inOrder<T>(message: string, edit: () => Promise<T>): Promise<T> {
    const before = edits.get(message) ?? Promise.resolve();
    const mine = before.then(edit, edit);
    edits.set(message, mine);
    try {
      return await mine;
    } finally {
      if (edits.get(message) === mine) edits.delete(message);
    }
  }

  /** Joins the edit of the same message that is still waiting, if any; it is sent with the newest body. */
  function queueEdit(target: Target, activityId: string, body: string): WaitingEdit['verdict'] {
    const message = `${target.conversationId} ${activityId}`;
    const before = waiting.get(message);
    if (before !== undefined) {
      before.body = body;
      return before.verdict;
    }
    const leave = (): void => {
      if (waiting.get(message) === mine) waiting.delete(message);
    };
    const takeBody = (): string => {
      leave();
      return mine.body;
    };
    const sending = (): WaitingEdit['verdict'] => sendWithRetries({ act: 'edit', target, activityId, body: takeBody });
    const mine: WaitingEdit = { body, verdict: inOrder(message, sending).finally(leave) };
    waiting.set(message, mine);
    return mine.verdict;
  }

  return {
    async post(target, activity) {
      const body = JSON.stringify(activity);
      const verdict = await sendWithRetries({ act: 'post', target, body: () => body });
      if (verdict.kind === 'done') return { kind: 'sent', id: verdict.id };
      if (verdict.kind === 'unreachable') return verdict;
      throw fault('REFUSED', { reason: verdict.kind });
    },
    async edit(target, activityId, activity) {
      const body = JSON.stringify({ ...activity, id: activityId });
      const verdict = await queueEdit(target, activityId, body);
      return verdict.kind === 'done' ? { kind: 'sent', id: activityId } : verdict;
    },
    async tryPost(target, activity) {
      if (!isAllowed(target.serviceUrl) || rateLimiter.reserve(target.conversationId, 0) === undefined) return;
      const body = JSON.stringify(activity);
      await send({ act: 'post', target, body: () => body }, CALL_LIMIT_MILLISECONDS);
    },
  };
}

/** No token, so nothing was sent. */
function tokenFailure(error: unknown): ConnectorVerdict {
  if (!(error instanceof UpstreamError)) throw error;
  const { code, transient, status, retryAfterSeconds, reason } = error;
  return { kind: 'failed', fault: code, retryable: transient, status, retryAfterSeconds, reason };
}

function urlOf({ serviceUrl, conversationId }: Target, activityId: string | undefined): string {
  const activities = `${serviceUrl.replace(/\/+$/, '')}/v3/conversations/${encodeURIComponent(conversationId)}/activities`;
  return activityId === undefined ? activities : `${activities}/${encodeURIComponent(activityId)}`;
}

function fault(
  code: UpstreamError['code'],
  {
    status,
    retryAfterSeconds,
    reason,
  }: {
    readonly status?: number | undefined;
    readonly retryAfterSeconds?: number | undefined;
    readonly reason?: string | undefined;
  },
): UpstreamError {
  return new UpstreamError('chat service', code, { status, retryAfterSeconds, reason });
}
