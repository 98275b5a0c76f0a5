/** Restores documents, or list items, of one site (API, section D3). */
import {
  type RestoreSiteDocumentsBody,
  type RestoreSiteItemsBody,
  type SiteConfig,
  type SiteRestoreOptions,
  readBody,
} from '../bodies.ts';
import { badParameter, notFound } from '../refused.ts';
import type { Outcome, Unit } from '../restores/runs.ts';
import { startRestore } from '../restores/start.ts';
import type { Call, Route } from '../router.ts';
import type { DocumentVersion } from '../sample-data/types.ts';
import { uuidOf } from '../sample-data/seeded.ts';
import type { ServiceState } from '../service-state.ts';
import { SITE } from './routes.ts';
import { type OpenedSite, openSite } from './session.ts';
import { type SiteList, type SiteObject, listName, pathOf } from './site.ts';
import { objectBody } from './views.ts';

export function sharePointRestores(state: ServiceState): readonly Route[] {
  function started(call: Call, kind: SiteList['kind'], configs: readonly SiteConfig[], body: SiteRestoreOptions) {
    const view = openSite(state, call);
    const { session, site } = view;
    if (body.sendSharedLinksNotification === true && body.restorePermissions !== true) {
      throw badParameter('sendSharedLinksNotification: only together with restorePermissions.');
    }
    if (typeof body.documentLastVersionAction === 'string' && body.documentVersion !== 'Last') {
      throw badParameter('documentLastVersionAction: only for the last version.');
    }
    const target = body.list === undefined ? undefined : site.lists.find((list) => isCalled(list, body.list, kind));
    const lists = target === undefined ? configs.flatMap(({ given }) => site.object(given.id)?.list ?? []) : [target];
    const holder = ({ id, name }: SiteList) =>
      ({ id, name, path: `${site.url}/${name}`, itemType: 'SharePointList' }) as const;
    const missing = body.list !== undefined && target === undefined;
    return startRestore(state, call, session, {
      units: configs.map((config) =>
        restoredObject(config, body, {
          view,
          kind,
          state,
          list: target,
          refusal: missing ? `List "${body.list ?? ''}" does not exist at site with URL "${site.url}".` : undefined,
        }),
      ),
      holders: missing
        ? []
        : [
            { id: site.id, name: site.name, path: site.url, itemType: 'SharePointSite' },
            ...[...new Set(lists)].map(holder),
          ],
      target: { kind: 'site', id: site.id, name: site.name, address: site.url, isArchive: false },
      body,
    });
  }

  return [
    {
      method: 'POST',
      pattern: `${SITE}/Documents/operatorRestore`,
      answer(call) {
        const body = readBody(call) as RestoreSiteDocumentsBody;
        const configs = body.documentsRestoreConfigs.map((one) => ({
          given: one.document,
          version: one.documentVersion,
        }));
        return started(call, 'library', configs, body);
      },
    },
    {
      method: 'POST',
      pattern: `${SITE}/Items/operatorRestore`,
      answer(call) {
        const body = readBody(call) as RestoreSiteItemsBody;
        const configs = body.itemsRestoreConfigs.map((one) => ({ given: one.item, version: one.documentVersion }));
        return started(call, 'list', configs, body);
      },
    },
  ];
}

/** By the name it has today, which is not always the one that an older backup shows. */
const isCalled = (list: SiteList, name: string | undefined, kind: SiteList['kind']): boolean =>
  list.kind === kind && listName(list, Infinity) === name;

/** @throws Refused for a folder, something of another site or kind, or what is not as the service listed it */
function restoredObject(
  { given, version: which }: SiteConfig,
  options: SiteRestoreOptions,
  around: {
    readonly view: OpenedSite;
    readonly kind: SiteList['kind'];
    readonly state: ServiceState;
    /** The list to restore into; absent: where it was. */
    readonly list: SiteList | undefined;
    /** Why nothing of the call can be restored. */
    readonly refusal: string | undefined;
  },
): Unit {
  const { view, kind, state, list, refusal } = around;
  const { live } = state;
  const { site, session } = view;
  if (given.isFolder === true) throw badParameter('A folder cannot be restored by this call.');
  const object = site.object(given.id);
  const pointAt = session.pointAt ?? -Infinity;
  if (object?.list.kind !== kind || object.at > pointAt || (given.siteId ?? site.id) !== site.id) {
    throw notFound(kind === 'library' ? 'A document is not found.' : 'An item is not found.');
  }
  const chosen = chosenVersion(given, object, view);
  const shownAs = object.title || object.name;
  const folder = list === undefined ? pathOf(site, object.list, object.parentId, Infinity) : `/${list.name}`;
  const path = `${folder}/${shownAs}`;

  function restore(): Outcome {
    if (object === undefined || live.gone(object.id)) {
      return { status: 'Failed', why: 'The object is no longer in the backup.' };
    }
    if (refusal !== undefined) return { status: 'Failed', why: refusal };
    const restored = live.object(object.id, path);
    const isThere = restored !== undefined || (list === undefined && object.deletedAt === undefined);
    const holds = restored?.version ?? object.versions.at(-1)?.version;
    const isAll = (which ?? options.documentVersion) === 'All';
    if (isThere && holds === chosen.version && !isAll) return { status: 'Skipped', why: 'The item has not changed.' };
    if (isThere && options.restoreChangedItems !== true) {
      return { status: 'Skipped', why: 'Changed items are not restored.' };
    }
    if (!isThere && options.restoreDeletedItems === false) {
      return { status: 'Skipped', why: 'Missing items are not restored.' };
    }
    const mishap = live.mishap(object);
    if (mishap?.status === 'Failed') return mishap;
    // A list item that is there is deleted and made anew.
    const newId = isThere && kind === 'list' ? object.list.id + uuidOf(`anew ${object.id} ${session.id}`) : undefined;
    live.putObject({ id: object.id, holderId: site.id, path, version: chosen.version, newId });
    return mishap ?? { status: 'Success' };
  }

  return {
    id: object.id,
    name: shownAs,
    path: `${site.url}${path}`,
    sizeBytes: chosen.sizeBytes,
    itemType: 'SharePointItem',
    restore,
  };
}

const ECHOED = ['name', 'createdBy', 'creationTime', 'modifiedBy', 'modificationTime'] as const;

function chosenVersion(given: SiteConfig['given'], object: SiteObject, view: OpenedSite): DocumentVersion {
  const isNamed = given.version !== undefined || typeof given.versionId === 'number';
  const fits = ({ version, versionId }: DocumentVersion): boolean =>
    (given.version ?? version) === version && (given.versionId ?? versionId) === versionId;
  const versions = view.versions(object);
  const version = isNamed ? versions.find(fits) : versions.at(-1);
  if (version === undefined) throw notFound('The version is not found.');
  const actual = objectBody(view, object, version) as Readonly<Record<string, unknown>>;
  const wrong = ECHOED.find((field) => actual[field] !== given[field]);
  if (wrong !== undefined) throw badParameter(`${wrong}: not as in the backup.`);
  return version;
}
