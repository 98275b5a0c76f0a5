/** What restoring one mail item does. */
import type { ExploreSession } from '../explore/explore-sessions.ts';
import type { Outcome, Target, Unit } from '../restores/runs.ts';
import type { MailItem, Mailbox } from '../sample-data/types.ts';
import type { ServiceState } from '../service-state.ts';

export interface MailOptions {
  readonly changedItems?: boolean | undefined;
  readonly deletedItems?: boolean | undefined;
  readonly markRestoredAsUnread?: boolean | undefined;
  /** A new folder. */
  readonly folder?: string | undefined;
  /** Somebody else's mailbox. */
  readonly into?: Target | undefined;
}

export function restoredItem(
  item: MailItem,
  mailbox: Mailbox,
  { changedItems, deletedItems, markRestoredAsUnread, folder, into }: MailOptions,
  { pointAt = 0 }: ExploreSession,
  { live }: ServiceState,
): Unit {
  function restore(): Outcome {
    if (live.gone(item.id)) return { status: 'Failed', why: 'The item is no longer in the backup.' };
    const place = { folder, mailboxId: into?.id ?? mailbox.id };
    const restored = live.item(item, place);
    const isNew = folder !== undefined || into !== undefined;
    const isThere = restored !== undefined || (!isNew && item.deletedAt === undefined);
    const hasChanged = restored === undefined && (item.changedAt ?? 0) > pointAt;
    if (isThere && !hasChanged) return { status: 'Skipped', why: 'The item has not changed.' };
    if (isThere && changedItems !== true) return { status: 'Skipped', why: 'Changed items are not restored.' };
    if (!isThere && deletedItems !== true) return { status: 'Skipped', why: 'Missing items are not restored.' };
    const mishap = live.mishap(item);
    if (mishap?.status === 'Failed') return mishap;
    live.putItem(item, place, markRestoredAsUnread === true);
    return mishap ?? { status: 'Success' };
  }

  return { id: item.id, name: itemName(item), path: pathOf(item, mailbox), sizeBytes: item.sizeBytes, restore };
}

/** `Projects/Kyoto`. */
export function pathOf({ folderId }: MailItem, mailbox: Mailbox): string {
  const folder = mailbox.folder(folderId);
  const parent = folder?.parentId === undefined ? undefined : mailbox.folder(folder.parentId);
  return [parent?.name, folder?.name].filter((name) => name !== undefined).join('/');
}

/** Subject, or what a contact or a group is called; empty where there is none. */
export function itemName({ fields }: MailItem): string {
  return [fields['subject'], fields['fullName'], fields['name']].find((text) => typeof text === 'string') ?? '';
}
