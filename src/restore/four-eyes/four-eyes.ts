/**
 * The request that a restore or a file waits for, and its approvers: each has a card in their personal chat, the first decisions count, every
 * copy shows them, and the asker hears of each step by a short message.
 */
import { DAY } from '../../core/durations.ts';
import { UpstreamError } from '../../core/errors.ts';
import type { JobOf } from '../../core/jobs.ts';
import type { Address, Asker, PersonKey } from '../../core/person.ts';
import { postponeIfEarly, sendDue } from '../../durable/due-job.ts';
import { changeState, keep, readForJob, readState, write } from '../../durable/record.ts';
import { startJob } from '../../durable/start-job.ts';
import type { AdministratorAddresses } from '../../sign-in/state/ports.ts';
import { isSuspended } from '../../sign-in/access/suspensions.ts';
import { displayName } from '../../sign-in/state/presenter.ts';
import { isAudited } from '../access/gate.ts';
import { isPersonal, PERSONAL_ONLY, type ServiceAccess } from '../access/service-access.ts';
import { flowOf } from '../backups/entries/access-kind.ts';
import {
  approvalEnd,
  approvalWarning,
  mayDecide,
  withCard,
  withDecision,
  withOutcome,
  type ApprovalRequest,
  type ApproverCard,
  type Decision,
} from '../state/four-eyes.ts';
import type { RestorePorts } from '../state/ports.ts';
import type { ApprovalPress } from '../state/presses.ts';
import { noticeReply, type ApprovalRequestView, type RestoreReply } from '../state/views.ts';
import { REACH_MILLISECONDS, type Awaited, type Awaiting } from './pass.ts';
import { approversBeside, decisiveOf, newsOf, reachOf, requestView, shownOfRequest, titlesOf } from './request-view.ts';

export type FourEyesInputs = Pick<
  RestorePorts,
  | 'approvals'
  | 'approvalRule'
  | 'suspensions'
  | 'store'
  | 'jobs'
  | 'announcer'
  | 'audit'
  | 'auditRequired'
  | 'organizations'
  | 'clock'
  | 'log'
> & {
  readonly access: Pick<ServiceAccess, 'connectFor'>;
  readonly awaiting: Readonly<Record<NonNullable<ApprovalRequest['of']>, Awaiting>>;
  /** Where approvers can be written to. */
  readonly administrators: Pick<AdministratorAddresses, 'find'>;
  /** Whether somebody is a guest in the tenant that they write from. @throws UpstreamError */
  readonly isGuest: (address: Address) => Promise<boolean | undefined>;
};

/** Longer than any request waits, and what it is about runs. */
const RETENTION_MILLISECONDS = 7 * DAY;
const MAX_REASON = 300;

type Change = (present: ApprovalRequest) => ApprovalRequest;

/** All methods throw StorageUnavailableError. */
export class FourEyes {
  readonly #ports: FourEyesInputs;

  constructor(ports: FourEyesInputs) {
    this.#ports = ports;
  }

