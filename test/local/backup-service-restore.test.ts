import { type RunningBackupService, startBackupService } from '../../local/backup-service.ts';
import { type RunningIdentityProvider, startIdentityProvider } from '../../local/identity-provider.ts';
import { NOOR } from '../../local/people.ts';
import { type ServiceClient, clientOf } from './service-client.ts';

type Json = Readonly<Record<string, unknown>>;

let provider: RunningIdentityProvider;
let service: RunningBackupService;
let noor: ServiceClient;
beforeAll(async () => {
  provider = await startIdentityProvider();
});
beforeEach(async () => {
  service = await startBackupService({ identityProviderUrl: provider.url, restoreMilliseconds: { total: 0 } });
  noor = await clientOf(provider, service, NOOR);
});
afterEach(() => service.stop());
afterAll(() => provider.stop());

async function mailbox(): Promise<string> {
  const session = await noor.explore({ type: 'Vex', showDeleted: true });
  const { results } = await noor.get(`${session}/organization/mailboxes`);
  return `${session}/organization/mailboxes/${String(results[0]?.['id'])}`;
}

async function kyotoMails(place: string): Promise<readonly Json[]> {
  return (await noor.post(`${place}/search`, { query: 'subject:"Kyoto itinerary"' })).results;
}

async function drive(): Promise<string> {
  const session = await noor.explore({ type: 'Veod', showAllVersions: true, showDeleted: true });
  const { results } = await noor.get(`${session}/Organization/OneDrives`);
  return `${session}/Organization/OneDrives/${String(results[0]?.['id'])}`;
}

async function documentNamed(place: string, name: string): Promise<Json> {
  const [found] = (await noor.post(`${place}/search`, { query: `filename:"${name}"` })).results;
  // What listings add is no part of a document.
  const { siteId: _site, title: _title, ...document } = found ?? {};
  return document;
}

async function restored(path: string, body: Json): Promise<string> {
  const { status, json } = await noor.post(`${path}/operatorRestore`, body);
  expect([status, json['message']]).toEqual([200, undefined]);
  return `/v8/RestoreSessions/${String(json['sessionId'])}`;
}

const idsOf = (items: readonly Json[]) => items.map(({ id }) => ({ id }));
const statistics = async (session: string) => (await noor.get(`${session}/Statistics`)).json;

