/** The request of a restore call, made once, and what its response means: accepted, refused, not sent, lost, or none at all. */
import { UnsendableError, UpstreamError } from '../../../core/errors.ts';
import type { RestoreRequest } from '../../state/ports.ts';
import { SessionRefusedError } from '../../access/session-work.ts';
import type { CallContext } from './call-step.ts';

const UNAUTHORIZED = 401;
const REQUEST_TIMEOUT = 408;

/** What the response to the request means. */
type SendResult =
  | { readonly kind: 'running'; readonly sessionId: string }
  /** Whether the service accepted the call is unknown. */
  | { readonly kind: 'lost'; readonly error: unknown }
  /** It was not accepted and may be sent again; after a SessionRefusedError only with a new sign-in. */
  | { readonly kind: 'unsent'; readonly error: unknown }
  /** No request could be made, and a later one would be no better. */
  | { readonly kind: 'unsendable'; readonly error: UnsendableError }
  /** It was rejected, perhaps because the explore session is over. */
  | { readonly kind: 'refused'; readonly error: UpstreamError };

/**
 * A 401 is answered before anything is done, so sending again with a new token repeats nothing. The request is not
 * aborted when the process stops: its result is worth the wait.
 */
export async function sendOnce({ ports, connection }: CallContext, request: RestoreRequest): Promise<SendResult> {
  let isTokenRefused = false;
  try {
    const { sessionId } = await connection.call(async (access) => {
      isTokenRefused = false;
      try {
        return await ports.explorer.restore(access, request);
      } catch (error) {
        isTokenRefused = error instanceof UpstreamError && error.status === UNAUTHORIZED;
        throw error;
      }
    });
    return { kind: 'running', sessionId };
  } catch (error) {
    if (error instanceof UpstreamError) return interpretError(error);
    if (error instanceof UnsendableError) return { kind: 'unsendable', error };
    // Renewing the token failed after a 401, whatever the error.
    return { kind: isTokenRefused || error instanceof SessionRefusedError ? 'unsent' : 'lost', error };
  }
}

/** Error codes of the service that may come after it has started: something behind it did not answer in time. */
const MAYBE_STARTED: ReadonlySet<string> = new Set(['Timeout', 'ProxyOffline', 'HttpError']);

function interpretError(error: UpstreamError): SendResult {
  if (error.unsent || error.code === 'THROTTLED') return { kind: 'unsent', error };
  const isRejected =
    error.code === 'REFUSED' && error.status !== REQUEST_TIMEOUT && !MAYBE_STARTED.has(error.reason ?? '');
  return { kind: isRejected || error.status === UNAUTHORIZED ? 'refused' : 'lost', error };
}
