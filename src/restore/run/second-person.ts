/**
 * Four eyes as a step of a restore: what needs somebody else's approval waits for it, before anything else is done, and each of its
 * calls is sent only while the approval counts.
 */
import { changeState, keep, readState, write } from '../../durable/record.ts';
import { sendDue } from '../../durable/due-job.ts';
import { startJob } from '../../durable/start-job.ts';
import type { PersonKey } from '../../core/person.ts';
import { isSuspended } from '../../sign-in/access/suspensions.ts';
import { needsApproval, overwrittenBy } from '../access/gate.ts';
import { flowOf } from '../backups/entries/access-kind.ts';
import type { SecondPersonTrouble } from '../backups/service-error.ts';
import { amountOf } from '../backups/workloads/amount.ts';
import {
  approvalsOf,
  verdictOf,
  withOutcome,
  type ApprovalFacts,
  type ApprovalOutcome,
  type ApprovalRequest,
  type Verdict,
} from '../state/four-eyes.ts';
import type { Restore, RestoreGroup } from '../state/restore.ts';
import type { RestorePorts } from '../state/ports.ts';
import { endedCall, endPlannedCalls, partsOf } from '../state/restore-transitions.ts';
import { scopeFacts } from '../state/task-views.ts';
import type { RestoreRun, RunPorts } from './call-step.ts';
import { restoreHash } from './create-restore.ts';
import type { Change, LoadedRestores } from './update.ts';

/** How soon approvers who could not be reached are looked for again. */
export const REACH_MILLISECONDS = 15 * 60_000;

type RulePorts = Pick<RestorePorts, 'approvalRule' | 'withCertificate'>;
type VerdictPorts = Pick<RestorePorts, 'approvalRule' | 'approvals' | 'suspensions' | 'clock'>;

/** The restore with a request, where it needs one and has none. */
export function withFourEyes(ports: RulePorts, restore: Restore, askedAt: number): Restore {
  if (restore.fourEyes !== undefined || !needsApproval(ports, restore, restore.groups)) return restore;
  // It may wait for a day: no session stays open for it.
  const groups = restore.groups.map((group) => ({ ...pinned(group, restore), exploreId: '', approval: undefined }));
  const requested = { ...restore, groups };
  return { ...requested, fourEyes: { hash: restoreHash(requested), askedAt } };
}

/** What was the latest backup is the one that is approved. An administrator's session is opened again at its time as it is. */
function pinned(group: RestoreGroup, { access }: Restore): RestoreGroup {
  const { point, opened } = group;
  if (access === 'administrator' || point.kind === 'at' || opened === undefined) return group;
  return { ...group, point: { kind: 'at', id: opened.id ?? '', backupTime: opened.backupTime } };
}

interface Judged {
  readonly verdict: Verdict | 'absent';
  readonly request?: ApprovalRequest | undefined;
}

/** Throws StorageUnavailableError. */
async function judge({ approvals, approvalRule, suspensions, clock }: VerdictPorts, restore: Restore): Promise<Judged> {
  const { state: stored } = await readState(approvals, restore.id);
  if (stored === undefined) return { verdict: 'absent' };
  // A suspended person's decision does not count any more.
  const isOut = await Promise.all(stored.decisions.map(({ objectId }) => isSuspended(suspensions, objectId)));
  const request = { ...stored, decisions: stored.decisions.filter((_, index) => isOut[index] !== true) };
  return { request, verdict: verdictOf(request, { hash: restoreHash(restore), now: clock.now() }, approvalRule) };
}

/** Asked immediately before a call is sent. @throws StorageUnavailableError */
export async function maySend(ports: VerdictPorts & RulePorts, restore: Restore): Promise<boolean> {
  if (restore.fourEyes === undefined) return !needsApproval(ports, restore, restore.groups);
  return (await judge(ports, restore)).verdict === 'approved';
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
  const { updates, cards, approvalRule, clock } = ports;
  const save = (change: Change<Restore>) => updates.save('the approval of a restore', run, change, loaded);
  const { fourEyes } = restore;
  const now = clock.now();
  if (fourEyes === undefined) {
    if (!needsApproval(ports, restore, restore.groups)) return 'passed';
    // The settings require it by now.
    return save((present) => withFourEyes(ports, present, now));
  }
  const { verdict, request } = await judge(ports, restore);
  if (request === undefined && fourEyes.asked !== true) await ask(ports, run.key, restore);
  if (fourEyes.asked !== true) return save(withEyes({ asked: true }));
  if (request !== undefined && verdict === 'approved') {
    if (fourEyes.approved !== undefined) return 'passed';
    const by = approvalsOf(request, approvalRule).map(({ objectId, name }) => ({ objectId, name }));
    return save((present) => ({ ...withEyes({ approved: { at: now, by } })(present), decidedAt: now }));
  }
  if (verdict === 'waiting') {
    await cards.update(run.key, restore);
    return 'waiting';
  }
  await closeRequest(ports, restore, verdict === 'expired' ? verdict : 'void');
  const trouble = verdict === 'declined' || verdict === 'expired' ? (`second-${verdict}` as const) : 'second-void';
  return save((present) => endNotApproved(present, now, trouble));
}

