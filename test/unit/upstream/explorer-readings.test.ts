/** How the service's answers are read: entries of every kind, versions, sessions, statistics, events, restore points. */
import type { Entry } from '../../../src/restore/backups/entries/entry.ts';
import type { Explorer } from '../../../src/restore/state/ports.ts';
import { createExplorer } from '../../../src/upstream/explorer/explorer.ts';
import {
  DOCUMENT,
  DRIVE,
  EXPLORE,
  FIRST,
  FOLDER,
  MAILBOX,
  REPOSITORY,
  aDocument,
  aDocumentEntry,
  aMessage,
  aPage,
  aSession,
  accessTo,
  cannedHttp,
} from './explorers.ts';
import { faultOf } from './upstreams.ts';

const access = accessTo('https://backup.example');

const answering = (body: unknown): Explorer =>
  createExplorer({ http: cannedHttp(200, new TextEncoder().encode(JSON.stringify(body))) });

const mailbox = { workload: 'exchange', exploreId: EXPLORE, containerId: MAILBOX } as const;
const drive = { workload: 'onedrive', exploreId: EXPLORE, containerId: DRIVE } as const;

async function readItem(item: unknown): Promise<Entry | undefined> {
  const { results } = await answering(aPage([item])).items(
    access,
    { ...mailbox, folder: { id: 'f', kind: 'folder' } },
    FIRST,
  );
  return results[0];
}

test('reads a message', async () => {
  expect(await readItem(aMessage())).toEqual({
    key: expect.stringMatching(/^[a-z0-9]{10}$/),
    kind: 'message',
    containerId: MAILBOX,
    id: 'AAMk=/+1',
    title: 'Quarterly figures',
    who: 'Zoë <zoe@contoso.com>',
    at: Date.UTC(2026, 2, 1, 9, 0, 5),
    to: 'Olga <olga@contoso.com>',
    times: [
      { what: 'sent', at: Date.UTC(2026, 2, 1, 9) },
      { what: 'received', at: Date.UTC(2026, 2, 1, 9, 0, 5) },
    ],
    attachments: ['figures.xlsx', 'notes.txt'],
    attachmentSizes: [12, 0],
    // Of its attachments: mails have none of their own.
    sizeBytes: 12,
  });
});

test.each<[string, object, object]>([
  ['a signed message', { itemClass: 'IPM.Note.SMIME' }, { kind: 'message' }],
  ['a message without a subject', { subject: null }, { title: '' }],
  ['a message that was only sent', { received: '0001-01-01T00:00:00' }, { at: Date.UTC(2026, 2, 1, 9) }],
  [
    'an appointment',
    {
      itemClass: 'IPM.Appointment',
      from: undefined,
      organizer: 'Zoë',
      attendees: 'Olga; Uwe',
      startTime: '2026-05-01T10:00:00',
      received: null,
      sent: null,
      to: null,
      location: 'Room 1',
    },
    { kind: 'appointment', who: 'Zoë', to: 'Olga; Uwe', at: Date.UTC(2026, 4, 1, 10), location: 'Room 1' },
  ],
  ['an invitation that was received', { itemClass: 'IPM.Schedule.Meeting.Request' }, { kind: 'message' }],
  [
    'a meeting without sender',
    { itemClass: 'IPM.Schedule.Meeting.Request', from: '', received: '', sent: '', organizer: 'Zoë' },
    { kind: 'appointment', who: 'Zoë' },
  ],
  [
    'a contact',
    { itemClass: 'IPM.Contact', subject: 'x', from: '', displayAs: 'Uwe U.', fileAs: 'U., Uwe', company: 'Contoso' },
    { kind: 'contact', title: 'Uwe U.', who: 'Contoso' },
  ],
  [
    'a contact group',
    { itemClass: 'IPM.DistList', subject: undefined, name: 'Friends' },
    { kind: 'contact group', title: 'Friends' },
  ],
  ['a task', { itemClass: 'IPM.Task', from: '', owner: 'Olga' }, { kind: 'task', who: 'Olga' }],
  ['no task but a request for one', { itemClass: 'IPM.TaskRequest' }, { kind: 'message' }],
  ['a journal entry', { itemClass: 'IPM.Activity' }, { kind: 'journal' }],
  [
    'a note',
    { itemClass: 'ipm.stickynote', received: null, sent: null, date: '2026-01-02T03:04:05Z' },
    { kind: 'note', at: Date.UTC(2026, 0, 2, 3, 4, 5) },
  ],
  [
    'a discussion',
    { itemClass: 'IPM.Post', received: null, sent: null, postedOn: '2026-01-02T03:04:05+01:00' },
    { kind: 'discussion', at: Date.UTC(2026, 0, 2, 2, 4, 5) },
  ],
  ['an unknown class', { itemClass: 'IPM.Custom.7' }, { kind: 'message', title: 'Quarterly figures' }],
  ['an item without a class', { itemClass: undefined }, { kind: 'message' }],
  ['a date that is none', { received: 'yesterday', sent: 7 }, { at: undefined }],
  ['attachments that are none', { attachments: 'many' }, { attachments: undefined }],
])('reads %s', async (_name, changes, expected) => {
  expect(await readItem(aMessage(changes))).toMatchObject(expected);
});

