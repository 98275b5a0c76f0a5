/** Sites: every request as the API's OpenAPI document has it, and what is read from the documented answers. */
import { requestMistakes } from '../../../local/backup-service/documented/documented.ts';
import type { Entry } from '../../../src/restore/backups/entries/entry.ts';
import type { FolderRef, RestoreRequest } from '../../../src/restore/state/ports.ts';
import { createExplorer } from '../../../src/upstream/explorer/explorer.ts';
import type { Http, HttpRequest } from '../../../src/upstream/http/http.ts';
import { accessTo, anEntry, aPage, cannedHttp, EXPLORE, FIRST, SET } from './explorers.ts';

const SITE = '6f1d3f0e-52c9-4a57-9b1e-1d2e3f405162';
const SUBSITE = '6f1d3f0e-52c9-4a57-9b1e-1d2e3f4051627c7c2a55-61c5-4d0f-9b1e-54f7a1b0c202';
const LIBRARY = `${SITE}-library`;
const SITES = `/v8/RestoreSessions/${EXPLORE}/Organization/Sites`;
const access = accessTo('https://backup.example');

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: unknown;
}

/** Answers by path and query; what is not named is not found, with that status. */
function service(answers: Readonly<Record<string, object>>, status = 404) {
  const seen: Seen[] = [];
  const http: Http = {
    send(request: HttpRequest) {
      const { pathname, search } = new URL(request.url);
      const { method, json } = request;
      const body = json === undefined ? '' : JSON.stringify(json);
      const contentType = json === undefined ? undefined : 'application/json';
      const query = search.slice(1);
      const mistakes = requestMistakes({ method, path: pathname, query, contentType, body });
      expect([pathname, mistakes]).toEqual([pathname, []]);
      seen.push({ method, path: pathname, query, body: json });
      const named = answers[`${pathname.replace(SITES, '')}?${query.replace(/limit=\d+&offset=\d+&?/, '')}`];
      const answer = named ?? answers[pathname.replace(SITES, '')];
      const refused = { errorCode: 'ResourceNotFound', message: 'It is not found.' };
      const bytes = new TextEncoder().encode(JSON.stringify(answer ?? refused));
      return cannedHttp(answer === undefined ? status : 200, bytes).send(request);
    },
    close: () => Promise.resolve(),
  };
  return { explorer: createExplorer({ http }), seen, paths: () => seen.map(({ path }) => path.replace(SITES, '')) };
}

const place = (folder?: FolderRef['folder'], containerId = SITE): FolderRef => ({
  workload: 'sharepoint',
  exploreId: EXPLORE,
  containerId,
  folder,
});

const anObject = (changes: object = {}): object => ({
  siteId: SITE,
  sizeBytes: 4_096,
  version: '3.0',
  versionId: 1_536,
  id: 'doc-1',
  name: 'Plan.docx',
  createdBy: 'Olga',
  creationTime: '2025-01-01T00:00:00Z',
  modifiedBy: 'Zoë',
  modificationTime: '2026-02-03T04:05:06Z',
  isFolder: false,
  _links: { self: { href: '/x' } },
  ...changes,
});
const anItem = (changes: object = {}): object =>
  anObject({ sizeBytes: undefined, id: 'item-1', name: '1_.000', title: 'Kyoto office', ...changes });
const aFolder = (changes: object = {}): object =>
  anObject({ sizeBytes: undefined, id: 'folder-1', name: 'Guides', isFolder: true, type: 'LibraryFolder', ...changes });

const kindsOf = (entries: readonly Entry[]) => entries.map(({ kind, id, within }) => [kind, id, within]);

describe('the sites of a scope', () => {
  test('are those at the root', async () => {
    const { explorer, paths } = service({
      '?parentId=root': aPage([{ id: SITE, name: 'Kyoto', url: 'https://x/kyoto' }]),
    });

    const sites = await explorer.containers(access, 'sharepoint', EXPLORE);

    expect(sites).toEqual([{ id: SITE, name: 'Kyoto', detail: 'https://x/kyoto', isArchive: false }]);
    expect(paths()).toEqual(['']);
  });

  test.each([
    ['has nothing', { '?parentId=root': aPage([]) }],
    ['is refused', {}],
  ])(
    'are asked for once more, of everything, where the root %s: a subsite in the scope may not be there',
    async (_why, root) => {
      const { explorer, seen } = service({ ...root, '?': aPage([{ id: SUBSITE, name: 'Rollout' }]) });

      expect(await explorer.containers(access, 'sharepoint', EXPLORE)).toMatchObject([
        { id: SUBSITE, name: 'Rollout' },
      ]);
      expect(seen.map(({ query }) => query.includes('parentId'))).toEqual([true, false]);
    },
  );
});

