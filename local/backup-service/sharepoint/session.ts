/** What one call to the SharePoint endpoints can reach: the sites of the session's scope, as of its backup. */
import type { ExploreSession } from '../explore/explore-sessions.ts';
import { notFound } from '../refused.ts';
import type { Call } from '../router.ts';
import type { DocumentVersion } from '../sample-data/types.ts';
import type { ServiceState } from '../service-state.ts';
import type { Site, SiteFolder, SiteList, SiteObject } from './site.ts';

export interface OpenedSite {
  readonly session: ExploreSession;
  readonly site: Site;
  /** Only what the session shows. */
  readonly lists: readonly SiteList[];
  readonly folders: readonly SiteFolder[];
  readonly objects: readonly SiteObject[];
  /** @throws Refused */
  list(id: string): SiteList;
  /** @throws Refused */
  folder(id: string): SiteFolder;
  /** A document, or a list item. @throws Refused */
  object(id: string, kind: SiteList['kind']): SiteObject;
  /** Up to the session's backup, oldest first. */
  versions(object: SiteObject): readonly [DocumentVersion, ...DocumentVersion[]];
}

/** The first, then those below it. */
export function sitesOf(state: ServiceState, session: ExploreSession): readonly Site[] {
  const { owner, site } = session.scope;
  const of = site ?? owner;
  if (of === undefined || session.pointAt === undefined) return [];
  return state.worldOf(session.who.organizationId).siteTree(of);
}

/** @throws Refused where the session or the site is not there */
export function openSite(state: ServiceState, call: Call): OpenedSite {
  const session = state.explores.opened(call, 'Vesp');
  const site = sitesOf(state, session).find(({ id }) => id === call.parameter('siteId'));
  if (site === undefined) throw notFound('The site is not found.');
  return viewOf(state, session, site);
}

export function viewOf(state: ServiceState, session: ExploreSession, site: Site): OpenedSite {
  const { pointAt = -Infinity, showDeleted } = session;

  function isVisible({ id, at, deletedAt, purged }: SiteList | SiteFolder | SiteObject): boolean {
    if (at > pointAt || state.live.gone(id)) return false;
    return deletedAt === undefined || deletedAt > pointAt || (showDeleted && purged !== true);
  }

  function found<T extends SiteList | SiteFolder | SiteObject>(one: T | undefined, what: string): T {
    if (one === undefined || !isVisible(one)) throw notFound(`The ${what} is not found.`);
    return one;
  }

  return {
    session,
    site,
    lists: site.lists.filter(isVisible),
    folders: site.folders.filter(isVisible),
    objects: site.objects.filter(isVisible),
    list: (id) =>
      found(
        site.lists.find((one) => one.id === id),
        'list',
      ),
    folder: (id) => found(site.folder(id), 'folder'),
    object(id, kind) {
      const object = site.object(id);
      return found(object?.list.kind === kind ? object : undefined, kind === 'library' ? 'document' : 'item');
    },
    versions({ versions }) {
      const [first, ...later] = versions;
      return [first, ...later.filter(({ at }) => at <= pointAt)];
    },
  };
}
