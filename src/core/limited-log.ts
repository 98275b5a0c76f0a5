import type { Clock, Log } from './platform.ts';

const EVERY_MILLISECONDS = 60_000;

/** Writes entries that strangers can cause: each kind at most once a minute, with how many were left out since. */
export class LimitedLog {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #log: Pick<Log, 'warn'>;
  readonly #written = new Map<string, { readonly at: number; suppressed: number }>();

  constructor({ clock, log }: { readonly clock: Pick<Clock, 'now'>; readonly log: Pick<Log, 'warn'> }) {
    this.#clock = clock;
    this.#log = log;
  }

  /** @param message tells one kind of entry from another; a sentence of ours, never what was sent */
  warn(fields: { readonly event: string; readonly [fact: string]: unknown }, message: string): void {
    const now = this.#clock.now();
    const last = this.#written.get(message);
    if (last !== undefined && Math.abs(now - last.at) < EVERY_MILLISECONDS) {
      last.suppressed += 1;
      return;
    }
    this.#log.warn({ ...fields, suppressed: last?.suppressed ?? 0 }, message);
    this.#written.set(message, { at: now, suppressed: 0 });
  }
}