describe('what is in a place', () => {
  test('is subsites, libraries and lists in a site, a library among the lists only once', async () => {
    const { explorer } = service({
      [`?parentId=${SITE}`]: aPage([{ id: SUBSITE, name: 'Rollout' }]),
      [`/${SITE}/Libraries`]: aPage([{ id: LIBRARY, name: 'Documents', siteId: SITE }]),
      [`/${SITE}/Lists`]: aPage([
        { id: LIBRARY, name: 'Documents' },
        { id: 'list-1', name: 'Risks' },
      ]),
    });

    const { results, more } = await explorer.folders(access, place(), FIRST);

    expect(results.map(({ kind, id, containerId, title }) => [kind, id, containerId, title])).toEqual([
      ['site', SUBSITE, SUBSITE, 'Rollout'],
      ['library', LIBRARY, SITE, 'Documents'],
      ['list', 'list-1', SITE, 'Risks'],
    ]);
    expect(more).toBe(false);
    expect((await explorer.items(access, place(), FIRST)).results).toEqual([]);
  });

  test('is the same in a subsite, which is a site of its own', async () => {
    const { explorer, paths } = service({
      [`?parentId=${SUBSITE}`]: aPage([]),
      [`/${SUBSITE}/Libraries`]: aPage([{ id: 'l', name: 'Documents' }]),
      [`/${SUBSITE}/Lists`]: aPage([]),
    });

    const opened = place({ id: SUBSITE, kind: 'site' }, SUBSITE);

    expect((await explorer.folders(access, opened, FIRST)).results).toMatchObject([{ containerId: SUBSITE }]);
    expect(paths()).toEqual(['', `/${SUBSITE}/Libraries`, `/${SUBSITE}/Lists`]);
  });

  test('is folders and documents in a library, folders and list items in a list', async () => {
    const { explorer } = service({
      [`/${SITE}/Folders?parentId=${LIBRARY}`]: aPage([aFolder({ isFolder: undefined })]),
      [`/${SITE}/Documents?parentId=${LIBRARY}&includeFolders=false`]: aPage([
        anObject({ type: undefined, title: '' }),
      ]),
      [`/${SITE}/Folders?parentId=list-1`]: aPage([aFolder({ type: 'ListFolder' })]),
      [`/${SITE}/Items?parentId=list-1&includeFolders=false`]: aPage([anItem()]),
    });
    const both = async (id: string, kind: string) => {
      const at = place({ id, kind });
      const [folders, items] = await Promise.all([
        explorer.folders(access, at, FIRST),
        explorer.items(access, at, FIRST),
      ]);
      return kindsOf([...folders.results, ...items.results]);
    };

    expect(await both(LIBRARY, 'library')).toEqual([
      ['folder', 'folder-1', 'library'],
      ['document', 'doc-1', 'library'],
    ]);
    expect(await both('list-1', 'list')).toEqual([
      ['folder', 'folder-1', 'list'],
      ['item', 'item-1', 'list'],
    ]);
  });

  test.each([
    ['library', 'Documents', anObject(), 'document'],
    ['list', 'Items', anItem(), 'item'],
  ])('of a folder is what its %s holds', async (within, part, body, kind) => {
    const { explorer, paths } = service({ [`/${SITE}/${part}`]: aPage([body]) });

    const page = await explorer.items(access, place({ id: 'folder-1', kind: 'folder', within }), FIRST);

    expect(page.results).toMatchObject([{ kind }]);
    expect(paths()).toEqual([`/${SITE}/${part}`]);
  });

  test.each([
    ['is refused', {}, 404],
    ['is refused with a status of the server', {}, 500],
    ['finds nothing', { [`/${SITE}/Documents`]: aPage([]) }, 404],
  ])('is searched for in a library whose id as a parent %s', async (_why, documents, status) => {
    const found = { [`/${SITE}/Libraries/${LIBRARY}/search`]: aPage([anObject()]) };
    const { explorer, seen } = service({ ...documents, ...found }, status);

    const page = await explorer.items(access, place({ id: LIBRARY, kind: 'library' }), FIRST);

    expect(page.results).toMatchObject([{ kind: 'document', id: 'doc-1' }]);
    // It may lie in a folder of the library: no path is made up.
    expect({ path: ['Documents'], ...page.results[0] }.path).toBeUndefined();
    expect(seen.at(-1)).toMatchObject({ method: 'POST', body: { query: '*' } });
  });

  test('of an empty library is nothing, also where the search is refused', async () => {
    const { explorer } = service({ [`/${SITE}/Documents`]: aPage([]) });

    expect(await explorer.items(access, place({ id: LIBRARY, kind: 'library' }), FIRST)).toMatchObject({ results: [] });
  });

  test('of a list item is its attachments, to look at', async () => {
    const attachment = { id: 'a-1', name: 'photo.jpg', sizeBytes: 7, siteId: SITE, itemId: 'item-1' };
    const { explorer } = service({ [`/${SITE}/Items/item-1/Attachments`]: aPage([attachment]) });

    const page = await explorer.items(access, place({ id: 'item-1', kind: 'item', within: 'list' }), FIRST);

    expect(page.results).toMatchObject([{ kind: 'attachment', title: 'photo.jpg', sizeBytes: 7 }]);
  });
});