describe('the details of', () => {
  const START = '2026-03-01T09:00:00Z';
  const at = Date.UTC(2026, 2, 1, 9);
  const nothing = { from: undefined, to: undefined, sent: undefined, received: undefined, attachments: undefined };

  test.each<[string, object, object]>([
    ['a message', { bcc: 'Uwe', importance: 'High' }, { bcc: 'Uwe', importance: 'high' }],
    ['a message of no importance', { importance: 'Normal' }, { importance: undefined }],
    [
      'an appointment',
      {
        ...nothing,
        startTime: START,
        endTime: '2026-03-01T10:00:00Z',
        recurring: true,
        recurrencePatternFormat: 'Daily',
      },
      {
        times: [
          { what: 'start', at },
          { what: 'end', at: at + 3_600_000 },
        ],
        recurrence: 'Daily',
      },
    ],
    ['an appointment that repeats somehow', { recurring: true }, { recurrence: '' }],
    [
      'a contact',
      { itemClass: 'IPM.Contact', email: 'a@x.example', businessPhone: '12', jobTitle: 'Guide', company: 'Fernweh' },
      { email: 'a@x.example', phone: '12', company: 'Guide, Fernweh' },
    ],
    [
      'a task',
      { ...nothing, itemClass: 'IPM.Task', startDate: START, dueDate: START, percentComplete: 50 },
      {
        times: [
          { what: 'start', at },
          { what: 'due', at },
        ],
        percent: 50,
      },
    ],
    ['a task done more than once', { percentComplete: 200 }, { percent: undefined }],
  ])('%s are read', async (_name, changes, expected) => {
    expect(await readItem(aMessage(changes))).toMatchObject(expected);
  });

  test('a document are read, and an earlier version is not called the latest', async () => {
    const page = answering(aPage([aDocument()]));
    expect((await page.items(access, drive, FIRST)).results[0]).toMatchObject({
      createdBy: 'Olga',
      latestVersion: '3.0',
      times: [
        { what: 'created', at: Date.UTC(2025, 0, 1) },
        { what: 'changed', at: Date.UTC(2026, 1, 3, 4, 5, 6, 789) + 1 },
      ],
    });
    const older = answering(aPage([aDocument({ version: '2.0' })]));
    expect((await older.versions(access, 'onedrive', EXPLORE, aDocumentEntry()))[0]).toMatchObject({
      version: '2.0',
      latestVersion: undefined,
    });
  });
});

test('cuts long text between characters', async () => {
  const entry = await readItem(aMessage({ subject: `${'x'.repeat(499)}👋`, to: 'y'.repeat(100_000) }));
  expect(entry?.title).toBe('x'.repeat(499));
  expect(entry?.to?.length).toBe(2_000);
});

test.each([
  ['no id', { id: undefined }],
  ['an id that leads elsewhere', { id: '..' }],
  ['an id that cannot be written', { id: '\uD800' }],
  ['an id without end', { id: 'x'.repeat(10_000) }],
])('omits an item with %s, and keeps the others', async (_name, changes) => {
  const page = answering(aPage([aMessage(changes), null, 7, aMessage()]));
  expect((await page.items(access, { ...mailbox, folder: { id: 'f', kind: 'folder' } }, FIRST)).results).toHaveLength(
    1,
  );
});

