/** Formats rows as terminal lines and as `bench/results.md`. */
import { reached, type Row } from './figures.ts';
import type { MeasuredPart } from './schedule.ts';

export interface Circumstances {
  readonly at: string;
  readonly seconds: number;
  readonly processors: string;
  readonly memoryGigabytes: number;
  readonly node: string;
  readonly versions: Readonly<Record<string, string>>;
}

/** `2.1 × (2–2.2)`: the median of pairs of processes, and its spread. */
function figureOf({ figure, unit, spread }: Row): string {
  const [least, most] = spread ?? [figure, figure];
  return `${figure} ${unit}${least === most ? '' : ` (${least}–${most})`}`;
}

function boundOf({ bound, unit }: Row): string {
  if (bound === undefined) return '–';
  return 'atMost' in bound ? `at most ${bound.atMost} ${unit}` : `at least ${bound.atLeast} ${unit}`;
}

function verdictOf(row: Row): string {
  const verdict = reached(row);
  if (verdict === undefined) return '';
  const { runs, of } = row.reachedIn ?? { runs: 0, of: 0 };
  if (verdict) return runs < of ? `reached, in ${runs} of ${of} runs` : 'reached';
  return runs > 0 ? `not reached, but in ${runs} of ${of} runs` : 'not reached';
}

/** @returns one line for the terminal */
export function lineOf(row: Row): string {
  const verdict = verdictOf(row);
  const goal = `${boundOf(row)}${verdict === '' ? '' : `: ${verdict}`}`;
  return `${figureOf(row).padStart(12)}  ${row.what}, against ${row.against} (${goal}); ours: ${row.ours}, theirs: ${row.peer}`;
}

export type Section = Pick<MeasuredPart, 'rows'> & { readonly part: Pick<MeasuredPart['part'], 'title'> };

/** Rows often share the values they are computed from; only the first one shows them. */
function cellsOf(row: Row, previous: Row | undefined): readonly string[] {
  const isSame = previous?.against === row.against && previous.ours === row.ours && previous.peer === row.peer;
  const values = isSame ? ['″', '″'] : [row.ours, row.peer];
  return [row.what, row.against, figureOf(row), boundOf(row), verdictOf(row), ...values];
}

function sectionOf({ part, rows }: Section): string {
  const lines = [
    ['what', 'against', 'figure', 'goal', '', 'ours', 'theirs'],
    Array.from({ length: 7 }, () => '---'),
    ...rows.map((row, index) => cellsOf(row, rows[index - 1])),
  ];
  return `## ${part.title}\n\n${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`;
}

function verdictsOf(rows: readonly Row[]): string {
  const missed = rows.filter((row) => reached(row) === false);
  const reachedCount = rows.filter((row) => reached(row) === true).length;
  const list = missed.map((row) => `- ${row.what}, against ${row.against}: ${figureOf(row)} (goal: ${boundOf(row)})\n`);
  const summary = `${reachedCount} of ${reachedCount + missed.length} goals are reached`;
  return missed.length === 0 ? `${summary}.\n` : `${summary}. Missed:\n\n${list.join('')}`;
}

/** `7 s`, and what others took of the processors, if anything. */
export function durationOf({ seconds, takenPercent }: MeasuredPart): string {
  const taken = Math.round(takenPercent ?? 0);
  return `${Math.round(seconds)} s${taken === 0 ? '' : ` (${taken}%)`}`;
}

/** @returns how long a run took */
export function durationsOf(parts: readonly MeasuredPart[], seconds: number): string {
  const shares = parts.map((each) => `${each.part.name} ${durationOf(each)}`);
  return `One run of \`npm run bench\`, ${seconds} s long (${shares.join(', ')}; some at the same time). Percent: of the processor
time that was asked for, what others on the machine's host took.`;
}

/**
 * @param what was measured, and for how long
 * @returns `bench/results.md`, with the machine and the versions that were measured
 */
export function tableOf(parts: readonly Section[], what: string, circumstances: Circumstances): string {
  const { at, processors, memoryGigabytes, node, versions } = circumstances;
  const packages = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return `# Benchmark results

${what} On ${at}; machine: ${processors}, shared,
${memoryGigabytes} GB; Node ${node}; ${packages.join(', ')}.
The program writes this file; [README.md](README.md) explains the columns, the rows that miss their goal, and the variation between runs.
″ repeats the value above.

${verdictsOf(parts.flatMap(({ rows }) => rows))}
${parts.map(sectionOf).join('\n')}`;
}
