/** Posts and edits activities at the Bot Connector, at Teams' pace, repeating only what can't come twice. */
import type { Activity } from 'botbuilder';

import { UpstreamError } from '../../core/errors.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { ChannelHttp } from './http.ts';
import type { ChannelSettings } from '../settings.ts';
import { judge } from './connector-responses.ts';
import type { ConnectorAct, ConnectorVerdict } from './connector-responses.ts';
import type { ConnectorToken } from './connector-token.ts';
import { createPace } from './rate-limiter.ts';
import { createServiceUrlCheck } from '../inbound/service-urls.ts';

/** A conversation at a connector. */
export interface Target {
  readonly serviceUrl: string;
  readonly conversationId: string;
}

export type Sent =
  /** `id` is empty where the connector gave none. */
  { readonly kind: 'sent'; readonly id: string } | { readonly kind: 'unreachable'; readonly reason: string };

export interface Connector {
  /** @throws UpstreamError once it is no use repeating, at the latest after about 30 s */
  post(target: Target, activity: Partial<Activity>): Promise<Sent>;
  /**
   * Edits of one message happen in the order of their calls. One that still waits when the next comes is left out: what
   * was shown meanwhile is never turned back. @throws UpstreamError
   */
  edit(
    target: Target,
    activityId: string,
    activity: Partial<Activity>,
  ): Promise<Sent | { readonly kind: 'message-gone' }>;
  /** One try, at once or not at all; for what is not worth waiting for. Never throws. */
  try(target: Target, activity: Partial<Activity>): Promise<void>;
}

const PATIENCE_MILLISECONDS = 30_000;
const CALL_LIMIT_MILLISECONDS = 10_000;
const SHORTEST_CALL_MILLISECONDS = 1_000;
const FIRST_PAUSE_MILLISECONDS = 500;
const LONGEST_PAUSE_MILLISECONDS = 8_000;

interface Call {
  readonly act: ConnectorAct;
  readonly target: Target;
  readonly activityId?: string | undefined;
  /** Asked for when it is sent. */
  readonly body: () => string;
}

/** An edit that has not been sent yet: the next one of the same message takes its place. */
interface WaitingEdit {
  body: string;
  readonly verdict: Promise<Exclude<ConnectorVerdict, { kind: 'failed' | 'unauthorized' }>>;
}

export function createConnector({
  settings,
  token,
  http,
  clock,
  log,
  random = Math.random,
}: {
  readonly settings: Pick<ChannelSettings, 'allowedServiceUrls'>;
  readonly token: ConnectorToken;
  readonly http: ChannelHttp;
  readonly clock: Clock;
  readonly log: Log;
  /** 0 to 1, for the jitter. */
  readonly random?: (() => number) | undefined;
}): Connector {
  const isAllowed = createServiceUrlCheck(settings.allowedServiceUrls);
  const pace = createPace(clock);
  /** The last edit under way of each message. */
  const edits = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, WaitingEdit>();

  /** One request. A refused token is replaced once: nothing was done with it. */
  async function once(
    { act, target, activityId, body }: Call,
    limit: number,
    retoken = true,
  ): Promise<ConnectorVerdict> {
    let bearer: string | undefined;
    try {
      bearer = await token.get();
    } catch (error) {
      return withoutToken(error);
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
    const verdict = judge(act, reply);
    if (verdict.kind !== 'unauthorized' || bearer === undefined || !retoken) return verdict;
    token.forget(bearer);
    return once({ act, target, activityId, body }, limit, false);
  }

  async function untilDone(call: Call): Promise<Exclude<ConnectorVerdict, { kind: 'failed' | 'unauthorized' }>> {
    const { act, target } = call;
    // An address may come from storage, which is no reason to send the bot's token anywhere.
    if (!isAllowed(target.serviceUrl)) throw fault('REFUSED', { reason: 'service-url-not-allowed' });
    const end = clock.now() + PATIENCE_MILLISECONDS;
    for (let attempt = 0; ; attempt += 1) {
      await inTurn(target.conversationId, end);
      const limit = Math.max(SHORTEST_CALL_MILLISECONDS, Math.min(CALL_LIMIT_MILLISECONDS, end - clock.now()));
      const verdict = await once(call, limit);
      if (verdict.kind === 'unauthorized') throw fault('REFUSED', { status: 401, reason: verdict.reason });
      if (verdict.kind !== 'failed') return verdict;
      const pause = pauseBefore(attempt, verdict.retryAfterSeconds);
      const facts = { act, status: verdict.status, fault: verdict.fault, reason: verdict.reason, attempt };
      if (!verdict.again || clock.now() + pause > end) {
        log.warn(facts, 'the chat service did not take a message');
        throw fault(verdict.fault, verdict);
      }
      log.debug({ ...facts, pause }, 'sending again to the chat service');
      await clock.sleep(pause);
    }
  }

  async function inTurn(conversationId: string, end: number): Promise<void> {
    const wait = pace.reserve(conversationId, end - clock.now());
    if (wait === undefined) throw fault('THROTTLED', { reason: 'own-limit' });
    if (wait > 0) await clock.sleep(wait);
  }

  /** Exponential with jitter, or as long as the connector asks. */
  function pauseBefore(attempt: number, retryAfterSeconds: number | undefined): number {
    const backOff =
      Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** attempt, LONGEST_PAUSE_MILLISECONDS) * (0.5 + random() / 2);
    return Math.max(backOff, (retryAfterSeconds ?? 0) * 1_000);
  }

  /** After the edits of the same message that came before, so that the newest stands in the end. */
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

  /** Joins the edit that waits for its turn, where there is one: it goes out with the newest words. */
  function newest(target: Target, activityId: string, body: string): WaitingEdit['verdict'] {
    const message = `${target.conversationId} ${activityId}`;
    const before = waiting.get(message);
    if (before !== undefined) {
      before.body = body;
      return before.verdict;
    }
    const leave = (): void => {
      if (waiting.get(message) === mine) waiting.delete(message);
    };
    const words = (): string => {
      leave();
      return mine.body;
    };
    const sending = (): WaitingEdit['verdict'] => untilDone({ act: 'edit', target, activityId, body: words });
    const mine: WaitingEdit = { body, verdict: inOrder(message, sending).finally(leave) };
    waiting.set(message, mine);
    return mine.verdict;
  }

  return {
    async post(target, activity) {
      const body = JSON.stringify(activity);
      const verdict = await untilDone({ act: 'post', target, body: () => body });
      if (verdict.kind === 'done') return { kind: 'sent', id: verdict.id };
      if (verdict.kind === 'unreachable') return verdict;
      throw fault('REFUSED', { reason: verdict.kind });
    },
    async edit(target, activityId, activity) {
      const body = JSON.stringify({ ...activity, id: activityId });
      const verdict = await newest(target, activityId, body);
      return verdict.kind === 'done' ? { kind: 'sent', id: activityId } : verdict;
    },
    async try(target, activity) {
      if (!isAllowed(target.serviceUrl) || pace.reserve(target.conversationId, 0) === undefined) return;
      const body = JSON.stringify(activity);
      await once({ act: 'post', target, body: () => body }, CALL_LIMIT_MILLISECONDS);
    },
  };
}

/** Without a token nothing was sent. */
function withoutToken(error: unknown): ConnectorVerdict {
  if (!(error instanceof UpstreamError)) throw error;
  const { code, transient, status, retryAfterSeconds, reason } = error;
  return { kind: 'failed', fault: code, again: transient, status, retryAfterSeconds, reason };
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
