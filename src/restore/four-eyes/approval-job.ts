/**
 * The jobs of a request for approval: every approver's card, the messages to the asker, and what waits for it, as the request is now;
 * its warning and its end.
 */
import type { JobOf } from '../../core/jobs.ts';
import { UpstreamError } from '../../core/errors.ts';
import type { Address } from '../../core/person.ts';
import { postponeIfEarly, sendDue } from '../../durable/due-job.ts';
import { readState } from '../../durable/record.ts';
import { traceOf } from '../../durable/trace.ts';
import { CLAIM_MILLISECONDS, runAlone, type SoleRun } from '../../durable/sole-run.ts';
import { suspendedOf } from '../../sign-in/access/suspensions.ts';
import type { ServiceAccess } from '../access/service-access.ts';
import {
  approvalEnd,
  mayDecide,
  presentRule,
  withApproval,
  withCard,
  withCardChange,
  withOutcome,
  withPeople,
  type ApprovalRequest,
  type ApproverCard,
  type OwnRequest,
  type PresentRule,
} from '../state/four-eyes.ts';
import type { RestorePorts } from '../state/ports.ts';
import { auditFacts, awaitedBy, type AllAwaiting, type Awaited } from './pass.ts';
import {
  approversBeside,
  decisiveOf,
  newsOf,
  nextDue,
  reachOf,
  requestView,
  shownOfRequest,
  withReach,
  withTold,
} from './request-view.ts';

export type ApprovalJobInputs = Pick<
  RestorePorts,
  | 'approvals'
  | 'approvalRule'
  | 'approvers'
  | 'suspensions'
  | 'store'
  | 'jobs'
  | 'announcer'
  | 'audit'
  | 'organizations'
  | 'clock'
  | 'log'
  | 'newId'
> & {
  readonly access: Pick<ServiceAccess, 'connectFor'>;
  readonly awaiting: AllAwaiting;
  /** Whether somebody is a guest in the tenant that they write from. @throws UpstreamError */
  readonly isGuest: (address: Address) => Promise<boolean | undefined>;
};

type Run = SoleRun<ApprovalRequest>;
/** `mayFail`: that is not worth repeating the job. */
type Attempt = (act: () => Promise<unknown>, mayFail?: boolean) => Promise<void>;

/** So many cards can be posted, and kept with the request. */
const MOST_INVITED = 250;

/** All methods throw StorageUnavailableError. */
export class ApprovalJobs {
  readonly #ports: ApprovalJobInputs;

  constructor(ports: ApprovalJobInputs) {
    this.#ports = ports;
  }

  /** Handler of `approval` jobs. */
  async follow(job: JobOf<'approval'>, signal: AbortSignal, messageId?: string): Promise<void> {
    const outcome = await this.#alone(job.id, messageId, (run) => this.#update(run, signal));
    // That run may have died.
    if (outcome === 'theirs') await this.#ports.jobs.send(job, CLAIM_MILLISECONDS / 1000);
  }

  /** Handler of `approval-due` jobs. */
  async due(job: JobOf<'approval-due'>, signal: AbortSignal, messageId?: string): Promise<void> {
    const { clock, awaiting } = this.#ports;
    if (await postponeIfEarly(this.#ports, job)) return;
    const outcome = await this.#alone(job.id, messageId, async (run) => {
      // Before anything that may keep failing until this job is set aside.
      await this.#sendNext(run);
      const now = clock.now();
      // What was approved, but never sent, ends as well.
      const isWaiting = run.state.outcome === undefined || (await awaitedBy(awaiting, run.state))?.isHeld === true;
      if (isWaiting && now >= approvalEnd(run.state)) await run.change((each) => withOutcome(each, 'expired', now));
      await this.#update(run, signal, true);
    });
    if (outcome === 'theirs') await sendDue(this.#ports, { ...job, dueAt: clock.now() + CLAIM_MILLISECONDS });
  }

  #alone(id: string, messageId: string | undefined, work: (run: Run) => Promise<void>) {
    const { approvals: records, clock, newId } = this.#ports;
    return runAlone({ records, clock, newId }, id, messageId, work);
  }

  /** Unless one that is early enough was sent. */
  async #sendNext(run: Run): Promise<void> {
    const { id, wakeAt = 0 } = run.state;
    const now = this.#ports.clock.now();
    const dueAt = nextDue(run.state, now);
    if (dueAt === undefined || (wakeAt > now && wakeAt <= dueAt)) return;
    await sendDue(this.#ports, { kind: 'approval-due', id, dueAt });
    await run.change((each) => ({ ...each, wakeAt: dueAt }));
  }

