/** Long JSON answers, read while their bytes arrive: the elements of their lists one by one, never the whole. */
import { setImmediate } from 'node:timers/promises';

import { UpstreamError } from '../../../core/errors.ts';
import { countJson, SIMPLE, TextEnds, type JsonLimits } from '../../../core/json.ts';
import { parseExactly } from './exact-json.ts';
import { ADDED } from './fields.ts';

const [QUOTE, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('",[]{}');
const BLANKS: ReadonlySet<unknown> = new Set(Buffer.from(' \t\n\r'));
/** Allowed before the document (RFC 8259, section 8.1). */
const BYTE_ORDER_MARK: ReadonlySet<unknown> = new Set(Buffer.from('\uFEFF'));

/** Larger elements and fields are left out: no documented one comes near it. */
const LARGEST = { bytes: 1_048_576, ...SIMPLE };

/** The name of the list where the document itself is one. */
export const WHOLE = '';

const fault = (code: 'NOT_JSON' | 'MALFORMED'): UpstreamError => new UpstreamError('backup service', code);

interface Listeners {
  /** Gets every object in the lists of these names, one of which has to exist. */
  readonly lists: Pick<ReadonlySet<string>, 'has'>;
  /** None of them has to, unless there is something else; or in any case. */
  readonly areOptional?: boolean | 'always';
  /** Of elements and fields, where some are large by nature. */
  readonly largest?: JsonLimits & { readonly bytes: number };
  readonly onElement: (list: string, element: unknown) => void;
  /** Gets every other field of the document. */
  readonly onField?: ((name: string, value: unknown) => void) | undefined;
}

/**
 * Finds the elements of the lists in a JSON document while its bytes arrive: `{"users": [element, …], …}` or
 * `[element, …]`. Parsing 90 MB at once would block the event loop for most of a second and take several times its size in
 * memory. Throws UpstreamError NOT_JSON or MALFORMED.
 */
export class ListSplitter {
  readonly #listeners: Listeners;
  readonly #largest: JsonLimits & { readonly bytes: number };
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  /** Open objects and lists around the current byte. */
  #depth = 0;
  /** How deep an element of the open list begins; 0 outside of the lists. */
  #elementDepth = 0;
  #isOver = false;
  #isInText = false;
  #isEscaped = false;
  #list = WHOLE;
  #hasList = false;
  /** A field beside the lists that is no hypermedia; found only where the lists are optional. */
  #hasOther = false;
  /** What has arrived of an element, or of a field with its name. */
  #parts: Uint8Array[] | undefined;
  #size = 0;
  #values = 0;

  constructor(listeners: Listeners) {
    this.#listeners = listeners;
    this.#largest = listeners.largest ?? LARGEST;
  }

  /** How many elements, fields and values in them were read: what they cost more than their bytes. */
  get values(): number {
    return this.#values;
  }

  take(chunk: Uint8Array): void {
    /** Where the collected bytes begin in this chunk. */
    let from = 0;
    const texts = new TextEnds(chunk);
    const collect = (at: number): void => {
      this.#parts = [];
      this.#size = 0;
      from = at;
    };
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (this.#isInText) {
        at = texts.after(this.#isEscaped ? at + 1 : at);
        this.#isEscaped = texts.isCut;
        this.#isInText = at === chunk.length;
      } else if (this.#depth === 0) {
        this.#readOutside(byte);
        if (this.#elementDepth === 0) collect(at + 1);
      } else if (byte === QUOTE) {
        this.#isInText = true;
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        if (this.#elementDepth === 0 && this.#depth === 1 && byte === OPEN_LIST)
          this.#openList(chunk.subarray(from, at));
        else if (this.#depth === this.#elementDepth && byte === OPEN_OBJECT) collect(at);
        this.#depth += 1;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        this.#close(chunk.subarray(from, at), chunk.subarray(from, at + 1));
      } else if (byte === COMMA && this.#depth === 1 && this.#elementDepth !== 1) {
        this.#readField(chunk.subarray(from, at));
        collect(at + 1);
      }
    }
    this.#add(chunk.subarray(from));
  }

  end(): void {
    if (!this.#isOver) throw fault('NOT_JSON');
    const { areOptional } = this.#listeners;
    const mayLackLists = areOptional === 'always' || (areOptional === true && !this.#hasOther);
    if (!this.#hasList && !mayLackLists) throw fault('MALFORMED');
  }

  #readOutside(byte: number | undefined): void {
    if (BLANKS.has(byte) || (!this.#isOver && BYTE_ORDER_MARK.has(byte))) return;
    if (this.#isOver || (byte !== OPEN_OBJECT && byte !== OPEN_LIST)) throw fault('NOT_JSON');
    this.#depth = 1;
    if (byte === OPEN_OBJECT) return;
    if (!this.#listeners.lists.has(WHOLE)) throw fault('MALFORMED');
    this.#elementDepth = 1;
    this.#hasList = true;
  }

  #openList(lastPart: Uint8Array): void {
    // The collected bytes are a name with its colon; `0` makes a field of it.
    const [name = WHOLE] = Object.keys(this.#parsed(lastPart, '{', '0}') ?? {});
    if (!this.#listeners.lists.has(name) || name === WHOLE) return;
    this.#list = name;
    this.#elementDepth = 2;
    this.#hasList = true;
    this.#parts = undefined;
  }

  /** @param before what was collected, without the byte that closes. @param including with it */
  #close(before: Uint8Array, including: Uint8Array): void {
    this.#depth -= 1;
    if (this.#depth === 0) {
      this.#isOver = true;
      if (this.#elementDepth !== 1) this.#readField(before);
    }
    if (this.#elementDepth === 0) return;
    if (this.#depth < this.#elementDepth) {
      this.#elementDepth = 0;
      this.#parts = undefined;
    } else if (this.#depth === this.#elementDepth && this.#parts !== undefined) {
      const element = this.#parsed(including);
      this.#parts = undefined;
      if (element !== undefined) this.#listeners.onElement(this.#list, element);
    }
  }

  #readField(lastPart: Uint8Array): void {
    const { lists, areOptional, onField } = this.#listeners;
    if (this.#parts === undefined || (onField === undefined && areOptional !== true)) return;
    const field = this.#parsed(lastPart, '{', '}');
    this.#hasOther ||= field === undefined;
    for (const [name, value] of Object.entries(field ?? {})) {
      this.#hasOther ||= !ADDED.has(name) && !(lists.has(name) && value === null);
      onField?.(name, value);
    }
    this.#parts = undefined;
  }

  #add(part: Uint8Array): void {
    this.#size += part.byteLength;
    if (this.#size <= this.#largest.bytes) this.#parts?.push(part);
  }

  /** @returns the value of the collected JSON, undefined where it is too much. @throws UpstreamError where it is none */
  #parsed(lastPart: Uint8Array, before = '', after = ''): unknown {
    if (this.#size + lastPart.byteLength > this.#largest.bytes) return undefined;
    const parts = this.#parts ?? [];
    const bytes = parts.length === 0 ? lastPart : Buffer.concat([...parts, lastPart]);
    const { values, isSimple } = countJson(bytes, this.#largest);
    this.#values += values + 1;
    if (!isSimple) return undefined;
    try {
      return parseExactly(before + this.#decoder.decode(bytes) + after);
    } catch {
      throw fault('NOT_JSON');
    }
  }
}

/** The event loop runs in between, also where all of an answer has arrived already. */
const READ_AT_ONCE_BYTES = 262_144;
/** Integers that keep their digits take a microsecond each, elements about ten. */
const READ_AT_ONCE_VALUES = 5_000;
/** Has no more elements than are read at once. */
const SLICE_BYTES = 16_384;

/** Reads a body to its end. @returns its bytes. @throws UpstreamError */
export async function readLists(body: AsyncIterable<Uint8Array>, listeners: Listeners): Promise<number> {
  const splitter = new ListSplitter(listeners);
  let bytes = 0;
  const paused = { bytes: 0, values: 0 };
  for await (const chunk of body) {
    for (let at = 0; at < chunk.byteLength; at += SLICE_BYTES) {
      const slice = chunk.subarray(at, at + SLICE_BYTES);
      splitter.take(slice);
      bytes += slice.byteLength;
      const { values } = splitter;
      if (bytes - paused.bytes < READ_AT_ONCE_BYTES && values - paused.values < READ_AT_ONCE_VALUES) continue;
      await setImmediate();
      Object.assign(paused, { bytes, values });
    }
  }
  splitter.end();
  return bytes;
}
