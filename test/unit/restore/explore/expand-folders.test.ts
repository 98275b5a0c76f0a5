import { expandFolders as expand, readAll, type ReadFolder } from '../../../../src/restore/explore/expand-folders.ts';
import type { Entry } from '../../../../src/restore/backups/entries/entry.ts';
import type { Page, Slice } from '../../../../src/restore/state/ports.ts';
import { aFault } from '../../../support/builders.ts';
import { anEntry } from '../../../fakes/explorer.ts';

const folder = (id: string): Entry => anEntry({ id, kind: 'folder' });
const item = (id: string): Entry => anEntry({ id });
const idsOf = (entries: readonly Entry[]): readonly string[] => entries.map(({ id }) => id);

interface Tree {
  readonly read: ReadFolder;
  /** Slices asked for, as `items inbox 0`. */
  readonly asked: readonly string[];
  readonly mostAtOnce: () => number;
}

/** Folders by id, each with what lies in it. */
function tree(folders: Readonly<Record<string, readonly Entry[]>>): Tree {
  const asked: string[] = [];
  let now = 0;
  let most = 0;
  const read: ReadFolder = async (what, { id }, { offset, limit }) => {
    asked.push(`${what} ${id} ${offset}`);
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setImmediate(resolve));
    now -= 1;
    const all = (folders[id] ?? []).filter(({ kind }) => (kind === 'folder') === (what === 'folders'));
    return { results: all.slice(offset, offset + limit), more: all.length > offset + limit };
  };
  return { asked, mostAtOnce: () => most, read };
}

const expandFolders = (list: readonly Entry[], read: ReadFolder, max: number) =>
  expand(list, { read, restores: ({ kind }) => (kind === 'folder' ? 'contents' : 'itself') }, max);

test('a list without folders stays as it is', async () => {
  const contents = tree({});

  await expect(expandFolders([item('a'), item('b')], contents.read, 2000)).resolves.toEqual([item('a'), item('b')]);
  expect(contents.asked).toEqual([]);
});

/** Files and folders in one listing, of which each page has up to a thousand elements. */
const asOneListing =
  (all: readonly Entry[]): ReadFolder =>
  async (what, _folder, { offset, limit }) => {
    const elements = all.slice(offset, offset + limit);
    const next = offset + elements.length;
    const results = elements.filter(({ kind }) => (kind === 'folder') === (what === 'folders'));
    return { results, more: next < all.length, next };
  };

test('files that follow a thousand folders in the same listing are read', async () => {
  const all = [...Array.from({ length: 1_500 }, (_, at) => folder(`folder-${at}`)), item('a'), item('b')];
  const read = asOneListing(all);
  const contents = await readAll((slice) => read('items', folder('files'), slice), 2_000);
  expect(idsOf(contents.items)).toEqual(['a', 'b']);
  expect(contents.isPartial).toBe(false);
});

test('a listing that goes on for ever without a file is given up', async () => {
  let pages = 0;
  const endless = async ({ offset, limit }: Slice) => {
    pages += 1;
    return { results: [], more: true, next: offset + limit };
  };
  expect(await readAll(endless, 2_000)).toMatchObject({ items: [], isPartial: true });
  expect(pages).toBe(3);
});

test('items know the folders they are in, where the folder itself does', async () => {
  const contents = tree({ inbox: [item('a'), folder('deeper')], deeper: [item('b')], found: [item('c')] });
  const inbox = { ...folder('inbox'), title: 'Inbox', path: ['Mail'] };
  const expanded = await expandFolders([inbox, folder('found')], contents.read, 2000);
  expect(expanded?.map(({ id, path }) => [id, path])).toEqual([
    ['a', ['Mail', 'Inbox']],
    ['c', undefined],
    ['b', ['Mail', 'Inbox', 'Subject of deeper']],
  ]);
});

test('folders are replaced by their items, those of subfolders included, each item once', async () => {
  const contents = tree({
    inbox: [item('a'), item('b'), folder('deeper')],
    deeper: [item('c'), folder('deepest')],
    deepest: [item('d')],
  });

  const expanded = await expandFolders([folder('inbox'), item('b'), folder('deeper')], contents.read, 2000);

  expect(idsOf(expanded ?? []).toSorted()).toEqual(['a', 'b', 'c', 'd']);
  expect(contents.asked.filter((asked) => asked === 'items deeper 0')).toHaveLength(1);
});

test('a version that was selected individually is kept', async () => {
  const chosen = anEntry({ id: 'a', kind: 'document', key: 'k-a-2', version: '2.0' });
  const contents = tree({ documents: [anEntry({ id: 'a', kind: 'document' })] });

  await expect(expandFolders([folder('documents'), chosen], contents.read, 2000)).resolves.toEqual([chosen]);
});

