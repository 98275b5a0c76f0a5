/**
 * The request that a restore waits for, and its approvers: each has a card in their personal chat, the first decisions count, every
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
import { restoreHash } from '../run/create-restore.ts';
import { auditFacts, isUntouched, REACH_MILLISECONDS } from '../run/second-person.ts';
import type { RestoreService } from '../run/service.ts';
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
import type { Restore, RestoreState } from '../state/restore.ts';
import { findRestore, isHeld } from '../state/restore-transitions.ts';
import { noticeReply, type ApprovalRequestView, type RestoreReply } from '../state/views.ts';
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
  readonly restores: Pick<RestoreService, 'decided' | 'reached'>;
  /** Where approvers can be written to. */
  readonly administrators: Pick<AdministratorAddresses, 'find'>;
  /** Whether somebody is a guest in the tenant that they write from. @throws UpstreamError */
  readonly isGuest: (address: Address) => Promise<boolean | undefined>;
};

/** Longer than any request waits, and any restore runs. */
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
      log.warn(fields, 'somebody who may not approve a restore pressed a button about it');
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
    const restore = await this.#restoreOf(request);
    if (press.kind === 'look') {
      if (!rule.showsNames || restore === undefined) return view(request);
      if (!(await this.#audited(asker.key, request, 'approval-viewed')))
        return view(request, { remark: 'unavailable' });
      return view(request, { titles: titlesOf(restore) });
    }
    const reason = press.reason?.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_REASON) || undefined;
    if (press.kind === 'decline' && reason === undefined) return view(request, { remark: 'reason-missing' });
    const event = press.kind === 'approve' ? 'approval-given' : 'approval-declined';
    // What does not count in the end is in the log all the same.
    if (!(await this.#audited(asker.key, request, event))) return view(request, { remark: 'unavailable' });
    const at = clock.now();
    const decision: Decision = { kind: press.kind, ...person, name, guest, at, reason };
    return view(await this.#decide(request, decision, restore));
  }

  async #decide(request: ApprovalRequest, decision: Decision, restore: Restore | undefined): Promise<ApprovalRequest> {
    const { approvals, approvalRule, log } = this.#ports;
    const { id } = request;
    const isOpen = restore !== undefined && restore.endedAt === undefined;
    const decided: Change = (present) =>
      isOpen
        ? (withDecision(present, decision, { hash: restoreHash(restore) }, approvalRule) ?? present)
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
      log.info(fields, 'somebody decided about the approval of a restore');
      return next;
    });
  }

  /** Handler of `approval` jobs: everybody's cards, the asker's message, and the restore, as the request is now. */
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
    const restore = await this.#restoreOf(request);
    // What was approved, but never sent, ends as well.
    const isWaiting = request.outcome === undefined || (restore !== undefined && isHeld(restore));
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
    const { approvals, restores, store, clock } = this.#ports;
    const { id, asker } = before;
    const { key } = asker;
    const { state } = await readState(store, key);
    const restore = findRestore(state, id);
    const isOver = restore === undefined || restore.endedAt !== undefined;
    let request = isOver ? await this.#change(before, (each) => withOutcome(each, 'withdrawn', clock.now())) : before;
    if (request.outcome === undefined) request = await this.#invite(request, signal);
    // First, because somebody waits for it.
    if (request.outcome === undefined) await restores.reached(key, id, reachOf(request, this.#ports.approvalRule));
    else if (restore !== undefined && isUnaware(restore, request)) await restores.decided(key, id);
    request = await this.#tell(request, restore);
    request = await this.#showDecisions(request, signal);
    if (state !== undefined || request.outcome === undefined) return request;
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
  async #tell(request: ApprovalRequest, restore: Restore | undefined): Promise<ApprovalRequest> {
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
    const isSignedIn = restore !== undefined && (await access.connectFor(key, restore)) !== undefined;
    const news = newsOf(request, isSignedIn, clock.now());
    // It was stopped, or refused, before anything was sent: it is not running now.
    const isMoot = outcome?.kind === 'approved' && restore?.endedAt !== undefined && isUntouched(restore);
    if (news !== undefined && restore !== undefined && !isMoot) {
      const decisive = decisiveOf(request);
      const { name: by, reason } = outcome === undefined || decisive === undefined ? {} : decisive;
      const view = { kind: 'approval-news', restoreId: id, access: facts.access, news, by, reason } as const;
      await announcer.post(restore.address, key, view);
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

  async #restoreOf({ id, asker }: ApprovalRequest): Promise<Restore | undefined> {
    return findRestore((await readState(this.#ports.store, asker.key)).state, id);
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

/** The restore still waits for what has been decided. */
const isUnaware = (restore: Restore, { outcome }: ApprovalRequest): boolean =>
  isHeld(restore) && (outcome?.kind !== 'approved' || restore.fourEyes?.approved === undefined);

const withoutPerson = (request: ApprovalRequest, personId: string): ApprovalRequest => ({
  ...request,
  cards: request.cards.filter(({ objectId }) => objectId !== personId),
  decisions: request.decisions.map((decision) =>
    decision.objectId === personId ? { ...decision, name: '' } : decision,
  ),
});

/** Longer than erasing a state takes. */
const ERASED_SECONDS = 30;

/** The state of an asker is about to be erased: nobody is left for whom it could be approved. @throws StorageUnavailableError */
export async function withdrawErased(
  {
    approvals,
    jobs,
    clock,
  }: Pick<FourEyesInputs, 'approvals' | 'clock'> & { readonly jobs: Pick<FourEyesInputs['jobs'], 'send'> },
  { restores }: RestoreState,
): Promise<void> {
  for (const { id } of restores.filter(({ fourEyes, endedAt }) => fourEyes !== undefined && endedAt === undefined)) {
    await jobs.send({ kind: 'approval', id }, ERASED_SECONDS);
    await changeState(approvals, id, (present) => {
      if (present === undefined) return keep(undefined);
      const nameless = { ...present, asker: { ...present.asker, name: '' } };
      return write(withOutcome(nameless, 'withdrawn', clock.now()), undefined);
    });
  }
}
