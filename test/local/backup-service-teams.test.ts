import { fetch } from 'undici';
import { type RunningBackupService, startBackupService } from '../../local/backup-service.ts';
import { type RunningIdentityProvider, startIdentityProvider } from '../../local/identity-provider.ts';
import { type ServiceClient, clientOf } from './service-client.ts';

const DAY = 86_400_000;
const SCOPE = '/v8/Organization/LoggedInUser/EffectiveScope';
const BEYOND_NUMBERS = '9007199254740993';
type Json = Readonly<Record<string, unknown>>;

let provider: RunningIdentityProvider;
let service: RunningBackupService;
let alex: ServiceClient;
beforeEach(async () => {
  provider = await startIdentityProvider();
  service = await startBackupService({ identityProviderUrl: provider.url, restoreMilliseconds: { total: 0 } });
  alex = await clientOf(provider, service);
});
afterEach(async () => {
  await service.stop();
  await provider.stop();
});

/** `…/organization/teams/{id}` of a session. */
async function opened(name = 'Northern lights 2026', options: Json = {}): Promise<string> {
  const teams = (await alex.get(SCOPE)).json['teams'] as readonly { readonly id: string; readonly team: Json }[];
  const scope = teams.find(({ team }) => team['displayName'] === name);
  const session = await alex.explore({ type: 'Vet', showAllVersions: true, scope, ...options });
  const { results } = await alex.get(`${session}/organization/teams?displayName=*`);
  expect(results.map(({ id }) => id)).toEqual([scope?.id]);
  return `${session}/organization/teams/${String(scope?.id)}`;
}

async function channelOf(team: string, name = 'General'): Promise<{ id: string; path: string; channel: Json }> {
  const { results } = await alex.get(`${team}/channels?displayName=${encodeURIComponent(name)}`);
  const id = String(results[0]?.['id']);
  return { id, path: `${team}/channels/${encodeURIComponent(id)}`, channel: results[0] ?? {} };
}

async function listed(path: string): Promise<readonly Json[]> {
  return (await alex.get(`${path}${path.includes('?') ? '&' : '?'}limit=1000`)).results;
}

const named = (list: readonly Json[], name: string): Json =>
  list.find((one) => one['name'] === name || one['displayName'] === name || one['subject'] === name) ?? {};

async function statistics(path: string, body: Json): Promise<Json> {
  const { status, json } = await alex.post(path, body);
  expect([status, json['message']]).toEqual([200, undefined]);
  return (await alex.get(`/v8/RestoreSessions/${String(json['sessionId'])}/Statistics`)).json;
}

