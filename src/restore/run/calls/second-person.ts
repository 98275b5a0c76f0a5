/**
 * Four eyes as a step of a restore: what needs somebody else's approval waits for it, before anything else is done, and each of its
 * calls is sent only while the approval counts.
 */
import type { PersonKey } from '../../../core/person.ts';
import { needsApproval, overwrittenBy } from '../../access/gate.ts';
import type { SecondPersonTrouble } from '../../backups/service-error.ts';
import { amountOf } from '../../backups/workloads/amount.ts';
import { isApproved, newRequest, pass, pinned, scopeForOthers, type Awaited } from '../../four-eyes/pass.ts';
import type { ApprovalRequest, OwnRequest } from '../../state/four-eyes.ts';
import type { Restore, RestoreState } from '../../state/restore.ts';
import type { RestorePorts } from '../../state/ports.ts';
import { endedCall, endPlannedCalls, isHeld, partsOf } from '../../state/restore-transitions.ts';
import { placeOfCalls } from '../../state/task-views.ts';
import type { RestoreRun, RunPorts } from './call-step.ts';
import { restoreHash } from '../record/create-restore.ts';
import type { Change, LoadedRestores } from '../record/update.ts';

type RulePorts = Pick<RestorePorts, 'approvalRule' | 'withCertificate'>;

/** The restore with a request, where it needs one and has none. */
export function withFourEyes(ports: RulePorts, restore: Restore, askedAt: number): Restore {
  if (restore.fourEyes !== undefined || !needsApproval(ports, restore, restore.groups)) return restore;
  // It may wait for a day: no session stays open for it.
  const groups = restore.groups.map((group) => ({
    ...pinned(group, restore.access),
    exploreId: '',
    approval: undefined,
  }));
  const requested = { ...restore, groups };
  return { ...requested, fourEyes: { hash: restoreHash(requested), askedAt } };
}

/** As four eyes see it. */
export function awaitedOf(restore: Restore): Awaited {
  const { organization, userId, access, address, endedAt, fourEyes, groups } = restore;
  return {
    organization,
    userId,
    access,
    address,
    hash: restoreHash(restore),
    isOver: endedAt !== undefined,
    isHeld: isHeld(restore),
    isApproved: fourEyes?.approved !== undefined,
    titles: groups.flatMap(({ entries }) => entries.map(({ title }) => title)),
  };
}

/** Ids of those that somebody else has to approve, or has, and that have not ended. */
export const askedIn = ({ restores }: RestoreState): readonly string[] =>
  restores.filter(({ fourEyes, endedAt }) => fourEyes !== undefined && endedAt === undefined).map(({ id }) => id);

const presentOf = (restore: Restore, fourEyes: OwnRequest) => ({
  id: restore.id,
  address: restore.address,
  hash: restoreHash(restore),
  fourEyes,
});

/** Asked immediately before a call is sent. @throws StorageUnavailableError, UpstreamError */
export async function maySend(
  ports: RulePorts & Pick<RestorePorts, 'approvers' | 'approvals' | 'suspensions' | 'clock'>,
  restore: Restore,
): Promise<boolean> {
  const { fourEyes } = restore;
  if (fourEyes === undefined) return !needsApproval(ports, restore, restore.groups);
  return isApproved(ports, presentOf(restore, fourEyes));
}

/**
 * Asked before each step of a restore whose next call is not sent yet.
 *
 * @returns `passed`: it may go on; `waiting`: its job is started again after the decision; or the state, which has changed
 */
export async function passFourEyes(
  ports: RunPorts,
  run: RestoreRun,
  loaded: LoadedRestores,
  restore: Restore,
): Promise<'passed' | 'waiting' | LoadedRestores> {
  const { updates, cards, clock } = ports;
  const save = (change: Change<Restore>) => updates.save('the approval of a restore', run, change, loaded);
  const { fourEyes } = restore;
  const now = clock.now();
  if (fourEyes === undefined) {
    if (!needsApproval(ports, restore, restore.groups)) return 'passed';
    // The settings require it by now.
    return save((present) => withFourEyes(ports, present, now));
  }
  const passage = await pass(ports, presentOf(restore, fourEyes), () => requestOf(run.key, restore, fourEyes));
  switch (passage.kind) {
    case 'passed':
      return 'passed';
    case 'waiting':
      await cards.update(run.key, restore);
      return 'waiting';
    case 'changed': {
      const { changes } = passage;
      const decidedAt = changes.approved === undefined ? {} : { decidedAt: now };
      return save((present) => ({ ...withEyes(changes)(present), ...decidedAt }));
    }
    case 'refused':
      return save((present) => endNotApproved(present, now, passage.trouble));
  }
}

export const withEyes =
  (changes: Partial<OwnRequest>) =>
  (restore: Restore): Restore =>
    restore.fourEyes === undefined ? restore : { ...restore, fourEyes: { ...restore.fourEyes, ...changes } };

/** Where nothing was sent, the message about the decision says all. */
function endNotApproved(restore: Restore, at: number, trouble: SecondPersonTrouble): Restore {
  const ended = endPlannedCalls(restore, at, (call) => endedCall(call, at, 'refused', trouble));
  const isUntouched = restore.calls.every(({ sent }) => sent !== true);
  return isUntouched ? { ...ended, messaged: true, channelPosted: true } : ended;
}

function requestOf(key: PersonKey, restore: Restore, fourEyes: OwnRequest): ApprovalRequest {
  const { organization, access, reason, groups } = restore;
  const facts = {
    organization,
    access,
    reason,
    overwrites: overwrittenBy(groups, access),
    groups: partsOf(restore).map(({ group, part }) => {
      const { workload, scope, point, entries } = group;
      const amount = amountOf([{ workload, entries }], access);
      return { ...amount, ...placeOfCalls(group, scopeForOthers(scope), part.calls), workload, point };
    }),
  };
  return { ...newRequest(key, restore, fourEyes, facts), requestId: restore.requestId };
}
