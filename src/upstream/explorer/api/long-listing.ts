/** Listings that may be long: an organization's mailboxes or restore points. */
import { endlessListing, UpstreamError } from '../../../core/errors.ts';
import { isNotServed } from '../../../restore/backups/service-error.ts';
import type { Access } from '../../../restore/state/ports.ts';
import { UPSTREAM } from '../../backup-service.ts';
import type { ServiceApi, TimeLimits } from './service-api.ts';
import type { Listing } from './workload-api.ts';

/** Far beyond any organization: the listing does not end. */
const MOST_ITEMS = 1_000_000;

/**
 * Each item of a listing once. Each page begins where the one before ended: the service may put fewer into one than it was asked
 * for.
 *
 * @param limit of each page
 * @throws UpstreamError also where the listing does not end, since what is missing could not be told
 */
export async function readToEnd<T extends { readonly id: string }>(
  api: ServiceApi,
  access: Access,
  { otherwise, ...listing }: Listing<T> & { readonly limit: keyof TimeLimits },
  add: (item: T) => void,
): Promise<void> {
  const seen = new Set<string>();
  for (let offset = 0, more = true; more;) {
    const isFirst = offset === 0 && otherwise !== undefined;
    const part = await api.longPage(access, listing, offset).catch((error: unknown) => {
      if (isFirst && isNotServed(error)) return undefined;
      throw error;
    });
    const { results = [], count = 0 } = part ?? {};
    if (isFirst && count === 0) return readToEnd(api, access, { ...otherwise, limit: listing.limit }, add);
    const fresh = results.filter(({ id }) => !seen.has(id));
    for (const item of fresh) {
      seen.add(item.id);
      add(item);
    }
    offset += count;
    more = part?.more === true;
    if (more && (count === 0 || (fresh.length === 0 && results.length > 0))) throw endlessListing();
    if (offset > MOST_ITEMS) throw new UpstreamError(UPSTREAM, 'TOO_LARGE');
  }
}