  /**
   * Again while somebody decides meanwhile. What fails for one does not keep the others waiting; the job is repeated for it.
   *
   * @param isLook for further approvers, after which the next is due already: it is not repeated where somebody is asked
   */
  async #update(run: Run, signal: AbortSignal, isLook = false): Promise<void> {
    const errors: UpstreamError[] = [];
    const attempt: Attempt = async (act, mayFail = false) => {
      try {
        await act();
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        const fields = { event: 'approval-card-failed', reference: run.state.id, error };
        this.#ports.log.warn(fields, 'somebody whom a request for approval concerns is not told yet');
        if (!mayFail) errors.push(error);
      }
    };
    for (let isOver = false; !isOver;) {
      const shows = shownOfRequest(run.state);
      if (!(await this.#round(run, signal, attempt, isLook))) break;
      await this.#sendNext(run);
      isOver = await run.release((present) => (shownOfRequest(present) === shows ? present : undefined));
    }
    if (errors[0] !== undefined) throw errors[0];
  }

  /** @returns false where the request is erased */
  async #round(run: Run, signal: AbortSignal, attempt: Attempt, isLook: boolean): Promise<boolean> {
    const { awaiting, store, clock } = this.#ports;
    const { id, asker, of = 'restore', isForgotten } = run.state;
    const { key } = asker;
    const awaited = isForgotten === true ? undefined : await awaiting[of].awaited(key, id);
    let reach: OwnRequest['reach'];
    if (awaited === undefined || awaited.isOver) {
      await run.change((each) => withOutcome(each, 'withdrawn', clock.now()));
    } else if (run.state.outcome === undefined) {
      const isAsked = run.state.cards.some(({ cardId }) => cardId !== undefined);
      // What fails here is the roster: each post is an attempt of its own.
      await attempt(async () => {
        const rule = await presentRule(this.#ports, awaited.address, run.state);
        const { outcome } = await run.change((each) => withApproval(each, { ...awaited, now: clock.now() }, rule));
        if (outcome === undefined) reach = await this.#invite(run, awaited.address, signal, attempt);
      }, isLook && isAsked);
    }
    // First, because somebody waits for it.
    if (awaited?.isOver === false) {
      const request = run.state;
      const isOpen = request.outcome === undefined;
      await awaiting[of].named(key, id, (own) => withPeople(own, request, isOpen ? reach : undefined));
    }
    if (awaited !== undefined && isUnaware(awaited, run.state)) await awaiting[of].decided(key, id);
    await this.#auditEnd(run);
    await attempt(() => this.#tell(run, awaited, reach));
    await this.#showDecisions(run, signal, attempt);
    if (awaited !== undefined || run.state.outcome === undefined) return true;
    // Where the asker was erased, nothing of it is left.
    if (isForgotten !== true && (await readState(store, key)).state !== undefined) return true;
    await run.erase();
    return false;
  }

  /** Who gets a card: not whoever was erased from it. */
  #invited(request: ApprovalRequest, { approvers }: PresentRule): readonly string[] {
    const { id: reference, erased = [] } = request;
    const all = approversBeside(request, approvers).filter((objectId) => !erased.includes(traceOf(request, objectId)));
    // Not at each look for others.
    if (all.length > MOST_INVITED && request.cards.length === 0) {
      const fields = { event: 'approvers-too-many', reference, approvers: all.length, asked: MOST_INVITED };
      this.#ports.log.warn(fields, 'there are more approvers than are asked');
    }
    return all.slice(0, MOST_INVITED);
  }

  /**
   * One after the other; each card is stored before the next is posted.
   *
   * @returns who has a card; undefined where nobody has one yet, because the chat service fails @throws UpstreamError
   */
  async #invite(run: Run, via: Address, signal: AbortSignal, attempt: Attempt): Promise<OwnRequest['reach']> {
    const { approvalRule, approvers, suspensions } = this.#ports;
    const rule = { ...approvalRule, approvers: await approvers.list(via) };
    const invited = this.#invited(run.state, rule);
    const suspended = await suspendedOf(suspensions, invited);
    let failed = 0;
    for (const objectId of invited) {
      const isPosted = run.state.cards.some((card) => card.objectId === objectId && card.cardId !== undefined);
      if (isPosted || suspended.has(objectId)) continue;
      signal.throwIfAborted();
      failed += 1;
      await attempt(async () => {
        const card = await this.#post(run.state, objectId, via, rule);
        await run.change((each) => withCard(each, card));
        failed -= 1;
      });
    }
    const reach = reachOf(run.state, invited, suspended);
    return failed > 0 && reach.asked.length === 0 ? undefined : reach;
  }

