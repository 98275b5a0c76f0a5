/** What a person does about their session: look, log out, disown. Renewing is renewals.ts, ending by itself notices.ts. */
import { UpstreamError } from '../../core/errors.ts';
import { undefinedIfTimedOut, withTimeout } from '../../core/time-limit.ts';
import { closeInTime, type Closing } from './closing.ts';
import type { ActiveJobs } from '../follow/active-jobs.ts';
import { pollHoldOff } from '../follow/cancellation-check.ts';
import type { Organizations } from '../organizations.ts';
import type { Audit } from '../../core/audit.ts';
import type { BackupService, PersonStore, SignInAnnouncer } from '../ports.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { Jobs } from '../../core/jobs.ts';
import { displayName, pendingFacts, sessionFacts } from '../presenter.ts';
import type { NotMeReports } from './not-me-report.ts';
import { isRefusedToken, type RefusedSessions } from './refused-sessions.ts';
import { revoke } from './log-out.ts';
import type { PersonKey } from '../../core/person.ts';
import type { PersonState, Report, Revoked, Session, SignIn } from '../model.ts';
import type { Asker } from '../../core/person.ts';
import type { Reply } from '../views.ts';
import { changeState, readState, type Decided, type Loaded } from '../../core/optimistic-update.ts';
import type { SessionFacts, View } from '../views.ts';

export interface Sessions {
  /** `restore status`. @throws StorageUnavailableError */
  status(asker: Asker): Promise<Reply>;
  /** `restore logout`, **Log out** (`cardId`: its card) and **This was not me**. @throws StorageUnavailableError */
  logOut(
    asker: Asker,
    by: { readonly sessionId?: string; readonly cardId?: string; readonly notMe?: boolean },
  ): Promise<Reply>;
  /** **Turn off reminders**, and **Turn on reminders**. @throws StorageUnavailableError */
  setNotices(asker: Asker, wanted: boolean): Promise<Reply>;
}

export interface SessionsDependencies {
  readonly service: Pick<BackupService, 'logOut' | 'isOperator'>;
  readonly organizations: Organizations;
  readonly store: PersonStore;
  readonly jobs: Pick<Jobs, 'sendOwned'>;
  readonly reports: Pick<NotMeReports, 'addressees'>;
  readonly refusedSessions: Pick<RefusedSessions, 'settle' | 'view'>;
  readonly announcer: SignInAnnouncer;
  readonly audit: Audit;
  readonly activeJobs: ActiveJobs;
  /** Called before a token is revoked. */
  readonly closing?: Closing | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
}

/** How long the status card waits for the service to say whether the person is an operator. */
const OPERATOR_MILLISECONDS = 1_500;
/** How long it waits for a session that the service refuses to be renewed or ended. */
const SETTLING_MILLISECONDS = 8_000;

type Said = 'not-signed-in' | 'card-outdated' | 'cancelled' | 'no-more-notices' | 'notices-again' | 'state-unreadable';

const notice = (code: Said): Reply => ({ kind: 'render', view: { kind: 'notice', notice: { code } } });

interface Erased {
  readonly session: Session | undefined;
  readonly signIn: SignIn | undefined;
}

const NOTHING: Erased = { session: undefined, signIn: undefined };

/** A button of a card that was sent before the session was renewed still means that session. */
const means = (sessionId: string | undefined, session: Session | undefined): boolean =>
  sessionId === undefined || session?.id === sessionId || session?.renewedFrom === sessionId;

