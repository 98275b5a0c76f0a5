/** Numbers and spans of time as a language writes them. */
import { DAY, HOUR, MINUTE } from '../../core/durations.ts';

/** Writes a number with the separators of the reader's locale; `Infinity` and `NaN` stay as they are. */
export type FormatNumber = (value: number) => string;

interface SpanWords {
  /** Below a minute. */
  readonly less: string;
  readonly day: (count: number) => string;
  readonly hour: (count: number) => string;
  readonly minute: (count: number) => string;
  /** Between two parts, such as hours and minutes. */
  readonly separator: string;
}

/** At most two units, rounded down. */
export function spanIn(words: SpanWords): (milliseconds: number) => string {
  return (milliseconds) => {
    if (milliseconds < MINUTE) return words.less;
    const days = Math.floor(milliseconds / DAY);
    const hours = Math.floor((milliseconds % DAY) / HOUR);
    const minutes = Math.floor((milliseconds % HOUR) / MINUTE);
    return [
      ...(days > 0 ? [words.day(days)] : []),
      ...(hours > 0 ? [words.hour(hours)] : []),
      ...(days === 0 && minutes > 0 ? [words.minute(minutes)] : []),
    ].join(words.separator);
  };
}