export const withEyes =
  (changes: Partial<NonNullable<Restore['fourEyes']>>) =>
  (restore: Restore): Restore =>
    restore.fourEyes === undefined ? restore : { ...restore, fourEyes: { ...restore.fourEyes, ...changes } };

/** Where nothing was sent, the message about the decision says all. */
function endNotApproved(restore: Restore, at: number, trouble: SecondPersonTrouble): Restore {
  const ended = endPlannedCalls(restore, at, (call) => endedCall(call, at, 'refused', trouble));
  return isUntouched(restore) ? { ...ended, messaged: true, lined: true } : ended;
}

export const isUntouched = ({ calls }: Pick<Restore, 'calls'>): boolean => calls.every(({ sent }) => sent !== true);

async function ask(ports: RunPorts, key: PersonKey, restore: Restore): Promise<void> {
  const { approvals, clock, audit, log } = ports;
  const { id } = restore;
  const request = requestOf(key, restore, restore.fourEyes ?? { hash: '', askedAt: clock.now() });
  await sendDue(ports, { kind: 'approval-due', id, dueAt: request.askedAt + REACH_MILLISECONDS });
  const store = async () => {
    await changeState(approvals, id, (present) => (present === undefined ? write(request, true) : keep(false)));
    return { result: undefined, isNeeded: true };
  };
  await startJob(ports, { kind: 'approval', id }, store, () => undefined);
  audit.record({ ...auditFacts(request, key), event: 'approval-asked' });
  log.info({ event: 'approval-asked', reference: id }, 'a restore waits for the approval of somebody else');
}

/** @param key of whoever does it */
export const auditFacts = ({ id: reference, requestId: request, facts }: ApprovalRequest, key: PersonKey) => ({
  key,
  organization: facts.organization,
  flow: flowOf(facts.access),
  reference,
  restore: request === undefined ? undefined : { request },
});

function requestOf(
  key: PersonKey,
  restore: Restore,
  { hash, askedAt }: Pick<ApprovalRequest, 'hash' | 'askedAt'>,
): ApprovalRequest {
  const { id, requestId, organization, access, reason, address, userId, groups } = restore;
  const facts: ApprovalFacts = {
    organization,
    access,
    reason,
    overwrites: overwrittenBy(groups, access),
    groups: partsOf(restore).map(({ group: { workload, scope, point, target, entries }, part }) => {
      const { own, everybody, ...of } = scopeFacts(scope);
      return {
        ...amountOf([{ workload, entries }], access),
        // To others, the person's own data is that of somebody with a name.
        scope: { ...of, own: false, everybody: !own && everybody },
        workload,
        point,
        target: target?.name,
        of: everybody === true ? [...new Set(part.calls.map(({ containerName }) => containerName))] : undefined,
      };
    }),
  };
  const anonymous = key.personId === address.userId ? (true as const) : undefined;
  const asker = { key, name: address.userName ?? '', tenantId: address.tenantId, anonymous, userId };
  return { id, requestId, asker, hash, askedAt, facts, cards: [], decisions: [], told: [] };
}

/** Nothing can be approved any more, or need be: the approvers' cards say so. */
export async function closeRequest(
  ports: Pick<RunPorts, 'approvals' | 'clock' | 'jobs'>,
  { id, fourEyes }: Restore,
  kind: ApprovalOutcome,
): Promise<void> {
  const { approvals, clock } = ports;
  if (fourEyes === undefined) return;
  const end = async () => {
    const { result } = await changeState(approvals, id, (present) => {
      const next = present && withOutcome(present, kind, clock.now());
      return next === undefined || next === present ? keep(false) : write(next, true);
    });
    return { result: undefined, isNeeded: result };
  };
  await startJob(ports, { kind: 'approval', id }, end, () => undefined);
}