describe('a search', () => {
  test.each([
    ['all sites', { workload: 'sharepoint', exploreId: EXPLORE } as const, '/search'],
    ['a site', place(), `/${SITE}/search`],
    ['a subsite', place({ id: SUBSITE, kind: 'site' }, SUBSITE), `/${SUBSITE}/search`],
    ['a library', place({ id: LIBRARY, kind: 'library' }), `/${SITE}/Libraries/${LIBRARY}/search`],
    ['a list', place({ id: 'list-1', kind: 'list' }), `/${SITE}/Lists/list-1/search`],
    ['a folder', place({ id: 'f', kind: 'folder', within: 'list' }), `/${SITE}/Folders/f/search`],
  ])('of %s is asked there, for items, with the set of the page before', async (_name, at, path) => {
    const { explorer, seen, paths } = service({ [path]: aPage([]) });

    await explorer.search(access, at, 'items', 'filename:plan', { ...FIRST, setId: SET });

    expect(paths()).toEqual([path]);
    expect(seen[0]?.query).toContain(`itemType=Items&setId=${SET}`);
    expect(seen[0]?.body).toEqual({ query: 'filename:plan' });
  });

  test('says which site holds what was found, where that can be told', async () => {
    const { explorer, paths } = service({
      '/search': aPage([anObject({ siteId: SUBSITE }), anObject({ id: 'doc-2' }), anItem()]),
      [`/${SUBSITE}`]: { id: SUBSITE, name: 'Rollout' },
    });

    const at = { workload: 'sharepoint', exploreId: EXPLORE } as const;
    const { results } = await explorer.search(access, at, 'items', 'x', FIRST);

    expect(results.map(({ containerName }) => containerName)).toEqual(['Rollout', undefined, undefined]);
    expect(paths()).toEqual(['/search', `/${SUBSITE}`, `/${SITE}`]);
  });

  test('tells documents, list items and folders apart by what they have; the rest is unclear', async () => {
    const { explorer } = service({
      '/search': aPage([
        anObject({ title: '', siteId: SUBSITE }),
        anItem(),
        aFolder({ type: 'ListFolder' }),
        anObject({ id: 'what', sizeBytes: undefined, title: '' }),
        anObject({ id: 'thin', modifiedBy: undefined }),
      ]),
    });

    const at = { workload: 'sharepoint', exploreId: EXPLORE } as const;
    const { results } = await explorer.search(access, at, 'items', 'x', FIRST);

    expect(kindsOf(results)).toEqual([
      ['document', 'doc-1', 'library'],
      ['item', 'item-1', 'list'],
      ['folder', 'folder-1', 'list'],
      ['unclear', 'what', undefined],
      ['unclear', 'thin', 'library'],
    ]);
    expect(results.map(({ containerId }) => containerId)).toEqual([SUBSITE, SITE, SITE, SITE, SITE]);
    expect(results.map(({ title }) => title).slice(0, 2)).toEqual(['Plan.docx', 'Kyoto office']);
  });
});

describe('what is unclear', () => {
  const unclear = place({ id: 'what', kind: 'unclear' });

  test('is asked for as a document', async () => {
    const { explorer, paths } = service({
      [`/${SITE}/Documents/what`]: anObject({ id: 'what', sizeBytes: undefined }),
    });

    expect(kindsOf((await explorer.items(access, unclear, FIRST)).results)).toEqual([['document', 'what', 'library']]);
    expect(paths()).toEqual([`/${SITE}/Documents/what`]);
  });

  test('is asked for as a list item where it is no document', async () => {
    const { explorer } = service({ [`/${SITE}/Items/what`]: anItem({ id: 'what' }) });

    expect(kindsOf((await explorer.items(access, unclear, FIRST)).results)).toEqual([['item', 'what', 'list']]);
  });

  test('is not left out where it still lacks what a restore needs: the person is told', async () => {
    const { explorer } = service({ [`/${SITE}/Documents/what`]: anObject({ id: 'what', createdBy: undefined }) });

    await expect(explorer.items(access, unclear, FIRST)).rejects.toMatchObject({ code: 'MALFORMED' });
  });
});

