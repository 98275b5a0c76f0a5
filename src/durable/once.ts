import { BoundedMap } from '../core/bounded-map.ts';
import type { Clock } from '../core/platform.ts';

/** A job is repeated for an hour while another service is unavailable. */
const LIFETIME_MILLISECONDS = 2 * 3_600_000;
const MAX = 10_000;

/**
 * What this process has done of what each attempt of a job does, such as an audit entry. Another process does it again: rather
 * twice than never.
 */
export class Once {
  readonly #done: BoundedMap<string, true>;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#done = new BoundedMap({ max: MAX, lifetimeMilliseconds: LIFETIME_MILLISECONDS, clock });
  }

  /** Done or not, it counts as done from now on. @param parts identify it */
  isFirst(...parts: readonly (string | number | undefined)[]): boolean {
    const id = JSON.stringify(parts);
    if (this.#done.has(id)) return false;
    this.#done.set(id, true);
    return true;
  }
}
