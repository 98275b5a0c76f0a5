/** Starts a restore and records the call, so that tests can detect a repeated one. */
import type { ExploreSession } from '../explore/explore-sessions.ts';
import type { Holder, Target, Unit } from './runs.ts';
import { Refused, badParameter } from '../refused.ts';
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
    readonly body: object;
  },
): RouteAnswer {
  const { holders, target, body } = restore;
  const units = approvedUnits(call, restore.units);
  if (units.length === 0) throw badParameter('There is nothing to restore.');
  const { reason } = body as { readonly reason?: string };
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
    approval: call.approval,
    repeats: state.received.some((earlier) =>
      isSame(earlier, { exploreSessionId: explore.id, itemIds, reason, approval: call.approval }),
    ),
  });
  state.runs.start({ explore, target, units, holders, reason }, sessionId);
  return { status: 200, body: { sessionId } };
}

/** Of a person without the right role single mails fail one by one, and anything else as a whole. @throws Refused */
function approvedUnits({ approval, path }: Call, units: readonly Unit[]): readonly Unit[] {
  if (approval === undefined) return units;
  if (approval.kind === 'refused') {
    throw new Refused(
      approval.status,
      approval.status === 400 ? 'ParameterValidationFailure' : 'HttpError',
      approval.message,
    );
  }
  if (approval.mayRestore) return units;
  if (!path.includes('/items/')) {
    throw new Refused(500, 'HttpError', 'The creator of this fault did not specify a Reason.');
  }
  const why = 'Failed to open mailbox: the account does not have permission to impersonate the requested user.';
  return units.map((unit) => ({ ...unit, restore: () => ({ status: 'Failed', why }) }));
}

type Compared = Pick<ReceivedRestore, 'exploreSessionId' | 'itemIds' | 'reason' | 'approval'>;

function isSame(one: Compared, other: Compared): boolean {
  const sameItems = one.itemIds.toSorted().join(' ') === other.itemIds.toSorted().join(' ');
  const [code, otherCode] = [one, other].map(({ approval }) => approval?.kind === 'approved' && approval.userCode);
  // Without a reason only the session identifies a repetition, or the code: a person approves each sending.
  const named = one.reason !== undefined && one.reason !== '';
  return (
    sameItems &&
    one.reason === other.reason &&
    code === otherCode &&
    (named || one.exploreSessionId === other.exploreSessionId)
  );
}
