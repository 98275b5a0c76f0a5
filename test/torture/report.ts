/** Results of a torture run as table rows and as `test/torture/RESULTS.md`. */
import type { CrashResult } from './crash.ts';
import type { FaultResult } from './faults.ts';

export interface Figures {
  readonly rows: readonly (readonly [what: string, tried: string, lost: string])[];
  readonly problems: readonly string[];
}

const several = (count: number, one: string): string => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

export function crashFigures(results: readonly CrashResult[]): Figures {
  const rows = [...new Set(results.map(({ path, mode }) => `${path}, ${mode}`))].map((tour) => {
    const mine = results.filter(({ path, mode }) => `${path}, ${mode}` === tour);
    const died = mine.filter(({ died: dead }) => dead);
    const ends = new Map<string, number>();
    for (const { outcome } of died) ends.set(outcome, (ends.get(outcome) ?? 0) + 1);
    const lost = mine.filter(({ problems }) => problems.length > 0).length;
    const ended = [...ends].map(([outcome, count]) => `${count} × ${outcome}`).join(', ');
    return [
      `killed: ${tour}`,
      `${several(died.length, 'moment')} (${ended})`,
      lost === 0 ? 'nothing' : String(lost),
    ] as const;
  });
  return {
    rows,
    problems: results.flatMap(({ path, mode, moment, problems }) =>
      problems.map((problem) => `${path}, ${mode}, ${moment}: ${problem}`),
    ),
  };
}

export function faultFigures(results: readonly FaultResult[]): Figures {
  const most = results.reduce((sum, { callsPerMinute }) => Math.max(sum, callsPerMinute), 0);
  const lost = results.filter(({ problems }) => problems.length > 0);
  const single = results.filter(({ upstreams }) => upstreams.length === 1).length;
  const tried = `${several(single, 'fault')} of one, ${results.length - single} of two together; at most ${most} calls a minute`;
  return {
    rows:
      results.length === 0
        ? []
        : [['upstreams that misbehave', tried, lost.length === 0 ? 'nothing' : String(lost.length)]],
    problems: lost.flatMap(({ upstreams, kind, when, problems }) =>
      problems.map((problem) => `${upstreams.join(' and ')} ${kind} ${when}: ${problem}`),
    ),
  };
}

/** @returns a Markdown table */
export function tableOf(figures: readonly Figures[]): string {
  const rows = figures.flatMap(({ rows: each }) => each);
  return ['| what | tried | lost |', '|---|---|---|', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n');
}

export interface Circumstances {
  readonly at: string;
  readonly took: string;
  readonly processors: string;
  readonly node: string;
}

/** @returns `test/torture/RESULTS.md` */
export function resultsPage(figures: readonly Figures[], { at, took, processors, node }: Circumstances): string {
  const lost = figures.flatMap(({ problems }) => problems);
  const summary = lost.length === 0 ? 'Nothing was lost.' : `Lost:\n\n${lost.map((each) => `- ${each}`).join('\n')}`;
  return `# Torture results

One run of \`npm run torture\` on ${at}, ${took} long, on ${processors}, Node ${node}. The program writes this file and exits
with code 1 if anything was lost. [docs/testing.md](../../docs/testing.md#torture) describes what it does.

${tableOf(figures)}

${summary}
`;
}
