/** Sites and teams in an administrator's session: the body of every restore, each as the API has it. */
import { requestMistakes } from '../../../local/backup-service/documented/documented.ts';
import type { Entry } from '../../../src/restore/backups/entries/entry.ts';
import type { FolderRef, RestoreRequest } from '../../../src/restore/state/ports.ts';
import { rulesOf, type Workload } from '../../../src/restore/backups/workloads/index.ts';
import { readOptions } from '../../../src/restore/backups/workloads/options.ts';
import { createExplorer } from '../../../src/upstream/explorer/explorer.ts';
import type { Http, HttpRequest } from '../../../src/upstream/http/http.ts';
import { accessTo, aPage, cannedHttp, EXPLORE, FIRST } from './explorers.ts';

const SITE = '6f1d3f0e-52c9-4a57-9b1e-1d2e3f405162';
const TEAM = '6f0a7d52-1f7e-4d53-8f0c-2b1d3c4e5f60';
const CHANNEL = '19:general/1@thread.tacv2';
const FILE = '0f1e2d3c-4b5a-4968-8776-655443322110';
const CODE = 'ABCD-EFGH';
const ACCOUNT = 'restore@contoso.com';
const CERTIFICATE = { pfx: 'TUlJSw==', password: 'pw', impersonationAccount: ACCOUNT, expiresAt: 0 };
const SESSION = `/v8/RestoreSessions/${EXPLORE}`;
const inSite = `${SESSION}/Organization/Sites/${SITE}`;
const inTeam = `${SESSION}/organization/teams/${TEAM}`;
const inChannel = `${inTeam}/channels/19%3Ageneral%2F1%40thread.tacv2`;
const access = { ...accessTo('https://backup.example'), kind: 'administrator' } as const;

/** One answer to everything; each request is one of the API, with nothing unknown in it. */
function service(answer: object) {
  const seen: { readonly path: string; readonly body: unknown }[] = [];
  const http: Http = {
    send(request: HttpRequest) {
      const { pathname, search } = new URL(request.url);
      const { method, json } = request;
      const body = json === undefined ? '' : JSON.stringify(json);
      const contentType = json === undefined ? undefined : 'application/json';
      const mistakes = requestMistakes({ method, path: pathname, query: search.slice(1), contentType, body });
      expect([pathname, mistakes]).toEqual([pathname, []]);
      seen.push({ path: pathname, body: body === '' ? undefined : (JSON.parse(body) as unknown) });
      return cannedHttp(200, new TextEncoder().encode(JSON.stringify(answer))).send(request);
    },
    close: () => Promise.resolve(),
  };
  const certificates = { [access.organization.key]: CERTIFICATE };
  return { explorer: createExplorer({ http, certificates }), seen };
}

async function sent(
  workload: Workload,
  entries: readonly Entry[],
  chosen: RestoreRequest['options'] = {},
  credentials: RestoreRequest['credentials'] = { kind: 'code', userCode: CODE },
) {
  const { explorer, seen } = service({ sessionId: EXPLORE });
  const { values: options } = readOptions(rulesOf(workload, 'administrator'), chosen, entries);
  const containerId = entries[0]?.containerId ?? '';
  await explorer.restore(access, { workload, exploreId: EXPLORE, containerId, entries, options, credentials });
  return seen;
}

const ABOUT = {
  createdBy: 'Olga',
  creationTime: '2025-01-01T00:00:00Z',
  modifiedBy: 'Zoë',
  modificationTime: '2026-02-03T04:05:06Z',
};
const DOCUMENT = { ...ABOUT, siteId: SITE, sizeBytes: 4_096, version: '3.0', versionId: 1_536, id: 'd', name: 'Plan' };
const ITEM = { ...ABOUT, siteId: SITE, version: '2.0', versionId: 1_024, id: 'i', name: '1_.000', title: 'Kyoto' };
const FOLDER = { ...ABOUT, siteId: SITE, type: 'LibraryFolder', id: 'f', name: 'Guides', isFolder: true };

const ofSite = (kind: string, id: string, changes: Partial<Entry> = {}): Entry => ({
  key: id,
  kind,
  containerId: SITE,
  id,
  title: id,
  path: ['Documents', 'Deep'],
  ...changes,
});
const document = ofSite('document', 'd', { echo: JSON.stringify(DOCUMENT) });
const item = ofSite('item', 'i', { path: ['Risks'], echo: JSON.stringify(ITEM) });
const folder = ofSite('folder', 'f', { path: ['Documents'], echo: JSON.stringify(FOLDER) });
const library = ofSite('library', 'l', { path: [], title: 'Documents' });
const site = ofSite('whole site', SITE, { path: undefined, title: 'Kyoto' });

const HOW = { restorePermissions: false, documentLastVersionAction: 'Merge' };
const LAST = { ...HOW, documentVersion: 'Last' };
const WHOLE = { ...LAST, deletedItems: true, changedItems: false, restoreListViews: false };

