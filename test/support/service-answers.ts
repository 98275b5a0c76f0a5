/**
 * What the backup service may answer, by our reading of the API (sections B, C, D1, D2 and the OpenAPI document):
 * required fields have to be there, types have to fit, and nothing unknown may come.
 */
import { z } from 'zod';

const Moment = z.iso.datetime({ offset: true });
const Link = z.strictObject({ href: z.string().startsWith('/v8/') });
const Links = z.record(z.string(), Link);
const Actions = z.record(z.string(), z.strictObject({ uri: z.string().startsWith('/v8/'), method: z.string() }));
const Count = z.int().min(0);

function pageOf(entry: z.ZodType) {
  return z.strictObject({
    offset: z.int32().min(0),
    limit: z.int32().min(1).max(10_000),
    setId: z.uuid().optional(),
    results: z.array(entry),
    _links: Links,
  });
}

export const ExceptionInfo = z.strictObject({
  message: z.string().min(1),
  errorCode: z
    .enum([
      'ProxyOffline',
      'OutdatedChangeToken',
      'ResourceAccessDenied',
      'ResourceNotFound',
      'ParameterValidationFailure',
      'OrganizationTransfer',
      'RepositoryOwnerChangeTooManyLinks',
      'Timeout',
      'OperationConflict',
      'HttpError',
    ])
    .nullable(),
  stackTrace: z.string().nullable(),
});

const LoggedInUser = z.strictObject({ id: z.string(), name: z.string() });
const OperatorInfo = z.strictObject({ isOperator: z.boolean(), _links: Links.optional() });

const UserItem = z.strictObject({
  type: z.literal('User'),
  user: z.strictObject({
    id: z.string(),
    displayName: z.string(),
    name: z.string(),
    type: z.enum(['User', 'SharedMailbox', 'PublicMailbox']).nullable(),
    onPremisesSid: z.string().optional(),
  }),
  id: z.string(),
  _links: Links.optional(),
});
const SiteItem = z.strictObject({
  type: z.literal('Site'),
  site: z.strictObject({
    id: z.string(),
    url: z.string().nullable(),
    title: z.string(),
    parentUrl: z.string().optional(),
    isCloud: z.boolean().nullable(),
    isPersonal: z.boolean().nullable(),
  }),
  id: z.string(),
  _links: Links.optional(),
});
const TeamItem = z.strictObject({
  type: z.literal('Team'),
  team: z.strictObject({ id: z.uuid(), description: z.string(), displayName: z.string(), mail: z.string() }),
  id: z.string(),
  _links: Links.optional(),
});
const EffectiveScope = z.strictObject({
  users: z.array(UserItem),
  sites: z.array(SiteItem),
  teams: z.array(TeamItem),
});

const RestorePoint = z.strictObject({
  id: z.string(),
  isDeleted: z.boolean(),
  repositoryId: z.uuid(),
  backupTime: Moment,
  jobId: z.uuid(),
  retrievalId: z.uuid().optional(),
  organizationId: z.uuid(),
  isExchange: z.boolean(),
  isSharePoint: z.boolean(),
  isOneDrive: z.boolean(),
  isTeams: z.boolean(),
  isLongTermCopy: z.boolean(),
  isCopy: z.boolean(),
  isRetrieved: z.boolean(),
  eTag: z.int(),
  objectsEtag: z.int(),
  immutabilityExpiresOn: Moment.nullable(),
  _links: Links,
});

const Session = z.strictObject({
  id: z.uuid(),
  name: z.string().optional(),
  organization: z.string().optional(),
  type: z.enum(['Vex', 'Veod', 'Vesp', 'Vet']),
  creationTime: Moment,
  endTime: Moment.nullish(),
  state: z.enum(['Working', 'Stopped']),
  result: z.enum(['Success', 'Warning', 'Failed']),
  initiatedBy: z.string().optional(),
  details: z.string().optional(),
  scopeName: z.string().optional(),
  clientHost: z.string().optional(),
  reason: z.string().optional(),
  eTag: z.int().optional(),
  _links: Links.optional(),
});

const ofDetails = {
  id: z.string(),
  title: z.string().optional(),
  error: z.string().optional(),
  name: z.string(),
  itemType: z.enum(['OneDriveItem', 'ExchangeMailbox']),
  status: z.enum(['Failed', 'Warning', 'Success', 'Skipped']),
  warnings: z.array(z.string()).optional(),
};
const RestoreDetails = z.discriminatedUnion('itemRestoreDetailsType', [
  z.strictObject({ ...ofDetails, itemRestoreDetailsType: z.literal('Item'), path: z.string().optional() }),
  z.strictObject({
    ...ofDetails,
    itemRestoreDetailsType: z.literal('BulkMailbox'),
    mailboxEmail: z.string(),
    mailboxIsArchive: z.boolean(),
    mailboxIsPublic: z.boolean(),
    createdMailboxItemsCount: Count,
    mergedMailboxItemsCount: Count,
    failedMailboxItemsCount: Count,
    skippedMailboxItemsCount: Count,
    cannotContinueMailboxError: z.string().optional(),
  }),
]);
const Statistics = z.strictObject({
  totalItemsCount: Count,
  restoredItemsCount: Count,
  failedItemsCount: Count,
  skippedItemsCount: Count,
  warnings: z.array(z.string()).optional(),
  errors: z.array(z.string()).optional(),
  items: z.array(RestoreDetails),
});

