/** Searches of OneDrives. */
import type { ExploreSession } from '../explore/explore-sessions.ts';
import { type OpenedDrive, allDrives, entriesOf, openDrive } from './session.ts';
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
    views: Iterable<OpenedDrive>,
    folder?: DriveFolder,
  ): RouteAnswer {
    const kinds = oneOf(call.query, 'itemType', ['All', 'Folders', 'Documents']);
    return searched<DriveEntry & { readonly view: OpenedDrive }>(call, session, {
      entries: () =>
        Iterator.from(views).flatMap((view) => entriesOf(view, kinds, folder).map((entry) => ({ ...entry, view }))),
      criteria: DRIVE_CRITERIA,
      one: ({ entry, view }) => view.body(entry, false),
      state,
    });
  }

  return [
    {
      method: 'POST',
      pattern: `${DRIVES}/search`,
      answer(call) {
        const session = state.explores.opened(call, 'Veod');
        return search(call, session, allDrives(state, session));
      },
    },
    {
      method: 'POST',
      pattern: `${DRIVES}/{oneDriveId}/search`,
      answer(call) {
        const view = openDrive(state, call);
        return search(call, view.session, [view]);
      },
    },
    {
      method: 'POST',
      pattern: `${DRIVES}/{oneDriveId}/Folders/{folderId}/search`,
      answer(call) {
        const view = openDrive(state, call);
        return search(call, view.session, [view], view.folder(call.parameter('folderId')));
      },
    },
  ];
}
