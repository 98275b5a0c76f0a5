/** JSON with whole numbers that a JavaScript number cannot hold: as digits here, as numbers on the wire. */

/** Of the language, but not of its type library yet. */
const { rawJSON } = JSON as unknown as { rawJSON(this: void, text: string): object };

/** To stand in a body as the number of these digits. */
export const exactNumber = (digits: string): object => rawJSON(digits);

/** With the numbers of these names as their digits. */
export function parseExact(text: string, names: readonly string[]): unknown {
  return JSON.parse(text, ((key: string, value: unknown, context?: { readonly source?: string }) =>
    names.includes(key) && typeof value === 'number' ? context?.source : value) as (
    key: string,
    value: unknown,
  ) => unknown);
}
