/** Whose data an administrator's explore session has: its mailboxes, drives, sites or teams, up to hundreds of thousands. */
import type { ScopeList } from '../../restore/backups/catalog.ts';
import type { Container, ScopeItem, ScopeType } from '../../restore/backups/entries/entry.ts';
import type { Access } from '../../restore/state/ports.ts';
import { echoOf, type Read } from './api/fields.ts';
import { readToEnd } from './api/long-listing.ts';
import { CompressedScopeList } from './scope-list.ts';
import type { ServiceApi } from './api/service-api.ts';
import type { Listing } from './api/workload-api.ts';

const asItem =
  (type: ScopeType, read: Read<Container>): Read<ScopeItem> =>
  (value) => {
    const container = read(value);
    const echo = echoOf(value);
    if (container === undefined || echo === undefined) return undefined;
    const { id, name, detail = '', isArchive } = container;
    return { id, type, name, detail, echo, isArchive: isArchive || undefined };
  };

/** Containers as scope items. */
export function itemsOf(type: ScopeType, { otherwise, ...listing }: Listing<Container>): Listing<ScopeItem> {
  const items = { ...listing, read: asItem(type, listing.read) };
  return otherwise === undefined ? items : { ...items, otherwise: itemsOf(type, otherwise) };
}

/** All of a listing. @throws UpstreamError also where it does not end, since whoever is missing could not be told */
export async function readExploredScope(
  api: ServiceApi,
  access: Access,
  listing: Listing<ScopeItem>,
): Promise<ScopeList> {
  const scope = new CompressedScopeList();
  await readToEnd(api, access, { ...listing, limit: 'scope' }, (item) => scope.add(item));
  return scope.done();
}
