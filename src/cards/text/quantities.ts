/** Numbers and spans of time as a language writes them. */

/** Writes a number with the separators of a language; what is no number stays as it is. */
export function numbersIn(language: string): (value: number) => string {
  const format = new Intl.NumberFormat(language);
  return (value) => (Number.isFinite(value) ? format.format(value) : String(value));
}

export interface SpanWords {
  /** Below a minute. */
  readonly less: string;
  readonly day: (count: number) => string;
  readonly hour: (count: number) => string;
  readonly minute: (count: number) => string;
  /** One or two parts, the larger first. */
  readonly left: (parts: readonly string[]) => string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Two units at most; never more than there is. */
export function spanIn(words: SpanWords): (milliseconds: number) => string {
  return (milliseconds) => {
    if (milliseconds < MINUTE) return words.less;
    const days = Math.floor(milliseconds / DAY);
    const hours = Math.floor((milliseconds % DAY) / HOUR);
    const minutes = Math.floor((milliseconds % HOUR) / MINUTE);
    return words.left([
      ...(days > 0 ? [words.day(days)] : []),
      ...(hours > 0 ? [words.hour(hours)] : []),
      ...(days === 0 && minutes > 0 ? [words.minute(minutes)] : []),
    ]);
  };
}
