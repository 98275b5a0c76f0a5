/** Searches of all sites, one site, a library, a list or a folder (API, section D3). */
import type { ExploreSession } from '../explore/explore-sessions.ts';
import { searched } from '../explore/searches.ts';
import { oneOf } from '../paging.ts';
import type { Call, Route, RouteAnswer } from '../router.ts';
import type { ServiceState } from '../service-state.ts';
import { SITE_CRITERIA, type SiteEntry, siteEntry } from './criteria.ts';
import { type OpenedSite, openSite, sitesOf, viewOf } from './session.ts';
import { SITE, SITES } from './routes.ts';
import { composedBody } from './views.ts';

export function sharePointSearches(state: ServiceState): readonly Route[] {
  function search(
    call: Call,
    session: ExploreSession,
    views: readonly OpenedSite[],
    /** The list or folder with all below it; absent: everything. */
    topId?: string,
  ): RouteAnswer {
    const kinds = oneOf(call.query, 'itemType', ['All', 'Folders', 'Items']);
    return searched<SiteEntry>(call, session, {
      entries: () => views.flatMap((view) => entriesOf(view, kinds, topId)),
      criteria: SITE_CRITERIA,
      one: ({ view, entry }) => composedBody(view, entry),
      state,
    });
  }

  const below = (part: string, topId: (call: Call, view: OpenedSite) => string): Route => ({
    method: 'POST',
    pattern: `${SITE}/${part}/search`,
    answer(call) {
      const view = openSite(state, call);
      return search(call, view.session, [view], topId(call, view));
    },
  });

  return [
    {
      method: 'POST',
      pattern: `${SITES}/search`,
      answer(call) {
        const session = state.explores.opened(call, 'Vesp');
        return search(
          call,
          session,
          sitesOf(state, session).map((site) => viewOf(state, session, site)),
        );
      },
    },
    {
      method: 'POST',
      pattern: `${SITE}/search`,
      answer(call) {
        const view = openSite(state, call);
        return search(call, view.session, [view]);
      },
    },
    below('Libraries/{listId}', (call, view) => view.list(call.parameter('listId')).id),
    below('Lists/{listId}', (call, view) => view.list(call.parameter('listId')).id),
    below('Folders/{folderId}', (call, view) => view.folder(call.parameter('folderId')).id),
  ];
}

function entriesOf(
  view: OpenedSite,
  kinds: 'All' | 'Folders' | 'Items',
  topId: string | undefined,
): readonly SiteEntry[] {
  const isBelow = (parentId: string): boolean => {
    if (topId === undefined || parentId === topId) return true;
    const folder = view.site.folder(parentId);
    return folder !== undefined && isBelow(folder.parentId);
  };
  return [...(kinds === 'Items' ? [] : view.folders), ...(kinds === 'Folders' ? [] : view.objects)]
    .filter(({ parentId }) => isBelow(parentId))
    .map((one) => siteEntry(view, one));
}
