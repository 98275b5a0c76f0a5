/** Folders on the list → the items in them: the service restores items alone (API, sections D1 and D2). */
import type { Entry } from '../model/catalog.ts';
import type { Page, Slice } from '../ports.ts';

export type Expanded =
  | { readonly kind: 'items'; readonly entries: readonly Entry[] }
  /** More than may be restored at once. */
  | { readonly kind: 'too-many' };

/** The contents of one folder, as the explore session lists them. */
export interface FolderContents {
  items(folder: Entry, slice: Slice): Promise<Page<Entry>>;
  folders(folder: Entry, slice: Slice): Promise<Page<Entry>>;
}

const PAGE = 1000;
/** Asked at once, so that deep trees take no minutes and the service is not flooded. */
const AT_ONCE = 4;
/** Folders beyond this many are no choice of single items any more. */
const MOST_FOLDERS = 2000;

const nameOf = ({ containerId, id }: Entry): string => JSON.stringify([containerId, id]);

async function all(read: (slice: Slice) => Promise<Page<Entry>>, most: number): Promise<readonly Entry[]> {
  const found: Entry[] = [];
  for (let more = true; more && found.length <= most;) {
    const page = await read({ offset: found.length, limit: PAGE });
    found.push(...page.results);
    more = page.more && page.results.length > 0;
  }
  return found;
}

/**
 * The items of a list, each once: those chosen by hand first and as they were chosen (a version of a document stays that
 * version), then those of the folders, folders in folders included.
 *
 * @param most how many items may come out
 * @throws UpstreamError whatever the listings throw
 */
export async function expand(list: readonly Entry[], contents: FolderContents, most: number): Promise<Expanded> {
  const items = new Map<string, Entry>();
  const seen = new Set<string>();
  let folders: Entry[] = [];

  const take = (entry: Entry): void => {
    const name = nameOf(entry);
    if (entry.kind !== 'folder') {
      if (!items.has(name)) items.set(name, entry);
    } else if (!seen.has(name)) {
      seen.add(name);
      folders.push(entry);
    }
  };
  for (const entry of list) take(entry);

  while (folders.length > 0) {
    if (items.size > most || seen.size > MOST_FOLDERS) return { kind: 'too-many' };
    const now = folders.slice(0, AT_ONCE);
    folders = folders.slice(AT_ONCE);
    const found = await Promise.all(
      now.map((folder) =>
        Promise.all([
          all((slice) => contents.items(folder, slice), most),
          all((slice) => contents.folders(folder, slice), MOST_FOLDERS),
        ]),
      ),
    );
    for (const entry of found.flat(2)) take(entry);
  }
  return items.size > most ? { kind: 'too-many' } : { kind: 'items', entries: [...items.values()] };
}