describe('restoring mails', () => {
  test('restores them to their place, reports each failure, and a retry succeeds', async () => {
    const place = await mailbox();
    const mails = await kyotoMails(place);
    const options = { items: idsOf(mails), deletedItems: true, markRestoredAsUnread: true, reason: 'TRIP-1 [ref a1]' };
    const session = await restored(`${place}/items`, options);
    expect((await noor.get(session)).json).toMatchObject({
      type: 'Vex',
      state: 'Stopped',
      result: 'Warning',
      reason: 'TRIP-1 [ref a1]',
    });
    expect(await statistics(session)).toMatchObject({
      totalItemsCount: 6,
      restoredItemsCount: 5,
      failedItemsCount: 1,
      skippedItemsCount: 0,
      errors: ['Re: Kyoto itinerary: "what if it rains?": Item is locked.'],
      items: [{ itemRestoreDetailsType: 'BulkMailbox', itemType: 'ExchangeMailbox', createdMailboxItemsCount: 5 }],
    });
    const { results: events } = await noor.get(`${session}/Events`);
    const statuses = events.filter(({ type }) => type === 'Restore').map(({ status }) => status);
    expect(statuses.filter((status) => status === 'Success')).toHaveLength(5);
    expect(statuses.filter((status) => status === 'Failed')).toHaveLength(1);
    const failed = events.find(({ status }) => status === 'Failed');
    expect(failed).toMatchObject({ itemName: 'Re: Kyoto itinerary: "what if it rains?"' });
    expect((await noor.get(`${session}/Events/${String(failed?.['id'])}`)).json).toEqual(failed);

    expect(service.restore.liveItems(NOOR.signInName)).toHaveLength(5);
    await restored(`${place}/items`, { ...options, reason: 'TRIP-1 [ref a2]' });
    const live = service.restore.liveItems(NOOR.signInName);
    expect(live.map(({ times, unread }) => [times, unread])).toEqual(mails.map(() => [1, true]));
    expect(new Set(live.map(({ folder }) => folder))).toEqual(new Set(['Inbox', 'Projects/Kyoto']));
  });

  test('skips unchanged items and those that the options exclude', async () => {
    const place = await mailbox();
    const mails = await kyotoMails(place);
    expect(await statistics(await restored(`${place}/items`, { items: idsOf(mails) }))).toMatchObject({
      restoredItemsCount: 0,
      skippedItemsCount: 6,
    });
    const [inbox] = (await noor.get(`${place}/folders?name=Inbox`)).results;
    const path = `${place}/items?parentId=${encodeURIComponent(String(inbox?.['id']))}&limit=100`;
    const there = (await noor.get(path)).results;
    const options = { items: idsOf(there), changedItems: true, deletedItems: false };
    const session = await restored(`${place}/items`, options);
    expect(Number((await statistics(session))['skippedItemsCount'])).toBeGreaterThan(90);
    expect((await noor.get(session)).json).toMatchObject({ result: 'Success' });
  });

  test('puts copies into another folder', async () => {
    const place = await mailbox();
    const [mail] = await kyotoMails(place);
    const options = { items: [{ id: mail?.['id'] }], deletedItems: true, folder: 'Found again' };
    await restored(`${place}/items`, options);
    expect(service.restore.liveItems(NOOR.signInName)).toMatchObject([{ folder: 'Found again', unread: false }]);
    expect(await statistics(await restored(`${place}/items`, options))).toMatchObject({ skippedItemsCount: 1 });
  });

  test('warns, fails permanently, and fails for items gone from the backup', async () => {
    const place = await mailbox();
    const mails = await kyotoMails(place);
    const [first, second, third] = mails.map(({ id }) => String(id));
    service.restore.switchMishaps(false);
    service.restore.setMishap(first ?? '', { status: 'Warning', why: 'Some categories are missing.', once: false });
    service.restore.setMishap(second ?? '', { status: 'Failed', why: 'The mailbox is over its quota.', once: false });
    service.restore.deleteFromBackup(third ?? '');
    const session = await restored(`${place}/items`, { items: idsOf(mails), deletedItems: true });
    expect(await statistics(session)).toMatchObject({ restoredItemsCount: 4, failedItemsCount: 2 });
    const bad = (await noor.get(`${session}/Events?limit=100`)).results.filter(({ type }) => type === 'Restore');
    expect(bad.slice(0, 3).map(({ status }) => status)).toEqual(['Warning', 'Failed', 'Failed']);
  });

  test.each([
    ['no items', { items: [] }],
    ['an item that is only an id', { items: ['x'] }],
    ['an unknown field', { items: [{ id: 'x' }], missingItems: true }],
    ['an option that is no boolean', { items: [{ id: 'x' }], changedItems: 'yes' }],
    ['an empty folder name', { items: [{ id: 'x' }], folder: '' }],
  ])('is refused for %s', async (_case, body) => {
    const answer = await noor.post(`${await mailbox()}/items/operatorRestore`, body);
    expect(answer).toMatchObject({ status: 400, json: { errorCode: 'ParameterValidationFailure' } });
    expect(service.restore.runs).toEqual([]);
  });

  test('is refused for an item that never existed', async () => {
    const answer = await noor.post(`${await mailbox()}/items/operatorRestore`, { items: [{ id: 'x' }] });
    expect(answer).toMatchObject({ status: 404, json: { errorCode: 'ResourceNotFound' } });
  });
});

