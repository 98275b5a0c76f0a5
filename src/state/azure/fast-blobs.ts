/** Plain GETs and PUTs of small blobs, past the storage library: every turn reads a state. */
import type { Version } from '../../core/optimistic-update.ts';
import type { QuickAsk, QuickRequest } from './fast-requests.ts';

export interface SmallBlob {
  readonly version: Version;
  /** Empty where it is larger than was asked for. */
  readonly body: string;
}

/** None of them throws. */
export interface QuickBlobs {
  /** @returns undefined where it is for the library to ask */
  read(name: string, maxBytes: number, signal: AbortSignal): Promise<SmallBlob | 'absent' | undefined>;
  /** @param over the version it goes over; nothing is there where undefined @returns undefined as above */
  write(
    name: string,
    body: string,
    over: Version | undefined,
    metadata: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Version | undefined>;
  /** @returns whether this version is there; false also where nobody knows */
  isStill(name: string, version: Version, signal: AbortSignal): Promise<boolean>;
}

/** Half of what a call may take: the other half is the library's, on another connection. */
const HEADERS_LIMIT_MILLISECONDS = 3_000;

async function orNothing<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch {
    // The library asks again and tells what is wrong.
    return undefined;
  }
}

export function createQuickBlobs(quickAsk: QuickAsk): QuickBlobs {
  const ask = (name: string, request: Omit<QuickRequest, 'path' | 'headersLimitMilliseconds'>): ReturnType<QuickAsk> =>
    quickAsk({
      ...request,
      path: name.split('/').map(encodeURIComponent).join('/'),
      headersLimitMilliseconds: HEADERS_LIMIT_MILLISECONDS,
    });

  async function read(name: string, maxBytes: number, signal: AbortSignal): Promise<SmallBlob | 'absent' | undefined> {
    const answer = await ask(name, { method: 'GET', sizeLimitBytes: maxBytes, signal });
    if (answer === undefined) return undefined;
    const { status, headers, body } = answer;
    const { etag, 'content-length': length } = headers;
    if (status === 200 && etag !== undefined && length !== undefined) {
      return { version: etag, body: body?.toString('utf8') ?? '' };
    }
    return status === 404 && headers['x-ms-error-code'] === 'BlobNotFound' ? 'absent' : undefined;
  }

  async function write(
    ...[name, text, over, metadata, signal]: Parameters<QuickBlobs['write']>
  ): ReturnType<QuickBlobs['write']> {
    const answer = await ask(name, {
      method: 'PUT',
      body: text,
      headers: {
        'content-type': 'application/json',
        'x-ms-blob-type': 'BlockBlob',
        ...(over === undefined ? { 'if-none-match': '*' } : { 'if-match': over }),
        ...Object.fromEntries(Object.entries(metadata).map(([key, value]) => [`x-ms-meta-${key}`, value])),
      },
      signal,
    });
    return answer?.status === 201 ? answer.headers.etag : undefined;
  }

  async function isStill(name: string, version: Version, signal: AbortSignal): Promise<boolean> {
    const answer = await ask(name, { method: 'GET', headers: { 'if-none-match': version }, signal });
    return answer?.status === 304;
  }

  return {
    read: (...what) => orNothing(read(...what)),
    write: (...what) => orNothing(write(...what)),
    isStill: async (...what) => (await orNothing(isStill(...what))) === true,
  };
}
