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
  approvalWarning,
  mayDecide,
  presentRule,
  withCard,
  withOutcome,
  withPeople,
  type ApprovalRequest,
  type ApproverCard,
  type OwnRequest,
  type PresentRule,
} from '../state/four-eyes.ts';
import type { RestorePorts } from '../state/ports.ts';
import { auditFacts, awaitedBy, REACH_MILLISECONDS, type AllAwaiting, type Awaited } from './pass.ts';
import { approversBeside, decisiveOf, newsOf, reachOf, requestView, shownOfRequest } from './request-view.ts';

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
    const outcome = await this.#alone(job.id, messageId, async (run) => {
      await this.#update(run, signal);
    });
    // That run may have died.
    if (outcome === 'theirs') await this.#ports.jobs.send(job, CLAIM_MILLISECONDS / 1000);
  }

  /** Handler of `approval-due` jobs. */
  async due(job: JobOf<'approval-due'>, signal: AbortSignal, messageId?: string): Promise<void> {
    const { clock } = this.#ports;
    if (await postponeIfEarly(this.#ports, job)) return;
    const outcome = await this.#alone(job.id, messageId, async (run) => {
      const now = clock.now();
      const awaited = await awaitedBy(this.#ports.awaiting, run.state);
      // What was approved, but never sent, ends as well.
      const isWaiting = run.state.outcome === undefined || awaited?.isHeld === true;
      const isLate = now >= approvalEnd(run.state);
      if (isLate && isWaiting) await run.change((each) => withOutcome(each, 'expired', now));
      const updated = await this.#update(run, signal);
      if (isLate || !isWaiting || updated === undefined) return;
      const { request, isReached } = updated;
      const isAwaited = request.outcome === undefined && !isReached;
      const times = [approvalWarning(request), approvalEnd(request), ...(isAwaited ? [now + REACH_MILLISECONDS] : [])];
      await sendDue(this.#ports, { ...job, dueAt: Math.min(...times.filter((time) => time > now)) });
    });
    if (outcome === 'theirs') await sendDue(this.#ports, { ...job, dueAt: clock.now() + CLAIM_MILLISECONDS });
  }

  #alone(id: string, messageId: string | undefined, work: (run: Run) => Promise<void>) {
    const { approvals: records, clock, newId } = this.#ports;
    return runAlone({ records, clock }, id, messageId ?? newId(), work);
  }

  /** Again while somebody decides meanwhile. @returns undefined where the request is erased */
  async #update(run: Run, signal: AbortSignal): Promise<Updated | undefined> {
    for (;;) {
      const shows = shownOfRequest(run.state);
      const updated = await this.#round(run, signal);
      const isOver = await run.release((present) => (shownOfRequest(present) === shows ? present : undefined));
      if (isOver || updated === undefined) return updated;
    }
  }

  async #round(run: Run, signal: AbortSignal): Promise<Updated | undefined> {
    const { awaiting, store, clock, suspensions } = this.#ports;
    const { id, asker, of = 'restore', isForgotten } = run.state;
    const { key } = asker;
    const awaited = isForgotten === true ? undefined : await awaiting[of].awaited(key, id);
    let reach: OwnRequest['reach'];
    if (awaited === undefined || awaited.isOver) {
      await run.change((each) => withOutcome(each, 'withdrawn', clock.now()));
    } else if (run.state.outcome === undefined) {
      const rule = await presentRule(this.#ports, awaited.address);
      const invited = this.#invited(run.state, rule);
      const suspended = await suspendedOf(suspensions, invited);
      await this.#invite(
        run,
        awaited.address,
        rule,
        signal,
        invited.filter((objectId) => !suspended.has(objectId)),
      );
      reach = reachOf(run.state, invited, suspended);
    }
    // First, because somebody waits for it.
    if (awaited?.isOver === false) {
      const request = run.state;
      const isOpen = request.outcome === undefined;
      await awaiting[of].named(key, id, (own) => withPeople(own, request, isOpen ? reach : undefined));
    }
    const isReached = reach === undefined || reach.unreachable.length === 0;
    if (awaited !== undefined && isUnaware(awaited, run.state)) await awaiting[of].decided(key, id);
    await this.#tell(run, awaited);
    await this.#showDecisions(run, signal);
    const request = run.state;
    if (awaited !== undefined || request.outcome === undefined) return { request, isReached };
    // Where the asker was erased, nothing of it is left.
    if (isForgotten !== true && (await readState(store, key)).state !== undefined) return { request, isReached };
    await run.erase();
    return undefined;
  }

  /** Who gets a card: not whoever was erased from it. */
  #invited(request: ApprovalRequest, { approvers }: PresentRule): readonly string[] {
    const { id: reference, erased = [] } = request;
    const all = approversBeside(request, approvers).filter((objectId) => !erased.includes(traceOf(request, objectId)));
    if (all.length > MOST_INVITED) {
      const fields = { event: 'approvers-too-many', reference, approvers: all.length, asked: MOST_INVITED };
      this.#ports.log.warn(fields, 'there are more approvers than are asked');
    }
    return all.slice(0, MOST_INVITED);
  }

  /** One after the other; each card is stored before the next is posted. */
  #invite(run: Run, via: Address, rule: PresentRule, signal: AbortSignal, ids: readonly string[]): Promise<void> {
    return this.#each(run, ids, signal, async (objectId) => {
      const isPosted = run.state.cards.some((card) => card.objectId === objectId && card.cardId !== undefined);
      return isPosted ? undefined : this.#post(run.state, objectId, via, rule);
    });
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
  #showDecisions(run: Run, signal: AbortSignal): Promise<void> {
    const ids = run.state.cards.map(({ objectId }) => objectId);
    return this.#each(run, ids, signal, async (objectId) => {
      const request = run.state;
      const card = request.cards.find((each) => each.objectId === objectId);
      const shows = shownOfRequest(request);
      if (card?.address === undefined || card.cardId === undefined || card.shows === shows) return undefined;
      const { address, cardId } = card;
      const key = { conversationId: address.conversationId, personId: objectId };
      const view = requestView(this.#ports, request, { objectId, tenantId: address.tenantId });
      const delivery = await this.#ports.announcer.edit(address, key, cardId, view);
      return { ...card, shows, cardId: delivery.kind === 'delivered' ? delivery.cardId : cardId };
    });
  }

  /** What fails for one does not keep the others waiting; the job is repeated for it. */
  async #each(
    run: Run,
    ids: readonly string[],
    signal: AbortSignal,
    act: (objectId: string) => Promise<ApproverCard | undefined>,
  ): Promise<void> {
    const errors: unknown[] = [];
    for (const objectId of ids) {
      signal.throwIfAborted();
      try {
        const card = await act(objectId);
        if (card !== undefined) await run.change((each) => withCard(each, card));
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        const fields = { event: 'approval-card-failed', reference: run.state.id, error };
        this.#ports.log.warn(fields, 'the card of an approver was not posted or edited yet');
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }

  /** Posted before that is stored: rather twice than never. */
  async #tell(run: Run, awaited: Awaited | undefined): Promise<void> {
    const { announcer, access, audit, clock } = this.#ports;
    const request = run.state;
    const { id, of = 'restore', asker, facts, outcome, told } = request;
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
    // Withdrawn at the same moment; or a file that the asker has by now.
    const isPast = awaited?.isOver !== false && (of === 'file' || awaited?.isApproved !== true);
    // Nothing is left of a file that has ended, but the asker still hears why they do not have it.
    const reachable = awaited?.address ?? (of === 'file' ? asker.address : undefined);
    const address = isPast && outcome?.kind === 'approved' ? undefined : reachable;
    if (news !== undefined && address !== undefined) {
      const decisive = decisiveOf(request);
      const { name: by, reason } = outcome === undefined || decisive === undefined ? {} : decisive;
      const view = { kind: 'approval-news', of, restoreId: id, access: facts.access, news, by, reason } as const;
      await announcer.post(address, key, view);
      marks.push(news);
    }
    if (marks.length > 0)
      await run.change((present) => ({ ...present, told: [...new Set([...present.told, ...marks])] }));
  }
}

interface Updated {
  readonly request: ApprovalRequest;
  /** Every approver has a card. */
  readonly isReached: boolean;
}

/** It still waits for what has been decided. */
const isUnaware = ({ isHeld, isApproved }: Awaited, { outcome }: ApprovalRequest): boolean =>
  outcome !== undefined && isHeld && (outcome.kind !== 'approved' || !isApproved);
