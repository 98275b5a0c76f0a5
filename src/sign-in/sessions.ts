/** What a person does about their session: look, log out, disown. Renewing is renewals.ts, ending by itself notices.ts. */
import { UpstreamError } from '../errors.ts';
import type { Following } from './following.ts';
import type { Organizations } from './organizations.ts';
import type { Announcer, Audit, BackupService, Clock, Log, PersonStore } from './ports.ts';
import { displayName, pendingFacts, sessionFacts } from './present.ts';
import type { PersonKey, PersonState, Session, SignIn } from './sign-in.ts';
import type { Asker, Reply } from './sign-ins.ts';
import { changeState, readState, type Decided } from './state-change.ts';
import type { SessionFacts, View } from './views.ts';

export interface Sessions {
  /** `restore status`. @throws StorageAwayError */
  status(asker: Asker): Promise<Reply>;
  /** `restore logout`, **Log out** (`cardId`: its card) and **This was not me**. @throws StorageAwayError */
  logOut(
    asker: Asker,
    by: { readonly sessionId?: string; readonly cardId?: string; readonly notMe?: boolean },
  ): Promise<Reply>;
  /** **Don't tell me**. @throws StorageAwayError */
  noNotices(asker: Asker): Promise<Reply>;
  /** The app was uninstalled, or the conversation is gone: everything kept for it is erased. @throws StorageAwayError */
  leave(conversationId: string): Promise<void>;
}

export interface SessionsDependencies {
  readonly service: Pick<BackupService, 'logOut' | 'isOperator'>;
  readonly organizations: Organizations;
  readonly store: PersonStore;
  readonly announcer: Announcer;
  readonly audit: Audit;
  readonly following: Following;
  readonly clock: Clock;
  readonly log: Log;
}

/** How long the status card waits for the service to say whether the person is an operator. */
const OPERATOR_MILLISECONDS = 1_500;

const notice = (code: 'not-signed-in' | 'card-outdated' | 'no-more-notices' | 'state-unreadable'): Reply => ({
  view: { kind: 'notice', notice: { code } },
  posted: false,
});

interface Erased {
  readonly session: Session | undefined;
  readonly signIn: SignIn | undefined;
}

