/** Mailboxes, folders, items and their searches. */
import type { ExploreSession } from '../explore/explore-sessions.ts';
import { searched } from '../explore/searches.ts';
import { pageOf } from '../paging.ts';
import { MAIL_CRITERIA } from '../query/criteria.ts';
import { wildcards } from '../query/wildcards.ts';
import { notFound } from '../refused.ts';
import type { Call, Route, RouteAnswer } from '../router.ts';
import type { MailItem } from '../sample-data/types.ts';
import type { ServiceState } from '../service-state.ts';
import { type OpenedMailbox, allMailboxes, isVisible, listedMailboxes, openMailbox, withBelow } from './session.ts';
import { folderBody, itemBody, mailboxBody } from './views.ts';

const ORGANIZATION = '/v8/RestoreSessions/{restoreSessionId}/organization';
export const MAILBOXES = `${ORGANIZATION}/mailboxes`;
export const ONE = `${MAILBOXES}/{mailboxId}`;

export function exchangeRoutes(state: ServiceState): readonly Route[] {
  const opened = (call: Call): OpenedMailbox => openMailbox(state, call);

  function search(call: Call, session: ExploreSession, items: () => Iterable<MailItem>): RouteAnswer {
    const visible = (): Iterable<MailItem> => Iterator.from(items()).filter((item) => isVisible(state, session, item));
    const one = (item: MailItem): object => itemBody(session.id, item);
    return searched(call, session, { entries: visible, criteria: MAIL_CRITERIA, one, state });
  }

  const everywhere = (session: ExploreSession): Iterable<MailItem> =>
    Iterator.from(allMailboxes(state, session)).flatMap(({ items }) => items);

  return [
    {
      method: 'GET',
      pattern: MAILBOXES,
      answer(call) {
        const session = state.explores.opened(call, 'Vex');
        return pageOf(call, listedMailboxes(state, session), (mailbox) => mailboxBody(session.id, mailbox));
      },
    },
    {
      method: 'GET',
      pattern: ONE,
      answer(call) {
        const { session, mailbox } = opened(call);
        return { status: 200, body: mailboxBody(session.id, mailbox) };
      },
    },
    {
      method: 'GET',
      pattern: `${ONE}/folders`,
      answer(call) {
        const { session, mailbox, folder: folderOf } = opened(call);
        const parentId = call.query.get('parentId');
        const parent = parentId === null || parentId === 'root' ? undefined : folderOf(parentId).id;
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
        const view = opened(call);
        return { status: 200, body: folderBody(view.session.id, view.folder(call.parameter('folderId'))) };
      },
    },
    {
      method: 'GET',
      pattern: `${ONE}/items`,
      answer(call) {
        const { session, mailbox, folder } = opened(call);
        const parentId = call.query.get('parentId');
        if (parentId !== null && parentId !== 'root') folder(parentId);
        const found = mailbox.items.filter((item) => {
          return (parentId === null || item.folderId === parentId) && isVisible(state, session, item);
        });
        return pageOf(call, found, (item) => itemBody(session.id, item));
      },
    },
    {
      method: 'GET',
      pattern: `${ONE}/items/{itemId}`,
      answer(call) {
        const { session, mailbox } = opened(call);
        const item = mailbox.item(call.parameter('itemId'));
        if (item === undefined || !isVisible(state, session, item)) throw notFound('The item is not found.');
        return { status: 200, body: itemBody(session.id, item) };
      },
    },
    {
      method: 'POST',
      pattern: `${ORGANIZATION}/searchExchange`,
      answer(call) {
        const session = state.explores.opened(call, 'Vex');
        return search(call, session, () => everywhere(session));
      },
    },
    {
      method: 'POST',
      pattern: `${MAILBOXES}/search`,
      answer(call) {
        const session = state.explores.opened(call, 'Vex');
        return search(call, session, () => everywhere(session));
      },
    },
    {
      method: 'POST',
      pattern: `${ONE}/search`,
      answer(call) {
        const { session, mailbox } = opened(call);
        return search(call, session, () => mailbox.items);
      },
    },
    {
      method: 'POST',
      pattern: `${ONE}/folders/{folderId}/search`,
      answer(call) {
        const { session, mailbox, folder } = opened(call);
        const ids = withBelow(mailbox, folder(call.parameter('folderId')));
        return search(call, session, () => mailbox.items.filter(({ folderId }) => ids.has(folderId)));
      },
    },
  ];
}
