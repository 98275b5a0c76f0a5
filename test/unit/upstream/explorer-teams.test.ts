/** Teams over the wire: every call as documented, and what is read from the answers. */
import { requestMistakes } from '../../../local/backup-service/documented/documented.ts';
import type { Entry } from '../../../src/restore/backups/entries/entry.ts';
import type { Explorer, RestoreRequest } from '../../../src/restore/state/ports.ts';
import { createExplorer } from '../../../src/upstream/explorer/explorer.ts';
import { startScriptedServer, type ScriptedServer } from '../../support/scripted-server.ts';
import { EXPLORE, FIRST, accessTo } from './explorers.ts';
import { buildHttp, type PausingHttp } from './upstreams.ts';

const TEAM = '6f0a7d52-1f7e-4d53-8f0c-2b1d3c4e5f60';
const CHANNEL = '19:general/1@thread.tacv2';
const FILE = '0f1e2d3c-4b5a-4968-8776-655443322110';
const TAB = '11111111-2222-4333-8444-555555555555';
/** Neither is a number of JavaScript. */
const [POST, REPLY] = ['9007199254740993', '9223372036854775807'];
const LINKS = '"_links":{"self":{"href":"/v8/x"}}';
const at = { workload: 'teams', exploreId: EXPLORE, containerId: TEAM } as const;
const inTeam = `/v8/RestoreSessions/${EXPLORE}/organization/teams/${TEAM}`;
const inChannel = `${inTeam}/channels/19%3Ageneral%2F1%40thread.tacv2`;
const CHANNEL_QUERY = 'channelId=19%3Ageneral%2F1%40thread.tacv2';

let server: ScriptedServer;
let http: PausingHttp;
let explorer: Explorer;

beforeEach(async () => {
  server = await startScriptedServer();
  http = buildHttp();
  explorer = createExplorer({ http });
});

afterEach(async () => {
  // Every call of every test is one of the API, with nothing unknown in its path, query or body.
  for (const { method, path: sent, headers, body } of server.requests) {
    const [path = '', query = ''] = sent.split('?');
    const seen = { method, path, query, contentType: headers['content-type'], body };
    expect([sent, ...requestMistakes(seen)]).toEqual([sent]);
  }
  await http.close();
  await server.close();
});

const access = () => accessTo(server.url);
const asked = (): readonly string[] => server.requests.map(({ method, path }) => `${method} ${path}`);
const page = (...results: readonly string[]): string => `{"offset":0,"limit":30,"results":[${results.join(',')}]}`;

const team = `{"id":"${TEAM}","displayName":"Sales","groupEmail":"sales@contoso.com","privacy":"Private",${LINKS}}`;
const aPost = (postId = POST, parentId = 'null'): string =>
  `{"postId":${postId},"changeKey":"ck","isImportant":true,"author":"Anna Lee","subject":"Offer",` +
  `"createdTime":"2026-03-01T10:00:00Z","lastModifiedTime":"2026-03-02T10:00:00Z","isDeleted":true,` +
  `"channelId":"${CHANNEL}","teamId":"${TEAM}","parentId":${parentId},"attachments":[{"name":"a.pdf"}],${LINKS}}`;
const aFile = (changes: object = {}): string =>
  JSON.stringify({
    id: FILE,
    name: 'plan.docx',
    sizeBytes: 12,
    version: 3,
    uiVersion: '3.0',
    modified: '2026-03-01T10:00:00Z',
    modifiedBy: 'Noor',
    channelId: CHANNEL,
    teamId: TEAM,
    fileType: 'File',
    ...changes,
  });
const tab = `{"id":"${TAB}","displayName":"Wiki","contentUrl":"https://x.example/w","type":"Website","channelId":"${CHANNEL}","teamId":"${TEAM}"}`;

const folder = (kind: string, id: string) => ({ kind, id, within: CHANNEL });
const first = async (kind: 'folders' | 'items', place: object): Promise<readonly Entry[]> =>
  (await explorer[kind](access(), { ...at, ...place }, FIRST)).results;

