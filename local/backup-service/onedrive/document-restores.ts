/** What restoring one document or one of its versions does (API, section D2). */
import type { RestoreDocumentsBody } from '../bodies.ts';
import type { OpenedDrive } from './session.ts';
import { documentBody, folderPath, versionsAt } from './views.ts';
import { badParameter, notFound } from '../refused.ts';
import type { Outcome, Unit } from '../restores/runs.ts';
import type { DocumentVersion, DriveDocument } from '../sample-data/types.ts';
import type { ServiceState } from '../service-state.ts';

const ECHOED = ['name', 'sizeBytes', 'createdBy', 'creationTime', 'modifiedBy', 'modificationTime'] as const;

/** @throws Refused for a folder, a document of another drive, or one that is not as the service listed it */
export function restoredDocument(
  config: RestoreDocumentsBody['documentsRestoreConfigs'][number],
  action: RestoreDocumentsBody['documentAction'],
  view: OpenedDrive,
  { live }: ServiceState,
): Unit {
  const { document: given } = config;
  const { drive, session } = view;
  if (given.isFolder === true) throw badParameter('document: a folder cannot be restored by this call.');
  const document = drive.document(given.id);
  if (document === undefined || (given.oneDriveId ?? drive.id) !== drive.id) throw notFound('A document is not found.');
  const chosen = chosenVersion(given, document);
  const path = `${folderPath(drive, document.folderId)}/${document.name}`;

  function restore(): Outcome {
    if (document === undefined || live.gone(document.id)) {
      return { status: 'Failed', why: 'The document is no longer in the backup.' };
    }
    const newest = document.versions.at(-1);
    const isThere = document.deletedAt === undefined || live.document(document, document.name) !== undefined;
    const holds = live.document(document, document.name)?.version ?? newest?.version;
    const isUnchanged = isThere && holds === chosen.version && config.documentVersion !== 'All';
    if (isUnchanged) return { status: 'Skipped', why: 'The document has not changed.' };
    const mishap = live.mishap(document);
    if (mishap?.status === 'Failed') return mishap;
    const name = isThere && action === 'Keep' ? beside(document.name) : document.name;
    live.putDocument(document, name, chosen.version);
    return mishap ?? { status: 'Success' };
  }

  return { id: document.id, name: document.name, path, sizeBytes: chosen.sizeBytes, restore };

  function chosenVersion(body: typeof given, of: DriveDocument): DocumentVersion {
    const isNamed = body.version !== undefined || typeof body.versionId === 'number';
    const fits = ({ version, versionId }: DocumentVersion): boolean =>
      (body.version ?? version) === version && (body.versionId ?? versionId) === versionId;
    const version = isNamed ? versionsAt(of, session).find(fits) : view.latest(of);
    if (version === undefined) throw notFound('The version of a document is not found.');
    const actual = documentBody(session.id, drive, of, version) as Readonly<Record<string, unknown>>;
    const wrong = ECHOED.find((field) => actual[field] !== body[field]);
    if (wrong !== undefined) throw badParameter(`document.${wrong}: not as in the backup.`);
    return version;
  }
}

/** `Plan.xlsx` → `Plan (restored).xlsx`. */
function beside(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? `${name} (restored)` : `${name.slice(0, dot)} (restored)${name.slice(dot)}`;
}