test('items with the same id in two mailboxes are different items', async () => {
  const other = anEntry({ id: 'a', containerId: 'mailbox-2' });

  await expect(expandFolders([item('a'), other], tree({}).read, 2000)).resolves.toEqual([item('a'), other]);
});

test('posts with the same id in two channels are different posts, also beside a folder', async () => {
  const post = (within: string): Entry => anEntry({ id: '1772359200000', kind: 'post', within });
  const list = [folder('empty'), post('channel-1'), post('channel-2'), post('channel-1')];

  const items = await expandFolders(list, tree({}).read, 10);

  expect(items?.map(({ within }) => within)).toEqual(['channel-1', 'channel-2']);
});

test('large folders are read a thousand at a time', async () => {
  const contents = tree({ inbox: Array.from({ length: 1500 }, (_, index) => item(`item-${index}`)) });

  const expanded = await expandFolders([folder('inbox')], contents.read, 2000);

  expect(expanded).toHaveLength(1500);
  expect(contents.asked.filter((asked) => asked.startsWith('items'))).toEqual(['items inbox 0', 'items inbox 1000']);
});

test('reading stops once there are more items than may be restored at once', async () => {
  const contents = tree({ inbox: Array.from({ length: 20_000 }, (_, index) => item(`item-${index}`)) });

  await expect(expandFolders([folder('inbox')], contents.read, 2000)).resolves.toBeUndefined();
  expect(contents.asked.filter((asked) => asked.startsWith('items'))).toHaveLength(3);
});

test('reading stops once there are too many folders', async () => {
  const contents = tree({ inbox: Array.from({ length: 2500 }, (_, index) => folder(`folder-${index}`)) });

  await expect(expandFolders([folder('inbox')], contents.read, 2000)).resolves.toBeUndefined();
});

test('a document that was read again lies where it did', async () => {
  const unclear: Entry = { ...folder('a'), title: 'Plan.docx', path: ['Plans'] };
  const contents = tree({ a: [anEntry({ id: 'a', kind: 'document' })] });
  await expect(expandFolders([unclear], contents.read, 2000)).resolves.toMatchObject([
    { kind: 'document', path: ['Plans'] },
  ]);
});

test('a folder that contains itself is read once', async () => {
  await expect(expandFolders([folder('a')], tree({ a: [folder('b')], b: [folder('a')] }).read, 2000)).resolves.toEqual(
    [],
  );
});

test('reading goes on where the service said, and ends where a page is repeated: nothing is restored of a part', async () => {
  const offsets: number[] = [];
  const read = async (what: string, _: Entry, { offset }: Slice): Promise<Page<Entry>> => {
    if (what === 'folders') return { results: [], more: false };
    offsets.push(offset);
    return offset === 0
      ? { results: [item('a'), item('b')], more: true, next: 3 }
      : { results: [item('b'), item('c')], more: true, next: offset + 2 };
  };
  await expect(expandFolders([folder('a')], read, 2000)).rejects.toMatchObject({ code: 'MALFORMED' });
  expect(offsets).toEqual([0, 3, 5]);
});

test('a page that is shorter than asked for is followed by the rest, each item once', async () => {
  const read = async (what: string, _: Entry, { offset }: Slice): Promise<Page<Entry>> => {
    if (what === 'folders') return { results: [], more: false };
    return offset === 0
      ? { results: [item('a'), item('b')], more: true, next: 3 }
      : { results: [item('b'), item('c')], more: false };
  };
  await expect(expandFolders([folder('a')], read, 2000)).resolves.toEqual([item('a'), item('b'), item('c')]);
});

test('reading ends when the service announces more items but returns none, and says so', async () => {
  const empty: Page<Entry> = { results: [], more: true };

  await expect(expandFolders([folder('a')], async () => empty, 2000)).rejects.toMatchObject({ code: 'MALFORMED' });
});

test('a few folders are read in parallel, and no more', async () => {
  const contents = tree({ inbox: Array.from({ length: 40 }, (_, index) => folder(`folder-${index}`)) });

  await expandFolders([folder('inbox')], contents.read, 2000);

  expect(contents.mostAtOnce()).toBeGreaterThan(2);
  expect(contents.mostAtOnce()).toBeLessThanOrEqual(8);
});

test('an error of the service is thrown', async () => {
  const refusal = aFault('REFUSED', { status: 404 });

  await expect(expandFolders([folder('a')], () => Promise.reject(refusal), 2000)).rejects.toBe(refusal);
});
