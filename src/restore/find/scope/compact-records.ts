/** Stores scope items compactly: the JSON of most items differs only in a few places from that of others ("shapes"). */
import type { ScopeItem } from '../../model/catalog.ts';

/** In the order of the first byte of a record. */
export const SCOPE_TYPES = ['User', 'Site', 'Team'] as const satisfies readonly ScopeItem['type'][];

export interface ScopeRecords {
  /** @returns where the record begins */
  add(item: ScopeItem): number;
  /** @param start as returned by `add`; `end` where the next record begins, or the records end */
  read(start: number, end: number): ScopeItem;
  idOf(start: number): string;
  /** Releases reserved memory. Nothing may be added afterwards. */
  close(): void;
  readonly length: number;
}

/** JSON text of one line has none. */
const BREAK = 0x0a;
const HEADER_BYTES = 6;
const SHAPES = 8;
/** An item that differs by more than this becomes a shape itself. */
const MAX_DIFFERENCE_BYTES = 48;
const MAX_SHARED = 0xffff;

/** Placeholders in a shape: characters that JSON text does not contain. */
const [ID, NAME, DETAIL] = ['\u0001', '\u0002', '\u0003'] as const;
const PLACEHOLDERS = new RegExp(`[${ID}${NAME}${DETAIL}]`, 'g');

/** Long ids are also replaced within links, where they have no quotes; short ones could match anything. */
const idMark = (id: string): string => (id.length < 10 ? id : id.slice(1, -1));

/** @param id with `name` and `detail` as JSON text */
const shapeOf = (echo: string, id: string, name: string, detail: string): string =>
  echo.replaceAll(idMark(id), ID).replaceAll(name, NAME).replaceAll(detail, DETAIL);

function echoOf(shape: string, id: string, name: string, detail: string): string {
  const marks: Readonly<Record<string, string>> = { [ID]: idMark(id), [NAME]: name, [DETAIL]: detail };
  return shape.replaceAll(PLACEHOLDERS, (mark) => marks[mark] ?? '');
}

/**
 * A record: type, shape, how many bytes it shares with the shape's front and back (two bytes each), then id, name and
 * detail as JSON text, a line each, and what is left of the echo between front and back.
 */
export function createScopeRecords(): ScopeRecords {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const shapes: Uint8Array[] = [];
  let bytes = new Uint8Array(64 * 1024);
  let length = 0;

  function append(more: Uint8Array): void {
    if (length + more.length > bytes.length) {
      // Transferred rather than copied, so that the old buffer is released at once.
      const room = Math.max(Math.ceil(bytes.length * 1.5), length + more.length);
      bytes = new Uint8Array(bytes.buffer.transfer(room));
    }
    bytes.set(more, length);
    length += more.length;
  }

  function bestShape(shape: Uint8Array): Shared {
    let best: Shared | undefined;
    for (const [index, other] of shapes.entries()) {
      const shared = sharedWith(shape, other, index);
      if (best === undefined || shared.front + shared.back > best.front + best.back) best = shared;
      if (shape.length - best.front - best.back <= MAX_DIFFERENCE_BYTES) return best;
    }
    if (best !== undefined && shapes.length === SHAPES) return best;
    shapes.push(shape);
    return sharedWith(shape, shape, shapes.length - 1);
  }

  return {
    add(item) {
      const start = length;
      const texts = [item.id, item.name, item.detail].map((text) => JSON.stringify(text));
      const [id = '', name = '', detail = ''] = texts;
      // Text that contains placeholder characters itself is stored without placeholders.
      const isShaped = item.echo.search(PLACEHOLDERS) === -1;
      const shape = encoder.encode(isShaped ? shapeOf(item.echo, id, name, detail) : item.echo);
      const { index, front, back } = bestShape(shape);
      const kind = SCOPE_TYPES.indexOf(item.type) * 2 + (isShaped ? 1 : 0);
      append(Uint8Array.of(kind, index, front % 256, Math.floor(front / 256), back % 256, Math.floor(back / 256)));
      append(encoder.encode(`${id}\n${name}\n${detail}\n`));
      append(shape.subarray(front, shape.length - back));
      return start;
    },
    read(start, end) {
      const [kind = 0, index = 0, ...shared] = bytes.subarray(start, start + HEADER_BYTES);
      const [frontLow = 0, frontHigh = 0, backLow = 0, backHigh = 0] = shared;
      let at = start + HEADER_BYTES;
      const [id = '', name = '', detail = ''] = Array.from({ length: 3 }, () => {
        const from = at;
        at = bytes.indexOf(BREAK, from) + 1;
        return decoder.decode(bytes.subarray(from, at - 1));
      });
      const shape = shapes[index] ?? new Uint8Array();
      const front = shape.subarray(0, frontLow + frontHigh * 256);
      const back = shape.subarray(shape.length - backLow - backHigh * 256);
      const echo = decoder.decode(joined([front, bytes.subarray(at, end), back]));
      const parsed = (json: string): string => JSON.parse(json) as string;
      return {
        id: parsed(id),
        type: SCOPE_TYPES[Math.floor(kind / 2)] ?? 'User',
        name: parsed(name),
        detail: parsed(detail),
        echo: kind % 2 === 1 ? echoOf(echo, id, name, detail) : echo,
      };
    },
    idOf(start) {
      const from = start + HEADER_BYTES;
      return JSON.parse(decoder.decode(bytes.subarray(from, bytes.indexOf(BREAK, from)))) as string;
    },
    close() {
      bytes = new Uint8Array(bytes.buffer.transfer(length));
    },
    get length() {
      return length;
    },
  };
}

interface Shared {
  readonly index: number;
  readonly front: number;
  readonly back: number;
}

/** In bytes: the difference may begin within a character. */
function sharedWith(shape: Uint8Array, other: Uint8Array, index: number): Shared {
  const most = Math.min(shape.length, other.length, MAX_SHARED);
  let front = 0;
  while (front < most && shape[front] === other[front]) front += 1;
  let back = 0;
  while (back < most - front && shape[shape.length - 1 - back] === other[other.length - 1 - back]) back += 1;
  return { index, front, back };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
