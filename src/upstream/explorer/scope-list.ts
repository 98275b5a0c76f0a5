/** The scope of an operator, up to hundreds of thousands of items: read while it arrives, compressed, searchable. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';

import { foldText } from '../../core/text.ts';
import type { ScopeItem } from '../../restore/model/entry.ts';
import type { ScopeList } from '../../restore/model/catalog.ts';
import { isObject } from '../answers.ts';
import { echoOf, id, name } from './fields.ts';
import { readLists } from './list-splitter.ts';

/** To read one item, its block is decompressed. */
const BLOCK_ITEMS = 64;
/** Approximate memory of an item beside its id, its text and its share of a block. */
const OVERHEAD_BYTES = 80;

/** Items are added one by one, so that they need not all be in memory uncompressed. */
export class CompressedScopeList implements ScopeList {
  readonly counts = { User: 0, Site: 0, Team: 0 };
  bytes = 0;
  readonly #ids: string[] = [];
  readonly #types: ScopeItem['type'][] = [];
  /** Folded name and address, separated by a line break, which no folded word contains. */
  readonly #texts: string[] = [];
  readonly #blocks: Uint8Array[] = [];
  /** JSON of the items of the next block. */
  #pending: string[] = [];

  add(item: ScopeItem): void {
    // `join` makes one flat string, where `+` or a template would keep its parts in memory too.
    const text = [foldText(item.name), foldText(item.detail)].join('\n');
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

  search(typed: string, type: ScopeItem['type'], max: number): readonly ScopeItem[] {
    const words = foldText(typed).split(' ').filter(Boolean);
    const [firstWord = ''] = words;
    const leading: number[] = [];
    const others: number[] = [];
    for (const [index, text] of this.#texts.entries()) {
      if (leading.length === max) break;
      if (this.#types[index] !== type || !words.every((word) => text.includes(word))) continue;
      if (text.startsWith(firstWord)) leading.push(index);
      else if (others.length < max) others.push(index);
    }
    return [...leading, ...others].slice(0, max).map((index) => this.#read(index));
  }

  #compress(): void {
    const json = this.#pending.join('\n');
    // Copied, because the result is a view of a larger buffer.
    const block = new Uint8Array(deflateRawSync(json, { level: 1 }));
    this.#blocks.push(block);
    this.bytes += block.byteLength;
    this.#pending = [];
  }

  #read(index: number): ScopeItem {
    const block = this.#blocks[Math.floor(index / BLOCK_ITEMS)] ?? new Uint8Array();
    const json = inflateRawSync(block).toString().split('\n')[index % BLOCK_ITEMS];
    return JSON.parse(json ?? '') as ScopeItem;
  }
}

/** What a list contains, and where its elements have their name and address. */
type ObjectList = readonly [type: ScopeItem['type'], object: string, title: string, address: string];
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
  const { data: itemId } = id.safeParse(element['id']);
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
    onElement(list, value) {
      const item = readScopeItem(list, value);
      if (item !== undefined) scope.add(item);
    },
  });
  return scope.done();
}
