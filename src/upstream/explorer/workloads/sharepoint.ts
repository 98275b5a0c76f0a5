/** Sites, their libraries, lists, folders, documents and list items. `Organization` with a capital. */
import { safeParse } from '../../../core/shape.ts';
import * as z from 'zod';

import type { Container, Entry } from '../../../restore/backups/entries/entry.ts';
import type { FolderRef } from '../../../restore/state/ports.ts';
import { aboutDocument, asVersion, document, readComplete, readVersionName, REQUIRED } from '../api/documents.ts';
import { count, echoOf, id, keyOf, name, optional, reader, word } from '../api/fields.ts';
import { path, type Listing, type WorkloadApi } from '../api/workload-api.ts';
import { inSite, restoreAsAdministrator, restoreAsOperator, sites } from './sharepoint-restores.ts';

/** Of an entry: what it lies in, since documents and list items have calls of their own. */
type Within = 'library' | 'list';

const site = z.object({ id, name, url: name });
const ofSite = document.extend({ siteId: optional(id), title: name, type: word.catch('') });
const list = z.object({ id, name, url: name });
const attachment = z.object({ id, name, sizeBytes: optional(count) });

/** `RESTSharePointDocument`, `RESTSharePointItem`. */
const complete = z.object(REQUIRED);
/** Fields of the composed shape of listings (`RESTItemComposed`) that a document, a list item or a folder does not have. */
const NOT_OF: Readonly<Record<Within | 'folder', readonly string[]>> = {
  library: ['type', 'title', 'oneDriveId', 'inheritedPermissions'],
  list: ['type', 'sizeBytes', 'oneDriveId', 'inheritedPermissions'],
  folder: ['sizeBytes', 'title', 'oneDriveId', 'inheritedPermissions'],
};

const readSite = reader(
  site.transform(({ id, name, url }): Container => ({ id, name: name ?? url ?? '', detail: url, isArchive: false })),
);

function readSubsite(value: unknown): Entry | undefined {
  const found = readSite(value);
  if (found === undefined) return undefined;
  const { id: siteId, name: title } = found;
  return { key: keyOf(siteId, siteId), kind: 'site', containerId: siteId, containerName: title, id: siteId, title };
}

const readList =
  (containerId: string, kind: Within) =>
  (value: unknown): Entry | undefined => {
    const { data } = safeParse(list, value);
    return (
      data && { key: keyOf(containerId, data.id), kind, containerId, id: data.id, title: data.name ?? data.url ?? '' }
    );
  };

/** What an element of a search or a listing lies in, where neither the place nor the element says so: unknown. */
function withinOf({ isFolder, type, sizeBytes, title }: z.infer<typeof ofSite>): Within | undefined {
  if (isFolder || type !== '') return type === 'listfolder' ? 'list' : 'library';
  if (sizeBytes !== undefined) return 'library';
  return title === undefined ? undefined : 'list';
}

/** A folder, a document or a list item. @param requested the site that was listed, where the element names none */
const readObject =
  (requested: string | undefined, inside?: Within, areFolders = false) =>
  (value: unknown): Entry | undefined => {
    const { data } = safeParse(ofSite, value);
    const containerId = data?.siteId ?? requested;
    if (data === undefined || containerId === undefined) return undefined;
    const within = inside ?? withinOf(data);
    const isFolder = areFolders || data.isFolder || data.type !== '';
    const isComplete = within !== undefined && safeParse(complete, value).success;
    const about = aboutDocument(data);
    const title = within === 'list' && !isFolder ? (data.title ?? about.title) : about.title;
    const entry = { ...about, key: keyOf(containerId, data.id), containerId, within, title };
    if (isFolder) return { ...entry, kind: 'folder', echo: echoOf(value, NOT_OF.folder) };
    // Asked for before it is restored.
    if (!isComplete) return { ...entry, kind: 'unclear' };
    const echo = echoOf(value, NOT_OF[within]);
    const kind = within === 'library' ? 'document' : 'item';
    return echo === undefined ? undefined : { ...entry, kind, latestVersion: readVersionName(value), echo };
  };

const PARTS: Readonly<Record<Within, 'Documents' | 'Items'>> = { library: 'Documents', list: 'Items' };

const isWithin = (within: string | undefined): within is Within => within === 'library' || within === 'list';

/** What holds the documents or list items of an opened place; undefined where that is a site or a list item. */
function withinPlace({ folder }: Pick<FolderRef, 'folder'>): Within | undefined {
  if (isWithin(folder?.kind)) return folder.kind;
  return folder?.kind === 'folder' ? (isWithin(folder.within) ? folder.within : 'library') : undefined;
}

