import type { Clock, Log } from '../core/platform.ts';

/** Lets through what others can cause as often as they like: each kind at most once in a time, with how many were left out. */
export class OccurrenceLimiter {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #everyMilliseconds: number;
  readonly #passed = new Map<string, { readonly at: number; suppressed: number }>();

  constructor(clock: Pick<Clock, 'now'>, everyMilliseconds: number) {
    this.#clock = clock;
    this.#everyMilliseconds = everyMilliseconds;
  }

  /** @returns how many of the kind were suppressed since the last one that was not; undefined: this one is suppressed, too */
  pass(kind: string): number | undefined {
    const now = this.#clock.now();
    const last = this.#passed.get(kind);
    if (last !== undefined && Math.abs(now - last.at) < this.#everyMilliseconds) {
      last.suppressed += 1;
      return undefined;
    }
    this.#passed.set(kind, { at: now, suppressed: 0 });
    return last?.suppressed ?? 0;
  }
}

const EVERY_MILLISECONDS = 60_000;

/** Writes entries that strangers can cause: each kind at most once a minute, with how many were left out since. */
export class LimitedLog {
  readonly #limiter: OccurrenceLimiter;
  readonly #log: Pick<Log, 'warn'>;

  constructor({ clock, log }: { readonly clock: Pick<Clock, 'now'>; readonly log: Pick<Log, 'warn'> }) {
    this.#limiter = new OccurrenceLimiter(clock, EVERY_MILLISECONDS);
    this.#log = log;
  }

  /** @param message tells one kind of entry from another; a sentence of ours, never what was sent */
  warn(fields: { readonly event: string; readonly [fact: string]: unknown }, message: string): void {
    const suppressed = this.#limiter.pass(message);
    if (suppressed !== undefined) this.#log.warn({ ...fields, suppressed }, message);
  }
}
