/**
 * How much there is in JSON, counted before anything is built of it: an object with very many keys, or an integer that keeps its
 * digits beside very many values, costs far more than its bytes.
 */

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

export interface JsonLimits {
  /** Of nesting. */
  readonly levels: number;
  /** Members and elements. */
  readonly values: number;
}

/**
 * An activity that quotes a card has about 20 levels; recursive code overflows at thousands. An ordinary activity has about 60
 * values, a mail or a site of the backup service as many.
 */
export const SIMPLE: JsonLimits = { levels: 32, values: 5_000 };

/**
 * Counts until a limit is exceeded.
 *
 * @param bytes JSON in UTF-8; of anything else the result has no meaning
 * @returns how many values were counted, and whether these are all of them and within the limits
 */
export function countJson(bytes: Uint8Array, limits = SIMPLE): { readonly values: number; readonly isSimple: boolean } {
  let levels = 0;
  let values = 0;
  const texts = new TextEnds(bytes);
  for (let index = 0; index < bytes.length && levels <= limits.levels && values <= limits.values; index += 1) {
    const byte = bytes[index];
    if (byte === QUOTE) index = texts.after(index + 1);
    else if (byte === COMMA) values += 1;
    else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) levels -= 1;
    else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
      levels += 1;
      values += 1;
    }
  }
  return { values, isSimple: levels <= limits.levels && values <= limits.values };
}

/** Where the texts in a piece of JSON end: found by the platform's search, since most bytes of an answer are in texts. */
export class TextEnds {
  readonly #bytes: Uint8Array;
  /** The next ones, which stand until they are passed, so that no byte is searched twice. */
  #quote = -1;
  #backslash = -1;
  #isCut = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Whether the piece ends after a backslash, so that the first byte of the next one belongs to it. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** @param at within a text, not after a backslash @returns the index of its closing quote; behind the piece where it has none */
  after(at: number): number {
    for (let index = at; ; index = this.#backslash + 2) {
      this.#isCut = index > this.#bytes.length;
      if (this.#quote < index) this.#quote = this.#find(QUOTE, index);
      if (this.#backslash < index) this.#backslash = this.#find(BACKSLASH, index);
      if (this.#quote < this.#backslash || this.#backslash === this.#bytes.length) return this.#quote;
    }
  }

  #find(byte: number, from: number): number {
    const index = this.#bytes.indexOf(byte, from);
    return index === -1 ? this.#bytes.length : index;
  }
}

type JsonText =
  | { readonly kind: 'read'; readonly value: unknown }
  /** No JSON, or too much of it. */
  | { readonly kind: 'none' | 'not-simple'; readonly value?: undefined };

/** The JSON of a text from outside. A byte order mark is skipped. */
export function readJson(text: string | undefined): JsonText {
  const json = text?.replace(/^\uFEFF/, '') ?? '';
  if (!countJson(Buffer.from(json)).isSimple) return { kind: 'not-simple' };
  try {
    return { kind: 'read', value: JSON.parse(json) };
  } catch {
    return { kind: 'none' };
  }
}

/** The same; undefined where it is not read. */
export const parseJson = (text: string | undefined): unknown => readJson(text).value;