describe('restoring documents', () => {
  async function older(place: string): Promise<Json> {
    const document = await documentNamed(place, 'Itinerary Kyoto');
    const { results } = await noor.get(`${place}/Documents/${String(document['id'])}/Versions`);
    return results[0] ?? {};
  }
  const bodyOf = (document: Json, documentAction = 'Overwrite', documentVersion: string | null = 'Last') => ({
    documentAction,
    documentsRestoreConfigs: [{ document, documentVersion }],
  });

  test('restores an older version over the new one or beside it', async () => {
    const place = await drive();
    const document = await older(place);
    const session = await restored(`${place}/Documents`, bodyOf(document));
    expect(await statistics(session)).toMatchObject({
      restoredItemsCount: 1,
      items: [{ itemRestoreDetailsType: 'Item', itemType: 'OneDriveItem', id: document['id'], status: 'Success' }],
    });
    const path = '/Journeys/Asia/日本 Japan/Itinerary Kyoto';
    expect(service.restore.liveDocuments(NOOR.signInName)).toMatchObject([{ path: `${path}.xlsx`, version: '4.0' }]);
    expect(await statistics(await restored(`${place}/Documents`, bodyOf(document)))).toMatchObject({
      skippedItemsCount: 1,
    });
    const newest = await documentNamed(place, 'Itinerary Kyoto');
    await restored(`${place}/Documents`, bodyOf(newest, 'Keep', 'All'));
    expect(service.restore.liveDocuments(NOOR.signInName)).toMatchObject([
      { path: `${path}.xlsx`, version: '4.0' },
      { path: `${path} (restored).xlsx`, version: '5.0' },
    ]);
  });

  test('restores a deleted document to its place', async () => {
    const place = await drive();
    await restored(`${place}/Documents`, bodyOf(await documentNamed(place, 'Ryokan'), 'Keep', null));
    const path = '/Journeys/Asia/日本 Japan/Ryokan bookings.docx';
    expect(service.restore.liveDocuments(NOOR.signInName)).toMatchObject([{ path, version: '2.0', times: 1 }]);
  });

  test('takes whole documents alone, as they were listed, and no folders', async () => {
    const place = await drive();
    const document = await older(place);
    const { sizeBytes, ...without } = document;
    expect(sizeBytes).toBe(214_377);
    const [folder] = (await noor.get(`${place}/Documents?parentId=root&includeFolders=true`)).results;
    for (const body of [
      bodyOf(without),
      bodyOf({ ...document, sizeBytes: 1 }),
      bodyOf({ ...document, note: 'x' }),
      bodyOf(folder ?? {}),
      bodyOf(document, 'Merge'),
      bodyOf(document, 'Keep', 'First'),
      { documentAction: 'Keep', documentsRestoreConfigs: [] },
      { documentsRestoreConfigs: [{ document }] },
    ]) {
      const refused = { status: 400, json: { errorCode: 'ParameterValidationFailure' } };
      expect(await noor.post(`${place}/Documents/operatorRestore`, body)).toMatchObject(refused);
    }
    const unknown = { ...document, id: '0b9e7f8c-3c5f-4d1e-9a55-9b1f2f0a7c11' };
    expect(await noor.post(`${place}/Documents/operatorRestore`, bodyOf(unknown))).toMatchObject({ status: 404 });
    const otherVersion = { ...document, version: '9.0' };
    expect(await noor.post(`${place}/Documents/operatorRestore`, bodyOf(otherVersion))).toMatchObject({ status: 404 });
    expect(service.restore.runs).toEqual([]);
  });
});