  /** A button of an approver's card. Nothing of a request is shown to anybody who may not decide it. */
  async press(asker: Asker, id: string, press: ApprovalPress): Promise<RestoreReply> {
    const { approvals, approvalRule: rule, suspensions, clock, log } = this.#ports;
    if (!isPersonal(asker)) return PERSONAL_ONLY;
    const { objectId = '', tenantId, name } = asker.person;
    const { state: request } = await readState(approvals, id);
    const person = { objectId: objectId.toLowerCase(), tenantId: tenantId.toLowerCase() };
    const isEligible = request !== undefined && mayDecide(request, { ...person, guest: false }, rule);
    if (!isEligible || (await isSuspended(suspensions, person.objectId))) {
      const fields = { event: 'approval-press-refused', reference: id, person: asker.key.personId, press: press.kind };
      log.warn(fields, 'somebody who may not decide a request for approval pressed a button about it');
      return noticeReply({ code: 'approval-unknown' });
    }
    const view = (present: ApprovalRequest, more: Partial<ApprovalRequestView> = {}): RestoreReply => ({
      kind: 'render',
      view: { ...this.#view(present, person), ...more },
    });
    if (press.kind === 'show' || request.outcome !== undefined) return view(request);
    let guest: boolean | undefined;
    try {
      guest = !rule.guests && (await this.#ports.isGuest(asker.address));
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn(
        { event: 'approver-not-checked', reference: id, error },
        'the chat service did not say who an approver is',
      );
      return view(request, { remark: 'unavailable' });
    }
    if (guest === undefined) return view(request, { remark: 'unavailable' });
    if (!mayDecide(request, { ...person, guest }, rule)) return view(request, { remark: 'not-eligible' });
    const awaited = await this.#awaitedOf(request);
    if (press.kind === 'look') {
      if (!rule.showsNames || awaited === undefined) return view(request);
      if (!(await this.#audited(asker.key, request, 'approval-viewed')))
        return view(request, { remark: 'unavailable' });
      return view(request, { titles: titlesOf(awaited) });
    }
    const reason = press.reason?.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_REASON) || undefined;
    if (press.kind === 'decline' && reason === undefined) return view(request, { remark: 'reason-missing' });
    const event = press.kind === 'approve' ? 'approval-given' : 'approval-declined';
    // What does not count in the end is in the log all the same.
    if (!(await this.#audited(asker.key, request, event))) return view(request, { remark: 'unavailable' });
    const at = clock.now();
    const decision: Decision = { kind: press.kind, ...person, name, guest, at, reason };
    return view(await this.#decide(request, decision, awaited));
  }

  async #decide(request: ApprovalRequest, decision: Decision, awaited: Awaited | undefined): Promise<ApprovalRequest> {
    const { approvals, approvalRule, log } = this.#ports;
    const { id } = request;
    const decided: Change = (present) =>
      awaited?.isOver === false
        ? (withDecision(present, decision, awaited, approvalRule) ?? present)
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

  /** Handler of `approval` jobs: everybody's cards, the asker's message, and what waits for it, as the request is now. */
  async follow({ id }: JobOf<'approval'>, signal: AbortSignal): Promise<void> {
    const { state: request } = await readForJob(this.#ports.approvals, id);
    if (request !== undefined) await this.#update(request, signal);
  }

  /** Handler of `approval-due` jobs. */
  async due(job: JobOf<'approval-due'>, signal: AbortSignal): Promise<void> {
    const { approvals, clock } = this.#ports;
    const { state: request } = await readForJob(approvals, job.id);
    if (request === undefined || (await postponeIfEarly(this.#ports, job))) return;
    const now = clock.now();
    const isLate = now >= approvalEnd(request);
    const awaited = await this.#awaitedOf(request);
    // What was approved, but never sent, ends as well.
    const isWaiting = request.outcome === undefined || awaited?.isHeld === true;
    const present =
      isLate && isWaiting ? await this.#change(request, (each) => withOutcome(each, 'expired', now)) : request;
    const updated = await this.#update(present, signal);
    if (isLate || !isWaiting || updated === undefined) return;
    const { unreachable } = reachOf(updated, this.#ports.approvalRule);
    const isAwaited = updated.outcome === undefined && unreachable.length > 0;
    const times = [approvalWarning(updated), approvalEnd(updated), ...(isAwaited ? [now + REACH_MILLISECONDS] : [])];
    await sendDue(this.#ports, { ...job, dueAt: Math.min(...times.filter((time) => time > now)) });
  }

  /** What is kept about an approver. */
  async forget(personId: string): Promise<void> {
    for (const request of await this.#ports.approvals.all()) {
      const isNamed = [...request.cards, ...request.decisions].some(({ objectId }) => objectId === personId);
      if (isNamed) await this.#change(request, (present) => withoutPerson(present, personId));
    }
  }

  /** Part of the daily sweep. @returns how many were erased */
  sweep(signal: AbortSignal): Promise<number> {
    const { approvals, clock } = this.#ports;
    return approvals.sweep(clock.now() - RETENTION_MILLISECONDS, signal);
  }

  /** @returns the request afterwards; undefined where it is erased */
  async #update(before: ApprovalRequest, signal: AbortSignal): Promise<ApprovalRequest | undefined> {
    const { approvals, store, clock } = this.#ports;
    const { id } = before;
    const { key } = before.asker;
    const awaiting = this.#awaiting(before);
    const awaited = await awaiting.awaited(key, id);
    let request =
      awaited?.isOver !== false
        ? await this.#change(before, (each) => withOutcome(each, 'withdrawn', clock.now()))
        : before;
    if (request.outcome === undefined) request = await this.#invite(request, signal);
    // First, because somebody waits for it.
    if (request.outcome === undefined) await awaiting.reached(key, id, reachOf(request, this.#ports.approvalRule));
    else if (awaited !== undefined && isUnaware(awaited, request)) await awaiting.decided(key, id);
    request = await this.#tell(request, awaited);
    request = await this.#showDecisions(request, signal);
    if (awaited !== undefined || request.outcome === undefined) return request;
    if ((await readState(store, key)).state !== undefined) return request;
    // The asker was erased.
    await approvals.erase(id);
    return undefined;
  }

  /** One after the other; each card is stored before the next is posted. */
  async #invite(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalRequest> {
    const { approvalRule } = this.#ports;
    return this.#each(request, approversBeside(request, approvalRule.approvers), signal, async (present, objectId) => {
      if (present.cards.some((card) => card.objectId === objectId && card.cardId !== undefined)) return undefined;
      return this.#post(present, objectId);
    });
  }

  /** @returns the approver's card; without an id where they cannot be written to */
  async #post(request: ApprovalRequest, objectId: string): Promise<ApproverCard> {
    const { administrators, announcer, approvalRule: rule, isGuest } = this.#ports;
    const address = await administrators.find(objectId);
    if (address === undefined) return { objectId };
    const guest = !rule.guests && (await isGuest(address));
    const { tenantId } = address;
    // The bot is no longer in their chat.
    if (guest === undefined) return { objectId };
    if (!mayDecide(request, { objectId, tenantId: tenantId.toLowerCase(), guest }, rule)) return { objectId };
    const key = { conversationId: address.conversationId, personId: objectId };
    const view = this.#view(request, { objectId, tenantId });
    const delivery = await announcer.post(address, key, view);
    if (delivery.kind === 'unreachable') return { objectId };
    return { objectId, address, cardId: delivery.cardId, shows: shownOfRequest(request) };
  }

  /** On every copy. */
  #showDecisions(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalRequest> {
    const ids = request.cards.map(({ objectId }) => objectId);
    return this.#each(request, ids, signal, async (present, objectId) => {
      const card = present.cards.find((each) => each.objectId === objectId);
      const shows = shownOfRequest(present);
      if (card?.address === undefined || card.cardId === undefined || card.shows === shows) return undefined;
      const { address, cardId } = card;
      const key = { conversationId: address.conversationId, personId: objectId };
      const view = this.#view(present, { objectId, tenantId: address.tenantId });
      const delivery = await this.#ports.announcer.edit(address, key, cardId, view);
      return { ...card, shows, cardId: delivery.kind === 'delivered' ? delivery.cardId : cardId };
    });
  }

  /** What fails for one does not keep the others waiting; the job is repeated for it. */
  async #each(
    request: ApprovalRequest,
    ids: readonly string[],
    signal: AbortSignal,
    act: (present: ApprovalRequest, objectId: string) => Promise<ApproverCard | undefined>,
  ): Promise<ApprovalRequest> {
    const errors: unknown[] = [];
    let present = request;
    for (const objectId of ids) {
      signal.throwIfAborted();
      try {
        const card = await act(present, objectId);
        if (card !== undefined) present = await this.#change(present, (each) => withCard(each, card));
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        const fields = { event: 'approval-card-failed', reference: request.id, error };
        this.#ports.log.warn(fields, 'the card of an approver was not posted or edited yet');
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
    return present;
  }

  /** Posted before that is stored: rather twice than never. */
  async #tell(request: ApprovalRequest, awaited: Awaited | undefined): Promise<ApprovalRequest> {
    const { announcer, access, audit, clock } = this.#ports;
    const { id, asker, facts, outcome, told } = request;
    const { key } = asker;
    const marks: string[] = [];
    if (
      outcome !== undefined &&
      outcome.kind !== 'approved' &&
      outcome.kind !== 'declined' &&
      !told.includes(outcome.kind)
    ) {
      const event = outcome.kind === 'expired' ? 'approval-expired' : 'approval-withdrawn';
      audit.record({ ...auditFacts(request, key), event, outcome: outcome.kind });
      marks.push(outcome.kind);
    }
    const isSignedIn = awaited !== undefined && (await access.connectFor(key, awaited)) !== undefined;
    const news = newsOf(request, isSignedIn, clock.now());
    // Of a file nothing is left once it has ended: what it was approved for is done then, but not what was decided otherwise.
    const address =
      awaited?.address ?? (request.of === 'file' && outcome?.kind !== 'approved' ? asker.address : undefined);
    if (news !== undefined && address !== undefined) {
      const decisive = decisiveOf(request);
      const { name: by, reason } = outcome === undefined || decisive === undefined ? {} : decisive;
      const { of = 'restore' } = request;
      const view = { kind: 'approval-news', of, restoreId: id, access: facts.access, news, by, reason } as const;
      await announcer.post(address, key, view);
      marks.push(news);
    }
    const all = [...new Set([...told, ...marks])];
    return all.length === told.length ? request : this.#change(request, (present) => ({ ...present, told: all }));
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

  #view(request: ApprovalRequest, reader: Pick<Decision, 'objectId' | 'tenantId'>): ApprovalRequestView {
    const { approvalRule, organizations } = this.#ports;
    const organization = displayName(organizations, request.facts.organization);
    return requestView(request, reader, { approvalRule, organization });
  }

  #awaiting({ of = 'restore' }: ApprovalRequest): Awaiting {
    return this.#ports.awaiting[of];
  }

  #awaitedOf(request: ApprovalRequest): Promise<Awaited | undefined> {
    return this.#awaiting(request).awaited(request.asker.key, request.id);
  }

  /** @returns what is stored then; what was erased meanwhile is not written again */
  async #change(request: ApprovalRequest, change: Change): Promise<ApprovalRequest> {
    const { result } = await changeState(this.#ports.approvals, request.id, (present) => {
      const next = present && change(present);
      return next === undefined || next === present ? keep(next ?? request) : write(next, next);
    });
    return result;
  }
}

/** It still waits for what has been decided. */
const isUnaware = ({ isHeld, isApproved }: Awaited, { outcome }: ApprovalRequest): boolean =>
  isHeld && (outcome?.kind !== 'approved' || !isApproved);

const auditFacts = ({ id: reference, facts: { organization, access } }: ApprovalRequest, key: PersonKey) => ({
  key,
  organization,
  flow: flowOf(access),
  reference,
});

const withoutPerson = (request: ApprovalRequest, personId: string): ApprovalRequest => ({
  ...request,
  cards: request.cards.filter(({ objectId }) => objectId !== personId),
  decisions: request.decisions.map((decision) =>
    decision.objectId === personId ? { ...decision, name: '' } : decision,
  ),
});

/** Longer than erasing a state takes. */
const ERASED_SECONDS = 30;

/** What these wait for is about to be erased: nobody is left for whom it could be approved. @throws StorageUnavailableError */
export async function withdrawErased(
  {
    approvals,
    jobs,
    clock,
  }: Pick<FourEyesInputs, 'approvals' | 'clock'> & { readonly jobs: Pick<FourEyesInputs['jobs'], 'send'> },
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    await jobs.send({ kind: 'approval', id }, ERASED_SECONDS);
    await changeState(approvals, id, (present) => {
      if (present === undefined) return keep(undefined);
      const nameless = { ...present, asker: { ...present.asker, name: '', address: undefined } };
      return write(withOutcome(nameless, 'withdrawn', clock.now()), undefined);
    });
  }
}
