/** Drives, folders and documents as the API shows them, and as a session sees them. */
import type { ExploreSession } from '../explore/explore-sessions.ts';
import type { DriveEntry } from '../query/criteria.ts';
import { instant } from '../explore/views.ts';
import type { DocumentVersion, Drive, DriveDocument, DriveFolder, ListedDrive } from '../sample-data/types.ts';

const base = (sessionId: string, driveId: string): string =>
  `/v8/RestoreSessions/${sessionId}/Organization/OneDrives/${driveId}`;

export function driveBody(sessionId: string, { id, name, url }: ListedDrive): object {
  const self = base(sessionId, id);
  return {
    id,
    name,
    url,
    _links: { self: { href: self }, folders: { href: `${self}/Folders` }, documents: { href: `${self}/Documents` } },
  };
}

export function documentBody(sessionId: string, drive: Drive, document: DriveDocument, at: DocumentVersion): object {
  const self = `${base(sessionId, drive.id)}/Documents/${document.id}`;
  return {
    id: document.id,
    oneDriveId: drive.id,
    name: document.name,
    sizeBytes: at.sizeBytes,
    createdBy: document.createdBy,
    creationTime: instant(document.at),
    modifiedBy: at.by,
    modificationTime: instant(at.at),
    version: at.version,
    versionId: at.versionId,
    inheritedPermissions: true,
    isFolder: false,
    _links: { self: { href: self }, versions: { href: `${self}/Versions` } },
  };
}

/** With fields of the shape that listings compose of documents, folders and list items (`RESTItemComposed`). */
export const listedBody = (document: object, { id }: Drive, hasSize: boolean): object => ({
  ...document,
  ...(hasSize ? {} : { sizeBytes: undefined }),
  siteId: id,
  title: '',
});

/** @param mixed among documents, which have a size */
export function folderBody(sessionId: string, drive: Drive, folder: DriveFolder, mixed: boolean): object {
  const self = `${base(sessionId, drive.id)}/Folders/${folder.id}`;
  return {
    id: folder.id,
    oneDriveId: drive.id,
    name: folder.name,
    ...(mixed ? { sizeBytes: 0 } : {}),
    createdBy: folder.by,
    creationTime: instant(folder.at),
    modifiedBy: folder.by,
    modificationTime: instant(folder.at),
    version: '1.0',
    versionId: 512,
    isFolder: true,
    _links: { self: { href: self } },
  };
}

/** Those up to the session's backup, oldest first. */
export function versionsAt(
  document: DriveDocument,
  { pointAt = -Infinity }: ExploreSession,
): readonly DocumentVersion[] {
  return document.versions.filter(({ at }) => at <= pointAt);
}

/** `/Journeys/Asia`; empty at the root. */
export function folderPath(drive: Drive, folderId: string | undefined): string {
  const folder = folderId === undefined ? undefined : drive.folder(folderId);
  return folder === undefined ? '' : `${folderPath(drive, folder.parentId)}/${folder.name}`;
}

export function documentEntry(drive: Drive, document: DriveDocument, session: ExploreSession): DriveEntry {
  const path = folderPath(drive, document.folderId);
  return {
    entry: document,
    latest: versionsAt(document, session).at(-1),
    folderPath: path,
    url: `${drive.url}/Documents${path}/${document.name}`,
    deleted: document.deletedAt !== undefined && document.deletedAt <= (session.pointAt ?? -Infinity),
    createdBy: document.createdBy,
  };
}

export function folderEntry(drive: Drive, folder: DriveFolder): DriveEntry {
  const path = folderPath(drive, folder.parentId);
  return {
    entry: folder,
    latest: undefined,
    folderPath: path,
    url: `${drive.url}/Documents${path}/${folder.name}`,
    deleted: false,
    createdBy: folder.by,
  };
}
