/** Remembers each person's time zone: messages name it, button presses of some clients do not. */
import type { Asker } from '../../core/person.ts';

export interface TimeZones {
  /** @returns the asker in the time zone of this activity, or else in the last one their messages named */
  recall(asker: Asker): Asker;
}

const REMEMBERED_PEOPLE = 10_000;

export function createTimeZones(): TimeZones {
  const zones = new Map<string, string>();
  return {
    recall(asker) {
      const { key, address } = asker;
      const zone = address.zone ?? zones.get(key.personId);
      if (zone === undefined) return asker;
      // Re-inserted, so that the first entry is the least recently used one.
      zones.delete(key.personId);
      zones.set(key.personId, zone);
      for (const [oldest] of zones) {
        if (zones.size <= REMEMBERED_PEOPLE) break;
        zones.delete(oldest);
      }
      return { ...asker, address: { ...address, zone } };
    },
  };
}
