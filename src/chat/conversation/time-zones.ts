/** Remembers each person's time zone: messages name it, button presses of some clients do not. */
import { BoundedMap } from '../../core/bounded-map.ts';
import type { Asker } from '../../core/person.ts';

export interface TimeZones {
  /** @returns the asker in the time zone of this activity, or else in the last one their messages named */
  recall(asker: Asker): Asker;
}

const REMEMBERED_PEOPLE = 10_000;

export function createTimeZones(): TimeZones {
  const zones = new BoundedMap<string, string>({ max: REMEMBERED_PEOPLE });
  return {
    recall(asker) {
      const { key, address } = asker;
      const zone = address.zone ?? zones.get(key.personId);
      if (zone === undefined) return asker;
      zones.set(key.personId, zone);
      return { ...asker, address: { ...address, zone } };
    },
  };
}
