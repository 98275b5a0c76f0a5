/**
 * Every outgoing call of a process, observed through Node's diagnostics channels, so that the bot needs no changes
 * for it.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';

/** Before the request is sent, or after the response has arrived and before the caller sees it. */
export type Side = 'before' | 'after';

/** The n-th call of a kind since counting began, and when in it. */
export interface Moment {
  /** Upstream, method and what is called: `blobs PUT state`. */
  readonly call: string;
  readonly occurrence: number;
  readonly side: Side;
}

/** Names of upstreams by `host:port`. */
export type Upstreams = Readonly<Record<string, string>>;

export const nameOf = ({ call, occurrence, side }: Moment): string => `${side} ${call} #${occurrence}`;

const SEGMENTS: readonly (readonly [RegExp, string])[] = [
  [/\/audit(?:%2F|\/)/i, 'audit line'],
  [/\/restores(?:%2F|\/)[\w-]{20,}/i, 'restore state'],
  [/\/conversations(?:%2F|\/)[\w-]{20,}/i, 'state'],
  [/\/requests(?:%2F|\/)[\w-]{20,}/i, 'request'],
  [/\/approvals(?:%2F|\/)[\w-]{20,}/i, 'approval'],
  [/\/suspensions(?:%2F|\/)[\w-]{20,}/i, 'suspension'],
  [/\/messages\/[^/]+$/, 'one message'],
  [/\/messages$/, 'messages'],
  [/\/activities\/[^/]+$/, 'card'],
  [/\/activities$/, 'cards'],
];

function whatIn(path: string): string {
  const plain = path.split('?')[0] ?? '';
  const segment = SEGMENTS.find(([pattern]) => pattern.test(plain));
  if (segment !== undefined) return segment[1];
  // IDs of any kind differ in the next round.
  return plain.replace(/^.*\/(v\d|oauth2|v2\.0|\.well-known)\//, '$1/').replaceAll(/\/[\w%=+-]{20,}(?=\/|$)/g, '/*');
}

/** Queue polls happen all the time and belong to no step. */
const isIdle = (call: string): boolean => call === 'queue GET messages';

/** @param tell called synchronously, so that killing the process there stops it at that call */
export function watchOutgoingCalls(
  upstreams: () => Upstreams,
  tell: (call: string, side: Side, callId: object) => void,
): void {
  const report = (side: Side, callId: object, host: string, method: string, path: string): void => {
    const upstream = upstreams()[host];
    const call = `${upstream} ${method} ${whatIn(path)}`;
    if (upstream !== undefined && !isIdle(call)) tell(call, side, callId);
  };
  const ofUndici = (side: Side) => (message: unknown) => {
    const { request } = message as { request: { origin?: string | URL; method: string; path: string } };
    report(side, request, new URL(String(request.origin)).host, request.method, request.path);
  };
  const ofNode = (side: Side) => (message: unknown) => {
    const { request } = message as { request: ClientRequest; response?: IncomingMessage };
    report(side, request, String(request.getHeader('host')), request.method, request.path);
  };
  subscribe('undici:request:create', ofUndici('before'));
  subscribe('undici:request:trailers', ofUndici('after'));
  subscribe('http.client.request.created', ofNode('before'));
  subscribe('http.client.response.finish', ofNode('after'));
}
