import { type RunningBackupService, startBackupService } from '../../local/backup-service.ts';
import { type RunningIdentityProvider, startIdentityProvider } from '../../local/identity-provider.ts';
import { ALEX, NOOR } from '../../local/people.ts';
import { type Answered, type ServiceClient, approvedCode, tenantOf } from './service-client.ts';

type Json = Readonly<Record<string, unknown>>;
const DAY = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY).toISOString();

let provider: RunningIdentityProvider;
let service: RunningBackupService;
let mika: ServiceClient;
beforeAll(async () => {
  provider = await startIdentityProvider();
  service = await startBackupService({ identityProviderUrl: provider.url, restoreMilliseconds: { total: 0 } });
  service.restore.switchMishaps(false);
  mika = await tenantOf(provider, service);
});
afterAll(async () => {
  await service.stop();
  await provider.stop();
});

async function one(path: string, fits: (entry: Json) => boolean): Promise<Json> {
  const { results } = await mika.get(`${path}${path.includes('?') ? '&' : '?'}limit=10000`);
  const found = results.find(fits);
  if (found === undefined) throw new Error(`${path}: not found`);
  return found;
}
const called = (name: string) => (entry: Json) => (entry['name'] ?? entry['displayName']) === name;
/** As it is by itself; lists mix its shape with others. */
async function whole(path: string, name: string): Promise<Json> {
  return (await mika.get(`${path}/${id(await one(path, called(name)))}`)).json;
}
const id = (entry: Json): string => encodeURIComponent(String(entry['id']));

/** Sends it with a code of its own, and answers what the statistics say of it. */
async function restored(session: string, path: string, body: Json = {}): Promise<Json> {
  const userCode = await approvedCode(mika, session);
  const { status, json } = await mika.post(path, { ...body, userCode });
  if (status !== 200) throw new Error(`${path}: ${status} ${String(json['message'])}`);
  return (await mika.get(`/v8/RestoreSessions/${String(json['sessionId'])}/Statistics`)).json;
}
const mistakes = async (path: string, body: Json): Promise<string> => {
  const { status, json }: Answered = await mika.post(path, body);
  return `${status} ${String(json['message'])}`;
};
/** How much there was to restore. */
const total = ({ totalItemsCount, failedItemsCount }: Json): number =>
  Number(failedItemsCount) > 0 ? -1 : Number(totalItemsCount);

describe('mail', () => {
  async function noors() {
    const session = await mika.explore({ type: 'Vex', dateTime: daysAgo(4) });
    const mailbox = await one(`${session}/organization/mailboxes`, ({ email, isArchive }) => {
      return email === NOOR.signInName && isArchive === false;
    });
    const place = `${session}/organization/mailboxes/${id(mailbox)}`;
    const kyoto = await one(`${place}/folders`, called('Kyoto'));
    const { results } = await mika.get(`${place}/items?parentId=${id(kyoto)}&limit=3`);
    return { session, mailbox, place, kyoto, items: results.map((item) => ({ id: item['id'] })) };
  }

  test('comes back as a folder, a mailbox and several mailboxes', async () => {
    const { session, mailbox, place, kyoto } = await noors();
    const folder = total(await restored(session, `${place}/folders/${id(kyoto)}/restore`));
    expect(folder).toBeGreaterThan(10);
    expect(folder).toBeLessThan(100);
    const whole = total(await restored(session, `${place}/restore`));
    expect(whole).toBeGreaterThan(2000);
    const mailboxes = `${session}/organization/mailboxes/restore`;
    expect(total(await restored(session, mailboxes, { mailboxes: [mailbox], changedItems: false }))).toBe(whole);
    expect(total(await restored(session, mailboxes, { mailboxes: [mailbox], excludeDrafts: true }))).toBeLessThan(
      whole,
    );
  });

  test('comes back marked as unread unless somebody says otherwise, at its own place or at another’s', async () => {
    const { session, place, items } = await noors();
    const [first, second, third] = items.map((item) => [item]);
    const unreadOf = (address: string) =>
      service.restore.liveItems(address).map((live) => [live.id, live.folder, live.unread] as const);
    const itemId = (some: readonly { id: unknown }[] | undefined) => String(some?.[0]?.id);
    service.restore.setMishap(itemId(first), undefined);
    await restored(session, `${place}/items/restoreTo`, {
      items: second,
      mailbox: NOOR.signInName,
      markRestoredAsUnread: false,
      folder: 'Restored',
    });
    await restored(session, `${place}/items/restoreTo`, {
      items: third,
      mailbox: ALEX.signInName,
      folder: 'From Noor',
    });
    expect(unreadOf(NOOR.signInName)).toContainEqual([itemId(second), 'Restored', false]);
    expect(unreadOf(ALEX.signInName)).toEqual([[itemId(third), 'From Noor', false]]);
    expect(await mistakes(`${place}/items/restoreTo`, { items: first })).toMatch(/^400 .*mailbox/);
  });
});

