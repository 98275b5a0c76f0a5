/** Sites, libraries, lists, folders, documents and list items as the API shows them. */
import { instant } from '../explore/views.ts';
import type { DocumentVersion } from '../sample-data/types.ts';
import type { ListedSite, OpenedSite } from './session.ts';
import { type SiteAttachment, type SiteFolder, type SiteList, type SiteObject, listName } from './site.ts';

const base = (sessionId: string, siteId: string): string =>
  `/v8/RestoreSessions/${sessionId}/Organization/Sites/${siteId}`;

export function siteBody(sessionId: string, { id, name, url, parentId }: ListedSite): object {
  const self = base(sessionId, id);
  return {
    id,
    name,
    url,
    _links: {
      self: { href: self },
      libraries: { href: `${self}/Libraries` },
      lists: { href: `${self}/Lists` },
      ...(parentId === undefined ? {} : { parent: { href: base(sessionId, parentId) } }),
    },
  };
}

/** Of a library too. */
export function listBody({ session, site }: OpenedSite, list: SiteList): object {
  const self = `${base(session.id, site.id)}/${list.kind === 'library' ? 'Libraries' : 'Lists'}/${list.id}`;
  const name = listName(list, session.pointAt ?? 0);
  return {
    id: list.id,
    name,
    // An address keeps the name that a list had when it was made.
    url: `${site.url}/${list.formerly?.name ?? list.name}`,
    description: list.description,
    creationTime: instant(list.at),
    siteId: site.id,
    _links: { self: { href: self } },
  };
}

export function folderBody({ session, site }: OpenedSite, folder: SiteFolder): object {
  return {
    type: folder.list.kind === 'library' ? 'LibraryFolder' : 'ListFolder',
    id: folder.id,
    version: '1.0',
    versionId: 512,
    name: folder.name,
    createdBy: folder.by,
    creationTime: instant(folder.at),
    modifiedBy: folder.by,
    modificationTime: instant(folder.at),
    isFolder: true,
    siteId: site.id,
    _links: { self: { href: `${base(session.id, site.id)}/Folders/${folder.id}` } },
  };
}

/** `RESTSharePointDocument` or `RESTSharePointItem`; the version that was newest then unless one is given. */
export function objectBody(view: OpenedSite, object: SiteObject, version?: DocumentVersion): object {
  const { session, site } = view;
  const isDocument = object.list.kind === 'library';
  const [first] = view.versions(object);
  const shown = version ?? view.versions(object).at(-1) ?? first;
  const self = `${base(session.id, site.id)}/${isDocument ? 'Documents' : 'Items'}/${object.id}`;
  return {
    siteId: site.id,
    ...(isDocument ? { sizeBytes: shown.sizeBytes } : { title: object.title }),
    version: shown.version,
    versionId: shown.versionId,
    id: object.id,
    name: object.name,
    createdBy: object.createdBy,
    creationTime: instant(object.at),
    modifiedBy: shown.by,
    modificationTime: instant(shown.at),
    isFolder: false,
    _links: { self: { href: self }, versions: { href: `${self}/Versions` } },
  };
}

/** As in listings of documents and in searches: the shape composed of all kinds (`RESTItemComposed`). */
export function composedBody(view: OpenedSite, entry: SiteFolder | SiteObject): object {
  if (!('versions' in entry)) return folderBody(view, entry);
  return { ...objectBody(view, entry), ...(entry.list.kind === 'library' ? { title: '' } : {}) };
}

export function attachmentBody({ session, site }: OpenedSite, { id: itemId }: SiteObject, of: SiteAttachment): object {
  const item = `${base(session.id, site.id)}/Items/${itemId}`;
  return {
    ...of,
    url: `${site.url}/Attachments/${itemId.slice(-12)}/${of.name}`,
    siteId: site.id,
    itemId,
    _links: { self: { href: `${item}/Attachments/${of.id}` } },
  };
}