/** One object with all of its fields: a document, or else a list item. */
function oneOf(inside: string, containerId: string, objectId: string): Listing<Entry> {
  const [first, second] = (['library', 'list'] as const).map((within) => ({
    path: inside + path`/${PARTS[within]}/${objectId}`,
    isOne: true,
    read: readComplete(readObject(containerId, within)),
  })) as [Listing<Entry>, Listing<Entry>];
  return { ...first, otherwise: second };
}

function itemsOf({ exploreId, containerId, folder }: FolderRef): readonly Listing<Entry>[] {
  const inside = inSite(exploreId, containerId);
  if (folder?.kind === 'item') {
    const read = readAttachment(containerId, folder.id);
    return [{ path: inside + path`/Items/${folder.id}/Attachments`, read }];
  }
  if (folder?.kind === 'unclear') return [oneOf(inside, containerId, folder.id)];
  const within = withinPlace({ folder });
  if (folder === undefined || within === undefined) return [];
  const read = readObject(containerId, within);
  const query = { parentId: folder.id, includeFolders: false };
  const listing = { path: `${inside}/${PARTS[within]}`, query, read };
  if (folder.kind !== 'library') return [listing];
  // Whether `parentId` takes a library is not documented. A search also finds what lies in its folders, and not where.
  const anywhere = (value: unknown): Entry | undefined => {
    const entry = read(value);
    return entry && { ...entry, path: undefined };
  };
  const body = { method: 'POST', json: { query: '*' }, isSafe: true } as const;
  const search = { ...searchIn(inside, folder), ...body, read: anywhere };
  return [{ ...listing, otherwise: search }];
}

const readAttachment =
  (containerId: string, itemId: string) =>
  (value: unknown): Entry | undefined => {
    const { data } = safeParse(attachment, value);
    if (data === undefined) return undefined;
    const { id: attachmentId, name: title = '', sizeBytes } = data;
    const key = keyOf(containerId, `${itemId}/${attachmentId}`);
    return { key, kind: 'attachment', containerId, id: attachmentId, title, sizeBytes };
  };

const SEARCHED: Readonly<Record<string, string>> = { library: 'Libraries', list: 'Lists', folder: 'Folders' };

function searchIn(inside: string, folder: FolderRef['folder']) {
  const part = SEARCHED[folder?.kind ?? ''];
  const place = folder === undefined || part === undefined ? '' : path`/${part}/${folder.id}`;
  return { path: `${inside}${place}/search`, query: { itemType: 'Items', setId: undefined } };
}

export const sharePoint: WorkloadApi = {
  sessionType: 'Vesp',
  pointFlag: 'isSharePoint',
  operations: 'Sites Libraries Lists Folders Items Documents Attachments Versions Search save restore operatorRestore',
  wholes: ['sharepointsite', 'sharepointlist'],

  // A scope that is a subsite may not be at the root: without a parent everything is listed.
  containers(exploreId) {
    const everything = { path: sites(exploreId), read: readSite };
    return { ...everything, query: { parentId: 'root' }, otherwise: everything };
  },

  container: (exploreId, siteId) => ({ path: inSite(exploreId, siteId), isOne: true, read: readSite }),
  nests: true,

  folders({ exploreId, containerId, folder }) {
    const inside = inSite(exploreId, containerId);
    if (folder === undefined || folder.kind === 'site') {
      return [
        { path: sites(exploreId), query: { parentId: containerId }, read: readSubsite },
        { path: `${inside}/Libraries`, read: readList(containerId, 'library') },
        // Whether libraries are among them is not documented: what was listed before is left out.
        { path: `${inside}/Lists`, read: readList(containerId, 'list') },
      ];
    }
    const within = withinPlace({ folder });
    if (within === undefined) return [];
    // Some may lack what says so.
    const read = readObject(containerId, within, true);
    return [{ path: `${inside}/Folders`, query: { parentId: folder.id }, read }];
  },

  items: itemsOf,

  search({ exploreId, containerId, folder }) {
    const inside = containerId === undefined ? sites(exploreId) : inSite(exploreId, containerId);
    return { ...searchIn(inside, folder), read: readObject(containerId, withinPlace({ folder })) };
  },

  versions(exploreId, latest) {
    const { containerId, id: latestId, kind } = latest;
    const within = kind === 'document' ? 'library' : 'list';
    const read = readComplete(readObject(containerId, within));
    return {
      path: inSite(exploreId, containerId) + path`/${PARTS[within]}/${latestId}/Versions`,
      read: (value) => asVersion(read(value), value, latest),
    };
  },

  save: (exploreId, { containerId, id: documentId }) => ({
    path: inSite(exploreId, containerId) + path`/Documents/${documentId}/save`,
    json: { asZip: false },
  }),

  restore: restoreAsOperator,
  restoreAsAdministrator,
  impersonates: (kind) => kind === 'whole site' || kind === 'site' || kind === 'library' || kind === 'list',
};
