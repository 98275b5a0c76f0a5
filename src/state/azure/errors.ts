import { StorageAwayError } from '../../core/errors.ts';

/**
 * What is fit to be logged of an error of Azure's client library. The library's own errors hold the request with its
 * Authorization header or SAS, and for a wrong key the text that was signed: none of that is carried over.
 */
export class StorageFault extends Error {
  override readonly name = 'StorageFault';
  readonly code: string;
  readonly statusCode: number | undefined;
  readonly requestId: string | undefined;

  constructor(code: string, statusCode: number | undefined, requestId: string | undefined) {
    super(`${code}${statusCode === undefined ? '' : ` (HTTP ${statusCode})`}`);
    this.code = code;
    this.statusCode = statusCode;
    this.requestId = requestId;
  }
}

const WORD = /^[A-Za-z0-9_.-]{1,80}$/;

function word(value: unknown): string | undefined {
  return typeof value === 'string' && WORD.test(value) ? value : undefined;
}

/** Azure's stable word for what happened (`BlobNotFound`), Node's for a transport fault (`ECONNREFUSED`), else its name. */
export function storageCode(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  const { code, details } = error as { code?: unknown; details?: { errorCode?: unknown } };
  return word(details?.errorCode) ?? word(code) ?? word(error.name) ?? 'UNKNOWN';
}

/**
 * @param doing What was tried, for the log: no ids of people, no secrets.
 * @returns the error to throw instead of the library's, with a cause that is safe to log
 */
export function storageAway(doing: string, error: unknown): StorageAwayError {
  const { statusCode, request } = error as { statusCode?: unknown; request?: { requestId?: unknown } };
  const fault = new StorageFault(
    storageCode(error),
    typeof statusCode === 'number' ? statusCode : undefined,
    word(request?.requestId),
  );
  return new StorageAwayError(`Storage did not answer while ${doing}: ${fault.message}`, { cause: fault });
}

/**
 * The library bounds no single request by itself: a connection that swallows everything would hold a person's turn.
 *
 * @returns options for one call, with its retries, in milliseconds
 */
export function within(milliseconds: number): { readonly abortSignal: AbortSignal } {
  return { abortSignal: AbortSignal.timeout(milliseconds) };
}

/** As `within`, for what is done with every turn: a limit that was not needed is forgotten, not left to run out. */
export async function limited<T>(
  milliseconds: number,
  call: (limit: { readonly abortSignal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const late = setTimeout(() => ending.abort(), milliseconds).unref();
  try {
    return await call({ abortSignal: ending.signal });
  } finally {
    clearTimeout(late);
  }
}

/** How long one call may take in all. */
export const CALL_LIMIT_MILLISECONDS = 6_000;
