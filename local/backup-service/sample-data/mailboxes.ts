/** A person's mailbox and archive. Generated on first access. */
import { type Around, type FolderPlan, makeItems } from './mail-items.ts';
import { kyotoMails } from './kyoto.ts';
import { exchangeId, uuidOf } from './seeded.ts';
import type { FolderCategory, FolderType, MailFolder, MailItem, Mailbox, Owner } from './types.ts';

interface Planned {
  readonly path: string;
  readonly type?: FolderType;
  readonly category?: FolderCategory;
  readonly items?: FolderPlan;
}

const mail = (count: number, days = 400): FolderPlan => ({ kind: 'message', count, days });

const USUAL: readonly Planned[] = [
  { path: 'Inbox', category: 'Inbox', items: mail(800) },
  { path: 'Inbox/Newsletters', items: mail(150) },
  { path: 'Sent Items', category: 'Sent', items: mail(500) },
  { path: 'Drafts', category: 'Drafts', items: mail(25, 60) },
  { path: 'Outbox', category: 'Outbox' },
  { path: 'Deleted Items', category: 'Deleted', items: mail(200, 90) },
  { path: 'Junk Email', category: 'Junk', items: mail(60, 30) },
  { path: 'Purges', category: 'Purges', items: mail(6, 20) },
  { path: 'Sync Issues', category: 'SyncIssues' },
  { path: 'Projects' },
  { path: 'Projects/Summer catalogue', items: mail(180) },
  { path: 'Projects/Québec & Îles', items: mail(60) },
  { path: 'Projects/Q4\\"Northern lights"', items: mail(40) },
  { path: 'Projects/日本', items: mail(30) },
  { path: 'Projects/Empty' },
  { path: 'Calendar', type: 'Appointment', items: { kind: 'appointment', count: 320, days: 400 } },
  { path: 'Contacts', type: 'Contact', items: { kind: 'contact', count: 180, days: 400 } },
  { path: 'Tasks', type: 'Task', items: { kind: 'task', count: 90, days: 200 } },
  { path: 'Notes', type: 'StickyNote', items: { kind: 'note', count: 40, days: 400 } },
  { path: 'Journal', type: 'Journal', items: { kind: 'journal', count: 60, days: 400 } },
  { path: 'Discussions', items: { kind: 'discussion', count: 40, days: 300 } },
];

const FEW: readonly Planned[] = [
  { path: 'Inbox', category: 'Inbox', items: mail(60) },
  { path: 'Sent Items', category: 'Sent', items: mail(20) },
  { path: 'Deleted Items', category: 'Deleted', items: mail(8, 60) },
  { path: 'Calendar', type: 'Appointment', items: { kind: 'appointment', count: 20, days: 200 } },
  { path: 'Contacts', type: 'Contact', items: { kind: 'contact', count: 25, days: 400 } },
];

const ARCHIVE: readonly Planned[] = [
  { path: 'Inbox', category: 'Inbox', items: mail(300, 2000) },
  { path: 'Sent Items', category: 'Sent', items: mail(150, 2000) },
  { path: 'Old projects', items: mail(120, 3000) },
];

function planFor({ story }: Owner, isArchive: boolean): readonly Planned[] {
  if (isArchive) return ARCHIVE;
  if (story === 'few') return FEW;
  if (story === 'confirmations') return [...USUAL, { path: 'Inbox/Confirmations', items: mail(11_000, 180) }];
  if (story === 'kyoto') return [...USUAL, { path: 'Projects/Kyoto', items: mail(12, 30) }];
  return USUAL;
}

export const mailboxId = (owner: Owner, isArchive: boolean): string =>
  uuidOf(`${isArchive ? 'archive' : 'mailbox'} ${owner.scopeId}`);

export function makeMailbox(owner: Owner, isArchive: boolean, around: Omit<Around, 'owner'>): Mailbox {
  const id = mailboxId(owner, isArchive);
  const idAt = (path: string): string => exchangeId(`${id} ${path}`);
  const plan = planFor(owner, isArchive);
  const folders = plan.map(({ path, type = 'None', category = 'None' }): MailFolder => {
    const cut = path.indexOf('/');
    return {
      id: idAt(path),
      name: path.slice(cut + 1),
      type,
      category,
      parentId: cut < 0 ? undefined : idAt(path.slice(0, cut)),
      mailboxId: id,
    };
  });
  const made = plan.flatMap(({ items }, at): readonly MailItem[] => {
    const folder = folders[at];
    return items === undefined || folder === undefined ? [] : makeItems(folder, items, { ...around, owner });
  });
  const named =
    owner.story === 'kyoto' && !isArchive
      ? kyotoMails({ inbox: idAt('Inbox'), project: idAt('Projects/Kyoto') }, id, owner, around.until)
      : [];
  const items = [...made, ...named];
  const itemsById = new Map(items.map((item) => [item.id, item]));
  const foldersById = new Map(folders.map((folder) => [folder.id, folder]));
  return {
    id,
    owner,
    isArchive,
    folders,
    items,
    item: (itemId) => itemsById.get(itemId),
    folder: (folderId) => foldersById.get(folderId),
  };
}
