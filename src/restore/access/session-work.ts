/** What this process does with each session, so that the session's end stops it. */
import { BoundedMap } from '../../core/bounded-map.ts';
import type { Clock } from '../../core/platform.ts';
import { within } from '../../core/time-limit.ts';

/** The service no longer accepts the session, which has ended: the person has to sign in again. */
export class SessionRefusedError extends Error {
  override readonly name: string = 'SessionRefusedError';
  readonly code: string = 'SESSION_REFUSED';

  constructor(cause?: unknown, message = 'The service no longer accepts this session.') {
    super(message, { cause });
  }
}

/** It has ended here, by the person's own doing or by the settings, and somebody has said so. */
export class SessionOverError extends SessionRefusedError {
  override readonly name = 'SessionOverError';
  override readonly code = 'SESSION_OVER';

  constructor(cause?: unknown) {
    super(cause, 'This session is over.');
  }
}

interface Work {
  readonly over: AbortController;
  readonly calls: Set<Promise<unknown>>;
}

/** An end waits so long for calls that cannot be cut off, such as one that opens an explore session. */
const SETTLE_MILLISECONDS = 2_000;
/** The stored session is erased long before that. */
const REMEMBERED_MILLISECONDS = 5 * 60_000;
const MAX_REMEMBERED = 10_000;

export class SessionWork {
  readonly #clock: Pick<Clock, 'now' | 'after'>;
  /** By sign-in: a renewed session goes on. */
  readonly #present = new Map<string, Work>();
  readonly #over: BoundedMap<string, true>;

  constructor({ clock }: { readonly clock: Pick<Clock, 'now' | 'after'> }) {
    this.#clock = clock;
    this.#over = new BoundedMap({ max: MAX_REMEMBERED, lifetimeMilliseconds: REMEMBERED_MILLISECONDS, clock });
  }

  isOver(signInId: string): boolean {
    return this.#over.has(signInId);
  }

  /**
   * @param call gets a signal, aborted with a SessionOverError when the session ends
   * @throws SessionOverError where it has ended before, else what `call` throws
   */
  async run<T>(signInId: string, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.isOver(signInId)) throw new SessionOverError();
    const work = this.#of(signInId);
    const running = call(work.over.signal);
    work.calls.add(running);
    try {
      return await running;
    } finally {
      work.calls.delete(running);
      if (work.calls.size === 0) this.#present.delete(signInId);
    }
  }

  /** Stops what runs. */
  async end(signInId: string): Promise<void> {
    this.#over.set(signInId, true);
    const work = this.#present.get(signInId);
    if (work === undefined) return;
    work.over.abort(new SessionOverError());
    const settled = () => Promise.allSettled(work.calls);
    await within(SETTLE_MILLISECONDS, settled, { clock: this.#clock });
    this.#present.delete(signInId);
  }

  #of(signInId: string): Work {
    const present = this.#present.get(signInId);
    if (present !== undefined) return present;
    const work: Work = { over: new AbortController(), calls: new Set() };
    this.#present.set(signInId, work);
    return work;
  }
}
