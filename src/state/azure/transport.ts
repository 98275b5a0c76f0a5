/** The storage libraries' requests over undici: one bounded pool, and less CPU per call than with their own transport. */
import { RestError, type StoragePipelineOptions } from '@azure/storage-blob';
import type { Dispatcher } from 'undici';
import { createAgent } from '../../proxy/agent.ts';
import type { ProxySettings } from '../../proxy/routes.ts';

type Transport = NonNullable<StoragePipelineOptions['httpClient']>;
type Request = Parameters<Transport['sendRequest']>[0];
type Response = Awaited<ReturnType<Transport['sendRequest']>>;

export interface StorageHttp extends Transport {
  /** For requests that bypass the libraries. */
  readonly dispatcher: Dispatcher;
}

/** Longer than the pause between two polls of the queue; Azure closes idle connections only after minutes. */
const KEEP_ALIVE_MILLISECONDS = 30_000;

/** The libraries' code for a request that failed to be sent, which they retry. */
const NOT_SENT = 'REQUEST_SEND_ERROR';
/** undici's codes, and Node's for the same. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['UND_ERR_SOCKET', 'ECONNRESET'],
  ['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'],
]);

export function createStorageHttp(proxy: ProxySettings | undefined): StorageHttp {
  const agent = createAgent(proxy, { keepAliveTimeout: KEEP_ALIVE_MILLISECONDS });

  return {
    dispatcher: agent,
    async sendRequest(request) {
      const { abortSignal, timeout } = request;
      const limit = timeout > 0 ? [AbortSignal.timeout(timeout)] : [];
      const signals = abortSignal === undefined ? limit : [abortSignal as AbortSignal, ...limit];
      try {
        const response = await agent.request({ ...targetOf(request), signal: AbortSignal.any(signals) });
        return await responseOf(request, response);
      } catch (error) {
        if (abortSignal?.aborted === true) throw new DOMException('The call took too long.', 'AbortError');
        const code = codeOf(error);
        throw new RestError('Storage did not respond.', {
          code: WORDS.get(code) ?? (code.startsWith('UND_') ? NOT_SENT : code),
        });
      }
    },
  };
}

function targetOf(request: Request): Dispatcher.RequestOptions {
  const { origin, pathname, search } = new URL(request.url);
  const headers = request.headers.toJson({ preserveCase: true });
  // No response is decompressed here.
  for (const name of Object.keys(headers)) if (name.toLowerCase() === 'accept-encoding') delete headers[name];
  return { origin, path: `${pathname}${search}`, method: request.method, headers, body: bodyOf(request) };
}

function bodyOf(request: Request): string | Buffer | null {
  const body: unknown = request.body;
  if (typeof body === 'string') return body;
  if (body === undefined || body === null) return null;
  if (body instanceof ArrayBuffer) return Buffer.from(body);
  if (ArrayBuffer.isView(body)) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  throw new Error('Only text and bytes can be sent to storage.');
}

async function responseOf(request: Request, response: Dispatcher.ResponseData): Promise<Response> {
  const { statusCode: status, body } = response;
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  const codes = request.streamResponseStatusCodes;
  const isStreamed = codes?.has(Number.POSITIVE_INFINITY) === true || codes?.has(status) === true;
  // The libraries read the headers by `toJson` only.
  const result = { request, status, headers: { toJson: () => headers } as unknown as Response['headers'] };
  if (isStreamed && request.method !== 'HEAD') {
    // Destroying an unread body emits an error after all other listeners are gone.
    body.on('error', () => undefined);
    return { ...result, readableStreamBody: body };
  }
  return { ...result, bodyAsText: await body.text() };
}

function codeOf(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : NOT_SENT;
}
