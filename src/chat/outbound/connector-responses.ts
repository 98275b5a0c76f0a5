/** What the Bot Connector's answers mean (spec/teams-platform, Sending). Pure. */
import type { UpstreamFault } from '../../core/errors.ts';
import type { ChannelReply } from './http.ts';

export type ConnectorVerdict =
  /** `id` is empty where the connector gave none: that message can't be edited later. */
  | { readonly kind: 'done'; readonly id: string }
  /** Nobody can be written to there until they write again. */
  | { readonly kind: 'unreachable'; readonly reason: string }
  /** The message to edit is gone, or this channel edits none. */
  | { readonly kind: 'message-gone' }
  /** The bot's token was refused, so nothing was done. */
  | { readonly kind: 'unauthorized'; readonly reason: string | undefined }
  | {
      readonly kind: 'failed';
      readonly fault: UpstreamFault;
      /** It may be sent again without coming twice. */
      readonly again: boolean;
      readonly status?: number | undefined;
      readonly retryAfterSeconds?: number | undefined;
      readonly reason?: string | undefined;
    };

export type ConnectorAct = 'post' | 'edit';

/** Wherever Teams puts them in its answer: in `code`, in `subCode`, or in JSON inside `message`. */
const UNREACHABLE =
  /\b(BotNotInConversationRoster|ConversationBlockedByUser|MessageWritesBlocked|BotDisabledByAdmin)\b/;
const NO_CONVERSATION = /\bConversationNotFound\b/;
const AGAIN: ReadonlySet<number> = new Set([412, 429, 502, 503, 504]);
/** Teams says so with 404; other channels don't edit at all. */
const NO_EDIT: ReadonlySet<number> = new Set([404, 405, 410, 501]);

export function judge(act: ConnectorAct, reply: ChannelReply): ConnectorVerdict {
  if (reply.kind !== 'answered') {
    // An edit may be made twice. A post whose answer was lost may stand there already.
    const again = reply.fault !== 'UNTRUSTED' && (reply.kind === 'not-sent' || act === 'edit');
    return { kind: 'failed', fault: reply.fault, again, reason: reply.reason };
  }
  const { status, text, retryAfterSeconds } = reply;
  if (status >= 200 && status < 300) return { kind: 'done', id: readId(text) };
  const blocked = status === 403 || status === 404 ? UNREACHABLE.exec(text)?.[0] : undefined;
  if (blocked !== undefined) return { kind: 'unreachable', reason: blocked };
  if (status === 404 && NO_CONVERSATION.test(text)) return { kind: 'unreachable', reason: 'ConversationNotFound' };
  if (act === 'edit' && NO_EDIT.has(status)) return { kind: 'message-gone' };
  const reason = readCode(text);
  if (status === 401) return { kind: 'unauthorized', reason };
  return { kind: 'failed', fault: faultOf(status), again: AGAIN.has(status), status, retryAfterSeconds, reason };
}

function faultOf(status: number): UpstreamFault {
  if (status === 429) return 'THROTTLED';
  if (status >= 500 || status === 412) return 'FAILED';
  return status >= 300 && status < 400 ? 'REDIRECTED' : 'REFUSED';
}

function readId(text: string): string {
  const id = field(parse(text), 'id');
  return typeof id === 'string' ? id : '';
}

/** The connector's own word, where it is one. */
function readCode(text: string): string | undefined {
  const code = field(field(parse(text), 'error'), 'code');
  return typeof code === 'string' && /^[\w.-]{1,64}$/.test(code) ? code : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
