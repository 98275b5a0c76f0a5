import type { IncomingMessage } from 'node:http';

/**
 * The whole body of a request. `node:stream/consumers` iterates the stream, which takes longer than the rest of an answer; and what
 * the stand-ins take is part of each measured turn.
 */
export function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  request
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)))
    .on('error', reject);
  return promise;
}
