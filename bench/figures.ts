/** Medians, percentiles, and what a row of the table is made of. */

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** Nearest rank. NaN where there is nothing. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1))] ?? Number.NaN;
}

export interface Row {
  readonly what: string;
  /** What it is compared with. */
  readonly against: string;
  /** The figure of ours, and of the peer, in words with their units. */
  readonly ours: string;
  readonly peer: string;
  /** What is judged: a ratio, or milliseconds, and the bound from the issue. */
  readonly figure: number;
  readonly unit: string;
  readonly bound?: { readonly atMost: number } | { readonly atLeast: number } | undefined;
}

export function reached({ figure, bound }: Row): boolean | undefined {
  if (bound === undefined) return undefined;
  return 'atMost' in bound ? figure <= bound.atMost : figure >= bound.atLeast;
}

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits));
