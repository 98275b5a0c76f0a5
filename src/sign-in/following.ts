/** The sign-ins this process follows right now, so that a turn can end one at once. */
export interface Following {
  /** Registers a follower. @returns a signal that `end` aborts, and what to call when the follower is done */
  add(signInId: string): { readonly signal: AbortSignal; readonly done: () => void };
  /** Whether it is followed here. */
  has(signInId: string): boolean;
  /** Ends the follower of a sign-in that was cancelled or replaced, if it runs here. */
  end(signInId: string): void;
}

/** The reason with which `Following.end` aborts. */
export class AbandonedError extends Error {
  override readonly name = 'AbandonedError';
  readonly code = 'ABANDONED';
}

export function createFollowing(): Following {
  const controllers = new Map<string, AbortController>();
  return {
    add(signInId) {
      const controller = new AbortController();
      controllers.set(signInId, controller);
      const done = (): void => {
        if (controllers.get(signInId) === controller) controllers.delete(signInId);
      };
      return { signal: controller.signal, done };
    },
    has: (signInId) => controllers.has(signInId),
    end: (signInId) => controllers.get(signInId)?.abort(new AbandonedError('The sign-in was cancelled or replaced.')),
  };
}