test('the team is the container, and can be picked as a whole beside its channels', async () => {
  server.answer({ body: page(team, '{"id":"other"}') });
  expect(await explorer.containers(access(), 'teams', EXPLORE)).toContainEqual({
    id: TEAM,
    name: 'Sales',
    detail: 'sales@contoso.com',
    isArchive: false,
  });
  server.answer({ body: team });
  expect(await first('items', {})).toMatchObject([{ kind: 'team', id: TEAM, title: 'Sales' }]);
  expect(asked()[1]).toBe(`GET ${inTeam}`);
});

test('the team is looked for among all where the service does not tell of one', async () => {
  server.answer({ status: 404, body: '{"errorCode":"ResourceNotFound"}' }, { body: page(team, '{"id":"other"}') });
  expect(await first('items', {})).toMatchObject([{ kind: 'team', id: TEAM }]);
  expect(asked()[1]).toContain(`GET /v8/RestoreSessions/${EXPLORE}/organization/teams?`);
});

test('channels of each type, and what is in one', async () => {
  const channels = ['Standard', 'Private', 'Shared', 'UnknownFutureValue', undefined];
  const named = channels.map((type, index) =>
    JSON.stringify({ id: `c${index}`, displayName: `Channel ${index}`, type }),
  );
  server.answer({ body: page(...named) });
  expect((await first('folders', {})).map(({ kind, title, within }) => [kind, title, within])).toEqual([
    ['channel', 'Channel 0', 'c0'],
    ['private channel', 'Channel 1', 'c1'],
    ['shared channel', 'Channel 2', 'c2'],
    ['channel', 'Channel 3', 'c3'],
    ['channel', 'Channel 4', 'c4'],
  ]);

  const parts = ['Posts', 'Files', 'Tabs', 'Meetings'];
  server.answer({
    body: page(...parts.map((type) => JSON.stringify({ type, displayName: type, channelId: CHANNEL }))),
  });
  const inside = await first('folders', { folder: folder('private channel', CHANNEL) });
  expect(inside.map(({ kind, within }) => [kind, within])).toEqual([
    ['posts', CHANNEL],
    ['files', CHANNEL],
    ['tabs', CHANNEL],
  ]);
  expect(new Set(inside.map(({ id }) => id)).size).toBe(3);
  expect(asked()[1]).toContain(`${inChannel}/children?`);
});

test('posts with their replies: all digits of ids beyond 2^53 are kept, there and back', async () => {
  server.answer({ body: page(aPost()) }, { body: page(aPost(REPLY, POST)) }, { body: { sessionId: 's' } });
  const [post] = await first('items', { folder: folder('posts', 'posts of it') });
  expect(post).toMatchObject({
    kind: 'post',
    id: POST,
    within: CHANNEL,
    title: 'Offer',
    who: 'Anna Lee',
    at: Date.UTC(2026, 2, 1, 10),
    importance: 'high',
    isDeleted: true,
    attachments: ['a.pdf'],
  });
  if (post === undefined) throw new Error('It has a post.');
  const [reply] = await first('items', { folder: post });
  expect(reply).toMatchObject({ kind: 'reply', id: REPLY });
  expect(asked()).toEqual([
    expect.stringContaining(`GET ${inTeam}/posts?`),
    expect.stringContaining(`parentId=${POST}`),
  ]);
  expect(asked()[0]).toContain(`${CHANNEL_QUERY}&parentId=-1`);

  await explorer.restore(access(), aRestore([post, reply ?? post]));
  const body = server.requests.at(-1)?.body ?? '';
  expect(body).toContain(`"postId":${POST},`);
  expect(body).toContain(`"postId":${REPLY},`);
  expect(body).toContain(`"parentId":${POST},`);
  expect(body).not.toContain('_links');
});

