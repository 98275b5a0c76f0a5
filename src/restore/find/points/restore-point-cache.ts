/** Restore points of a scope, kept in memory for a while: they come once a day or so. */
import { BoundedMap } from '../../../core/bounded-map.ts';
import type { Clock } from '../../../core/platform.ts';
import type { Connection } from '../../service-session/operator-access.ts';
import type { Explorer } from '../../ports.ts';
import type { RestorePoint, Scope } from '../../model/catalog.ts';

export interface PointLists {
  /** Unordered, hidden ones included. @throws UpstreamError, SessionRefusedError */
  get(connection: Connection, scope: Scope): Promise<readonly RestorePoint[]>;
}

const KEPT_MILLISECONDS = 5 * 60_000;
const MOST = 500;

export interface PointListsDependencies {
  readonly explorer: Pick<Explorer, 'restorePoints'>;
  readonly clock: Pick<Clock, 'now'>;
}

export function createPointLists({ explorer, clock }: PointListsDependencies): PointLists {
  const kept = new BoundedMap<string, readonly RestorePoint[]>({
    max: MOST,
    lifetimeMilliseconds: KEPT_MILLISECONDS,
    clock,
  });

  return {
    async get(connection, scope) {
      const scopeId = scope.kind === 'own' ? undefined : scope.item.id;
      const name = JSON.stringify([connection.session.signInId, scopeId]);
      const held = kept.get(name);
      if (held !== undefined) return held;
      const points = await connection.call((access) => explorer.restorePoints(access, scopeId));
      kept.set(name, points);
      return points;
    },
  };
}
