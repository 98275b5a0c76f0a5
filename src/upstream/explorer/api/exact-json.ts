/** JSON whose integers keep all their digits: ids of posts have 64 bits, and JavaScript's numbers hold 53 of them. */

/** An integer as its digits. `JSON.stringify` writes them as they are, without quotes. */
interface Digits {
  readonly rawJSON: string;
}

/** What Node has since version 22, and the types of ECMAScript 2024 lack. */
const json = JSON as unknown as {
  parse(text: string, revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown;
  rawJSON(digits: string): Digits;
  isRawJSON(value: unknown): value is Digits;
};

/** Numbers that may be too long: all other texts are parsed at full speed. */
const LONG = /[:[,]\s*-?\d{16}/;
const INTEGER = /^-?[1-9]\d*$|^0$/;

/** As `JSON.parse`, but integers that a number would round become their digits. @throws SyntaxError */
export function parseExactly(text: string): unknown {
  if (!LONG.test(text)) return JSON.parse(text);
  return json.parse(text, (_key, value, { source = '' }) =>
    typeof value === 'number' && INTEGER.test(source) && String(value) !== source ? json.rawJSON(source) : value,
  );
}

/** The digits of an integer that `parseExactly` has read; undefined for anything else. */
export function digitsOf(value: unknown): string | undefined {
  const text = json.isRawJSON(value) ? value.rawJSON : typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && INTEGER.test(text) ? text : undefined;
}
