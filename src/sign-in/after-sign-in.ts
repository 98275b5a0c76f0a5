/** What waited for somebody to sign in goes on. */
import type { Log } from '../core/platform.ts';
import type { PersonKey } from '../core/person.ts';
import type { RetryWhileStorageUnavailable } from '../core/retry.ts';

export interface AfterSignInDependencies {
  /** May be called again for the same sign-in. @throws StorageUnavailableError */
  readonly signedIn?: ((key: PersonKey) => Promise<void>) | undefined;
  readonly retryWhileStorageUnavailable: RetryWhileStorageUnavailable;
  readonly log: Log;
}

/**
 * The sign-in has succeeded, whatever becomes of this.
 *
 * @param signal aborted when the process is to stop
 * @throws only while the process stops: whoever gets the job next does it
 */
export async function afterSignIn(
  { signedIn, retryWhileStorageUnavailable, log }: AfterSignInDependencies,
  key: PersonKey,
  reference: string,
  signal: AbortSignal,
): Promise<void> {
  if (signedIn === undefined) return;
  try {
    await retryWhileStorageUnavailable('what waited for a sign-in', reference, () => signedIn(key));
  } catch (error) {
    if (signal.aborted) throw error;
    log.warn({ event: 'after-sign-in-failed', reference, error }, 'what waited for the sign-in could not be continued');
  }
}
