/** Sites, libraries, lists, folders, documents, list items and their versions. */
import { flag, pageOf } from '../paging.ts';
import { notFound } from '../refused.ts';
import type { Call, Route } from '../router.ts';
import type { DocumentVersion } from '../sample-data/types.ts';
import type { ServiceState } from '../service-state.ts';
import { type OpenedSite, listedSites, openSite } from './session.ts';
import type { SiteList, SiteObject } from './site.ts';
import { attachmentBody, composedBody, folderBody, listBody, objectBody, siteBody } from './views.ts';

export const SITES = '/v8/RestoreSessions/{restoreSessionId}/Organization/Sites';
export const SITE = `${SITES}/{siteId}`;

export function sharePointRoutes(state: ServiceState): readonly Route[] {
  const opened = (call: Call): OpenedSite => openSite(state, call);

  return [
    {
      method: 'GET',
      pattern: SITES,
      answer(call) {
        const session = state.explores.opened(call, 'Vesp');
        const parentId = call.query.get('parentId');
        const sites = listedSites(state, session);
        if (parentId !== null && parentId !== 'root' && sites.every(({ id }) => id !== parentId)) {
          throw notFound('The site is not found.');
        }
        // A scope that is a subsite has no site at the root: it is found where everything is asked for.
        const listed = sites.filter((site) => parentId === null || (site.parentId ?? 'root') === parentId);
        return pageOf(call, listed, (site) => siteBody(session.id, site));
      },
    },
    {
      method: 'GET',
      pattern: SITE,
      answer(call) {
        const { session, site } = opened(call);
        return { status: 200, body: siteBody(session.id, site) };
      },
    },
    ...listRoutes('Libraries', 'library', opened),
    ...listRoutes('Lists', 'list', opened),
    {
      method: 'GET',
      pattern: `${SITE}/Folders`,
      answer(call) {
        const view = opened(call);
        const isSelected = inParent(call, view);
        const found = view.folders.filter(({ parentId }) => isSelected(parentId));
        return pageOf(call, found, (folder) => folderBody(view, folder));
      },
    },
    {
      method: 'GET',
      pattern: `${SITE}/Folders/{folderId}`,
      answer(call) {
        const view = opened(call);
        return { status: 200, body: folderBody(view, view.folder(call.parameter('folderId'))) };
      },
    },
    {
      method: 'GET',
      pattern: `${SITE}/Folders/{folderId}/Versions`,
      answer(call) {
        opened(call).folder(call.parameter('folderId'));
        return pageOf<object>(call, [], (version) => version);
      },
    },
    ...objectRoutes('Documents', 'library', opened),
    ...objectRoutes('Items', 'list', opened),
    {
      method: 'GET',
      pattern: `${SITE}/Items/{objectId}/Attachments`,
      answer(call) {
        const view = opened(call);
        const item = view.object(call.parameter('objectId'), 'list');
        return pageOf(call, item.attachments, (attachment) => attachmentBody(view, item, attachment));
      },
    },
  ];
}

function listRoutes(
  part: 'Libraries' | 'Lists',
  kind: SiteList['kind'],
  opened: (call: Call) => OpenedSite,
): readonly Route[] {
  // Whether libraries are among the lists is not documented: here they are.
  const isAmong = (list: SiteList): boolean => part === 'Lists' || list.kind === kind;
  return [
    {
      method: 'GET',
      pattern: `${SITE}/${part}`,
      answer(call) {
        const view = opened(call);
        return pageOf(call, view.lists.filter(isAmong), (list) => listBody(view, list));
      },
    },
    {
      method: 'GET',
      pattern: `${SITE}/${part}/{listId}`,
      answer(call) {
        const view = opened(call);
        const list = view.list(call.parameter('listId'));
        if (!isAmong(list)) throw notFound('The library is not found.');
        return { status: 200, body: listBody(view, list) };
      },
    },
  ];
}

function objectRoutes(
  part: 'Documents' | 'Items',
  kind: SiteList['kind'],
  opened: (call: Call) => OpenedSite,
): readonly Route[] {
  return [
    {
      method: 'GET',
      pattern: `${SITE}/${part}`,
      answer(call) {
        const view = opened(call);
        const isSelected = inParent(call, view);
        const folders = flag(call.query, 'includeFolders') === true ? view.folders : [];
        const found = [...folders, ...view.objects].filter(
          ({ parentId, list }) => list.kind === kind && isSelected(parentId),
        );
        return pageOf(call, found, (one) => (kind === 'list' ? itemBody(view, one) : composedBody(view, one)));
      },
    },
    {
      method: 'GET',
      pattern: `${SITE}/${part}/{objectId}`,
      answer(call) {
        const view = opened(call);
        return { status: 200, body: objectBody(view, view.object(call.parameter('objectId'), kind)) };
      },
    },
    {
      method: 'GET',
      pattern: `${SITE}/${part}/{objectId}/Versions`,
      answer(call) {
        const view = opened(call);
        const object = view.object(call.parameter('objectId'), kind);
        return pageOf(call, earlier(view, object), (version) => objectBody(view, object, version));
      },
    },
    {
      method: 'GET',
      pattern: `${SITE}/${part}/{objectId}/Versions/{versionId}`,
      answer(call) {
        const view = opened(call);
        const object = view.object(call.parameter('objectId'), kind);
        const requested = call.parameter('versionId');
        const version = earlier(view, object).find(({ versionId }) => String(versionId) === requested);
        if (version === undefined) throw notFound('The version is not found.');
        return { status: 200, body: objectBody(view, object, version) };
      },
    },
  ];
}

/** Among list items a folder has their shape, which names no type of folder. */
function itemBody(view: OpenedSite, entry: OpenedSite['folders'][number] | SiteObject): object {
  if ('versions' in entry) return objectBody(view, entry);
  const { type: _type, ...body } = folderBody(view, entry) as Readonly<Record<string, unknown>>;
  return { ...body, title: entry.name };
}

/**
 * Whether something with this parent is asked for: a list, a folder, or `root`, the site's own folder, in which nothing
 * lies. Without `parentId` everything is. @throws Refused
 */
function inParent({ query }: Call, view: OpenedSite): (parentId: string) => boolean {
  const asked = query.get('parentId');
  if (asked === null) return () => true;
  if (asked === 'root') return () => false;
  const parent = view.lists.some(({ id }) => id === asked) ? asked : view.folder(asked).id;
  return (parentId) => parentId === parent;
}

/** Newest first, without the newest itself. Only a session that was asked for all versions has them. */
function earlier(view: OpenedSite, object: SiteObject): readonly DocumentVersion[] {
  return view.session.showAllVersions ? view.versions(object).slice(0, -1).toReversed() : [];
}
