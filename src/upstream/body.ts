/** Reads a body to its end; undefined as soon as it is longer than `limitBytes`. @throws what cut it off */
export async function readBytes(body: AsyncIterable<unknown>, limitBytes: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.byteLength;
    // Leaving the loop destroys the stream and its connection: no more than the limit is taken in.
    if (size > limitBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** A body's pieces as they come. @throws what `tooLarge` makes once it is longer than `limitBytes`; what cut it off */
export async function* pieces(
  body: AsyncIterable<unknown>,
  limitBytes: number,
  tooLarge: () => Error,
): AsyncGenerator<Uint8Array, void, undefined> {
  let size = 0;
  for await (const piece of body) {
    if (!(piece instanceof Uint8Array)) continue;
    size += piece.byteLength;
    if (size > limitBytes) throw tooLarge();
    yield piece;
  }
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Strict, and a byte order mark stays, so that the text encodes to the very same bytes again; undefined if it is no UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}
