/** What is sent to restore documents, list items and all that holds them. */
import type { Entry } from '../../../restore/backups/entries/entry.ts';
import type { RestoreRequest } from '../../../restore/state/ports.ts';
import { versionNumber } from '../api/documents.ts';
import { fromEcho } from '../api/fields.ts';
import { path, type RestoreEndpoint } from '../api/workload-api.ts';

export const sites = (exploreId: string): string => path`/v8/RestoreSessions/${exploreId}/Organization/Sites`;
export const inSite = (exploreId: string, siteId: string): string => sites(exploreId) + path`/${siteId}`;

const objectOf = ({ echo }: Entry): object => fromEcho(echo, 'What is restored');

export function restoreAsOperator(request: RestoreRequest): RestoreEndpoint {
  const { exploreId, containerId, entries, options, reason } = request;
  const isOfDocuments = entries.every(({ kind }) => kind === 'document');
  const [part, name, field] = isOfDocuments
    ? (['Documents', 'documentsRestoreConfigs', 'document'] as const)
    : (['Items', 'itemsRestoreConfigs', 'item'] as const);
  const { siteVersions: documentVersion, sitePermissions: restorePermissions } = options;
  return {
    path: `${inSite(exploreId, containerId)}/${part}/operatorRestore`,
    json: {
      // The object of a version that was chosen says which one it is.
      [name]: entries.map((entry) => ({
        [field]: objectOf(entry),
        documentVersion: entry.version === undefined ? documentVersion : null,
      })),
      list: options['siteList'],
      restoreDeletedItems: options['siteMissingItems'],
      restoreChangedItems: options['siteChangedItems'],
      restorePermissions,
      sendSharedLinksNotification: restorePermissions === true ? options['siteNotification'] : undefined,
      documentVersion,
      documentLastVersionAction: documentVersion === 'Last' ? options['siteLastVersion'] : undefined,
      reason,
    },
  };
}

/** That nothing means the original place is documented for operators only: the name of what it lies in is sent. */
const originOf = ({ kind, title, path: folders = [] }: Entry): string | undefined =>
  kind === 'library' || kind === 'list' ? title : folders[0];

/** Of entries of one kind and origin; a version, or a whole site, library or list, on its own. */
export function restoreAsAdministrator({ exploreId, containerId, entries, options }: RestoreRequest): RestoreEndpoint {
  const [first] = entries;
  if (first === undefined) throw new Error('There is nothing to restore.');
  const { kind, id, version } = first;
  const { siteVersions: documentVersion, sitePermissions, siteNotification, siteLastVersion } = options;
  const isLast = version !== undefined || documentVersion === 'Last';
  const list = originOf(first);
  const how = {
    // Not nullable.
    restorePermissions: sitePermissions === true,
    sendSharedLinksNotification: sitePermissions === true ? siteNotification : undefined,
    documentLastVersionAction: isLast ? siteLastVersion : undefined,
  };
  const whole = {
    ...how,
    documentVersion,
    deletedItems: options['siteMissingItems'],
    changedItems: options['siteChangedItems'],
    restoreListViews: options['siteListViews'],
  };
  const inside = inSite(exploreId, containerId);
  switch (kind) {
    case 'whole site':
    case 'site': {
      const { siteSubsites: restoreSubsites, siteMasterPages: restoreMasterPages } = options;
      return { path: `${inside}/restore`, json: { ...whole, restoreSubsites, restoreMasterPages } };
    }
    case 'library':
      return { path: inside + path`/Libraries/${id}/restore`, json: { ...whole, list } };
    case 'list':
      return { path: inside + path`/Lists/${id}/restore`, json: { ...whole, list } };
    case 'folder':
      return {
        path: `${inside}/Folders/restore`,
        json: { ...how, documentVersion, list, folders: entries.map(objectOf) },
      };
    case 'document':
    case 'item': {
      const part = kind === 'document' ? 'Documents' : 'Items';
      if (version !== undefined) {
        return { path: inside + path`/${part}/${id}/Versions/${versionNumber(first)}/restore`, json: { ...how, list } };
      }
      const json = { ...how, documentVersion, list, [part.toLowerCase()]: entries.map(objectOf) };
      return { path: `${inside}/${part}/restore`, json };
    }
    default:
      throw new Error('Nothing of this kind can be restored.');
  }
}
