/** What people do with their session: `restore status`, `restore logout`, **This was not me**, reminders on and off. */
import { changeState, keep, readState, write, type Loaded } from '../../core/optimistic-update.ts';
import type { Asker, PersonKey } from '../../core/person.ts';
import { undefinedIfTimedOut, withTimeout } from '../../core/time-limit.ts';
import { reportAddressees } from '../administrators.ts';
import { createEditCards, type EditCards } from '../edit-cards.ts';
import { pollHoldOff } from '../follow/cancellation.ts';
import type { Transition } from '../follow/transitions.ts';
import type { SharedInputs, SignInInputs } from '../inputs.ts';
import type { PersonState, Report, Session, SignIn } from '../model.ts';
import { loggedOutView, noticeReply, noticeView, pendingFacts, sessionEndedView, sessionFacts } from '../presenter.ts';
import type { Reply, SessionFacts, View } from '../views.ts';
import { endAtService, isRestoring, revoke } from './log-out.ts';
import type { RefusedSessions } from './refused-sessions.ts';
import { tokenEnd } from './schedule.ts';

type Ports = SharedInputs &
  Pick<SignInInputs, 'service' | 'activeJobs' | 'administrators' | 'adminUserIds' | 'hooks'> & {
    readonly refusedSessions: Pick<RefusedSessions, 'settle' | 'isOperator'>;
  };

/** How long the status card waits for the service to say whether the person is an operator. */
const OPERATOR_MILLISECONDS = 1_500;
/** How long it waits until a session that the service refuses is renewed or ended. */
const SETTLING_MILLISECONDS = 8_000;

type ErasedState = Pick<PersonState, 'session' | 'signIn'>;

