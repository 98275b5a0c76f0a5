/** What the service says about a restore session → counts, and what became of each item. Pure. (API, section C3) */
import { firstSentence } from '../../core/text.ts';
import type { Entry } from '../model/catalog.ts';
import type { ServiceSession, SessionEvent, Statistics, StatisticsItem } from '../ports.ts';
import type { Counts, FailedItem } from '../model/restore.ts';
import type { Result } from './result.ts';

/** What there is to read; either may be missing: older servers have no statistics. */
export interface Reading {
  readonly session?: ServiceSession | undefined;
  readonly statistics?: Statistics | undefined;
  readonly events?: readonly SessionEvent[] | undefined;
}

export interface Outcome {
  readonly result: Result;
  readonly counts: Counts;
  readonly failures: readonly FailedItem[];
  readonly remarks: readonly string[];
}

const MOST_REMARKS = 10;
const MOST_COUNTED = 1e9;
const NOT_WELL: Readonly<Record<SessionEvent['status'], FailedItem['status'] | undefined>> = {
  running: undefined,
  success: undefined,
  warning: 'warning',
  failed: 'failed',
  cancelled: 'failed',
  skipped: 'skipped',
};

/** Nothing that a server says becomes a negative or a broken number on a card. */
const whole = (count: number): number => (count > 0 ? Math.min(Math.trunc(count), MOST_COUNTED) : 0);

const restoreEvents = ({ events = [] }: Reading): readonly SessionEvent[] =>
  events.filter(({ isRestore }) => isRestore).toSorted((a, b) => a.startedAt - b.startedAt);

/** Events that tell of one item each; those without a name tell of the whole. */
const itemEvents = (reading: Reading): readonly SessionEvent[] =>
  restoreEvents(reading).filter(({ itemName }) => itemName !== undefined && itemName !== '');

/** How far it is. Statistics where there are any, else the events are counted. */
export function progressOf(reading: Reading, sent: number): Counts {
  const { statistics } = reading;
  if (statistics !== undefined && statistics.total > 0) {
    const { restored, failed, skipped } = statistics;
    return totalled({ restored: whole(restored), failed: whole(failed), skipped: whole(skipped) }, [
      whole(statistics.total),
      sent,
    ]);
  }
  const counted = { restored: 0, failed: 0, skipped: 0 };
  for (const { status } of itemEvents(reading)) {
    if (status === 'success' || status === 'warning') counted.restored += 1;
    else if (status === 'skipped') counted.skipped += 1;
    else if (status !== 'running') counted.failed += 1;
  }
  return totalled(counted, [sent]);
}

type Counted = Omit<Counts, 'total'>;

export const countedOf = ({ restored, failed, skipped }: Counted): number => restored + failed + skipped;

const totalled = (counted: Counted, totals: readonly number[]): Counts => ({
  total: Math.max(countedOf(counted), ...totals),
  ...counted,
});

/**
 * Whether a restore that runs in the explore session itself is over: that one stays open, so the items say it.
 *
 * @param isQuiet nothing has changed for a while
 */
export function isDone(reading: Reading, sent: number, isQuiet: boolean): boolean {
  const { statistics } = reading;
  if (statistics !== undefined && statistics.total >= sent && countedOf(progressOf(reading, sent)) >= statistics.total)
    return true;
  const events = restoreEvents(reading);
  if (events.length === 0 || events.some(({ status }) => status === 'running')) return false;
  return isQuiet || itemEvents(reading).length >= sent;
}

function byTitle(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  const titles = new Map<string, Entry[]>();
  for (const entry of entries) {
    const same = titles.get(entry.title);
    if (same === undefined) titles.set(entry.title, [entry]);
    else same.push(entry);
  }
  return titles;
}

/** Which entry an item is: by id, else by a title that one entry alone has. */
function entryOf(
  { id, name }: StatisticsItem,
  ids: ReadonlyMap<string, Entry>,
  titles: ReadonlyMap<string, readonly Entry[]>,
): Entry | undefined {
  const same = titles.get(name);
  return (id === undefined ? undefined : ids.get(id)) ?? (same?.length === 1 ? same[0] : undefined);
}

/** What the events tell of items, the last word on each. Of several items of one title nobody can tell which is meant. */
function told(reading: Reading, titles: ReadonlyMap<string, readonly Entry[]>): readonly FailedItem[] {
  const names = new Map<string, SessionEvent[]>();
  for (const event of itemEvents(reading)) {
    const name = event.itemName ?? '';
    const others = names.get(name);
    if (others === undefined) names.set(name, [event]);
    else others.push(event);
  }
  return [...names].flatMap(([title, events]) => {
    const same = titles.get(title) ?? [];
    const last = same.length > 1 ? events.filter(({ status }) => status !== 'running') : events.slice(-1);
    const bad = last.flatMap((event): readonly FailedItem[] => {
      const status = NOT_WELL[event.status];
      return status === undefined ? [] : [{ title, status, why: event.message || undefined }];
    });
    // As many as there are of that title: then it is all of them.
    const isEach = bad.length === same.length;
    return bad.map((item, index) => ({ ...item, key: isEach ? same[index]?.key : undefined }));
  });
}