export function createSessions(dependencies: SessionsDependencies): Sessions {
  const {
    service,
    organizations,
    store,
    jobs,
    reports,
    announcer,
    audit,
    activeJobs,
    refusedSessions,
    clock,
    log,
    newId,
  } = dependencies;

  async function askRights(session: Session): Promise<boolean | 'refused' | undefined> {
    const organization = organizations.get(session.organization);
    if (organization === undefined || session.flow !== 'operator') return undefined;
    const asked = service.isOperator(organization, session.accessToken).catch((error: unknown) => {
      if (!(error instanceof UpstreamError)) throw error;
      log.debug(
        { event: 'operator-check-failed', reference: session.signInId, error },
        'the service did not say whether the person is an operator',
      );
      return isRefusedToken(error) ? ('refused' as const) : undefined;
    });
    return withTimeout(OPERATOR_MILLISECONDS, () => asked, { clock }).catch(undefinedIfTimedOut);
  }

  function loggedOutView(session: Session, revoked: Revoked, administrators: number | undefined): View {
    return {
      kind: 'logged-out',
      organization: displayName(organizations, session.organization),
      organizationKey: session.organization,
      flow: session.flow,
      revoked,
      expiresAt: session.expiresAt,
      reference: session.signInId,
      notMe: administrators !== undefined,
      administrators,
    };
  }

  async function editCard(asker: Asker, cardId: string | undefined, view: View): Promise<void> {
    if (cardId === undefined) return;
    try {
      await announcer.edit(asker.address, asker.key, cardId, view);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ event: 'signed-out-card-not-edited', error }, 'a card could not be edited after signing out');
    }
  }

  /**
   * Takes out the session of that sign-in, renewed meanwhile or not, and leaves the report in its place; a log-out takes
   * a pending sign-in along.
   */
  async function erase(
    key: PersonKey,
    signInId: string | undefined,
    report?: Report,
    loaded?: Loaded<PersonState>,
  ): Promise<Erased> {
    let done: Erased | undefined;
    const decide = (state: PersonState | undefined): Decided<Erased, PersonState> => {
      const { session, signIn } = state ?? {};
      // The write had succeeded and only its answer was lost.
      if (session === undefined && signIn === undefined) return { kind: 'keep', result: done ?? NOTHING };
      if (state === undefined || session?.signInId !== signInId) return { kind: 'keep', result: NOTHING };
      done = { session, signIn };
      const told = report === undefined ? state.reports : [...(state.reports ?? []), report];
      const next: PersonState = {
        ...state,
        session: undefined,
        signIn: undefined,
        quietUntil: pollHoldOff(activeJobs, signIn, clock.now()) ?? state.quietUntil,
        reports: told,
        usedAt: clock.now(),
      };
      return { kind: 'write', state: next, result: done };
    };
    return (await changeState(store, key, decide, loaded)).result;
  }

  /** Erases the session and has the administrators told: the job first, so that a crash in between loses neither. */
  async function eraseAndReport(
    key: PersonKey,
    session: Session,
    revoked: Revoked,
    to: readonly string[],
    loaded: Loaded<PersonState>,
  ): Promise<Erased> {
    const { signInId, flow, organization, account, signedInAt, expiresAt } = session;
    if (to.length === 0) return erase(key, signInId, undefined, loaded);
    const id = newId();
    const at = clock.now();
    const report: Report = { id, at, signInId, flow, organization, account, signedInAt, revoked, expiresAt, to };
    const job = await jobs.sendOwned({ kind: 'report', key, reportId: id });
    try {
      return await erase(key, signInId, report, loaded);
    } finally {
      // Whether it was written or not: the job finds out.
      job.start();
    }
  }

  async function endSignIn(asker: Asker, signIn: SignIn | undefined): Promise<boolean> {
    if (signIn === undefined || signIn.kind === 'ended') return false;
    const { id: reference, organization, flow } = signIn;
    activeJobs.abandon(reference);
    audit.record({ event: 'sign-in-ended', key: asker.key, organization, flow, reference, outcome: 'cancelled' });
    await editCard(asker, signIn.cardId, { kind: 'notice', notice: { code: 'cancelled' } });
    return true;
  }

  /** @returns undefined where the service no longer accepts the session, and whether it can be renewed is found out by `settle` */
  async function facts(session: Session, now: number): Promise<SessionFacts | undefined> {
    const rights = await askRights(session);
    if (rights === 'refused') return undefined;
    const remainingMilliseconds = session.expiresAt - now;
    return { ...sessionFacts(organizations, session), remainingMilliseconds, isOperator: rights };
  }

  /** @param isSettled a refusal by the service was looked into before: the session is shown as it is stored */
  async function status(asker: Asker, isSettled = false): Promise<Reply> {
    const { key } = asker;
    const { state, unreadable } = await readState(store, key);
    const now = clock.now();
    const session = state?.session;
    const pending = pendingFacts(organizations, state?.signIn, now);
    const live = session !== undefined && session.expiresAt > now;
    const shown = live ? await facts(session, now) : undefined;
    if (live && shown === undefined && !isSettled) {
      const settled = await withTimeout(SETTLING_MILLISECONDS, () => refusedSessions.settle(key, session), {
        clock,
      }).catch(undefinedIfTimedOut);
      if (settled !== 'over' || pending !== undefined) return status(asker, true);
      return { kind: 'render', view: refusedSessions.view(session) };
    }
    const view: View = {
      kind: 'status',
      session: shown ?? (live ? sessionFacts(organizations, session) : undefined),
      pending,
      unreadable,
      noNotices: state?.noNotices,
    };
    return { kind: 'render', view };
  }

  async function logOut(...[asker, by]: Parameters<Sessions['logOut']>): Promise<Reply> {
    const { sessionId, cardId, notMe = false } = by;
    const { key } = asker;
    const loaded = await readState(store, key);
    const { state, unreadable } = loaded;
    const present = state?.session;
    if (!means(sessionId, present)) return notice('card-outdated');
    if (present === undefined) {
      const { signIn } = await erase(key, undefined, undefined, loaded);
      // It became a session meanwhile.
      if (signIn === undefined && state?.signIn !== undefined) return logOut(asker, { notMe });
      if (await endSignIn(asker, signIn)) return notice('cancelled');
      if (!unreadable) return notice('not-signed-in');
      await store.erase(key);
      return notice('state-unreadable');
    }
    const to = notMe ? await reports.addressees(key) : [];
    await closeInTime(dependencies, key, present);
    // The service is told first: once the token is erased here, nobody could tell it any more.
    const revoked = await revoke(dependencies, present);
    const { session = present, signIn } = await eraseAndReport(key, present, revoked, to, loaded);
    await endSignIn(asker, signIn);
    // Renewed in between: the token that was revoked is not the one that was erased.
    const truth = session.id === present.id ? revoked : await revoke(dependencies, session);
    const { signInId: reference, organization, flow } = session;
    log.info({ event: 'logged-out', reference, revoked: truth, notMe }, 'logged out');
    audit.record({ event: notMe ? 'not-me' : 'logged-out', key, organization, flow, reference, outcome: truth });
    const view = loggedOutView(session, truth, notMe ? to.length : undefined);
    await editCard(asker, session.cardId, view);
    if (session.noticeCardId !== undefined) await editCard(asker, session.noticeCardId, view);
    const isShown = cardId !== undefined && cardId === session.cardId;
    return { kind: isShown ? 'delivered' : 'render', view };
  }

  return {
    status: (asker) => status(asker),

    logOut,

    async setNotices(asker, wanted) {
      const decide = (state: PersonState | undefined): Decided<undefined, PersonState> =>
        state === undefined || (state.noNotices ?? false) === !wanted
          ? { kind: 'keep', result: undefined }
          : {
              kind: 'write',
              state: { ...state, noNotices: wanted ? undefined : true, usedAt: clock.now() },
              result: undefined,
            };
      await changeState(store, asker.key, decide);
      return notice(wanted ? 'notices-again' : 'no-more-notices');
    },
  };
}