describe('a restore under way', () => {
  async function started(more: Json = {}): Promise<{ readonly place: string; readonly session: string }> {
    service.restore.switchMishaps(false);
    const place = await mailbox();
    const options = { items: idsOf(await kyotoMails(place)), deletedItems: true, ...more };
    return { place, session: await restored(`${place}/items`, options) };
  }
  const exploreOf = (place: string): string => place.split('/organization/')[0] ?? '';

  test('proceeds item by item', async () => {
    service.restore.setPace({ perItem: 60 });
    const { session } = await started();
    expect((await noor.get(session)).json).toMatchObject({ state: 'Working', endTime: null });
    const counts: unknown[] = [];
    while ((await noor.get(session)).json['state'] === 'Working') {
      counts.push((await statistics(session))['restoredItemsCount']);
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    expect(counts).toEqual(counts.toSorted((one, other) => Number(one) - Number(other)));
    expect(await statistics(session)).toMatchObject({ totalItemsCount: 6, restoredItemsCount: 6 });
  });

  test('pauses where a test requests it, shows its progress, and is finished by the test', async () => {
    service.restore.setPace({ total: Infinity });
    const { session } = await started();
    expect(await statistics(session)).toMatchObject({ totalItemsCount: 6, restoredItemsCount: 0 });
    const { results } = await noor.get(`${session}/Events`);
    expect(results.map(({ status }) => status)).toEqual(['Success', 'Running']);
    service.restore.finishRuns();
    expect((await noor.get(session)).json).toMatchObject({ state: 'Stopped', result: 'Success' });
  });

  test('stops when it is stopped', async () => {
    service.restore.setPace({ total: Infinity });
    const { session } = await started();
    expect((await noor.post(`${session}/Stop`)).status).toBe(204);
    expect((await noor.get(session)).json).toMatchObject({ state: 'Stopped', result: 'Warning' });
    service.restore.finishRuns();
    expect(service.restore.liveItems(NOOR.signInName)).toEqual([]);
    const { results } = await noor.get(`${session}/Events`);
    expect(results.at(-1)).toMatchObject({ status: 'Cancelled' });
  });

  test('continues after the log-out and after its explore session was dropped', async () => {
    service.restore.setPace({ total: Infinity });
    const { session } = await started();
    service.restore.dropExploreSessions();
    await fetch(`${service.url}/v8/token/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${noor.accessToken}` },
    });
    noor = await clientOf(provider, service, NOOR);
    expect((await noor.get(session)).json).toMatchObject({ state: 'Working' });
    service.restore.finishRuns();
    expect((await noor.get(session)).json).toMatchObject({ state: 'Stopped', result: 'Success' });
  });

  test.each([
    ['same', 'Stopped'],
    ['same-open', 'Working'],
  ] as const)('can have the id of its explore session, which then is (%s: %s)', async (mode, state) => {
    service.restore.sessionIdMode = mode;
    service.restore.setPace({ total: Infinity });
    const { place, session } = await started();
    expect(session).toBe(exploreOf(place));
    expect((await noor.get(session)).json).toMatchObject({ state: 'Working' });
    service.restore.finishRuns();
    expect((await noor.get(session)).json).toMatchObject({ state });
    expect(await statistics(session)).toMatchObject({ restoredItemsCount: 6 });
    expect((await kyotoMails(place)).length).toBe(mode === 'same' ? 0 : 6);
  });

  test('stands in the list beside its explore session, with reason and initiator', async () => {
    const { place, session } = await started({ reason: 'found by [ref q7]' });
    const { results } = await noor.get('/v8/RestoreSessions');
    const ids = results.map(({ id }) => `/v8/RestoreSessions/${String(id)}`);
    expect(ids.toSorted()).toEqual([session, exploreOf(place)].toSorted());
    expect(results.find(({ reason }) => reason === 'found by [ref q7]')).toMatchObject({
      initiatedBy: NOOR.signInName,
      scopeName: NOOR.name,
    });
  });
});

describe('the record of restores', () => {
  test('records each call and reports repeated ones', async () => {
    const place = await mailbox();
    const items = idsOf(await kyotoMails(place));
    const once = { items, deletedItems: true, reason: '[ref one]' };
    await restored(`${place}/items`, once);
    await restored(`${place}/items`, { ...once, reason: '[ref two]' });
    expect(service.restore.runs).toMatchObject([{ body: once, reason: '[ref one]' }, { reason: '[ref two]' }]);
    expect(service.restore.repeats).toEqual([]);
    await restored(`${await mailbox()}/items`, { ...once, items: items.toReversed() });
    expect(service.restore.repeats).toMatchObject([{ reason: '[ref one]', userId: NOOR.objectId }]);
  });

  test('records no call answered with a fault, but one whose answer was lost', async () => {
    const place = await mailbox();
    const body = { items: idsOf(await kyotoMails(place)), deletedItems: true };
    service.faults.next('/operatorRestore', { kind: 'reset' });
    await expect(noor.post(`${place}/items/operatorRestore`, body)).rejects.toThrow('fetch failed');
    expect(service.restore.runs).toEqual([]);
    service.faults.next('/operatorRestore', { kind: 'lost' });
    await expect(noor.post(`${place}/items/operatorRestore`, body)).rejects.toThrow('fetch failed');
    expect(service.restore.runs).toHaveLength(1);
  });
});
