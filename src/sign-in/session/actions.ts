/** What people do with their session: `restore status`, `restore logout`, **This was not me**, reminders on and off. */
import { onLostAnswer } from '../../core/errors.ts';
import { changeState, keep, readState, write, type Changed, type Decided, type Loaded } from '../../durable/record.ts';
import type { Asker, PersonKey } from '../../core/person.ts';
import { within } from '../../core/time-limit.ts';
import { reportAddressees } from '../access/administrators.ts';
import { auditDropped, isPending } from '../state/dropped.ts';
import { createEditCards, type EditCards } from '../state/edit-cards.ts';
import { cardsNotInUse, sessionsIn, withoutSessions, type Transition } from '../state/transitions.ts';
import type { SharedInputs, SignInInputs } from '../state/inputs.ts';
import type { PersonState, Report, Revoked, Session, SignIn } from '../state/model.ts';
import {
  loggedOutView,
  noticeReply,
  noticeView,
  pendingFacts,
  replyOn,
  sessionEndedView,
  sessionFacts,
} from '../state/presenter.ts';
import type { Reply, SessionFacts, View } from '../state/views.ts';
import { endSession, isKeptForAdministrator, isRestoring } from './end-session.ts';
import type { RefusedSessions } from './refused-sessions.ts';
import { tokenEnd } from '../state/schedule.ts';

type Ports = SharedInputs &
  Pick<
    SignInInputs,
    'service' | 'activeJobs' | 'administrators' | 'adminUserIds' | 'suspensions' | 'sessionEvents' | 'sessionUse'
  > & {
    readonly refusedSessions: Pick<RefusedSessions, 'settle' | 'isOperator' | 'endIfNotAllowed'>;
  };

/** How long the status card waits for the service to say whether the person is an operator. */
const OPERATOR_MILLISECONDS = 1_500;
/** How long it waits until a session that the service refuses is renewed or ended. */
const SETTLING_MILLISECONDS = 8_000;

/** What a log-out ends. The present session comes first. */
interface Ending {
  readonly sessions: readonly Session[];
  readonly signIn?: SignIn | undefined;
}

/** By the sessions' ids. */
type RevokedSessions = ReadonlyMap<string, Revoked>;

interface Erasure {
  /** The sign-in of the only session to end. */
  readonly only: string | undefined;
  readonly revoked: RevokedSessions;
  readonly report: Report | undefined;
  readonly notMe: boolean;
}

interface Ended extends Ending {
  readonly revoked: RevokedSessions;
  /** The administrators who are notified. */
  readonly to: readonly string[];
  readonly loaded: Loaded<PersonState>;
}

/** @param only the sign-in of the only session to end; absent: everything */
function endingOf(state: PersonState | undefined, only?: string): Ending {
  if (state === undefined) return { sessions: [] };
  const { session, signIn } = state;
  if (only === undefined) return { sessions: sessionsIn(state), signIn };
  const sessions = sessionsIn(state).filter(({ signInId }) => signInId === only);
  return { sessions, signIn: session?.signInId === only ? signIn : undefined };
}

/** Of the token that stays valid longest at the service. */
function leastRevoked(
  sessions: readonly Session[],
  revoked: RevokedSessions,
): { readonly revoked: Revoked; readonly expiresAt?: number } {
  const isValid = ({ id }: Session): boolean => revoked.get(id) !== 'yes';
  const [last] = sessions.filter(isValid).toSorted((one, other) => tokenEnd(other) - tokenEnd(one));
  if (last === undefined) return { revoked: 'yes' };
  return { revoked: revoked.get(last.id) ?? 'unreachable', expiresAt: tokenEnd(last) };
}

