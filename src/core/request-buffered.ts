/**
 * One request and the whole of its answer. Over undici's `dispatch`: the stream that `request` makes of each body costs a
 * quarter of the processor time of a short answer.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

export interface BufferedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Undefined where it is larger than was asked for: no more of it was read. */
  readonly body: Buffer | undefined;
}

export interface BufferOptions {
  readonly sizeLimitBytes: number;
  /** Ends it at once, also while it waits for a connection. */
  readonly signal: AbortSignal;
}

/** @throws what undici fails with, or what `signal` was aborted with */
export function requestBuffered(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { sizeLimitBytes, signal }: BufferOptions,
): Promise<BufferedResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<BufferedResponse>();
  let controller: Dispatcher.DispatchController | undefined;
  let status = 0;
  let headers: IncomingHttpHeaders = {};
  let first: Buffer | undefined;
  let more: Buffer[] | undefined;
  let size = 0;

  function end(error: Error): void {
    signal.removeEventListener('abort', cut);
    reject(error);
    controller?.abort(error);
  }
  function cut(): void {
    end(signal.reason as Error);
  }

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
      } else if (first === undefined) first = chunk;
      else (more ??= []).push(chunk);
    },
    onResponseEnd() {
      signal.removeEventListener('abort', cut);
      const body = more === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat([first ?? Buffer.alloc(0), ...more]);
      resolve({ status, headers, body });
    },
    onResponseError(_controller, error) {
      signal.removeEventListener('abort', cut);
      reject(error);
    },
  });
  return promise;
}