const SessionEvent = z.strictObject({
  id: z.uuid(),
  type: z.enum(['None', 'Save', 'Export', 'Send', 'Restore', 'View']).optional(),
  status: z.enum(['Running', 'Success', 'Warning', 'Failed', 'Cancelled', 'Skipped']),
  startTime: Moment,
  endTime: Moment.nullish(),
  duration: z.string().optional(),
  title: z.string().optional(),
  message: z.string(),
  order: z.int32(),
  itemName: z.string().optional(),
  itemType: z.string().optional(),
  itemSizeBytes: z.int().optional(),
  source: z.string().optional(),
  target: z.string().optional(),
  organizationId: z.uuid().nullish(),
  _links: Links.optional(),
});

const Organization = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  type: z.enum(['Office365', 'OnPremises', 'Hybrid']).nullable(),
  _links: Links,
});

const Mailbox = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  isArchive: z.boolean(),
  isPublic: z.boolean(),
  _links: Links,
  _actions: Actions.optional(),
});
const MailFolder = z.strictObject({
  id: z.string(),
  name: z.string(),
  type: z.enum(['Journal', 'Task', 'StickyNote', 'Contact', 'Appointment', 'None']),
  category: z.enum(['Inbox', 'Outbox', 'Sent', 'Deleted', 'Drafts', 'Purges', 'SyncIssues', 'Junk', 'None']),
  description: z.string().optional(),
  mailboxId: z.uuid(),
  _links: Links,
  _actions: Actions.optional(),
});

const ofItem = { id: z.string(), mailboxId: z.uuid(), _links: Links, _actions: Actions.optional() };
const Attachments = z.array(z.strictObject({ name: z.string(), sizeBytes: z.int() })).optional();
const text = z.string().optional();
const Importance = z.enum(['Low', 'Normal', 'High']).optional();
const MailItem = z.discriminatedUnion('itemClass', [
  z.strictObject({
    ...ofItem,
    itemClass: z.literal('IPM.Note'),
    subject: text,
    from: text,
    to: text,
    cc: text,
    bcc: text,
    sent: Moment.optional(),
    received: Moment.optional(),
    reminder: z.boolean().optional(),
    importance: Importance,
    attachments: Attachments,
  }),
  z.strictObject({
    ...ofItem,
    itemClass: z.literal('IPM.Appointment'),
    subject: text,
    organizer: text,
    attendees: text,
    startTime: Moment.optional(),
    endTime: Moment.optional(),
    location: text,
    recurring: z.boolean().optional(),
    recurrencePatternFormat: text,
    attachments: Attachments,
  }),
  z.strictObject({
    ...ofItem,
    itemClass: z.literal('IPM.Contact'),
    fullName: text,
    displayAs: text,
    fileAs: text,
    company: text,
    jobTitle: text,
    email: text,
    businessPhone: text,
    homePhone: text,
    mobile: text,
    fax: text,
    imAddress: text,
    address: text,
    webPage: text,
  }),
  z.strictObject({ ...ofItem, itemClass: z.literal('IPM.DistList'), name: text }),
  z.strictObject({
    ...ofItem,
    itemClass: z.literal('IPM.Task'),
    subject: text,
    status: z.enum(['NotStarted', 'InProgress', 'Completed', 'WaitingOnSomeoneElse', 'Deferred']).optional(),
    percentComplete: z.number().optional(),
    startDate: Moment.optional(),
    dueDate: Moment.optional(),
    owner: text,
  }),
  z.strictObject({
    ...ofItem,
    itemClass: z.literal('IPM.Activity'),
    subject: text,
    entryType: text,
    startTime: Moment.optional(),
    duration: z.int32().optional(),
    company: text,
  }),
  z.strictObject({ ...ofItem, itemClass: z.literal('IPM.StickyNote'), subject: text, date: Moment.optional() }),
  z.strictObject({
    ...ofItem,
    itemClass: z.literal('IPM.Post'),
    subject: text,
    from: text,
    postedOn: Moment.optional(),
    importance: Importance,
    attachments: Attachments,
  }),
]);

const OneDrive = z.strictObject({ id: z.string(), name: z.string(), url: z.string(), _links: Links });
const ofDrive = {
  id: z.uuid(),
  oneDriveId: z.string().optional(),
  name: z.string(),
  createdBy: z.string(),
  creationTime: Moment,
  modifiedBy: z.string(),
  modificationTime: Moment,
  version: z.string().optional(),
  versionId: z.int32().nullish(),
  _links: Links.optional(),
};
const Document = z.strictObject({
  ...ofDrive,
  sizeBytes: z.int().min(0),
  inheritedPermissions: z.boolean().optional(),
  isFolder: z.literal(false),
});
const DriveFolder = z.strictObject({ ...ofDrive, isFolder: z.literal(true) });
/** `RESTItemComposed`: what is no part of a document is dropped before it is sent back. */
const ListedDocument = Document.extend({ siteId: z.string(), title: z.string() });
/** In a mixed listing a folder has the document's shape. */
const ListedFolder = z.strictObject({ ...ofDrive, sizeBytes: z.int(), isFolder: z.literal(true) });
const StartedRestore = z.strictObject({ sessionId: z.uuid() });

