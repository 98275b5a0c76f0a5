/** Starts a restore and records the call, so that tests can detect a repeated one. */
import type { ExploreSession } from '../explore/explore-sessions.ts';
import type { Holder, Target, Unit } from './runs.ts';
import { badParameter } from '../refused.ts';
import type { Call, RouteAnswer } from '../router.ts';
import type { ReceivedRestore, ServiceState } from '../service-state.ts';

export function startRestore(
  state: ServiceState,
  call: Call,
  explore: ExploreSession,
  restore: {
    readonly units: readonly Unit[];
    readonly holders?: readonly Holder[] | undefined;
    readonly target: Target;
    readonly body: { readonly reason?: string | undefined };
  },
): RouteAnswer {
  const { units, holders, target, body } = restore;
  if (units.length === 0) throw badParameter('There is nothing to restore.');
  const { reason } = body;
  const sessionId = state.sessionIdMode === 'separate' ? state.newId() : explore.id;
  const itemIds = units.map(({ id }) => id);
  state.received.push({
    path: call.path,
    body,
    sessionId,
    exploreSessionId: explore.id,
    userId: call.who.userId,
    itemIds,
    reason,
    repeats: state.received.some((earlier) => isSame(earlier, { exploreSessionId: explore.id, itemIds, reason })),
  });
  state.runs.start({ explore, target, units, holders, reason }, sessionId);
  return { status: 200, body: { sessionId } };
}

function isSame(
  one: Pick<ReceivedRestore, 'exploreSessionId' | 'itemIds' | 'reason'>,
  other: Pick<ReceivedRestore, 'exploreSessionId' | 'itemIds' | 'reason'>,
): boolean {
  const sameItems = one.itemIds.toSorted().join(' ') === other.itemIds.toSorted().join(' ');
  // Without a reason only the session identifies a repetition.
  const named = one.reason !== undefined && one.reason !== '';
  return sameItems && one.reason === other.reason && (named || one.exploreSessionId === other.exploreSessionId);
}