test('files, their folders and earlier versions', async () => {
  server.answer({ body: page(aFile(), aFile({ id: 'f2', name: 'Photos', fileType: 'Folder' })) });
  const all = folder('files', 'files of it');
  expect(await first('folders', { folder: all })).toMatchObject([{ kind: 'folder', title: 'Photos' }]);
  const [file, ...others] = await first('items', { folder: folder('folder', 'f2') });
  expect(others).toEqual([]);
  expect(file).toMatchObject({
    kind: 'file',
    title: 'plan.docx',
    sizeBytes: 12,
    latestVersion: '3.0',
    within: CHANNEL,
  });
  expect(asked()[0]).toContain(`${CHANNEL_QUERY}&parentId=root&foldersOnly=true`);
  expect(asked()[1]).toContain(`${CHANNEL_QUERY}&parentId=f2&foldersOnly=false`);

  if (file === undefined) throw new Error('It has a file.');
  server.answer({
    body: page(aFile(), aFile({ version: 2, uiVersion: '2.0' }), aFile({ version: 1, uiVersion: undefined })),
  });
  const versions = await explorer.versions(access(), 'teams', EXPLORE, file);
  expect(versions.map(({ id, version }) => [id, version])).toEqual([
    [FILE, '2.0'],
    [FILE, '1'],
  ]);
  expect(new Set([file, ...versions].map(({ key }) => key)).size).toBe(3);
  expect(asked()[2]).toContain(`${inChannel}/files/${FILE}/versions`);
});

test('tabs of a channel', async () => {
  server.answer({ body: page(tab) });
  expect(await first('items', { folder: folder('tabs', 'tabs of it') })).toMatchObject([
    { kind: 'tab', id: TAB, title: 'Wiki', location: 'https://x.example/w', within: CHANNEL },
  ]);
  expect(asked()[0]).toContain(`${inChannel}/tabs?`);
});

test.each([
  ['posts', 'Posts', aPost(), 'post'],
  ['files', 'Files', aFile({ postId: 0, subject: null, type: null }), 'file'],
  ['tabs', 'Tabs', tab, 'tab'],
])(
  'a search for %s: everywhere, in the team, in a channel; of the composed answer only its fields are sent back',
  async (which, type, found, kind) => {
    server.answer({ body: page(found) });
    const places = [
      { workload: 'teams', exploreId: EXPLORE },
      at,
      { ...at, folder: folder('channel', CHANNEL) },
    ] as const;
    for (const place of places) {
      const { results } = await explorer.search(access(), place, which, 'offer', FIRST);
      expect(results).toMatchObject([{ kind, within: CHANNEL, containerId: TEAM }]);
      const echo = Object.keys(JSON.parse(results[0]?.echo ?? '') as object);
      expect(echo).toContain(kind === 'post' ? 'postId' : 'id');
      expect(echo.includes('subject')).toBe(kind === 'post');
    }
    expect(asked().map((line) => line.split('?')[0])).toEqual([
      `POST /v8/RestoreSessions/${EXPLORE}/organization/searchTeams`,
      `POST ${inTeam}/search`,
      `POST ${inChannel}/search`,
    ]);
    for (const { body } of server.requests) expect(JSON.parse(body)).toEqual({ type, query: 'offer' });
  },
);

const entry = (kind: string, changes: Partial<Entry> = {}): Entry => ({
  key: 'k',
  kind,
  containerId: TEAM,
  within: CHANNEL,
  id: kind,
  title: kind,
  ...changes,
});
const aRestore = (entries: readonly Entry[], options: RestoreRequest['options'] = {}): RestoreRequest => ({
  workload: 'teams',
  exploreId: EXPLORE,
  containerId: TEAM,
  entries,
  options: {
    teamsMissing: true,
    teamsChanged: false,
    teamsMembers: false,
    teamsSettings: false,
    teamsFileVersions: 'Last',
    ...options,
  },
  reason: 'Ticket 7',
});
const ITEMS = { restoreMissingItems: true, restoreChangedItems: false };
const FILE_ECHO = { id: FILE, channelId: CHANNEL };
const file = entry('file', { echo: JSON.stringify(FILE_ECHO) });

