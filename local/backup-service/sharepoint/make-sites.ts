/** Makes a sample site, its subsites included, out of its plan. */
import { DAY, HOUR } from '../durations.ts';
import { mishapOf } from '../sample-data/mail-items.ts';
import { seeded, uuidOf } from '../sample-data/seeded.ts';
import type { DocumentVersion, Owner } from '../sample-data/types.ts';
import { FILE_NAMES, PLACES } from '../sample-data/words.ts';
import type { ListPlan, ObjectPlan, SitePlan } from './sample-sites.ts';
import type { Site, SiteFolder, SiteList, SiteObject } from './site.ts';

interface Around {
  /** The start of the last backup's day. */
  readonly until: number;
  readonly colleagues: readonly Owner[];
}

/** The ids of a site and of what is below it begin with that of its collection. */
export function subsiteId(parentId: string, name: string): string {
  return parentId.slice(0, 36) + uuidOf(`web ${parentId} ${name}`);
}

/** The site first. */
export function makeSites(
  plan: SitePlan,
  { id, url, parentId }: Pick<Site, 'id' | 'url' | 'parentId'>,
  around: Around,
): readonly Site[] {
  const made = plan.lists.map((each) => makeList(each, id, around));
  const folders = made.flatMap((each) => each.folders);
  const objects = made.flatMap((each) => each.objects);
  const foldersById = new Map(folders.map((folder) => [folder.id, folder]));
  const objectsById = new Map(objects.map((object) => [object.id, object]));
  const site: Site = {
    id,
    name: plan.name,
    url,
    parentId,
    lists: made.map((each) => each.list),
    folders,
    objects,
    folder: (folderId) => foldersById.get(folderId),
    object: (objectId) => objectsById.get(objectId),
  };
  const below = (plan.subsites ?? []).flatMap((subsite) =>
    makeSites(
      subsite,
      { id: subsiteId(id, subsite.name), url: `${url}/${subsite.name.replaceAll(' ', '-')}`, parentId: id },
      around,
    ),
  );
  return [site, ...below];
}

function makeList(plan: ListPlan, siteId: string, { until, colleagues }: Around) {
  const id = siteId + uuidOf(`list ${siteId} ${plan.name}`);
  const chance = seeded(id);
  const formerly = plan.formerly && { name: plan.formerly.name, until: until - plan.formerly.daysAgo * DAY };
  const { kind, name, description = '' } = plan;
  const list: SiteList = { id, kind, name, formerly, description, at: until - 600 * DAY };
  const idAt = (path: string): string => (path === '' ? id : id + uuidOf(`${id} ${path}`));
  const author = (): string => colleagues[chance.below(colleagues.length)]?.name ?? '';

  const folders = (plan.folders ?? [])
    .filter(([path]) => path !== '')
    .map(([path]): SiteFolder => {
      const { parent, last } = cut(path);
      return { id: idAt(path), list, name: last, parentId: idAt(parent), at: until - 500 * DAY, by: author() };
    });

  function planned(object: ObjectPlan): SiteObject {
    const { parent, last } = cut(object.path);
    const made = (at: number, number: number, sizeBytes: number): DocumentVersion => ({
      version: `${number + 1}.0`,
      versionId: (number + 1) * 512,
      at: until - at * DAY + 10 * HOUR,
      by: author(),
      sizeBytes,
    });
    const [first = [1, 0] as const, ...later] = object.versions;
    const objectId = idAt(object.path);
    return {
      id: objectId,
      list,
      ...named(kind, last, objectId),
      parentId: idAt(parent),
      createdBy: author(),
      at: until - first[0] * DAY + 10 * HOUR,
      deletedAt: object.deletedDaysAgo === undefined ? undefined : until - object.deletedDaysAgo * DAY + 15 * HOUR,
      purged: object.purged,
      mishap: object.mishap,
      versions: [made(first[0], 0, first[1]), ...later.map(([at, bytes], number) => made(at, number + 1, bytes))],
      attachments: (object.attachments ?? []).map(([attachment, sizeBytes]) => ({
        id: objectId + uuidOf(`${objectId} ${attachment}`),
        name: attachment,
        sizeBytes,
      })),
    };
  }

  function more(path: string, number: number): SiteObject {
    const objectId = id + uuidOf(`${id} ${path} ${number}`);
    const at = Math.floor((until - DAY - chance.below(400 * DAY)) / 1000) * 1000;
    const count = number % 4 === 0 ? 1 + chance.below(4) : 1;
    const made = (version: number): DocumentVersion => ({
      version: `${version + 1}.0`,
      versionId: (version + 1) * 512,
      at: Math.floor((at + ((until - at) * version) / (count + 1)) / 1000) * 1000,
      by: author(),
      sizeBytes: kind === 'list' ? 0 : 500 + chance.below(4_000_000),
    });
    const called =
      kind === 'list'
        ? `${chance.pick(PLACES)} ${number + 1}`
        : `${chance.pick(PLACES)} ${number} ${chance.pick(FILE_NAMES)}`;
    return {
      id: objectId,
      list,
      ...named(kind, called, objectId),
      parentId: idAt(path),
      createdBy: author(),
      at,
      mishap: mishapOf(objectId),
      versions: [made(0), ...Array.from({ length: count - 1 }, (_, version) => made(version + 1))],
      attachments: [],
    };
  }

  const objects = [
    ...(plan.objects ?? []).map(planned),
    ...(plan.folders ?? []).flatMap(([path, count]) =>
      Array.from({ length: count }, (_, number) => more(path, number)),
    ),
  ];
  return { list, folders, objects };
}

/** A list item is a file too: `17_.000`. What people see is its title. */
function named(kind: SiteList['kind'], called: string, id: string): Pick<SiteObject, 'name' | 'title'> {
  return kind === 'library'
    ? { name: called, title: '' }
    : { name: `${Number.parseInt(id.slice(-4), 16)}_.000`, title: called };
}

function cut(path: string): { readonly parent: string; readonly last: string } {
  const at = path.lastIndexOf('/');
  return { parent: path.slice(0, Math.max(at, 0)), last: path.slice(at + 1) };
}
