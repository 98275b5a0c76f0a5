/** How long HTTP servers of this process take to answer, by Node's own diagnostics. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface ServedTimes {
  /** Milliseconds from the arrival of each request to the end of its answer, whose path ends so. */
  of(path: string): readonly number[];
  stop(): void;
}

/**
 * Milliseconds, without those in which this process would have run and another one did: tests run beside other tests.
 * Where the system does not tell (it is Linux that does), those are counted too.
 */
export function undisturbedNow(): number {
  return performance.now() - waitedForProcessor('self');
}

/** So many milliseconds a process would have run and another one did: the second figure of `schedstat`, in nanoseconds. */
export function waitedForProcessor(pid: number | 'self'): number {
  try {
    const [, waited] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return Number(waited ?? 0) / 1e6;
  } catch {
    return 0;
  }
}

/** The processes that a process has started and that run. */
export function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

export function watchServedTimes(): ServedTimes {
  const began = new WeakMap<IncomingMessage, number>();
  const took: { readonly path: string; readonly milliseconds: number }[] = [];
  const start = (message: unknown): void => {
    began.set((message as { readonly request: IncomingMessage }).request, undisturbedNow());
  };
  const finish = (message: unknown): void => {
    const { request } = message as { readonly request: IncomingMessage; readonly response: ServerResponse };
    const at = began.get(request);
    if (at !== undefined) took.push({ path: request.url ?? '', milliseconds: undisturbedNow() - at });
  };
  subscribe('http.server.request.start', start);
  subscribe('http.server.response.finish', finish);
  return {
    of: (path) => took.filter((each) => each.path.endsWith(path)).map(({ milliseconds }) => milliseconds),
    stop() {
      unsubscribe('http.server.request.start', start);
      unsubscribe('http.server.response.finish', finish);
    },
  };
}
