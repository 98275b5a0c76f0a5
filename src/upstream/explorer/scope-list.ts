/** The scope of an operator, up to hundreds of thousands of items: read while it arrives, compressed, searchable. */
import { safeParse } from '../../core/shape.ts';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

import { foldName, foldText } from '../../core/text.ts';
import type { ScopeItem, ScopeType } from '../../restore/backups/entries/entry.ts';
import type { ScopeList } from '../../restore/backups/catalog.ts';
import { isObject } from '../http/answers.ts';
import { echoOf, id, name } from './api/fields.ts';
import { readLists } from './api/list-splitter.ts';

/** To read one item, its block is decompressed. */
const BLOCK_ITEMS = 64;
/** Approximate memory of an item beside its id, its text and its share of a block. */
const OVERHEAD_BYTES = 80;

/** Items are added one by one, so that they need not all be in memory uncompressed. */
export class CompressedScopeList implements ScopeList {
  readonly counts = { User: 0, Site: 0, Team: 0 };
  bytes = 0;
  readonly #ids: string[] = [];
  readonly #types: ScopeType[] = [];
  /** Folded name and address, separated by a line break, which no folded word contains. */
  readonly #texts: string[] = [];
  readonly #blocks: Uint8Array[] = [];
  /** JSON of the items of the next block. */
  #pending: string[] = [];

  add(item: ScopeItem): void {
    // `join` makes one flat string, where `+` or a template would keep its parts in memory too.
    const text = [foldName(item.name), foldName(item.detail)].join('\n');
    this.#ids.push(item.id);
    this.#types.push(item.type);
    this.#texts.push(text);
    this.counts[item.type] += 1;
    this.bytes += item.id.length + text.length + OVERHEAD_BYTES;
    this.#pending.push(JSON.stringify(item));
    if (this.#pending.length === BLOCK_ITEMS) this.#compress();
  }

  /** Call once, after the last item. */
  done(): ScopeList {
    this.#compress();
    return this;
  }

  find(id: string): ScopeItem | undefined {
    const index = this.#ids.indexOf(id);
    return index === -1 ? undefined : this.#read(index);
  }

  findAll(ids: ReadonlySet<string>): readonly ScopeItem[] {
    const blocks = new Map<number, readonly string[]>();
    const found: ScopeItem[] = [];
    for (const [index, id] of this.#ids.entries()) if (ids.has(id)) found.push(this.#read(index, blocks));
    return found;
  }

  search(typed: string, types: readonly ScopeType[], max: number): readonly ScopeItem[] {
    const words = foldText(typed).split(/[ -]/).filter(Boolean);
    const [firstWord = ''] = words;
    const found = new Map(types.map((type) => [type, { leading: [] as number[], others: [] as number[] }]));
    let missing = found.size;
    for (const [index, text] of this.#texts.entries()) {
      if (missing === 0) break;
      const type = this.#types[index];
      const ofType = type && found.get(type);
      if (ofType === undefined || ofType.leading.length === max) continue;
      if (!words.every((word) => text.includes(word))) continue;
      if (!text.startsWith(firstWord)) {
        if (ofType.others.length < max) ofType.others.push(index);
      } else if (ofType.leading.push(index) === max) missing -= 1;
    }
    const all = [...found.values()];
    const shared = shares(
      all.map(({ leading, others }) => leading.length + others.length),
      max,
    );
    const leading = all.flatMap((ofType, at) => ofType.leading.slice(0, shared[at]));
    const others = all.flatMap((ofType, at) =>
      ofType.others.slice(0, Math.max(0, (shared[at] ?? 0) - ofType.leading.length)),
    );
    const blocks = new Map<number, readonly string[]>();
    return [...leading, ...others].map((index) => this.#read(index, blocks));
  }

  contains(typed: string): boolean {
    const folded = foldText(typed);
    return this.#texts.some((text) => text.includes(folded));
  }

  #compress(): void {
    const json = this.#pending.join('\n');
    // Copied, because the result is a view of a larger buffer.
    const block = new Uint8Array(deflateRawSync(json, { level: 1 }));
    this.#blocks.push(block);
    this.bytes += block.byteLength;
    this.#pending = [];
  }

  /** @param blocks already decompressed */
  #read(index: number, blocks = new Map<number, readonly string[]>()): ScopeItem {
    const number = Math.floor(index / BLOCK_ITEMS);
    const block =
      blocks.get(number) ??
      inflateRawSync(this.#blocks[number] ?? new Uint8Array())
        .toString()
        .split('\n');
    blocks.set(number, block);
    return JSON.parse(block[index % BLOCK_ITEMS] ?? '') as ScopeItem;
  }
}

/** How many of `max` each gets: equal parts, and what some leave over goes to the others. */
function shares(sizes: readonly number[], max: number): readonly number[] {
  const given = sizes.map(() => 0);
  let left = max;
  // The smallest first: what it does not need is shared by the rest.
  const bySize = [...sizes.keys()].toSorted((one, other) => (sizes[one] ?? 0) - (sizes[other] ?? 0));
  for (const [turn, at] of bySize.entries()) {
    given[at] = Math.min(sizes[at] ?? 0, Math.ceil(left / (sizes.length - turn)));
    left -= given[at];
  }
  return given;
}

/** What a list contains, and where its elements have their name and address. */
type ObjectList = readonly [type: ScopeType, object: string, title: string, address: string];
const LISTS: ReadonlyMap<string, ObjectList> = new Map([
  ['users', ['User', 'user', 'displayName', 'name']],
  ['sites', ['Site', 'site', 'title', 'url']],
  ['teams', ['Team', 'team', 'displayName', 'mail']],
]);

function readScopeItem(list: string, value: unknown): ScopeItem | undefined {
  const place = LISTS.get(list);
  if (place === undefined) return undefined;
  const [type, object, title, address] = place;
  const element = isObject(value) ? value : {};
  const { data: itemId } = safeParse(id, element['id']);
  const about = element[object];
  const echo = echoOf(value);
  if (itemId === undefined || !isObject(about) || echo === undefined) return undefined;
  const detail = name.parse(about[address]) ?? '';
  return { id: itemId, type, name: name.parse(about[title]) ?? detail, detail, echo };
}

/** Element by element: neither the text nor its objects are ever held whole. @throws UpstreamError */
export async function readScopeList(body: AsyncIterable<Uint8Array>): Promise<ScopeList> {
  const scope = new CompressedScopeList();
  await readLists(body, {
    lists: LISTS,
    areOptional: true,
    onElement(list, value) {
      const item = readScopeItem(list, value);
      if (item !== undefined) scope.add(item);
    },
  });
  return scope.done();
}
