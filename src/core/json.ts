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
  for (let index = 0; index < bytes.length && levels <= limits.levels && values <= limits.values; index += 1) {
    const byte = bytes[index];
    if (byte === QUOTE) index = endOfString(bytes, index);
    else if (byte === COMMA) values += 1;
    else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) levels -= 1;
    else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
      levels += 1;
      values += 1;
    }
  }
  return { values, isSimple: levels <= limits.levels && values <= limits.values };
}

/** @returns the index of the closing quote */
function endOfString(bytes: Uint8Array, start: number): number {
  let index = start + 1;
  while (index < bytes.length && bytes[index] !== QUOTE) index += bytes[index] === BACKSLASH ? 2 : 1;
  return index;
}

type JsonText =
  | { readonly kind: 'read'; readonly value: unknown }
  /** No JSON, or too much of it. */
  | { readonly kind: 'none' | 'not-simple'; readonly value?: undefined };

/** The JSON of a text from outside. A byte order mark is skipped. */
export function readJson(text: string | undefined, limits?: JsonLimits): JsonText {
  const json = text?.replace(/^\uFEFF/, '') ?? '';
  if (!countJson(Buffer.from(json), limits).isSimple) return { kind: 'not-simple' };
  try {
    return { kind: 'read', value: JSON.parse(json) };
  } catch {
    return { kind: 'none' };
  }
}

/** The same; undefined where it is not read. */
export const parseJson = (text: string | undefined): unknown => readJson(text).value;
