/** Mailboxes, folders, items, their searches and their restore (API, section D1). */
import { type RestoreItemsBody, readBody } from '../bodies.ts';
import type { ExploreSession } from '../explore/explore-sessions.ts';
import { folderBody, itemBody, mailboxBody } from './views.ts';
import { restoredItem } from './item-restores.ts';
import { pageOf } from '../paging.ts';
import { MAIL_CRITERIA } from '../query/criteria.ts';
import { wildcards } from '../query/wildcards.ts';
import { badParameter, notFound } from '../refused.ts';
import { startRestore } from '../restores/start.ts';
import type { Call, Route, RouteAnswer } from '../router.ts';
import type { MailFolder, MailItem, Mailbox } from '../sample-data/types.ts';
import { searched } from '../explore/searches.ts';
import type { ServiceState } from '../service-state.ts';

const ORGANIZATION = '/v8/RestoreSessions/{restoreSessionId}/organization';
const ONE = `${ORGANIZATION}/mailboxes/{mailboxId}`;

export function exchangeRoutes(state: ServiceState): readonly Route[] {
  const opened = (call: Call): ExploreSession => state.explores.opened(call, 'Vex');

  function mailboxes(session: ExploreSession): readonly Mailbox[] {
    const { owner } = session.scope;
    if (owner === undefined || session.pointAt === undefined) return [];
    return state.worldOf(session.who.organizationId).mailboxes(owner);
  }

  function mailboxOf(call: Call, session: ExploreSession): Mailbox {
    const mailbox = mailboxes(session).find(({ id }) => id === call.parameter('mailboxId'));
    if (mailbox === undefined) throw notFound('The mailbox is not found.');
    return mailbox;
  }

  function isVisible({ pointAt = -Infinity, showDeleted }: ExploreSession, item: MailItem): boolean {
    if (item.at > pointAt || state.live.gone(item.id)) return false;
    return item.deletedAt === undefined || item.deletedAt > pointAt || (showDeleted && item.purged !== true);
  }

  function folderOf(mailbox: Mailbox, id: string): MailFolder {
    const folder = mailbox.folder(id);
    if (folder === undefined) throw notFound('The folder is not found.');
    return folder;
  }

  function search(call: Call, session: ExploreSession, items: () => Iterable<MailItem>): RouteAnswer {
    const visible = (): Iterable<MailItem> => Iterator.from(items()).filter((item) => isVisible(session, item));
    const one = (item: MailItem): object => itemBody(session.id, item);
    return searched(call, session, { entries: visible, criteria: MAIL_CRITERIA, one, state });
  }

  const everywhere = (session: ExploreSession): Iterable<MailItem> =>
    Iterator.from(mailboxes(session)).flatMap(({ items }) => items);

  return [
    {
      method: 'GET',
      pattern: `${ORGANIZATION}/mailboxes`,
      answer(call) {
        const session = opened(call);
        return pageOf(call, mailboxes(session), (mailbox) => mailboxBody(session.id, mailbox));
      },
    },
    {
      method: 'GET',
      pattern: ONE,
      answer(call) {
        const session = opened(call);
        return { status: 200, body: mailboxBody(session.id, mailboxOf(call, session)) };
      },
    },
    {
      method: 'GET',
      pattern: `${ONE}/folders`,
      answer(call) {
        const session = opened(call);
        const mailbox = mailboxOf(call, session);
        const parentId = call.query.get('parentId');
        const parent = parentId === null || parentId === 'root' ? undefined : folderOf(mailbox, parentId).id;
        const named = wildcards(call.query.get('name') ?? '*');
        const found = mailbox.folders.filter((folder) => {
          return (parentId === null || folder.parentId === parent) && named.test(folder.name);
        });
        return pageOf(call, found, (folder) => folderBody(session.id, folder));
      },
    },
    {
      method: 'GET',
      pattern: `${ONE}/folders/{folderId}`,
      answer(call) {
        const session = opened(call);
        const folder = folderOf(mailboxOf(call, session), call.parameter('folderId'));
        return { status: 200, body: folderBody(session.id, folder) };
      },
    },
    {
      method: 'GET',
      pattern: `${ONE}/items`,
      answer(call) {
        const session = opened(call);
        const mailbox = mailboxOf(call, session);
        const parentId = call.query.get('parentId');
        if (parentId !== null && parentId !== 'root') folderOf(mailbox, parentId);
        const found = mailbox.items.filter((item) => {
          return (parentId === null || item.folderId === parentId) && isVisible(session, item);
        });
        return pageOf(call, found, (item) => itemBody(session.id, item));
      },
    },
    {
      method: 'GET',
      pattern: `${ONE}/items/{itemId}`,
      answer(call) {
        const session = opened(call);
        const item = mailboxOf(call, session).item(call.parameter('itemId'));
        if (item === undefined || !isVisible(session, item)) throw notFound('The item is not found.');
        return { status: 200, body: itemBody(session.id, item) };
      },
    },
    {
      method: 'POST',
      pattern: `${ORGANIZATION}/searchExchange`,
      answer(call) {
        const session = opened(call);
        return search(call, session, () => everywhere(session));
      },
    },
    {
      method: 'POST',
      pattern: `${ORGANIZATION}/mailboxes/search`,
      answer(call) {
        const session = opened(call);
        return search(call, session, () => everywhere(session));
      },
    },
    {
      method: 'POST',
      pattern: `${ONE}/search`,
      answer(call) {
        const session = opened(call);
        const { items } = mailboxOf(call, session);
        return search(call, session, () => items);
      },
    },
    {
      method: 'POST',
      pattern: `${ONE}/folders/{folderId}/search`,
      answer(call) {
        const session = opened(call);
        const mailbox = mailboxOf(call, session);
        const { id } = folderOf(mailbox, call.parameter('folderId'));
        const inside = new Set(mailbox.folders.filter((folder) => folder.parentId === id).map((folder) => folder.id));
        return search(call, session, () =>
          mailbox.items.filter(({ folderId }) => folderId === id || inside.has(folderId)),
        );
      },
    },
    {
      method: 'POST',
      pattern: `${ONE}/items/operatorRestore`,
      answer(call) {
        const session = opened(call);
        const body = readBody(call) as RestoreItemsBody;
        const mailbox = mailboxOf(call, session);
        if (body.folder === '') throw badParameter('folder: it has no name.');
        const items = (body.items ?? []).map(({ id = '' }) => {
          const item = mailbox.item(id);
          if (item === undefined || item.at > (session.pointAt ?? -Infinity)) throw notFound('An item is not found.');
          return item;
        });
        return startRestore(state, call, session, {
          units: items.map((item) => restoredItem(item, mailbox, body, session, state)),
          target: {
            kind: 'mailbox',
            id: mailbox.id,
            name: mailbox.owner.name,
            address: mailbox.owner.address,
            isArchive: mailbox.isArchive,
          },
          body,
        });
      },
    },
  ];
}
