/** Mailboxes, their folders and items. Lower-case `organization` in every path. */
import { safeParse } from '../../../core/shape.ts';
import * as z from 'zod';

import type { Container, Entry } from '../../../restore/backups/entries/entry.ts';
import type { RestoreRequest } from '../../../restore/state/ports.ts';
import { count, fields, flag, fromEcho, id, keyOf, list, name, optional } from '../api/fields.ts';
import { reader, text, time, usable, word } from '../api/fields.ts';
import { path, type RestoreEndpoint, type WorkloadApi } from '../api/workload-api.ts';

const mailbox = z
  .object({ id, name, email: name, isArchive: flag })
  .transform(({ email, ...box }): Container => ({ ...box, name: box.name ?? email ?? '', detail: email }));

/** Folders that Exchange keeps for itself, by `category` (`RESTExchangeFolder`). */
const SYSTEM_FOLDERS: ReadonlyMap<string, Entry['system']> = new Map([
  ...['permanentlydeleteditems', 'purges', 'discoveryholds', 'versions'].map((word) => [word, 'recoverable'] as const),
  ...['conflicts', 'syncissues', 'localfailures', 'serverfailures', 'teamsmessagesdata'].map(
    (word) => [word, 'technical'] as const,
  ),
]);

const folder = z.object({ id, name, category: word.catch('') });

/** Recipients are many; the card shows the first of them. */
const LONGEST_LIST = 2_000;
const MAX_ATTACHMENTS = 50;
const attachment = z.object({ name, sizeBytes: count.catch(0) });

const item = z.object({
  id,
  itemClass: word.catch(''),
  mailboxId: optional(id),
  ...fields(name, 'subject', 'name', 'from', 'organizer', 'location', 'fullName', 'displayAs', 'fileAs', 'company'),
  ...fields(name, 'email', 'owner', 'jobTitle', 'mobile', 'businessPhone', 'homePhone', 'recurrencePatternFormat'),
  ...fields(text(LONGEST_LIST), 'to', 'cc', 'bcc', 'attendees'),
  ...fields(optional(time), 'received', 'sent', 'startTime', 'endTime', 'startDate', 'dueDate', 'date', 'postedOn'),
  modificationTime: optional(time),
  // `Normal` says nothing.
  importance: optional(word.pipe(z.enum(['low', 'high']))),
  recurring: flag,
  percentComplete: optional(z.number().min(0).max(100)),
  sizeBytes: optional(count),
  attachments: list.transform(usable(attachment)),
});

const TIMES = [
  ['sent', 'sent'],
  ['received', 'received'],
  ['start', 'startTime'],
  ['start', 'startDate'],
  ['end', 'endTime'],
  ['due', 'dueDate'],
  ['posted', 'postedOn'],
  ['changed', 'modificationTime'],
] as const;

/** By Outlook's message classes; those derived from one (`IPM.Note.SMIME`) count as it. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['ipm.note', 'message'],
  ['ipm.appointment', 'appointment'],
  ['ipm.contact', 'contact'],
  ['ipm.distlist', 'contact group'],
  ['ipm.task', 'task'],
  ['ipm.activity', 'journal'],
  ['ipm.stickynote', 'note'],
  ['ipm.post', 'discussion'],
]);

/** Reports, invitations and custom classes are classified by their content. */
function kindOf(data: z.infer<typeof item>): string {
  const kind = KINDS.get(data.itemClass.split('.', 2).join('.'));
  if (kind !== undefined) return kind;
  if (data.received !== undefined || data.sent !== undefined || data.from !== undefined) return 'message';
  if (data.organizer !== undefined || data.startTime !== undefined) return 'appointment';
  if (data.fullName !== undefined) return 'contact';
  return data.dueDate === undefined ? 'message' : 'task';
}

const mailboxes = (exploreId: string): string => path`/v8/RestoreSessions/${exploreId}/organization/mailboxes`;
const inMailbox = (exploreId: string, mailboxId: string): string => mailboxes(exploreId) + path`/${mailboxId}`;

function readFolder(value: unknown, containerId: string): Entry | undefined {
  const { data } = safeParse(folder, value);
  if (data === undefined) return undefined;
  const { id, name, category } = data;
  const system = SYSTEM_FOLDERS.get(category);
  return { key: keyOf(containerId, id), kind: 'folder', containerId, id, title: name ?? '', system };
}

