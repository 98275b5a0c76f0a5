/** Begins and cancels sign-ins: `restore login`, `restore cancel`, and every button that signs in or shows a code. */
import { StorageUnavailableError, UpstreamError } from '../../core/errors.ts';
import { changeState, keep, readState, write, type Changed, type Decided, type Loaded } from '../../durable/record.ts';
import { startJob } from '../../durable/start-job.ts';
import type { Organization } from '../../core/organization.ts';
import type { Asker } from '../../core/person.ts';
import { createEditCards, type EditCards } from '../state/edit-cards.ts';
import { drop } from '../state/dropped.ts';
import { withCardId } from '../state/transitions.ts';
import type { SignInInputs } from '../state/inputs.ts';
import {
  hasDeviceCode,
  type Failure,
  type PersonState,
  type Session,
  type SignIn,
  type WaitingSignIn,
} from '../state/model.ts';
import {
  codeView,
  displayName,
  failureView,
  noticeReply,
  noticeView,
  outcomeReply,
  outcomeView,
  pendingUntil,
} from '../state/presenter.ts';
import type { DeviceCode, DeviceRequest } from '../state/ports.ts';
import type { Reply, View } from '../state/views.ts';
import { sinceRead, withBegun, type Since } from './begun.ts';
import { cancelSignIn, type PressedCancel } from './cancel.ts';
import { isStillOffered, offerBrowser, wayOf, type Offer } from './browser-request.ts';
import { requestDeviceCode } from './device-code.ts';
import { chooseOrganization, existingSessionView, isOrganization, type SignInRequest } from '../access/policy.ts';
import type { SuspensionsAtStart } from '../access/suspensions.ts';
import { withCodeBesideLink } from './code-beside-link.ts';
import type { StartLimits } from './rate-limit.ts';

type Ports = SignInInputs & {
  readonly limits: Pick<StartLimits, 'take'>;
  readonly suspensionsAtStart: Pick<SuspensionsAtStart, 'has'>;
};

interface Start {
  readonly asker: Asker;
  readonly request: SignInRequest;
  readonly organization: Organization;
  readonly loaded: Loaded<PersonState>;
}

type Showing = Pick<Start, 'asker' | 'request' | 'loaded'>;

/** What the person is asked to do, one way or both. */
type Asked = Offer | (DeviceRequest & DeviceCode) | (Offer & DeviceCode);

/** What the state already held: another command's sign-in (`duplicate`), what counts instead, or the sign-in that was replaced. */
type Replaced = SignIn | 'duplicate' | Since | undefined;

/** How long a code without a card is assumed to be in the hands of the turn that is posting it. */
const POSTING_MILLISECONDS = 3_000;
const POSTING_CHECK_MILLISECONDS = 300;

