/** Addresses with names in them, spelt as in the API and in no other way. */
import type { ServiceSession, SignedIn } from './service-sessions.ts';
import type { Approval } from './tenant/restore-codes.ts';

export interface Call {
  readonly who: SignedIn;
  readonly session: ServiceSession;
  readonly path: string;
  /** From the path, unescaped. @throws Error where the pattern has no such name */
  parameter(name: string): string;
  readonly query: URLSearchParams;
  readonly body: string;
  /** Of a restore by an organization signed in as itself. */
  readonly approval?: Approval | undefined;
}

export type RouteAnswer =
  | { readonly status: 200 | 201; readonly body: object }
  /** JSON text in pieces. */
  | { readonly status: 200; readonly pieces: Iterable<string> }
  /** A file. */
  | { readonly status: 200; readonly bytes: Buffer }
  | { readonly status: 204 };

export interface Route {
  readonly method: 'GET' | 'POST';
  /** `/v8/RestoreSessions/{restoreSessionId}/Stop`. */
  readonly pattern: string;
  answer(call: Call): RouteAnswer;
}

/** Answered with the help of another service, and not repeated after a restart. */
export interface AskingRoute extends Pick<Route, 'method' | 'pattern'> {
  ask(call: Call): Promise<RouteAnswer>;
}

export interface Found<R> {
  readonly route: R;
  readonly parameters: ReadonlyMap<string, string>;
}

export function createRouter<R extends Pick<Route, 'method' | 'pattern'>>(
  routes: readonly R[],
): (method: string, path: string) => Found<R> | undefined {
  const patterns = routes.map((route) => ({ route, parts: route.pattern.split('/') }));
  return (method, path) => {
    const given = path.split('/');
    for (const { route, parts } of patterns) {
      if (route.method !== method || parts.length !== given.length) continue;
      const parameters = parametersOf(parts, given);
      if (parameters !== undefined) return { route, parameters };
    }
    return undefined;
  };
}

function parametersOf(parts: readonly string[], given: readonly string[]): ReadonlyMap<string, string> | undefined {
  const parameters = new Map<string, string>();
  for (const [at, part] of parts.entries()) {
    const value = given[at] ?? '';
    if (!part.startsWith('{')) {
      if (part !== value) return undefined;
      continue;
    }
    const text = unescaped(value);
    if (text === undefined || text === '') return undefined;
    parameters.set(part.slice(1, -1), text);
  }
  return parameters;
}

function unescaped(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
