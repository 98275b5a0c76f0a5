import { type RunningBackupService, startBackupService } from '../../local/backup-service.ts';
import { type RunningIdentityProvider, startIdentityProvider } from '../../local/identity-provider.ts';
import { type ServiceClient, clientOf } from './service-client.ts';

const DAY = 86_400_000;
const SCOPE = '/v8/Organization/LoggedInUser/EffectiveScope';
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

const daysAgo = (days: number): string => new Date(Date.now() - days * DAY).toISOString();

async function scopeOf(title: string): Promise<Json> {
  const sites = (await alex.get(SCOPE)).json['sites'] as readonly { readonly site: Json }[];
  return sites.find(({ site }) => site['title'] === title) ?? {};
}

/** `…/Organization/Sites` of a session. */
async function opened(title: string, options: Json = {}): Promise<string> {
  const scope = await scopeOf(title);
  return `${await alex.explore({ type: 'Vesp', showAllVersions: true, scope, ...options })}/Organization/Sites`;
}

async function named(path: string, name: string): Promise<Json> {
  const { results } = await alex.get(path);
  const found = results.find((one) => one['name'] === name || one['title'] === name);
  if (found === undefined) throw new Error(`${name} is not among ${results.map((one) => String(one['name'])).join()}`);
  return found;
}

const itemsIn = (outcome: Json): readonly Json[] =>
  (outcome['items'] as readonly Json[]).filter(({ itemType }) => itemType === 'SharePointItem');

/** The path of a site, and the first find of a search in it. */
async function found(title: string, query: string, options: Json = {}): Promise<{ place: string; object: Json }> {
  const sites = await opened(title, options);
  const place = `${sites}/${String((await named(`${sites}?parentId=root`, title))['id'])}`;
  const { results } = await alex.post(`${place}/search?itemType=Items`, { query });
  return { place, object: results[0] ?? {} };
}

async function statistics(path: string, body: Json): Promise<Json> {
  const { status, json } = await alex.post(path, body);
  expect([status, json['message']]).toEqual([200, undefined]);
  return (await alex.get(`/v8/RestoreSessions/${String(json['sessionId'])}/Statistics`)).json;
}

const documents = ({ title: _title, ...document }: Json, options: Json = {}): Json => ({
  documentsRestoreConfigs: [{ document, documentVersion: null }],
  ...options,
});
const items = (item: Json, options: Json = {}): Json => ({
  itemsRestoreConfigs: [{ item, documentVersion: null }],
  ...options,
});

