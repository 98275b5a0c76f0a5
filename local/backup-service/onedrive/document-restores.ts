/** What restoring one document or one of its versions does. */
import type { RestoreDocumentsBody } from '../bodies.ts';
import { badParameter, notFound } from '../refused.ts';
import type { Outcome, Unit } from '../restores/runs.ts';
import type { DocumentVersion, DriveDocument } from '../sample-data/types.ts';
import type { ServiceState } from '../service-state.ts';
import type { OpenedDrive } from './session.ts';
import { documentBody, folderPath, versionsAt } from './views.ts';

const ECHOED = ['name', 'sizeBytes', 'createdBy', 'creationTime', 'modifiedBy', 'modificationTime'] as const;

export interface RestoredVersion {
  readonly document: DriveDocument;
  readonly version: DocumentVersion;
}

/** Into a OneDrive, beside what is there. */
export interface CopyTo {
  readonly driveId: string;
  readonly folder: string | undefined;
  readonly changed: boolean;
  readonly missing: boolean;
}

type GivenDocument = RestoreDocumentsBody['documentsRestoreConfigs'][number]['document'];

/** @throws Refused for a folder, a document of another drive, or one that is not as the service listed it */
export function restoredDocument(given: GivenDocument, view: OpenedDrive): RestoredVersion {
  const { drive, session } = view;
  if (given.isFolder === true) throw badParameter('document: a folder cannot be restored by this call.');
  const document = drive.document(given.id);
  if (document === undefined || (given.oneDriveId ?? drive.id) !== drive.id) throw notFound('A document is not found.');
  const isNamed = given.version !== undefined || typeof given.versionId === 'number';
  const fits = ({ version, versionId }: DocumentVersion): boolean =>
    (given.version ?? version) === version && (given.versionId ?? versionId) === versionId;
  const version = isNamed ? versionsAt(document, session).find(fits) : view.latest(document);
  if (version === undefined) throw notFound('The version of a document is not found.');
  const actual = documentBody(session.id, drive, document, version) as Readonly<Record<string, unknown>>;
  const wrong = ECHOED.find((field) => actual[field] !== given[field]);
  if (wrong !== undefined) throw badParameter(`document.${wrong}: not as in the backup.`);
  return { document, version };
}

export function documentUnit(
  { document, version: chosen }: RestoredVersion,
  how: {
    readonly view: OpenedDrive;
    readonly action?: 'Overwrite' | 'Keep' | null | undefined;
    /** All versions, and so also of a document that has not changed. */
    readonly isAll?: boolean;
    readonly copy?: CopyTo;
  },
  { live }: ServiceState,
): Unit {
  const { view, action, isAll = false, copy } = how;
  const { drive } = view;
  const folder = folderPath(drive, document.folderId);
  const path = `${folder}/${document.name}`;
  const own = { driveId: drive.id, path };

  function restore(): Outcome {
    if (live.gone(document.id)) return { status: 'Failed', why: 'The document is no longer in the backup.' };
    if (copy !== undefined && (copy.folder !== undefined || copy.driveId !== drive.id)) {
      const place = `${copy.folder === undefined ? folder : `/${copy.folder}`}/${document.name}`;
      return put({ driveId: copy.driveId, path: place });
    }
    const restored = live.document(document, own);
    const isDeleted = document.deletedAt !== undefined || drive.owner.driveGoneForDays !== undefined;
    const isThere = !isDeleted || restored !== undefined;
    const holds = restored?.version ?? document.versions.at(-1)?.version;
    if (isThere && holds === chosen.version && !isAll)
      return { status: 'Skipped', why: 'The document has not changed.' };
    if (isThere && copy?.changed === false) return { status: 'Skipped', why: 'Changed items are not restored.' };
    if (!isThere && copy?.missing === false) return { status: 'Skipped', why: 'Missing items are not restored.' };
    return put(isThere && action === 'Keep' ? { ...own, path: `${folder}/${beside(document.name)}` } : own);
  }

  function put(place: { readonly driveId: string; readonly path: string }): Outcome {
    const mishap = live.mishap(document);
    if (mishap?.status === 'Failed') return mishap;
    live.putDocument(document, place, chosen.version);
    return mishap ?? { status: 'Success' };
  }

  return { id: document.id, name: document.name, path, sizeBytes: chosen.sizeBytes, restore };
}

/** `Plan.xlsx` → `Plan (restored).xlsx`. */
function beside(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? `${name} (restored)` : `${name.slice(0, dot)} (restored)${name.slice(dot)}`;
}
