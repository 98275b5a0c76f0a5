import { systemClock, type Clock } from './platform.ts';

interface Entry<V> {
  readonly value: V;
  readonly weight: number;
  readonly expiresAt: number;
}

/**
 * A cache in memory: evicts the least recently used entries once it is full, and drops expired ones. The entry that was set
 * last always stays, however much it weighs.
 */
export class BoundedMap<K, V> {
  /** The least recently used entry comes first. */
  readonly #entries = new Map<K, Entry<V>>();
  readonly #max: number;
  readonly #weigh: (value: V) => number;
  readonly #lifetimeMilliseconds: number;
  readonly #clock: Pick<Clock, 'now'>;
  #weight = 0;

  /** @param options.max how many entries there may be, or with `weigh` how much all of them may weigh */
  constructor(options: {
    readonly max: number;
    readonly weigh?: (value: V) => number;
    readonly lifetimeMilliseconds?: number;
    readonly clock?: Pick<Clock, 'now'>;
  }) {
    this.#max = options.max;
    this.#weigh = options.weigh ?? (() => 1);
    this.#lifetimeMilliseconds = options.lifetimeMilliseconds ?? Infinity;
    this.#clock = options.clock ?? systemClock;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Counts as a use. */
  get(key: K): V | undefined {
    const entry = this.#live(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Does not count as a use. */
  has(key: K): boolean {
    return this.#live(key) !== undefined;
  }

  /** @param expiresAt epoch milliseconds; the end of the map's lifetime where it is left out */
  set(key: K, value: V, expiresAt = this.#clock.now() + this.#lifetimeMilliseconds): void {
    this.delete(key);
    const weight = this.#weigh(value);
    this.#entries.set(key, { value, weight, expiresAt });
    this.#weight += weight;
    const now = this.#clock.now();
    for (const [oldest, entry] of this.#entries) {
      if (oldest === key || (this.#weight <= this.#max && entry.expiresAt > now)) break;
      this.delete(oldest);
    }
  }

  delete(key: K): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }

  /** Live entries; entries may be deleted meanwhile. Does not count as a use. */
  *[Symbol.iterator](): Generator<readonly [K, V]> {
    const now = this.#clock.now();
    for (const [key, { value, expiresAt }] of this.#entries) if (expiresAt > now) yield [key, value];
  }

  #live(key: K): Entry<V> | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.expiresAt > this.#clock.now()) return entry;
    this.delete(key);
    return undefined;
  }
}