test.each<[string, readonly Entry[], RestoreRequest['options'], string, object]>([
  [
    'documents, to the library that they are from',
    [document, { ...document, id: 'd2' }],
    {},
    `${inSite}/Documents/restore`,
    { ...LAST, list: 'Documents', documents: [DOCUMENT, DOCUMENT] },
  ],
  [
    'documents with all versions and permissions',
    [document],
    { siteVersions: 'All', sitePermissions: true, siteNotification: true },
    `${inSite}/Documents/restore`,
    {
      restorePermissions: true,
      sendSharedLinksNotification: true,
      documentVersion: 'All',
      list: 'Documents',
      documents: [DOCUMENT],
    },
  ],
  [
    'a document that a search found: nobody knows its library',
    [{ ...document, path: undefined }],
    {},
    `${inSite}/Documents/restore`,
    { ...LAST, documents: [DOCUMENT] },
  ],
  [
    'a version of a document',
    [{ ...document, version: '3.0' }],
    { siteLastVersion: 'Overwrite' },
    `${inSite}/Documents/d/Versions/1536/restore`,
    { ...HOW, documentLastVersionAction: 'Overwrite', list: 'Documents' },
  ],
  ['list items', [item], {}, `${inSite}/Items/restore`, { ...LAST, list: 'Risks', items: [ITEM] }],
  [
    'a version of a list item',
    [{ ...item, version: '2.0' }],
    {},
    `${inSite}/Items/i/Versions/1024/restore`,
    { ...HOW, list: 'Risks' },
  ],
  ['folders', [folder], {}, `${inSite}/Folders/restore`, { ...LAST, list: 'Documents', folders: [FOLDER] }],
  ['a library', [library], {}, `${inSite}/Libraries/l/restore`, { ...WHOLE, list: 'Documents' }],
  [
    'a list with its views, and what has changed',
    [ofSite('list', 'risks', { title: 'Risks' })],
    { siteChangedItems: true, siteMissingItems: false, siteListViews: true },
    `${inSite}/Lists/risks/restore`,
    { ...WHOLE, deletedItems: false, changedItems: true, restoreListViews: true, list: 'Risks' },
  ],
  [
    'a subsite',
    [{ ...site, kind: 'site' }],
    {},
    `${inSite}/restore`,
    { ...WHOLE, restoreSubsites: false, restoreMasterPages: false },
  ],
  [
    'a site by itself',
    [site],
    {},
    `${inSite}/restore`,
    { ...WHOLE, restoreSubsites: false, restoreMasterPages: false },
  ],
  [
    'a site with its subsites and master pages',
    [site],
    { siteSubsites: true, siteMasterPages: true },
    `${inSite}/restore`,
    { ...WHOLE, restoreSubsites: true, restoreMasterPages: true },
  ],
])('restores %s', async (_, entries, options, path, body) => {
  expect(await sent('sharepoint', entries, options)).toEqual([{ path, body: { ...body, userCode: CODE } }]);
});

const inIt = (kind: string, changes: Partial<Entry> = {}): Entry => ({
  key: kind,
  kind,
  containerId: TEAM,
  within: CHANNEL,
  id: kind,
  title: kind,
  ...changes,
});
const ITEMS = { restoreMissingItems: true, restoreChangedItems: false };
const TABS = { restoreMissingTabs: true, restoreChangedTabs: false };
const file = inIt('file', { echo: JSON.stringify({ id: FILE, channelId: CHANNEL }) });
const team = inIt('team', { echo: JSON.stringify({ id: TEAM }) });

test.each<[string, Entry, RestoreRequest['options'], string, object]>([
  [
    'a team',
    team,
    {},
    `${SESSION}/organization/teams/restore`,
    { ...ITEMS, restoreMembers: false, restoreSettings: false, teams: [{ id: TEAM }] },
  ],
  [
    'a team with its members and settings',
    team,
    { teamsMembers: true, teamsSettings: true },
    `${SESSION}/organization/teams/restore`,
    { ...ITEMS, restoreMembers: true, restoreSettings: true, teams: [{ id: TEAM }] },
  ],
  [
    'a standard channel, which has no members of its own',
    inIt('channel'),
    { teamsMembers: true },
    `${inChannel}/restore`,
    { ...ITEMS, restoreMembers: false },
  ],
  [
    'a shared channel with its members',
    inIt('shared channel'),
    { teamsMembers: true },
    `${inChannel}/restore`,
    { ...ITEMS, restoreMembers: true },
  ],
  ['all posts', inIt('posts'), {}, `${inTeam}/posts/restore`, { channelId: CHANNEL }],
  [
    'the posts of two days',
    inIt('posts'),
    { teamsPostsFrom: '2026-11-03', teamsPostsTo: '2026-11-04' },
    `${inTeam}/posts/restore`,
    { channelId: CHANNEL, from: '2026-11-03T00:00:00Z', to: '2026-11-04T23:59:59.999Z' },
  ],
  [
    'the posts since a day',
    inIt('posts'),
    { teamsPostsFrom: '2026-11-03' },
    `${inTeam}/posts/restore`,
    { channelId: CHANNEL, from: '2026-11-03T00:00:00Z' },
  ],
  ['all files', inIt('files'), {}, `${inTeam}/files/restore`, { ...ITEMS, fileVersion: 'Last', channelId: CHANNEL }],
  [
    'chosen files',
    file,
    { teamsFileVersions: 'All' },
    `${inTeam}/files/restore`,
    { ...ITEMS, fileVersion: 'All', files: [{ id: FILE, channelId: CHANNEL }] },
  ],
  [
    'a version of a file',
    { ...file, version: '2.0' },
    {},
    `${inTeam}/files/restore`,
    { ...ITEMS, fileVersion: null, files: [{ id: FILE, channelId: CHANNEL }] },
  ],
  ['all tabs', inIt('tabs'), {}, `${inChannel}/tabs/restore`, TABS],
  [
    'chosen tabs',
    inIt('tab', { echo: JSON.stringify({ id: FILE }) }),
    {},
    `${inChannel}/tabs/restore`,
    { ...TABS, tabs: [{ id: FILE }] },
  ],
])('restores %s', async (_, entry, options, path, body) => {
  expect(await sent('teams', [entry], options)).toEqual([{ path, body: { ...body, userCode: CODE } }]);
});