describe('a site', () => {
  test('has subsites, libraries, lists and folders, and each holds its own', async () => {
    const sites = await opened('Tour guides');
    const site = await named(`${sites}?parentId=root`, 'Tour guides');
    const path = `${sites}/${String(site['id'])}`;
    const subsite = await named(`${sites}?parentId=${String(site['id'])}`, 'Nordic tours');
    await named(`${sites}?parentId=${String(subsite['id'])}`, 'Svalbard');
    expect((await alex.get(`${sites}/${String(subsite['id'])}`)).json).toEqual(subsite);
    const library = await named(`${path}/Libraries`, 'Documents');
    const lists = (await alex.get(`${path}/Lists`)).results;
    expect(lists.map(({ name }) => name)).toEqual(['Documents', 'Photos', 'Bookings', 'Phone list']);
    const guides = await named(`${path}/Folders?parentId=${String(library['id'])}`, 'Guides');
    const year = await named(`${path}/Folders?parentId=${String(guides['id'])}`, '2026');
    expect(year['type']).toBe('LibraryFolder');
    const rota = await named(`${path}/Documents?parentId=${String(year['id'])}&includeFolders=false`, 'Rota.xlsx');
    const { title: _, ...document } = rota;
    expect((await alex.get(`${path}/Documents/${String(rota['id'])}`)).json).toEqual(document);
    const list = await named(`${path}/Lists`, 'Bookings');
    const mixed = (await alex.get(`${path}/Items?parentId=${String(list['id'])}&includeFolders=true`)).results;
    expect(new Set(mixed.map(({ isFolder }) => isFolder))).toEqual(new Set([true, false]));
    expect((await alex.get(`${path}/Documents?parentId=root`)).results).toEqual([]);
  });

  test('that is a subsite shows nothing at the root, and itself where everything is asked for', async () => {
    const sites = await opened('人事 HR');
    expect((await alex.get(`${sites}?parentId=root`)).results).toEqual([]);
    expect((await alex.get(sites)).results.map(({ name }) => name)).toEqual(['人事 HR']);
  });

  test('of a person is in the scope of the person, and of one’s own', async () => {
    const users = (await alex.get(SCOPE)).json['users'] as readonly Json[];
    const noor = users.find(({ id }) => id === service.restore.scopeIdOf('noor.haddad@fernweh.onmicrosoft.com'));
    for (const scope of [noor, undefined]) {
      const session = await alex.explore({ type: 'Vesp', scope });
      expect((await alex.get(`${session}/Organization/Sites?parentId=root`)).results).toHaveLength(1);
    }
    const byItself = await opened('Chloé Dubois');
    expect((await alex.get(`${byItself}?parentId=root`)).results[0]?.['url']).toContain('/personal/');
  });

  test('calls a library by the name it had then', async () => {
    const names = async (options: Json): Promise<readonly unknown[]> => {
      const sites = await opened('Tour guides', options);
      const { id } = await named(`${sites}?parentId=root`, 'Tour guides');
      return (await alex.get(`${sites}/${String(id)}/Libraries`)).results.map(({ name }) => name);
    };
    expect(await names({})).toEqual(['Documents', 'Photos']);
    expect(await names({ dateTime: daysAgo(15) })).toEqual(['Documents', 'Pictures']);
  });

  test('shows list items with their title, versions and attachments', async () => {
    const { place, object } = await found('Tour guides', 'title:Kyoto');
    expect(object).toMatchObject({ title: 'Kyoto in November', version: '3.0' });
    expect(object).not.toHaveProperty('sizeBytes');
    const path = `${place}/Items/${String(object['id'])}`;
    const versions = (await alex.get(`${path}/Versions`)).results;
    expect(versions.map(({ version }) => version)).toEqual(['2.0', '1.0']);
    expect((await alex.get(`${path}/Versions/${String(versions[0]?.['versionId'])}`)).json).toEqual(versions[0]);
    const attachments = (await alex.get(`${path}/Attachments`)).results;
    expect(attachments.map(({ name }) => name)).toEqual(['Rooming list.xlsx', '旅程.pdf']);
  });
});

describe('a search of sites', () => {
  test('reaches everything, one site, a list or a folder with what is below it', async () => {
    const sites = await opened('Tour guides', { showDeleted: true });
    const count = async (path: string, query = 'filename:Report.docx', more = 'Items'): Promise<number> =>
      (await alex.post(`${path}/search?itemType=${more}&limit=1000`, { query })).results.length;
    const place = `${sites}/${String((await named(`${sites}?parentId=root`, 'Tour guides'))['id'])}`;
    const library = String((await named(`${place}/Libraries`, 'Documents'))['id']);
    const guides = String((await named(`${place}/Folders?parentId=${library}`, 'Guides'))['id']);
    expect(await count(sites)).toBe(3);
    expect(await count(place)).toBe(2);
    expect(await count(`${place}/Libraries/${library}`)).toBe(2);
    expect(await count(`${place}/Lists/${String((await named(`${place}/Lists`, 'Bookings'))['id'])}`)).toBe(0);
    expect(await count(`${place}/Folders/${guides}`)).toBe(2);
    expect(await count(sites, 'filename:2026', 'Folders')).toBe(1);
    const first = await alex.post(`${place}/search?limit=1`, { query: 'System.IsDeleted:true' });
    const { json } = await alex.post(`${place}/search?limit=1&offset=1&setId=${String(first.json['setId'])}`, {
      query: 'System.IsDeleted:true',
    });
    expect([json['setId'], first.more]).toEqual([first.json['setId'], true]);
    expect(await alex.post(`${place}/search?itemType=Documents`, { query: 'x' })).toMatchObject({ status: 400 });
  });

  test('finds what is purged only in older backups', async () => {
    expect((await found('Tour guides', 'filename:Emergency', { showDeleted: true })).object).toEqual({});
    const { object } = await found('Tour guides', 'filename:Emergency', { dateTime: daysAgo(12) });
    expect(object['name']).toBe('Emergency numbers.pdf');
  });
});

