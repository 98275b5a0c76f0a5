/** How many searches of one person run at a time, and what happens to further ones. */

const MAX_RUNNING = 2;

/** A newer search of the same person took this one's place in the line: it was never started. */
export class SearchReplacedError extends Error {
  override readonly name = 'SearchReplacedError';
  readonly code = 'SEARCH_REPLACED';
}

/** Shared, because each new error would take a stack, and a person may be replaced often. */
const REPLACED = new SearchReplacedError();

/** For `.catch`. @throws every other error */
export function undefinedIfReplaced(error: unknown): undefined {
  if (!(error instanceof SearchReplacedError)) throw error;
}

interface Line {
  running: number;
  waiting: PromiseWithResolvers<void> | undefined;
}

/**
 * Two searches of a person run at a time. The newest further one waits, since who searches again wants that instead; the
 * one that waited before it ends unstarted. Those that run are not cut off: the service would go on searching for nobody.
 */
export class SearchTurns {
  readonly #lines = new Map<string, Line>();

  /** @throws SearchReplacedError; what `search` throws */
  async run<T>(person: string, search: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(person) ?? { running: 0, waiting: undefined };
    this.#lines.set(person, line);
    if (line.running < MAX_RUNNING) line.running += 1;
    else {
      line.waiting?.reject(REPLACED);
      line.waiting = Promise.withResolvers<void>();
      await line.waiting.promise;
    }
    try {
      return await search();
    } finally {
      this.#leave(person, line);
    }
  }

  #leave(person: string, line: Line): void {
    const { waiting } = line;
    line.waiting = undefined;
    // Its place is taken over.
    if (waiting !== undefined) return waiting.resolve();
    line.running -= 1;
    if (line.running === 0) this.#lines.delete(person);
  }
}
