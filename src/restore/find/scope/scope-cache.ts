/** Scope lists in memory: each fetched once a sign-in, however many ask, and gone with it. */
import { BoundedMap } from '../../../core/bounded-map.ts';
import type { Connection } from '../../service-session/operator-access.ts';
import type { Explorer } from '../../ports.ts';
import type { ScopeList } from '../../model/catalog.ts';

export interface Scopes {
  /** @throws UpstreamError, SessionRefusedError; what failed is fetched anew by the next */
  get(connection: Connection): Promise<ScopeList>;
  /** Fetched anew, because the service refused something of it. @throws UpstreamError, SessionRefusedError */
  refresh(connection: Connection): Promise<ScopeList>;
  /** What is in memory. */
  peek(signInId: string): ScopeList | undefined;
  /** The sign-in is over. */
  drop(signInId: string): void;
}

const MOST_BYTES = 256 * 1024 * 1024;

export interface ScopesDependencies {
  readonly explorer: Pick<Explorer, 'effectiveScope'>;
  /** How much is kept in all; what was used least recently goes first. */
  readonly mostBytes?: number | undefined;
}

export function createScopes({ explorer, mostBytes = MOST_BYTES }: ScopesDependencies): Scopes {
  const kept = new BoundedMap<string, ScopeList>({ max: mostBytes, weigh: ({ bytes }) => bytes });
  const fetching = new Map<string, Promise<ScopeList>>();

  const peek = (signInId: string): ScopeList | undefined => kept.get(signInId);

  function refresh(connection: Connection): Promise<ScopeList> {
    const { signInId } = connection.session;
    const already = fetching.get(signInId);
    if (already !== undefined) return already;
    const asked = connection
      .call((access) => explorer.effectiveScope(access))
      .then((list) => {
        // Dropped meanwhile: it is for whoever waits, and is not kept.
        if (fetching.get(signInId) === asked) kept.set(signInId, list);
        return list;
      })
      .finally(() => {
        if (fetching.get(signInId) === asked) fetching.delete(signInId);
      });
    fetching.set(signInId, asked);
    return asked;
  }

  return {
    peek,
    refresh,
    get(connection) {
      const list = peek(connection.session.signInId);
      return list === undefined ? refresh(connection) : Promise.resolve(list);
    },
    drop(signInId) {
      kept.delete(signInId);
      fetching.delete(signInId);
    },
  };
}