test('a search over all containers reads the container of each item, and omits items without one', async () => {
  const page = answering(aPage([aMessage(), aMessage({ mailboxId: undefined })]));
  const { results } = await page.search(access, { workload: 'exchange', exploreId: EXPLORE }, 'items', 'x', FIRST);
  expect(results).toMatchObject([{ containerId: MAILBOX }]);
});

test('gives the same item the same key each time, and other items other keys', async () => {
  const everywhere = await answering(aPage([aMessage()])).search(
    access,
    { workload: 'exchange', exploreId: EXPLORE },
    'items',
    'x',
    FIRST,
  );
  const key = (await readItem(aMessage()))?.key;
  expect(everywhere.results[0]?.key).toBe(key);
  expect((await readItem(aMessage({ id: 'AAMk=/+2' })))?.key).not.toBe(key);
});

describe('a drive', () => {
  test('lists its documents, each with its whole object', async () => {
    const page = answering(aPage([aDocument(), aDocument({ id: FOLDER, isFolder: true })]));
    const { results } = await page.items(access, drive, FIRST);
    expect(results).toMatchObject([
      {
        kind: 'document',
        containerId: DRIVE,
        id: DOCUMENT,
        title: 'Plan "final" 東京.docx',
        who: 'Zoë',
        at: Date.UTC(2026, 1, 3, 4, 5, 6, 789) + 1,
        sizeBytes: 4_096,
      },
    ]);
    expect(results).toHaveLength(1);
    const { _links: _, ...rest } = aDocument() as Record<string, unknown>;
    expect(JSON.parse(results[0]?.echo ?? '')).toEqual(rest);
  });

  test('keeps of a listed document only what is a document', async () => {
    const page = answering(aPage([aDocument({ siteId: 'site', type: 'LibraryFolder', title: 'Plan' })]));
    const { results } = await page.items(access, drive, FIRST);
    expect(results[0]?.echo).toBe(aDocumentEntry().echo);
  });

  const lacking = ['sizeBytes', 'createdBy', 'creationTime', 'modifiedBy', 'modificationTime', 'name'];

  test.each(lacking)('lists a document without %s, which a restore requires, as one to be asked for', async (field) => {
    const thin = aDocument({ [field]: undefined });
    for (const results of [
      (await answering(aPage([thin])).items(access, drive, FIRST)).results,
      (await answering(aPage([thin])).search(access, drive, 'documents', 'x', FIRST)).results,
    ]) {
      expect(results).toMatchObject([{ kind: 'unclear', id: DOCUMENT, latestVersion: '3.0' }]);
      expect(results[0]?.echo).toBeUndefined();
    }
  });

  describe('a document that a listing gave without what a restore requires', () => {
    const unclear = { ...drive, folder: { id: DOCUMENT, kind: 'unclear' } };

    test('is read with all of it', async () => {
      const { results } = await answering(aDocument()).items(access, unclear, FIRST);
      expect(results).toMatchObject([{ kind: 'document', id: DOCUMENT, echo: aDocumentEntry().echo }]);
      expect((await answering(aPage([])).folders(access, unclear, FIRST)).results).toEqual([]);
    });

    test('is not left out where it still lacks some: the person is told', async () => {
      const thin = answering(aDocument({ sizeBytes: undefined }));
      expect(await faultOf(thin.items(access, unclear, FIRST))).toMatchObject({ code: 'MALFORMED' });
    });

    test('has earlier versions that are restored as they are', async () => {
      const latest = aDocumentEntry({ kind: 'unclear', echo: undefined });
      const older = aDocument({ version: '2.0', versionId: 1_024 });
      const thin = aDocument({ version: '1.0', versionId: 512, sizeBytes: undefined });
      const versions = answering(aPage([aDocument(), older, thin])).versions(access, 'onedrive', EXPLORE, latest);
      expect(await versions).toMatchObject([{ kind: 'document', version: '2.0' }]);
    });
  });

  test('omits a document whose object is too large to send back', async () => {
    const { results } = await answering(aPage([aDocument({ more: 'x'.repeat(100_000) })])).items(access, drive, FIRST);
    expect(results).toEqual([]);
  });

  test('lists its folders as folders', async () => {
    const page = answering(aPage([aDocument({ id: FOLDER, name: 'Plans', isFolder: undefined })]));
    expect((await page.folders(access, drive, FIRST)).results).toMatchObject([{ kind: 'folder', title: 'Plans' }]);
  });

  test('lists earlier versions under the id of the document, each with its own object', async () => {
    const older = aDocument({ version: '2.0', versionId: 1_024, modifiedBy: 'Uwe', sizeBytes: 9 });
    const unnamed = aDocument({ version: undefined, versionId: null });
    const page = answering(aPage([older, aDocument({ version: '', versionId: 512 }), unnamed, aDocument()]));
    const versions = await page.versions(access, 'onedrive', EXPLORE, aDocumentEntry());
    expect(versions).toMatchObject([
      { id: DOCUMENT, version: '2.0', who: 'Uwe', sizeBytes: 9, kind: 'document' },
      { id: DOCUMENT, version: '512' },
    ]);
    expect(versions).toHaveLength(2);
    expect(JSON.parse(versions[0]?.echo ?? '')).toMatchObject({ version: '2.0', versionId: 1_024 });
    expect(new Set([...versions.map(({ key }) => key), aDocumentEntry().key]).size).toBe(3);
  });
});

