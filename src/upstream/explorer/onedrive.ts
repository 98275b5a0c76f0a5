/** Drives, their folders, documents and versions (API, section D2). `Organization` with a capital in every path. */
import { z } from 'zod';

import type { Container, Entry, OneDriveOptions } from '../../restore/model/catalog.ts';
import { isObject } from '../json-answer.ts';
import { path } from './call.ts';
import type { Address } from './call.ts';
import { echoOf, fromEcho, keyOf } from './entry.ts';
import type { Wire } from './entry.ts';
import { flag, id, name, optionalCount, optionalId, time } from './fields.ts';

const drive = z
  .object({ id, name, url: name })
  .transform(({ id, name, url }): Container => ({ id, name: name ?? url ?? '', detail: url, isArchive: false }));

const document = z.object({
  id,
  name,
  oneDriveId: optionalId,
  modifiedBy: name,
  createdBy: name,
  modificationTime: time,
  creationTime: time,
  sizeBytes: optionalCount,
  isFolder: flag,
});

const version = z.object({
  version: name,
  versionId: z.number().optional().catch(undefined),
});

const drives = (exploreId: string): string => path`/v8/RestoreSessions/${exploreId}/Organization/OneDrives`;
const inDrive = (exploreId: string, driveId: string): string => drives(exploreId) + path`/${driveId}`;

function readDocument(value: unknown, asked: string | undefined): (Entry & { readonly echo: string }) | undefined {
  const { data } = document.safeParse(value);
  const containerId = asked ?? data?.oneDriveId;
  const echo = isObject(value) ? echoOf(value) : undefined;
  if (data === undefined || containerId === undefined || echo === undefined) return undefined;
  return {
    key: keyOf(containerId, data.id),
    kind: data.isFolder ? 'folder' : 'document',
    containerId,
    id: data.id,
    title: data.name ?? '',
    who: data.modifiedBy ?? data.createdBy,
    at: data.modificationTime ?? data.creationTime,
    sizeBytes: data.sizeBytes,
    echo,
  };
}

/** @throws Error for what cannot be sent: folders have no restore call of their own, and go as their documents */
function configOf(entry: Entry, { allVersions }: OneDriveOptions): object {
  if (entry.kind !== 'document') throw new Error('Only documents can be restored to OneDrive.');
  const chosen = entry.version === undefined ? 'Last' : null;
  return { document: fromEcho(entry.echo, 'A document'), documentVersion: allVersions ? 'All' : chosen };
}

export const oneDrive: Wire = {
  containers: (exploreId) => ({ path: drives(exploreId) }),

  readContainer: (value) => drive.safeParse(value).data,

  folders: ({ exploreId, containerId, folderId = 'root' }) => ({
    path: `${inDrive(exploreId, containerId)}/Folders`,
    query: { parentId: folderId },
  }),

  readFolder: (containerId) => (value) => {
    const entry = readDocument(value, containerId);
    // Its own listing leaves `isFolder` out in some versions.
    return entry && { ...entry, kind: 'folder' };
  },

  items: ({ exploreId, containerId, folderId = 'root' }) => ({
    path: `${inDrive(exploreId, containerId)}/Documents`,
    query: { parentId: folderId, includeFolders: false },
  }),

  readItem: (containerId) => (value) => {
    const entry = readDocument(value, containerId);
    return entry?.kind === 'document' ? entry : undefined;
  },

  search({ exploreId, containerId, folderId }) {
    const query = { itemType: 'Documents' };
    if (containerId === undefined) return { path: `${drives(exploreId)}/search`, query };
    const within = folderId === undefined ? '' : path`/Folders/${folderId}`;
    return { path: `${inDrive(exploreId, containerId)}${within}/search`, query };
  },

  restore({ exploreId, containerId, entries, options, reason }) {
    if (options.workload !== 'onedrive') throw new Error('These are no options of OneDrive.');
    return {
      path: `${inDrive(exploreId, containerId)}/Documents/operatorRestore`,
      json: {
        documentAction: options.documentAction,
        documentsRestoreConfigs: entries.map((entry) => configOf(entry, options)),
        reason,
      },
    };
  },
};

/** Earlier versions of a document; the latest is the document itself. */
export function versionsOf(exploreId: string, { containerId, id }: Entry): Address {
  return { path: inDrive(exploreId, containerId) + path`/Documents/${id}/Versions` };
}

/** One of a document's earlier versions; undefined where it has no name to tell it by, or is the document itself. */
export const readVersion =
  (of: Entry) =>
  (value: unknown): Entry | undefined => {
    const entry = readDocument(value, of.containerId);
    const named = nameOfVersion(value);
    if (entry === undefined || named === undefined) return undefined;
    if (of.echo !== undefined && nameOfVersion(fromEcho(of.echo, 'A document')) === named) return undefined;
    return { ...entry, kind: 'document', id: of.id, key: keyOf(of.containerId, of.id, named), version: named };
  };

function nameOfVersion(value: unknown): string | undefined {
  const { data } = version.safeParse(value);
  return data?.version ?? data?.versionId?.toString();
}
