import { systemClock, type Clock } from './platform.ts';

interface Options<V> {
  /** Of all entries' weights: without `weigh`, of their number. */
  readonly max: number;
  readonly weigh: (value: V) => number;
  readonly lifetimeMilliseconds: number;
  readonly clock: Pick<Clock, 'now'>;
}

interface Entry<K, V> {
  readonly key: K;
  readonly value: V;
  readonly weight: number;
  readonly expiresAt: number;
  /** Neighbours in the order of use. */
  older: Entry<K, V> | undefined;
  newer: Entry<K, V> | undefined;
}

/**
 * A cache in memory: evicts the least recently used entries once it is full, and drops expired ones. The entry that was set
 * last always stays, however much it weighs.
 */
export class BoundedMap<K, V> {
  readonly #entries = new Map<K, Entry<K, V>>();
  // A list of its own: in a Map from which the first entries are deleted, finding the first one takes ever longer.
  #oldest: Entry<K, V> | undefined;
  #newest: Entry<K, V> | undefined;
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
    this.#unlink(entry);
    this.#append(entry);
    return entry.value;
  }

  /** Does not count as a use. */
  has(key: K): boolean {
    return this.#live(key) !== undefined;
  }

  /** @param expiresAt epoch milliseconds; the end of the map's lifetime where it is left out */
  set(key: K, value: V, expiresAt?: number): void {
    this.delete(key);
    const { max, weigh, clock, lifetimeMilliseconds } = this.#options;
    const now = clock.now();
    const weight = weigh(value);
    const entry: Entry<K, V> = {
      key,
      value,
      weight,
      expiresAt: expiresAt ?? now + lifetimeMilliseconds,
      older: undefined,
      newer: undefined,
    };
    this.#entries.set(key, entry);
    this.#append(entry);
    this.#weight += weight;
    for (let oldest = this.#oldest; oldest !== undefined && oldest !== entry; oldest = oldest.newer) {
      if (this.#weight <= max && oldest.expiresAt > now) break;
      this.delete(oldest.key);
    }
  }

  delete(key: K): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#unlink(entry);
    this.#weight -= entry.weight;
  }

  /** Live entries, the least recently used first; entries may be deleted meanwhile. Does not count as a use. */
  *[Symbol.iterator](): Generator<readonly [K, V]> {
    const now = this.#options.clock.now();
    for (let entry = this.#oldest; entry !== undefined; entry = entry.newer) {
      if (entry.expiresAt > now && this.#entries.get(entry.key) === entry) yield [entry.key, entry.value];
    }
  }

  #live(key: K): Entry<K, V> | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.expiresAt > this.#options.clock.now()) return entry;
    this.delete(key);
    return undefined;
  }

  #append(entry: Entry<K, V>): void {
    entry.older = this.#newest;
    entry.newer = undefined;
    if (this.#newest === undefined) this.#oldest = entry;
    else this.#newest.newer = entry;
    this.#newest = entry;
  }

  /** The entry itself still leads to its neighbours, so that an iteration that has reached it goes on. */
  #unlink({ older, newer }: Entry<K, V>): void {
    if (older === undefined) this.#oldest = newer;
    else older.newer = newer;
    if (newer === undefined) this.#newest = older;
    else newer.older = older;
  }
}
