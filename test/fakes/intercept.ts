type Call = (...values: unknown[]) => unknown;

/** Wraps one call of a port; `call` makes it. */
export type Around = (label: string, call: () => Promise<unknown>) => Promise<unknown>;

/**
 * The port with `around` wrapping each asynchronous method; synchronous methods and other properties are
 * the port's own.
 */
export function intercept<Port extends object>(name: string, port: Port, around: Around): Port {
  return new Proxy(port, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== 'function') return value;
      return (...values: unknown[]) => {
        // A method shows that it is asynchronous only when called, and by then it has acted.
        if (SYNCHRONOUS.has(String(property))) return (value as Call).apply(target, values);
        return around(`${name}.${String(property)}`, async () => (value as Call).apply(target, values));
      };
    },
  });
}

/** Records every call of a port, in order. */
export function aJournal(): { readonly around: Around; readonly entries: string[] } {
  const entries: string[] = [];
  return {
    entries,
    around(label, call) {
      entries.push(label);
      return call();
    },
  };
}

const SYNCHRONOUS: ReadonlySet<string> = new Set([
  'optionsSent',
  'readAnswer',
  'authorizationUrl',
  'record',
  'stateOf',
  'put',
  'spoil',
  'shows',
  'lose',
  'handle',
  'abandon',
]);

/** The process is dead: its further calls have no effect. */
export class ProcessDied extends Error {
  override readonly name = 'ProcessDied';
}

export interface Death {
  readonly around: Around;
  /** What the process was about to do, or had just done, when it died. */
  readonly at: () => string | undefined;
}

/**
 * The process dies at its n-th effect: `before` it happens, or `after`, without receiving its result.
 *
 * @param call counts from 1
 */
export function dyingAt(call: number, when: 'before' | 'after'): Death {
  let calls = 0;
  let died: string | undefined;
  return {
    at: () => died,
    async around(label, make) {
      if (died !== undefined) throw new ProcessDied(label);
      calls += 1;
      if (calls < call) return make();
      died = label;
      if (when === 'after') await make();
      throw new ProcessDied(label);
    },
  };
}
