/** What is sent when an administrator restores mail or files: address, body and approval, held against the API's document. */
import { inspect } from 'node:util';
import type { Access, Explorer, RestoreRequest } from '../../../src/restore/state/ports.ts';
import { rulesOf } from '../../../src/restore/backups/workloads/index.ts';
import { readOptions } from '../../../src/restore/backups/workloads/options.ts';
import { createExplorer } from '../../../src/upstream/explorer/explorer.ts';
import { startScriptedServer, type ScriptedServer } from '../../support/scripted-server.ts';
import { checkServiceRequest } from '../../support/service-requests.ts';
import {
  aDocument,
  aDocumentEntry,
  aDocumentRestore,
  aPage,
  aRestore,
  accessTo,
  anEntry,
  DOCUMENT,
  DRIVE,
  EXPLORE,
  FIRST,
  FOLDER,
  MAILBOX,
} from './explorers.ts';
import { buildHttp, type PausingHttp } from './upstreams.ts';

let server: ScriptedServer;
let http: PausingHttp;
let explorer: Explorer;

beforeEach(async () => {
  server = await startScriptedServer();
  http = buildHttp();
  explorer = createExplorer({ http });
});

afterEach(async () => {
  await http.close();
  await server.close();
});

const SESSION = `/v8/RestoreSessions/${EXPLORE}`;
const MAILBOXES = `${SESSION}/organization/mailboxes`;
const IN_DRIVE = `${SESSION}/Organization/OneDrives/${encodeURIComponent(DRIVE)}`;
const code = { kind: 'code', userCode: 'F7K2-PQ9X' } as const;

const access = () => ({ ...accessTo(server.url), kind: 'administrator' }) as const;

/** With the options that the confirm card would store. */
function withChosen(request: RestoreRequest, chosen: RestoreRequest['options'] = {}): RestoreRequest {
  const { entries, workload } = request;
  const { values } = readOptions(rulesOf(workload, 'administrator'), chosen, entries);
  return { ...request, options: values, credentials: code, reason: undefined };
}

const theMailbox = { id: MAILBOX, name: 'Noor Haddad', email: 'noor@contoso.com', isArchive: false, isPublic: false };
const mailbox = anEntry({ kind: 'mailbox', id: MAILBOX, echo: JSON.stringify(theMailbox) });
const folder = anEntry({ kind: 'folder', id: 'AAMk/=+F' });

const theFolder = {
  id: FOLDER,
  name: 'Kyoto',
  createdBy: 'Noor',
  creationTime: '2025-01-01T00:00:00Z',
  modifiedBy: 'Noor',
  modificationTime: '2025-01-01T00:00:00Z',
  isFolder: true,
};
const driveFolder = aDocumentEntry({ kind: 'folder', id: FOLDER, echo: JSON.stringify(theFolder) });
const drive = aDocumentEntry({ kind: 'drive', id: DRIVE, echo: undefined });
const document = aDocumentEntry();
const documentObject = JSON.parse(document.echo ?? '') as object;
const version = aDocumentEntry({ version: '2.0' });

const ALL_OF_IT = { changedItems: false, deletedItems: true, markRestoredAsUnread: false };

test.each<[string, RestoreRequest, string, object]>([
  [
    'mails without options, for the call takes none',
    withChosen(aRestore({ entries: [anEntry(), anEntry({ id: 'AAMk 2' })] }), { changedItems: true }),
    `${MAILBOXES}/${MAILBOX}/items/restore`,
    { items: [{ id: 'AAMk=/+1' }, { id: 'AAMk 2' }] },
  ],
  [
    'a folder of a mailbox without options',
    withChosen(aRestore({ entries: [folder] })),
    `${MAILBOXES}/${MAILBOX}/folders/AAMk%2F%3D%2BF/restore`,
    {},
  ],
  [
    'a whole mailbox as the service sent it, with the options',
    withChosen(aRestore({ entries: [mailbox] })),
    `${MAILBOXES}/restore`,
    { mailboxes: [theMailbox], ...ALL_OF_IT, excludeDrafts: false, excludeDeletedItems: false },
  ],
  [
    'a whole mailbox without what was deleted',
    withChosen(aRestore({ entries: [mailbox] }), { mailboxSkipDeleted: true, mailboxSkipDrafts: true }),
    `${MAILBOXES}/restore`,
    { mailboxes: [theMailbox], ...ALL_OF_IT, excludeDrafts: true, excludeDeletedItems: true },
  ],
  [
    'documents as the service sent them',
    withChosen(aDocumentRestore(), { documentAction: 'Overwrite' }),
    `${IN_DRIVE}/Documents/restore`,
    { documents: [documentObject], documentAction: 'Overwrite' },
  ],
  [
    'an earlier version by its number',
    withChosen(aDocumentRestore({ entries: [version] })),
    `${IN_DRIVE}/Documents/${DOCUMENT}/Versions/1536/restore`,
    { documentAction: 'Keep' },
  ],
  [
    'folders of a drive as the service sent them',
    withChosen(aDocumentRestore({ entries: [driveFolder] })),
    `${IN_DRIVE}/Folders/restore`,
    { folders: [theFolder], documentAction: 'Keep' },
  ],
  [
    'a whole drive',
    withChosen(aDocumentRestore({ entries: [drive] }), { documentAction: 'Overwrite' }),
    `${IN_DRIVE}/restore`,
    { documentAction: 'Overwrite' },
  ],
])('sends %s', async (_what, request, path, body) => {
  server.answer({ body: { sessionId: EXPLORE } });
  expect(await explorer.restore(access(), request)).toEqual({ sessionId: EXPLORE });
  const [seen, ...more] = server.requests;
  expect(more).toEqual([]);
  expect(seen?.path).toBe(path);
  expect(JSON.parse(seen?.body ?? '')).toEqual({ ...body, userCode: 'F7K2-PQ9X' });
  expect(seen && checkServiceRequest(seen)).toContain('/restore');
  const isOption = ([name, value]: [string, unknown]) => typeof value === 'boolean' || name === 'documentAction';
  const options = Object.fromEntries(Object.entries(body).filter(isOption));
  expect(explorer.optionsSent('administrator', request)).toEqual(options);
});

