/** What an earlier backup has that the latest no longer has, and which backup is compared with it next. Pure. */
import { DAY } from '../../../core/durations.ts';
import { digestOf } from '../../../core/platform.ts';
import type { Entry } from '../../backups/entries/entry.ts';
import type { RestorePoint } from '../../backups/catalog.ts';
import type { Look } from '../../state/look.ts';
import { MAX_SESSIONS, pointNear } from '../../explore/search-order.ts';

/** How long before the latest backup the first one is that is compared with it. */
const FIRST_DISTANCE = 7 * DAY;

type NextComparison =
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
  const older = points.filter(({ backupTime }) => backupTime < oldest);
  const isFirst = oldest === from;
  const { since } = comparison ?? {};
  const found =
    isFirst && since !== undefined
      ? older.find(({ backupTime }) => backupTime <= since)
      : pointNear(older, from - (isFirst ? FIRST_DISTANCE : 2 * (from - oldest)));
  const point = found ?? older.at(-1);
  if (point !== undefined && comparison?.ofDeleted !== true) return { kind: 'point', point };
  return looked.some(({ deleted }) => deleted) ? { kind: 'nothing' } : { kind: 'deleted' };
}

/** What tells entries apart where their ids may have changed. A digest: those of thousands are kept. */
const markOf = ({ kind, title, at, who }: Entry): string => digestOf(JSON.stringify([kind, title, at, who]));

/** By key. */
export const marksOf = (entries: readonly Entry[]): readonly (readonly [string, string])[] =>
  entries.map((entry) => [entry.key, markOf(entry)]);

/** Entries of the latest backup: only what is needed of them to compare. */
export class LatestEntries {
  readonly #marks = new Map<string, string>();

  add(entries: readonly Entry[]): void {
    for (const entry of entries) this.#marks.set(entry.key, markOf(entry));
  }

  compare(): Comparison {
    return new Comparison(this.#marks);
  }
}

/** Of an earlier backup with the latest. */
class Comparison {
  readonly #latest: ReadonlyMap<string, string>;
  readonly #there = new Set<string>();

  /** @param latest marks by key */
  constructor(latest: ReadonlyMap<string, string>) {
    this.#latest = latest;
  }

  /** @param entries of the earlier backup @returns those that the latest does not have, by id */
  goneOf(entries: readonly Entry[]): readonly Entry[] {
    return entries.filter(({ key }) => {
      if (!this.#latest.has(key)) return true;
      this.#there.add(key);
      return false;
    });
  }

  /**
   * Whether ids stay the same between backups is not documented: what the latest has under an id that the earlier one does not
   * have is probably the same where kind, title, time and person are.
   *
   * @param gone all of the earlier backup that is gone by id
   */
  missingOf(gone: readonly Entry[]): { readonly missing: readonly Entry[]; readonly renamed: number } {
    const added = [...this.#latest].filter(([key]) => !this.#there.has(key)).map(([, mark]) => mark);
    const marks = Map.groupBy(added, (mark) => mark);
    const missing = gone.filter((entry) => marks.get(markOf(entry))?.pop() === undefined);
    return { missing, renamed: gone.length - missing.length };
  }
}

/** @param known marks of a newer backup @returns what an earlier one has besides */
export function beyond(entries: readonly Entry[], known: Iterable<readonly [string, string]>): readonly Entry[] {
  const comparison = new Comparison(new Map(known));
  return comparison.missingOf(comparison.goneOf(entries)).missing;
}