/** All methods throw StorageUnavailableError. */
export class Sessions {
  readonly #ports: Ports;
  readonly #editCards: EditCards;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#editCards = createEditCards(ports, {
      errorEvent: 'signed-out-card-not-edited',
      message: 'a card could not be edited after logging out',
    });
  }

  /**
   * @param on the card that shows it: on its own card a session is shown as it was after the sign-in
   * @param isSettled a refusal by the service has been dealt with: shows the session as it is stored
   */
  async status(asker: Asker, on?: string, isSettled = false): Promise<Reply> {
    const { organizations, store, refusedSessions, clock } = this.#ports;
    const { state, unreadable } = await readState(store, asker.key);
    const now = clock.now();
    const pending = pendingFacts(organizations, state?.signIn, now);
    const session = state?.session !== undefined && state.session.expiresAt > now ? state.session : undefined;
    const facts = session && (await this.#facts(session, now));
    if (session !== undefined && facts === undefined && !isSettled) {
      const settling = () => refusedSessions.settle(asker.key, session);
      const settled = await withTimeout(SETTLING_MILLISECONDS, settling, { clock }).catch(undefinedIfTimedOut);
      if (settled !== 'over' || pending !== undefined) return this.status(asker, on, true);
      return { kind: 'render', view: sessionEndedView(organizations, session, true) };
    }
    const shown = facts ?? (session && sessionFacts(organizations, session));
    if (shown !== undefined && pending === undefined && on !== undefined && on === session?.cardId) {
      return { kind: 'render', view: { kind: 'signed-in', session: shown } };
    }
    const view: View = { kind: 'status', session: shown, pending, unreadable, noNotices: state?.noNotices };
    return { kind: 'render', view };
  }

  /** @returns undefined when the service no longer accepts the session */
  async #facts(session: Session, now: number): Promise<SessionFacts | undefined> {
    const { organizations, refusedSessions } = this.#ports;
    const isOperator = await refusedSessions.isOperator(session, OPERATOR_MILLISECONDS, 'operator-check-failed');
    if (isOperator === 'refused') return undefined;
    return { ...sessionFacts(organizations, session), remainingMilliseconds: session.expiresAt - now, isOperator };
  }

  /**
   * @param by the session and card of the pressed button; `notMe`: **This was not me**; `anyway`: the person knows that a
   * restore may end with the session
   */
  async logOut(
    asker: Asker,
    by: {
      readonly sessionId?: string;
      readonly cardId?: string;
      readonly notMe?: boolean;
      readonly anyway?: boolean | undefined;
    },
  ): Promise<Reply> {
    const { organizations, store, audit, clock, log, newId, hooks } = this.#ports;
    const { sessionId, cardId, notMe = false } = by;
    const { key } = asker;
    const loaded = await readState(store, key);
    const present = loaded.state?.session;
    // A button of a card that was sent before the last renewal still stands for the session.
    const isRequested = sessionId === undefined || present?.id === sessionId || present?.renewedFrom === sessionId;
    if (!isRequested) return noticeReply('card-outdated');
    if (present === undefined) return this.#cancelPending(asker, loaded, notMe);
    if (by.anyway !== true && (await isRestoring(hooks, key, present))) {
      return {
        kind: 'render',
        view: { kind: 'log-out-warning', session: sessionFacts(organizations, present), notMe },
      };
    }
    const to = notMe ? await reportAddressees(this.#ports, key) : [];
    const revokedFirst = await endAtService(this.#ports, key, present);
    const { signInId: reference, organization, flow, account, signedInAt } = present;
    const expiresAt = tokenEnd(present);
    const facts = { signInId: reference, organization, flow, account, signedInAt, expiresAt, revoked: revokedFirst };
    const erasing =
      to.length === 0
        ? this.#erase(key, loaded, reference)
        : this.#eraseAndReport(key, loaded, { kind: 'not-me', id: newId(), at: clock.now(), ...facts, to });
    const { session = present, signIn } = await erasing;
    await this.#showCancelled(asker, signIn);
    // After a renewal in between, the token that was revoked is not the one that was erased.
    const revoked = session.id === present.id ? revokedFirst : await revoke(this.#ports, session);
    log.info({ event: 'logged-out', reference, revoked, notMe }, 'logged out');
    audit.record({ event: notMe ? 'not-me' : 'logged-out', key, organization, flow, reference, outcome: revoked });
    const administrators = notMe ? to.length : undefined;
    const view = loggedOutView(organizations, session, revoked, { notMe, administrators });
    await this.#editCards(asker, [session.cardId, session.noticeCardId], view);
    return { kind: cardId !== undefined && cardId === session.cardId ? 'delivered' : 'render', view };
  }

  async #cancelPending(asker: Asker, loaded: Loaded<PersonState>, notMe: boolean): Promise<Reply> {
    const { signIn } = await this.#erase(asker.key, loaded);
    // The sign-in became a session meanwhile.
    if (signIn === undefined && loaded.state?.signIn !== undefined) return this.logOut(asker, { notMe });
    if (await this.#showCancelled(asker, signIn)) return noticeReply('cancelled');
    if (!loaded.unreadable) return noticeReply('not-signed-in');
    await this.#ports.store.erase(asker.key);
    return noticeReply('state-unreadable');
  }

  /** Erases the session; the job that notifies the administrators is sent first, so that a crash in between loses neither. */
  async #eraseAndReport(key: PersonKey, loaded: Loaded<PersonState>, report: Report): Promise<ErasedState> {
    const job = await this.#ports.jobs.sendOwned({ kind: 'report', key, reportId: report.id });
    try {
      return await this.#erase(key, loaded, report.signInId, report);
    } finally {
      // If the report was not written, the job does nothing.
      job.start();
    }
  }

  /** Erases the session of that sign-in, renewed meanwhile or not, and a pending sign-in; stores the report. */
  async #erase(key: PersonKey, loaded: Loaded<PersonState>, signInId?: string, report?: Report): Promise<ErasedState> {
    const { store, activeJobs, clock } = this.#ports;
    let erased: ErasedState = {};
    await activeJobs.announceEnd(loaded.state?.signIn);
    const decide: Transition<ErasedState> = (state) => {
      const { session, signIn } = state ?? {};
      // Nothing to erase, or the write had succeeded and only its response was lost.
      if (session === undefined && signIn === undefined) return keep(erased);
      if (state === undefined || session?.signInId !== signInId) return keep({});
      erased = { session, signIn };
      const next: PersonState = {
        ...state,
        session: undefined,
        signIn: undefined,
        quietUntil: pollHoldOff(activeJobs, signIn, clock.now()) ?? state.quietUntil,
        reports: report === undefined ? state.reports : [...(state.reports ?? []), report],
        usedAt: clock.now(),
      };
      return write(next, erased);
    };
    return (await changeState(store, key, decide, loaded)).result;
  }

  /** @returns whether a sign-in was pending */
  async #showCancelled(asker: Asker, signIn: SignIn | undefined): Promise<boolean> {
    const { audit, activeJobs } = this.#ports;
    if (signIn === undefined || signIn.kind === 'ended') return false;
    const { id: reference, organization, flow } = signIn;
    activeJobs.abandon(reference);
    audit.record({ event: 'sign-in-ended', key: asker.key, organization, flow, reference, outcome: 'cancelled' });
    await this.#editCards(asker, [signIn.cardId], noticeView('cancelled'));
    return true;
  }

  async setNotices(asker: Asker, isOn: boolean): Promise<Reply> {
    const { store, clock } = this.#ports;
    const noNotices = isOn ? undefined : true;
    const decide: Transition = (state) =>
      state === undefined || state.noNotices === noNotices
        ? keep(undefined)
        : write({ ...state, noNotices, usedAt: clock.now() }, undefined);
    await changeState(store, asker.key, decide);
    return noticeReply(isOn ? 'notices-again' : 'no-more-notices');
  }
}