/** The answer as it stands on the wire, where numbers are exact. */
async function rawText(path: string): Promise<string> {
  const answer = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${alex.accessToken}` } });
  return answer.text();
}

async function postRaw(path: string, body: string): Promise<Json> {
  const headers = { authorization: `Bearer ${alex.accessToken}`, 'content-type': 'application/json' };
  const answer = await fetch(`${service.url}${path}`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Json;
}

describe('a team', () => {
  test('has channels of each type, and each channel its posts, files and tabs', async () => {
    const team = await opened('Northern lights 2026', { showDeleted: true });
    const channels = await listed(`${team}/channels`);
    expect(channels.map(({ displayName, type }) => [displayName, type])).toEqual([
      ['General', 'Standard'],
      ['Guides only', 'Private'],
      ['Partners', 'Shared'],
      ['Ferries', 'Standard'],
    ]);
    const { id, path, channel } = await channelOf(team);
    const { type: _, ...single } = channel;
    expect((await alex.get(path)).json).toEqual(single);
    expect((await listed(`${path}/children`)).map(({ type }) => type)).toEqual(['Posts', 'Files', 'Tabs']);
    const inIt = `channelId=${encodeURIComponent(id)}`;
    const posts = await listed(`${team}/posts?${inIt}&parentId=-1`);
    const cabins = named(posts, 'Cabin list');
    expect(cabins).toMatchObject({ isDeleted: true, parentId: null, attachments: [{ name: 'Cabin list.xlsx' }] });
    expect(await listed(`${team}/posts?${inIt}&parentId=${String(cabins['postId'])}`)).toHaveLength(3);
    const files = await listed(`${team}/files?${inIt}&parentId=root`);
    const folder = named(files, '2026');
    expect(folder['fileType']).toBe('Folder');
    expect((await listed(`${team}/files?${inIt}&parentId=${String(folder['id'])}`)).map(({ name }) => name)).toEqual([
      'Report.docx',
    ]);
    const versions = await listed(`${path}/files/${String(named(files, 'Cabin list.xlsx')['id'])}/versions`);
    expect(versions.map(({ uiVersion, sizeBytes }) => [uiVersion, sizeBytes])).toEqual([
      ['2.0', 58_300],
      ['1.0', 41_000],
    ]);
    expect((await listed(`${path}/tabs`)).map(({ displayName }) => displayName)).toEqual(['Tasks', 'Cabins', 'Survey']);
  });

  test('shows what was deleted only where asked for, and what is purged only in older backups', async () => {
    const subjects = async (options: Json): Promise<readonly unknown[]> =>
      (await listed(`${await opened('Northern lights 2026', options)}/posts?parentId=-1`)).map(
        ({ subject }) => subject,
      );
    expect(await subjects({})).not.toContain('Cabin list');
    expect(await subjects({ showDeleted: true })).not.toContain('Hotel in Abisko');
    const then = await subjects({ dateTime: new Date(Date.now() - 12 * DAY).toISOString() });
    expect(then).toEqual(expect.arrayContaining(['Cabin list', 'Hotel in Abisko']));
  });

  test('is no data of one’s own, and no other kind of scope', async () => {
    expect(await alex.post('/v8/Organization/OperatorExplore', { type: 'Vet' })).toMatchObject({ status: 400 });
  });

  test('numbers its posts beyond what a JavaScript number holds, exactly', async () => {
    const team = await opened('Northern lights 2026', { showDeleted: true });
    const { id } = await channelOf(team);
    const inIt = `channelId=${encodeURIComponent(id)}`;
    expect(await rawText(`${team}/posts?${inIt}&parentId=-1&limit=1000`)).toContain(`"postId":${BEYOND_NUMBERS},`);
    const one = await rawText(`${team}/posts/${BEYOND_NUMBERS}?${inIt}`);
    expect(one).toContain('emergency plan');
    const body = `{"channelId":"${id}","posts":[{"postId":${BEYOND_NUMBERS}}]}`;
    const { sessionId } = await postRaw(`${team}/posts/operatorRestore`, body);
    expect(service.restore.runs.at(-1)?.itemIds).toEqual([BEYOND_NUMBERS]);
    const { json } = await alex.get(`/v8/RestoreSessions/${String(sessionId)}/Statistics`);
    expect(json['items']).toMatchObject([{ itemType: 'TeamsPost', name: 'Imported: emergency plan' }]);
  });
});

describe('a search of a team', () => {
  test('finds posts, files and tabs, each alone or by their type', async () => {
    const team = await opened('Northern lights 2026', { showDeleted: true });
    const { id, path } = await channelOf(team);
    const inIt = `channelId=${encodeURIComponent(id)}`;
    const count = async (where: string, body: Json): Promise<number> => (await alex.post(where, body)).results.length;
    expect(await count(`${team}/posts/search?${inIt}`, { query: 'subject:"Cabin list"' })).toBe(1);
    expect(await count(`${team}/posts/search`, { query: 'content:Abisko' })).toBe(1);
    expect(await count(`${team}/posts/search`, { query: 'hasattachment:true' })).toBe(1);
    expect(await count(`${team}/files/search?${inIt}`, { query: 'filename:Report.docx AND ext:docx' })).toBe(2);
    expect(await count(`${path}/tabs/search`, { query: 'name:Survey' })).toBe(1);
    const mixed = { type: 'Files', query: 'filename:"Cabin list"' };
    expect(await count(`${team}/search`, mixed)).toBe(1);
    expect(await count(`${path}/search`, { ...mixed, type: 'Posts', query: 'subject:"Cabin list"' })).toBe(1);
    expect(await count(`${team.split('/teams/')[0] ?? ''}/searchTeams`, mixed)).toBe(1);
    expect(await alex.post(`${team}/search`, { query: 'x' })).toMatchObject({ status: 400 });
    expect(await alex.post(`${team}/posts/search`, { query: 'filename:x' })).toMatchObject({ status: 400 });
  });
});

describe('restoring', () => {
  const WHICH = { restoreChangedItems: false, restoreMissingItems: true } as const;

  test('a whole team or channel counts what is in it, not what was sent', async () => {
    const team = await opened('Northern lights 2026', { showDeleted: true });
    const body = { ...WHICH, restoreMembers: false, restoreSettings: false, impersonationAccountName: '' };
    const whole = await statistics(`${team.replace(/\/teams\/.*/, '/teams')}/operatorRestore`, body);
    expect(Number(whole['totalItemsCount'])).toBeGreaterThan(20);
    expect(whole['items']).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ itemType: 'TeamsTeam', status: 'Skipped' }),
        expect.objectContaining({ itemType: 'TeamsPostsTab', path: '/General/Posts', status: 'Success' }),
        expect.objectContaining({ itemType: 'TeamsChannel', name: 'Ferries', status: 'Success' }),
      ]),
    );
    const { path } = await channelOf(team, 'Ferries');
    const channel = await statistics(`${path}/operatorRestore`, WHICH);
    expect(channel['totalItemsCount']).toBe(9);
  });

  test('files goes by version, by channel or one by one, never folders', async () => {
    const team = await opened();
    const { id, path } = await channelOf(team);
    const files = await listed(`${team}/files?channelId=${encodeURIComponent(id)}&parentId=root`);
    const [version] = await listed(`${path}/files/${String(named(files, 'Cabin list.xlsx')['id'])}/versions`);
    const all = { fileVersion: null, restoreChangedItems: true, restoreMissingItems: true };
    const one = await statistics(`${team}/files/operatorRestore`, { ...all, files: [version] });
    expect(one['items']).toMatchObject([
      { itemType: 'TeamsFile', path: '/General/Cabin list.xlsx', status: 'Success' },
    ]);
    expect(service.restore.liveObjects(String(version?.['teamId']))).toMatchObject([{ version: '2.0' }]);
    const every = await statistics(`${team}/files/operatorRestore`, { ...all, channelId: id });
    expect(every['totalItemsCount']).toBe(files.filter(({ fileType }) => fileType === 'File').length);
    const refused = { status: 400, json: { errorCode: 'ParameterValidationFailure' } };
    const folder = named(files, '2026');
    for (const wrong of [{}, { channelId: id, files: [version] }, { files: [{ ...version, id: folder['id'] }] }]) {
      expect(await alex.post(`${team}/files/operatorRestore`, { ...all, ...wrong })).toMatchObject(refused);
    }
  });

  test('tabs fails for the one that nobody can restore', async () => {
    const team = await opened('Northern lights 2026', { showDeleted: true });
    const { path } = await channelOf(team);
    const which = { restoreChangedTabs: false, restoreMissingTabs: true };
    const outcome = await statistics(`${path}/tabs/operatorRestore`, which);
    expect(outcome).toMatchObject({ totalItemsCount: 3, restoredItemsCount: 2, failedItemsCount: 1 });
    const [survey] = (await listed(`${path}/tabs`)).filter(({ displayName }) => displayName === 'Survey');
    const again = await statistics(`${team}/tabs/operatorRestore`, { ...which, tabs: [survey] });
    expect(again['items']).toMatchObject([
      { itemType: 'TeamsTab', status: 'Failed', error: expect.stringContaining('not supported') as unknown },
    ]);
  });

  test('posts takes some of a channel, those of a period, or all', async () => {
    const team = await opened('Northern lights 2026', { showDeleted: true });
    const { id } = await channelOf(team);
    const posts = await listed(`${team}/posts?channelId=${encodeURIComponent(id)}`);
    const total = async (body: Json): Promise<unknown> =>
      (await statistics(`${team}/posts/operatorRestore`, { channelId: id, ...body }))['totalItemsCount'];
    expect(await total({ posts: posts.slice(5, 7) })).toBe(2);
    expect(await total({})).toBe(posts.length);
    const from = new Date(Date.now() - 15 * DAY).toISOString();
    expect(Number(await total({ from, to: null }))).toBeLessThan(posts.length);
  });

  test('into a team that is gone fails until the team itself is restored', async () => {
    const team = await opened('Spring fair 2025');
    const { id } = await channelOf(team);
    const body = { fileVersion: null, ...WHICH, channelId: id };
    const failed = await statistics(`${team}/files/operatorRestore`, body);
    expect(failed['items']).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ status: 'Failed', error: expect.stringContaining('Spring fair 2025') as unknown }),
      ]),
    );
    const whole = { ...WHICH, restoreMembers: true, restoreSettings: null, impersonationAccountName: '' };
    const back = await statistics(`${team.replace(/\/teams\/.*/, '/teams')}/operatorRestore`, whole);
    expect([back['failedItemsCount'], back['skippedItemsCount']]).toEqual([0, 0]);
    expect((await statistics(`${team}/files/operatorRestore`, body))['failedItemsCount']).toBe(0);
  });

  test.each([
    ['members without anything else', { restoreChangedItems: false, restoreMissingItems: false, restoreMembers: true }],
    ['members of a standard channel', { ...WHICH, restoreMembers: true }],
    ['a field that is missing', { restoreChangedItems: false }],
  ])('a channel is refused for %s', async (_name, body) => {
    const { path } = await channelOf(await opened());
    expect(await alex.post(`${path}/operatorRestore`, body)).toMatchObject({ status: 400 });
  });
});

describe('an export of posts', () => {
  const code = async (): Promise<string> => String((await alex.post('/v8/token/AuthCode')).json['authCode']);

  async function file(path: string, authCode: string): Promise<{ status: number; text: string; type: string | null }> {
    const headers = { authorization: `Bearer ${alex.accessToken}` };
    const answer = await fetch(`${service.url}${path}?authCode=${authCode}`, { headers });
    return { status: answer.status, text: await answer.text(), type: answer.headers.get('content-type') };
  }

  test('is ready after a while, and each attempt takes a code of its own', async () => {
    const team = await opened('Northern lights 2026', { showDeleted: true });
    const { path } = await channelOf(team);
    const { json } = await alex.post(`${path}/startOperatorExportPosts`);
    const task = `${path}/operatorExport/${String(json['exportTaskId'])}`;
    const first = await code();
    expect((await file(task, first)).status).toBe(404);
    expect((await file(task, first)).status).toBe(403);
    expect((await file(task, await code())).status).toBe(404);
    const ready = await file(task, await code());
    expect(ready).toMatchObject({ status: 200, type: 'application/octet-stream' });
    expect(ready.text).toContain('We meet at 5:40');
    expect((await alex.get(task.replace('operatorExport', 'nothing'))).status).toBe(404);
    expect((await file(`${team}/posts/operatorExport/${String(json['exportTaskId'])}`, await code())).status).toBe(404);
  });

  test('holds the posts that were chosen, and is refused for none', async () => {
    service.restore.setExportSlowness(0);
    const team = await opened('Northern lights 2026', { showDeleted: true });
    const { id } = await channelOf(team);
    const posts = await listed(`${team}/posts?channelId=${encodeURIComponent(id)}&parentId=-1`);
    const { json } = await alex.post(`${team}/posts/operatorStartExportTask`, { posts: [named(posts, 'Cabin list')] });
    const { text } = await file(`${team}/posts/operatorExport/${String(json['exportTaskId'])}`, await code());
    expect(text).toContain('four in Abisko');
    expect(text).not.toContain('Departure');
    expect(service.restore.exportCount).toBe(1);
    expect(await alex.post(`${team}/posts/operatorStartExportTask`, { posts: [] })).toMatchObject({ status: 400 });
  });
});
