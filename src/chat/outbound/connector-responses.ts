/** Classifies the Bot Connector's responses. Pure. */
import type { UpstreamFault } from '../../core/errors.ts';
import type { ChannelReply } from './http.ts';

export type ConnectorVerdict =
  /** `id` is empty when the connector returned none; that message cannot be edited later. */
  | { readonly kind: 'done'; readonly id: string }
  /** The bot cannot write to this conversation until the person writes again. */
  | { readonly kind: 'unreachable'; readonly reason: string }
  /** The message to edit no longer exists, or the channel does not support edits. */
  | { readonly kind: 'message-gone' }
  /** The bot's token was refused; nothing was sent. */
  | { readonly kind: 'unauthorized'; readonly reason: string | undefined }
  | {
      readonly kind: 'failed';
      readonly fault: UpstreamFault;
      /** Sending it again cannot deliver it twice. */
      readonly retryable: boolean;
      readonly status?: number | undefined;
      readonly retryAfterSeconds?: number | undefined;
      readonly reason?: string | undefined;
    };

export type ConnectorAct = 'post' | 'edit';

/** Teams puts these in `code`, in `subCode`, or in JSON inside `message`. */
const UNREACHABLE =
  /\b(BotNotInConversationRoster|ConversationBlockedByUser|MessageWritesBlocked|BotDisabledByAdmin)\b/;
const NO_CONVERSATION = /\bConversationNotFound\b/;
const RETRYABLE: ReadonlySet<number> = new Set([412, 429, 502, 503, 504]);
/** Teams responds with 404; other channels do not support edits. */
const NOT_EDITABLE: ReadonlySet<number> = new Set([404, 405, 410, 501]);

export function classifyResponse(act: ConnectorAct, reply: ChannelReply): ConnectorVerdict {
  if (reply.kind !== 'answered') {
    // An edit is idempotent. A post whose response was lost may already have been delivered.
    const retryable = reply.fault !== 'UNTRUSTED' && (reply.kind === 'not-sent' || act === 'edit');
    return { kind: 'failed', fault: reply.fault, retryable, reason: reply.reason };
  }
  const { status, text, retryAfterSeconds } = reply;
  if (status >= 200 && status < 300) return { kind: 'done', id: readId(text) };
  const blocked = status === 403 || status === 404 ? UNREACHABLE.exec(text)?.[0] : undefined;
  if (blocked !== undefined) return { kind: 'unreachable', reason: blocked };
  if (status === 404 && NO_CONVERSATION.test(text)) return { kind: 'unreachable', reason: 'ConversationNotFound' };
  if (act === 'edit' && NOT_EDITABLE.has(status)) return { kind: 'message-gone' };
  const reason = readCode(text);
  if (status === 401) return { kind: 'unauthorized', reason };
  return {
    kind: 'failed',
    fault: faultOf(status),
    retryable: RETRYABLE.has(status),
    status,
    retryAfterSeconds,
    reason,
  };
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

/** The connector's error code, when it looks like one. */
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
