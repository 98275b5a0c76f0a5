/** Reads a request's body: no larger than it may be, and no more memory than that. */
import type { IncomingMessage } from 'node:http';

export type RequestBody =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' }
  /** The client went away before the end. */
  | { readonly kind: 'cut-off' };

/** What is beyond the limit is read and thrown away up to this, so that the client gets to read its answer. */
const DISCARDED_AT_MOST_BYTES = 16_777_216;

export function readBody(request: IncomingMessage, limitBytes: number): Promise<RequestBody> {
  if (Number(request.headers['content-length'] ?? 0) > DISCARDED_AT_MOST_BYTES) {
    return Promise.resolve({ kind: 'too-large' });
  }
  return new Promise((resolve) => {
    let chunks: Uint8Array[] = [];
    let size = 0;
    const end = (body: RequestBody) => {
      request.off('data', take).off('end', finish).off('close', cutOff);
      resolve(body);
    };
    const take = (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size <= limitBytes) chunks.push(chunk);
      else chunks = [];
      if (size > DISCARDED_AT_MOST_BYTES) end({ kind: 'too-large' });
    };
    const finish = () => {
      end(size > limitBytes ? { kind: 'too-large' } : { kind: 'read', bytes: Buffer.concat(chunks, size) });
    };
    const cutOff = () => end({ kind: 'cut-off' });
    request.on('data', take).on('end', finish).on('close', cutOff).on('error', cutOff);
  });
}

/** JSON in UTF-8, or undefined. */
export function parseJson(bytes: Uint8Array): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return undefined;
  }
}
