/** Restore points of a scope, cached for a few minutes: backups run about once a day. */
import { BoundedMap } from '../../../core/bounded-map.ts';
import type { RestorePoint, Scope } from '../../model/catalog.ts';
import type { RestorePorts } from '../../ports.ts';
import type { Connection } from '../../service-session/operator-access.ts';

const LIFETIME_MILLISECONDS = 5 * 60_000;
const MAX_SCOPES = 500;

export class RestorePointCache {
  readonly #explorer: Pick<RestorePorts['explorer'], 'restorePoints'>;
  readonly #points: BoundedMap<string, readonly RestorePoint[]>;

  constructor({ explorer, clock }: Pick<RestorePorts, 'explorer' | 'clock'>) {
    this.#explorer = explorer;
    this.#points = new BoundedMap({ max: MAX_SCOPES, lifetimeMilliseconds: LIFETIME_MILLISECONDS, clock });
  }

  /** Unordered, hidden ones included. @throws UpstreamError, SessionRefusedError */
  async get(connection: Connection, scope: Scope): Promise<readonly RestorePoint[]> {
    const scopeId = scope.kind === 'own' ? undefined : scope.item.id;
    const name = JSON.stringify([connection.session.signInId, scopeId]);
    const cached = this.#points.get(name);
    if (cached !== undefined) return cached;
    const points = await connection.call((access) => this.#explorer.restorePoints(access, scopeId));
    this.#points.set(name, points);
    return points;
  }
}