/** All methods throw StorageUnavailableError. */
export class SignIns {
  readonly #ports: Ports;
  readonly #editCards: EditCards;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#editCards = createEditCards(ports, { errorEvent: 'card-not-edited', message: 'a card is not edited' });
  }

  async begin(asker: Asker, request: SignInRequest): Promise<Reply> {
    const { organizations, store, suspensionsAtStart, clock, newId } = this.#ports;
    const read = [readState(store, asker.key), suspensionsAtStart.has(asker.key.personId)] as const;
    const [loaded, isBarred] = await Promise.all(read);
    const { signIn, session, lastOrganization } = loaded.state ?? {};
    const chosen = chooseOrganization(this.#ports, { ...asker, ...request, lastOrganization });
    if (!isOrganization(chosen)) return this.#askForOrganization(asker, request, chosen, session);
    const start: Start = { asker, request, organization: chosen, loaded };
    if (isBarred) return this.#limited(start) ?? this.#refuse(start, newId(), { reason: 'suspended' });
    const now = clock.now();
    if (this.#satisfies(signIn, start, now)) return this.#showAgain(start, signIn);
    const { tenantId } = asker.person;
    const view = existingSessionView(organizations, loaded.state, request, { chosen, tenantId, now });
    return view === undefined ? this.#start(start) : { kind: 'render', view };
  }

  /** **New code**: replaces the code of this sign-in on its card. */
  async newCode(asker: Asker, signInId: string, cardId: string | undefined): Promise<Reply> {
    const { state } = await readState(this.#ports.store, asker.key);
    const signIn = state?.signIn;
    if (signIn?.id !== signInId || signIn.kind === 'redeemed')
      return outcomeReply(this.#ports.organizations, state, signInId);
    const withCode = signIn.kind === 'waiting' && hasDeviceCode(signIn);
    const { flow, organization } = signIn;
    return this.begin(asker, { flow, organization, cardId, replaces: signInId, withCode });
  }

  /**
   * **Show my code**, and the refresh of a card.
   *
   * @param cardId the pressed card, which is the sign-in's from now on; undefined where only its person sees the answer
   */
  async showCode(asker: Asker, signInId: string, cardId?: string): Promise<Reply> {
    const { organizations, store, clock } = this.#ports;
    const loaded = await readState(store, asker.key);
    const signIn = loaded.state?.signIn;
    if (signIn?.kind !== 'waiting' || signIn.expiresAt <= clock.now())
      return outcomeReply(organizations, loaded.state, signInId);
    const organization = organizations.get(signIn.organization);
    // Its job ends it.
    if (organization === undefined || !isStillOffered(this.#ports, signIn, organization))
      return noticeReply('card-outdated');
    return this.#showAgainOn({ asker, request: { flow: signIn.flow, cardId }, loaded }, signIn);
  }

  /** **Use a code**: beside the link, whichever is used first. */
  async useCode(asker: Asker, signInId: string, cardId: string | undefined): Promise<Reply> {
    const { organizations, store, suspensionsAtStart, activeJobs, clock } = this.#ports;
    const { key } = asker;
    const loaded = await readState(store, key);
    const signIn = loaded.state?.signIn;
    const organization = organizations.get(signIn?.organization ?? '');
    const isWaiting = signIn?.kind === 'waiting' && signIn.id === signInId && signIn.expiresAt > clock.now();
    if (!isWaiting || organization === undefined || wayOf(organization, signIn.flow) !== 'both')
      return outcomeReply(organizations, loaded.state, signInId);
    const { flow } = signIn;
    const start: Start = { asker, request: { flow, cardId }, organization, loaded };
    if (hasDeviceCode(signIn)) return this.#showAgainOn(start, signIn);
    const limited = this.#limited(start);
    if (limited !== undefined) return limited;
    if (await suspensionsAtStart.has(key.personId)) return this.#refuse(start, signInId, { reason: 'suspended' });
    const issued = await requestDeviceCode(this.#ports, organization, flow, signInId);
    if ('reason' in issued) return this.#refuse(start, signInId, issued);
    const now = clock.now();
    const change = async (jobId: string | undefined) => {
      const decide = withCodeBesideLink(signInId, issued, { now, jobId });
      const changed = await changeState(store, key, decide, loaded);
      return { result: changed, isNeeded: changed.result !== undefined };
    };
    return startJob(this.#ports, { kind: 'follow', key, signInId }, change, (changed, startNow) => {
      if (changed.result === undefined) return this.showCode(asker, signInId, cardId);
      // It only waited for the browser.
      activeJobs.abandon(signInId);
      return this.#showCard({ ...start, loaded: changed.loaded }, changed.result, (shown) => {
        activeJobs.handOver(signInId, shown);
        startNow?.();
      });
    });
  }

  /** `restore cancel`, and, with `by`, **Cancel**. */
  cancel(asker: Asker, by?: PressedCancel): Promise<Reply> {
    return cancelSignIn(this.#ports, this.#editCards, asker, by);
  }

  /** **Another organization** does not offer the one that the person is signed in to. */
  async #askForOrganization(asker: Asker, request: SignInRequest, view: View, session?: Session): Promise<Reply> {
    const isElse = request.ask === true && session?.flow === request.flow;
    if (!isElse || view.kind !== 'choose-organization') return { kind: 'render', view };
    const choices = view.choices.filter(({ organization }) => organization !== session.organization);
    const [only, ...others] = choices;
    if (only === undefined || others.length > 0) return { kind: 'render', view: { ...view, choices, last: undefined } };
    return this.begin(asker, { ...request, organization: only.organization, ask: undefined, picked: true });
  }

  async #showAgain(start: Start, pending: WaitingSignIn): Promise<Reply> {
    const { store, clock } = this.#ports;
    const { asker, request } = start;
    const until = clock.now() + POSTING_MILLISECONDS;
    for (let { cardId } = pending; cardId === undefined && clock.now() < until;) {
      await clock.sleep(POSTING_CHECK_MILLISECONDS);
      const loaded = await readState(store, asker.key);
      const present = loaded.state?.signIn;
      if (present?.id !== pending.id || present.kind !== 'waiting') return this.begin(asker, request);
      ({ cardId } = present);
      if (cardId !== undefined) return this.#showAgainOn({ ...start, loaded }, present);
    }
    return this.#showCard(start, pending);
  }

  /** On the pressed card, unless it is the sign-in's already. */
  async #showAgainOn(showing: Showing, signIn: WaitingSignIn): Promise<Reply> {
    const { asker, request } = showing;
    if (request.cardId !== undefined && request.cardId !== signIn.cardId) return this.#showCard(showing, signIn);
    return { kind: 'delivered', view: codeView(this.#ports.organizations, signIn, asker.person) };
  }

  async #start(start: Start): Promise<Reply> {
    const { activeJobs, audit, clock, log, newId } = this.#ports;
    const { asker, request } = start;
    const { key } = asker;
    const { flow, cardId } = request;
    const { key: organization } = start.organization;
    const limited = this.#limited(start);
    if (limited !== undefined) return limited;
    const id = newId();
    const asked = await this.#ask(start, id);
    if ('reason' in asked) return this.#refuse(start, id, asked);
    const startedAt = clock.now();
    const { expiresInSeconds, ...way } = asked;
    const facts = { id, flow, organization, startedAt, expiresAt: startedAt + expiresInSeconds * 1000, cardId };
    return startJob(
      this.#ports,
      { kind: 'follow', key, signInId: id },
      async (jobId) => {
        const signIn: WaitingSignIn = { kind: 'waiting', ...facts, jobId, ...way };
        const stored = await this.#store(start, signIn);
        return { result: { signIn, ...stored }, isNeeded: typeof stored.result !== 'string' };
      },
      async ({ signIn, result: replaced, loaded: written }, startNow) => {
        if (typeof replaced === 'string') return this.#overtaken(start, replaced);
        drop(this.#ports, key, replaced, 'replaced');
        const reply = await this.#showCard({ ...start, loaded: written }, signIn, (shown) => {
          activeJobs.handOver(id, shown);
          startNow?.();
        });
        if (replaced?.kind === 'waiting' && replaced.cardId !== cardId) {
          await this.#moveAway(asker, replaced.organization, replaced.cardId);
        }
        return reply;
      },
      () => {
        log.info({ event: 'sign-in-started', reference: id, flow, organization }, 'sign-in started');
        audit.record({ event: 'sign-in-started', key, organization, flow, reference: id });
      },
    );
  }

  /** Counts one more sign-in, or says that there were too many. */
  #limited(start: Start): Reply | undefined {
    const { limits, log } = this.#ports;
    const { key, person } = start.asker;
    const verdict = limits.take(key.personId, person.tenantId, start.loaded.state?.recentStarts ?? []);
    if (verdict.kind === 'allowed') return undefined;
    const { whose, againAt } = verdict;
    log.warn({ event: 'sign-ins-limited', whose, tenant: person.tenantId }, 'too many sign-ins were started');
    return this.#besideWaiting(start, { kind: 'notice', notice: { code: 'too-many-sign-ins', whose, againAt } });
  }

  /** Whatever the person can sign in with. */
  async #ask({ asker: { key }, request, organization }: Start, signInId: string): Promise<Asked | Failure> {
    const { flow, withCode = false } = request;
    const way = wayOf(organization, flow);
    const offer = way === 'device-code' ? undefined : await offerBrowser(this.#ports, organization, { key, signInId });
    if (offer !== undefined && ('reason' in offer || way === 'browser' || !withCode)) return offer;
    const code = await requestDeviceCode(this.#ports, organization, flow, signInId);
    return 'reason' in code ? code : { ...offer, ...code };
  }

  #store(start: Start, signIn: WaitingSignIn): Promise<Changed<Replaced, PersonState>> {
    const { store, activeJobs } = this.#ports;
    const { asker, request, loaded } = start;
    const { key } = asker;
    const { id, startedAt } = signIn;
    const decide = async (state: PersonState | undefined): Promise<Decided<Replaced, PersonState>> => {
      const present = state?.signIn;
      // The write had succeeded and only its response was lost.
      if (present?.id === id) return keep(undefined);
      // Of two concurrent commands, the first one's code stays valid and this one is dropped before anybody sees it.
      if (this.#satisfies(present, start, startedAt)) return keep('duplicate');
      const since = sinceRead(loaded.state, state, request.replaces);
      if (since !== undefined) return keep(since);
      await activeJobs.announceEnd(key, present);
      return write(withBegun(state, asker, signIn), present);
    };
    return changeState(store, key, decide, loaded);
  }

  #overtaken({ asker, request }: Start, by: 'duplicate' | Since): Reply | Promise<Reply> {
    if (by !== 'duplicate' && request.replaces !== undefined) return noticeReply('card-outdated');
    return by === 'withdrawn' ? noticeReply('cancelled') : this.begin(asker, request);
  }

  /** The card that says why there is no code. Nothing was stored. */
  #refuse(start: Start, reference: string, failure: Failure): Reply {
    const { organizations, audit, log } = this.#ports;
    const { asker, request, loaded } = start;
    const { key: organization } = start.organization;
    const { flow } = request;
    const { reason, detail } = failure;
    if (loaded.state?.signIn?.id === reference) {
      log.warn({ event: 'code-not-offered', reference, reason, detail }, 'there was no code beside a link');
    } else {
      log.warn({ event: 'sign-in-not-started', reference, reason, detail }, 'a sign-in could not be started');
      audit.record({ event: 'sign-in-refused', key: asker.key, organization, flow, reference, outcome: reason });
    }
    return this.#besideWaiting(start, failureView(organizations, { id: reference, flow, organization }, failure));
  }

  /** A card whose code or link still works keeps it. */
  #besideWaiting({ request: { cardId }, loaded }: Start, view: View): Reply {
    const { signIn } = loaded.state ?? {};
    const goesOn = cardId !== undefined && signIn?.cardId === cardId && pendingUntil(signIn) > this.#ports.clock.now();
    return { kind: 'render', view, ...(goesOn && { apart: true }) };
  }

  /**
   * Shows the code on the pressed card or on a new one, and no longer on the card before it; or the outcome, if the sign-in
   * has ended meanwhile. @param onStored called once the card's id is stored
   */
  async #showCard(
    { asker, request: { cardId: pressed }, loaded }: Showing,
    signIn: WaitingSignIn,
    onStored?: (loaded: Loaded<PersonState>) => void,
  ): Promise<Reply> {
    const { organizations, store, announcer, log } = this.#ports;
    const { address, key } = asker;
    const { id: reference, organization } = signIn;
    const view = codeView(organizations, signIn, asker.person);
    try {
      const isNew = pressed === undefined;
      const delivery = await (isNew ? announcer.post(address, key, view) : announcer.edit(address, key, pressed, view));
      if (delivery.kind === 'unreachable') return { kind: 'delivered', view };
      const { cardId } = delivery;
      const { result: above, loaded: stored } = await changeState(store, key, withCardId(reference, cardId), loaded);
      onStored?.(stored);
      if (above !== pressed) await this.#moveAway(asker, organization, above);
      const outcome = outcomeView(organizations, stored.state, reference);
      if (outcome !== undefined) {
        await this.#editCards(asker, [cardId], outcome);
        return { kind: 'delivered', view: outcome };
      }
      // Cancelled or replaced while the card was being posted; nothing else refers to this card.
      const present = stored.state?.signIn;
      if (present === undefined) await this.#editCards(asker, [cardId], noticeView('cancelled'));
      else if (present.id !== reference) await this.#moveAway(asker, organization, cardId);
    } catch (error) {
      if (!(error instanceof UpstreamError || error instanceof StorageUnavailableError)) throw error;
      // The job posts the card if it finds none.
      log.warn({ event: 'sign-in-card-not-sent', reference, error }, 'the sign-in card could not be sent');
    }
    return { kind: 'delivered', view };
  }

  /** Whether a pending sign-in satisfies the request, so that its code is shown again. */
  #satisfies(signIn: SignIn | undefined, { request, organization }: Start, now: number): signIn is WaitingSignIn {
    if (signIn?.kind !== 'waiting' || signIn.id === request.replaces || signIn.expiresAt <= now) return false;
    if (signIn.flow !== request.flow || signIn.organization !== organization.key) return false;
    return isStillOffered(this.#ports, signIn, organization);
  }

  /** Removes the code and buttons of a card whose code is now shown below. */
  #moveAway(asker: Asker, key: string, cardId: string | undefined): Promise<void> {
    const organization = displayName(this.#ports.organizations, key);
    return this.#editCards(asker, [cardId], { kind: 'sign-in-moved', organization, askedBy: asker.person.name });
  }
}
