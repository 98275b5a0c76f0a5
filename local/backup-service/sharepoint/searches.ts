/** Searches of all sites, one site, a library, a list or a folder. */
import type { ExploreSession } from '../explore/explore-sessions.ts';
import { searched } from '../explore/searches.ts';
import { oneOf } from '../paging.ts';
import type { Call, Route, RouteAnswer } from '../router.ts';
import type { ServiceState } from '../service-state.ts';
import { SITE_CRITERIA, type SiteEntry, siteEntry } from './criteria.ts';
import { type OpenedSite, allSites, inFolder, openSite } from './session.ts';
import { SITE, SITES } from './routes.ts';
import { composedBody } from './views.ts';

export function sharePointSearches(state: ServiceState): readonly Route[] {
  function search(
    call: Call,
    session: ExploreSession,
    views: Iterable<OpenedSite>,
    /** The list or folder with all below it; absent: everything. */
    topId?: string,
  ): RouteAnswer {
    const kinds = oneOf(call.query, 'itemType', ['All', 'Folders', 'Items']);
    return searched<SiteEntry>(call, session, {
      entries: () => Iterator.from(views).flatMap((view) => entriesOf(view, kinds, topId)),
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
        return search(call, session, allSites(state, session));
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
  const isBelow = inFolder(view, topId);
  return [...(kinds === 'Items' ? [] : view.folders), ...(kinds === 'Folders' ? [] : view.objects)]
    .filter(({ parentId }) => isBelow(parentId))
    .map((one) => siteEntry(view, one));
}
