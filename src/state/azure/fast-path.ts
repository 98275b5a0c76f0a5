/**
 * The most frequent storage requests, without the library's pipeline, which costs several times the CPU of the request
 * itself: docs/decisions/storage-requests-beside-the-library.md. They accept plain success, "not found" and "not modified"; for anything
 * else the library repeats the request, which knows how to retry, renew tokens and explain errors. To do without them,
 * delete this file and its two calls in storage.ts.
 */
import type { TokenCredential } from '@azure/identity';
import { HOUR, MINUTE } from '../../core/durations.ts';
import { requestBuffered, type BufferedResponse } from '../../proxy/request-buffered.ts';
import type { Version } from '../../durable/record.ts';
import { changeTime, type SmallBlob } from './calls.ts';
import type { StorageHttp } from './transport.ts';

type Dispatcher = StorageHttp['dispatcher'];
export type Sign = (times: { readonly startsOn: Date; readonly expiresOn: Date }) => string | Promise<string>;

/**
 * How requests are authorized: by tokens of an identity, or with a connection string. `sign` then makes a URL with a
 * shared access signature, where the connection string contains a shared key.
 */
type StorageAccess = { readonly credential: TokenCredential } | { readonly sign: Sign };

interface Authorization {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
}

type ExpiringAuthorization = Authorization & { readonly refreshAt: number; readonly expiresAt: number };

interface FastRequest {
  readonly method: 'GET' | 'PUT';
  /** Below the container or queue. */
  readonly path: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly sizeLimitBytes?: number;
  readonly signal: AbortSignal;
}

/** Of storage's REST API; every operation and header used here is years older. */
const API_VERSION = '2024-11-04';
export const STORAGE_SCOPE = 'https://storage.azure.com/.default';
const SIZE_LIMIT_BYTES = 65_536;
/** Half of a call's time limit: the other half is the library's, on another connection. */
const BLOB_HEADERS_LIMIT_MILLISECONDS = 3_000;
const MESSAGE_HEADERS_LIMIT_MILLISECONDS = 5_000;
/** The account may not accept what the library is authorized by. */
const PAUSE_AFTER_REFUSAL_MILLISECONDS = 5 * MINUTE;
const PAUSE_AFTER_FAULT_MILLISECONDS = 5_000;

const SAS_LIFETIME_MILLISECONDS = 2 * HOUR;
const CLOCK_SKEW_MILLISECONDS = 15 * MINUTE;
const TOKEN_REFRESH_MARGIN_MILLISECONDS = 5 * MINUTE;
const EXPIRY_MARGIN_MILLISECONDS = 60_000;
const REQUEST_AGAIN_AFTER_MILLISECONDS = 30_000;

/** None of its methods throws. They return undefined where the library has to do it. */
export function createFastBlobs(containerUrl: string, dispatcher: Dispatcher, access: StorageAccess) {
  const sendFast = createSendFast(containerUrl, dispatcher, access, BLOB_HEADERS_LIMIT_MILLISECONDS);
  /** The library repeats what failed, and explains it. */
  const send = (name: string, request: Omit<FastRequest, 'path'>) =>
    sendFast({ ...request, path: name.split('/').map(encodeURIComponent).join('/') }).catch(() => undefined);

  return {
    /** @param known a version that need not be read again */
    async read(
      name: string,
      maxBytes: number,
      signal: AbortSignal,
      known?: Version,
    ): Promise<SmallBlob | 'absent' | 'unchanged' | undefined> {
      const condition = known === undefined ? {} : { headers: { 'if-none-match': known } };
      const response = await send(name, { method: 'GET', ...condition, sizeLimitBytes: maxBytes, signal });
      if (response === undefined) return undefined;
      const { status, headers, body } = response;
      if (status === 304 && known !== undefined) return 'unchanged';
      const { etag, 'content-length': length, 'last-modified': lastModified = '' } = headers;
      if (status === 200 && etag !== undefined && length !== undefined) {
        const changedAt = changeTime(headers['x-ms-meta-changed']?.toString(), Date.parse(lastModified));
        return { version: etag, body: body?.toString('utf8') ?? '', changedAt };
      }
      return status === 404 && headers['x-ms-error-code'] === 'BlobNotFound' ? 'absent' : undefined;
    },

    /** @param over the version to overwrite; undefined: only where there is no blob */
    async write(
      name: string,
      body: string,
      over: Version | undefined,
      metadata: Readonly<Record<string, string>>,
      signal: AbortSignal,
    ): Promise<Version | undefined> {
      const headers = {
        'content-type': 'application/json',
        'x-ms-blob-type': 'BlockBlob',
        ...(over === undefined ? { 'if-none-match': '*' } : { 'if-match': over }),
        ...Object.fromEntries(Object.entries(metadata).map(([key, value]) => [`x-ms-meta-${key}`, value])),
      };
      const response = await send(name, { method: 'PUT', body, headers, signal });
      return response?.status === 201 ? response.headers.etag : undefined;
    },
  };
}

const MESSAGE_LIST = /<QueueMessagesList *[/>]/;

