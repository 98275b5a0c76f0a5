/** Items of a mailbox: eight kinds in one shape, told apart by `itemClass` (API, section D1). */
import { z } from 'zod';

import type { Entry, EntryKind } from '../../restore/model/catalog.ts';
import { keyOf } from './entry.ts';
import { id, name, optionalCount, optionalId, optionalWord, readEach, text, time } from './fields.ts';

/** Recipients are many; the card shows the first of them. */
const LONGEST_LIST = 2_000;
const MOST_ATTACHMENTS = 50;

const people = text(LONGEST_LIST);
const attachment = z.object({ name });

const item = z.object({
  id,
  itemClass: optionalWord,
  mailboxId: optionalId,
  subject: name,
  name,
  from: name,
  to: people,
  cc: people,
  received: time,
  sent: time,
  organizer: name,
  attendees: people,
  startTime: time,
  location: name,
  fullName: name,
  displayAs: name,
  fileAs: name,
  company: name,
  email: name,
  owner: name,
  startDate: time,
  dueDate: time,
  entryType: name,
  date: time,
  postedOn: time,
  modificationTime: time,
  sizeBytes: optionalCount,
  attachments: z.array(z.unknown()).optional().catch(undefined),
});

type Item = z.infer<typeof item>;

/** Outlook's message classes; those derived from one (`IPM.Note.SMIME`) count as it. */
const KINDS: readonly (readonly [itemClass: string, kind: EntryKind])[] = [
  ['ipm.note', 'message'],
  ['ipm.appointment', 'appointment'],
  ['ipm.contact', 'contact'],
  ['ipm.distlist', 'contact group'],
  ['ipm.task', 'task'],
  ['ipm.activity', 'journal'],
  ['ipm.stickynote', 'note'],
  ['ipm.post', 'discussion'],
];

/** Reports, invitations and what others made up are told apart by what they hold. */
function kindOf(item: Item): EntryKind {
  const { itemClass = '' } = item;
  const known = KINDS.find(([name]) => itemClass === name || itemClass.startsWith(`${name}.`));
  if (known !== undefined) return known[1];
  if (item.received !== undefined || item.sent !== undefined || item.from !== undefined) return 'message';
  if (item.organizer !== undefined || item.startTime !== undefined) return 'appointment';
  if (item.fullName !== undefined) return 'contact';
  if (item.dueDate !== undefined) return 'task';
  return 'message';
}

function titleOf(item: Item, kind: EntryKind): string {
  if (kind !== 'contact') return item.subject ?? item.name ?? '';
  return item.fullName ?? item.displayAs ?? item.fileAs ?? item.subject ?? item.name ?? '';
}

/** @returns undefined for what has no id, or lies nobody knows where: it could not be restored */
export const readExchangeItem =
  (asked: string | undefined) =>
  (value: unknown): Entry | undefined => {
    const { data } = item.safeParse(value);
    const containerId = asked ?? data?.mailboxId;
    if (data === undefined || containerId === undefined) return undefined;
    const kind = kindOf(data);
    const attachments = readEach((one) => attachment.safeParse(one).data?.name, data.attachments ?? []);
    return {
      key: keyOf(containerId, data.id),
      kind,
      containerId,
      id: data.id,
      title: titleOf(data, kind),
      who: data.from ?? data.organizer ?? data.owner ?? data.company ?? (kind === 'contact' ? data.email : undefined),
      at:
        data.received ??
        data.sent ??
        data.startTime ??
        data.postedOn ??
        data.date ??
        data.dueDate ??
        data.startDate ??
        data.modificationTime,
      sizeBytes: data.sizeBytes,
      to: data.to ?? data.attendees,
      cc: data.cc,
      location: data.location,
      attachments: attachments.length === 0 ? undefined : attachments.slice(0, MOST_ATTACHMENTS),
    };
  };
