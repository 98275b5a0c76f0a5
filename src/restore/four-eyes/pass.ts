/**
 * Four eyes as a step of whatever waits for it: it asks for the approval, waits for it before anything else is done, and looks again
 * immediately before a call is sent.
 */
import { changeState, keep, readState, write } from '../../durable/record.ts';
import { sendDue } from '../../durable/due-job.ts';
import { startJob } from '../../durable/start-job.ts';
import type { Address, PersonKey } from '../../core/person.ts';
import type { StartedBy } from '../access/service-access.ts';
import { flowOf, type AccessKind } from '../backups/entries/access-kind.ts';
import type { SecondPersonTrouble } from '../backups/service-error.ts';
import type { Origin } from '../backups/catalog.ts';
import {
  approvalsOf,
  presentRule,
  REACH_MILLISECONDS,
  verdictOf,
  withOutcome,
  type ApprovalFacts,
  type ApprovalOutcome,
  type ApprovalRequest,
  type Decision,
  type OwnRequest,
  type Verdict,
} from '../state/four-eyes.ts';
import type { RestorePorts } from '../state/ports.ts';
import { scopeFacts, type ScopeFacts } from '../state/task-views.ts';

/** What waits for an approval, as it is now. */
export interface Awaited extends StartedBy {
  /** Of everything that changes what happens. */
  readonly hash: string;
  readonly address: Address;
  readonly isOver: boolean;
  /** Nothing of it is sent before somebody approves it, or has been sent since. */
  readonly isHeld: boolean;
  /** It knows that it is approved. */
  readonly isApproved: boolean;
  /** Subjects and names. */
  readonly titles: readonly string[];
}

/** Restores, or exports, as four eyes see them. All methods throw StorageUnavailableError. */
export interface Awaiting {
  awaited(key: PersonKey, id: string): Promise<Awaited | undefined>;
  /** Who was asked, and who approved it: shown on the asker's card while it waits. */
  named(key: PersonKey, id: string, people: (own: OwnRequest) => OwnRequest): Promise<void>;
  /** Somebody else has decided about it, or it is too late for that. */
  decided(key: PersonKey, id: string): Promise<void>;
}

/** By what the request is about. */
export type AllAwaiting = Readonly<Record<NonNullable<ApprovalRequest['of']>, Awaiting>>;

export const awaitedBy = (awaiting: AllAwaiting, { of = 'restore', id, asker }: ApprovalRequest) =>
  awaiting[of].awaited(asker.key, id);

type JudgePorts = Pick<RestorePorts, 'approvalRule' | 'approvers' | 'approvals' | 'suspensions' | 'clock'>;
type Present = Pick<Awaited, 'hash' | 'address'> & Pick<ApprovalRequest, 'id'>;

interface Judged {
  readonly verdict: Verdict | 'absent';
  /** Whose approvals count. */
  readonly by: readonly Pick<Decision, 'objectId' | 'name'>[];
}

/** @throws StorageUnavailableError; UpstreamError where it is unknown who may approve */
async function judge(ports: JudgePorts, { id, hash, address }: Present): Promise<Judged> {
  const { approvals, clock } = ports;
  const { state: request } = await readState(approvals, id);
  if (request === undefined) return { verdict: 'absent', by: [] };
  const rule = await presentRule(ports, address, request);
  const verdict = verdictOf(request, { hash, now: clock.now() }, rule);
  return { verdict, by: approvalsOf(request, rule).map(({ objectId, name }) => ({ objectId, name })) };
}

/** Asked immediately before a call is sent. @throws StorageUnavailableError, UpstreamError */
export const isApproved = async (ports: JudgePorts, present: Present): Promise<boolean> =>
  (await judge(ports, present)).verdict === 'approved';

export type Passage =
  | { readonly kind: 'passed' | 'waiting' }
  /** It is stored, and the step taken again. */
  | { readonly kind: 'changed'; readonly changes: Partial<OwnRequest> }
  | { readonly kind: 'refused'; readonly trouble: SecondPersonTrouble };

type PassPorts = JudgePorts & Pick<RestorePorts, 'jobs' | 'audit' | 'log'>;

/**
 * Asked before each step of what is not sent yet.
 *
 * @param requestOf makes the request, where there is none @returns `waiting`: its job is started again after the decision
 * @throws StorageUnavailableError, UpstreamError
 */
