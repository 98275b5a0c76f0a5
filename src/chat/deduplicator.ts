/** What a client or the channel sends more than once is done once, and answered each time. */
import { hash } from 'node:crypto';
import { BoundedMap } from '../core/bounded-map.ts';
import type { Clock } from '../core/platform.ts';

interface Limits {
  readonly max: number;
  readonly lifetimeMilliseconds: number;
}

/** Of what this process was sent; another one answers a copy anew. */
export class Deduplicator<Answer> {
  readonly #answers: BoundedMap<string, Promise<Answer>>;

  constructor(clock: Pick<Clock, 'now'>, limits: Limits) {
    this.#answers = new BoundedMap({ ...limits, clock });
  }

  /**
   * @param parts identify it
   * @returns the first one's answer, also while that is still being worked on; after a failure it is done anew
   */
  once(parts: readonly unknown[], answer: () => Promise<Answer>): Promise<Answer> {
    const key = keyOf(parts);
    const earlier = this.#answers.get(key);
    if (earlier !== undefined) return earlier;
    const answering = answer();
    this.#answers.set(key, answering);
    answering.catch(() => {
      // What was forgotten meanwhile may have been done anew.
      if (this.#answers.get(key) === answering) this.#answers.delete(key);
    });
    return answering;
  }

  /** What comes next is not a copy. */
  forget(parts: readonly unknown[]): void {
    this.#answers.delete(keyOf(parts));
  }
}

const keyOf = (parts: readonly unknown[]): string => hash('sha256', JSON.stringify(parts), 'base64url');