test.each<[string, RestoreRequest, string, object]>([
  [
    'a whole team, without an owner',
    aRestore([entry('team', { echo: JSON.stringify({ id: TEAM }) })]),
    `/v8/RestoreSessions/${EXPLORE}/organization/teams/operatorRestore`,
    { ...ITEMS, restoreMembers: false, restoreSettings: false, impersonationAccountName: '', teams: [{ id: TEAM }] },
  ],
  [
    'a whole team with everything',
    aRestore([entry('team', { echo: JSON.stringify({ id: TEAM }) })], {
      teamsChanged: true,
      teamsMembers: true,
      teamsSettings: true,
      teamsOwner: 'noor@contoso.com',
    }),
    `/v8/RestoreSessions/${EXPLORE}/organization/teams/operatorRestore`,
    {
      restoreMissingItems: true,
      restoreChangedItems: true,
      restoreMembers: true,
      restoreSettings: true,
      impersonationAccountName: 'noor@contoso.com',
      teams: [{ id: TEAM }],
    },
  ],
  [
    'a standard channel, which has no members of its own',
    aRestore([entry('channel')], { teamsMembers: true }),
    `${inChannel}/operatorRestore`,
    ITEMS,
  ],
  [
    'a private channel',
    aRestore([entry('private channel')], { teamsMembers: true }),
    `${inChannel}/operatorRestore`,
    { ...ITEMS, restoreMembers: true },
  ],
  ['all posts', aRestore([entry('posts')]), `${inTeam}/posts/operatorRestore`, { channelId: CHANNEL }],
  [
    'chosen posts',
    aRestore([entry('post', { echo: '{"postId":7}' }), entry('reply', { echo: '{"postId":8,"parentId":7}' })]),
    `${inTeam}/posts/operatorRestore`,
    { channelId: CHANNEL, posts: [{ postId: 7 }, { postId: 8, parentId: 7 }] },
  ],
  [
    'all files',
    aRestore([entry('files')], { teamsFileVersions: 'All' }),
    `${inTeam}/files/operatorRestore`,
    { ...ITEMS, fileVersion: 'All', channelId: CHANNEL },
  ],
  [
    'chosen files',
    aRestore([file], { teamsChanged: true, teamsMissing: false }),
    `${inTeam}/files/operatorRestore`,
    { restoreChangedItems: true, restoreMissingItems: false, fileVersion: 'Last', files: [FILE_ECHO] },
  ],
  [
    'a chosen version',
    aRestore([{ ...file, version: '2.0' }]),
    `${inTeam}/files/operatorRestore`,
    { ...ITEMS, fileVersion: null, files: [FILE_ECHO] },
  ],
  [
    'all tabs',
    aRestore([entry('tabs')]),
    `${inChannel}/tabs/operatorRestore`,
    { restoreMissingTabs: true, restoreChangedTabs: false },
  ],
  [
    'chosen tabs',
    aRestore([entry('tab', { echo: JSON.stringify({ id: TAB }) })]),
    `${inChannel}/tabs/operatorRestore`,
    { restoreMissingTabs: true, restoreChangedTabs: false, tabs: [{ id: TAB }] },
  ],
])('restores %s', async (_, request, path, body) => {
  server.answer({ body: { sessionId: '0b0d1c5e-9f4e-4a57-8c0a-3f1d8a6b2c09' } });
  await explorer.restore(access(), request);
  expect(asked()).toEqual([`POST ${path}`]);
  expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({ ...body, reason: 'Ticket 7' });
});

test.each<[string, readonly Entry[]]>([
  ['posts of two channels', [entry('post', { echo: '{}' }), entry('post', { within: 'other', echo: '{}' })]],
  ['posts and files', [entry('post', { echo: '{}' }), file]],
  ['two channels', [entry('channel', { id: 'one' }), entry('channel', { id: 'two' })]],
  ['a folder, which is expanded first', [entry('folder', { echo: '{}' })]],
  ['a post in no channel', [entry('post', { within: undefined, echo: '{}' })]],
  ['a post without what the service gave', [entry('post')]],
])('does not restore %s in one call', async (_, entries) => {
  await expect(explorer.restore(access(), aRestore(entries))).rejects.toThrow(/one group|no channel|lacks the object/);
  expect(server.requests).toEqual([]);
});

test('a post without a channel, an id or a subject, and what is no object', async () => {
  server.answer({ body: page('{}', '{"postId":"x"}', '{"postId":1.5}', '3', 'null', '{"postId":12}') });
  expect(await first('items', { folder: folder('posts', 'x') })).toMatchObject([{ id: '12', title: '', kind: 'post' }]);
});
