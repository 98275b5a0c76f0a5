/** Sites and teams, found and restored as administrator by the bot's own calls, each with an approved code, at the stand-in. */
import { startBackupService, type RunningBackupService } from '../../local/backup-service.ts';
import { approve } from '../../local/identity-provider/approve.ts';
import { startIdentityProvider, type RunningIdentityProvider } from '../../local/identity-provider.ts';
import { MIKA } from '../../local/people.ts';
import { asWhole, type Entry } from '../../src/restore/backups/entries/entry.ts';
import type { OptionValues } from '../../src/restore/backups/entries/option-values.ts';
import type { Access, Explorer, Statistics } from '../../src/restore/state/ports.ts';
import { rulesOf, type Workload } from '../../src/restore/backups/workloads/index.ts';
import { readOptions } from '../../src/restore/backups/workloads/options.ts';
import { createExplorer } from '../../src/upstream/explorer/explorer.ts';
import { buildHttp, buildOrganization, type PausingHttp } from '../unit/upstream/upstreams.ts';
import { tenantOf } from './service-client.ts';

const DAY = 86_400_000;
const SLICE = { offset: 0, limit: 1_000 };

let provider: RunningIdentityProvider;
let service: RunningBackupService;
let http: PausingHttp;
let explorer: Explorer;
let access: Access;

beforeAll(async () => {
  provider = await startIdentityProvider();
  service = await startBackupService({ identityProviderUrl: provider.url, restoreMilliseconds: { total: 0 } });
  service.restore.switchMishaps(false);
  http = buildHttp({ connections: 4 });
  explorer = createExplorer({ http });
  const { accessToken } = await tenantOf(provider, service);
  access = { kind: 'administrator', organization: buildOrganization(service.url), accessToken };
});
afterAll(async () => {
  await http.close();
  await service.stop();
  await provider.stop();
});

/** A site or team of that name, as of so many days ago. */
async function opened(workload: Workload, name: string, days = 4) {
  const at = Date.now() - days * DAY;
  const { id: exploreId } = await explorer.openExplore(access, {
    workload,
    at,
    showDeleted: false,
    showAllVersions: true,
  });
  const containers = await explorer.containers(access, workload, exploreId);
  const container = containers.find((one) => one.name === name);
  if (container === undefined) throw new Error(`${name} is not there.`);
  const containerId = container.id;

  /** What is in a place, each with the names of what it is in. */
  async function inside(folder?: Entry): Promise<readonly Entry[]> {
    const place = { workload, exploreId, containerId, folder };
    const pages = await Promise.all([explorer.folders(access, place, SLICE), explorer.items(access, place, SLICE)]);
    const path = folder === undefined ? [] : [...(folder.path ?? []), folder.title];
    return pages.flatMap(({ results }) => results).map((entry) => ({ path, ...entry }));
  }

  async function entryAt(...titles: readonly string[]): Promise<Entry> {
    let entry: Entry | undefined;
    for (const title of titles) {
      entry = (await inside(entry)).find((one) => one.title === title);
      if (entry === undefined) throw new Error(`${title} is not there.`);
    }
    if (entry === undefined) throw new Error('Nothing was named.');
    return entry;
  }

  /** Sends them with a code with which Mika has signed in. */
  async function restored(entries: readonly Entry[], chosen: OptionValues = {}): Promise<Statistics> {
    const { userCode, verificationUri } = await explorer.requestRestoreCode(access, exploreId, {});
    await approve({ verificationUri, userCode, person: MIKA });
    expect(await explorer.isCodeUsed(access, userCode)).toBe(true);
    const { values: options } = readOptions(rulesOf(workload, 'administrator'), chosen, entries);
    const credentials = { kind: 'code', userCode } as const;
    const request = { workload, exploreId, containerId, entries, options, credentials };
    const { sessionId } = await explorer.restore(access, request);
    return explorer.statistics(access, sessionId);
  }

  return { exploreId, containerId, name, inside, entryAt, restored };
}

/** How much of it came back. @throws Error where anything failed */
function total({ total: count, failed }: Statistics): number {
  if (failed > 0) throw new Error(`${failed} failed.`);
  return count;
}

