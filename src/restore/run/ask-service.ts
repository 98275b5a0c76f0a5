/** One `operatorRestore`, asked once, and what its answer means. (API, sections C2 and E) */
import { UpstreamError } from '../../core/errors.ts';
import { SessionRefusedError } from '../service-session/operator-access.ts';
import type { Connection } from '../service-session/connection.ts';
import type { Explorer, RestoreRequest } from '../ports.ts';
import type { Trouble } from '../model/service-error.ts';
import { troubleOf } from '../model/service-error.ts';

export type Asked =
  | { readonly kind: 'running'; readonly sessionId: string }
  /** Nobody knows whether it was taken. */
  | { readonly kind: 'lost'; readonly error: unknown }
  /** It was not taken, and may be sent again. */
  | { readonly kind: 'unsent'; readonly error: unknown }
  /** The same, and only a new sign-in helps. */
  | { readonly kind: 'signed-out'; readonly error: SessionRefusedError }
  /** It was not taken and will not be; perhaps because the explore session is over. */
  | { readonly kind: 'refused'; readonly error: UpstreamError; readonly trouble: Trouble };

/** Said after the service had begun, perhaps: something behind it did not answer in time. */
const AFTERWARDS: ReadonlySet<string> = new Set(['Timeout', 'ProxyOffline', 'HttpError']);
const REQUEST_TIMEOUT = 408;

/** What an error says about whether the service took the call. */
function meaning(error: UpstreamError): Asked {
  // No request leaves before the handshake is through.
  if (error.unsent || error.code === 'UNTRUSTED' || error.code === 'THROTTLED') return { kind: 'unsent', error };
  const isRefused = error.code === 'REFUSED' && error.status !== REQUEST_TIMEOUT && !AFTERWARDS.has(error.reason ?? '');
  return isRefused ? { kind: 'refused', error, trouble: troubleOf(error) } : { kind: 'lost', error };
}

/**
 * A 401 is answered before anything is done, so that sending once more with a new token is no repetition. The call is
 * not cut off when the process stops: its answer is worth more than a quick end.
 */
export async function askForRestore(
  explorer: Pick<Explorer, 'restore'>,
  connection: Connection,
  request: RestoreRequest,
): Promise<Asked> {
  /** The last call was answered with 401: whatever else went wrong, nothing was taken. */
  let isTokenRefused = false;
  try {
    const { sessionId } = await connection.call(async (access) => {
      isTokenRefused = false;
      try {
        return await explorer.restore(access, request);
      } catch (error) {
        isTokenRefused = error instanceof UpstreamError && error.status === 401;
        throw error;
      }
    });
    return { kind: 'running', sessionId };
  } catch (error) {
    if (error instanceof SessionRefusedError) return { kind: 'signed-out', error };
    if (isTokenRefused) return { kind: 'unsent', error };
    return error instanceof UpstreamError ? meaning(error) : { kind: 'lost', error };
  }
}
