/** Interprets what the service reports about a restore session: counts, result, failed items. */
import { firstSentence, foldName } from '../../../core/text.ts';
import type { Entry } from '../../backups/entries/entry.ts';
import type { Counts, FailedItem, SessionEvent } from '../../state/restore.ts';
import type { StatisticsItem } from '../../state/ports.ts';
import type { RestoreResult } from '../../state/restore-transitions.ts';
import type { Reading } from './read-progress.ts';

const MAX_REMARKS = 10;
const MAX_COUNT = 1e9;

type Counted = Omit<Counts, 'total'>;

/** How an item's event counts, and the problem it reports. */
const ITEM_EVENTS: Readonly<
  Record<
    SessionEvent['status'],
    { readonly counts?: keyof Counted; readonly problem?: Exclude<FailedItem['status'], 'missing'> }
  >
> = {
  running: {},
  success: { counts: 'restored' },
  warning: { counts: 'restored', problem: 'warning' },
  failed: { counts: 'failed', problem: 'failed' },
  cancelled: { counts: 'failed', problem: 'failed' },
  skipped: { counts: 'skipped', problem: 'skipped' },
};

/** Guards the cards against negative and fractional numbers. */
const whole = (count: number): number => (count > 0 ? Math.min(Math.trunc(count), MAX_COUNT) : 0);

const restoreEvents = ({ events = [] }: Reading): readonly SessionEvent[] =>
  events.filter(({ isRestore }) => isRestore).toSorted((a, b) => a.startedAt - b.startedAt);

/** Events of single items; events without a name are about the whole restore. */
const itemEvents = (reading: Reading): readonly SessionEvent[] =>
  restoreEvents(reading).filter(({ itemName }) => itemName !== undefined && itemName !== '');

export const countedOf = ({ restored, failed, skipped }: Counted): number => restored + failed + skipped;

const totalled = (counted: Counted, ...totals: readonly number[]): Counts => ({
  total: Math.max(countedOf(counted), ...totals),
  ...counted,
});

/** @param requested unknown where the service says how many items there are */
export function progressOf(reading: Reading, requested = 0): Counts {
  const { statistics } = reading;
  if (statistics !== undefined && statistics.total > 0) {
    const { total, restored, failed, skipped } = statistics;
    const counted = { restored: whole(restored), failed: whole(failed), skipped: whole(skipped) };
    return totalled(counted, whole(total), requested);
  }
  const counted = { restored: 0, failed: 0, skipped: 0 };
  for (const { status } of itemEvents(reading)) {
    const { counts } = ITEM_EVENTS[status];
    if (counts !== undefined) counted[counts] += 1;
  }
  return totalled(counted, requested);
}

/**
 * Whether a restore within the explore session is over. That session stays open, so only its items show it.
 *
 * @param requested unknown where the service restores all that is in what was sent
 * @param isQuiet nothing has changed for a while
 */
export function isFinished(reading: Reading, requested: number | undefined, isQuiet: boolean): boolean {
  const events = restoreEvents(reading);
  const isRunning = events.some(({ status }) => status === 'running');
  if (requested === undefined) return isQuiet && !isRunning && isWholeOver(reading, events);
  const { statistics } = reading;
  const total = statistics?.total ?? 0;
  if (total > 0 && total >= requested && countedOf(progressOf(reading, requested)) >= total) return true;
  if (events.length === 0 || isRunning) return false;
  return isQuiet || itemEvents(reading).length >= requested;
}

/** A service that has counted nothing may still be finding out what there is, unless it says that it has failed. */
function isWholeOver(reading: Reading, events: readonly SessionEvent[]): boolean {
  const counts = progressOf(reading);
  if (counts.total > 0) return countedOf(counts) >= counts.total;
  return events.some(({ status }) => status === 'failed' || status === 'cancelled');
}

/**
 * The entry that a title and a path of the service tell. What a path begins with, and whether it ends with the name, is
 * not documented: the longest match counts, and none where the folder of an entry is unknown.
 */
function entryAt(path: string | undefined, same: readonly Entry[]): Entry | undefined {
  if (same.length === 1) return same[0];
  if (path === undefined || same.some((entry) => entry.path === undefined)) return undefined;
  const pathOf = (names: readonly string[]): string => ['', ...names.map(foldName)].join('/');
  const place = pathOf(path.split(/[/\\]/).filter(Boolean)) || '/';
  const [first, second] = same
    .map((entry) => ({ entry, folder: pathOf(entry.path ?? []) }))
    .filter(({ entry, folder }) => {
      const isFolder = folder === '' ? place === '/' : place.endsWith(folder);
      return isFolder || place.endsWith(`${folder}/${foldName(entry.title)}`);
    })
    .toSorted((one, other) => other.folder.length - one.folder.length);
  return first?.folder.length === second?.folder.length ? undefined : first?.entry;
}

