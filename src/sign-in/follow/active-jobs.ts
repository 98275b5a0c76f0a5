import type { PersonState } from '../model.ts';
import type { Loaded } from '../../core/optimistic-update.ts';

/** The sign-ins this process follows right now, so that a turn can end one at once. */
export interface Following {
  /** Registers a follower. @param controller of the job it is; whatever aborts that ends the follower */
  add(signInId: string, controller: AbortController): Follower;
  /** Whether it is followed here. */
  has(signInId: string): boolean;
  /** What was written of a sign-in a moment ago, for the follower that is started next: it need not read it. */
  handOver(signInId: string, known: Loaded<PersonState>): void;
  /** What was handed over, once. */
  takeOver(signInId: string): Loaded<PersonState> | undefined;
  /** Ends the follower of a sign-in that was cancelled or replaced, if it runs here. */
  end(signInId: string): void;
}

export interface Follower {
  /** Of the job; aborted by `end` with an AbandonedError. */
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

/** A class, and no controller of its own: thousands wait for hours, and each byte is held by every one of them. */
class FollowerHere implements Follower {
  readonly #signInId: string;
  readonly #controller: AbortController;
  readonly #among: Map<string, FollowerHere>;
  #calling: AbortController | undefined;
  #givenUp: AbandonedError | undefined;

  constructor(signInId: string, controller: AbortController, among: Map<string, FollowerHere>) {
    this.#signInId = signInId;
    this.#controller = controller;
    this.#among = among;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  giveUp(): void {
    this.#givenUp = new AbandonedError('The sign-in was cancelled or replaced.');
    this.#controller.abort(this.#givenUp);
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
    if (this.#among.get(this.#signInId) === this) this.#among.delete(this.#signInId);
  }
}

export function createFollowing(): Following {
  const followers = new Map<string, FollowerHere>();
  const handed = new Map<string, Loaded<PersonState>>();
  return {
    add(signInId, controller) {
      const follower = new FollowerHere(signInId, controller, followers);
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
