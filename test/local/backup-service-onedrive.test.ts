import { type RunningBackupService, startBackupService } from '../../local/backup-service.ts';
import { type RunningIdentityProvider, startIdentityProvider } from '../../local/identity-provider.ts';
import { NOOR } from '../../local/people.ts';
import { type ServiceClient, clientOf } from './service-client.ts';

const DAY = 86_400_000;
type Json = Readonly<Record<string, unknown>>;

let provider: RunningIdentityProvider;
let service: RunningBackupService;
let noor: ServiceClient;
beforeAll(async () => {
  provider = await startIdentityProvider();
  service = await startBackupService({ identityProviderUrl: provider.url });
  noor = await clientOf(provider, service, NOOR);
});
afterAll(async () => {
  await service.stop();
  await provider.stop();
});

const daysAgo = (days: number): string => new Date(Date.now() - days * DAY).toISOString();

async function opened(options: Json = {}): Promise<string> {
  const session = await noor.explore({ type: 'Veod', showAllVersions: true, ...options });
  const { results } = await noor.get(`${session}/Organization/OneDrives`);
  expect(results).toHaveLength(1);
  return `${session}/Organization/OneDrives/${String(results[0]?.['id'])}`;
}

async function search(place: string, query: string, more = ''): Promise<readonly Json[]> {
  return (await noor.post(`${place}/search?limit=10000${more}`, { query })).results;
}

describe('a OneDrive', () => {
  test('has folders three levels deep, and documents among them where asked for', async () => {
    const drive = await opened();
    let parentId = 'root';
    for (const name of ['Journeys', 'Asia', '日本 Japan']) {
      const { results } = await noor.get(`${drive}/Folders?parentId=${parentId}`);
      const folder = results.find((one) => one['name'] === name);
      expect(folder).toBeDefined();
      parentId = String(folder?.['id']);
      expect((await noor.get(`${drive}/Folders/${parentId}`)).json).toEqual(folder);
    }
    const documents = (await noor.get(`${drive}/Documents?parentId=${parentId}`)).results;
    expect(documents.map(({ name }) => name)).toContain('Itinerary Kyoto.xlsx');
    expect((await noor.get(`${drive}/Folders/${parentId}/Versions`)).results).toEqual([]);
    const mixed = (await noor.get(`${drive}/Documents?parentId=root&includeFolders=true`)).results;
    expect(new Set(mixed.map(({ isFolder }) => isFolder))).toEqual(new Set([true, false]));
    const plain = (await noor.get(`${drive}/Documents?parentId=root`)).results;
    expect(plain).toEqual(mixed.filter(({ isFolder }) => isFolder === false));
  });

  test('does not exist for a shared mailbox, nor before the first backup', async () => {
    const session = await noor.explore({ type: 'Veod', dateTime: '2001-01-01T00:00:00Z' });
    expect((await noor.get(`${session}/Organization/OneDrives`)).results).toEqual([]);
    expect((await noor.post(`${session}/Organization/OneDrives/search`, { query: '*' })).results).toEqual([]);
  });

  test('answers 404 for what is not in it', async () => {
    const drive = await opened();
    const unknown = '0b9e7f8c-3c5f-4d1e-9a55-9b1f2f0a7c11';
    for (const path of [`Folders/${unknown}`, `Documents/${unknown}`, `Documents?parentId=${unknown}`]) {
      const notFound = { status: 404, json: { errorCode: 'ResourceNotFound' } };
      expect(await noor.get(`${drive}/${path}`)).toMatchObject(notFound);
    }
  });
});

describe('the overwritten itinerary', () => {
  async function itinerary(drive: string): Promise<Json> {
    const [found] = await search(drive, 'filename:"Itinerary Kyoto"');
    return found ?? {};
  }

  test('has older versions, each with its size and author', async () => {
    const drive = await opened();
    const document = await itinerary(drive);
    expect(document).toMatchObject({ version: '5.0', sizeBytes: 8911 });
    const path = `${drive}/Documents/${String(document['id'])}`;
    expect(document).toMatchObject((await noor.get(path)).json);
    const { results } = await noor.get(`${path}/Versions`);
    expect(results.map(({ version, sizeBytes }) => [version, sizeBytes])).toEqual([
      ['4.0', 214_377],
      ['3.0', 188_033],
      ['2.0', 96_410],
      ['1.0', 18_204],
    ]);
    expect((await noor.get(`${path}/Versions/${String(results[1]?.['versionId'])}`)).json).toEqual(results[1]);
    expect(await noor.get(`${path}/Versions/7`)).toMatchObject({ status: 404 });
  });

  test('is the good one three days ago, and shows no versions where none were asked for', async () => {
    const document = await itinerary(await opened({ dateTime: daysAgo(4) }));
    expect(document).toMatchObject({ version: '4.0' });
    const drive = await opened({ showAllVersions: false });
    expect((await noor.get(`${drive}/Documents/${String(document['id'])}/Versions`)).results).toEqual([]);
  });

  test('has a deleted document beside it', async () => {
    expect(await search(await opened(), 'filename:Ryokan')).toEqual([]);
    expect(await search(await opened({ showDeleted: true }), 'filename:Ryokan')).toHaveLength(1);
  });

  test('has one that is in older backups alone', async () => {
    expect(await search(await opened({ showDeleted: true }), 'filename:Gion')).toEqual([]);
  });
});

describe('a search of documents', () => {
  test('finds by name, who changed it, extension, size and folder', async () => {
    const drive = await opened();
    const all = await search(drive, '*', '&itemType=Documents');
    const changed = await search(drive, 'System.Document.LastAuthor:"Yuki Tanaka" AND NOT filename:Kyoto');
    expect(changed.every(({ modifiedBy }) => modifiedBy === 'Yuki Tanaka 田中 由紀')).toBe(true);
    const sheets = await search(drive, 'System.FileExtension:.xlsx');
    expect(sheets.length).toBeGreaterThan(5);
    expect(sheets.every(({ name }) => String(name).endsWith('.xlsx'))).toBe(true);
    const large = await search(drive, 'size:>5MB');
    expect(large.length).toBeGreaterThan(0);
    expect(large.length).toBeLessThan(all.length);
    expect((await search(drive, 'System.ItemPathDisplay:"/Journeys/Asia/日本"')).length).toBeGreaterThan(5);
  });

  test('is limited to folders or documents, and to what lies in a folder', async () => {
    const drive = await opened();
    const folders = await search(drive, '*', '&itemType=Folders');
    expect(folders.length).toBe(11);
    const documents = await search(drive, '*', '&itemType=Documents');
    const session = drive.replace(/\/OneDrives\/.*$/, '/OneDrives');
    expect(await search(session, '*')).toHaveLength(folders.length + documents.length);
    const asia = folders.find(({ name }) => name === 'Asia');
    const inside = await search(`${drive}/Folders/${String(asia?.['id'])}`, '*');
    expect(inside.map(({ name }) => name)).toEqual(expect.arrayContaining(['日本 Japan', 'Itinerary Kyoto.xlsx']));
    expect(inside.length).toBeLessThan(60);
  });

  test.each(['author:noor', 'ext:xlsx', 'hasattachment:true'])('refuses %s, which belongs to Teams', async (query) => {
    const { status, json } = await noor.post(`${await opened()}/search`, { query });
    expect([status, json['errorCode']]).toEqual([400, 'ParameterValidationFailure']);
  });

  test('refuses another kind of items', async () => {
    expect(await noor.post(`${await opened()}/search?itemType=Items`, { query: '*' })).toMatchObject({ status: 400 });
  });
});
