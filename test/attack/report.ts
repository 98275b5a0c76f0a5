/** Results of the attacks as terminal lines and as `test/attack/RESULTS.md`, with the limits that they are held to. */
import type { Measured } from './measure.ts';
import { MOST_TAKEN } from '../support/taken-time.ts';

/** What everybody else notices of an attack, at most. */
export const LIMITS = {
  /** `/healthz` and `restore status` at the 95th percentile, in milliseconds. */
  latency: 250,
  /** The process's largest resident set, in bytes. */
  memory: 350e6,
  /** Milliseconds that an unfinished connection stays open: ten seconds, and one to notice. */
  open: 11_000,
  /** From the approval to "Signed in" while somebody else searches, in milliseconds; a second of it is the polling interval. */
  signIn: 3_000,
  /** From **Search** to its results while others download slow files, in milliseconds; five seconds of it are the service's. */
  search: 8_000,
} as const;

/** A complete run against one version of the bot. */
export interface AttackRun {
  readonly commit: string;
  readonly at: string;
  readonly seconds: number;
  readonly processors: string;
  readonly node: string;
  readonly attacks: readonly Measured[];
}

export type Column = 'before' | 'now';
export type AttackResults = Readonly<Partial<Record<Column, AttackRun>>>;

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const megabytes = (bytes: number): string => `${whole(bytes / 1e6)} MB`;
const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;
const milliseconds = (value: number): string => `${whole(value)} ms`;

/** What is measured, how it reads, and how much of it is allowed. */
const MEASURES: readonly {
  readonly title: string;
  readonly of: (measured: Measured) => number | undefined;
  readonly text: (value: number) => string;
  readonly limit?: number;
  /** Whether it is a time, which others on the machine's host lengthen. */
  readonly isTime?: true;
}[] = [
  { title: '`/healthz` p95', of: ({ health }) => health.p95, text: milliseconds, limit: LIMITS.latency, isTime: true },
  {
    title: '`restore status` p95',
    of: ({ status }) => status.p95,
    text: milliseconds,
    limit: LIMITS.latency,
    isTime: true,
  },
  { title: 'memory', of: ({ peakMemory }) => peakMemory, text: megabytes, limit: LIMITS.memory },
  { title: 'event loop blocked', of: ({ delay }) => delay.max, text: milliseconds },
  { title: 'processor', of: ({ processor }) => processor, text: (part) => `${whole(part * 100)} %` },
  { title: 'connection open', of: ({ longestOpen }) => longestOpen, text: seconds, limit: LIMITS.open, isTime: true },
  { title: 'sign-in p95', of: ({ signIn }) => signIn?.p95, text: seconds, limit: LIMITS.signIn, isTime: true },
  { title: 'search p95', of: ({ search }) => search?.p95, text: seconds, limit: LIMITS.search, isTime: true },
  { title: 'searches without results', of: ({ search }) => search?.failed, text: whole, limit: 0 },
];

/** Whether others took so much of the processors that times cannot be held to a limit. */
export const isDisturbed = ({ takenPercent = 0 }: Measured): boolean => takenPercent > MOST_TAKEN;

/** @returns the limits that were not held, each as a sentence */
export function missedLimits(
  measured: Measured,
  options: { readonly times: boolean } = { times: true },
): readonly string[] {
  return MEASURES.flatMap(({ title, of, text, limit = Infinity, isTime = false }) => {
    const value = of(measured);
    return value === undefined || value <= limit || (isTime && !options.times)
      ? []
      : [`${measured.attack}: ${title} was ${text(value)}, at most ${text(limit)} is allowed`];
  });
}

export function linesOf(measured: Measured): string {
  const figures = MEASURES.flatMap(({ title, of, text }) => {
    const value = of(measured);
    return value === undefined ? [] : [`${title} ${text(value)}`];
  });
  const { takenPercent: taken } = measured;
  const others = taken === undefined ? [] : [`others took ${whole(taken)} % of the processors`];
  return `${measured.attack}\n  ${[...figures, ...others].join(', ')}\n  ${endsOf(measured)}`;
}

const endsOf = ({ ends }: Measured): string =>
  Object.entries(ends)
    .map(([end, count]) => `${end}: ${whole(count)}`)
    .join(', ');

/** @returns `test/attack/RESULTS.md` */
export function resultsPage({ before, now }: AttackResults): string {
  const names = new Set([before, now].flatMap((run) => run?.attacks.map(({ attack }) => attack) ?? []));
  const rows = [...names].map((name) => {
    const [old, present] = [before, now].map((run) => run?.attacks.find(({ attack }) => attack === name));
    const cells = MEASURES.map(({ of, text }) => {
      const values = [old, present].map((measured) => (measured === undefined ? undefined : of(measured)));
      return values.every((value) => value === undefined)
        ? ''
        : values.map((value) => (value === undefined ? '–' : text(value))).join(' → ');
    });
    return { name, cells, old, present };
  });
  return `# Attack results

What everybody else notices while somebody attacks the bot: the version **before** limits were placed in front of authentication,
and the one **now**. \`npm run attack\` writes this page; [docs/testing.md](../../docs/testing.md#attacks) describes what is done.

${circumstancesOf('before', before)}
${circumstancesOf('now', now)}

Every cell reads “before → now”. Limits: \`/healthz\` and \`restore status\` ${LIMITS.latency} ms at the 95th percentile, memory (largest
resident set) ${megabytes(LIMITS.memory)}, an unfinished connection open for ${seconds(LIMITS.open)}, a sign-in ${seconds(LIMITS.signIn)} from the approval to “Signed in”, a search
${seconds(LIMITS.search)}, and none without results. A
request without a good answer counts as 5 s. Connections that the bot never closed are as old as the attack was long. “processor” is
the bot's time on one of the processors.

${table(
  ['attack', ...MEASURES.map(({ title }) => title)],
  rows.map(({ name, cells }) => [name, ...cells]),
)}

${verdictOf(now)}

## What became of the attackers' requests

${table(
  ['attack', 'before', 'now'],
  rows
    .filter(({ old, present }) => [old, present].some((run) => run !== undefined && endsOf(run) !== ''))
    .map(({ name, old, present }) => [name, ...[old, present].map((run) => (run === undefined ? '–' : endsOf(run)))]),
)}
`;
}

function verdictOf(now: AttackRun | undefined): string {
  const missed = now?.attacks.flatMap((each) => missedLimits(each)) ?? [];
  if (missed.length > 0) return `Limits that are not held now:\n\n${missed.map((each) => `- ${each}`).join('\n')}`;
  return now === undefined ? '' : 'All limits are held now.';
}

function circumstancesOf(column: Column, run: AttackRun | undefined): string {
  if (run === undefined) return `- **${column}**: not measured.`;
  const { commit, at, processors, node } = run;
  return `- **${column}**: commit \`${commit}\`, measured on ${at}, on ${processors}, shared by the bot, the attackers and the services; Node ${node}.`;
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n');
}
