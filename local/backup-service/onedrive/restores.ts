/**
 * Restores documents, versions, folders and drives: operators' own call, and those of an organization signed in as itself,
 * to where they were or into another OneDrive.
 */
import { type CopyDriveBody, type RestoreDocumentsBody, type RestoreDriveBody, readBody } from '../bodies.ts';
import { badParameter, notFound } from '../refused.ts';
import type { Target, Unit } from '../restores/runs.ts';
import { startRestore } from '../restores/start.ts';
import type { Call, Route, RouteAnswer } from '../router.ts';
import type { DriveDocument, ListedDrive } from '../sample-data/types.ts';
import type { ServiceState } from '../service-state.ts';
import { type CopyTo, type RestoredVersion, documentUnit, restoredDocument } from './document-restores.ts';
import { DOCUMENT, DRIVES, ONE } from './routes.ts';
import { type OpenedDrive, inFolder, listedDrive, openDrive, viewOf } from './session.ts';
import { versionsAt } from './views.ts';

export function oneDriveRestores(state: ServiceState): readonly Route[] {
  const post = (pattern: string, answer: Route['answer']): Route => ({ method: 'POST', pattern, answer });
  const latest = (view: OpenedDrive, document: DriveDocument): RestoredVersion => ({
    document,
    version: view.latest(document),
  });

  function started(call: Call, view: OpenedDrive, units: readonly Unit[], target = targetOf(view.drive)): RouteAnswer {
    return startRestore(state, call, view.session, { units, target, body: readBody(call) as object });
  }

  /** At its place the latest version alone comes back. @throws Refused */
  function listed(
    view: OpenedDrive,
    { documents = [] }: Pick<RestoreDriveBody, 'documents'>,
  ): readonly RestoredVersion[] {
    return documents.map((given) => {
      const found = restoredDocument(given, view);
      if (found.version !== view.latest(found.document)) throw badParameter('document: not the latest version.');
      return found;
    });
  }

  function below(view: OpenedDrive, { folders = [] }: Pick<RestoreDriveBody, 'folders'>): readonly RestoredVersion[] {
    const tests = folders.map(({ id }) => inFolder(view, view.folder(id)));
    return view.documents
      .filter(({ folderId }) => tests.some((isIn) => isIn(folderId)))
      .map((one) => latest(view, one));
  }

  const whole = (view: OpenedDrive): readonly RestoredVersion[] => view.documents.map((one) => latest(view, one));

  function named(call: Call, view: OpenedDrive): RestoredVersion {
    const document = view.document(call.parameter('documentId'));
    const requested = call.parameter('versionId');
    const version = versionsAt(document, view.session).find(({ versionId }) => String(versionId) === requested);
    if (version === undefined) throw notFound('The version is not found.');
    return { document, version };
  }

  /** To where they were. */
  const back = (
    pattern: string,
    chosen: (view: OpenedDrive, body: RestoreDriveBody, call: Call) => readonly RestoredVersion[],
  ): Route =>
    post(`${pattern}/restore`, (call) => {
      const view = openDrive(state, call);
      const body = readBody(call) as RestoreDriveBody;
      const units = chosen(view, body, call).map((one) =>
        documentUnit(one, { view, action: body.documentAction }, state),
      );
      return started(call, view, units);
    });

  const copied = (
    pattern: string,
    chosen: (view: OpenedDrive, body: CopyDriveBody, call: Call) => readonly RestoredVersion[],
  ): Route =>
    post(`${pattern}/copyTo`, (call) => {
      const view = openDrive(state, call);
      const body = readBody(call) as CopyDriveBody;
      if (body.folder === '') throw badParameter('folder: it has no name.');
      const into = listedDrive(state, view.session, body.onedrive.id);
      const copy: CopyTo = {
        driveId: into.id,
        folder: body.folder,
        changed: body.changedItems ?? true,
        missing: body.deletedItems ?? true,
      };
      const units = chosen(view, body, call).map((one) => documentUnit(one, { view, copy }, state));
      return started(call, view, units, targetOf(into));
    });

  return [
    post(`${ONE}/Documents/operatorRestore`, (call) => {
      const view = openDrive(state, call);
      const body = readBody(call) as RestoreDocumentsBody;
      const units = body.documentsRestoreConfigs.map(({ document, documentVersion }) =>
        documentUnit(
          restoredDocument(document, view),
          { view, action: body.documentAction, isAll: documentVersion === 'All' },
          state,
        ),
      );
      return started(call, view, units);
    }),
    back(`${ONE}/Documents`, listed),
    back(`${DOCUMENT}/Versions/{versionId}`, (view, _body, call) => [named(call, view)]),
    back(`${ONE}/Folders`, below),
    back(ONE, whole),
    post(`${DRIVES}/restore`, (call) => {
      const session = state.explores.opened(call, 'Veod');
      const { oneDrives = [], documentAction } = readBody(call) as RestoreDriveBody;
      const views = oneDrives.map(({ id }) => viewOf(state, session, listedDrive(state, session, id)));
      const [first] = views;
      if (first === undefined) throw badParameter('oneDrives: there is none.');
      const units = views.flatMap((view) =>
        whole(view).map((one) => documentUnit(one, { view, action: documentAction }, state)),
      );
      return started(call, first, units);
    }),
    copied(`${ONE}/Documents`, (view, { documents = [] }) => documents.map((one) => restoredDocument(one, view))),
    copied(`${DOCUMENT}/Versions/{versionId}`, (view, _body, call) => [named(call, view)]),
    copied(`${ONE}/Folders`, below),
    copied(ONE, whole),
  ];
}

const targetOf = ({ id, name, url }: ListedDrive): Target => ({
  kind: 'drive',
  id,
  name,
  address: url,
  isArchive: false,
});
