interface Line {
  running: number;
  /** In the order they came. */
  readonly waiting: Set<() => void>;
}

/** Calls of one person at a time: further ones wait for that person's own, and for nobody else's. */
export class CallsPerPerson {
  readonly #max: number;
  readonly #lines = new Map<string, Line>();

  constructor(max: number) {
    this.#max = max;
  }

  /** @param signal ends the wait. @throws its reason; what `call` throws */
  async run<T>(person: string, call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const line = this.#lines.get(person) ?? { running: 0, waiting: new Set() };
    this.#lines.set(person, line);
    if (line.running < this.#max) line.running += 1;
    else await waitIn(line, signal);
    try {
      return await call();
    } finally {
      this.#leave(person, line);
    }
  }

  /** Hands its place to the one that has waited longest. */
  #leave(person: string, line: Line): void {
    const [next] = line.waiting;
    if (next !== undefined) {
      line.waiting.delete(next);
      return next();
    }
    line.running -= 1;
    if (line.running === 0) this.#lines.delete(person);
  }
}

async function waitIn({ waiting }: Line, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const end = (): void => {
    if (waiting.delete(resolve)) reject(signal?.reason as Error);
  };
  waiting.add(resolve);
  signal?.addEventListener('abort', end);
  try {
    await promise;
  } finally {
    signal?.removeEventListener('abort', end);
  }
}

/** Of one signal alone that one, which may outlive thousands of calls. */
export function anyOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((each) => each !== undefined);
  return given.length > 1 ? AbortSignal.any(given) : given[0];
}
