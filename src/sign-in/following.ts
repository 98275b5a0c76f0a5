import type { Known } from './state-change.ts';

/** The sign-ins this process follows right now, so that a turn can end one at once. */
export interface Following {
  /** Registers a follower. @param interrupted ends it too */
  add(signInId: string, interrupted: AbortSignal): Follower;
  /** Whether it is followed here. */
  has(signInId: string): boolean;
  /** What was written of a sign-in a moment ago, for the follower that is started next: it need not read it. */
  handOver(signInId: string, known: Known): void;
  /** What was handed over, once. */
  takeOver(signInId: string): Known | undefined;
  /** Ends the follower of a sign-in that was cancelled or replaced, if it runs here. */
  end(signInId: string): void;
}

export interface Follower {
  /** Aborted by `end`, with an AbandonedError, or as `interrupted` is, with its reason. */
  readonly signal: AbortSignal;
  /**
   * A call, one at a time, that only `end` cuts off, by the signal handed to it: a process that stops would lose what the
   * call has just spent.
   */
  call<T>(work: (givenUp: AbortSignal) => Promise<T>): Promise<T>;
  /** Whether `end` was called for it. */
  isGivenUp(): boolean;
  /** To be called when the follower is done. */
  done(): void;
}

/** The reason with which `Following.end` aborts. */
export class AbandonedError extends Error {
  override readonly name = 'AbandonedError';
  readonly code = 'ABANDONED';
}

/** A class, its own listener, and no AbortSignal.any: thousands wait for hours, and each byte is held by every one of them. */
class FollowerHere implements Follower {
  readonly #following = new AbortController();
  readonly #interrupted: AbortSignal;
  readonly #forget: (follower: FollowerHere) => void;
  #calling: AbortController | undefined;
  #givenUp: AbandonedError | undefined;

  constructor(interrupted: AbortSignal, forget: (follower: FollowerHere) => void) {
    this.#interrupted = interrupted;
    this.#forget = forget;
    interrupted.addEventListener('abort', this);
    if (interrupted.aborted) this.handleEvent();
  }

  get signal(): AbortSignal {
    return this.#following.signal;
  }

  handleEvent(): void {
    this.#following.abort(this.#interrupted.reason);
  }

  giveUp(): void {
    this.#givenUp = new AbandonedError('The sign-in was cancelled or replaced.');
    this.#following.abort(this.#givenUp);
    this.#calling?.abort(this.#givenUp);
  }

  isGivenUp(): boolean {
    return this.#givenUp !== undefined;
  }

  async call<T>(work: (givenUp: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#givenUp !== undefined) throw this.#givenUp;
    this.#calling = new AbortController();
    try {
      return await work(this.#calling.signal);
    } finally {
      this.#calling = undefined;
    }
  }

  done(): void {
    this.#interrupted.removeEventListener('abort', this);
    this.#forget(this);
  }
}

export function createFollowing(): Following {
  const followers = new Map<string, FollowerHere>();
  const handed = new Map<string, Known>();
  return {
    add(signInId, interrupted) {
      const follower = new FollowerHere(interrupted, (done) => {
        if (followers.get(signInId) === done) followers.delete(signInId);
      });
      followers.set(signInId, follower);
      return follower;
    },
    handOver: (signInId, known) => void handed.set(signInId, known),
    takeOver(signInId) {
      const known = handed.get(signInId);
      handed.delete(signInId);
      return known;
    },
    has: (signInId) => followers.has(signInId),
    end: (signInId) => followers.get(signInId)?.giveUp(),
  };
}