export function createFastMessages(queueUrl: string, dispatcher: Dispatcher, access: StorageAccess) {
  const send = createSendFast(queueUrl, dispatcher, access, MESSAGE_HEADERS_LIMIT_MILLISECONDS);
  return {
    /**
     * Extends a message's invisibility.
     *
     * @returns the new receipt; undefined: the library has to do it
     * @throws after a transport fault or a 5xx: it may have been done, and must not be repeated
     */
    async extend(
      { id, receipt }: { readonly id: string; readonly receipt: string },
      invisibleSeconds: number,
      signal: AbortSignal,
    ): Promise<string | undefined> {
      const path = `messages/${encodeURIComponent(id)}`;
      const query = `popreceipt=${encodeURIComponent(receipt)}&visibilitytimeout=${invisibleSeconds}`;
      const response = await send({ method: 'PUT', path, query, signal });
      if (response === undefined) return undefined;
      const { status, headers } = response;
      if (status >= 500) {
        throw Object.assign(new Error('storage failed'), { code: headers['x-ms-error-code'], statusCode: status });
      }
      const renewed = headers['x-ms-popreceipt'];
      return status === 204 && typeof renewed === 'string' ? renewed : undefined;
    },

    /** @returns true only when there is certainly nothing to receive now. Never throws */
    async isEmpty(signal: AbortSignal): Promise<boolean> {
      const request = { method: 'GET', path: 'messages', query: 'peekonly=true&numofmessages=1', signal } as const;
      const response = await send(request).catch(() => undefined);
      if (response?.status !== 200 || response.body === undefined) return false;
      const text = response.body.toString('utf8');
      return MESSAGE_LIST.test(text) && !text.includes('<QueueMessage>');
    },
  };
}

/** @param url of the container or queue */
function createSendFast(url: string, dispatcher: Dispatcher, access: StorageAccess, headersTimeout: number) {
  const { origin, pathname, search } = new URL(url);
  const getAuthorization = authorizedBy(access, search.slice(1));
  let pausedUntil = 0;
  const pause = (milliseconds: number): undefined => void (pausedUntil = Date.now() + milliseconds);

  /** @returns undefined: the library has to do it @throws undici's errors */
  return async (request: FastRequest): Promise<BufferedResponse | undefined> => {
    const { method, path, query, headers, body = null, sizeLimitBytes = SIZE_LIMIT_BYTES, signal } = request;
    const authorization = getAuthorization();
    if (authorization === undefined || pausedUntil > Date.now()) return undefined;
    const queries = [query, authorization.query].filter((each) => each !== undefined).join('&');
    const options = {
      method,
      origin,
      path: `${pathname}/${path}${queries === '' ? '' : `?${queries}`}`,
      headers: { 'x-ms-version': API_VERSION, ...headers, ...authorization.headers },
      body,
      headersTimeout,
    };
    // The library retries by itself: during an outage this would only add a third request to each call.
    const response = await requestBuffered(dispatcher, options, { sizeLimitBytes, signal }).catch((error: unknown) => {
      pause(PAUSE_AFTER_FAULT_MILLISECONDS);
      throw error;
    });
    if (response.status >= 500) pause(PAUSE_AFTER_FAULT_MILLISECONDS);
    if (response.status !== 401 && response.status !== 403) return response;
    return pause(PAUSE_AFTER_REFUSAL_MILLISECONDS);
  };
}

/** @param signature in the client's URL, where the connection string contains a shared access signature */
function authorizedBy(access: StorageAccess, signature: string): () => Authorization | undefined {
  if ('credential' in access) return refreshed(() => requestToken(access.credential));
  if (signature === '') return refreshed(() => requestSignature(access.sign));
  const authorization = { query: signature };
  return () => authorization;
}

async function requestToken(credential: TokenCredential): Promise<ExpiringAuthorization> {
  const token = await credential.getToken(STORAGE_SCOPE);
  if (token === null) throw new Error('no token for storage');
  const { expiresOnTimestamp: expiresAt, refreshAfterTimestamp } = token;
  const refreshAt = refreshAfterTimestamp ?? expiresAt - TOKEN_REFRESH_MARGIN_MILLISECONDS;
  return { headers: { authorization: `Bearer ${token.token}` }, refreshAt, expiresAt };
}

async function requestSignature(sign: Sign): Promise<ExpiringAuthorization> {
  const now = Date.now();
  const expiresAt = now + SAS_LIFETIME_MILLISECONDS;
  const startsOn = new Date(now - CLOCK_SKEW_MILLISECONDS);
  const { search } = new URL(await sign({ startsOn, expiresOn: new Date(expiresAt) }));
  return { query: search.slice(1), refreshAt: now + SAS_LIFETIME_MILLISECONDS / 2, expiresAt };
}

/**
 * Requests the next authorization in the background, well before the current one expires.
 *
 * @returns a function that never waits: it returns undefined until there is a valid authorization
 */
function refreshed(request: () => Promise<ExpiringAuthorization>): () => Authorization | undefined {
  let current: ExpiringAuthorization | undefined;
  let requestAt = 0;

  async function refresh(now: number): Promise<void> {
    requestAt = now + REQUEST_AGAIN_AFTER_MILLISECONDS;
    // The library requests one too, and explains the error.
    current = await request().catch(() => current);
    requestAt = Math.max(current?.refreshAt ?? 0, requestAt);
  }

  return () => {
    const now = Date.now();
    if (requestAt <= now) void refresh(now);
    return current !== undefined && current.expiresAt - EXPIRY_MARGIN_MILLISECONDS > now ? current : undefined;
  };
}
