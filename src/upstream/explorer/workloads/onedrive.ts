/** Drives, their folders, documents and versions. `Organization` with a capital in every path. */
import { safeParse } from '../../../core/shape.ts';
import * as z from 'zod';

import type { Container, Entry } from '../../../restore/backups/entries/entry.ts';
import type { RestoreRequest } from '../../../restore/state/ports.ts';
import { aboutDocument, asVersion, document, readVersionName } from '../api/documents.ts';
import { echoOf, fromEcho, id, keyOf, name, optional, reader } from '../api/fields.ts';
import { path, type Listing, type RestoreEndpoint, type WorkloadApi } from '../api/workload-api.ts';

const drive = z
  .object({ id, name, url: name })
  .transform(({ id, name, url }): Container => ({ id, name: name ?? url ?? '', detail: url, isArchive: false }));

const ofDrive = document.extend({ oneDriveId: optional(id) });

/** Fields of listings that are no part of a document (`RESTItemComposed`): `operatorRestore` does not take them. */
const OF_LISTINGS = ['siteId', 'type', 'title'];

const drives = (exploreId: string): string => path`/v8/RestoreSessions/${exploreId}/Organization/OneDrives`;
const inDrive = (exploreId: string, driveId: string): string => drives(exploreId) + path`/${driveId}`;

/** @param requested the drive that was listed or searched; if absent, the one that the entry names */
function readEntry(value: unknown, requested: string | undefined): Entry | undefined {
  const { data } = safeParse(ofDrive, value);
  const containerId = requested ?? data?.oneDriveId;
  const echo = echoOf(value, OF_LISTINGS);
  if (data === undefined || containerId === undefined || echo === undefined) return undefined;
  return {
    key: keyOf(containerId, data.id),
    kind: data.isFolder ? 'folder' : 'document',
    containerId,
    ...aboutDocument(data),
    latestVersion: data.isFolder ? undefined : readVersionName(value),
    echo,
  };
}

function readDocument(value: unknown, containerId: string | undefined): Entry | undefined {
  const entry = readEntry(value, containerId);
  return entry?.kind === 'document' ? entry : undefined;
}

function versionsOf(exploreId: string, latest: Entry): Listing<Entry> {
  const documents = `${inDrive(exploreId, latest.containerId)}/Documents`;
  return {
    path: documents + path`/${latest.id}/Versions`,
    read: (value) => asVersion(readEntry(value, latest.containerId), value, latest),
  };
}

const version = z.object({ versionId: z.int() });

function versionPath({ id, echo }: Entry): string {
  const { versionId } = version.parse(fromEcho(echo, 'A version'));
  return path`/Documents/${id}/Versions/${String(versionId)}`;
}

/** Of documents or folders of one drive; a version of a document, or a drive, on its own. */
function restoreAsAdministrator({ exploreId, containerId, entries, options, target }: RestoreRequest): RestoreEndpoint {
  const inside = inDrive(exploreId, containerId);
  const { documentAction } = options;
  const objects = (what: string) => entries.map(({ echo }) => fromEcho(echo, what));
  const [first] = entries;
  if (target !== undefined) {
    // What an earlier attempt has put there stays as it is. Only documents take no word about permissions.
    const json = {
      onedrive: fromEcho(target.item.echo, 'A OneDrive'),
      folder: target.folder,
      changedItems: false,
      deletedItems: true,
    };
    const ofWhole = { ...json, restorePermissions: false };
    if (first?.kind === 'drive') return { path: `${inside}/copyTo`, json: { ...ofWhole, documentVersion: 'Last' } };
    if (first?.kind === 'folder') {
      const folders = objects('A folder');
      return { path: `${inside}/Folders/copyTo`, json: { ...ofWhole, documentVersion: 'Last', folders } };
    }
    if (first?.version !== undefined) return { path: `${inside + versionPath(first)}/copyTo`, json: ofWhole };
    const documents = objects('A document');
    return { path: `${inside}/Documents/copyTo`, json: { ...json, documentVersion: 'Last', documents } };
  }
  if (first?.kind === 'drive') return { path: `${inside}/restore`, json: { documentAction } };
  if (first?.kind === 'folder') {
    return { path: `${inside}/Folders/restore`, json: { folders: objects('A folder'), documentAction } };
  }
  if (first?.version === undefined) {
    return { path: `${inside}/Documents/restore`, json: { documents: objects('A document'), documentAction } };
  }
  return { path: `${inside + versionPath(first)}/restore`, json: { documentAction } };
}

export const oneDrive: WorkloadApi = {
  sessionType: 'Veod',
  pointFlag: 'isOneDrive',
  operations: 'OneDrives Folders Documents Versions Search save copyTo restore operatorRestore',
  containers: (exploreId) => ({ path: drives(exploreId), read: reader(drive) }),
  container: (exploreId, driveId) => ({ path: inDrive(exploreId, driveId), isOne: true, read: reader(drive) }),
  wholes: ['bulkonedrive'],
  folders: ({ exploreId, containerId, folder }) => [
    {
      path: `${inDrive(exploreId, containerId)}/Folders`,
      query: { parentId: folder?.id ?? 'root' },
      read(value) {
        const entry = readEntry(value, containerId);
        // Some versions omit `isFolder` here.
        return entry && { ...entry, kind: 'folder' };
      },
    },
  ],
  items: ({ exploreId, containerId, folder }) => [
    {
      path: `${inDrive(exploreId, containerId)}/Documents`,
      query: { parentId: folder?.id ?? 'root', includeFolders: false },
      read: (value) => readDocument(value, containerId),
    },
  ],

  search({ exploreId, containerId, folder }) {
    const container = containerId === undefined ? drives(exploreId) : inDrive(exploreId, containerId);
    const place = folder === undefined ? '' : path`/Folders/${folder.id}`;
    const query = { itemType: 'Documents', setId: undefined };
    return { path: `${container}${place}/search`, query, read: (value) => readDocument(value, containerId) };
  },

  versions: versionsOf,

  save: (exploreId, { containerId, id: documentId }) => ({
    path: inDrive(exploreId, containerId) + path`/Documents/${documentId}/save`,
    json: { asZip: false },
  }),

  restore({ exploreId, containerId, entries, options, reason }) {
    const { allVersions, documentAction } = options;
    const documentsRestoreConfigs = entries.map(({ version, echo }) => {
      const documentVersion = version === undefined ? 'Last' : null;
      return {
        document: fromEcho(echo, 'A document'),
        documentVersion: allVersions === true ? 'All' : documentVersion,
      };
    });
    return {
      path: `${inDrive(exploreId, containerId)}/Documents/operatorRestore`,
      json: { documentAction, documentsRestoreConfigs, reason },
    };
  },
  restoreAsAdministrator,
};