const SESSION = '/v8/RestoreSessions/{}';
const MAILBOXES = `${SESSION}/organization/mailboxes`;
const DRIVES = `${SESSION}/Organization/OneDrives`;

/** What each call answers when all is well. Status 200 where none is named. */
const ANSWERS: readonly (readonly [call: string, schema: z.ZodType, status?: number])[] = [
  ['GET /v8/Organization/LoggedInUser', LoggedInUser],
  ['GET /v8/Organization/LoggedInUser/OperatorInfo', OperatorInfo],
  ['GET /v8/Organization/LoggedInUser/EffectiveScope', EffectiveScope],
  ['GET /v8/Organization/LoggedInUser/RestorePoints', z.array(RestorePoint)],
  ['POST /v8/Organization/OperatorExplore', Session, 201],
  ['GET /v8/RestoreSessions', pageOf(Session)],
  [`GET ${SESSION}`, Session],
  [`POST ${SESSION}/Stop`, z.literal(''), 204],
  [`GET ${SESSION}/Statistics`, Statistics],
  [`GET ${SESSION}/Events`, pageOf(SessionEvent)],
  [`GET ${SESSION}/Events/{}`, SessionEvent],
  [`GET ${SESSION}/organization`, Organization],
  [`POST ${SESSION}/organization/searchExchange`, pageOf(MailItem)],
  [`GET ${MAILBOXES}`, pageOf(Mailbox)],
  [`POST ${MAILBOXES}/search`, pageOf(MailItem)],
  [`GET ${MAILBOXES}/{}`, Mailbox],
  [`POST ${MAILBOXES}/{}/search`, pageOf(MailItem)],
  [`GET ${MAILBOXES}/{}/folders`, pageOf(MailFolder)],
  [`GET ${MAILBOXES}/{}/folders/{}`, MailFolder],
  [`POST ${MAILBOXES}/{}/folders/{}/search`, pageOf(MailItem)],
  [`GET ${MAILBOXES}/{}/items`, pageOf(MailItem)],
  [`POST ${MAILBOXES}/{}/items/operatorRestore`, StartedRestore],
  [`GET ${MAILBOXES}/{}/items/{}`, MailItem],
  [`GET ${DRIVES}`, pageOf(OneDrive)],
  [`POST ${DRIVES}/search`, pageOf(z.union([ListedDocument, DriveFolder]))],
  [`GET ${DRIVES}/{}`, OneDrive],
  [`POST ${DRIVES}/{}/search`, pageOf(z.union([ListedDocument, DriveFolder]))],
  [`GET ${DRIVES}/{}/Folders`, pageOf(DriveFolder)],
  [`GET ${DRIVES}/{}/Folders/{}`, DriveFolder],
  [`GET ${DRIVES}/{}/Folders/{}/Versions`, pageOf(DriveFolder)],
  [`POST ${DRIVES}/{}/Folders/{}/search`, pageOf(z.union([ListedDocument, DriveFolder]))],
  [`GET ${DRIVES}/{}/Documents`, pageOf(z.union([ListedDocument, ListedFolder]))],
  [`POST ${DRIVES}/{}/Documents/operatorRestore`, StartedRestore],
  [`GET ${DRIVES}/{}/Documents/{}`, Document],
  [`GET ${DRIVES}/{}/Documents/{}/Versions`, pageOf(Document)],
  [`GET ${DRIVES}/{}/Documents/{}/Versions/{}`, Document],
];

const KNOWN = ANSWERS.map(([call, schema, status = 200]) => ({
  pattern: new RegExp(`^${call.replaceAll('{}', '[^/]+')}$`),
  fixedParts: call.split('/').filter((part) => part !== '{}').length,
  schema,
  status,
})).toSorted((one, other) => other.fixedParts - one.fixedParts);

/**
 * The answer, checked: that of a call which went well against the call's own shape and status, any other as
 * `RESTExceptionInfo` (401: without a body).
 *
 * @param path without the query
 * @param text of the body
 * @throws Error naming what is not as documented
 */
export function checkedAnswer(method: string, path: string, status: number, text: string): unknown {
  const json: unknown = text === '' ? '' : JSON.parse(text);
  const documented = KNOWN.find(({ pattern }) => pattern.test(`${method} ${path}`));
  const schema = status === 401 ? z.literal('') : status >= 400 ? ExceptionInfo : documented?.schema;
  if (schema === undefined) throw new Error(`${method} ${path} is not a call of the API.`);
  if (status < 400 && status !== documented?.status) throw new Error(`${method} ${path} answered ${status}.`);
  const checked = schema.safeParse(json);
  if (!checked.success) throw new Error(`${method} ${path} ${status}: ${z.prettifyError(checked.error)}`);
  return json;
}
