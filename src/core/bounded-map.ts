import { systemClock, type Clock } from './platform.ts';

interface Options<V> {
  /** Of all entries' weights: without `weigh`, of their number. */
  readonly max: number;
  readonly weigh: (value: V) => number;
  readonly lifetimeMilliseconds: number;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * A cache in memory: evicts the least recently used entries once it is full, and drops expired ones. The entry that was set
 * last always stays, however much it weighs.
 */
export class BoundedMap<K, V> {
  /** The least recently used entry comes first. */
  readonly #entries = new Map<K, { readonly value: V; readonly weight: number; readonly expiresAt: number }>();
  readonly #options: Options<V>;
  #weight = 0;

  constructor(options: Pick<Options<V>, 'max'> & Partial<Options<V>>) {
    this.#options = { weigh: () => 1, lifetimeMilliseconds: Infinity, clock: systemClock, ...options };
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
  set(key: K, value: V, expiresAt = this.#options.clock.now() + this.#options.lifetimeMilliseconds): void {
    this.delete(key);
    const { max, weigh, clock } = this.#options;
    const weight = weigh(value);
    this.#entries.set(key, { value, weight, expiresAt });
    this.#weight += weight;
    const now = clock.now();
    for (const [oldest, entry] of this.#entries) {
      if (oldest === key || (this.#weight <= max && entry.expiresAt > now)) break;
      this.delete(oldest);
    }
  }

  delete(key: K): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }

  /** Live entries; entries may be deleted meanwhile. Does not count as a use. */
  *[Symbol.iterator](): Generator<readonly [K, V]> {
    const now = this.#options.clock.now();
    for (const [key, { value, expiresAt }] of this.#entries) if (expiresAt > now) yield [key, value];
  }

  #live(key: K) {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.expiresAt > this.#options.clock.now()) return entry;
    this.delete(key);
    return undefined;
  }
}
