/** Scope lists in memory: fetched once per sign-in, however many requests need them, and dropped with it. */
import { BoundedMap } from '../../../core/bounded-map.ts';
import type { ScopeList } from '../../model/catalog.ts';
import type { Explorer } from '../../ports.ts';
import type { Connection } from '../../service-session/operator-access.ts';

/** Shorter than a chat client waits for the response to a press. */
export const SCOPE_MILLISECONDS = 6_000;

const MAX_BYTES = 256 * 1024 * 1024;

export class ScopeCache {
  readonly #explorer: Pick<Explorer, 'effectiveScope'>;
  readonly #lists: BoundedMap<string, ScopeList>;
  readonly #fetching = new Map<string, Promise<ScopeList>>();

  constructor(explorer: Pick<Explorer, 'effectiveScope'>, maxBytes = MAX_BYTES) {
    this.#explorer = explorer;
    this.#lists = new BoundedMap({ max: maxBytes, weigh: ({ bytes }) => bytes });
  }

  /** @throws UpstreamError, SessionRefusedError; the next request tries again */
  async get(connection: Connection): Promise<ScopeList> {
    return this.peek(connection.session.signInId) ?? this.refresh(connection);
  }

  /** Fetches again, because the service refused something of the list. @throws UpstreamError, SessionRefusedError */
  refresh(connection: Connection): Promise<ScopeList> {
    const { signInId } = connection.session;
    const fetching = this.#fetching.get(signInId) ?? this.#fetch(connection);
    this.#fetching.set(signInId, fetching);
    return fetching;
  }

  peek(signInId: string): ScopeList | undefined {
    return this.#lists.get(signInId);
  }

  drop(signInId: string): void {
    this.#lists.delete(signInId);
    this.#fetching.delete(signInId);
  }

  async #fetch(connection: Connection): Promise<ScopeList> {
    const { signInId } = connection.session;
    try {
      const list = await connection.call((access) => this.#explorer.effectiveScope(access));
      // Unless it has been dropped in the meantime.
      if (this.#fetching.has(signInId)) this.#lists.set(signInId, list);
      return list;
    } finally {
      this.#fetching.delete(signInId);
    }
  }
}
