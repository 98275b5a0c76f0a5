import { readArguments } from '../../../src/audit/run.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const DAY = 86_400_000;
const day = (date: string): number => Date.parse(`${date}T00:00:00Z`);

test.each<[string, readonly string[], object]>([
  ['a day to now', ['--since', '2026-11-18'], { since: day('2026-11-18'), until: NOW + 1 }],
  ['a day counts whole', ['--since', '2026-11-18', '--until', '2026-11-19'], { until: day('2026-11-20') }],
  ['one day', ['--since', '2026-11-18', '--until', '2026-11-18'], { until: day('2026-11-19') }],
  ['a time in UTC', ['--since', '2026-11-18T08:30'], { since: Date.UTC(2026, 10, 18, 8, 30) }],
  ['a time with its zone', ['--since', '2026-11-18T08:30:00+02:00'], { since: Date.UTC(2026, 10, 18, 6, 30) }],
  ['minutes ago', ['--since', '90m'], { since: NOW - 5_400_000 }],
  ['hours ago', ['--since=24h'], { since: NOW - DAY }],
  ['days ago', ['--since', '7d', '--until', '1d'], { since: NOW - 7 * DAY, until: NOW - DAY }],
  ['a person, in any case', ['--since', '1d', '--user', ' ABC '], { user: 'abc', json: false }],
  ['JSON', ['--since', '1d', '--json'], { json: true }],
])('reads %s', (_, args, query) => {
  expect(readArguments(args, NOW)).toMatchObject({ kind: 'query', query });
});

test.each<[string, readonly string[], RegExp]>([
  ['nothing', [], /--since is missing/],
  ['a word', ['--since', 'yesterday'], /--since takes a day.*not "yesterday"/],
  ['a day that is none', ['--since', '2026-02-31'], /--since takes a day/],
  ['a month that is none', ['--since', '2026-13-01'], /--since takes a day/],
  ['an end before its start', ['--since', '1d', '--until', '2d'], /must be before/],
  ['nobody', ['--since', '1d', '--user', ' '], /--user/],
  ['an unknown option', ['--since', '1d', '--all'], /--all/],
  ['a stray word', ['--since', '1d', 'alex'], /alex/],
  ['an option without its value', ['--since'], /--since/],
])('reports what is wrong with %s', (_, args, mistake) => {
  const read = readArguments(args, NOW);
  expect(read.kind === 'mistakes' && read.mistakes.join('\n')).toMatch(mistake);
});

test('reports all mistakes at once', () => {
  const read = readArguments(['--since', 'x', '--until', 'y', '--user', ''], NOW);
  expect(read.kind === 'mistakes' && read.mistakes).toHaveLength(3);
});

test('asks for the usage', () => {
  expect(readArguments(['--help'], NOW)).toEqual({ kind: 'help' });
});