/** @param requested the container that was listed or searched; if absent, the one that the item names */
function readItem(value: unknown, requested: string | undefined): Entry | undefined {
  const { data } = safeParse(item, value);
  const containerId = requested ?? data?.mailboxId;
  if (data === undefined || containerId === undefined) return undefined;
  const kind = kindOf(data);
  const isContact = kind === 'contact';
  const contactName = isContact ? (data.fullName ?? data.displayAs ?? data.fileAs) : undefined;
  const attachments = data.attachments.filter(({ name }) => name !== undefined).slice(0, MAX_ATTACHMENTS);
  const hasAttachments = attachments.length > 0;
  const attached = data.attachments.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0);
  const { received, sent, startTime, postedOn, date, dueDate, startDate, modificationTime } = data;
  return {
    key: keyOf(containerId, data.id),
    kind,
    containerId,
    id: data.id,
    title: contactName ?? data.subject ?? data.name ?? '',
    who: data.from ?? data.organizer ?? data.owner ?? data.company ?? (isContact ? data.email : undefined),
    at: received ?? sent ?? startTime ?? postedOn ?? date ?? dueDate ?? startDate ?? modificationTime,
    // Mails have no size of their own (`RESTExchangeMessageItem`).
    sizeBytes: data.sizeBytes ?? (attached > 0 ? attached : undefined),
    times: TIMES.flatMap(([what, field]) => (data[field] === undefined ? [] : [{ what, at: data[field] }])),
    to: data.to ?? data.attendees,
    cc: data.cc,
    bcc: data.bcc,
    importance: data.importance,
    recurrence: data.recurring ? (data.recurrencePatternFormat ?? '') : undefined,
    email: data.email,
    phone: data.mobile ?? data.businessPhone ?? data.homePhone,
    company: [data.jobTitle, data.company].filter((part) => part !== undefined).join(', ') || undefined,
    percent: data.percentComplete,
    location: data.location,
    attachments: hasAttachments ? attachments.map(({ name = '' }) => name) : undefined,
    attachmentSizes: hasAttachments ? attachments.map(({ sizeBytes }) => sizeBytes) : undefined,
  };
}

/** What an earlier attempt has put there stays as it is. */
function restoreElsewhere(
  inside: string,
  entries: readonly Entry[],
  { item, folder }: NonNullable<RestoreRequest['target']>,
): RestoreEndpoint {
  const json = {
    mailbox: item.detail,
    folder,
    changedItems: false,
    deletedItems: true,
    markRestoredAsUnread: false,
  };
  const [first] = entries;
  if (first?.kind === 'mailbox') return { path: `${inside}/restoreTo`, json };
  if (first?.kind === 'folder') return { path: inside + path`/folders/${first.id}/restoreTo`, json };
  return { path: `${inside}/items/restoreTo`, json: { ...json, items: entries.map(({ id }) => ({ id })) } };
}

/** Of items of one mailbox, which take no options; a folder or a mailbox on its own. */
function restoreAsAdministrator(request: RestoreRequest): RestoreEndpoint {
  const { exploreId, containerId, entries, options } = request;
  const inside = inMailbox(exploreId, containerId);
  const [first] = entries;
  if (request.target !== undefined) return restoreElsewhere(inside, entries, request.target);
  if (first?.kind === 'folder') return { path: inside + path`/folders/${first.id}/restore`, json: {} };
  if (first?.kind !== 'mailbox') {
    return { path: `${inside}/items/restore`, json: { items: entries.map(({ id }) => ({ id })) } };
  }
  const { changedItems, deletedItems, markRestoredAsUnread } = options;
  // The call for one mailbox takes no options.
  return {
    path: `${mailboxes(exploreId)}/restore`,
    json: {
      mailboxes: entries.map(({ echo }) => fromEcho(echo, 'A mailbox')),
      changedItems,
      deletedItems,
      markRestoredAsUnread,
      excludeDrafts: options['mailboxSkipDrafts'],
      excludeDeletedItems: options['mailboxSkipDeleted'],
    },
  };
}

export const exchange: WorkloadApi = {
  sessionType: 'Vex',
  pointFlag: 'isExchange',
  operations: 'Mailboxes Folders Items Search save restore restoreTo operatorRestore',
  containers: (exploreId) => ({ path: mailboxes(exploreId), read: reader(mailbox) }),
  container: (exploreId, mailboxId) => ({
    path: inMailbox(exploreId, mailboxId),
    isOne: true,
    read: reader(mailbox),
  }),
  wholes: ['bulkmailbox', 'exchangemailbox'],
  folders: ({ exploreId, containerId, folder }) => [
    {
      path: `${inMailbox(exploreId, containerId)}/folders`,
      query: { parentId: folder?.id ?? 'root' },
      read: (value) => readFolder(value, containerId),
    },
  ],

  // A mailbox has none at its root.
  items: ({ exploreId, containerId, folder }) =>
    folder === undefined
      ? []
      : [
          {
            path: `${inMailbox(exploreId, containerId)}/items`,
            query: { parentId: folder.id },
            read: (value) => readItem(value, containerId),
          },
        ],

  search({ exploreId, containerId, folder }) {
    const container = containerId === undefined ? mailboxes(exploreId) : inMailbox(exploreId, containerId);
    const place = folder === undefined ? '' : path`/folders/${folder.id}`;
    const query = { setId: undefined };
    return { path: `${container}${place}/search`, query, read: (value) => readItem(value, containerId) };
  },

  save: (exploreId, { containerId, id: itemId }) => ({
    path: inMailbox(exploreId, containerId) + path`/items/${itemId}/save`,
  }),

  restore({ exploreId, containerId, entries, options, reason }) {
    const { changedItems, deletedItems, markRestoredAsUnread, folder } = options;
    const items = entries.map(({ id }) => ({ id }));
    return {
      path: `${inMailbox(exploreId, containerId)}/items/operatorRestore`,
      json: { items, changedItems, deletedItems, markRestoredAsUnread, folder, reason },
    };
  },
  restoreAsAdministrator,
  impersonates: () => true,
};
