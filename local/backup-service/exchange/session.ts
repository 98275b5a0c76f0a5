/** What one call to the Exchange endpoints can reach: the mailboxes of the session, as of its backup. */
import type { ExploreSession } from '../explore/explore-sessions.ts';
import { reachOf } from '../explore/reach.ts';
import { notFound } from '../refused.ts';
import type { Call } from '../router.ts';
import { mailboxId } from '../sample-data/mailboxes.ts';
import type { MailFolder, MailItem, Mailbox } from '../sample-data/types.ts';
import type { ServiceState } from '../service-state.ts';

export type ListedMailbox = Pick<Mailbox, 'id' | 'owner' | 'isArchive'>;

export interface OpenedMailbox {
  readonly session: ExploreSession;
  readonly mailbox: Mailbox;
  /** @throws Refused */
  readonly folder: (id: string) => MailFolder;
}

/** Each owner's mailbox, then the archive. */
export function listedMailboxes(state: ServiceState, session: ExploreSession): readonly ListedMailbox[] {
  return reachOf(state, session).owners.flatMap((owner) =>
    (owner.hasArchive ? [false, true] : [false]).map((isArchive) => ({
      id: mailboxId(owner, isArchive),
      owner,
      isArchive,
    })),
  );
}

/** Their content is made when it is come to. */
export function allMailboxes(state: ServiceState, session: ExploreSession): Iterable<Mailbox> {
  const world = state.worldOf(session.who.organizationId);
  return Iterator.from(reachOf(state, session).owners).flatMap((owner) => world.mailboxes(owner));
}

/** @throws Refused where the session or the mailbox is not there */
export function openMailbox(state: ServiceState, call: Call): OpenedMailbox {
  const session = state.explores.opened(call, 'Vex');
  const listed = listedMailboxes(state, session).find(({ id }) => id === call.parameter('mailboxId'));
  if (listed === undefined) throw notFound('The mailbox is not found.');
  return viewOf(state, session, listed);
}

export function viewOf(state: ServiceState, session: ExploreSession, { id, owner }: ListedMailbox): OpenedMailbox {
  const mailbox = state
    .worldOf(session.who.organizationId)
    .mailboxes(owner)
    .find((one) => one.id === id);
  if (mailbox === undefined) throw notFound('The mailbox is not found.');
  return {
    session,
    mailbox,
    folder(folderId) {
      const folder = mailbox.folder(folderId);
      if (folder === undefined) throw notFound('The folder is not found.');
      return folder;
    },
  };
}

/** What the session shows. */
export function isVisible({ live }: ServiceState, session: ExploreSession, item: MailItem): boolean {
  const { pointAt = -Infinity, showDeleted } = session;
  if (item.at > pointAt || live.gone(item.id)) return false;
  return item.deletedAt === undefined || item.deletedAt > pointAt || (showDeleted && item.purged !== true);
}

/** The folder with all below it. */
export function withBelow({ folders }: Mailbox, { id }: MailFolder): ReadonlySet<string> {
  const ids = new Set([id]);
  for (const folder of folders) if (folder.parentId !== undefined && ids.has(folder.parentId)) ids.add(folder.id);
  return ids;
}
