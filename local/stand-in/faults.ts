/** Scripted faults: what a stand-in does wrong next, and how often. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export type Fault =
  /** An answer of our own instead of the real one. An object is sent as JSON. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>> | undefined;
      readonly body?: string | object | undefined;
    }
  /** Takes the request and never answers. */
  | { readonly kind: 'hang' }
  /** Closes the connection without an answer; nothing was done. */
  | { readonly kind: 'reset' }
  /** The head and the first bytes of an answer, then the connection ends. */
  | { readonly kind: 'cut' }
  /** Does what was asked, then closes the connection instead of answering. */
  | { readonly kind: 'lost' }
  /** Answers as usual, but late. */
  | { readonly kind: 'slow'; readonly milliseconds: number };

/** Which calls a fault is for: every field given must fit. */
interface Call {
  /** The end of the path, such as `/token`. */
  readonly path: string;
  readonly method?: string | undefined;
  /** Of a form-encoded body. */
  readonly grantType?: string | undefined;
}

export interface Faults {
  /** The next `times` (1) calls that fit meet `fault`. Faults for the same call happen in the order given. */
  next(call: string | Call, fault: Fault, times?: number): void;
  /** Forgets every fault that has not happened yet. */
  clear(): void;
  /** How many faults have not happened yet. */
  readonly pending: number;
}

/** An HTML page where JSON is expected, as a proxy answers. */
export const HTML_PAGE: Fault = {
  kind: 'answer',
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Gateway</title><p>The page cannot be shown.</p>',
};

/** 503 with `Retry-After`. */
export function unavailable(retryAfterSeconds?: number): Fault {
  return {
    kind: 'answer',
    status: 503,
    headers: retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) },
    body: 'Service Unavailable',
  };
}

interface Waiting {
  readonly call: Call;
  readonly fault: Fault;
  left: number;
}

/** What the stand-ins ask before each call. */
export interface FaultList extends Faults {
  take(request: { readonly method: string; readonly path: string; readonly body: string }): Fault | undefined;
}

export function createFaults(): FaultList {
  let waiting: Waiting[] = [];
  return {
    next(call, fault, times = 1) {
      waiting.push({ call: typeof call === 'string' ? { path: call } : call, fault, left: times });
    },
    clear() {
      waiting = [];
    },
    get pending() {
      return waiting.reduce((sum, { left }) => sum + left, 0);
    },
    take(request) {
      const found = waiting.find(({ call }) => fits(call, request));
      if (found === undefined) return undefined;
      found.left -= 1;
      if (found.left === 0) waiting = waiting.filter((other) => other !== found);
      return found.fault;
    },
  };
}

function fits(call: Call, request: { readonly method: string; readonly path: string; readonly body: string }): boolean {
  return (
    request.path.endsWith(call.path) &&
    (call.method === undefined || call.method === request.method) &&
    (call.grantType === undefined || new URLSearchParams(request.body).get('grant_type') === call.grantType)
  );
}

/** Acts a fault out. Returns false where the call is to be answered as usual all the same. */
export async function actOut(fault: Fault, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  switch (fault.kind) {
    case 'answer': {
      const { body = '' } = fault;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
      response.writeHead(fault.status, { 'content-type': type, ...fault.headers });
      response.end(text);
      return true;
    }
    case 'hang':
      return true;
    case 'reset':
      request.socket.resetAndDestroy();
      return true;
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '400' });
      response.write('{"token_type":"Be', () => request.socket.destroy());
      return true;
    case 'lost':
      swallow(request, response);
      return false;
    case 'slow':
      // Keeps no process alive whose server has stopped.
      await sleep(fault.milliseconds, undefined, { ref: false });
      return false;
  }
}

/** Whatever is answered from now on ends the connection instead. */
function swallow(request: IncomingMessage, response: ServerResponse): void {
  response.write = () => true;
  response.end = () => {
    request.socket.resetAndDestroy();
    return response;
  };
}
