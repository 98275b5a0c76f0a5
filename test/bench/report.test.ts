import { combine, describeRuns, type Results } from '../../bench/combine.ts';
import { compared, ratiosOf, type Row } from '../../bench/figures.ts';
import { durationsOf, lineOf, tableOf } from '../../bench/report.ts';

const circumstances = {
  at: '2026-11-23',
  seconds: 12,
  processors: '2 × Model',
  memoryGigabytes: 24,
  node: 'v24.0.0',
  versions: { undici: '8.0.0' },
};
const row = (changes: Partial<Row>): Row => ({
  what: 'a turn',
  against: 'raw',
  ours: '5 ms',
  peer: '4 ms',
  figure: 1.25,
  unit: '×',
  ...changes,
});
function tableWith(rows: readonly Row[]): string {
  const part = { name: 'turns', title: 'Turns', measure: async () => rows };
  const parts = [{ part, rows, seconds: 7.4, takenPercent: 12.3 }];
  return tableOf(parts, durationsOf(parts, 12), circumstances);
}

test('a row shows its figure, its goal and what both did; a value shared with the row above is not repeated', () => {
  const table = tableWith([row({ bound: { atMost: 1.5 } }), row({ what: 'another' }), row({ against: 'agents' })]);
  expect(table.slice(table.indexOf('## Turns'))).toBe(`## Turns

| what | against | figure | goal |  | ours | theirs |
| --- | --- | --- | --- | --- | --- | --- |
| a turn | raw | 1.25 × | at most 1.5 × | reached | 5 ms | 4 ms |
| another | raw | 1.25 × | – |  | ″ | ″ |
| a turn | agents | 1.25 × | – |  | 5 ms | 4 ms |
`);
});

test('the results begin with the duration of each part, the processor time that others took of it, and the goals that are missed', () => {
  const table = tableWith([row({ bound: { atMost: 1.5 } }), row({ what: 'another', bound: { atLeast: 2 } })]);
  expect(table).toContain('12 s long (turns 7 s (12%); ');
  expect(table).toContain(`1 of 2 goals are reached. Missed:

- another, against raw: 1.25 × (goal: at least 2 ×)
`);
  expect(tableWith([row({ bound: { atMost: 1.5 } })])).toContain('1 of 1 goals are reached.\n');
});

test('what several pairs of processes are compared by is judged by their median, and shows the spread', () => {
  // One pair of three that is unlike the others decides nothing.
  const pairs = compared(ratiosOf([210, 200, 330], [100, 100, 100]));
  expect(pairs).toEqual({ figure: 2.1, spread: [2, 3.3], unit: '×' });
  const table = tableWith([row({ ...pairs, bound: { atMost: 2.3 } }), row({ spread: [1.25, 1.25] })]);
  expect(table).toContain('| a turn | raw | 2.1 × (2–3.3) | at most 2.3 × | reached |');
  expect(table).toContain('| a turn | raw | 1.25 × | – |');
});

test('of several runs, the medians and the range are shown, and where their verdicts differ', () => {
  const run = (figure: number, seconds: number): Results => ({
    circumstances: { ...circumstances, seconds },
    rows: [
      { part: 'turns', ...row({ figure, ours: `${figure} ms`, bound: { atMost: 1.5 } }) },
      { part: 'turns', ...row({ what: 'without a goal', figure }) },
      ...(figure === 1 ? [{ part: 'turns', ...row({ what: 'in one of them' }) }] : []),
    ],
  });
  const runs = [run(1, 10), run(1.4, 12), run(1.6, 11)] as const;
  const { rows } = combine(runs);
  const table = tableOf([{ part: { title: 'Turns' }, rows }], describeRuns(runs), circumstances);
  expect(table).toContain('Medians of 3 runs of `npm run bench` in a row, each 10 to 12 s long');
  expect(table).toContain('| a turn | raw | 1.4 × (1–1.6) | at most 1.5 × | reached, in 2 of 3 runs | 1.4 ms |');
  expect(table).toContain('| without a goal | raw | 1.4 × (1–1.6) | – |  |');
  expect(table).not.toContain('in one of them');
});

test('the terminal shows a row on one line, with its verdict', () => {
  expect(lineOf(row({ bound: { atMost: 1.2 } }))).toBe(
    '      1.25 ×  a turn, against raw (at most 1.2 ×: not reached); ours: 5 ms, theirs: 4 ms',
  );
  expect(lineOf(row({ unit: 'ms', figure: 5 }))).toBe(
    '        5 ms  a turn, against raw (–); ours: 5 ms, theirs: 4 ms',
  );
});
