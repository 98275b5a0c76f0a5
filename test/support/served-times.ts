/** How long HTTP servers of this process take to answer, by Node's own diagnostics. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface ServedTimes {
  /** Milliseconds from the arrival of each request to the end of its answer, whose path ends so. */
  of(path: string): readonly number[];
  stop(): void;
}

export function watchServedTimes(): ServedTimes {
  const began = new WeakMap<IncomingMessage, number>();
  const took: { readonly path: string; readonly milliseconds: number }[] = [];
  const start = (message: unknown): void => {
    began.set((message as { readonly request: IncomingMessage }).request, performance.now());
  };
  const finish = (message: unknown): void => {
    const { request } = message as { readonly request: IncomingMessage; readonly response: ServerResponse };
    const at = began.get(request);
    if (at !== undefined) took.push({ path: request.url ?? '', milliseconds: performance.now() - at });
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
