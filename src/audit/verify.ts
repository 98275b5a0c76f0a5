/**
 * Checks the chains of the audit log's instances, line by line in the order of the blobs. Memory grows with the lines of the
 * last days read, not with the log.
 */
import type { Chain } from '../state/audit/line.ts';
import { hashOf } from '../state/audit/line.ts';
import { parseLine, type StoredLine } from '../state/audit/reader.ts';

/** Days whose lines the first line of a day may refer to. */
const REMEMBERED_DAYS = 10;

/** `instance:sequence:hash`, as the bot's own log names the end of a chain. */
const END = /^([^:]+):(\d+):([\w-]{43})$/;

interface Position {
  readonly blob: string;
  readonly number: number;
}

/** The newest line of an instance so far. */
interface Instance extends Position {
  readonly sequence: number;
  readonly hash: string;
  readonly time: string;
  readonly isStopped: boolean;
}

interface OpenEnd {
  readonly instance: string;
  readonly sequence: number;
  readonly time: string;
}

export interface Verification {
  readonly lines: number;
  readonly instances: number;
  readonly firstDay: string | undefined;
  readonly lastDay: string | undefined;
  /** A block whose response was lost is written twice. */
  readonly repeated: number;
  /** Lines that their instance could not store; they are in its log. */
  readonly notStored: number;
  /** Chains without a last line: the instance still runs or was killed, or its last lines were removed. */
  readonly openEnds: readonly OpenEnd[];
}

const at = ({ blob, number }: Position): string => `${blob}, line ${number}`;
const numbers = (from: number, to: number): string =>
  from === to ? `line ${from} of it is missing` : `lines ${from} to ${to} of it are missing`;

/** @returns undefined where it is not of this form */
export function parseEnd(text: string): readonly [instance: string, sequence: number, hash: string] | undefined {
  const [, instance = '', sequence, hash = ''] = END.exec(text) ?? [];
  return sequence === undefined ? undefined : [instance, Number(sequence), hash];
}

export class ChainVerifier {
  readonly #report: (finding: string) => void;
  readonly #instances = new Map<string, Instance>();
  /** Hashes by day. */
  readonly #seen = new Map<string, Set<string>>();
  /** What is still to be found, by `instance:sequence`. */
  readonly #ends: Map<string, string>;
  #firstDay: string | undefined;
  #lastDay: string | undefined;
  #lines = 0;
  #repeated = 0;
  #notStored = 0;

  /**
   * @param options.since the first day read; undefined for the whole log
   * @param options.ends chains must have these lines
   * @param options.report called with a sentence for each finding
   */
  constructor(options: {
    readonly since: string | undefined;
    readonly ends: readonly string[];
    readonly report: (finding: string) => void;
  }) {
    this.#firstDay = options.since;
    this.#report = options.report;
    const ends = options.ends.map(parseEnd).filter((end) => end !== undefined);
    this.#ends = new Map(ends.map(([instance, sequence, hash]) => [`${instance}:${sequence}`, hash]));
  }

  add(line: StoredLine): void {
    const { day, bytes } = line;
    this.#firstDay ??= day;
    this.#lastDay = day;
    const parsed = parseLine(bytes.toString());
    if (parsed?.chain === undefined) {
      this.#report(`${at(line)}: it was not written by a bot, or was changed.`);
      return;
    }
    const hash = hashOf(bytes);
    const { time, event, lines = 0, chain } = parsed;
    const { instance, sequence } = chain;
    if (this.#ofDay(day).has(hash)) {
      this.#repeated += 1;
      return;
    }
    this.#check(line, chain);
    this.#ofDay(day).add(hash);
    this.#lines += 1;
    this.#notStored += event === 'lines-not-stored' ? lines : 0;
    const name = `${instance}:${sequence}`;
    if (this.#ends.get(name) === hash) this.#ends.delete(name);
    if (sequence <= (this.#instances.get(instance)?.sequence ?? 0)) return;
    const { blob, number } = line;
    this.#instances.set(instance, { blob, number, sequence, hash, time, isStopped: event === 'instance-stopped' });
  }

  #check(line: StoredLine, chain: Chain): void {
    const { instance, sequence, previous, previousDay = line.day, newest, newestDay = line.day } = chain;
    const before = this.#instances.get(instance);
    const found = `${at(line)}: instance ${instance}`;
    if (before === undefined) {
      // Lines of days before the first one were not read, or are no longer kept.
      if (sequence > 1 && this.#isRead(previousDay)) this.#report(`${found}: ${numbers(1, sequence - 1)}.`);
    } else if (sequence <= before.sequence) {
      this.#report(`${found}: line ${sequence} of it was moved or changed; line ${before.sequence} came before it.`);
    } else if (sequence > before.sequence + 1) {
      this.#report(`${found}: ${numbers(before.sequence + 1, sequence - 1)}, after ${at(before)}.`);
    } else if (previous !== before.hash) {
      this.#report(`${found}: this line or the one before it was changed, at ${at(before)}.`);
    }
    if (newest !== undefined && this.#isRead(newestDay) && this.#seen.get(newestDay)?.has(newest) !== true) {
      this.#report(`${found}: the line of ${newestDay} that was the newest before it is missing or was changed.`);
    }
  }

  #isRead(day: string): boolean {
    return this.#firstDay === undefined || day >= this.#firstDay;
  }

  #ofDay(day: string): Set<string> {
    const present = this.#seen.get(day);
    if (present !== undefined) return present;
    const hashes = new Set<string>();
    this.#seen.set(day, hashes);
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > REMEMBERED_DAYS && oldest !== undefined) this.#seen.delete(oldest);
    return hashes;
  }

  /** After the last line. */
  finish(): Verification {
    for (const end of this.#ends.keys()) {
      const [instance = '', sequence = ''] = end.split(':');
      this.#report(
        `instance ${instance}: line ${sequence} of it, which the bot's log names, is missing or was changed.`,
      );
    }
    const all = [...this.#instances].map(([instance, { sequence, time, isStopped }]) => ({
      instance,
      sequence,
      time,
      isStopped,
    }));
    return {
      lines: this.#lines,
      instances: all.length,
      firstDay: this.#firstDay,
      lastDay: this.#lastDay,
      repeated: this.#repeated,
      notStored: this.#notStored,
      openEnds: all.filter(({ isStopped }) => !isStopped),
    };
  }
}
