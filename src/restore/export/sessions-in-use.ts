/** Explore sessions that exports of this process still read from: whoever is done with one leaves it open until then. */
import { onUpstreamError } from '../../core/errors.ts';
import { SessionInUseError } from '../explore/explore-session.ts';
import type { Access, Explorer } from '../state/ports.ts';

export class SessionsInUse {
  readonly #exports = new Map<string, number>();
  /** By session, how to stop it: somebody was done with it. */
  readonly #postponed = new Map<string, () => Promise<void>>();

  /** The explorer, whose `stop` of an unused session throws SessionInUseError while an export reads from it. */
  around(explorer: Explorer): Explorer {
    return {
      ...explorer,
      stop: async (access: Access, sessionId: string, why?: 'unused') => {
        const stop = () => explorer.stop(access, sessionId);
        if (why !== 'unused' || !this.#exports.has(sessionId)) return stop();
        this.#postponed.set(sessionId, stop);
        throw new SessionInUseError();
      },
    };
  }

  /** @param close the session, if somebody was done with it meanwhile: `stop` with the token that they had */
  async keepWhile<T>(
    sessionId: string,
    work: () => Promise<T>,
    close: (stop: () => Promise<void>) => Promise<void>,
  ): Promise<T> {
    this.#exports.set(sessionId, (this.#exports.get(sessionId) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const left = (this.#exports.get(sessionId) ?? 1) - 1;
      if (left > 0) this.#exports.set(sessionId, left);
      else {
        const stop = this.#postponed.get(sessionId);
        this.#exports.delete(sessionId);
        this.#postponed.delete(sessionId);
        if (stop !== undefined) await close(stop);
      }
    }
  }

  /** Its exports have been ended. Best effort: the service ends what is left open. */
  async release(sessionId: string): Promise<void> {
    const stop = this.#postponed.get(sessionId);
    this.#exports.delete(sessionId);
    this.#postponed.delete(sessionId);
    await stop?.().catch(onUpstreamError(() => undefined));
  }
}
