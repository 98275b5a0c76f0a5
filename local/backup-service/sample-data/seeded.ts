/** Repeatable random numbers: sample data is generated on access and must stay the same. */
import { createHash } from 'node:crypto';

export interface Chance {
  /** From 0, below 1. */
  next(): number;
  /** A whole number from 0, below `end`. */
  below(end: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** True in so many of a hundred cases. */
  percent(of100: number): boolean;
}

/** The same seed, the same numbers (mulberry32). */
export function seeded(seed: string): Chance {
  let state = createHash('sha256').update(seed).digest().readUInt32LE();
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    next,
    below,
    pick: (list) => list[below(list.length)] ?? list[0],
    percent: (of100) => next() * 100 < of100,
  };
}

/** The same text, the same UUID (shaped like version 5). */
export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** Ids as Exchange has them: long, and with characters that an address has to escape. */
export function exchangeId(text: string): string {
  return `AAMkAG${createHash('sha256').update(text).digest('base64')}`;
}

/** From 0 to 99, by the text alone. */
export function percentile(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32LE() % 100;
}
