/** What an earlier backup has that the latest no longer has, and which backup is compared with it next. Pure. */
import type { Entry } from '../../model/entry.ts';
import type { RestorePoint } from '../../model/catalog.ts';
import type { Look } from '../../model/task.ts';
import { MAX_SESSIONS } from './search-order.ts';

const DAY = 86_400_000;
/** How long before the latest backup the first one is that is compared with it. */
const FIRST_DISTANCE = 7 * DAY;
/** A daily backup is a little earlier or later than the one before. */
const TOLERANCE = 0.5 * DAY;

export type NextComparison =
  | { readonly kind: 'point'; readonly point: RestorePoint }
  /** Of the latest backup. */
  | { readonly kind: 'deleted' }
  | { readonly kind: 'nothing' };

/**
 * One backup after the other until something is missing: twice as long before the latest each time, finally the first, and
 * then what the latest itself has of deleted items.
 *
 * @param points that may be offered, newest first
 * @param sessions that a comparison opens
 */
export function nextComparison(
  points: readonly RestorePoint[],
  { from, sessions: opened, looked, comparison }: Look,
  sessions: number,
): NextComparison {
  if (opened + sessions > MAX_SESSIONS) return { kind: 'nothing' };
  const earlier = looked.filter(({ deleted }) => deleted !== true).map(({ at }) => at);
  const oldest = Math.min(from, ...earlier);
  const since = comparison?.since ?? from - FIRST_DISTANCE + TOLERANCE;
  const reach = oldest === from ? since : from - 2 * (from - oldest) + TOLERANCE;
  const older = points.filter(({ backupTime }) => backupTime < oldest);
  const point = older.find(({ backupTime }) => backupTime <= reach) ?? older.at(-1);
  if (point !== undefined && comparison?.ofDeleted !== true) return { kind: 'point', point };
  return looked.some(({ deleted }) => deleted) ? { kind: 'nothing' } : { kind: 'deleted' };
}

/** What tells entries apart where their ids may have changed. */
const markOf = ({ kind, title, at, who }: Entry): string => JSON.stringify([kind, title, at, who]);

/** Entries of the latest backup: all that is needed of them to compare. */
export class LatestEntries {
  readonly #marks = new Map<string, string>();

  constructor(entries: readonly Entry[]) {
    for (const entry of entries) this.#marks.set(entry.id, markOf(entry));
  }

  /**
   * Those of an earlier backup that it no longer has, by id. Whether ids stay the same between backups is not documented:
   * what it has under an id that the earlier one does not have is probably the same where kind, title, time and person are.
   */
  missingOf(earlier: readonly Entry[]): { readonly missing: readonly Entry[]; readonly renamed: number } {
    const unmatched = new Map(this.#marks);
    for (const { id } of earlier) unmatched.delete(id);
    const marks = Map.groupBy(unmatched.values(), (mark) => mark);
    const gone = earlier.filter(({ id }) => !this.#marks.has(id));
    const missing = gone.filter((entry) => marks.get(markOf(entry))?.pop() === undefined);
    return { missing, renamed: gone.length - missing.length };
  }
}