describe('restoring documents of a site', () => {
  test('brings a deleted one back, with its path in the statistics', async () => {
    const { place, object } = await found('Tour guides', 'filename:Handbook', { showDeleted: true });
    const outcome = await statistics(`${place}/Documents/operatorRestore`, documents(object, { reason: 'T-1' }));
    expect(outcome).toMatchObject({
      totalItemsCount: 1,
      restoredItemsCount: 1,
      items: [
        { itemType: 'SharePointSite', status: 'Success' },
        { itemType: 'SharePointList', name: 'Documents', status: 'Success' },
        {
          itemType: 'SharePointItem',
          path: expect.stringContaining('/Documents/Handbook/Handbook for guides.docx') as unknown,
        },
      ],
    });
    const [restored] = service.restore.liveObjects(String(object['siteId']));
    expect(restored).toMatchObject({ path: '/Documents/Handbook/Handbook for guides.docx', version: '2.0', times: 1 });
  });

  test.each([
    ['a changed one is left alone unless it may be overwritten', { restoreChangedItems: false }, 'Skipped', undefined],
    ['a changed one is overwritten where it may be', { restoreChangedItems: true }, 'Success', '3.0'],
  ])('%s', async (_name, options, status, version) => {
    const { place, object } = await found('Tour guides', 'filename:Rota');
    const versions = (await alex.get(`${place}/Documents/${String(object['id'])}/Versions`)).results;
    const outcome = await statistics(`${place}/Documents/operatorRestore`, documents(versions[0] ?? {}, options));
    expect(itemsIn(outcome)).toMatchObject([{ status }]);
    expect(service.restore.liveObjects(String(object['siteId']))[0]?.version).toBe(version);
  });

  test('fails in the service’s words for one that is on hold', async () => {
    const { place, object } = await found('Tour guides', 'filename:Contract*Tromsø', { showDeleted: true });
    const outcome = await statistics(`${place}/Documents/operatorRestore`, documents(object));
    expect(itemsIn(outcome)).toMatchObject([
      { status: 'Failed', error: expect.stringContaining('on hold') as unknown },
    ]);
  });

  test('goes into another library by the name that this has today', async () => {
    const { place, object } = await found('Tour guides', 'filename:Handbook', { showDeleted: true });
    const into = async (list: string): Promise<unknown> =>
      itemsIn(await statistics(`${place}/Documents/operatorRestore`, documents(object, { list })));
    expect(await into('Pictures')).toMatchObject([
      { status: 'Failed', error: expect.stringContaining('"Pictures" does not exist') as unknown },
    ]);
    expect(await into('Photos')).toMatchObject([{ status: 'Success' }]);
    expect(service.restore.liveObjects(String(object['siteId']))[0]?.path).toBe('/Photos/Handbook for guides.docx');
  });

  test.each([
    ['a list item', 'title:"Lofoten in"', {}, 404],
    ['options that need another', 'filename:Handbook', { sendSharedLinksNotification: true }, 400],
    ['an action without the last version', 'filename:Handbook', { documentLastVersionAction: 'Merge' }, 400],
    ['a field of the composed shape', 'filename:Handbook', { title: '' }, 400],
  ])('is refused for %s', async (_name, query, options, status) => {
    const { place, object } = await found('Tour guides', query, { showDeleted: true });
    expect(await alex.post(`${place}/Documents/operatorRestore`, documents(object, options))).toMatchObject({ status });
    expect(service.restore.runs).toEqual([]);
  });
});

describe('restoring list items', () => {
  test('makes one that exists anew, under a new id', async () => {
    const { place, object } = await found('Tour guides', 'title:Kyoto');
    const { results } = await alex.get(`${place}/Items/${String(object['id'])}/Versions`);
    const outcome = await statistics(
      `${place}/Items/operatorRestore`,
      items(results[0] ?? {}, { restoreChangedItems: true, restoreDeletedItems: true }),
    );
    expect(itemsIn(outcome)).toMatchObject([{ name: 'Kyoto in November', status: 'Success' }]);
    const [restored] = service.restore.liveObjects(String(object['siteId']));
    expect(restored?.version).toBe('2.0');
    expect(restored?.newId).not.toBe(restored?.id);
  });

  test('warns of a lookup column that is broken', async () => {
    const { place, object } = await found('Tour guides', 'title:Aurora', { showDeleted: true });
    const outcome = await statistics(`${place}/Items/operatorRestore`, items(object));
    expect(outcome).toMatchObject({ restoredItemsCount: 1 });
    expect(itemsIn(outcome)).toMatchObject([{ status: 'Warning' }]);
    expect(service.restore.liveObjects(String(object['siteId']))[0]).not.toHaveProperty('newId', expect.any(String));
  });
});
