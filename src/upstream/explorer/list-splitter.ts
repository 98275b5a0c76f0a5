/**
 * Finds the elements of the lists in a JSON object while its bytes arrive: `{"users": [element, …], …}`. Parsing 90 MB at
 * once would block the event loop for most of a second and take several times its size in memory.
 */
import { UpstreamError } from '../../core/errors.ts';

const [QUOTE, COMMA, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('",\\[]{}');
const BLANKS: ReadonlySet<unknown> = new Set(Buffer.from(' \t\n\r'));
/** Allowed before the object (RFC 8259, section 8.1). */
const BYTE_ORDER_MARK: ReadonlySet<unknown> = new Set(Buffer.from('\uFEFF'));

/** Longer elements are left out: no documented one comes near it. */
const LONGEST_ELEMENT_BYTES = 262_144;

const fault = (code: 'NOT_JSON' | 'MALFORMED'): UpstreamError => new UpstreamError('backup service', code);

export class ListSplitter<List extends string> {
  readonly #lists: readonly List[];
  readonly #onElement: (list: List, element: unknown) => void;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  /** Open objects and lists around the current byte. */
  #depth = 0;
  #isOver = false;
  #isInText = false;
  #isEscaped = false;
  /** The list whose elements are being read. */
  #list: List | undefined;
  #hasList = false;
  /** What has arrived of an element, or of a field's name with its colon. */
  #parts: Uint8Array[] | undefined;
  #size = 0;

  /** @param onElement gets every object in the `lists`, one of which has to exist */
  constructor(lists: readonly List[], onElement: (list: List, element: unknown) => void) {
    this.#lists = lists;
    this.#onElement = onElement;
  }

  /** @throws UpstreamError NOT_JSON, MALFORMED */
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

  /** The body is over. @throws UpstreamError NOT_JSON, MALFORMED */
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
    this.#list = this.#lists.find((list) => list === name);
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
