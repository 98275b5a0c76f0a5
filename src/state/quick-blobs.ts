/**
 * Plain GETs and PUTs of small blobs, past the storage library. Every turn reads a state, and the library takes six
 * times the CPU of the request itself to do so (`npm run bench`). Only a plain answer is taken: whatever else happens is
 * left to the library, which knows how to try again, whom to ask for another token, and what went wrong.
 */
import type { TokenCredential } from '@azure/identity';
import { ContainerSASPermissions, type ContainerClient } from '@azure/storage-blob';
import type { Version } from '../sign-in/ports.ts';
import type { StorageHttp } from './storage-http.ts';

type Dispatcher = StorageHttp['dispatcher'];
type Request = Parameters<Dispatcher['request']>[0];
type Response = Awaited<ReturnType<Dispatcher['request']>>;

export interface SmallBlob {
  readonly version: Version;
  /** Empty where it is larger than was asked for. */
  readonly body: string;
}

export interface QuickBlobs {
  /** @returns undefined where it is for the library to ask; never throws */
  read(name: string, maxBytes: number, signal: AbortSignal): Promise<SmallBlob | 'absent' | undefined>;
  /** @param over the version it goes over; nothing is there where undefined @returns undefined as above; never throws */
  write(
    name: string,
    body: string,
    over: Version | undefined,
    metadata: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Version | undefined>;
}

/** How requests are let in: by a header, or by what is added to the address. */
export interface Admission {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: string;
}

/** Never waits: undefined until there is one, which is asked for meanwhile. */
export type Admissions = () => Admission | undefined;

/** Of the blob service's REST API; every operation and header in here is older by years. */
const API_VERSION = '2024-11-04';
/** Half of what a call may take: the other half is the library's, on another connection. */
const HEADERS_LIMIT_MILLISECONDS = 3_000;
/** Where the account does not let in what the library is let in by. */
const NOT_TRIED_AFTER_REFUSAL_MILLISECONDS = 5 * 60_000;

const SAS_LIFE_MILLISECONDS = 2 * 3_600_000;
const CLOCKS_DIFFER_MILLISECONDS = 15 * 60_000;
const TOKEN_REFRESHED_BEFORE_MILLISECONDS = 5 * 60_000;
const NOT_USED_BEFORE_END_MILLISECONDS = 60_000;
const ASKED_AGAIN_AFTER_MILLISECONDS = 30_000;

interface Lasting {
  readonly admission: Admission;
  readonly refreshAt: number;
  readonly endsAt: number;
}

/** Asked for anew in good time, the old one used meanwhile. */
function refreshed(ask: () => Promise<Lasting>): Admissions {
  let current: Lasting | undefined;
  let askAt = 0;

  async function refresh(now: number): Promise<void> {
    askAt = now + ASKED_AGAIN_AFTER_MILLISECONDS;
    try {
      current = await ask();
      askAt = Math.max(current.refreshAt, askAt);
    } catch {
      // The library asks too, and tells what is wrong.
    }
  }

  return () => {
    const now = Date.now();
    if (askAt <= now) void refresh(now);
    if (current === undefined || current.endsAt - NOT_USED_BEFORE_END_MILLISECONDS <= now) return undefined;
    return current.admission;
  };
}

/** Where a shared key signs: a shared access signature for this container. */
export function admissionBySharedKey(container: ContainerClient): Admissions {
  const permissions = ContainerSASPermissions.parse('rcw');
  return refreshed(async () => {
    const now = Date.now();
    const endsAt = now + SAS_LIFE_MILLISECONDS;
    const startsOn = new Date(now - CLOCKS_DIFFER_MILLISECONDS);
    const { search } = new URL(await container.generateSasUrl({ permissions, startsOn, expiresOn: new Date(endsAt) }));
    return { admission: { headers: {}, query: search }, refreshAt: now + SAS_LIFE_MILLISECONDS / 2, endsAt };
  });
}

/** Where the connection string holds a shared access signature: it is in the container's address. */
export function admissionByAddress({ url }: ContainerClient): Admissions {
  const admission = { headers: {}, query: new URL(url).search };
  return () => admission;
}

/** Where an identity's tokens let in. */
export function admissionByToken(credential: TokenCredential, scope: string): Admissions {
  return refreshed(async () => {
    const token = await credential.getToken(scope);
    if (token === null) throw new Error('no token for storage');
    const { expiresOnTimestamp: endsAt, refreshAfterTimestamp } = token;
    return {
      admission: { headers: { authorization: `Bearer ${token.token}` }, query: '' },
      refreshAt: refreshAfterTimestamp ?? endsAt - TOKEN_REFRESHED_BEFORE_MILLISECONDS,
      endsAt,
    };
  });
}

async function never<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch {
    // The library asks again and tells what is wrong.
    return undefined;
  }
}

export function createQuickBlobs(dependencies: {
  readonly container: ContainerClient;
  readonly dispatcher: Dispatcher;
  readonly admission: Admissions;
}): QuickBlobs {
  const { dispatcher, admission } = dependencies;
  const { origin, pathname } = new URL(dependencies.container.url);
  let refusedUntil = 0;

  async function ask(
    name: string,
    request: Pick<Request, 'method' | 'body'>,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Response> {
    const admitted = admission();
    if (admitted === undefined || refusedUntil > Date.now()) throw new Error('not admitted');
    const response = await dispatcher.request({
      ...request,
      origin,
      path: `${pathname}/${name.split('/').map(encodeURIComponent).join('/')}${admitted.query}`,
      headers: { 'x-ms-version': API_VERSION, ...headers, ...admitted.headers },
      headersTimeout: HEADERS_LIMIT_MILLISECONDS,
      signal,
    });
    const { statusCode } = response;
    if (statusCode === 401 || statusCode === 403) refusedUntil = Date.now() + NOT_TRIED_AFTER_REFUSAL_MILLISECONDS;
    return response;
  }

  async function read(name: string, maxBytes: number, signal: AbortSignal): Promise<SmallBlob | 'absent' | undefined> {
    const { statusCode, headers, body } = await ask(name, { method: 'GET' }, {}, signal);
    const { etag, 'content-length': length } = headers;
    if (statusCode === 200 && typeof etag === 'string' && length !== undefined) {
      if (Number(length) <= maxBytes) return { version: etag, body: await body.text() };
      body.on('error', () => undefined).destroy();
      return { version: etag, body: '' };
    }
    await body.dump();
    return statusCode === 404 && headers['x-ms-error-code'] === 'BlobNotFound' ? 'absent' : undefined;
  }

  return {
    read: (name, maxBytes, signal) => never(read(name, maxBytes, signal)),
    write: (name, text, over, metadata, signal) => {
      const written = async (): Promise<Version | undefined> => {
        const { statusCode, headers, body } = await ask(
          name,
          { method: 'PUT', body: text },
          {
            'content-type': 'application/json',
            'x-ms-blob-type': 'BlockBlob',
            ...(over === undefined ? { 'if-none-match': '*' } : { 'if-match': over }),
            ...Object.fromEntries(Object.entries(metadata).map(([key, value]) => [`x-ms-meta-${key}`, value])),
          },
          signal,
        );
        await body.dump();
        return statusCode === 201 && typeof headers.etag === 'string' ? headers.etag : undefined;
      };
      return never(written());
    },
  };
}
