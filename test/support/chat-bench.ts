/** A log that keeps its lines, and a clock that a test moves. */
import type { Clock, Log } from '../../src/core/platform.ts';

export interface KeptLog extends Log {
  /** One JSON text for each line. */
  readonly lines: readonly string[];
}

export function createKeptLog(): KeptLog {
  const lines: string[] = [];
  const keep = (level: string) => (fields: object, message: string) =>
    void lines.push(JSON.stringify({ level, message, ...fields }));
  return { lines, debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') };
}

export interface HandClock extends Clock {
  /** Milliseconds slept, one entry for each sleep. */
  readonly slept: readonly number[];
  advance(milliseconds: number): void;
}

/** Sleeping takes no time and moves the clock. */
export function createHandClock(start = Date.now()): HandClock {
  let now = start;
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted();
      slept.push(milliseconds);
      now += milliseconds;
    },
    advance(milliseconds) {
      now += milliseconds;
    },
  };
}
