/** Makes the items of a folder: every kind that the API knows, with its fields. */
import { DAY, HOUR } from '../durations.ts';
import { type Chance, exchangeId, percentile, seeded } from './seeded.ts';
import type { ItemKind, MailFolder, MailItem, Mishap, Owner } from './types.ts';
import { ATTACHMENTS, LONG_SUBJECT, OUTSIDERS, PLACES, SENTENCES, SUBJECTS } from './words.ts';

export const ITEM_CLASSES: Readonly<Record<ItemKind, string>> = {
  message: 'IPM.Note',
  appointment: 'IPM.Appointment',
  contact: 'IPM.Contact',
  'contact group': 'IPM.DistList',
  task: 'IPM.Task',
  journal: 'IPM.Activity',
  note: 'IPM.StickyNote',
  discussion: 'IPM.Post',
};

export interface FolderPlan {
  readonly kind: ItemKind;
  readonly count: number;
  /** Days before `until` that the items are spread over. */
  readonly days: number;
}

export interface Around {
  readonly owner: Owner;
  /** Nothing is younger. */
  readonly until: number;
  readonly colleagues: readonly Owner[];
}

/** Oldest first. */
export function makeItems(folder: MailFolder, plan: FolderPlan, around: Around): readonly MailItem[] {
  const chance = seeded(folder.id);
  return Array.from({ length: plan.count }, (_, number): MailItem => {
    const share = (number + chance.next()) / plan.count;
    const at = wholeSeconds(around.until - plan.days * DAY * (1 - share));
    const id = exchangeId(`${folder.id} ${number}`);
    const kind = plan.kind === 'contact' && number % 20 === 19 ? 'contact group' : plan.kind;
    const later = (): number => wholeSeconds(at + (around.until - at) * chance.next());
    const sender = correspondent(chance, around);
    return {
      id,
      kind,
      folderId: folder.id,
      mailboxId: folder.mailboxId,
      at,
      deletedAt: chance.percent(4) ? later() : undefined,
      changedAt: chance.percent(3) ? later() : undefined,
      mishap: mishapOf(id),
      sizeBytes: 2000 + chance.below(90_000),
      body: chance.pick(SENTENCES),
      fields: { itemClass: ITEM_CLASSES[kind], ...fieldsOf(kind, { chance, at, around, sender, folder, number }) },
    };
  });
}

const wholeSeconds = (moment: number): number => Math.floor(moment / 1000) * 1000;
const moment = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z');

/** By the ID alone, so that the same item fails each time. */
export function mishapOf(id: string): Mishap | undefined {
  const of100 = percentile(id);
  if (of100 < 2) return { status: 'Failed', why: 'Item is locked.', once: true };
  if (of100 < 3) return { status: 'Failed', why: 'The mailbox is over its quota.', once: false };
  if (of100 < 5) return { status: 'Warning', why: 'Some properties could not be restored.', once: false };
  return undefined;
}

function correspondent(chance: Chance, { colleagues }: Around): string {
  const colleague = colleagues[chance.below(colleagues.length)];
  if (colleague !== undefined && chance.percent(50)) return `${colleague.name} <${colleague.address}>`;
  const [name, address] = chance.pick(OUTSIDERS);
  return name === address ? address : `${name} <${address}>`;
}

interface Making {
  readonly chance: Chance;
  readonly at: number;
  readonly around: Around;
  readonly sender: string;
  readonly folder: MailFolder;
  readonly number: number;
}

/** One in fifty has none, in both ways that the API leaves open. */
function subjectOf({ chance }: Making): { readonly subject?: string } {
  const one = chance.below(100);
  if (one === 0) return {};
  if (one === 1) return { subject: '' };
  if (one === 2) return { subject: LONG_SUBJECT };
  return { subject: chance.pick(SUBJECTS).replace('#', chance.pick(PLACES)) };
}

function fieldsOf(kind: ItemKind, making: Making): Readonly<Record<string, unknown>> {
  const { chance, at, around, sender, folder, number } = making;
  const { owner } = around;
  const self = `${owner.name} <${owner.address}>`;
  switch (kind) {
    case 'message': {
      const isSent = folder.category === 'Sent' || folder.category === 'Drafts';
      return {
        ...subjectOf(making),
        from: isSent ? self : sender,
        to: isSent ? sender : self,
        ...(chance.percent(20) ? { cc: correspondent(chance, around) } : {}),
        ...(folder.category === 'Drafts' ? {} : { sent: moment(at - 4000) }),
        received: moment(at),
        reminder: chance.percent(3),
        importance: chance.pick(['Normal', 'Normal', 'Normal', 'High', 'Low']),
        attachments: attachments(chance),
      };
    }
    case 'appointment': {
      const startTime = at + chance.below(20) * DAY;
      return {
        ...subjectOf(making),
        organizer: sender,
        attendees: `${self}; ${correspondent(chance, around)}`,
        startTime: moment(startTime),
        endTime: moment(startTime + HOUR),
        location: chance.pick(PLACES),
        recurring: chance.percent(10),
        attachments: attachments(chance),
      };
    }
    case 'contact': {
      const [fullName, email] = chance.pick(OUTSIDERS);
      const name = `${fullName} ${number}`;
      return {
        fullName: name,
        displayAs: name,
        fileAs: name,
        email,
        company: fullName,
        mobile: `+49 170 ${1_000_000 + number}`,
      };
    }
    case 'contact group':
      return { name: `Guides in ${chance.pick(PLACES)}` };
    case 'task':
      return {
        ...subjectOf(making),
        status: chance.pick(['NotStarted', 'InProgress', 'Completed', 'WaitingOnSomeoneElse', 'Deferred']),
        percentComplete: chance.below(5) * 25,
        startDate: moment(at),
        dueDate: moment(at + 7 * DAY),
        owner: owner.name,
      };
    case 'journal':
      return { ...subjectOf(making), entryType: 'Phone call', startTime: moment(at), duration: 1 + chance.below(3) };
    case 'note':
      return { ...subjectOf(making), date: moment(at) };
    case 'discussion':
      return { ...subjectOf(making), from: sender, postedOn: moment(at), importance: 'Normal', attachments: [] };
  }
}

function attachments(chance: Chance): readonly { readonly name: string; readonly sizeBytes: number }[] {
  if (!chance.percent(25)) return [];
  return Array.from({ length: 1 + chance.below(3) }, () => ({
    name: chance.pick(ATTACHMENTS),
    sizeBytes: 10_000 + chance.below(4_000_000),
  }));
}
