/** Numbers in any language. */

/** Writes a number with the separators of a language; what is no number stays as it is. */
export function numbersIn(language: string): (value: number) => string {
  const format = new Intl.NumberFormat(language);
  return (value) => (Number.isFinite(value) ? format.format(value) : String(value));
}
