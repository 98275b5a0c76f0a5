/** Medians, percentiles, and the rows of the results table. */

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** By nearest rank; NaN for an empty list. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1))] ?? Number.NaN;
}

export interface Row {
  readonly what: string;
  /** The implementation compared with. */
  readonly against: string;
  /** The measured values of ours and the peer, as text with units. */
  readonly ours: string;
  readonly peer: string;
  /** The values in `ours` as numbers, for programs that read the results: bench/scale.ts. */
  readonly values?: Readonly<Record<string, number>> | undefined;
  /** The figure that is compared with the goal: a ratio, or an absolute value in `unit`. */
  readonly figure: number;
  readonly unit: string;
  readonly bound?: { readonly atMost: number } | { readonly atLeast: number } | undefined;
}

export function reached({ figure, bound }: Row): boolean | undefined {
  if (bound === undefined) return undefined;
  return 'atMost' in bound ? figure <= bound.atMost : figure >= bound.atLeast;
}

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits));