test('sites: a document and its version, a list item, folders, a library, a list, and all of it', async () => {
  const { containerId, name, entryAt, inside, restored } = await opened('sharepoint', 'Tour guides');
  const [library, list] = [await entryAt('Documents'), await entryAt('Bookings')];
  const handbook = await entryAt('Documents', 'Handbook', 'Handbook for guides.docx');
  const guides = await entryAt('Documents', 'Guides');
  expect([handbook.path, guides.path]).toEqual([['Documents', 'Handbook'], ['Documents']]);

  expect(total(await restored([handbook]))).toBe(1);
  expect(service.restore.liveObjects(containerId).map(({ path }) => path)).toContain(
    '/Documents/Handbook/Handbook for guides.docx',
  );
  const inGuides = total(await restored([guides]));
  expect(inGuides).toBeGreaterThan(15);
  const [item] = (await inside(list)).filter(({ kind }) => kind === 'item');
  if (item === undefined) throw new Error('The list has items.');
  expect(total(await restored([item]))).toBe(1);

  const inLibrary = total(await restored([library], { siteChangedItems: true }));
  const inList = total(await restored([list], { siteListViews: true }));
  expect(inLibrary).toBeGreaterThan(inGuides);
  const site = asWhole({ id: containerId, type: 'Site', name, detail: '', echo: '' }, 'whole site');
  const all = total(await restored([site]));
  expect(all).toBeGreaterThanOrEqual(inLibrary + inList);
  expect(total(await restored([site], { siteSubsites: true, sitePermissions: true }))).toBeGreaterThan(all);
});

test('sites: earlier versions, each by a call of its own', async () => {
  const { exploreId, entryAt, restored } = await opened('sharepoint', 'Tour guides');
  const handbook = await entryAt('Documents', 'Handbook', 'Handbook for guides.docx');
  const [version] = await explorer.versions(access, 'sharepoint', exploreId, handbook);
  if (version === undefined) throw new Error('It has versions.');

  expect(total(await restored([{ ...version, path: handbook.path }], { siteLastVersion: 'Overwrite' }))).toBe(1);
});

test('sites: what is from a library that was renamed since is found by a search, which does not say where it is', async () => {
  const { exploreId, containerId, entryAt, inside, restored } = await opened('sharepoint', 'Tour guides', 14);
  const folder = await entryAt('Pictures', 'Lofoten');
  const [picture] = await inside(folder);
  if (picture === undefined) throw new Error('It has pictures.');
  const { failed, items } = await restored([picture]);
  expect([failed, items[0]?.why]).toEqual([1, expect.stringContaining('List "Pictures" does not exist')]);

  const place = { workload: 'sharepoint', exploreId, containerId } as const;
  const query = `filename:"${picture.title}"`;
  const { results } = await explorer.search(access, place, 'items', query, SLICE);
  const found = results.find(({ id }) => id === picture.id);
  if (found === undefined) throw new Error('It was not found.');
  expect(total(await restored([found]))).toBe(1);
});

test('teams: all of it, a channel, its posts of some days, files, tabs; a single post is refused here already', async () => {
  const { entryAt, inside, restored } = await opened('teams', 'Northern lights 2026');
  const channel = await entryAt('General');
  const [posts, files, tabs] = await Promise.all(
    ['posts', 'files', 'tabs'].map(async (kind) => {
      const part = (await inside(channel)).find((entry) => entry.kind === kind);
      if (part === undefined) throw new Error(`The channel has ${kind}.`);
      return part;
    }),
  );
  if (posts === undefined || files === undefined || tabs === undefined) throw new Error('It has three parts.');
  const team = (await inside()).find(({ kind }) => kind === 'team');
  if (team === undefined) throw new Error('The team is there.');

  const inChannel = total(await restored([channel], { teamsChanged: true }));
  expect(total(await restored([team], { teamsChanged: true, teamsMembers: true }))).toBeGreaterThan(inChannel);
  expect(total(await restored([files]))).toBeGreaterThan(0);
  expect(total(await restored([tabs]))).toBeGreaterThan(0);

  const single = (await inside(posts)).filter(({ kind }) => kind === 'post');
  const [first] = single;
  const rules = rulesOf('teams', 'administrator');
  const above = first && rules.above?.(first);
  if (first === undefined || above === undefined) throw new Error('It has posts.');
  const allPosts = total(await restored([posts]));
  const ofDays = total(await restored([above], rules.suggested?.([first])));
  expect([ofDays > 0, ofDays < allPosts, allPosts >= single.length]).toEqual([true, true, true]);
  await expect(restored([first])).rejects.toThrow('no folders');
});
