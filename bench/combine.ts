/** Several whole runs as one: of each row the median and the range, and in how many of the runs its goal was reached. */
import { median, reached, spreadOf, type Row } from './figures.ts';
import type { Circumstances } from './report.ts';

/** As `npm run bench` writes it beside its table. */
export interface Results {
  readonly circumstances: Circumstances;
  readonly rows: readonly (Row & { readonly part: string })[];
}

const nameOf = ({ part, what, against }: Results['rows'][number]): string => [part, what, against].join('\n');

/**
 * Whatever belongs to a row is of the run whose figure is the median. Rows that are not in every run are left out.
 *
 * @param runs one commit, one machine; the last one says on what
 */
export function combine(runs: readonly [Results, ...Results[]]): Results {
  const all = runs.map(({ rows }) => new Map(rows.map((row) => [nameOf(row), row])));
  const rows = runs[0].rows.flatMap((first) => {
    const each = all.flatMap((run) => run.get(nameOf(first)) ?? []);
    if (each.length < runs.length) return [];
    const figures = each.map(({ figure }) => figure);
    const figure = median(figures);
    const middle = each.find((row) => row.figure === figure) ?? first;
    const spread = spreadOf(figures);
    const count = each.filter((row) => reached(row) === true).length;
    const reachedIn = reached(first) === undefined ? undefined : { runs: count, of: each.length };
    return [{ ...middle, spread, reachedIn }];
  });
  return { circumstances: (runs.at(-1) ?? runs[0]).circumstances, rows };
}

/** @returns how the table of combined runs begins */
export function describeRuns(runs: readonly Results[]): string {
  const seconds = runs.map(({ circumstances }) => circumstances.seconds);
  return `Medians of ${runs.length} runs of \`npm run bench\` in a row, each ${Math.min(...seconds)} to ${Math.max(...seconds)} s long, with the range in parentheses.`;
}
