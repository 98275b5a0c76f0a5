/** Drives, their folders, documents and versions (API, section D2). `Organization` with a capital in every path. */
import { z } from 'zod';

import type { Container, Entry } from '../../restore/model/catalog.ts';
import { count, echoOf, flag, fromEcho, id, name, optional, reader, time, type Read } from './fields.ts';
import { path, type Address } from './service-api.ts';
import { keyOf, type WorkloadApi } from './workload.ts';

const drive = z
  .object({ id, name, url: name })
  .transform(({ id, name, url }): Container => ({ id, name: name ?? url ?? '', detail: url, isArchive: false }));

const document = z.object({
  id,
  name,
  oneDriveId: optional(id),
  modifiedBy: name,
  createdBy: name,
  modificationTime: optional(time),
  creationTime: optional(time),
  sizeBytes: optional(count),
  isFolder: flag,
});

const drives = (exploreId: string): string => path`/v8/RestoreSessions/${exploreId}/Organization/OneDrives`;
const inDrive = (exploreId: string, driveId: string): string => drives(exploreId) + path`/${driveId}`;

const readDocument =
  (requested?: string): Read<Entry & { readonly echo: string }> =>
  (value) => {
    const { data } = document.safeParse(value);
    const containerId = requested ?? data?.oneDriveId;
    const echo = echoOf(value);
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
  };

export const oneDrive: WorkloadApi = {
  sessionType: 'Veod',
  pointFlag: 'isOneDrive',

  containers: (exploreId) => ({ path: drives(exploreId) }),

  readContainer: reader(drive),

  folders: ({ exploreId, containerId, folderId = 'root' }) => ({
    path: `${inDrive(exploreId, containerId)}/Folders`,
    query: { parentId: folderId },
  }),

  readFolder: (containerId) => (value) => {
    const entry = readDocument(containerId)(value);
    // The listing of folders omits `isFolder` in some versions.
    return entry && { ...entry, kind: 'folder' };
  },

  items: ({ exploreId, containerId, folderId = 'root' }) => ({
    path: `${inDrive(exploreId, containerId)}/Documents`,
    query: { parentId: folderId, includeFolders: false },
  }),

  readItem: (containerId) => (value) => {
    const entry = readDocument(containerId)(value);
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
    const { allVersions, documentAction } = options;
    const documentsRestoreConfigs = entries.map(({ version, echo }) => {
      const documentVersion = version === undefined ? 'Last' : null;
      return { document: fromEcho(echo, 'A document'), documentVersion: allVersions ? 'All' : documentVersion };
    });
    return {
      path: `${inDrive(exploreId, containerId)}/Documents/operatorRestore`,
      json: { documentAction, documentsRestoreConfigs, reason },
    };
  },
};

/** Earlier versions of a document; the latest is the document itself. */
export function versionsOf(exploreId: string, { containerId, id }: Entry): Address {
  return { path: inDrive(exploreId, containerId) + path`/Documents/${id}/Versions` };
}

const readVersionName = reader(
  z
    .object({ version: name, versionId: optional(z.number()) })
    .transform(({ version, versionId }) => version ?? versionId?.toString()),
);

/** One of a document's earlier versions; undefined where it has no name, or is the document itself. */
export const readVersion =
  (latest: Entry): Read<Entry> =>
  (value) => {
    const entry = readDocument(latest.containerId)(value);
    const version = readVersionName(value);
    if (entry === undefined || version === undefined) return undefined;
    if (latest.echo !== undefined && readVersionName(fromEcho(latest.echo, 'A document')) === version) return undefined;
    return { ...entry, kind: 'document', id: latest.id, key: keyOf(latest.containerId, latest.id, version), version };
  };
