/** Searches of OneDrives (API, section D2). */
import type { ExploreSession } from '../explore/explore-sessions.ts';
import { type OpenedDrive, drivesOf, entriesOf, openDrive, viewOf } from './session.ts';
import { DRIVES } from './routes.ts';
import { oneOf } from '../paging.ts';
import { DRIVE_CRITERIA, type DriveEntry } from '../query/criteria.ts';
import type { Call, Route, RouteAnswer } from '../router.ts';
import type { DriveFolder } from '../sample-data/types.ts';
import { searched } from '../explore/searches.ts';
import type { ServiceState } from '../service-state.ts';

export function oneDriveSearches(state: ServiceState): readonly Route[] {
  function search(
    call: Call,
    session: ExploreSession,
    view: OpenedDrive | undefined,
    folder?: DriveFolder,
  ): RouteAnswer {
    const kinds = oneOf(call.query, 'itemType', ['All', 'Folders', 'Documents']);
    return searched<DriveEntry>(call, session, {
      entries: () => (view === undefined ? [] : entriesOf(view, kinds, folder)),
      criteria: DRIVE_CRITERIA,
      one: ({ entry }) => view?.body(entry, false) ?? {},
      state,
    });
  }

  return [
    {
      method: 'POST',
      pattern: `${DRIVES}/search`,
      answer(call) {
        const session = state.explores.opened(call, 'Veod');
        const [drive] = drivesOf(state, session);
        return search(call, session, drive === undefined ? undefined : viewOf(state, session, drive));
      },
    },
    {
      method: 'POST',
      pattern: `${DRIVES}/{oneDriveId}/search`,
      answer(call) {
        const view = openDrive(state, call);
        return search(call, view.session, view);
      },
    },
    {
      method: 'POST',
      pattern: `${DRIVES}/{oneDriveId}/Folders/{folderId}/search`,
      answer(call) {
        const view = openDrive(state, call);
        return search(call, view.session, view, view.folder(call.parameter('folderId')));
      },
    },
  ];
}
