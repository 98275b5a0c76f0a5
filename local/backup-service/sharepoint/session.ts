/** What one call to the SharePoint endpoints can reach: the sites of the session's scope, as of its backup. */
import type { ExploreSession } from '../explore/explore-sessions.ts';
import { reachOf } from '../explore/reach.ts';
import { notFound } from '../refused.ts';
import type { Call } from '../router.ts';
import { EXTRA_SITE, extraNumber, numberIn } from '../sample-data/colleagues.ts';
import { driveId, ownerUrl } from '../sample-data/drives.ts';
import type { DocumentVersion, Owner, ScopeSite } from '../sample-data/types.ts';
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

export type ListedSite = Pick<Site, 'id' | 'name' | 'url' | 'parentId'>;

/** Of each site of the session the first, then those below it. The content of made-up ones is not made for that. */
export function listedSites(state: ServiceState, session: ExploreSession): readonly ListedSite[] {
  const world = state.worldOf(session.who.organizationId);
  return topsOf(state, session).flatMap((of): readonly ListedSite[] => {
    const { id, url, madeUp } = topOf(of);
    return madeUp ? [{ id, name: 'scopeId' in of ? of.name : of.title, url }] : world.siteTree(of);
  });
}

export function allSites(state: ServiceState, session: ExploreSession): Iterable<OpenedSite> {
  const world = state.worldOf(session.who.organizationId);
  return Iterator.from(topsOf(state, session))
    .flatMap((of) => world.siteTree(of))
    .map((site) => viewOf(state, session, site));
}

/** Its id is the beginning of the ids of all below it. */
const collectionOf = (siteId: string): string => siteId.slice(0, 36);

/** @throws Refused where the session has no such site */
export function siteIn(state: ServiceState, session: ExploreSession, fits: (site: ListedSite) => boolean): OpenedSite {
  const listed = listedSites(state, session).find(fits);
  const site = allSitesOf(state, session, listed?.id ?? '').find(({ id }) => id === listed?.id);
  if (site === undefined) throw notFound('The site is not found.');
  return viewOf(state, session, site);
}

/** It, and those below it. */
export function sitesBelow(state: ServiceState, { session, site }: OpenedSite): readonly OpenedSite[] {
  const found = [site];
  const collection = allSitesOf(state, session, site.id);
  for (const one of collection) if (found.some(({ id }) => id === one.parentId)) found.push(one);
  return found.map((one) => viewOf(state, session, one));
}

function allSitesOf(state: ServiceState, session: ExploreSession, siteId: string): readonly Site[] {
  const world = state.worldOf(session.who.organizationId);
  return topsOf(state, session)
    .filter((of) => collectionOf(topOf(of).id) === collectionOf(siteId))
    .flatMap((of) => world.siteTree(of));
}

/** Whether something with this parent is in the list or folder, or below it. Absent: it is. */
export function inFolder({ site }: OpenedSite, topId: string | undefined) {
  const isBelow = (parentId: string): boolean => {
    if (topId === undefined || parentId === topId) return true;
    const folder = site.folder(parentId);
    return folder !== undefined && isBelow(folder.parentId);
  };
  return isBelow;
}

type Top = ScopeSite | Owner;

function topsOf(state: ServiceState, session: ExploreSession): readonly Top[] {
  const { owners, sites } = reachOf(state, session);
  return [...sites, ...owners.filter(({ hasOneDrive }) => hasOneDrive)];
}

function topOf(of: Top): { readonly id: string; readonly url: string; readonly madeUp: boolean } {
  return 'scopeId' in of
    ? { id: driveId(of), url: ownerUrl(of), madeUp: extraNumber(of.scopeId) !== undefined }
    : { id: of.id, url: of.url, madeUp: numberIn(of.id, EXTRA_SITE) !== undefined };
}

/** @throws Refused where the session or the site is not there */
export function openSite(state: ServiceState, call: Call): OpenedSite {
  const session = state.explores.opened(call, 'Vesp');
  return siteIn(state, session, ({ id }) => id === call.parameter('siteId'));
}

function viewOf(state: ServiceState, session: ExploreSession, site: Site): OpenedSite {
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