/** What is reported of entries of one title: told by path; else one each, where there are as many reports as entries. */
function entriesOf(reports: readonly { readonly path?: string | undefined }[], same: readonly Entry[]) {
  const found = reports.map(({ path }) => entryAt(path, same));
  return reports.length === same.length && found.every((entry) => entry === undefined) ? same : found;
}

/** Items that events report a problem with; the last event of each counts. Titles may not be unique. */
function itemsInEvents(reading: Reading, titles: ReadonlyMap<string, readonly Entry[]>): readonly FailedItem[] {
  return [...Map.groupBy(itemEvents(reading), ({ itemName }) => itemName ?? '')].flatMap(([title, events]) => {
    const same = titles.get(title) ?? [];
    const last = same.length > 1 ? events.filter(({ status }) => status !== 'running') : events.slice(-1);
    const bad = last.filter(({ status }) => ITEM_EVENTS[status].problem !== undefined);
    const found = entriesOf(bad, same);
    return bad.flatMap(({ status, message }, index): readonly FailedItem[] => {
      const { problem } = ITEM_EVENTS[status];
      return problem === undefined
        ? []
        : [{ key: found[index]?.key, title, status: problem, why: message || undefined }];
    });
  });
}

/** By id, or else by title and path. */
function entriesOfItems(
  items: readonly StatisticsItem[],
  entries: readonly Entry[],
  titles: ReadonlyMap<string, readonly Entry[]>,
): ReadonlyMap<StatisticsItem, Entry | undefined> {
  const ids = new Map<string | undefined, Entry>(entries.map((entry) => [entry.id, entry]));
  const found = new Map(items.map((item) => [item, ids.get(item.id)]));
  const others = items.filter((item) => found.get(item) === undefined);
  for (const reports of Map.groupBy(others, ({ name, status }) =>
    JSON.stringify([name, status === 'success']),
  ).values()) {
    const same = titles.get(reports[0]?.name ?? '') ?? [];
    for (const [index, entry] of entriesOf(reports, same).entries()) {
      const report = reports[index];
      if (report !== undefined) found.set(report, entry);
    }
  }
  return found;
}

function failuresIn(reading: Reading, entries: readonly Entry[]): readonly FailedItem[] {
  const titles = Map.groupBy(entries, ({ title }) => title);
  const listed = new Set<string>();
  const failures: FailedItem[] = [];
  for (const [item, entry] of entriesOfItems(reading.statistics?.items ?? [], entries, titles)) {
    if (entry !== undefined) listed.add(entry.key);
    if (item.status === 'success') continue;
    failures.push({ key: entry?.key, title: entry?.title ?? item.name, status: item.status, why: item.why });
  }
  const isNamed = failures.length > 0;
  const counted = reading.statistics === undefined ? Infinity : whole(reading.statistics.failed);
  for (const item of itemsInEvents(reading, titles)) {
    if (item.key !== undefined && listed.has(item.key)) continue;
    const failed = failures.filter(({ status }) => status === 'failed').length;
    // The statistics list the failed items, so this one is among them under another name.
    if (item.key === undefined && isNamed && failed >= counted) continue;
    failures.push(item);
  }
  return failures;
}

/** Somebody stopped it at the service before all items had their turn. */
const isCancelled = ({ session, events = [] }: Reading, { total, restored, skipped }: Counts): boolean =>
  session?.state === 'stopped' && restored + skipped < total && events.some(({ status }) => status === 'cancelled');

/** The entries that nothing was reported about, where they are as many as were not counted. */
function missingItems(
  reading: Reading,
  entries: readonly Entry[],
  failures: readonly FailedItem[],
  counts: Counts,
): readonly FailedItem[] {
  const done = new Set<string | undefined>(failures.flatMap(({ key, title }) => (key === undefined ? [title] : [key])));
  for (const { id, name } of reading.statistics?.items ?? []) done.add(id).add(name);
  for (const { itemName, status } of itemEvents(reading)) if (status !== 'running') done.add(itemName);
  const missing = entries.filter(({ key, id, title }) => ![key, id, title].some((name) => done.has(name)));
  if (missing.length !== counts.total - countedOf(counts)) return [];
  return missing.map(({ key, title }) => ({ key, title, status: 'missing' }));
}