const elsewhere = {
  item: { id: 'm2', type: 'User', name: 'Mika', detail: 'mika@contoso.com', echo: '{}' },
  folder: 'Restored from Noor 2026-11-03',
} as const;
const theDrive = { id: 'd2', name: 'Mika', url: 'https://contoso-my.sharepoint.com/personal/mika' };
const otherDrive = { ...elsewhere, item: { ...elsewhere.item, id: 'd2', echo: JSON.stringify(theDrive) } };
const INTO = {
  mailbox: 'mika@contoso.com',
  folder: elsewhere.folder,
  changedItems: false,
  deletedItems: true,
  markRestoredAsUnread: false,
};
const COPY = { onedrive: theDrive, folder: elsewhere.folder, changedItems: false, deletedItems: true };
const WHOLE_COPY = { ...COPY, restorePermissions: false, documentVersion: 'Last' };

test.each<[string, RestoreRequest, string, object]>([
  [
    'mails',
    aRestore({ target: elsewhere }),
    `${MAILBOXES}/${MAILBOX}/items/restoreTo`,
    { ...INTO, items: [{ id: 'AAMk=/+1' }] },
  ],
  [
    'a folder of a mailbox',
    aRestore({ entries: [folder], target: elsewhere }),
    `${MAILBOXES}/${MAILBOX}/folders/AAMk%2F%3D%2BF/restoreTo`,
    INTO,
  ],
  ['a mailbox', aRestore({ entries: [mailbox], target: elsewhere }), `${MAILBOXES}/${MAILBOX}/restoreTo`, INTO],
  [
    'documents',
    aDocumentRestore({ target: otherDrive }),
    `${IN_DRIVE}/Documents/copyTo`,
    { ...COPY, documentVersion: 'Last', documents: [documentObject] },
  ],
  [
    'a version',
    aDocumentRestore({ entries: [version], target: otherDrive }),
    `${IN_DRIVE}/Documents/${DOCUMENT}/Versions/1536/copyTo`,
    { ...COPY, restorePermissions: false },
  ],
  [
    'a folder of a drive',
    aDocumentRestore({ entries: [driveFolder], target: otherDrive }),
    `${IN_DRIVE}/Folders/copyTo`,
    { ...WHOLE_COPY, folders: [theFolder] },
  ],
  ['a drive', aDocumentRestore({ entries: [drive], target: otherDrive }), `${IN_DRIVE}/copyTo`, WHOLE_COPY],
])('sends %s to somebody else, into a folder, without permissions', async (_what, request, path, body) => {
  server.answer({ body: { sessionId: EXPLORE } });
  await explorer.restore(access(), { ...request, options: {}, reason: undefined, credentials: code });
  const [seen] = server.requests;
  expect(seen?.path).toBe(path);
  expect(JSON.parse(seen?.body ?? '')).toEqual({ ...body, userCode: 'F7K2-PQ9X' });
  expect(seen && checkServiceRequest(seen)).toMatch(/restoreTo|copyTo/);
});

const certificate = { pfx: 'TUlJSw==', password: 'pw "1"', impersonationAccount: 'restore@contoso.com', expiresAt: 0 };

