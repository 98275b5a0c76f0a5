/** Search criteria of mail items and documents, by shortcut and by canonical name. */
import type { DocumentVersion, DriveDocument, DriveFolder, MailItem } from '../sample-data/types.ts';

export type Criterion<T> =
  | { readonly kind: 'text'; readonly of: (entry: T) => readonly string[] }
  | { readonly kind: 'date'; readonly of: (entry: T) => number | undefined }
  | { readonly kind: 'number'; readonly of: (entry: T) => number | undefined }
  | { readonly kind: 'flag'; readonly of: (entry: T) => boolean | undefined };

export interface Criteria<T> {
  /** By a name in lower case. */
  named(name: string): Criterion<T> | undefined;
  /** The texts that bare words search. */
  everything(entry: T): readonly string[];
}

export function criteria<T>(
  list: readonly (readonly [names: string, criterion: Criterion<T>])[],
  everything: (entry: T) => readonly string[],
): Criteria<T> {
  const byName = new Map(
    list.flatMap(([names, criterion]) => names.split(' ').map((name) => [name.toLowerCase(), criterion] as const)),
  );
  return { named: (name) => byName.get(name), everything };
}

const field = (name: string): Criterion<MailItem> => ({ kind: 'text', of: (item) => textIn(item, name) });
const date = (name: string): Criterion<MailItem> => ({
  kind: 'date',
  of: ({ fields }) => (typeof fields[name] === 'string' ? Date.parse(fields[name]) : undefined),
});

function textIn({ fields }: MailItem, name: string): readonly string[] {
  const value = fields[name];
  return typeof value === 'string' ? [value] : [];
}

function attachmentNames({ fields }: MailItem): readonly string[] {
  const list = fields['attachments'];
  return Array.isArray(list) ? list.map(({ name }: { readonly name: string }) => name) : [];
}

export const MAIL_CRITERIA: Criteria<MailItem> = criteria<MailItem>(
  [
    ['subject title System.Subject System.Title', field('subject')],
    ['from System.Message.FromAddress System.Message.FromName', field('from')],
    ['to toaddress System.Message.ToAddress System.Message.ToName', field('to')],
    ['cc ccaddress System.Message.CcAddress System.Message.CcName', field('cc')],
    ['bcc bccaddress System.Message.BccAddress System.Message.BccName', field('bcc')],
    ['received System.Message.DateReceived', date('received')],
    ['sent System.Message.DateSent', date('sent')],
    ['body content contents System.Search.Contents', { kind: 'text', of: ({ body }) => [body] }],
    ['attachments System.Message.AttachmentNames', { kind: 'text', of: attachmentNames }],
    ['hasattachments System.Message.HasAttachments', { kind: 'flag', of: (item) => attachmentNames(item).length > 0 }],
    ['size System.Size', { kind: 'number', of: ({ sizeBytes }) => sizeBytes }],
    ['importance priority System.Importance System.ImportanceText', field('importance')],
    ['datecreated System.DateCreated', { kind: 'date', of: ({ at }) => at }],
    ['datemodified System.DateModified', { kind: 'date', of: ({ at }) => at }],
    ['System.Message.MessageClass', field('itemClass')],
    ['organizer by System.Calendar.OrganizerName', field('organizer')],
    ['location System.Calendar.Location', field('location')],
    ['start System.StartDate', date('startTime')],
    ['enddate System.EndDate', date('endTime')],
    ['due duedate System.DueDate', date('dueDate')],
    ['isrecurring recurring', { kind: 'flag', of: ({ fields }) => fields['recurring'] === true }],
    ['requiredattendees', field('attendees')],
    ['taskowner System.Task.Owner', field('owner')],
    ['iscompleted', { kind: 'flag', of: ({ fields }) => fields['status'] === 'Completed' }],
    ['fullname System.Contact.FullName', field('fullName')],
    ['emailaddress System.Contact.EmailAddress', field('email')],
    ['company System.Company', field('company')],
    ['jobtitle System.Contact.JobTitle', field('jobTitle')],
    ['mobilephone System.Contact.MobileTelephone', field('mobile')],
  ],
  (item) => [
    ...Object.values(item.fields).filter((value) => typeof value === 'string'),
    ...attachmentNames(item),
    item.body,
  ],
);

/** A document or a folder, as a session sees it. */
export interface FileEntry<T extends { readonly name: string; readonly at: number }> {
  readonly entry: T;
  readonly latest: DocumentVersion | undefined;
  /** `/Journeys/Asia`. */
  readonly folderPath: string;
  readonly url: string;
  readonly deleted: boolean;
  readonly createdBy: string;
}

export type DriveEntry = FileEntry<DriveDocument | DriveFolder>;

const extension = (name: string): string => (name.includes('.') ? name.slice(name.lastIndexOf('.')) : '');

export const DRIVE_CRITERIA: Criteria<FileEntry<{ readonly name: string; readonly at: number }>> = criteria(
  [
    ['filename System.FileName System.ItemName', { kind: 'text', of: ({ entry }) => [entry.name] }],
    ['title subject System.Title System.Subject', { kind: 'text', of: ({ entry }) => [entry.name] }],
    ['size System.Size', { kind: 'number', of: ({ latest }) => latest?.sizeBytes }],
    ['datecreated System.DateCreated', { kind: 'date', of: ({ entry }) => entry.at }],
    ['datemodified System.DateModified', { kind: 'date', of: ({ entry, latest }) => latest?.at ?? entry.at }],
    ['body content contents System.Search.Contents', { kind: 'text', of: () => [] }],
    ['System.Author', { kind: 'text', of: ({ createdBy }) => [createdBy] }],
    ['System.Document.LastAuthor', { kind: 'text', of: ({ latest, createdBy }) => [latest?.by ?? createdBy] }],
    ['System.FileExtension', { kind: 'text', of: ({ entry }) => [extension(entry.name)] }],
    ['System.Document.Version', { kind: 'text', of: ({ latest }) => (latest === undefined ? [] : [latest.version]) }],
    ['System.ItemFolderPathDisplay', { kind: 'text', of: ({ folderPath }) => [folderPath] }],
    ['System.ItemPathDisplay', { kind: 'text', of: ({ folderPath, entry }) => [`${folderPath}/${entry.name}`] }],
    ['System.ItemUrl', { kind: 'text', of: ({ url }) => [url] }],
    ['System.IsDeleted', { kind: 'flag', of: ({ deleted }) => deleted }],
  ],
  ({ entry, latest, createdBy }) => [entry.name, createdBy, latest?.by ?? ''],
);
