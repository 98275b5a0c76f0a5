/** A list: what is to be restored, grouped by whose data it is, which, and as of when. Pure. */
import * as z from 'zod';
import type { Shape } from '../../core/shape.ts';
import type { AccessKind } from './entries/access-kind.ts';
import { originFields, type Origin, type Point } from './catalog.ts';
import { containerSchema, entrySchema, type Entry, type Scope } from './entries/entry.ts';
import { policyOf } from '../access/kinds/policy.ts';

/**
 * What one list, and so one restore, may hold: people, sites and teams; places (whose data, which, as of when), each of which is
 * on the confirm card; items of each owner; and items in all.
 */
export const LIST_LIMITS = { owners: 20, places: 40, itemsOfOwner: 2_000, items: 10_000 } as const;
export const LIST_LIMIT_CODES = ['list-full', 'too-many-items', 'too-many-owners', 'too-many-places'] as const;

export type ListGroup = Shape<typeof listGroupSchema>;
export const listGroupSchema = z.object({
  ...originFields,
  /** For the names of those that its entries are in; absent where they were not listed. */
  containers: z.array(containerSchema).optional(),
  entries: z.array(entrySchema),
});

type BackupPlace = { readonly [Field in 'scope' | 'workload' | 'point' | 'showDeleted']?: Origin[Field] | undefined };

/** `own`, `organization`, or the id of a person, site or team. */
export const ownerOf = (scope: Scope | undefined): string | undefined =>
  scope?.kind === 'item' ? scope.item.id : scope?.kind;
const pointOf = (point: Point | undefined): string | undefined => (point?.kind === 'at' ? point.id : point?.kind);

/** Identifies whose data, which, as of when. Ids are valid within it only. */
export const whereOf = ({ scope, workload, point, showDeleted }: BackupPlace): string =>
  JSON.stringify([scope?.kind, ownerOf(scope), workload, pointOf(point), showDeleted]);

/** As `whereOf`; a session of administrators opens everybody's data, of which the scope is a part. */
export const sessionWhereOf = (place: BackupPlace, access: AccessKind): string =>
  whereOf(policyOf(access).isOrganizationWide ? { ...place, scope: undefined } : place);

export const isSameSession = (one: BackupPlace, other: BackupPlace, access: AccessKind): boolean =>
  sessionWhereOf(one, access) === sessionWhereOf(other, access);

export const isSameWhere = (one: BackupPlace, other: BackupPlace): boolean => whereOf(one) === whereOf(other);

export const identityOf = ({ containerId, within, id }: Entry): string => JSON.stringify([containerId, within, id]);

/** Each entry once. Another version of a document replaces the one before, in its place. */
export function merged(entries: readonly Entry[], more: readonly Entry[]): readonly Entry[] {
  if (more.length === 0) return entries;
  return [...new Map([...entries, ...more].map((entry) => [identityOf(entry), entry])).values()];
}

/** The entries of each kind, of whomever, in order. */
export const kindsOf = (groups: readonly ListGroup[]) =>
  [...Map.groupBy(groups, ({ workload }) => workload)].map(([workload, ofKind]) => ({
    workload,
    entries: entriesIn(ofKind),
  }));

export const entriesIn = (groups: readonly ListGroup[]): readonly Entry[] => groups.flatMap(({ entries }) => entries);

export const countOf = (groups: readonly Pick<ListGroup, 'entries'>[]): number =>
  groups.reduce((sum, { entries }) => sum + entries.length, 0);

const withoutEmpty = (groups: readonly ListGroup[]): readonly ListGroup[] =>
  groups.filter(({ entries }) => entries.length > 0);

/** The list with a group in its place. An entry that was picked as of another day is restored from the day picked last. */
export function withGroup(list: readonly ListGroup[], group: ListGroup): readonly ListGroup[] {
  const picked = new Set(group.entries.map(identityOf));
  const at = list.findIndex((other) => isSameWhere(other, group));
  const others = list.map((other, index) => {
    if (index !== at) return { ...other, entries: other.entries.filter((entry) => !picked.has(identityOf(entry))) };
    const { containers = other.containers, opened = other.opened } = group;
    return { ...other, containers, opened, entries: merged(other.entries, group.entries) };
  });
  return withoutEmpty(at < 0 ? [...others, group] : others);
}

export const withoutKeys = (list: readonly ListGroup[], keys: ReadonlySet<string>): readonly ListGroup[] =>
  withoutEmpty(list.map((group) => ({ ...group, entries: group.entries.filter(({ key }) => !keys.has(key)) })));

interface ListLimit {
  readonly code: (typeof LIST_LIMIT_CODES)[number];
  readonly most: number;
}

/** What was found in everybody's data is of several. */
function ofOwners({
  scope,
  entries,
}: ListGroup): readonly { readonly owner: string; readonly entries: readonly Entry[] }[] {
  if (scope.kind !== 'organization') return [{ owner: ownerOf(scope) ?? '', entries }];
  return [...Map.groupBy(entries, ({ containerId }) => containerId)].map(([owner, of]) => ({ owner, entries: of }));
}

/** Why so much is not restored at once. @returns undefined where it may be */
export function limitOf(groups: readonly ListGroup[]): ListLimit | undefined {
  const owners = Map.groupBy(groups.flatMap(ofOwners), ({ owner }) => owner);
  if (owners.size > LIST_LIMITS.owners) return { code: 'too-many-owners', most: LIST_LIMITS.owners };
  if (groups.length > LIST_LIMITS.places) return { code: 'too-many-places', most: LIST_LIMITS.places };
  const isFull = [...owners.values()].some((ofOwner) => countOf(ofOwner) > LIST_LIMITS.itemsOfOwner);
  if (isFull) return { code: 'list-full', most: LIST_LIMITS.itemsOfOwner };
  return countOf(groups) > LIST_LIMITS.items ? { code: 'too-many-items', most: LIST_LIMITS.items } : undefined;
}

/** As many of the group's entries as may be restored together with the list, and the limit where that is not all. */
export function fitting(
  list: readonly ListGroup[],
  group: ListGroup,
): { readonly entries: readonly Entry[]; readonly limit: ListLimit | undefined } {
  const { entries } = group;
  const limitOfFirst = (count: number) => limitOf(withGroup(list, { ...group, entries: entries.slice(0, count) }));
  const limit = limitOfFirst(entries.length);
  let [fits, tooMany] = limit === undefined ? [entries.length, Infinity] : [0, entries.length];
  while (tooMany - fits > 1 && tooMany !== Infinity) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (limitOfFirst(middle) === undefined) fits = middle;
    else tooMany = middle;
  }
  return { entries: entries.slice(0, fits), limit };
}
