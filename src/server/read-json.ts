/** Reads JSON bodies within limits: bytes of one body, bytes of all bodies in flight, large ones a second, depth and number of values. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { errorAnswer, type JsonResponse } from '../chat/inbound/authorize-activity.ts';
import type { LimitedLog } from '../core/limited-log.ts';

const MAX_BODY_BYTES = 1_048_576;
/** Of all bodies that are being read or whose turn runs. An ordinary activity has 2 to 5 KB. */
const MAX_BYTES_IN_FLIGHT = 16 * MAX_BODY_BYTES;
const LARGE_BODY_BYTES = 65_536;
/** Large bodies that are being read or whose turn runs. They leave room for ordinary ones. */
const MAX_LARGE_BODIES = 4;
/** A large body counts for as long as this at least, which limits their rate: the turn of 1 MB takes up to 20 ms. */
const LARGE_BODY_MILLISECONDS = 1_000;
/** An activity that quotes a card has about 20 levels; recursive code overflows at thousands. */
const MAX_DEPTH = 32;
/** Members and elements. An ordinary activity has about 60. */
const MAX_VALUES = 5_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Fails at what is not UTF-8. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

interface Refusal {
  readonly kind: 'refused';
  readonly reason: string;
  readonly answer: JsonResponse;
}
type JsonBody =
  | { readonly kind: 'read'; readonly value: unknown }
  | Refusal
  /** The client closed the connection before the end, or was too slow. */
  | { readonly kind: 'cut-off' };

const refusal = (reason: string, ...answer: Parameters<typeof errorAnswer>): Refusal => ({
  kind: 'refused',
  reason,
  answer: errorAnswer(...answer),
});
const NOT_JSON = refusal(
  'body not JSON',
  400,
  'not-json',
  'The body is not JSON in UTF-8; send one Bot Framework activity.',
);
const NOT_SIMPLE = refusal(
  'body too complex',
  400,
  'not-simple',
  `The body has more than ${MAX_DEPTH} levels or more than ${MAX_VALUES} values; send one Bot Framework activity.`,
);
const TOO_LARGE = refusal('body too large', 413, 'too-large', 'The body is larger than 1 MB; send a smaller activity.');
const BUSY = refusal('too many bodies at once', 503, 'busy', 'Too many requests are in progress; send it again.', {
  'retry-after': '1',
});

export class JsonBodies {
  readonly #log: LimitedLog;
  #bytesInFlight = 0;
  #largeBodies = 0;

  constructor(log: LimitedLog) {
    this.#log = log;
  }

  /**
   * @param use gets the parsed body, whose bytes count as in flight until it has ended
   * @returns its answer, the refusal of the body, or undefined where nobody waits for an answer
   */
  async read(
    request: IncomingMessage,
    response: ServerResponse,
    use: (value: unknown) => Promise<JsonResponse>,
  ): Promise<JsonResponse | undefined> {
    let size = 0;
    let largeUntil: Promise<void> | undefined;
    /** @returns why a body of so many bytes is not read */
    const admit = (bytes: number): Refusal | undefined => {
      if (bytes > MAX_BODY_BYTES) return TOO_LARGE;
      if (bytes <= LARGE_BODY_BYTES || largeUntil !== undefined) return undefined;
      if (this.#largeBodies >= MAX_LARGE_BODIES) return BUSY;
      this.#largeBodies += 1;
      largeUntil = sleep(LARGE_BODY_MILLISECONDS, undefined, { ref: false });
      return undefined;
    };
    const count = (bytes: number): Refusal | undefined => {
      size += bytes;
      this.#bytesInFlight += bytes;
      return admit(size) ?? (this.#bytesInFlight > MAX_BYTES_IN_FLIGHT ? BUSY : undefined);
    };
    try {
      const refused = admit(Number(request.headers['content-length'] ?? 0));
      const body = refused ?? (await readJson(request, response, count));
      if (body.kind === 'read') return await use(body.value);
      if (body.kind === 'cut-off') return undefined;
      const { reason, answer } = body;
      this.#log.warn({ event: 'activity-refused', status: answer.status }, `an activity was refused: ${reason}`);
      return answer;
    } finally {
      this.#bytesInFlight -= size;
      void largeUntil?.then(() => (this.#largeBodies -= 1));
    }
  }
}

/** Reads until the end or the first refusal, and leaves the rest unread. */
function readJson(
  request: IncomingMessage,
  response: ServerResponse,
  count: (bytes: number) => Refusal | undefined,
): Promise<JsonBody> {
  // Its connection may have been closed while the token was verified.
  if (request.destroyed) return Promise.resolve({ kind: 'cut-off' });
  if (request.headers.expect !== undefined) response.writeContinue();
  const { promise, resolve } = Promise.withResolvers<JsonBody>();
  const chunks: Uint8Array[] = [];
  const take = (chunk: Uint8Array): void => {
    const refused = count(chunk.byteLength);
    if (refused === undefined) return void chunks.push(chunk);
    request.off('data', take).pause();
    resolve(refused);
  };
  const cutOff = (): void => resolve({ kind: 'cut-off' });
  request
    .on('data', take)
    .on('end', () => resolve(parseJson(Buffer.concat(chunks.splice(0)))))
    .on('close', cutOff)
    .on('error', cutOff);
  return promise;
}

function parseJson(bytes: Uint8Array): JsonBody {
  if (!isSimple(bytes)) return NOT_SIMPLE;
  try {
    return { kind: 'read', value: JSON.parse(UTF8.decode(bytes)) };
  } catch {
    return NOT_JSON;
  }
}

/** Counts levels and values before anything is built of them: an object with very many keys costs far more than its bytes. */
function isSimple(bytes: Uint8Array): boolean {
  let depth = 0;
  let values = 0;
  for (let index = 0; index < bytes.length && depth <= MAX_DEPTH && values <= MAX_VALUES; index += 1) {
    const byte = bytes[index];
    if (byte === QUOTE) index = endOfString(bytes, index);
    else if (byte === COMMA) values += 1;
    else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) depth -= 1;
    else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
      depth += 1;
      values += 1;
    }
  }
  return depth <= MAX_DEPTH && values <= MAX_VALUES;
}

/** @returns the index of the closing quote */
function endOfString(bytes: Uint8Array, start: number): number {
  let index = start + 1;
  while (index < bytes.length && bytes[index] !== QUOTE) index += bytes[index] === BACKSLASH ? 2 : 1;
  return index;
}
