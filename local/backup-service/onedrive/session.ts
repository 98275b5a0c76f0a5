/** What one call to the OneDrive endpoints can reach: the session's drive, as of the session's backup. */
import type { ExploreSession } from '../explore/explore-sessions.ts';
import { reachOf } from '../explore/reach.ts';
import { documentBody, documentEntry, folderBody, folderEntry, listedBody, versionsAt } from './views.ts';
import type { DriveEntry } from '../query/criteria.ts';
import { DAY } from '../durations.ts';
import { notFound } from '../refused.ts';
import type { Call } from '../router.ts';
import { driveId, ownerUrl } from '../sample-data/drives.ts';
import type { DocumentVersion, Drive, DriveDocument, DriveFolder, ListedDrive, Owner } from '../sample-data/types.ts';
import { sampleDay } from '../sample-data/world.ts';
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

export function listedDrives(state: ServiceState, session: ExploreSession): readonly ListedDrive[] {
  const { pointAt = -Infinity } = session;
  const isThere = ({ hasOneDrive, driveGoneForDays }: Owner): boolean =>
    hasOneDrive && (driveGoneForDays === undefined || pointAt < sampleDay(state.now()) - driveGoneForDays * DAY);
  return reachOf(state, session)
    .owners.filter(isThere)
    .map((owner) => ({ id: driveId(owner), owner, name: owner.name, url: ownerUrl(owner) }));
}

/** Their content is made when it is come to. */
export function allDrives(state: ServiceState, session: ExploreSession): Iterable<OpenedDrive> {
  return Iterator.from(listedDrives(state, session)).map((one) => viewOf(state, session, one));
}

/** @throws Refused where the session or the drive is not there */
export function openDrive(state: ServiceState, call: Call): OpenedDrive {
  const session = state.explores.opened(call, 'Veod');
  return viewOf(state, session, listedDrive(state, session, call.parameter('oneDriveId')));
}

/** @throws Refused */
export function listedDrive(state: ServiceState, session: ExploreSession, driveIdOf: string): ListedDrive {
  const listed = listedDrives(state, session).find(({ id }) => id === driveIdOf);
  if (listed === undefined) throw notFound('The OneDrive is not found.');
  return listed;
}

export function viewOf(state: ServiceState, session: ExploreSession, { owner }: ListedDrive): OpenedDrive {
  const drive = state.worldOf(session.who.organizationId).drive(owner);
  if (drive === undefined) throw notFound('The OneDrive is not found.');
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
        ? listedBody(documentBody(session.id, drive, entry, latest(entry)), drive, state.listsSizes)
        : folderBody(session.id, drive, entry, mixed);
    },
  };
}

/** Whether something with this parent is in the folder or below it; of no folder: in the drive. */
export function inFolder({ drive }: OpenedDrive, folder: DriveFolder | undefined) {
  const isBelow = (id: string | undefined): boolean => {
    if (folder === undefined || id === folder.id) return true;
    const parentId = id === undefined ? undefined : drive.folder(id)?.parentId;
    return parentId !== undefined && isBelow(parentId);
  };
  return isBelow;
}

/** What a search looks through, of a folder with all below it or of the whole drive. */
export function entriesOf(
  view: OpenedDrive,
  kinds: 'All' | 'Folders' | 'Documents',
  folder: DriveFolder | undefined,
): readonly DriveEntry[] {
  const { session, drive, folders, documents } = view;
  const isBelow = inFolder(view, folder);
  return [
    ...(kinds === 'Documents'
      ? []
      : folders.filter(({ parentId }) => isBelow(parentId)).map((one) => folderEntry(drive, one))),
    ...(kinds === 'Folders'
      ? []
      : documents.filter(({ folderId }) => isBelow(folderId)).map((one) => documentEntry(drive, one, session))),
  ];
}
