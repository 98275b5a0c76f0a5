/** The scope of an operator, up to hundreds of thousands of items: read while it arrives, compressed, searchable. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';

import { UpstreamError } from '../../core/errors.ts';
import { foldText } from '../../core/text.ts';
import type { ScopeItem, ScopeList } from '../../restore/model/catalog.ts';
import { isObject } from '../answers.ts';
import { echoOf, id, name } from './fields.ts';

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
const LISTS: ReadonlyMap<string | undefined, ObjectList> = new Map([
  ['users', ['User', 'user', 'displayName', 'name']],
  ['sites', ['Site', 'site', 'title', 'url']],
  ['teams', ['Team', 'team', 'displayName', 'mail']],
]);

const [QUOTE, COMMA, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('",\\[]{}');
const BLANKS: ReadonlySet<unknown> = new Set(Buffer.from(' \t\n\r'));
/** Allowed before the object (RFC 8259, section 8.1). */
const BYTE_ORDER_MARK: ReadonlySet<unknown> = new Set(Buffer.from('\uFEFF'));

/** Longer elements are left out: no documented one comes near it. */
const LONGEST_ELEMENT_BYTES = 262_144;

const fault = (code: 'NOT_JSON' | 'MALFORMED'): UpstreamError => new UpstreamError('backup service', code);

/**
 * Finds the elements of the lists in a JSON object while its bytes arrive: `{"users": [element, …], …}`. Parsing 90 MB at
 * once would block the event loop for most of a second and take several times its size in memory. Throws UpstreamError
 * NOT_JSON or MALFORMED.
 */
export class ListSplitter {
  readonly #onElement: (list: ObjectList, element: unknown) => void;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  /** Open objects and lists around the current byte. */
  #depth = 0;
  #isOver = false;
  #isInText = false;
  #isEscaped = false;
  #list: ObjectList | undefined;
  #hasList = false;
  /** What has arrived of an element, or of a field's name with its colon. */
  #parts: Uint8Array[] | undefined;
  #size = 0;

  /** @param onElement gets every object in the lists, one of which has to exist */
  constructor(onElement: (list: ObjectList, element: unknown) => void) {
    this.#onElement = onElement;
  }

  take(chunk: Uint8Array): void {
    /** Where the collected bytes begin in this chunk. */
    let from = 0;
    const collect = (at: number): void => {
      this.#parts = [];
      this.#size = 0;
      from = at;
    };
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (this.#isInText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#isInText = false;
      } else if (this.#depth === 0) {
        this.#readOutside(byte);
        collect(at + 1);
      } else if (byte === QUOTE) {
        this.#isInText = true;
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        if (this.#depth === 1 && byte === OPEN_LIST) this.#openList(chunk.subarray(from, at));
        else if (this.#depth === 2 && byte === OPEN_OBJECT && this.#list !== undefined) collect(at);
        this.#depth += 1;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        this.#close(chunk.subarray(from, at + 1));
      } else if (byte === COMMA && this.#depth === 1) {
        collect(at + 1);
      }
    }
    this.#add(chunk.subarray(from));
  }

  end(): void {
    if (!this.#isOver) throw fault('NOT_JSON');
    if (!this.#hasList) throw fault('MALFORMED');
  }

  #readOutside(byte: number | undefined): void {
    if (BLANKS.has(byte) || (!this.#isOver && BYTE_ORDER_MARK.has(byte))) return;
    if (this.#isOver || byte !== OPEN_OBJECT)
      throw fault(!this.#isOver && byte === OPEN_LIST ? 'MALFORMED' : 'NOT_JSON');
    this.#depth = 1;
  }

  #openList(lastPart: Uint8Array): void {
    // The collected bytes are a name with its colon; `0` makes a field of it.
    const [name] = Object.keys(this.#collected(lastPart, '{', '0}') ?? {});
    this.#list = LISTS.get(name);
    this.#hasList ||= this.#list !== undefined;
  }

  #close(lastPart: Uint8Array): void {
    this.#depth -= 1;
    if (this.#depth === 0) this.#isOver = true;
    else if (this.#depth === 1) this.#list = undefined;
    else if (this.#depth === 2 && this.#list !== undefined && this.#parts !== undefined) {
      const element = this.#collected(lastPart);
      if (element !== undefined) this.#onElement(this.#list, element);
    }
  }

  #add(part: Uint8Array): void {
    this.#size += part.byteLength;
    if (this.#size <= LONGEST_ELEMENT_BYTES) this.#parts?.push(part);
  }

  /** @returns the value of the collected JSON, undefined where it is too long. @throws UpstreamError where it is none */
  #collected(lastPart: Uint8Array, before = '', after = ''): unknown {
    this.#add(lastPart);
    const parts = this.#parts ?? [];
    this.#parts = undefined;
    if (this.#size > LONGEST_ELEMENT_BYTES) return undefined;
    try {
      return JSON.parse(before + this.#decoder.decode(Buffer.concat(parts)) + after);
    } catch {
      throw fault('NOT_JSON');
    }
  }
}

function readScopeItem([type, object, title, address]: ObjectList, value: unknown): ScopeItem | undefined {
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
  const splitter = new ListSplitter((list, value) => {
    const item = readScopeItem(list, value);
    if (item !== undefined) scope.add(item);
  });
  for await (const chunk of body) splitter.take(chunk);
  splitter.end();
  return scope.done();
}