test.each([
  ['Purges', 'recoverable'],
  ['DiscoveryHolds', 'recoverable'],
  ['SyncIssues', 'technical'],
  ['Inbox', undefined],
  ['New', undefined],
  [7, undefined],
])('a folder of the category %p is %p', async (category, system) => {
  const page = answering(aPage([{ id: 'AAMk', name: 'Versions', category }]));
  expect((await page.folders(access, mailbox, FIRST)).results[0]?.system).toBe(system);
});

test('lists the folders of a mailbox', async () => {
  const page = answering(aPage([{ id: 'AAMk', name: 'Inbox', type: 'None', category: 'Inbox' }]));
  expect((await page.folders(access, mailbox, FIRST)).results).toEqual([
    { key: expect.any(String), kind: 'folder', containerId: MAILBOX, id: 'AAMk', title: 'Inbox' },
  ]);
});

describe('a session', () => {
  const read = (changes: object) => answering(aSession(changes)).session(access, EXPLORE);

  test('is read', async () => {
    const told = { initiatedBy: 'Olga', scopeName: 'Zoë', reason: 'Ticket 7', details: 'All done.' };
    expect(await read({ ...told, endTime: null, eTag: 7 })).toEqual({
      ...told,
      id: EXPLORE,
      kind: 'exchange',
      createdAt: Date.UTC(2026, 2, 1, 10),
      state: 'working',
      result: 'success',
    });
  });

  test.each<[object, object]>([
    [{ type: 'Veod' }, { kind: 'onedrive', kindName: undefined }],
    [{ type: 'Vesp' }, { kind: 'sharepoint' }],
    [{ type: 'Vet' }, { kind: 'teams' }],
    [{ type: 'veod' }, { kind: 'onedrive' }],
    [{ type: 'Vpp' }, { kind: undefined, kindName: 'Vpp' }],
    [
      { state: 'Stopped', result: 'Failed' },
      { state: 'stopped', result: 'failed' },
    ],
    [
      { state: 'stopped', result: 'Warning' },
      { state: 'stopped', result: 'warning' },
    ],
    [
      { state: 'Closed', endTime: '2026-03-01T11:00:00Z' },
      { state: 'stopped', endedAt: Date.UTC(2026, 2, 1, 11) },
    ],
    [{ state: 'Working', endTime: '2026-03-01T11:00:00Z' }, { state: 'working' }],
    [{ state: 'Resting' }, { state: 'working', stateName: 'Resting' }],
    [
      { state: 'Stopped', result: 'Splendid' },
      { state: 'stopped', result: 'warning', stateName: 'Splendid' },
    ],
    [
      { state: 'Working', result: 'Splendid' },
      { state: 'working', stateName: undefined },
    ],
    [{ creationTime: 'once' }, { createdAt: 0 }],
  ])('with %j counts as %j', async (changes, expected) => {
    expect(await read(changes)).toMatchObject(expected);
  });

  test.each([{ id: undefined }, { state: undefined }])('without %j is malformed', async (changes) => {
    expect((await faultOf(read(changes))).code).toBe('MALFORMED');
  });

  test('that is malformed does not hide the others in the list', async () => {
    const page = await answering(aPage([aSession({ id: 7 }), aSession()])).sessions(access, FIRST);
    expect(page.results).toHaveLength(1);
  });
});

