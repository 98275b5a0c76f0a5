/**
 * Restores mails, folders and mailboxes: operators' own call, and those of an organization signed in as itself, to where
 * they were or elsewhere.
 */
import { type RestoreItemsBody, type RestoreMailToBody, type RestoreMailboxesBody, readBody } from '../bodies.ts';
import { badParameter, notFound } from '../refused.ts';
import type { Target, Unit } from '../restores/runs.ts';
import { startRestore } from '../restores/start.ts';
import type { Call, Route, RouteAnswer } from '../router.ts';
import type { MailItem, Mailbox } from '../sample-data/types.ts';
import type { ServiceState } from '../service-state.ts';
import { type MailOptions, restoredItem } from './item-restores.ts';
import { MAILBOXES, ONE } from './routes.ts';
import { type OpenedMailbox, isVisible, listedMailboxes, openMailbox, viewOf, withBelow } from './session.ts';

/** Without options missing and changed items are restored, and marked as unread. */
const ONE_CLICK: MailOptions = { changedItems: true, deletedItems: true, markRestoredAsUnread: true };

const FOLDER = `${ONE}/folders/{folderId}`;

export function exchangeRestores(state: ServiceState): readonly Route[] {
  const post = (pattern: string, answer: Route['answer']): Route => ({ method: 'POST', pattern, answer });

  const unitsOf = (view: OpenedMailbox, items: readonly MailItem[], options: MailOptions): readonly Unit[] =>
    items.map((item) => restoredItem(item, view.mailbox, options, view.session, state));

  function started(call: Call, view: OpenedMailbox, items: readonly MailItem[], options: MailOptions): RouteAnswer {
    const { session, mailbox } = view;
    const target = options.into ?? targetOf(mailbox);
    return startRestore(state, call, session, {
      units: unitsOf(view, items, options),
      target,
      body: readBody(call) as object,
    });
  }

  const everything = ({ session, mailbox }: OpenedMailbox): readonly MailItem[] =>
    mailbox.items.filter((item) => isVisible(state, session, item));

  const inFolder = (view: OpenedMailbox, call: Call): readonly MailItem[] => {
    const ids = withBelow(view.mailbox, view.folder(call.parameter('folderId')));
    return everything(view).filter(({ folderId }) => ids.has(folderId));
  };

  /** @throws Refused */
  function elsewhere({ session, mailbox: from }: OpenedMailbox, body: RestoreMailToBody): MailOptions {
    const { mailbox: address, folder } = body;
    const to = listedMailboxes(state, session).find(({ owner, isArchive }) => owner.address === address && !isArchive);
    if (to === undefined) throw badParameter('mailbox: nobody has this address.');
    if (folder === '') throw badParameter('folder: it has no name.');
    const isOwn = to.owner === from.owner;
    return {
      changedItems: body.changedItems ?? true,
      deletedItems: body.deletedItems ?? true,
      markRestoredAsUnread: body.markRestoredAsUnread ?? false,
      folder,
      into: isOwn ? undefined : targetOf(to),
    };
  }

  return [
    post(`${ONE}/items/operatorRestore`, (call) => {
      const view = openMailbox(state, call);
      const body = readBody(call) as RestoreItemsBody;
      if (body.folder === '') throw badParameter('folder: it has no name.');
      return started(call, view, namedItems(view, body), body);
    }),
    post(`${ONE}/items/restore`, (call) => {
      const view = openMailbox(state, call);
      return started(call, view, namedItems(view, readBody(call) as RestoreItemsBody), ONE_CLICK);
    }),
    post(`${ONE}/items/{itemId}/restore`, (call) => {
      const view = openMailbox(state, call);
      return started(call, view, namedItems(view, { items: [{ id: call.parameter('itemId') }] }), ONE_CLICK);
    }),
    post(`${FOLDER}/restore`, (call) => {
      const view = openMailbox(state, call);
      return started(call, view, inFolder(view, call), ONE_CLICK);
    }),
    post(`${ONE}/restore`, (call) => {
      const view = openMailbox(state, call);
      return started(call, view, everything(view), ONE_CLICK);
    }),
    post(`${MAILBOXES}/restore`, (call) => {
      const session = state.explores.opened(call, 'Vex');
      const body = readBody(call) as RestoreMailboxesBody;
      const views = (body.mailboxes ?? []).map(({ id }) => {
        const listed = listedMailboxes(state, session).find((one) => one.id === id);
        if (listed === undefined) throw notFound('A mailbox is not found.');
        return viewOf(state, session, listed);
      });
      const [first] = views;
      if (first === undefined) throw badParameter('mailboxes: there is none.');
      const options: MailOptions = {
        changedItems: body.changedItems ?? true,
        deletedItems: body.deletedItems ?? true,
        markRestoredAsUnread: body.markRestoredAsUnread ?? false,
      };
      const left = (view: OpenedMailbox): readonly MailItem[] =>
        everything(view).filter(({ folderId }) => {
          const category = view.mailbox.folder(folderId)?.category;
          return (
            !(body.excludeDrafts === true && category === 'Drafts') &&
            !(body.excludeDeletedItems === true && category === 'Deleted')
          );
        });
      return startRestore(state, call, session, {
        units: views.flatMap((view) => unitsOf(view, left(view), options)),
        target: targetOf(first.mailbox),
        body,
      });
    }),
    post(`${ONE}/items/restoreTo`, (call) => {
      const view = openMailbox(state, call);
      const body = readBody(call) as RestoreMailToBody;
      return started(call, view, namedItems(view, body), elsewhere(view, body));
    }),
    post(`${FOLDER}/restoreTo`, (call) => {
      const view = openMailbox(state, call);
      return started(call, view, inFolder(view, call), elsewhere(view, readBody(call) as RestoreMailToBody));
    }),
    post(`${ONE}/restoreTo`, (call) => {
      const view = openMailbox(state, call);
      return started(call, view, everything(view), elsewhere(view, readBody(call) as RestoreMailToBody));
    }),
  ];
}

/** @throws Refused */
function namedItems({ session, mailbox }: OpenedMailbox, body: Pick<RestoreItemsBody, 'items'>): readonly MailItem[] {
  return (body.items ?? []).map(({ id = '' }) => {
    const item = mailbox.item(id);
    if (item === undefined || item.at > (session.pointAt ?? -Infinity)) throw notFound('An item is not found.');
    return item;
  });
}

function targetOf({ id, owner, isArchive }: Pick<Mailbox, 'id' | 'owner' | 'isArchive'>): Target {
  return { kind: 'mailbox', id, name: owner.name, address: owner.address, isArchive };
}