test('a certificate takes the place of the code, with the account that mailboxes are restored as; OneDrive takes none', async () => {
  const { key: organization } = access().organization;
  explorer = createExplorer({ http, certificates: { [organization]: certificate } });
  const organizationOf = { ...access().organization, restoreApplicationId: '0f6a7d52-1f7e-4d53-8f0c-2b1d3c4e5f60' };
  const restore = (request: RestoreRequest) =>
    explorer.restore(
      { ...access(), organization: organizationOf },
      { ...request, credentials: { kind: 'certificate' } },
    );
  const credentials = {
    applicationId: '0f6a7d52-1f7e-4d53-8f0c-2b1d3c4e5f60',
    applicationCertificate: 'TUlJSw==',
    applicationCertificatePassword: 'pw "1"',
  };
  server.answer({ body: { sessionId: EXPLORE } });
  await restore(withChosen(aRestore()));
  server.answer({ body: { sessionId: EXPLORE } });
  await restore(withChosen(aDocumentRestore({ entries: [drive] })));
  const [mail, files] = server.requests;
  const impersonationAccountName = 'restore@contoso.com';
  expect(JSON.parse(mail?.body ?? '')).toMatchObject({ ...credentials, impersonationAccountName });
  expect(JSON.parse(files?.body ?? '')).toEqual({ ...credentials, documentAction: 'Keep' });
  for (const seen of server.requests) expect(checkServiceRequest(seen)).toContain('/restore');
});

test('an error that repeats the certificate, its password or its account is told without them', async () => {
  const { key: organization } = access().organization;
  explorer = createExplorer({ http, certificates: { [organization]: certificate } });
  const message = 'TUlJSw== with pw "1" as restore@contoso.com is refused';
  server.answer({ status: 400, body: { message } });
  const failure = await explorer
    .restore(access(), { ...withChosen(aRestore()), credentials: { kind: 'certificate' } })
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'REFUSED' });
  const told = inspect(failure, { depth: 9 });
  for (const secret of ['TUlJSw==', 'pw "1"', 'restore@contoso.com']) expect(told).not.toContain(secret);
});

test('what is listed in a drive can be sent back: a folder has fields of listings that the call does not take', async () => {
  server.answer({ body: aPage([{ ...theFolder, siteId: 's', type: 'folder', title: 'Kyoto' }]) });
  const at = { workload: 'onedrive', exploreId: EXPLORE, containerId: DRIVE } as const;
  const { results } = await explorer.folders(access(), at, FIRST);
  server.answer({ body: { sessionId: EXPLORE } });
  await explorer.restore(access(), withChosen(aDocumentRestore({ entries: results })));
  const seen = server.requests.at(-1);
  expect(seen && checkServiceRequest(seen)).toContain('Folders/restore');
});

test.each<[string, RestoreRequest, string]>([
  [
    'by a certificate that there is not',
    { ...withChosen(aRestore()), credentials: { kind: 'certificate' } },
    'has no certificate',
  ],
  ['without an approval', { ...withChosen(aRestore()), credentials: undefined }, 'needs credentials'],
  [
    'a mailbox without what the service sent',
    withChosen(aRestore({ entries: [{ ...mailbox, echo: undefined }] })),
    'lacks the object',
  ],
  ['a mailbox together with one of its mails', withChosen(aRestore({ entries: [mailbox, anEntry()] })), 'one group'],
  [
    'two folders of a mailbox at once',
    withChosen(aRestore({ entries: [folder, { ...folder, id: '2' }] })),
    'one group',
  ],
  ['a version together with a document', withChosen(aDocumentRestore({ entries: [version, document] })), 'one group'],
  [
    'a version of which nobody knows the number',
    withChosen(aDocumentRestore({ entries: [{ ...version, echo: '{"version":"2.0"}' }] })),
    'versionId',
  ],
])('never sends %s', async (_what, request, message) => {
  const error: unknown = await explorer.restore(access(), request).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'UNSENDABLE', message: expect.stringContaining(message) as string });
  expect(server.requests).toEqual([]);
});

test('a version without a number is not offered, since nothing could name it', async () => {
  const numbered = aDocument({ version: '2.0', versionId: 1_024 });
  const listed = aPage([numbered, aDocument({ version: '1.0', versionId: null })]);
  server.answer({ body: listed });
  const versions = (of: Access) => explorer.versions(of, 'onedrive', EXPLORE, document);
  expect((await versions(access())).map((each) => each.version)).toEqual(['2.0']);
  // That there is none would not be true.
  server.answer({ body: aPage([aDocument({ version: '1.0', versionId: null })]) });
  await expect(versions(access())).rejects.toMatchObject({ code: 'MALFORMED' });
  // An operator's call sends the object.
  server.answer({ body: listed });
  expect((await versions(accessTo(server.url))).map((each) => each.version)).toEqual(['2.0', '1.0']);
});
