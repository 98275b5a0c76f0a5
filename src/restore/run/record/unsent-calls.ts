/**
 * Calls of which this process knows that they were not sent: those of restores that it has created, until it sends them. What is stored
 * does not prove it, because whoever can write storage can put an older blob back.
 */
import { BoundedMap } from '../../../core/bounded-map.ts';
import { DAY } from '../../../core/durations.ts';
import type { Clock } from '../../../core/platform.ts';

const MAX_REMEMBERED = 10_000;

export class UnsentCalls {
  /** By restore: the calls that were sent, or of which it is not known. */
  readonly #created: BoundedMap<string, Set<number>>;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#created = new BoundedMap({ max: MAX_REMEMBERED, lifetimeMilliseconds: DAY, clock });
  }

  created(restoreId: string): void {
    this.#created.set(restoreId, new Set());
  }

  has(restoreId: string, index: number): boolean {
    return this.#created.get(restoreId)?.has(index) === false;
  }

  sent(restoreId: string, index: number): void {
    this.#created.get(restoreId)?.add(index);
  }

  /** The service does not have it. */
  unsent(restoreId: string, index: number): void {
    this.#created.get(restoreId)?.delete(index);
  }
}
