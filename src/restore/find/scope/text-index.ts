/** Searches names and addresses of many items in one string, in which each name and address ends with a line break. */
import { foldText } from '../../../core/text.ts';

export interface Haystack {
  add(name: string, detail: string): void;
  /** Nothing may be added afterwards. */
  close(): void;
  /** Positions in the order of adding; names that begin with the first word come first. */
  search(typed: string, most: number): readonly number[];
  readonly count: number;
  readonly bytes: number;
}

/** Folded words contain none. */
const BREAK = '\n';
const LATIN_1 = /^[\0-\u00ff]*$/;

export function createHaystack(): Haystack {
  let lines: string[] = [];
  let text = '';
  let starts = new Uint32Array();
  let bytes = 0;

  function close(): void {
    text = lines.join('');
    starts = new Uint32Array(lines.length + 1);
    for (const [place, line] of lines.entries()) starts[place + 1] = (starts[place] ?? 0) + line.length;
    lines = [];
    bytes = starts.byteLength + text.length * (LATIN_1.test(text) ? 1 : 2);
  }

  function* holding(words: readonly string[]): Generator<number> {
    // The longest word matches the fewest items.
    const [sought = '', ...others] = words.toSorted((one, other) => other.length - one.length);
    let place = 0;
    for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, starts[place])) {
      while ((starts[place + 1] ?? Infinity) <= at) place += 1;
      const line = others.length === 0 ? '' : text.slice(starts[place], starts[place + 1]);
      if (others.every((word) => line.includes(word))) yield place;
      place += 1;
    }
  }

  return {
    add(name, detail) {
      lines.push(`${foldText(name)}${BREAK}${foldText(detail)}${BREAK}`);
    },
    close,
    search(typed, most) {
      const words = foldText(typed).split(' ').filter(Boolean);
      const [first] = words;
      if (first === undefined) return Array.from({ length: Math.min(most, starts.length - 1) }, (_, place) => place);
      const begun: number[] = [];
      const rest: number[] = [];
      for (const place of holding(words)) {
        if (begun.length >= most) break;
        if (text.startsWith(first, starts[place])) begun.push(place);
        else if (rest.length < most) rest.push(place);
      }
      return [...begun, ...rest].slice(0, most);
    },
    get count() {
      return Math.max(lines.length, starts.length - 1);
    },
    get bytes() {
      return bytes;
    },
  };
}