describe('a OneDrive', () => {
  async function noors() {
    const session = await mika.explore({ type: 'Veod', dateTime: daysAgo(4), showAllVersions: true });
    const drives = `${session}/Organization/OneDrives`;
    const drive = await one(drives, called('Noor Haddad'));
    return { session, drives, drive, place: `${drives}/${id(drive)}` };
  }

  test('comes back as documents, folders, a whole one and several', async () => {
    const { session, drives, drive, place } = await noors();
    const document = await whole(`${place}/Documents`, 'Ryokan bookings.docx');
    const back = await restored(session, `${place}/Documents/restore`, {
      documents: [document],
      documentAction: 'Keep',
    });
    expect(back).toMatchObject({ totalItemsCount: 1, failedItemsCount: 0 });
    const folder = await one(`${place}/Folders`, called('Asia'));
    const below = total(await restored(session, `${place}/Folders/restore`, { folders: [folder] }));
    expect(below).toBeGreaterThan(20);
    const all = total(await restored(session, `${place}/restore`, { documentAction: 'Overwrite' }));
    expect(all).toBeGreaterThan(below);
    expect(total(await restored(session, `${drives}/restore`, { oneDrives: [drive] }))).toBe(all);
  });

  test('gives an earlier version back by a call of its own', async () => {
    const { session, place } = await noors();
    const document = await one(`${place}/Documents`, called('Itinerary Kyoto.xlsx'));
    const versions = `${place}/Documents/${id(document)}/Versions`;
    const [earlier] = (await mika.get(versions)).results;
    expect(
      total(
        await restored(session, `${versions}/${String(earlier?.['versionId'])}/restore`, { documentAction: 'Keep' }),
      ),
    ).toBe(1);
    const { documents } = { documents: [earlier] };
    const userCode = await approvedCode(mika, session);
    expect(await mistakes(`${place}/Documents/restore`, { documents, userCode })).toMatch(/^400 .*latest version/);
  });

  test('can be copied into somebody else’s', async () => {
    const { session, drives, place } = await noors();
    const onedrive = await one(drives, called('Alex Sommer'));
    const document = await whole(`${place}/Documents`, 'Ryokan bookings.docx');
    const body = { documents: [document], onedrive, folder: 'From Noor' };
    expect(total(await restored(session, `${place}/Documents/copyTo`, body))).toBe(1);
    expect(service.restore.liveDocuments(ALEX.signInName).map(({ path }) => path)).toEqual([
      '/From Noor/Ryokan bookings.docx',
    ]);
  });
});

describe('a site', () => {
  async function guides() {
    const session = await mika.explore({ type: 'Vesp', dateTime: daysAgo(4), showAllVersions: true });
    const sites = `${session}/Organization/Sites`;
    const site = await one(`${sites}?parentId=root`, called('Tour guides'));
    return { session, sites, site, place: `${sites}/${id(site)}` };
  }

  test('comes back as documents, items, folders, a library, a list, and as a whole', async () => {
    const { session, place } = await guides();
    const library = await one(`${place}/Libraries`, called('Documents'));
    const list = await one(`${place}/Lists`, called('Bookings'));
    const document = await whole(`${place}/Documents`, 'Handbook for guides.docx');
    const usual = { restorePermissions: false };
    const sent = (path: string, body: Json) => restored(session, `${place}/${path}`, { ...usual, ...body }).then(total);
    expect(await sent('Documents/restore', { documents: [document], list: 'Documents' })).toBe(1);
    const [item] = (await mika.get(`${place}/Items?parentId=${id(list)}`)).results;
    expect(await sent('Items/restore', { items: [item] })).toBe(1);
    const folder = await one(`${place}/Folders`, called('Guides'));
    expect(await sent('Folders/restore', { folders: [folder] })).toBeGreaterThan(15);
    const inLibrary = await sent(`Libraries/${id(library)}/restore`, {});
    const inList = await sent(`Lists/${id(list)}/restore`, { changedItems: false, deletedItems: true });
    const all = await sent('restore', { restoreSubsites: false });
    expect(all).toBeGreaterThan(inLibrary + inList);
    expect(await sent('restore', { restoreSubsites: true })).toBeGreaterThan(all);
    expect(service.restore.liveObjects(String(document['siteId'])).map(({ path }) => path)).toContain(
      '/Documents/Handbook/Handbook for guides.docx',
    );
  });

  test('gives an earlier version back by a call of its own', async () => {
    const { session, place } = await guides();
    const list = await one(`${place}/Lists`, called('Bookings'));
    const items = (await mika.get(`${place}/Items?parentId=${id(list)}&limit=1000`)).results;
    for (const item of items) {
      const versions = `${place}/Items/${id(item)}/Versions`;
      const [earlier] = (await mika.get(versions)).results;
      if (earlier === undefined) continue;
      const path = `${versions}/${String(earlier['versionId'])}/restore`;
      expect(total(await restored(session, path, { restorePermissions: false }))).toBe(1);
      return;
    }
    throw new Error('no item has earlier versions');
  });

  test('can be restored into another', async () => {
    const { session, sites, place } = await guides();
    const tours = await one(sites, called('Nordic tours'));
    const folder = await one(`${place}/Folders`, called('2026'));
    const body = { folders: [folder], siteURL: tours['url'], restorePermissions: false };
    const count = total(await restored(session, `${place}/Folders/restoreTo`, body));
    const paths = service.restore.liveObjects(String(tours['id'])).map(({ path }) => path);
    expect(paths.filter((path) => path.startsWith('/Documents/Guides/2026/'))).toHaveLength(count);
  });
});

