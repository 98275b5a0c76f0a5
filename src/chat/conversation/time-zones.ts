/** In which time zone a person is: their messages say it, the presses of some clients do not. */
import type { Asker } from '../../core/person.ts';

export interface Zones {
  /** The asker in the zone that this activity named, or else in the one that was named last. */
  recall(asker: Asker): Asker;
}

const KEPT = 10_000;

/** Of the people who wrote lately, in this process. Nobody misses more than the zone's own words for a day. */
export function createZones(): Zones {
  const known = new Map<string, string>();
  return {
    recall(asker) {
      const { key, address } = asker;
      const zone = address.zone ?? known.get(key.personId);
      if (zone === undefined) return asker;
      // The newest last: the first is who was heard of least lately.
      known.delete(key.personId);
      known.set(key.personId, zone);
      for (const [oldest] of known) {
        if (known.size <= KEPT) break;
        known.delete(oldest);
      }
      return { ...asker, address: { ...address, zone } };
    },
  };
}