export function createSessions(dependencies: SessionsDependencies): Sessions {
  const { service, organizations, store, announcer, audit, following, clock, log } = dependencies;

  async function isOperator(session: Session): Promise<boolean | undefined> {
    const organization = organizations.get(session.organization);
    if (organization === undefined || session.flow !== 'operator') return undefined;
    const asked = service.isOperator(organization, session.accessToken).catch((error: unknown) => {
      if (!(error instanceof UpstreamError)) throw error;
      log.debug({ reference: session.signInId, error }, 'the service did not say whether this is an operator');
      return undefined;
    });
    return Promise.race([asked, clock.sleep(OPERATOR_MILLISECONDS).then(() => undefined)]);
  }

  /** @returns whether the service knows that its token is worth nothing any more */
  async function revoke(session: Session): Promise<'yes' | 'unreachable' | 'refused'> {
    const organization = organizations.get(session.organization);
    if (organization === undefined) return 'unreachable';
    try {
      await service.logOut(organization, session.accessToken);
      return 'yes';
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ reference: session.signInId, error }, 'the service could not be told of a log-out');
      // A token the service does not know is no longer worth anything there.
      if (error.status === 401) return 'yes';
      return error.transient ? 'unreachable' : 'refused';
    }
  }

  function loggedOutView(session: Session, revoked: 'yes' | 'unreachable' | 'refused', notMe: boolean): View {
    return {
      kind: 'logged-out',
      organization: displayName(organizations, session.organization),
      organizationKey: session.organization,
      flow: session.flow,
      revoked,
      expiresAt: session.expiresAt,
      reference: session.signInId,
      notMe,
    };
  }

  async function editCard(asker: Asker, cardId: string | undefined, view: View): Promise<void> {
    if (cardId === undefined) return;
    try {
      await announcer.edit(asker.address, asker.key, cardId, view);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ error }, 'a card could not be edited after a log-out');
    }
  }

  /** Takes out the session, unless it is another than the one meant; a log-out takes a pending sign-in along. */
  async function erase(key: PersonKey, sessionId: string | undefined): Promise<Erased> {
    const decide = (state: PersonState | undefined): Decided<Erased> => {
      const { session, signIn } = state ?? {};
      const other = sessionId !== undefined && session?.id !== sessionId;
      if (state === undefined || other || (session === undefined && signIn === undefined)) {
        return { kind: 'keep', result: { session: undefined, signIn: undefined } };
      }
      const next: PersonState = { ...state, session: undefined, signIn: undefined, usedAt: clock.now() };
      return { kind: 'write', state: next, result: { session, signIn } };
    };
    return (await changeState(store, key, decide)).result;
  }

  async function facts(session: Session): Promise<SessionFacts> {
    return { ...sessionFacts(organizations, session), isOperator: await isOperator(session) };
  }

  return {
    async status({ key }) {
      const { state, unreadable } = await readState(store, key);
      const now = clock.now();
      const session = state?.session;
      const live = session !== undefined && session.expiresAt > now;
      const view: View = {
        kind: 'status',
        session: live ? await facts(session) : undefined,
        pending: pendingFacts(organizations, state?.signIn, now),
        unreadable,
      };
      return { view, posted: false };
    },

    async logOut(asker, { sessionId, cardId, notMe = false }) {
      const { key } = asker;
      const { state, unreadable } = await readState(store, key);
      const present = state?.session;
      if (sessionId !== undefined && present?.id !== sessionId) return notice('card-outdated');
      if (present === undefined && state?.signIn === undefined) {
        if (!unreadable) return notice('not-signed-in');
        await store.erase(key);
        return notice('state-unreadable');
      }
      // The service is told first: once the token is erased here, nobody could tell it any more.
      const revoked = present === undefined ? 'yes' : await revoke(present);
      const erased = await erase(key, sessionId);
      const session = erased.session ?? present;
      const signIn = erased.signIn ?? state?.signIn;
      if (signIn !== undefined) {
        following.end(signIn.id);
        const ended: View = { kind: 'notice', notice: { code: 'cancelled' } };
        if (signIn.kind !== 'ended') await editCard(asker, signIn.cardId, ended);
      }
      if (session === undefined) return notice('not-signed-in');
      // Renewed in between: the token that was revoked is not the one that was erased.
      const truth = session.id === present?.id ? revoked : await revoke(session);
      const { signInId: reference, organization, flow } = session;
      log.info({ reference, revoked: truth, notMe }, 'logged out');
      audit.record({ event: notMe ? 'not-me' : 'logged-out', key, organization, flow, reference, outcome: truth });
      const view = loggedOutView(session, truth, notMe);
      await editCard(asker, session.cardId, view);
      if (session.noticeCardId !== undefined) await editCard(asker, session.noticeCardId, view);
      return { view, posted: cardId !== undefined && cardId === session.cardId };
    },

    async noNotices(asker) {
      const decide = (state: PersonState | undefined): Decided<undefined> =>
        state === undefined || state.noNotices === true
          ? { kind: 'keep', result: undefined }
          : { kind: 'write', state: { ...state, noNotices: true, usedAt: clock.now() }, result: undefined };
      await changeState(store, asker.key, decide);
      return notice('no-more-notices');
    },

    async leave(conversationId) {
      for (const key of await store.peopleIn(conversationId)) {
        const { state } = await readState(store, key);
        await store.erase(key);
        if (state?.signIn !== undefined) following.end(state.signIn.id);
        log.info({ conversation: conversationId }, 'a conversation was left; what was kept for it is erased');
      }
    },
  };
}