describe('statistics', () => {
  const counts = { totalItemsCount: 3, restoredItemsCount: 1, failedItemsCount: '1', skippedItemsCount: 1 };

  test('contain every item, those of a drive one by one', async () => {
    const statistics = await answering({
      ...counts,
      warnings: ['Slow.', null],
      items: [
        {
          id: 'i1',
          name: 'n',
          title: 'Mail',
          path: 'Inbox/Mail',
          itemRestoreDetailsType: 'Item',
          status: 'Failed',
          error: 'No room.',
        },
        { id: 'w', name: 'Box', itemRestoreDetailsType: 'Item', itemType: 'ExchangeMailbox', status: 'Success' },
        {
          id: 'd',
          name: 'Drive',
          itemRestoreDetailsType: 'BulkOneDrive',
          oneDriveUrl: 'https://contoso.example/drive',
          status: 'Warning',
          childItems: [
            { id: 'c1', name: 'Plan', status: 'Skipped', warnings: ['There already.'] },
            { id: 'c2', name: 'Sheet', status: 'Success' },
          ],
        },
        { id: 'm', name: 'Box', status: 'Sulking', cannotContinueMailboxError: 'Locked.' },
        // Told by its items: alone it says nothing.
        {
          id: 'b',
          name: 'Box',
          itemRestoreDetailsType: 'BulkMailbox',
          mailboxEmail: 'ada@contoso.com',
          status: 'Warning',
          warnings: [],
        },
      ],
    }).statistics(access, EXPLORE);
    expect(statistics).toEqual({
      total: 3,
      restored: 1,
      failed: 1,
      skipped: 1,
      warnings: ['Slow.'],
      errors: [],
      items: [
        { id: 'i1', name: 'Mail', path: 'Inbox/Mail', status: 'failed', why: 'No room.' },
        { id: 'c1', name: 'Plan', status: 'skipped', why: 'There already.' },
        { id: 'c2', name: 'Sheet', status: 'success' },
        { id: 'm', name: 'Box', status: 'warning', why: 'Locked.' },
      ],
      holders: ['w', 'Box', 'd', 'Drive', 'https://contoso.example/drive', 'b', 'Box', 'ada@contoso.com'],
    });
  });

  test('without a count are malformed', async () => {
    const call = answering({ ...counts, failedItemsCount: -1 }).statistics(access, EXPLORE);
    expect((await faultOf(call)).code).toBe('MALFORMED');
  });

  // One of a whole team or site has tens of thousands.
  test('tell the counts, and what failed, however many items there are', async () => {
    const item = {
      itemRestoreDetailsType: 'Item',
      title: 'Plan',
      itemType: 'TeamsFile',
      path: 'General',
      warnings: [],
    };
    const items = Array.from({ length: 25_000 }, (_, at) => ({
      ...item,
      id: `f${at}`,
      name: `n${at}`,
      status: 'Success',
    }));
    Object.assign(items[24_999] ?? {}, { status: 'Failed', error: 'No room.' });
    const many = { ...counts, totalItemsCount: 25_000, restoredItemsCount: 24_998 };
    const body = new TextEncoder().encode(JSON.stringify({ items, ...many }));
    const found = await createExplorer({ http: cannedHttp(200, body, 16_384) }).statistics(access, EXPLORE);
    expect(found).toMatchObject({ total: 25_000, restored: 24_998, failed: 1, skipped: 1 });
    expect(found.items).toHaveLength(10_001);
    expect(found.items.at(-1)).toMatchObject({ id: 'f24999', status: 'failed', why: 'No room.' });
    expect(found.items[0]).toEqual({ id: 'f0', name: 'Plan', path: 'General', status: 'success', why: undefined });
  });

  test('tell the counts where what is in one item is too much', async () => {
    const childItems = Array.from({ length: 60_000 }, () => ({ name: 'x', status: 'Success' }));
    const body = new TextEncoder().encode(JSON.stringify({ items: [{ name: 'Drive', childItems }], ...counts }));
    const found = await createExplorer({ http: cannedHttp(200, body, 16_384) }).statistics(access, EXPLORE);
    expect(found).toMatchObject({ total: 3, items: [] });
  });

  test.each([[undefined], [null], ['none']])('tell the counts without a list of items: %s', async (items) => {
    expect(await answering({ ...counts, items }).statistics(access, EXPLORE)).toMatchObject({ total: 3, items: [] });
  });

  test('are read at any depth', async () => {
    let body = '{"name":"x","status":"Success"}';
    for (let depth = 0; depth < 5_000; depth += 1) body = `{"status":"Success","childItems":[${body}]}`;
    const text = `${JSON.stringify(counts).slice(0, -1)},"items":[${body}]}`;
    const explorer = createExplorer({ http: cannedHttp(200, new TextEncoder().encode(text)) });
    expect((await explorer.statistics(access, EXPLORE)).items).toHaveLength(1);
  });
});

