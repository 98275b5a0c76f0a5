/**
 * One request and its whole response, through undici's `dispatch`: `request` creates a stream for each body
 * (docs/decisions/buffered-requests.md).
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { markUnsent } from './unsent.ts';

export interface BufferedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Undefined where it exceeds the limit. */
  readonly body: Buffer | undefined;
}

/**
 * @param limits.signal ends the request at once, also while it waits for a connection: its reason is marked as unsent then
 * @throws undici's errors, or the signal's reason
 */
export function requestBuffered(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { sizeLimitBytes, signal }: { readonly sizeLimitBytes: number; readonly signal: AbortSignal },
): Promise<BufferedResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<BufferedResponse>();
  let controller: Dispatcher.DispatchController | undefined;
  let status = 0;
  let headers: IncomingHttpHeaders = {};
  const chunks: Buffer[] = [];
  let size = 0;

  function end(error: Error): void {
    signal.removeEventListener('abort', cut);
    reject(error);
    controller?.abort(error);
  }
  const cut = (): void => {
    if (controller === undefined) markUnsent(signal.reason);
    end(signal.reason as Error);
  };

  if (signal.aborted) {
    reject(signal.reason as Error);
    return promise;
  }
  signal.addEventListener('abort', cut);
  dispatcher.dispatch(request, {
    onRequestStart(started) {
      controller = started;
      if (signal.aborted) started.abort(signal.reason as Error);
    },
    onResponseStart(_controller, code, all) {
      status = code;
      headers = all;
    },
    onResponseData(_controller, chunk) {
      size += chunk.byteLength;
      if (size > sizeLimitBytes) {
        resolve({ status, headers, body: undefined });
        end(new Error('The answer is too large.'));
      } else chunks.push(chunk);
    },
    onResponseEnd() {
      signal.removeEventListener('abort', cut);
      resolve({ status, headers, body: Buffer.concat(chunks) });
    },
    onResponseError(_controller, error) {
      signal.removeEventListener('abort', cut);
      reject(error);
    },
  });
  return promise;
}
