/** Reads folders with all in them: expands those of a list, and reads what is compared. */
import { UpstreamError } from '../../core/errors.ts';
import { insideOf, type Entry } from '../backups/entries/entry.ts';
import { identityOf } from '../backups/list.ts';
import type { Page, Slice } from '../state/ports.ts';
import type { KindRules } from '../backups/workloads/workload.ts';

export type ReadFolder = (what: 'items' | 'folders', folder: Entry, slice: Slice) => Promise<Page<Entry>>;

interface Reading {
  readonly read: ReadFolder;
  readonly restores: (entry: Entry) => KindRules['restores'];
  /** What is needed of the items on a page, where that is not all. */
  readonly keep?: (items: readonly Entry[]) => readonly Entry[];
}

const PAGE_ENTRIES = 1000;
const PARALLEL_FOLDERS = 4;
const MAX_FOLDERS = 2000;

interface Contents {
  readonly items: readonly Entry[];
  /** There are more. */
  readonly isCut: boolean;
  /** The service announced more and returned nothing new. */
  readonly isPartial: boolean;
}

/** @param keep what is needed of each page; `max` counts that */
export async function readAll(
  read: (slice: Slice) => Promise<Page<Entry>>,
  max: number,
  keep: NonNullable<Reading['keep']> = (entries) => entries,
): Promise<Contents> {
  const items: Entry[] = [];
  const seen = new Set<string>();
  let offset = 0;
  let announced = true;
  let foldersOnly = 0;
  for (let more = true; more && items.length <= max;) {
    const page = await read({ offset, limit: PAGE_ENTRIES });
    const fresh = page.results.filter(({ key }) => !seen.has(key));
    for (const { key } of fresh) seen.add(key);
    const next = page.next ?? offset + page.results.length;
    let isNew = fresh.length > 0;
    // Where files and folders are one listing, a page may have nothing but folders.
    if (page.results.length === 0 && next > offset) {
      foldersOnly += next - offset;
      isNew = foldersOnly <= MAX_FOLDERS;
    }
    offset = next;
    items.push(...keep(fresh));
    more = page.more && isNew;
    announced = page.more;
  }
  const isCut = items.length > max;
  return { items, isCut, isPartial: announced && !isCut };
}

/**
 * The items of a list, each once: those selected individually first and as they were selected (a version of a document
 * stays that version), then those of the folders and their subfolders.
 *
 * @returns undefined where there are more than `max`
 * @throws UpstreamError where the service announces more than it lists: a part of a folder would be restored for the whole; and
 * whatever `read` throws
 */
export async function expandFolders(
  list: readonly Entry[],
  reading: Reading,
  max: number,
): Promise<readonly Entry[] | undefined> {
  const { items, isCut, isPartial } = await readFolders(list, reading, max);
  if (isCut) return undefined;
  if (isPartial) throw new UpstreamError('backup service', 'MALFORMED');
  return items;
}

/** As `expandFolders`, but as much as there may be. */
export async function readFolders(
  list: readonly Entry[],
  { read, restores, keep = (all) => all }: Reading,
  max: number,
): Promise<Contents> {
  const items = new Map<string, Entry>();
  const folders = new Map<string, Entry>();
  const add = (entry: Entry): void => {
    const how = restores(entry);
    if (how === 'no') return;
    const name = identityOf(entry);
    const seen = how === 'contents' ? folders : items;
    if (!seen.has(name)) seen.set(name, entry);
  };
  let isPartial = false;
  const isFull = () => items.size > max || folders.size > MAX_FOLDERS;
  const kept = (entries: readonly Entry[]) => [
    ...entries.filter((entry) => restores(entry) === 'contents'),
    ...keep(entries.filter((entry) => restores(entry) === 'itself')),
  ];
  list.forEach(add);
  for (let expanded = 0; expanded < folders.size && !isFull();) {
    const batch = [...folders.values()].slice(expanded, expanded + PARALLEL_FOLDERS);
    expanded += batch.length;
    const found = await Promise.all(
      batch.map(async (folder) => {
        const inside = await Promise.all([
          readAll((slice) => read('items', folder, slice), max, kept),
          readAll((slice) => read('folders', folder, slice), MAX_FOLDERS, kept),
        ]);
        const place = insideOf(folder);
        isPartial ||= inside.some((contents) => contents.isPartial);
        return inside
          .flatMap((contents) => contents.items)
          .map((entry): Entry =>
            // A document that was read again lies where it did.
            entry.id === folder.id
              ? { path: folder.path, containerName: folder.containerName, ...entry }
              : { ...place, ...entry },
          );
      }),
    );
    found.flat().forEach(add);
  }
  return { items: [...items.values()].slice(0, max), isCut: isFull(), isPartial };
}