const reading = async (body: object, part: 'Documents' | 'Items'): Promise<Entry> => {
  const { explorer } = service({ [`/${SITE}/${part}`]: aPage([body]) });
  const within = part === 'Items' ? 'list' : 'library';
  const [entry] = (await explorer.items(access, place({ id: 'f', kind: 'folder', within }), FIRST)).results;
  if (entry === undefined) throw new Error('Nothing was read.');
  return entry;
};

test.each([
  ['Documents', anObject(), 'doc-1'],
  ['Items', anItem(), 'item-1'],
] as const)('%s have earlier versions, without the newest', async (part, body, id) => {
  const entry = await reading(body, part);
  const older = { ...body, version: '2.0', versionId: 1_024 };
  const { explorer } = service({ [`/${SITE}/${part}/${id}/Versions`]: aPage([body, older]) });

  const versions = await explorer.versions(access, 'sharepoint', EXPLORE, entry);

  expect(versions).toMatchObject([{ kind: entry.kind, id, version: '2.0', containerId: SITE }]);
  expect(versions[0]?.key).not.toBe(entry.key);
});

describe('a restore', () => {
  const OPTIONS = {
    siteMissingItems: true,
    siteChangedItems: false,
    siteVersions: 'Last',
    siteLastVersion: 'Merge',
    sitePermissions: false,
    siteNotification: false,
  };
  const sent = async (entries: readonly Entry[], options: RestoreRequest['options'] = OPTIONS) => {
    const { explorer, seen } = service({
      [`/${SITE}/Documents/operatorRestore`]: { sessionId: EXPLORE },
      [`/${SITE}/Items/operatorRestore`]: { sessionId: EXPLORE },
    });
    const rest = { workload: 'sharepoint', exploreId: EXPLORE, containerId: SITE, reason: 'R' } as const;
    await explorer.restore(access, { ...rest, entries, options });
    return { path: seen[0]?.path.replace(SITES, ''), body: seen[0]?.body as Readonly<Record<string, unknown>> };
  };

  test('of documents sends each as the service sent it, without what only listings have', async () => {
    const entry = await reading(anObject({ title: '', oneDriveId: 'x', type: undefined }), 'Documents');

    const { path, body } = await sent([entry]);

    expect(path).toBe(`/${SITE}/Documents/operatorRestore`);
    const { _links: _, ...document } = anObject() as Record<string, unknown>;
    expect(body).toEqual({
      documentsRestoreConfigs: [{ document, documentVersion: 'Last' }],
      restoreDeletedItems: true,
      restoreChangedItems: false,
      restorePermissions: false,
      documentVersion: 'Last',
      documentLastVersionAction: 'Merge',
      reason: 'R',
    });
  });

  test('of list items is a call of its own, with every option', async () => {
    const { path, body } = await sent([await reading(anItem(), 'Items')], {
      ...OPTIONS,
      siteChangedItems: true,
      siteVersions: 'All',
      sitePermissions: true,
      siteNotification: true,
      siteList: 'Archive',
    });

    expect(path).toBe(`/${SITE}/Items/operatorRestore`);
    expect(body).toMatchObject({
      itemsRestoreConfigs: [{ item: { id: 'item-1', title: 'Kyoto office' }, documentVersion: 'All' }],
      list: 'Archive',
      restoreChangedItems: true,
      restorePermissions: true,
      sendSharedLinksNotification: true,
      documentVersion: 'All',
    });
    // Only with the last version.
    expect(body['documentLastVersionAction']).toBeUndefined();
  });

  test('of a version that was chosen sends that version’s own object', async () => {
    const older = await reading(anObject({ version: '2.0', versionId: 1_024 }), 'Documents');

    const { body } = await sent([{ ...older, version: '2.0' }]);

    expect(body['documentsRestoreConfigs']).toMatchObject([{ document: { version: '2.0' }, documentVersion: null }]);
  });

  test('never mixes documents and list items, nor sites', async () => {
    const document = await reading(anObject(), 'Documents');
    const item = await reading(anItem(), 'Items');

    await expect(sent([document, item])).rejects.toThrow('one group');
    await expect(sent([document, { ...document, id: 'other', containerId: SUBSITE }])).rejects.toThrow('one group');
    await expect(sent([anEntry({ kind: 'library', containerId: SITE })])).rejects.toThrow('no folders');
  });
});
