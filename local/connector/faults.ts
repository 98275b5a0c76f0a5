/** Scripted faults for the next calls of a kind. */
import type { CallKind } from './types.ts';

export type Fault = {
  /** Performs the request and loses only the answer. */
  readonly applied?: boolean | undefined;
} & (
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>> | undefined;
    }
  /** The connection is cut. */
  | { readonly kind: 'reset' }
  /** No answer, ever. */
  | { readonly kind: 'hang' }
  /** A proper answer, late. */
  | { readonly kind: 'delay'; readonly milliseconds: number }
);

export interface Faults {
  /** The next `count` calls of the kind fail so; `Infinity` until cleared. */
  next(kind: CallKind | 'any', count: number, fault: Fault): void;
  clear(): void;
}

export interface OrderedFaults extends Faults {
  take(kind: CallKind): Fault | undefined;
}

export function createFaults(): OrderedFaults {
  let ordered: { readonly kind: CallKind | 'any'; left: number; readonly fault: Fault }[] = [];
  return {
    next(kind, count, fault) {
      ordered.push({ kind, left: count, fault });
    },
    clear() {
      ordered = [];
    },
    take(kind) {
      const found = ordered.find((each) => each.left > 0 && (each.kind === kind || each.kind === 'any'));
      if (!found) return undefined;
      found.left -= 1;
      return found.fault;
    },
  };
}
