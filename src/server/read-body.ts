/** Reads bodies within limits: bytes of one body, bytes of all bodies in flight, large ones a second; of JSON depth and number of values. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { errorAnswer, type JsonResponse } from '../chat/inbound/authorize-activity.ts';
import { countJson, SIMPLE } from '../core/json.ts';
import type { LimitedLog } from '../log/limited-log.ts';

const MAX_BODY_BYTES = 1_048_576;
/** A code has up to 2 KB, a ticket half of one. */
const MAX_FORM_BYTES = 16_384;
/** Of all bodies that are being read or whose turn runs. An ordinary activity has 2 to 5 KB. */
const MAX_BYTES_IN_FLIGHT = 16 * MAX_BODY_BYTES;
const LARGE_BODY_BYTES = 65_536;
/** Large bodies that are being read or whose turn runs. They leave room for ordinary ones. */
const MAX_LARGE_BODIES = 4;
/** A large body counts for as long as this at least, which limits their rate: the turn of 1 MB takes up to 20 ms. */
const LARGE_BODY_MILLISECONDS = 1_000;

/** Fails at what is not UTF-8. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

interface Refusal {
  readonly kind: 'refused';
  readonly reason: string;
  readonly answer: JsonResponse;
}
type Body<T> =
  | { readonly kind: 'read'; readonly value: T }
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
  `The body has more than ${SIMPLE.levels} levels or more than ${SIMPLE.values} values; send one Bot Framework activity.`,
);
const TOO_LARGE = refusal('body too large', 413, 'too-large', 'The body is larger than 1 MB; send a smaller activity.');
const FORM_TOO_LARGE = refusal('form too large', 413, 'too-large', 'The form is larger than 16 KB.');
const NO_FORM = refusal('no form', 400, 'not-form', 'The body is no form in UTF-8.');
const BUSY = refusal('too many bodies at once', 503, 'busy', 'Too many requests are in progress; send it again.', {
  'retry-after': '1',
});

interface BodyFormat<T> {
  readonly maxBytes: number;
  readonly tooLarge: Refusal;
  readonly parse: (bytes: Uint8Array) => Body<T>;
}

export const JSON_BODY: BodyFormat<unknown> = { maxBytes: MAX_BODY_BYTES, tooLarge: TOO_LARGE, parse: parseJson };

/** `application/x-www-form-urlencoded`, as text. */
export const FORM_BODY: BodyFormat<string> = { maxBytes: MAX_FORM_BYTES, tooLarge: FORM_TOO_LARGE, parse: parseText };

export class Bodies {
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
  async read<T, Answer>(
    request: IncomingMessage,
    response: ServerResponse,
    { maxBytes, tooLarge, parse }: BodyFormat<T>,
    use: (value: T) => Promise<Answer>,
  ): Promise<Answer | JsonResponse | undefined> {
    let size = 0;
    let largeUntil: Promise<void> | undefined;
    /** @returns why a body of so many bytes is not read */
    const admit = (bytes: number): Refusal | undefined => {
      if (bytes > maxBytes) return tooLarge;
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
      const body = refused ?? (await readBody(request, response, parse, count));
      if (body.kind === 'read') return await use(body.value);
      if (body.kind === 'cut-off') return undefined;
      const { reason, answer } = body;
      this.#log.warn({ event: 'activity-refused', status: answer.status }, `a request was refused: ${reason}`);
      return answer;
    } finally {
      this.#bytesInFlight -= size;
      void largeUntil?.then(() => (this.#largeBodies -= 1));
    }
  }
}

/** Reads until the end or the first refusal, and leaves the rest unread. */
function readBody<T>(
  request: IncomingMessage,
  response: ServerResponse,
  parse: BodyFormat<T>['parse'],
  count: (bytes: number) => Refusal | undefined,
): Promise<Body<T>> {
  // Its connection may have been closed while the token was verified.
  if (request.destroyed) return Promise.resolve({ kind: 'cut-off' });
  if (request.headers.expect !== undefined) response.writeContinue();
  const { promise, resolve } = Promise.withResolvers<Body<T>>();
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
    .on('end', () => resolve(parse(Buffer.concat(chunks.splice(0)))))
    .on('close', cutOff)
    .on('error', cutOff);
  return promise;
}

function parseText(bytes: Uint8Array): Body<string> {
  try {
    return { kind: 'read', value: UTF8.decode(bytes) };
  } catch {
    return NO_FORM;
  }
}

function parseJson(bytes: Uint8Array): Body<unknown> {
  if (!countJson(bytes).isSimple) return NOT_SIMPLE;
  try {
    return { kind: 'read', value: JSON.parse(UTF8.decode(bytes)) };
  } catch {
    return NOT_JSON;
  }
}