test('the period of posts is among the options that are recorded', () => {
  const options = { teamsPostsFrom: '2026-11-03', teamsPostsTo: '2026-11-04' };
  const request = { workload: 'teams', containerId: TEAM, entries: [inIt('posts')], options } as const;
  expect(service({}).explorer.optionsSent('administrator', request)).toEqual({
    from: '2026-11-03T00:00:00Z',
    to: '2026-11-04T23:59:59.999Z',
  });
});

test.each<[string, Workload, readonly Entry[], RegExp]>([
  ['a single post', 'teams', [inIt('post', { echo: '{"postId":7}' })], /no folders/],
  ['an attachment', 'sharepoint', [ofSite('attachment', 'a')], /no folders/],
  ['what may be a document or a list item', 'sharepoint', [ofSite('unclear', 'u')], /no folders/],
  ['documents of two libraries', 'sharepoint', [document, { ...document, id: 'x', path: ['Other'] }], /one group/],
  ['two versions', 'sharepoint', [document, { ...document, version: '2.0' }], /one group/],
  ['two libraries', 'sharepoint', [library, { ...library, id: 'other' }], /one group/],
  ['a document without what the service gave', 'sharepoint', [{ ...document, echo: undefined }], /lacks the object/],
  ['a version without its number', 'sharepoint', [{ ...document, version: '1.0', echo: '{}' }], /versionId/],
])('does not send %s', async (_, workload, entries, reason) => {
  await expect(sent(workload, entries)).rejects.toThrow(reason);
});

test.each<[string, Workload, Entry, string | undefined]>([
  ['a site', 'sharepoint', site, ACCOUNT],
  ['a subsite', 'sharepoint', { ...site, kind: 'site' }, ACCOUNT],
  ['a library', 'sharepoint', library, ACCOUNT],
  ['a list', 'sharepoint', ofSite('list', 'risks'), ACCOUNT],
  ['a document', 'sharepoint', document, undefined],
  ['a folder', 'sharepoint', folder, undefined],
  ['a team', 'teams', inIt('team', { id: TEAM, echo: JSON.stringify({ id: TEAM }) }), ACCOUNT],
  ['a channel', 'teams', inIt('channel', { id: CHANNEL }), undefined],
  ['tabs', 'teams', inIt('tabs', { id: CHANNEL }), undefined],
])('restores %s with a certificate', async (_, workload, entry, impersonationAccountName) => {
  const [seen] = await sent(workload, [entry], {}, { kind: 'certificate' });
  const { userCode, ...body } = (seen?.body ?? {}) as Readonly<Record<string, unknown>>;
  expect(body).toMatchObject({ applicationCertificate: 'TUlJSw==', applicationCertificatePassword: 'pw' });
  expect([userCode, body['impersonationAccountName']]).toEqual([undefined, impersonationAccountName]);
});

test('a folder is kept as the service sent it, without what only listings have', async () => {
  const listed = { ...FOLDER, sizeBytes: 0, title: '', _links: { self: { href: '/x' } } };
  const at: FolderRef = {
    workload: 'sharepoint',
    exploreId: EXPLORE,
    containerId: SITE,
    folder: { id: 'l', kind: 'library' },
  };
  const { results } = await service(aPage([listed])).explorer.folders(access, at, FIRST);
  expect(results.map(({ kind, echo = '' }) => [kind, JSON.parse(echo)])).toEqual([['folder', FOLDER]]);

  const [path] = await sent(
    'sharepoint',
    results.map((entry) => ({ ...entry, path: ['Documents'] })),
  );
  expect(path?.path).toBe(`${inSite}/Folders/restore`);
});
