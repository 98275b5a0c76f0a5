/**
 * Finds the elements of the lists in a JSON object while its bytes arrive: `{"users": [element, …], …}`. To parse 90 MB
 * at once would hold the event loop for most of a second and the memory of it several times over.
 */
export type SplitFault = 'NOT_JSON' | 'MALFORMED';

export interface ListSplitter {
  /** @returns why nothing more can be made of it */
  take(piece: Uint8Array): SplitFault | undefined;
  /** The body is over. */
  end(): SplitFault | undefined;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
/** Allowed before the first byte, and nowhere else (RFC 8259, section 8.1). */
const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf];

/** What is longer is left out: nothing of a scope comes near it. */
const LONGEST_ELEMENT_BYTES = 262_144;
const LONGEST_NAME_BYTES = 128;

/** Bytes that begin in one piece and may end in a later one. */
function createCollector(longest: number) {
  let parts: Uint8Array[] = [];
  let size = 0;
  let isOpen = false;
  return {
    get isOpen() {
      return isOpen;
    },
    open() {
      parts = [];
      size = 0;
      isOpen = true;
    },
    add(part: Uint8Array) {
      size += part.byteLength;
      if (size <= longest) parts.push(part);
      else parts = [];
    },
    /** @returns undefined where it was too long */
    close(): Uint8Array | undefined {
      isOpen = false;
      const [first = new Uint8Array(), ...rest] = parts;
      parts = [];
      if (size > longest) return undefined;
      return rest.length === 0 ? first : Buffer.concat([first, ...rest], size);
    },
  };
}

/**
 * @param wanted names of lists; at least one of them has to be there
 * @param each gets every element of them that is an object, with its list's name
 */
export function createListSplitter(
  wanted: ReadonlySet<string>,
  each: (list: string, element: unknown) => void,
): ListSplitter {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const element = createCollector(LONGEST_ELEMENT_BYTES);
  const name = createCollector(LONGEST_NAME_BYTES);
  let marksSeen = 0;
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  let isOver = false;
  let hasList = false;
  /** The last text in the outermost object: a field's name, if a colon follows. */
  let lastText: unknown;
  let field: unknown;
  let list: string | undefined;

  const read = (bytes: Uint8Array): unknown => {
    try {
      return JSON.parse(decoder.decode(bytes));
    } catch {
      return undefined;
    }
  };

  /** Before the object: blanks and a mark are skipped. */
  function begin(byte: number | undefined): SplitFault | undefined {
    if (byte === BYTE_ORDER_MARK[marksSeen]) {
      marksSeen += 1;
      return undefined;
    }
    marksSeen = BYTE_ORDER_MARK.length;
    if (byte === OPEN_OBJECT) depth = 1;
    else if (byte === OPEN_LIST) return 'MALFORMED';
    else if (!isBlank(byte)) return 'NOT_JSON';
    return undefined;
  }

  /** @returns false where an element ended and cannot be read */
  function close(piece: Uint8Array): boolean {
    depth -= 1;
    if (depth === 0) isOver = true;
    if (depth === 1) list = undefined;
    if (depth !== 2 || !element.isOpen || list === undefined) return true;
    element.add(piece);
    const bytes = element.close();
    if (bytes === undefined) return true;
    const value = read(bytes);
    if (value !== undefined) each(list, value);
    return value !== undefined;
  }

  function take(piece: Uint8Array): SplitFault | undefined {
    /** Where in this piece what is collected begins. */
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at];
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) {
          isInText = false;
          if (name.isOpen) {
            name.add(piece.subarray(from, at + 1));
            const bytes = name.close();
            lastText = bytes && read(bytes);
          }
        }
      } else if (isOver) {
        if (!isBlank(byte)) return 'NOT_JSON';
      } else if (depth === 0) {
        const fault = begin(byte);
        if (fault !== undefined) return fault;
      } else if (byte === QUOTE) {
        isInText = true;
        if (depth === 1) {
          name.open();
          from = at;
        }
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        if (depth === 1 && byte === OPEN_LIST && typeof field === 'string' && wanted.has(field)) {
          list = field;
          hasList = true;
        } else if (depth === 2 && list !== undefined && byte === OPEN_OBJECT) {
          element.open();
          from = at;
        }
        depth += 1;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        if (!close(piece.subarray(from, at + 1))) return 'NOT_JSON';
      } else if (depth === 1 && (byte === COLON || byte === COMMA)) {
        field = byte === COLON ? lastText : undefined;
      }
    }
    if (element.isOpen) element.add(piece.subarray(from));
    else if (name.isOpen) name.add(piece.subarray(from));
    return undefined;
  }

  function end(): SplitFault | undefined {
    if (!isOver) return 'NOT_JSON';
    return hasList ? undefined : 'MALFORMED';
  }

  return { take, end };
}

const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
