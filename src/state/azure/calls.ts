/** What every storage call has in common: its time limit, and errors that are safe to log. */
import { StorageUnavailableError } from '../../core/errors.ts';

/** For one call including its retries. */
export const CALL_LIMIT_MILLISECONDS = 6_000;

/** Options that bound one call of the library, which has no time limit of its own. */
export function callLimit(milliseconds = CALL_LIMIT_MILLISECONDS): { readonly abortSignal: AbortSignal } {
  return { abortSignal: AbortSignal.timeout(milliseconds) };
}

/**
 * What may be logged of an error of Azure's client library. The library's own errors contain the request with its
 * Authorization header or SAS, and after a signature mismatch the text that was signed.
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

/** Azure's error code (`BlobNotFound`), Node's for a transport fault (`ECONNREFUSED`), or else the error's name. */
export function storageCode(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  if (error instanceof StorageUnavailableError && error.cause !== undefined) return storageCode(error.cause);
  const { code, details } = error as { code?: unknown; details?: { errorCode?: unknown } };
  return word(details?.errorCode) ?? word(code) ?? word(error.name) ?? 'UNKNOWN';
}

/**
 * @param operation for the log, such as `reading a state`: no ids of people, no secrets
 * @returns the error to throw instead of the library's, with a cause that is safe to log
 */
export function storageUnavailable(operation: string, error: unknown): StorageUnavailableError {
  const { statusCode, request } = error as { statusCode?: unknown; request?: { requestId?: unknown } };
  const fault = new StorageFault(
    storageCode(error),
    typeof statusCode === 'number' ? statusCode : undefined,
    word(request?.requestId),
  );
  return new StorageUnavailableError(`Storage did not respond while ${operation}: ${fault.message}`, { cause: fault });
}
