/** What all storage calls share: their time limit, and errors that are safe to log. */
import { StorageUnavailableError } from '../../core/errors.ts';
import type { Version } from '../../durable/record.ts';

/** For one call including its retries. */
export const CALL_LIMIT_MILLISECONDS = 6_000;

/** Options that bound one call of the library, which has no time limit of its own. */
export function callLimit(milliseconds = CALL_LIMIT_MILLISECONDS): { readonly abortSignal: AbortSignal } {
  return { abortSignal: AbortSignal.timeout(milliseconds) };
}

const word = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[A-Za-z0-9_.-]{1,80}$/.test(value) ? value : undefined;

/** Azure's error code (`BlobNotFound`), Node's for a transport fault (`ECONNREFUSED`), or else the error's name. */
export function storageCode(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  if (error instanceof StorageUnavailableError && error.cause !== undefined) return storageCode(error.cause);
  const { code, details } = error as { code?: unknown; details?: { errorCode?: unknown } };
  return word(details?.errorCode) ?? word(code) ?? word(error.name) ?? 'UNKNOWN';
}

/**
 * The error to throw instead of the library's. Its cause is safe to log; the library's own errors contain the request with
 * its Authorization header or SAS, and after a signature mismatch the text that was signed.
 *
 * @param operation for the log, such as `reading a state`: no ids of people, no secrets
 */
export function storageUnavailable(operation: string, error: unknown): StorageUnavailableError {
  const { statusCode: status, request } = error as { statusCode?: unknown; request?: { requestId?: unknown } };
  const code = storageCode(error);
  const statusCode = typeof status === 'number' ? status : undefined;
  const message = `${code}${statusCode === undefined ? '' : ` (HTTP ${statusCode})`}`;
  const fields = { name: 'StorageFault', code, statusCode, requestId: word(request?.requestId) };
  const cause = Object.assign(new Error(message), fields);
  return new StorageUnavailableError(`Storage did not respond while ${operation}: ${message}`, { cause });
}

/** @throws StorageUnavailableError where the call fails in any way */
export async function callStorage<T>(operation: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw storageUnavailable(operation, error);
  }
}

export interface SmallBlob {
  readonly version: Version;
  /** Empty where it is larger than the limit. */
  readonly body: string;
  /** Epoch milliseconds. */
  readonly changedAt?: number | undefined;
}

/**
 * When the content of a blob changed. Sealing it with another key is no change: its metadata then has the earlier time.
 *
 * @param lastModified as storage has it
 */
export const changeTime = (metadata: string | undefined, lastModified = 0): number | undefined =>
  Number(metadata) || lastModified || undefined;
