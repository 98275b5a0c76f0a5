/** OneDrives, folders, documents and versions. */
import { type OpenedDrive, listedDrives, openDrive } from './session.ts';
import { documentBody, driveBody, versionsAt } from './views.ts';
import { flag, pageOf } from '../paging.ts';
import { notFound } from '../refused.ts';
import type { Call, Route } from '../router.ts';
import type { DocumentVersion, DriveDocument } from '../sample-data/types.ts';
import type { ServiceState } from '../service-state.ts';

export const DRIVES = '/v8/RestoreSessions/{restoreSessionId}/Organization/OneDrives';
export const ONE = `${DRIVES}/{oneDriveId}`;
export const DOCUMENT = `${ONE}/Documents/{documentId}`;

export function oneDriveRoutes(state: ServiceState): readonly Route[] {
  const opened = (call: Call): OpenedDrive => openDrive(state, call);

  return [
    {
      method: 'GET',
      pattern: DRIVES,
      answer(call) {
        const session = state.explores.opened(call, 'Veod');
        return pageOf(call, listedDrives(state, session), (drive) => driveBody(session.id, drive));
      },
    },
    {
      method: 'GET',
      pattern: ONE,
      answer(call) {
        const { session, drive } = opened(call);
        return { status: 200, body: driveBody(session.id, drive) };
      },
    },
    {
      method: 'GET',
      pattern: `${ONE}/Folders`,
      answer(call) {
        const view = opened(call);
        const isSelected = inParent(call, view);
        return pageOf(
          call,
          view.folders.filter(({ parentId }) => isSelected(parentId)),
          (one) => view.body(one, false),
        );
      },
    },
    {
      method: 'GET',
      pattern: `${ONE}/Folders/{folderId}`,
      answer(call) {
        const view = opened(call);
        return { status: 200, body: view.body(view.folder(call.parameter('folderId')), false) };
      },
    },
    {
      method: 'GET',
      pattern: `${ONE}/Folders/{folderId}/Versions`,
      answer(call) {
        opened(call).folder(call.parameter('folderId'));
        return pageOf<object>(call, [], (version) => version);
      },
    },
    {
      method: 'GET',
      pattern: `${ONE}/Documents`,
      answer(call) {
        const view = opened(call);
        const isSelected = inParent(call, view);
        const folders = flag(call.query, 'includeFolders') === true ? view.folders : [];
        const found = [
          ...folders.filter(({ parentId }) => isSelected(parentId)),
          ...view.documents.filter(({ folderId }) => isSelected(folderId)),
        ];
        return pageOf(call, found, (one) => view.body(one, true));
      },
    },
    {
      method: 'GET',
      pattern: DOCUMENT,
      answer(call) {
        const view = opened(call);
        const document = view.document(call.parameter('documentId'));
        return { status: 200, body: documentBody(view.session.id, view.drive, document, view.latest(document)) };
      },
    },
    {
      method: 'GET',
      pattern: `${DOCUMENT}/Versions`,
      answer(call) {
        const view = opened(call);
        const document = view.document(call.parameter('documentId'));
        const bodyOf = (version: DocumentVersion): object =>
          documentBody(view.session.id, view.drive, document, version);
        return pageOf(call, earlier(view, document), bodyOf);
      },
    },
    {
      method: 'GET',
      pattern: `${DOCUMENT}/Versions/{versionId}`,
      answer(call) {
        const view = opened(call);
        const document = view.document(call.parameter('documentId'));
        const requested = call.parameter('versionId');
        const version = earlier(view, document).find(({ versionId }) => String(versionId) === requested);
        if (version === undefined) throw notFound('The version is not found.');
        return { status: 200, body: documentBody(view.session.id, view.drive, document, version) };
      },
    },
  ];
}

/** Whether something with this parent is asked for. Without `parentId` everything is. @throws Refused */
function inParent({ query }: Call, view: OpenedDrive): (parentId: string | undefined) => boolean {
  const asked = query.get('parentId');
  if (asked === null) return () => true;
  const parent = asked === 'root' ? undefined : view.folder(asked).id;
  return (parentId) => parentId === parent;
}

/** Newest first, without the document itself. Only a session that was asked for all versions has them. */
function earlier({ session }: OpenedDrive, document: DriveDocument): readonly DocumentVersion[] {
  return session.showAllVersions ? versionsAt(document, session).slice(0, -1).toReversed() : [];
}
