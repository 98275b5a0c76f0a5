/** The scope of an operator, up to hundreds of thousands of items: compact in memory, searchable while typing. */
import type { ScopeList } from '../../model/catalog.ts';
import type { ScopeItem } from '../../model/catalog.ts';
import { createScopeRecords, type ScopeRecords } from './compact-records.ts';
import { createHaystack, type Haystack } from './text-index.ts';

/** Adds items one by one, so that they need not all be in memory besides. */
export interface ScopeListBuilder {
  add(item: ScopeItem): void;
  /** Call once, after the last item. */
  done(): ScopeList;
}

interface OfType {
  readonly haystack: Haystack;
  /** Positions in the whole list, by position among the items of the type. */
  readonly places: Uint32Array;
}

interface Gathered {
  readonly records: ScopeRecords;
  /** Where each record begins, then where the last one ends. */
  readonly starts: Uint32Array;
  readonly types: Readonly<Record<ScopeItem['type'], OfType>>;
}

/** FNV-1a, over UTF-16. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

interface Ids {
  /** -1 where there is none. */
  place(id: string): number;
  readonly bytes: number;
}

/** A hash table of positions by id, with linear probing, that does not store the ids again. */
function indexIds(count: number, idAt: (place: number) => string): Ids {
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(count * 2 + 1)));
  /** @returns the slot of the id, or the free one for it; a slot holds a position plus one */
  const slotOf = (id: string): number => {
    let slot = hashOf(id) % slots.length;
    for (let held = slots[slot] ?? 0; held !== 0 && idAt(held - 1) !== id; held = slots[slot] ?? 0) {
      slot = (slot + 1) % slots.length;
    }
    return slot;
  };
  for (let place = 0; place < count; place += 1) {
    const slot = slotOf(idAt(place));
    // The first of two items with the same id wins.
    if (slots[slot] === 0) slots[slot] = place + 1;
  }
  return { place: (id) => (slots[slotOf(id)] ?? 0) - 1, bytes: slots.byteLength };
}

function listOf({ records, starts, types }: Gathered): ScopeList {
  const count = starts.length - 1;
  const ids = indexIds(count, (place) => records.idOf(starts[place] ?? 0));
  const read = (place: number): ScopeItem => records.read(starts[place] ?? 0, starts[place + 1] ?? 0);
  const held = Object.values(types);
  return {
    counts: { User: types.User.haystack.count, Site: types.Site.haystack.count, Team: types.Team.haystack.count },
    bytes: held.reduce((sum, { haystack }) => sum + haystack.bytes, records.length + ids.bytes + count * 8),
    find(id) {
      const place = ids.place(id);
      return place === -1 ? undefined : read(place);
    },
    search(typed, type, most) {
      const { haystack, places } = types[type];
      return haystack.search(typed, most).map((own) => read(places[own] ?? 0));
    },
  };
}

export function scopeListBuilder(): ScopeListBuilder {
  const records = createScopeRecords();
  const starts: number[] = [];
  const ofType = () => ({ haystack: createHaystack(), places: [] as number[] });
  const types = { User: ofType(), Site: ofType(), Team: ofType() };
  const closed = ({ haystack, places }: ReturnType<typeof ofType>): OfType => {
    haystack.close();
    return { haystack, places: Uint32Array.from(places) };
  };
  return {
    add(item) {
      types[item.type].haystack.add(item.name, item.detail);
      types[item.type].places.push(starts.length);
      starts.push(records.add(item));
    },
    done() {
      records.close();
      return listOf({
        records,
        starts: Uint32Array.from(starts.concat(records.length)),
        types: { User: closed(types.User), Site: closed(types.Site), Team: closed(types.Team) },
      });
    },
  };
}

/** @param items taken one after the other */
export function createScopeList(items: Iterable<ScopeItem>): ScopeList {
  const builder = scopeListBuilder();
  for (const item of items) builder.add(item);
  return builder.done();
}
