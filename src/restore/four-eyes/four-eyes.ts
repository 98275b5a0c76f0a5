/** What approvers do with a request for approval: they look at it, approve or decline it. The first decisions count. */
import { onUpstreamError } from '../../core/errors.ts';
import type { Asker, PersonKey } from '../../core/person.ts';
import { changeState, keep, readState, write } from '../../durable/record.ts';
import { startJob } from '../../durable/start-job.ts';
import { isSuspended } from '../../sign-in/access/suspensions.ts';
import { isAudited } from '../access/gate.ts';
import { isPersonal, PERSONAL_ONLY } from '../access/service-access.ts';
import {
  mayDecide,
  presentRule,
  withDecision,
  withOutcome,
  type ApprovalRequest,
  type Decision,
  type PresentRule,
} from '../state/four-eyes.ts';
import type { RestorePorts } from '../state/ports.ts';
import { MAX_DECLINE_REASON, type ApprovalPress } from '../state/presses.ts';
import { noticeReply, type ApprovalRequestView, type RestoreReply } from '../state/views.ts';
import type { ApprovalJobInputs } from './approval-job.ts';
import { auditFacts, awaitedBy, type Awaited } from './pass.ts';
import { requestView, titlesOf } from './request-view.ts';

export type FourEyesInputs = Omit<ApprovalJobInputs, 'announcer' | 'newId' | 'access' | 'store'> &
  Pick<RestorePorts, 'suspensions' | 'auditRequired'>;

type Change = (present: ApprovalRequest) => ApprovalRequest;

/** All methods throw StorageUnavailableError. */
export class FourEyes {
  readonly #ports: FourEyesInputs;

  constructor(ports: FourEyesInputs) {
    this.#ports = ports;
  }

  /** A button of an approver's card. Nothing of a request is shown to anybody who may not decide it. */
  async press(asker: Asker, id: string, press: ApprovalPress): Promise<RestoreReply> {
    const { approvals, approvalRule, suspensions, clock, log } = this.#ports;
    if (!isPersonal(asker)) return PERSONAL_ONLY;
    const { objectId = '', tenantId, name } = asker.person;
    const { state: request } = await readState(approvals, id);
    const person = { objectId: objectId.toLowerCase(), tenantId: tenantId.toLowerCase() };
    const isDeciding = press.kind !== 'show' && request?.outcome === undefined;
    const isAsked =
      request?.cards.some((card) => card.objectId === person.objectId && card.cardId !== undefined) === true;
    const known = await this.#knownOf(asker, id, request !== undefined && (isDeciding || !isAsked));
    // Guests on the list get no card. While it is unknown who may decide it, whoever has one may look at it.
    const guest = !isAsked && known?.guest !== false;
    const isEligible =
      known === undefined ? isAsked : request !== undefined && mayDecide(request, { ...person, guest }, known.rule);
    if (request === undefined || !isEligible || (await isSuspended(suspensions, person.objectId))) {
      const fields = { event: 'approval-press-refused', reference: id, person: asker.key.personId, press: press.kind };
      log.warn(fields, 'somebody who may not decide a request for approval pressed a button about it');
      return noticeReply({ code: 'approval-unknown' });
    }
    const view = (present: ApprovalRequest, more: Partial<ApprovalRequestView> = {}): RestoreReply => ({
      kind: 'render',
      view: { ...requestView(this.#ports, present, person), ...more },
    });
    if (press.kind === 'show' || request.outcome !== undefined) return view(request);
    if (known?.guest === undefined) return view(request, { remark: 'unavailable' });
    const { rule } = known;
    if (!mayDecide(request, { ...person, guest: known.guest }, rule)) return view(request, { remark: 'not-eligible' });
    const awaited = await awaitedBy(this.#ports.awaiting, request);
    if (press.kind === 'look') {
      if (!approvalRule.showsNames || awaited === undefined) return view(request);
      if (!(await this.#audited(asker.key, request, 'approval-viewed')))
        return view(request, { remark: 'unavailable' });
      return view(request, { titles: titlesOf(awaited) });
    }
    const reason = press.reason?.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_DECLINE_REASON) || undefined;
    if (press.kind === 'decline' && reason === undefined) return view(request, { remark: 'reason-missing' });
    const event = press.kind === 'approve' ? 'approval-given' : 'approval-declined';
    // What does not count in the end is in the log all the same.
    if (!(await this.#audited(asker.key, request, event))) return view(request, { remark: 'unavailable' });
    const at = clock.now();
    const decision: Decision = { kind: press.kind, ...person, name, guest: known.guest, at, reason };
    return view(await this.#decide(request, decision, awaited, rule));
  }

  /** Whether somebody may approve restores, for help: where the chat service does not say it, they may not. */
  async isApprover({ person: { objectId }, address }: Asker): Promise<boolean> {
    const listed = await this.#ports.approvers.list(address).catch(onUpstreamError((): readonly string[] => []));
    return objectId !== undefined && listed.includes(objectId.toLowerCase());
  }

  /** Who may approve now, and whether this is a guest. @returns undefined where the chat service does not say it */
  async #knownOf({ address }: Asker, reference: string, isDeciding: boolean) {
    const { approvalRule, isGuest, log } = this.#ports;
    const known = async () => ({
      rule: await presentRule(this.#ports, address),
      guest: isDeciding && !approvalRule.guests ? await isGuest(address) : false,
    });
    return known().catch(
      onUpstreamError((error) => {
        const fields = { event: 'approver-not-checked', reference, error };
        log.warn(fields, 'the chat service did not say who an approver is');
      }),
    );
  }

  async #decide(
    request: ApprovalRequest,
    decision: Decision,
    awaited: Awaited | undefined,
    rule: PresentRule,
  ): Promise<ApprovalRequest> {
    const { approvals, log } = this.#ports;
    const { id } = request;
    const decided: Change = (present) =>
      awaited?.isOver === false
        ? (withDecision(present, decision, awaited, rule) ?? present)
        : withOutcome(present, 'withdrawn', decision.at);
    const store = async () => {
      const { result } = await changeState(approvals, id, (present) => {
        const next = present === undefined ? request : decided(present);
        return present === undefined || next === present
          ? keep({ next, isNeeded: false })
          : write(next, { next, isNeeded: true });
      });
      return { result: result.next, isNeeded: result.isNeeded };
    };
    return startJob(this.#ports, { kind: 'approval', id }, store, (next) => {
      const fields = { event: 'approval-decided', reference: id, press: decision.kind, outcome: next.outcome?.kind };
      log.info(fields, 'somebody decided about a request for approval');
      return next;
    });
  }

  /** @returns whether it may go on: with `AUDIT=required`, once the entry is stored */
  async #audited(
    key: PersonKey,
    request: ApprovalRequest,
    event: 'approval-given' | 'approval-declined' | 'approval-viewed',
  ): Promise<boolean> {
    const { audit, auditRequired } = this.#ports;
    const record = { ...auditFacts(request, key), event };
    if (auditRequired) return isAudited(this.#ports, request.id, [record], []);
    audit.record(record);
    return true;
  }
}
