/** Scope lists in memory: fetched once, however many requests need them, and dropped with their sign-in. */
import { BoundedMap } from '../../../core/bounded-map.ts';
import type { ScopeList } from '../../backups/catalog.ts';
import type { ScopeItem } from '../../backups/entries/entry.ts';
import type { Explorer } from '../../state/ports.ts';
import type { Connection } from '../../access/service-access.ts';

/** Shorter than a chat client waits for the response to a press. */
export const SCOPE_MILLISECONDS = 6_000;

const MAX_BYTES = 256 * 1024 * 1024;

/** Of a sign-in; an administrator's of an explore session, too, which has everybody's data of one kind and day. */
const nameOf = (signInId: string, exploreId?: string): string => `${signInId} ${exploreId ?? ''}`;

export class ScopeCache {
  readonly #explorer: Pick<Explorer, 'effectiveScope'>;
  readonly #lists: BoundedMap<string, ScopeList>;
  readonly #fetching = new Map<string, Promise<ScopeList>>();

  constructor(explorer: Pick<Explorer, 'effectiveScope'>, maxBytes = MAX_BYTES) {
    this.#explorer = explorer;
    this.#lists = new BoundedMap({ max: maxBytes, weigh: ({ bytes }) => bytes });
  }

  /** An operator's. @throws UpstreamError, SessionRefusedError; the next request tries again */
  async get(connection: Connection): Promise<ScopeList> {
    return this.peek(connection.session.signInId) ?? this.refresh(connection);
  }

  /** Fetches again, because the service refused something of the list. @throws UpstreamError, SessionRefusedError */
  refresh(connection: Connection): Promise<ScopeList> {
    return this.#fetchOnce(nameOf(connection.session.signInId), () =>
      connection.call((access) => this.#explorer.effectiveScope(access)),
    );
  }

  /** An administrator's, of that session. @throws what `fetch` throws; the next request tries again */
  async explored(signInId: string, exploreId: string, fetch: () => Promise<ScopeList>): Promise<ScopeList> {
    return this.peek(signInId, exploreId) ?? this.#fetchOnce(nameOf(signInId, exploreId), fetch);
  }

  peek(signInId: string, exploreId?: string): ScopeList | undefined {
    return this.#lists.get(nameOf(signInId, exploreId));
  }

  /**
   * In any list of the sign-in: a person may be picked from one that was left meanwhile. Several where an id is that of
   * somebody's OneDrive and of their own site.
   */
  findAll(signInId: string, id: string): readonly ScopeItem[] {
    const lists = [...this.#lists].filter(([name]) => name.startsWith(nameOf(signInId)));
    return lists.flatMap(([, list]) => list.find(id) ?? []);
  }

  drop(signInId: string): void {
    const isOfSignIn = (name: string) => name.startsWith(nameOf(signInId));
    for (const [name] of this.#lists) if (isOfSignIn(name)) this.#lists.delete(name);
    for (const name of this.#fetching.keys()) if (isOfSignIn(name)) this.#fetching.delete(name);
  }

  #fetchOnce(name: string, fetch: () => Promise<ScopeList>): Promise<ScopeList> {
    const fetching = this.#fetching.get(name) ?? this.#fetch(name, fetch);
    this.#fetching.set(name, fetching);
    return fetching;
  }

  async #fetch(name: string, fetch: () => Promise<ScopeList>): Promise<ScopeList> {
    try {
      const list = await fetch();
      // Unless it has been dropped in the meantime.
      if (this.#fetching.has(name)) this.#lists.set(name, list);
      return list;
    } finally {
      this.#fetching.delete(name);
    }
  }
}