describe('a team', () => {
  async function lights() {
    const session = await mika.explore({ type: 'Vet', dateTime: daysAgo(4) });
    const teams = `${session}/organization/teams`;
    const team = await one(teams, called('Northern lights 2026'));
    const place = `${teams}/${id(team)}`;
    const channel = await one(`${place}/channels`, called('General'));
    return { session, teams, team, place, channel };
  }
  const which = { restoreChangedItems: true, restoreMissingItems: true };

  test('comes back as a whole, as a channel, and as files, tabs and posts', async () => {
    const { session, teams, team, place, channel } = await lights();
    const sent = (path: string, body: Json) => restored(session, path, body).then(total);
    const whole = { teams: [team], ...which, restoreMembers: true, restoreSettings: false };
    const all = await sent(`${teams}/restore`, whole);
    const inChannel = await sent(`${place}/channels/${id(channel)}/restore`, which);
    expect(all).toBeGreaterThan(inChannel);
    const channelId = channel['id'];
    expect(await sent(`${place}/files/restore`, { channelId, ...which, fileVersion: 'Last' })).toBeGreaterThan(0);
    const tabs = { restoreChangedTabs: false, restoreMissingTabs: true };
    expect(await sent(`${place}/channels/${id(channel)}/tabs/restore`, tabs)).toBeGreaterThan(0);
    const posts = await sent(`${place}/posts/restore`, { channelId });
    expect(await sent(`${place}/posts/restore`, { channelId, from: daysAgo(100), to: daysAgo(0) })).toBeLessThan(posts);
    expect(await mistakes(`${place}/posts/restore`, { channelId, posts: [] })).toMatch(/^400 .*posts/);
  });

  test('hands chosen posts out at once', async () => {
    const { place } = await lights();
    const [post] = (await mika.get(`${place}/posts?limit=1`)).results;
    const response = await fetch(`${service.url}${place}/posts/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mika.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ posts: [{ postId: post?.['postId'], channelId: post?.['channelId'] }] }),
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/^<!doctype html>/);
  });
});

test('an organization larger than a page is listed page by page', async () => {
  service.restore.scopeSize(10_100, 10_100, 10_100);
  const at = '?limit=10000&offset=10000';
  const mail = await mika.explore({ type: 'Vex', dateTime: daysAgo(1) });
  const first = await mika.get(`${mail}/organization/mailboxes?limit=2`);
  expect([first.results.length, first.more]).toEqual([2, true]);
  const second = await mika.get(`${mail}/organization/mailboxes${at}`);
  expect([second.results.length > 100, second.more]).toEqual([true, false]);
  const sites = await mika.explore({ type: 'Vesp', dateTime: daysAgo(1) });
  expect((await mika.get(`${sites}/Organization/Sites?limit=5&offset=20000&parentId=root`)).results).toHaveLength(5);
  const teams = await mika.explore({ type: 'Vet', dateTime: daysAgo(1) });
  const [team] = (await mika.get(`${teams}/organization/teams${at}`)).results;
  expect((await mika.get(`${teams}/organization/teams/${id(team ?? {})}/channels`)).results.length).toBeGreaterThan(0);
});
