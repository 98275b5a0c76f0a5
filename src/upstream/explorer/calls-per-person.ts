/** Calls of one person at a time: further ones wait for their own, in the order they came, and for nobody else's. */
export class CallsPerPerson {
  readonly #max: number;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(max: number) {
    this.#max = max;
  }

  /** @throws what `call` throws */
  async run<T>(person: string, call: () => Promise<T>): Promise<T> {
    const running = this.#running.get(person) ?? 0;
    if (running < this.#max) this.#running.set(person, running + 1);
    else {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.set(person, [...(this.#waiting.get(person) ?? []), resolve]);
      await promise;
    }
    try {
      return await call();
    } finally {
      this.#leave(person);
    }
  }

  /** Hands its place to the one that has waited longest. */
  #leave(person: string): void {
    const [next, ...others] = this.#waiting.get(person) ?? [];
    if (others.length > 0) this.#waiting.set(person, others);
    else this.#waiting.delete(person);
    if (next !== undefined) return next();
    const running = (this.#running.get(person) ?? 0) - 1;
    if (running > 0) this.#running.set(person, running);
    else this.#running.delete(person);
  }
}
