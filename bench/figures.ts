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
  /** The smallest and the largest of the pairs of processes, or of the runs, whose median `figure` is. */
  readonly spread?: readonly [number, number] | undefined;
  readonly unit: string;
  readonly bound?: { readonly atMost: number } | { readonly atLeast: number } | undefined;
  /** In how many of the runs that it combines the goal was reached. */
  readonly reachedIn?: { readonly runs: number; readonly of: number } | undefined;
}

export function reached({ figure, bound }: Row): boolean | undefined {
  if (bound === undefined) return undefined;
  return 'atMost' in bound ? figure <= bound.atMost : figure >= bound.atLeast;
}

/**
 * Processes of one build differ, so two builds are compared by several processes of each, started together.
 *
 * @param ratios of each pair @returns their median, and the spread around it
 */
export function compared(ratios: readonly number[]): Required<Pick<Row, 'figure' | 'spread' | 'unit'>> {
  return {
    figure: round(median(ratios)),
    spread: spreadOf(ratios.map((ratio) => round(ratio))),
    unit: '×',
  };
}

/** The smallest and the largest. */
export const spreadOf = (values: readonly number[]): readonly [number, number] => [
  Math.min(...values),
  Math.max(...values),
];

/** @returns of each pair, ours divided by theirs */
export const ratiosOf = (ours: readonly number[], theirs: readonly number[]): readonly number[] =>
  ours.map((value, at) => value / (theirs[at] ?? Number.NaN));

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits));
