import { systemClock, type Clock } from './platform.ts';

export interface BoundedMapOptions<V> {
  /** Most entries, or with `weigh` the most they may weigh together. */
  readonly max: number;
  /** 1 for each entry where it is left out. */
  readonly weigh?: ((value: V) => number) | undefined;
  /** How long an entry lives after it was set; for good where it is left out. */
  readonly lifetimeMilliseconds?: number | undefined;
  readonly clock?: Pick<Clock, 'now'> | undefined;
}

interface Entry<V> {
  readonly value: V;
  readonly weight: number;
  readonly expiresAt: number;
}

/**
 * A cache in memory: evicts what was used least recently once it is full, and forgets what has expired. The entry that
 * was set last is always held, however much it weighs.
 */
export class BoundedMap<K, V> {
  /** The least recently used entry comes first. */
  readonly #entries = new Map<K, Entry<V>>();
  readonly #max: number;
  readonly #weigh: (value: V) => number;
  readonly #lifetimeMilliseconds: number;
  readonly #clock: Pick<Clock, 'now'>;
  #weight = 0;

  constructor({ max, weigh = () => 1, lifetimeMilliseconds = Infinity, clock = systemClock }: BoundedMapOptions<V>) {
    this.#max = max;
    this.#weigh = weigh;
    this.#lifetimeMilliseconds = lifetimeMilliseconds;
    this.#clock = clock;
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
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#weight -= entry.weight;
  }

  /** Live entries; entries may be deleted on the way. Does not count as a use. */
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
