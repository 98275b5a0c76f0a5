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
  withCardChange,
  withClient,
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

/** Who may approve now, and whether somebody is a guest. */
interface Known {
  readonly rule: PresentRule;
  readonly guest: boolean | undefined;
}

type Change = (present: ApprovalRequest) => ApprovalRequest;

/** All methods throw StorageUnavailableError. */
export class FourEyes {
  readonly #ports: FourEyesInputs;

  constructor(ports: FourEyesInputs) {
    this.#ports = ports;
  }

  /** A button of an approver's card. Nothing of a request is shown to anybody who may not decide it. */
  async press(asker: Asker, id: string, press: ApprovalPress): Promise<RestoreReply> {
    const { approvals, suspensions, log } = this.#ports;
    if (!isPersonal(asker)) return PERSONAL_ONLY;
    const { objectId = '', tenantId } = asker.person;
    const { state: request } = await readState(approvals, id);
    const person = { objectId: objectId.toLowerCase(), tenantId: tenantId.toLowerCase() };
    const isDeciding = press.kind !== 'show' && request?.outcome === undefined;
    const isAsked =
      request?.cards.some((card) => card.objectId === person.objectId && card.cardId !== undefined) === true;
    const known = await this.#knownOf(asker, id, request, isDeciding || !isAsked);
    // Guests on the list get no card. While it is unknown who may decide it, whoever has one may look at it.
    const guest = !isAsked && known?.guest !== false;
    const isEligible =
      known === undefined ? isAsked : request !== undefined && mayDecide(request, { ...person, guest }, known.rule);
    if (request === undefined || !isEligible || (await isSuspended(suspensions, person.objectId))) {
      const fields = { event: 'approval-press-refused', reference: id, person: asker.key.personId, press: press.kind };
      log.warn(fields, 'somebody who may not decide a request for approval pressed a button about it');
      if (isAsked) await this.#takeCard(id, person.objectId);
      return noticeReply({ code: 'approval-unknown' });
    }
    await this.#heardFrom(asker, request, person.objectId);
    const more = await this.#act(asker, request, person, press, known);
    // The job may have shown something newer on the card while the chat service was asked.
    const { state: present } = await readState(approvals, id);
    if (present === undefined) return noticeReply({ code: 'approval-unknown' });
    const view = requestView(this.#ports, present, person);
    const typedReason = press.reason;
    return { kind: 'render', view: present.outcome === undefined ? { ...view, ...more, typedReason } : view };
  }

  /** The answer takes the place of their card: once they may decide it again, they are asked again. */
  async #takeCard(id: string, objectId: string): Promise<void> {
    await changeState(this.#ports.approvals, id, (present) =>
      present === undefined || present.outcome !== undefined
        ? keep(undefined)
        : write(withCardChange(present, objectId, { cardId: undefined, shows: undefined }), undefined),
    );
  }

  async #heardFrom({ address }: Asker, request: ApprovalRequest, objectId: string): Promise<void> {
    if (withClient(request, objectId, address) === undefined) return;
    await changeState(this.#ports.approvals, request.id, (present) => {
      const next = present && withClient(present, objectId, address);
      return next === undefined ? keep(undefined) : write(next, undefined);
    });
  }

  /** @returns what the card says beside the request as long as that is open */
  async #act(
    asker: Asker,
    request: ApprovalRequest,
    person: Pick<Decision, 'objectId' | 'tenantId'>,
    press: ApprovalPress,
    known: Known | undefined,
  ): Promise<Pick<ApprovalRequestView, 'remark' | 'titles'>> {
    if (press.kind === 'show' || request.outcome !== undefined) return {};
    if (known?.guest === undefined) return { remark: 'unavailable' };
    const { guest, rule } = known;
    if (!mayDecide(request, { ...person, guest }, rule)) return { remark: 'not-eligible' };
    const awaited = await awaitedBy(this.#ports.awaiting, request);
    if (press.kind === 'look') {
      if (!this.#ports.approvalRule.showsNames || awaited === undefined) return {};
      if (!(await this.#audited(asker.key, request, 'approval-viewed'))) return { remark: 'unavailable' };
      return { titles: titlesOf(awaited) };
    }
    const reason = press.reason?.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_DECLINE_REASON) || undefined;
    if (press.kind === 'decline' && reason === undefined) return { remark: 'reason-missing' };
    const event = press.kind === 'approve' ? 'approval-given' : 'approval-declined';
    // What does not count in the end is in the log all the same.
    if (!(await this.#audited(asker.key, request, event))) return { remark: 'unavailable' };
    const { name } = asker.person;
    const decision: Decision = { kind: press.kind, ...person, name, guest, at: this.#ports.clock.now(), reason };
    await this.#decide(request, decision, awaited, rule);
    return {};
  }

  /** Whether somebody may approve restores, for help: where the chat service does not say it, they may not. */
  async isApprover({ person: { objectId }, address }: Asker): Promise<boolean> {
    const listed = await this.#ports.approvers.list(address).catch(onUpstreamError((): readonly string[] => []));
    return objectId !== undefined && listed.includes(objectId.toLowerCase());
  }

  /** Who may approve now, and whether this is a guest. @returns undefined where the chat service does not say it */
  async #knownOf(
    { address }: Asker,
    reference: string,
    request: ApprovalRequest | undefined,
    isDeciding: boolean,
  ): Promise<Known | undefined> {
    const { approvalRule, isGuest, log } = this.#ports;
    const known = async (): Promise<Known> => ({
      rule: await presentRule(this.#ports, address, request),
      guest: request !== undefined && isDeciding && !approvalRule.guests ? await isGuest(address) : false,
    });
    return known().catch(
      onUpstreamError((error) => {
        const fields = { event: 'approver-not-checked', reference, error };
        log.warn(fields, 'the chat service did not say who an approver is');
        return undefined;
      }),
    );
  }

  async #decide(
    request: ApprovalRequest,
    decision: Decision,
    awaited: Awaited | undefined,
    rule: PresentRule,
  ): Promise<void> {
    const { approvals, log } = this.#ports;
    const { id } = request;
    const decided: Change = (present) =>
      awaited?.isOver === false
        ? (withDecision(present, decision, awaited, rule) ?? present)
        : withOutcome(present, 'withdrawn', decision.at);
    const store = async () => {
      const { result, loaded } = await changeState(approvals, id, (present) => {
        const next = present && decided(present);
        return next === undefined || next === present ? keep(false) : write(next, true);
      });
      return { result: loaded.state?.outcome, isNeeded: result };
    };
    await startJob(this.#ports, { kind: 'approval', id }, store, (outcome) => {
      const fields = { event: 'approval-decided', reference: id, press: decision.kind, outcome: outcome?.kind };
      log.info(fields, 'somebody decided about a request for approval');
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
