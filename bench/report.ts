/** Formats rows as terminal lines and as `bench/results.md`. */
import { reached, type Row } from './figures.ts';

export interface Circumstances {
  readonly at: string;
  readonly seconds: number;
  readonly processors: string;
  readonly memoryGigabytes: number;
  readonly node: string;
  readonly versions: Readonly<Record<string, string>>;
}

const figureOf = ({ figure, unit }: Row): string => (unit === '×' ? `${figure} ×` : `${figure} ${unit}`);

function boundOf({ bound, unit }: Row): string {
  if (bound === undefined) return '–';
  return 'atMost' in bound ? `at most ${bound.atMost} ${unit}` : `at least ${bound.atLeast} ${unit}`;
}

function verdictOf(row: Row): string {
  const verdict = reached(row);
  if (verdict === undefined) return '';
  return verdict ? 'reached' : 'not reached';
}

/** @returns one line for the terminal */
export function lineOf(row: Row): string {
  const verdict = verdictOf(row);
  return `${figureOf(row).padStart(12)}  ${row.what}, against ${row.against} (${boundOf(row)}${verdict === '' ? '' : `: ${verdict}`})`;
}

/** @returns `bench/results.md`, with the machine and the versions that were measured */
export function tableOf(rows: readonly Row[], circumstances: Circumstances): string {
  const { at, seconds, processors, memoryGigabytes, node, versions } = circumstances;
  const cells = rows.map((row) => [
    row.what,
    row.against,
    figureOf(row),
    boundOf(row),
    verdictOf(row),
    row.ours,
    row.peer,
  ]);
  const table = [
    ['what', 'against', 'figure', 'to reach', '', 'ours', 'theirs'],
    Array.from({ length: 7 }, () => '---'),
    ...cells,
  ]
    .map((line) => `| ${line.join(' | ')} |`)
    .join('\n');
  const packages = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return `# Benchmark results

One run of \`npm run bench\` on ${at}, ${seconds} s long. Machine: ${processors}, shared, ${memoryGigabytes} GB. Node ${node}; ${packages.join(', ')}.
The program writes this file; [README.md](README.md) explains the columns, the rows that miss their goal, and the variation between runs.

${table}
`;
}