export async function pass(
  ports: PassPorts,
  present: Present & { readonly fourEyes: OwnRequest },
  requestOf: () => ApprovalRequest,
): Promise<Passage> {
  const { asked, approved } = present.fourEyes;
  const { verdict, by } = await judge(ports, present);
  if (asked !== true) {
    const request = requestOf();
    if (verdict === 'absent') await ask(ports, request);
    // Also where the request was stored before, and nobody knew: rather twice than never.
    ports.audit.record({ ...auditFacts(request, request.asker.key), event: 'approval-asked' });
    return { kind: 'changed', changes: { asked: true } };
  }
  if (verdict === 'approved') {
    if (approved !== undefined) return { kind: 'passed' };
    return { kind: 'changed', changes: { approved: { at: ports.clock.now(), by } } };
  }
  if (verdict === 'waiting') return { kind: 'waiting' };
  await closeRequest(ports, present.id, verdict === 'expired' ? verdict : 'void');
  return {
    kind: 'refused',
    trouble: verdict === 'declined' || verdict === 'expired' ? `second-${verdict}` : 'second-void',
  };
}

/** @param key of whoever does it */
export const auditFacts = ({ id: reference, requestId: request, facts }: ApprovalRequest, key: PersonKey) => ({
  key,
  organization: facts.organization,
  flow: flowOf(facts.access),
  reference,
  restore: request === undefined ? undefined : { request },
});

async function ask(ports: PassPorts, asked: ApprovalRequest): Promise<void> {
  const { approvals, log } = ports;
  const { id } = asked;
  const wakeAt = asked.askedAt + REACH_MILLISECONDS;
  const request = { ...asked, wakeAt };
  await sendDue(ports, { kind: 'approval-due', id, dueAt: wakeAt });
  const store = async () => {
    await changeState(approvals, id, (present) => (present === undefined ? write(request, true) : keep(false)));
    return { result: undefined, isNeeded: true };
  };
  await startJob(ports, { kind: 'approval', id }, store, () => undefined);
  log.info({ event: 'approval-asked', reference: id }, 'somebody else has to approve a restore or a file');
}

/** Nothing can be approved any more, or need be: the approvers' cards say so. @throws StorageUnavailableError */
export async function closeRequest(
  ports: Pick<RestorePorts, 'approvals' | 'clock' | 'jobs'>,
  id: string,
  kind: ApprovalOutcome,
): Promise<void> {
  const { approvals, clock } = ports;
  const end = async () => {
    const { result } = await changeState(approvals, id, (present) => {
      const next = present && withOutcome(present, kind, clock.now());
      return next === undefined || next === present ? keep(false) : write(next, true);
    });
    return { result: undefined, isNeeded: result };
  };
  await startJob(ports, { kind: 'approval', id }, end, () => undefined);
}

/** What is asked for: the asker's, with what approvers see of it. */
export function newRequest(
  key: PersonKey,
  {
    id,
    address,
    userId,
    account,
  }: Pick<Awaited, 'address' | 'userId'> & Pick<ApprovalRequest['asker'], 'account'> & { readonly id: string },
  { hash, askedAt }: OwnRequest,
  facts: ApprovalFacts,
): ApprovalRequest {
  const anonymous = key.personId === address.userId ? (true as const) : undefined;
  const asker = { key, address, name: address.userName ?? '', tenantId: address.tenantId, anonymous, userId, account };
  return { id, asker, hash, askedAt, facts, cards: [], decisions: [], told: [] };
}

/** To others, the person's own data is that of somebody with a name. */
export function scopeForOthers(scope: Origin['scope']): ScopeFacts {
  const { own, everybody, ...of } = scopeFacts(scope);
  return { ...of, own: false, everybody: !own && everybody };
}

/** What was the latest backup is the one that is approved. An administrator's session is opened again at its time as it is. */
export function pinned<Place extends Pick<Origin, 'point' | 'opened'>>(place: Place, access: AccessKind): Place {
  const { point, opened } = place;
  if (access === 'administrator' || point.kind === 'at' || opened === undefined) return place;
  const { id = '', backupTime, repositoryId } = opened;
  return { ...place, point: { kind: 'at', id, backupTime, repositoryId } };
}
