import type { Suspensions } from '../state/ports.ts';

/**
 * Asked when a sign-in starts, when its tokens arrive, and at each renewal. A record that does not open counts: losing a key must not let
 * anybody in.
 *
 * @param ids of one person: who asked, and who signs in where that may be another account
 * @throws StorageUnavailableError
 */
export async function isSuspended(
  suspensions: Pick<Suspensions, 'read'>,
  ...ids: readonly (string | undefined)[]
): Promise<boolean> {
  const distinct = new Set(ids.flatMap((id) => (id === undefined ? [] : [id.toLowerCase()])));
  const records = await Promise.all([...distinct].map((id) => suspensions.read(id)));
  return records.some(({ kind }) => kind !== 'absent');
}