test('reads events', async () => {
  const event = { id: 'e1', status: 'Success', message: 'Restored.', startTime: '2026-03-01T10:00:00Z', order: 1 };
  const { results } = await answering(
    aPage([
      { ...event, type: 'Restore', itemName: 'Mail', target: 'ada@contoso.com', siteId: null, teamId: 'team-1' },
      { ...event, type: 'View', status: 'New' },
      { ...event, type: null },
      { ...event, type: undefined },
      { message: 'x' },
    ]),
  ).events(access, EXPLORE, FIRST);
  const untyped = { id: 'e1', status: 'success', message: 'Restored.', startedAt: Date.UTC(2026, 2, 1, 10) };
  expect(results).toEqual([
    {
      id: 'e1',
      status: 'success',
      message: 'Restored.',
      itemName: 'Mail',
      target: 'ada@contoso.com',
      teamId: 'team-1',
      startedAt: Date.UTC(2026, 2, 1, 10),
      isRestore: true,
    },
    {
      id: 'e1',
      status: 'warning',
      statusName: 'New',
      message: 'Restored.',
      startedAt: Date.UTC(2026, 2, 1, 10),
      isRestore: false,
    },
    untyped,
    untyped,
  ]);
});

test('reads restore points, and omits those without a known time', async () => {
  const point = { id: 'p', backupTime: '2026-03-01T10:00:00Z', repositoryId: REPOSITORY, isExchange: true };
  const points = await answering([
    point,
    { ...point, isOneDrive: true, isExchange: false },
    { ...point, isLongTermCopy: true, isOneDrive: true },
    { ...point, isDeleted: true },
    { ...point, backupTime: 'then' },
    { backupTime: point.backupTime },
  ]).restorePoints(access, 'u');
  const read = { id: 'p', backupTime: Date.UTC(2026, 2, 1, 10), repositoryId: REPOSITORY };
  expect(points).toEqual([
    { ...read, workloads: ['exchange'], hidden: false },
    { ...read, workloads: ['onedrive'], hidden: false },
    { ...read, workloads: ['exchange', 'onedrive'], hidden: true },
    // It contains data that were deleted.
    { ...read, workloads: ['exchange'], hidden: false },
  ]);
});

// Hourly backups of three years are 26,000.
test('reads tens of thousands of restore points, which come as one answer', async () => {
  const ids = { jobId: REPOSITORY, retrievalId: REPOSITORY, organizationId: REPOSITORY, eTag: 1 };
  const links = Object.fromEntries(
    ['self', 'job', 'organization'].map((name) => [name, { href: `/${'x'.repeat(150)}` }]),
  );
  const point = { ...ids, repositoryId: REPOSITORY, isExchange: true, _links: links };
  const points = Array.from({ length: 26_000 }, (_, at) => ({
    ...point,
    id: `p${at}`,
    backupTime: new Date(Date.UTC(2024, 0, 1, at)).toISOString(),
  }));
  const body = new TextEncoder().encode(JSON.stringify(points));
  expect(body.length).toBeGreaterThan(20_000_000);
  const explorer = createExplorer({ http: cannedHttp(200, body, 65_536) });
  expect(await explorer.restorePoints(access, 'u')).toHaveLength(26_000);
});

test('reads who is signed in', async () => {
  expect(await answering({ id: 'u/1', name: 'Olga' }).whoAmI(access)).toEqual({ id: 'u/1', name: 'Olga' });
});
