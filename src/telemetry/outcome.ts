/** Stable words for how something ended. */
import { ConflictError, StorageUnavailableError, UpstreamError } from '../core/errors.ts';

/** What an error may be called in a figure: a code of ours or the class of the error, never its text. */
export function outcomeOf(error: unknown): string {
  if (error instanceof UpstreamError || error instanceof StorageUnavailableError || error instanceof ConflictError)
    return error.code;
  if (!(error instanceof Error)) return 'ERROR';
  return error.name === 'InterruptedError' || error.name === 'AbortError' ? 'INTERRUPTED' : 'ERROR';
}

/** A reason of ours as it stands; anything longer or stranger is not one. */
export function wordOf(reason: string | undefined): string {
  if (reason === undefined) return 'none';
  return /^[a-z][a-z-]{1,39}$/.test(reason) ? reason : 'other';
}
