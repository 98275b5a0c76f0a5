/** Mailboxes, their folders and items (API, section D1). Lower-case `organization` in every path. */
import { z } from 'zod';

import type { Container, Entry } from '../../restore/model/catalog.ts';
import { path } from './call.ts';
import { keyOf } from './entry.ts';
import type { Wire } from './entry.ts';
import { readExchangeItem } from './exchange-item.ts';
import { flag, id, name } from './fields.ts';

const mailbox = z
  .object({ id, name, email: name, isArchive: flag })
  .transform(({ id, name, email, isArchive }): Container => ({
    id,
    name: name ?? email ?? '',
    detail: email,
    isArchive,
  }));

const folder = z.object({ id, name });

const mailboxes = (exploreId: string): string => path`/v8/RestoreSessions/${exploreId}/organization/mailboxes`;
const inMailbox = (exploreId: string, mailboxId: string): string => mailboxes(exploreId) + path`/${mailboxId}`;

export const exchange: Wire = {
  containers: (exploreId) => ({ path: mailboxes(exploreId) }),

  readContainer: (value) => mailbox.safeParse(value).data,

  folders: ({ exploreId, containerId, folderId = 'root' }) => ({
    path: `${inMailbox(exploreId, containerId)}/folders`,
    query: { parentId: folderId },
  }),

  readFolder: (containerId) => (value) => {
    const { data } = folder.safeParse(value);
    if (data === undefined) return undefined;
    const entry: Entry = {
      key: keyOf(containerId, data.id),
      kind: 'folder',
      containerId,
      id: data.id,
      title: data.name ?? '',
    };
    return entry;
  },

  items: ({ exploreId, containerId, folderId }) =>
    folderId === undefined
      ? undefined
      : { path: `${inMailbox(exploreId, containerId)}/items`, query: { parentId: folderId } },

  readItem: readExchangeItem,

  search({ exploreId, containerId, folderId }) {
    if (containerId === undefined) return { path: `${mailboxes(exploreId)}/search` };
    const within = folderId === undefined ? '' : path`/folders/${folderId}`;
    return { path: `${inMailbox(exploreId, containerId)}${within}/search` };
  },

  restore({ exploreId, containerId, entries, options, reason }) {
    if (options.workload !== 'exchange') throw new Error('These are no options of Exchange.');
    const { changedItems, deletedItems, markRestoredAsUnread, folder } = options;
    return {
      path: `${inMailbox(exploreId, containerId)}/items/operatorRestore`,
      json: {
        items: entries.map((entry) => ({ id: entry.id })),
        changedItems,
        deletedItems,
        markRestoredAsUnread,
        folder,
        reason,
      },
    };
  },
};
