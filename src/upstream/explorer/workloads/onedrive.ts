/** Drives, their folders, documents and versions. `Organization` with a capital in every path. */
import { safeParse } from '../../../core/shape.ts';
import * as z from 'zod';

import type { Container, Entry } from '../../../restore/backups/entries/entry.ts';
import type { RestoreRequest } from '../../../restore/state/ports.ts';
import {
  aboutDocument,
  asVersion,
  document,
  readComplete,
  readVersionName,
  REQUIRED,
  versionNumber,
} from '../api/documents.ts';
import { echoOf, fromEcho, id, keyOf, name, optional, reader, type Read } from '../api/fields.ts';
import { path, type Listing, type RestoreEndpoint, type WorkloadApi } from '../api/workload-api.ts';

const drive = z
  .object({ id, name, url: name })
  .transform(({ id, name, url }): Container => ({ id, name: name ?? url ?? '', detail: url, isArchive: false }));

/** `RESTOneDriveDocument`. */
const complete = z.object({ ...REQUIRED, sizeBytes: z.int() });
const ofDrive = document.extend({ oneDriveId: optional(id) });

/** Fields of listings that are no part of a document (`RESTItemComposed`): `operatorRestore` does not take them. */
const OF_LISTINGS = ['siteId', 'type', 'title'];

const drives = (exploreId: string): string => path`/v8/RestoreSessions/${exploreId}/Organization/OneDrives`;
const inDrive = (exploreId: string, driveId: string): string => drives(exploreId) + path`/${driveId}`;

/** @param requested the drive that was listed or searched; if absent, the one that the entry names */
function readEntry(value: unknown, requested: string | undefined, areFolders = false): Entry | undefined {
  const { data } = safeParse(ofDrive, value);
  const containerId = requested ?? data?.oneDriveId;
  const echo = echoOf(value, OF_LISTINGS);
  if (data === undefined || containerId === undefined || echo === undefined) return undefined;
  const entry = { ...aboutDocument(data), key: keyOf(containerId, data.id), containerId };
  if (areFolders || data.isFolder) return { ...entry, kind: 'folder', echo };
  const latestVersion = readVersionName(value);
  if (!safeParse(complete, value).success) return { ...entry, kind: 'unclear', latestVersion };
  return { ...entry, kind: 'document', latestVersion, echo };
}

function readDocument(value: unknown, containerId: string | undefined): Entry | undefined {
  const entry = readEntry(value, containerId);
  return entry?.kind === 'folder' ? undefined : entry;
}

function versionsOf(exploreId: string, latest: Entry): Listing<Entry> {
  const documents = `${inDrive(exploreId, latest.containerId)}/Documents`;
  const read = readComplete((value) => readDocument(value, latest.containerId));
  return {
    path: documents + path`/${latest.id}/Versions`,
    read: (value) => asVersion(read(value), value, latest),
  };
}

const versionPath = (version: Entry): string => path`/Documents/${version.id}/Versions/${versionNumber(version)}`;

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
  folders({ exploreId, containerId, folder }) {
    if (folder?.kind === 'unclear') return [];
    // Some versions omit `isFolder` here.
    const read: Read<Entry> = (value) => readEntry(value, containerId, true);
    const query = { parentId: folder?.id ?? 'root' };
    return [{ path: `${inDrive(exploreId, containerId)}/Folders`, query, read }];
  },
  items({ exploreId, containerId, folder }) {
    const documents = `${inDrive(exploreId, containerId)}/Documents`;
    const read: Read<Entry> = (value) => readDocument(value, containerId);
    if (folder?.kind === 'unclear') {
      return [{ path: documents + path`/${folder.id}`, isOne: true, read: readComplete(read) }];
    }
    return [{ path: documents, query: { parentId: folder?.id ?? 'root', includeFolders: false }, read }];
  },

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
