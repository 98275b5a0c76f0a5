/** What one call to the OneDrive endpoints can reach: the session's drive, as of the session's backup. */
import type { ExploreSession } from '../explore/explore-sessions.ts';
import { documentBody, documentEntry, folderBody, folderEntry, listedBody, versionsAt } from './views.ts';
import type { DriveEntry } from '../query/criteria.ts';
import { notFound } from '../refused.ts';
import type { Call } from '../router.ts';
import type { DocumentVersion, Drive, DriveDocument, DriveFolder } from '../sample-data/types.ts';
import type { ServiceState } from '../service-state.ts';

export interface OpenedDrive {
  readonly session: ExploreSession;
  readonly drive: Drive;
  readonly folders: readonly DriveFolder[];
  /** Those that the session shows. */
  readonly documents: readonly DriveDocument[];
  /** @throws Refused */
  folder(id: string): DriveFolder;
  /** @throws Refused */
  document(id: string): DriveDocument;
  /** The newest version first becomes the document itself. */
  latest(document: DriveDocument): DocumentVersion;
  /** Of folders and documents. */
  body(entry: DriveFolder | DriveDocument, mixed: boolean): object;
}

/** The drives of the session: one or none. */
export function drivesOf(state: ServiceState, session: ExploreSession): readonly Drive[] {
  const { owner } = session.scope;
  if (owner === undefined || session.pointAt === undefined) return [];
  const drive = state.worldOf(session.who.organizationId).drive(owner);
  return drive === undefined ? [] : [drive];
}

/** @throws Refused where the session or the drive is not there */
export function openDrive(state: ServiceState, call: Call): OpenedDrive {
  const session = state.explores.opened(call, 'Veod');
  const drive = drivesOf(state, session).find(({ id }) => id === call.parameter('oneDriveId'));
  if (drive === undefined) throw notFound('The OneDrive is not found.');
  return viewOf(state, session, drive);
}

export function viewOf(state: ServiceState, session: ExploreSession, drive: Drive): OpenedDrive {
  const { pointAt = -Infinity, showDeleted } = session;

  function isVisible({ id, at, deletedAt, purged }: DriveDocument | DriveFolder): boolean {
    if (at > pointAt || state.live.gone(id)) return false;
    return deletedAt === undefined || deletedAt > pointAt || (showDeleted && purged !== true);
  }

  function latest(document: DriveDocument): DocumentVersion {
    return versionsAt(document, session).at(-1) ?? document.versions[0];
  }

  return {
    session,
    drive,
    folders: drive.folders.filter(isVisible),
    documents: drive.documents.filter(isVisible),
    folder(id) {
      const folder = drive.folder(id);
      if (folder === undefined || !isVisible(folder)) throw notFound('The folder is not found.');
      return folder;
    },
    document(id) {
      const document = drive.document(id);
      if (document === undefined || !isVisible(document)) throw notFound('The document is not found.');
      return document;
    },
    latest,
    body(entry, mixed) {
      return 'versions' in entry
        ? listedBody(documentBody(session.id, drive, entry, latest(entry)), drive)
        : folderBody(session.id, drive, entry, mixed);
    },
  };
}

/** What a search looks through, of a folder with all below it or of the whole drive. */
export function entriesOf(
  { session, drive, folders, documents }: OpenedDrive,
  kinds: 'All' | 'Folders' | 'Documents',
  folder: DriveFolder | undefined,
): readonly DriveEntry[] {
  const isBelow = (id: string | undefined): boolean => {
    if (folder === undefined || id === folder.id) return true;
    const parentId = id === undefined ? undefined : drive.folder(id)?.parentId;
    return parentId !== undefined && isBelow(parentId);
  };
  return [
    ...(kinds === 'Documents'
      ? []
      : folders.filter(({ parentId }) => isBelow(parentId)).map((one) => folderEntry(drive, one))),
    ...(kinds === 'Folders'
      ? []
      : documents.filter(({ folderId }) => isBelow(folderId)).map((one) => documentEntry(drive, one, session))),
  ];
}