function replacedView(organizations: SharedInputs['organizations'], session: Session, revoked: RevokedSessions): View {
  const replaced = { revoked: revoked.get(session.id) ?? 'unreachable', tokenExpiresAt: tokenEnd(session) } as const;
  return sessionEndedView(organizations, { ...session, longestLife: undefined, replaced }, undefined);
}

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
    if (session !== undefined && (await refusedSessions.endIfNotAllowed(asker.key, asker.person, session)))
      return { kind: 'render', view: sessionEndedView(organizations, { ...session, notAllowed: 'ending' }, false) };
    const facts = session && (await this.#facts(session, now));
    if (session !== undefined && facts === undefined && !isSettled) {
      const settling = () => refusedSessions.settle(asker.key, session);
      const settled = await within(SETTLING_MILLISECONDS, settling, { clock });
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
   * The command ends everything; a button ends the session of its card, and with the present session a pending sign-in.
   *
   * @param by the session and card of the pressed button; `notMe`: **This was not me**; `anyway`: the person knows that a
   * restore may end with the session; `all`: the warning answered the command
   */
  async logOut(
    asker: Asker,
    by: {
      readonly sessionId?: string;
      readonly cardId?: string;
      readonly notMe?: boolean;
      readonly anyway?: boolean | undefined;
      readonly all?: boolean | undefined;
    },
  ): Promise<Reply> {
    const { organizations, store } = this.#ports;
    const { sessionId, cardId, notMe = false } = by;
    const { key } = asker;
    const before = await readState(store, key);
    const present = before.state?.session;
    // A button of a card that was sent before the last renewal still stands for the session.
    const named = endingOf(before.state).sessions.find((each) => [each.id, each.renewedFrom].includes(sessionId ?? ''));
    if (sessionId !== undefined && named === undefined) return noticeReply('card-outdated');
    // Where nobody has signed in since the warning.
    const isAll = sessionId === undefined || (by.all === true && (present === undefined || named === present));
    const only = isAll ? undefined : named?.signInId;
    if (by.anyway !== true) {
      const { sessions } = endingOf(before.state, only);
      const [first] = sessions;
      if (first !== undefined && (await this.#mayEndRestore(key, sessions, present))) {
        const facts = { session: sessionFacts(organizations, first), all: isAll, others: sessions.length - 1 };
        return { kind: 'render', view: { kind: 'log-out-warning', notMe, ...facts } };
      }
    }
    const { sessions, signIn, revoked, to, loaded } = await this.#end(key, before, only, notMe);
    this.#record(key, { sessions, signIn, revoked }, notMe);
    const isCancelled = await this.#showCancelled(asker, signIn);
    const [main, ...others] = sessions;
    if (main === undefined) return this.#replyWithoutSession(key, loaded, isCancelled);
    const left = loaded.state ?? {};
    for (const other of others) await this.#showReplaced(asker, other, revoked, left);
    const isStillSignedIn = only !== undefined && loaded.state?.session !== undefined;
    const administrators = notMe ? to.length : undefined;
    const { revoked: ofAll, ...until } = leastRevoked(sessions, revoked);
    const view =
      isStillSignedIn && !notMe
        ? replacedView(organizations, main, revoked)
        : loggedOutView(organizations, main, ofAll, { notMe, administrators, ...until });
    await this.#editCards(asker, cardsNotInUse(left, [main.cardId, main.noticeCardId]), view);
    return replyOn(cardId, [main.cardId, main.noticeCardId], view);
  }

  /** Before any card is edited. */
  #record(key: PersonKey, { sessions, signIn, revoked }: Ending & Pick<Ended, 'revoked'>, notMe: boolean): void {
    const { audit, log } = this.#ports;
    auditDropped(this.#ports, key, signIn, 'cancelled');
    for (const [index, { id, organization, flow, signInId: reference }] of sessions.entries()) {
      const outcome = revoked.get(id);
      const isMain = index === 0;
      if (isMain) log.info({ event: 'logged-out', reference, revoked: outcome, notMe }, 'logged out');
      const event = isMain ? (notMe ? 'not-me' : 'logged-out') : 'replaced';
      audit.record({ event, key, organization, flow, reference, outcome });
    }
  }

  async #mayEndRestore(key: PersonKey, sessions: readonly Session[], present?: Session): Promise<boolean> {
    const ask = (session: Session) =>
      session === present
        ? isRestoring(this.#ports.sessionUse, key, session)
        : isKeptForAdministrator(this.#ports, key, session);
    return (await Promise.all(sessions.map(ask))).includes(true);
  }

  /** Ends sessions at the service before it erases them; begins again where a renewal or a sign-in has stored another one meanwhile. */
  async #end(key: PersonKey, before: Loaded<PersonState>, only: string | undefined, notMe: boolean): Promise<Ended> {
    const { store } = this.#ports;
    const revoked = new Map<string, Revoked>();
    const to = notMe ? await reportAddressees(this.#ports, key) : [];
    let last: readonly Session[] = [];
    for (let loaded = before; ; loaded = await readState(store, key)) {
      const { sessions } = endingOf(loaded.state, only);
      await this.#endAtService(key, sessions, revoked);
      const [main] = sessions;
      const report = main && to.length > 0 ? this.#notMeReport(main, revoked, to) : undefined;
      const { result: erased, loaded: after } = await this.#erase(key, loaded, { only, revoked, report, notMe });
      // The cards of one that has ended by itself meanwhile are edited all the same.
      if (sessions.length > 0) last = sessions;
      if (erased !== 'changed') return { ...erased, sessions: last, revoked, to, loaded: after };
    }
  }

  async #endAtService(key: PersonKey, sessions: readonly Session[], revoked: Map<string, Revoked>): Promise<void> {
    const end = async (session: Session): Promise<void> => {
      if (!revoked.has(session.id)) revoked.set(session.id, await endSession(this.#ports, key, session, 'logged-out'));
    };
    await Promise.all(sessions.map(end));
  }

  #notMeReport(session: Session, revoked: RevokedSessions, to: readonly string[]): Report {
    const { clock, newId } = this.#ports;
    const { id, signInId, organization, flow, account, signedInAt } = session;
    const facts = { signInId, organization, flow, account, signedInAt, expiresAt: tokenEnd(session), to: [...to] };
    return { kind: 'not-me', id: newId(), at: clock.now(), ...facts, revoked: revoked.get(id) ?? 'unreachable' };
  }

  async #replyWithoutSession(
    key: PersonKey,
    { unreadable }: Loaded<PersonState>,
    isCancelled: boolean,
  ): Promise<Reply> {
    if (isCancelled) return noticeReply('cancelled');
    if (!unreadable) return noticeReply('not-signed-in');
    await this.#ports.store.erase(key);
    return noticeReply('state-unreadable');
  }

  /**
   * Erases what is to end, and stores the report, whose job is sent first, so that a crash in between loses neither.
   *
   * @returns `changed` where there is a session that is not yet ended at the service
   */
  async #erase(
    key: PersonKey,
    loaded: Loaded<PersonState>,
    { only, revoked, report, notMe }: Erasure,
  ): Promise<Changed<Ending | 'changed', PersonState>> {
    const { store, activeJobs, clock, jobs } = this.#ports;
    const job = report && (await jobs.sendOwned({ kind: 'report', key, reportId: report.id }));
    let erased: Ending = { sessions: [] };
    const decide = async (state: PersonState | undefined): Promise<Decided<Ending | 'changed', PersonState>> => {
      const ending = endingOf(state, only);
      const { sessions, signIn } = ending;
      // Nothing to erase, or the write had succeeded and only its response was lost.
      if (state === undefined || (sessions.length === 0 && signIn === undefined)) return keep(erased);
      if (!sessions.every(({ id }) => revoked.has(id))) return keep('changed');
      await activeJobs.announceEnd(key, signIn);
      erased = ending;
      const next: PersonState = {
        ...withoutSessions(state, sessions),
        signIn: signIn === undefined ? state.signIn : undefined,
        reports: report === undefined ? state.reports : [...(state.reports ?? []), report],
        usedAt: clock.now(),
      };
      return write(next, erased);
    };
    try {
      const record = () => this.#record(key, { ...erased, revoked }, notMe);
      return await changeState(store, key, decide, loaded).catch(onLostAnswer(record));
    } finally {
      // If the report was not written, the job does nothing.
      job?.start();
    }
  }

  async #showReplaced(
    asker: Asker,
    session: Session,
    revoked: RevokedSessions,
    left: Partial<PersonState>,
  ): Promise<void> {
    const { cardId, noticeCardId } = session;
    const view = replacedView(this.#ports.organizations, session, revoked);
    await this.#editCards(asker, cardsNotInUse(left, [cardId, noticeCardId]), view);
  }

  /** @returns whether a sign-in was pending */
  async #showCancelled(asker: Asker, signIn: SignIn | undefined): Promise<boolean> {
    if (!isPending(signIn)) return false;
    this.#ports.activeJobs.abandon(signIn.id);
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
