/** Mailboxes, folders and items as the API shows them. */
import type { MailFolder, MailItem } from '../sample-data/types.ts';
import type { ListedMailbox } from './session.ts';

const base = (sessionId: string, mailboxId: string): string =>
  `/v8/RestoreSessions/${sessionId}/organization/mailboxes/${mailboxId}`;

export function mailboxBody(sessionId: string, { id, owner, isArchive }: ListedMailbox): object {
  const self = base(sessionId, id);
  return {
    id,
    name: isArchive ? `In-Place Archive - ${owner.name}` : owner.name,
    email: owner.address,
    isArchive,
    isPublic: false,
    _links: { self: { href: self }, folders: { href: `${self}/folders` }, items: { href: `${self}/items` } },
    _actions: { search: { uri: `${self}/search`, method: 'POST' } },
  };
}

export function folderBody(sessionId: string, { id, name, type, category, parentId, mailboxId }: MailFolder): object {
  const mailbox = base(sessionId, mailboxId);
  const self = `${mailbox}/folders/${encodeURIComponent(id)}`;
  const parent =
    parentId === undefined ? {} : { parent: { href: `${mailbox}/folders/${encodeURIComponent(parentId)}` } };
  return {
    id,
    name,
    type,
    category,
    description: '',
    mailboxId,
    _links: { self: { href: self }, mailbox: { href: mailbox }, ...parent },
    _actions: { search: { uri: `${self}/search`, method: 'POST' } },
  };
}

export function itemBody(sessionId: string, { id, fields, mailboxId, folderId }: MailItem): object {
  const mailbox = base(sessionId, mailboxId);
  const self = `${mailbox}/items/${encodeURIComponent(id)}`;
  return {
    id,
    mailboxId,
    ...fields,
    _links: {
      self: { href: self },
      mailbox: { href: mailbox },
      parent: { href: `${mailbox}/folders/${encodeURIComponent(folderId)}` },
    },
    _actions: { operatorRestore: { uri: `${mailbox}/items/operatorRestore`, method: 'POST' } },
  };
}