  /** @returns the approver's card; without an id where they cannot be written to */
  async #post(request: ApprovalRequest, objectId: string, via: Address, rule: PresentRule): Promise<ApproverCard> {
    const { approvers, announcer, isGuest } = this.#ports;
    const address = await approvers.addressOf(objectId, via);
    if (address === undefined) return { objectId };
    const guest = !rule.guests && (await isGuest(address));
    const { tenantId } = address;
    // The bot is no longer in their chat.
    if (guest === undefined) return { objectId };
    if (!mayDecide(request, { objectId, tenantId: tenantId.toLowerCase(), guest }, rule)) return { objectId };
    const key = { conversationId: address.conversationId, personId: objectId };
    const view = requestView(this.#ports, request, { objectId, tenantId });
    const delivery = await announcer.post(address, key, view);
    if (delivery.kind === 'unreachable') return { objectId };
    return { objectId, address, cardId: delivery.cardId, shows: shownOfRequest(request) };
  }

  /** On every copy. */
  async #showDecisions(run: Run, signal: AbortSignal, attempt: Attempt): Promise<void> {
    for (const { objectId } of run.state.cards) {
      signal.throwIfAborted();
      await attempt(async () => {
        const request = run.state;
        const card = request.cards.find((each) => each.objectId === objectId);
        const shows = shownOfRequest(request);
        if (card?.address === undefined || card.cardId === undefined || card.shows === shows) return;
        const { address, cardId } = card;
        const key = { conversationId: address.conversationId, personId: objectId };
        const view = requestView(this.#ports, request, { objectId, tenantId: address.tenantId });
        const delivery = await this.#ports.announcer.edit(address, key, cardId, view);
        const shown = { shows, cardId: delivery.kind === 'delivered' ? delivery.cardId : cardId };
        await run.change((each) => withCardChange(each, objectId, shown));
      });
    }
  }

  /** Posted before that is stored: rather twice than never. */
  async #tell(run: Run, awaited: Awaited | undefined, reach: OwnRequest['reach']): Promise<void> {
    const { announcer, access, clock } = this.#ports;
    const request = await run.change((each) => withReach(each, reach, clock.now()));
    const { id, of = 'restore', asker, facts, outcome } = request;
    const { key } = asker;
    const isSignedIn = awaited !== undefined && (await access.connectFor(key, awaited)) !== undefined;
    const news = newsOf(request, reach, isSignedIn, clock.now());
    // Withdrawn at the same moment; or a file that the asker has by now.
    const isPast = awaited?.isOver !== false && (of === 'file' || awaited?.isApproved !== true);
    // Nothing is left of a file that has ended, but the asker still hears why they do not have it.
    const reachable = awaited?.address ?? (of === 'file' ? asker.address : undefined);
    const address = isPast && outcome?.kind === 'approved' ? undefined : reachable;
    if (news !== undefined && address !== undefined) {
      const decisive = decisiveOf(request);
      const { name: by, reason } = outcome === undefined || decisive === undefined ? {} : decisive;
      const { access: kind, organization: organizationKey } = facts;
      const about = { of, restoreId: id, access: kind, organizationKey };
      await announcer.post(address, key, { kind: 'approval-news', ...about, news, by, reason });
      await run.change((present) => withTold(present, news));
    }
  }

  /** That is stored first: what follows is repeated, the line is not. */
  async #auditEnd(run: Run): Promise<void> {
    const { outcome, asker, isEndAudited } = run.state;
    const isUndecided = outcome !== undefined && outcome.kind !== 'approved' && outcome.kind !== 'declined';
    if (!isUndecided || isEndAudited === true) return;
    await run.change((each) => ({ ...each, isEndAudited: true }));
    const event = outcome.kind === 'expired' ? 'approval-expired' : 'approval-withdrawn';
    this.#ports.audit.record({ ...auditFacts(run.state, asker.key), event, outcome: outcome.kind });
  }
}

/** It still waits for what has been decided. */
const isUnaware = ({ isHeld, isApproved }: Awaited, { outcome }: ApprovalRequest): boolean =>
  outcome !== undefined && isHeld && (outcome.kind !== 'approved' || !isApproved);
