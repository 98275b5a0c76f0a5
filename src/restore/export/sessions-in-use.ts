/** Explore sessions that exports of this process still read from: whoever is done with one leaves it open until then. */
import { onUpstreamError } from '../../core/errors.ts';
import type { Access, Explorer } from '../state/ports.ts';

export class SessionsInUse {
  readonly #exports = new Map<string, number>();
  /** By session, how to stop it: somebody wanted to. */
  readonly #postponed = new Map<string, () => Promise<void>>();

  /** The explorer, with a `stop` that waits for exports. */
  around(explorer: Explorer): Explorer {
    return {
      ...explorer,
      stop: async (access: Access, sessionId: string) => {
        const stop = () => explorer.stop(access, sessionId);
        if (!this.#exports.has(sessionId)) return stop();
        this.#postponed.set(sessionId, stop);
      },
    };
  }

  async keepWhile<T>(sessionId: string, work: () => Promise<T>): Promise<T> {
    this.#exports.set(sessionId, (this.#exports.get(sessionId) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const left = (this.#exports.get(sessionId) ?? 1) - 1;
      if (left > 0) this.#exports.set(sessionId, left);
      else await this.release(sessionId);
    }
  }

  /** Best effort: the service ends what is left open. */
  async release(sessionId: string): Promise<void> {
    const stop = this.#postponed.get(sessionId);
    this.#exports.delete(sessionId);
    this.#postponed.delete(sessionId);
    await stop?.().catch(onUpstreamError(() => undefined));
  }
}
