/** What restoring one document or list item of a site does. */
import type { SiteConfig, SiteRestoreOptions } from '../bodies.ts';
import { badParameter, notFound } from '../refused.ts';
import type { Outcome, Unit } from '../restores/runs.ts';
import { uuidOf } from '../sample-data/seeded.ts';
import type { DocumentVersion } from '../sample-data/types.ts';
import type { ServiceState } from '../service-state.ts';
import type { OpenedSite } from './session.ts';
import { type Site, type SiteList, type SiteObject, pathOf } from './site.ts';
import { objectBody } from './views.ts';

const ECHOED = ['name', 'createdBy', 'creationTime', 'modifiedBy', 'modificationTime'] as const;

export interface SiteChoice {
  readonly view: OpenedSite;
  readonly object: SiteObject;
  /** The newest unless given. */
  readonly version?: DocumentVersion | undefined;
  /** All versions, and so also of an object that has not changed. */
  readonly isAll?: boolean | undefined;
}

/** @throws Refused for a folder, something of another site or kind, or what is not as the service listed it */
export function chosenObject(
  { given, version: which }: SiteConfig,
  view: OpenedSite,
  kind: SiteList['kind'],
): SiteChoice {
  const { site, session } = view;
  if (given.isFolder === true) throw badParameter('A folder cannot be restored by this call.');
  const object = site.object(given.id);
  const pointAt = session.pointAt ?? -Infinity;
  if (object?.list.kind !== kind || object.at > pointAt || (given.siteId ?? site.id) !== site.id) {
    throw notFound(kind === 'library' ? 'A document is not found.' : 'An item is not found.');
  }
  const isNamed = given.version !== undefined || typeof given.versionId === 'number';
  const fits = ({ version, versionId }: DocumentVersion): boolean =>
    (given.version ?? version) === version && (given.versionId ?? versionId) === versionId;
  const versions = view.versions(object);
  const version = isNamed ? versions.find(fits) : versions.at(-1);
  if (version === undefined) throw notFound('The version is not found.');
  const actual = objectBody(view, object, version) as Readonly<Record<string, unknown>>;
  const wrong = ECHOED.find((field) => actual[field] !== given[field]);
  if (wrong !== undefined) throw badParameter(`${wrong}: not as in the backup.`);
  return { view, object, version, isAll: which === undefined || which === null ? undefined : which === 'All' };
}

export function objectUnit(
  choice: SiteChoice,
  options: SiteRestoreOptions,
  around: {
    readonly state: ServiceState;
    /** The list to restore into; absent: where it was. */
    readonly list: SiteList | undefined;
    /** Another site. */
    readonly into: Site | undefined;
    /** Why nothing of the call can be restored. */
    readonly refusal: string | undefined;
  },
): Unit {
  const { view, object, isAll = options.documentVersion === 'All' } = choice;
  const { refusal } = around;
  // The list it was in is no other place.
  const list = around.list === object.list ? undefined : around.list;
  const { live } = around.state;
  const site = around.into ?? view.site;
  const chosen = choice.version ?? view.versions(object).at(-1) ?? object.versions[0];
  const shownAs = object.title || object.name;
  const folder = list === undefined ? pathOf(view.site, object.list, object.parentId, Infinity) : `/${list.name}`;
  const path = `${folder}/${shownAs}`;
  const isElsewhere = site !== view.site;

  function restore(): Outcome {
    if (live.gone(object.id)) return { status: 'Failed', why: 'The object is no longer in the backup.' };
    if (refusal !== undefined) return { status: 'Failed', why: refusal };
    const restored = live.object(object.id, { holderId: site.id, path });
    const isThere = restored !== undefined || (list === undefined && !isElsewhere && object.deletedAt === undefined);
    const holds = restored?.version ?? object.versions.at(-1)?.version;
    if (isThere && holds === chosen.version && !isAll) return { status: 'Skipped', why: 'The item has not changed.' };
    if (isThere && options.restoreChangedItems !== true) {
      return { status: 'Skipped', why: 'Changed items are not restored.' };
    }
    if (!isThere && options.restoreDeletedItems === false) {
      return { status: 'Skipped', why: 'Missing items are not restored.' };
    }
    const mishap = live.mishap(object);
    if (mishap?.status === 'Failed') return mishap;
    const isAnew = isThere && object.list.kind === 'list';
    // A list item that is there is deleted and made anew.
    const newId = isAnew ? object.list.id + uuidOf(`anew ${object.id} ${view.session.id}`) : undefined;
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
