/** Whose data an administrator's explore session has: its mailboxes, drives, sites or teams, up to hundreds of thousands. */
import { endlessListing, UpstreamError } from '../../core/errors.ts';
import { isNotServed } from '../../restore/backups/service-error.ts';
import type { ScopeList } from '../../restore/backups/catalog.ts';
import type { Container, ScopeItem, ScopeType } from '../../restore/backups/entries/entry.ts';
import type { Access } from '../../restore/state/ports.ts';
import { UPSTREAM } from '../backup-service.ts';
import { echoOf, type Read } from './api/fields.ts';
import { CompressedScopeList } from './scope-list.ts';
import type { ServiceApi } from './api/service-api.ts';
import type { Listing } from './api/workload-api.ts';

/** Far beyond any organization: the listing does not end. */
const MOST_ITEMS = 1_000_000;

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

/**
 * All of a listing, each item once. Each page begins where the one before ended: the service may put fewer into one than it was asked
 * for.
 *
 * @throws UpstreamError also where the listing does not end, since whoever is missing could not be told
 */
export async function readExploredScope(
  api: ServiceApi,
  access: Access,
  { otherwise, ...listing }: Listing<ScopeItem>,
): Promise<ScopeList> {
  const scope = new CompressedScopeList();
  const seen = new Set<string>();
  for (let offset = 0, more = true; more;) {
    const isFirst = offset === 0 && otherwise !== undefined;
    const part = await api.longPage(access, { ...listing, limit: 'scope' }, offset).catch((error: unknown) => {
      if (isFirst && isNotServed(error)) return undefined;
      throw error;
    });
    const { results = [], count = 0 } = part ?? {};
    if (isFirst && count === 0) return readExploredScope(api, access, otherwise);
    const fresh = results.filter(({ id }) => !seen.has(id));
    for (const item of fresh) {
      seen.add(item.id);
      scope.add(item);
    }
    offset += count;
    more = part?.more === true;
    if (more && (count === 0 || (fresh.length === 0 && results.length > 0))) throw endlessListing();
    if (offset > MOST_ITEMS) throw new UpstreamError(UPSTREAM, 'TOO_LARGE');
  }
  return scope.done();
}