/** A remark about an item that is listed with its reason would repeat it. */
const repeatsFailure = (remark: string | undefined, failures: readonly FailedItem[]): boolean =>
  failures.some(({ title, why }) => why !== undefined && title !== '' && remark?.startsWith(`${title}: `) === true);

function remarksIn(reading: Reading, result: RestoreResult, failures: readonly FailedItem[]): readonly string[] {
  const { session, statistics } = reading;
  const messages = restoreEvents(reading)
    .filter(({ itemName, status }) => !itemName && (status === 'failed' || status === 'warning'))
    .map(({ message }) => message);
  const reported = [...(statistics?.errors ?? []), ...(statistics?.warnings ?? []), ...messages];
  const texts = reported.length === 0 && result !== 'success' ? [session?.details] : reported;
  const remarks = texts.filter((text) => !repeatsFailure(text, failures)).map(firstSentence);
  return [...new Set(remarks.filter((remark) => remark !== undefined))].slice(0, MAX_REMARKS);
}

function resultIn(
  { session }: Reading,
  counts: Counts,
  failures: readonly FailedItem[],
  { isStopped, isWhole }: { readonly isStopped: boolean; readonly isWhole: boolean },
): RestoreResult {
  const { total, restored, failed, skipped } = counts;
  const isComplete = countedOf(counts) >= total;
  if (isStopped) return 'stopped';
  // The service has forgotten it. Of a whole, more may have followed what was counted.
  if (session === undefined && (isWhole || !isComplete)) return 'unknown';
  // Only valid once the session has stopped.
  const reported = session?.state === 'stopped' ? session.result : 'success';
  if (reported === 'failed') return 'failed';
  if (failed > 0) return restored + skipped > 0 ? 'warning' : 'failed';
  const hasWarnings = failures.some(({ status }) => status === 'warning');
  return reported === 'success' && isComplete && !hasWarnings ? 'success' : 'warning';
}

/**
 * @param reading without a session where the service has forgotten it
 * @param before the last counts read, for a service that reports none at the end
 * @param isWhole the service restores all that is in the entries
 */
export function outcomeOf(
  reading: Reading,
  entries: readonly Entry[],
  stopping: boolean,
  before?: Counts,
  isWhole = false,
) {
  // Of a whole only the counts tell what needed no restoring: nobody selected it item by item.
  const failures = failuresIn(reading, entries).filter(({ status }) => !isWhole || status !== 'skipped');
  // Of a whole the service alone says how much it is.
  const isCounted = isWhole && progressOf(reading).total > 0;
  const { total, failed: counted, skipped, restored } = progressOf(reading, isCounted ? undefined : entries.length);
  // Items reported as failed were not restored, whatever was counted.
  const failed = Math.max(counted, failures.filter(({ status }) => status === 'failed').length);
  const counts = totalled(
    { restored: Math.min(restored, Math.max(total - failed - skipped, 0)), failed, skipped },
    total,
  );
  const final = countedOf(counts) > 0 ? counts : assumedCounts(reading, counts, stopping, before);
  const isElsewhere = !stopping && isCancelled(reading, final);
  const isStopped = isElsewhere || (stopping && countedOf(final) < final.total);
  const result = resultIn(reading, final, failures, { isStopped, isWhole });
  const missing = isElsewhere && !isCounted ? missingItems(reading, entries, failures, final) : [];
  const isUntold = reading.statistics === undefined && reading.events === undefined && result !== 'success';
  return {
    result,
    counts: final,
    failures: [...failures, ...missing],
    remarks: remarksIn(reading, result, failures),
    uncounted: result === 'unknown' || isUntold || undefined,
  };
}

/** Without counts, the session's own result has to do. */
function assumedCounts({ session, statistics }: Reading, nothing: Counts, stopping: boolean, before?: Counts): Counts {
  const isSuccess = session?.state === 'stopped' && session.result === 'success' && !stopping;
  // Nothing is known but that all went well.
  if (isSuccess && statistics === undefined && before !== undefined) {
    return { ...before, restored: Math.max(before.total - before.failed - before.skipped, 0) };
  }
  if (before !== undefined && countedOf(before) > 0) return before;
  if (session?.state !== 'stopped' || stopping || (statistics?.total ?? 0) > 0) return nothing;
  if (session.result === 'success') return { ...nothing, restored: nothing.total };
  return session.result === 'failed' ? { ...nothing, failed: nothing.total } : nothing;
}
