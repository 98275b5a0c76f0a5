/** What restoring one mail item does (API, section D1, options). */
import type { RestoreItemsBody } from '../bodies.ts';
import type { ExploreSession } from '../explore/explore-sessions.ts';
import type { Outcome, Unit } from '../restores/runs.ts';
import type { MailItem, Mailbox } from '../sample-data/types.ts';
import type { ServiceState } from '../service-state.ts';

export function restoredItem(
  item: MailItem,
  mailbox: Mailbox,
  { changedItems, deletedItems, markRestoredAsUnread, folder }: RestoreItemsBody,
  { pointAt = 0 }: ExploreSession,
  { live }: ServiceState,
): Unit {
  function restore(): Outcome {
    if (live.gone(item.id)) return { status: 'Failed', why: 'The item is no longer in the backup.' };
    const restored = live.item(item, folder);
    const isThere = restored !== undefined || (folder === undefined && item.deletedAt === undefined);
    const hasChanged = restored === undefined && (item.changedAt ?? 0) > pointAt;
    if (isThere && !hasChanged) return { status: 'Skipped', why: 'The item has not changed.' };
    if (isThere && changedItems !== true) return { status: 'Skipped', why: 'Changed items are not restored.' };
    if (!isThere && deletedItems !== true) return { status: 'Skipped', why: 'Missing items are not restored.' };
    const mishap = live.mishap(item);
    if (mishap?.status === 'Failed') return mishap;
    live.putItem(item, folder, markRestoredAsUnread === true);
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