function failuresIn(reading: Reading, entries: readonly Entry[]): readonly FailedItem[] {
  const ids = new Map(entries.map((entry) => [entry.id, entry]));
  const titles = byTitle(entries);
  const listed = new Set<string>();
  const failures: FailedItem[] = [];
  for (const item of reading.statistics?.items ?? []) {
    const entry = entryOf(item, ids, titles);
    if (entry !== undefined) listed.add(entry.key);
    if (item.status === 'success') continue;
    failures.push({ key: entry?.key, title: entry?.title ?? item.name, status: item.status, why: item.why });
  }
  const counted = reading.statistics === undefined ? Infinity : whole(reading.statistics.failed);
  for (const item of told(reading, titles)) {
    if (item.key !== undefined && listed.has(item.key)) continue;
    const failed = failures.filter(({ status }) => status === 'failed').length;
    // Statistics that list all that failed have told of this one under another name.
    if (item.key === undefined && failures.length > 0 && failed >= counted) continue;
    failures.push(item);
  }
  return failures;
}

/** What is said of an item that is listed with its own reason is not said again beside the list. */
const isToldOf = (remark: string | undefined, failures: readonly FailedItem[]): boolean =>
  failures.some(({ title, why }) => why !== undefined && title !== '' && remark?.startsWith(`${title}: `) === true);

function remarksIn(
  { session, statistics, ...reading }: Reading,
  result: Result,
  failures: readonly FailedItem[],
): readonly string[] {
  const events = restoreEvents(reading).filter(({ itemName }) => !itemName);
  const bad = events.filter(({ status }) => status === 'failed' || status === 'warning');
  const said = [...(statistics?.errors ?? []), ...(statistics?.warnings ?? []), ...bad.map(({ message }) => message)];
  const all = said.length === 0 && result !== 'success' ? [session?.details] : said;
  const remarks = new Set(
    all
      .filter((text) => !isToldOf(text, failures))
      .map(firstSentence)
      .filter((remark) => remark !== undefined),
  );
  return [...remarks].slice(0, MOST_REMARKS);
}

function resultIn({ session }: Reading, counts: Counts, failures: readonly FailedItem[], stopping: boolean): Result {
  const { total, restored, failed, skipped } = counts;
  if (stopping && countedOf(counts) < total) return 'stopped';
  // It is to be believed only once the session has stopped (API, section C2).
  const said = session?.state === 'stopped' ? session.result : 'success';
  if (said === 'failed') return 'failed';
  if (failed > 0) return restored + skipped > 0 ? 'warning' : 'failed';
  const isWell = said === 'success' && countedOf(counts) >= total;
  return isWell && !failures.some(({ status }) => status === 'warning') ? 'success' : 'warning';
}

/**
 * @param entries what the call was to restore
 * @param stopping **Stop** was pressed
 * @param before the counts last known, for a service that tells nothing at the end
 */
export function outcomeOf(reading: Reading, entries: readonly Entry[], stopping: boolean, before?: Counts): Outcome {
  const sent = entries.length;
  const failures = failuresIn(reading, entries);
  const counted = progressOf(reading, sent);
  const listed = failures.filter(({ status }) => status === 'failed').length;
  const counts = withFailed(counted, listed);
  const known = countedOf(counts) > 0 ? counts : assumed(reading, counts, stopping, before);
  const result = resultIn(reading, known, failures, stopping);
  return { result, counts: known, failures, remarks: remarksIn(reading, result, failures) };
}

/** What is told to have failed was not restored, whatever was counted. */
function withFailed({ total, restored, failed, skipped }: Counts, listed: number): Counts {
  const most = Math.max(failed, listed);
  return totalled({ restored: Math.min(restored, Math.max(total - most - skipped, 0)), failed: most, skipped }, [
    total,
  ]);
}

/** Nothing was counted: the session's own result is all there is. */
function assumed({ session, statistics }: Reading, nothing: Counts, stopping: boolean, before?: Counts): Counts {
  if (before !== undefined && countedOf(before) > 0) return before;
  if (session?.state !== 'stopped' || stopping || (statistics?.total ?? 0) > 0) return nothing;
  if (session.result === 'success') return { ...nothing, restored: nothing.total };
  return session.result === 'failed' ? { ...nothing, failed: nothing.total } : nothing;
}
