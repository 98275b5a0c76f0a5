/** A new service token without a new sign-in (contract, Calls to the outside, Renewal): once, however many ask. */
import { StorageUnavailableError, UpstreamError } from '../../core/errors.ts';
import { findNewTokens, isTokens, type NewTokens, type TokensOutcome } from './new-tokens.ts';
import type { Organizations } from '../organizations.ts';
import type { Audit } from '../../core/audit.ts';
import type { BackupService, Grant, IdentityProvider, PersonStore, SignInAnnouncer } from '../ports.ts';
import type { Clock, Log } from '../../core/platform.ts';
import { sessionFacts } from '../presenter.ts';
import { revoke } from './log-out.ts';
import type { Schedule } from './schedule.ts';
import type { NotRenewed, PersonState, Session } from '../model.ts';
import type { PersonKey } from '../../core/person.ts';
import { changeState, readState, type Decided } from '../../core/optimistic-update.ts';
import type { RetryWhileStorageUnavailable } from '../../core/retry.ts';
import { withCardId } from '../follow/transitions.ts';
import type { View } from '../views.ts';

export interface Renewals {
  /**
   * Renews once, however many ask at once. The session's own card is edited, and its notice.
   *
   * @param sessionId only this one
   * @returns the signed-in view, or why not; and the session that holds now
   * @throws StorageUnavailableError
   */
  renew(key: PersonKey, sessionId?: string): Promise<Renewed>;
}

export interface Renewed {
  readonly kind: 'renewed' | 'refused' | 'none' | 'outdated';
  readonly view: View;
  /** Why it was refused. */
  readonly reason?: NotRenewed | undefined;
  /** The session that holds now, where it was renewed. */
  readonly session?: Pick<Session, 'cardId' | 'expiresAt'> | undefined;
  /** The card of the notice, which says so already. */
  readonly noticeCardId?: string | undefined;
}

export interface RenewalsDependencies {
  readonly identityProvider: Pick<IdentityProvider, 'refresh' | 'readAnswer'>;
  readonly service: Pick<BackupService, 'renew' | 'exchange' | 'logOut'>;
  readonly organizations: Organizations;
  readonly store: PersonStore;
  readonly announcer: SignInAnnouncer;
  readonly audit: Audit;
  readonly schedule: Schedule;
  readonly retryWhileStorageUnavailable: RetryWhileStorageUnavailable;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
}

/** Longer than all calls of a renewal may take; after that whoever renewed is taken for dead. */
const HELD_MILLISECONDS = 120_000;
const LOOK_MILLISECONDS = 300;
const LONGEST_LOOK_MILLISECONDS = 2_000;

type Claim =
  | { readonly kind: 'mine'; readonly session: Session; readonly spent: boolean }
  | { readonly kind: 'theirs'; readonly session: Session; readonly until: number }
  /** Renewed already, by an earlier press of the same button. */
  | { readonly kind: 'done'; readonly session: Session }
  | { readonly kind: 'none' }
  | { readonly kind: 'outdated' };

const NOTICES = { none: 'not-signed-in', outdated: 'card-outdated', unreadable: 'state-unreadable' } as const;

const notice = (why: keyof typeof NOTICES): Renewed => ({
  kind: why === 'outdated' ? 'outdated' : 'none',
  view: { kind: 'notice', notice: { code: NOTICES[why] } },
});

/** What changes with new tokens. */
function renewed(session: Session, tokens: NewTokens, id: string, issuedAt: number): Session {
  return {
    ...session,
    id,
    renewedFrom: session.id,
    issuedAt,
    expiresAt: issuedAt + tokens.expiresInSeconds * 1000,
    renewing: undefined,
    notRenewed: undefined,
    warnedAt: undefined,
    noticeCardId: undefined,
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken ?? session.refreshToken,
    identityRefreshToken: tokens.identityRefreshToken,
    answer: undefined,
    answerExpiresAt: undefined,
  };
}

/** What is left after a renewal that came to nothing: a refresh token that may be spent is not tried again. */
function unrenewed(session: Session, notRenewed: NotRenewed): Session {
  const refreshToken = notRenewed === 'outcome-unknown' ? undefined : session.refreshToken;
  return { ...session, renewing: undefined, notRenewed, refreshToken };
}

export function createRenewals(dependencies: RenewalsDependencies): Renewals {
  const { organizations, store, announcer, audit, schedule, retryWhileStorageUnavailable, clock, log, newId } =
    dependencies;

  /** The right to renew, for a while. `spent`: somebody died renewing, so the service's refresh token may be used up. */
  function claim(
    state: PersonState | undefined,
    sessionId: string | undefined,
    claimId: string,
  ): Decided<Claim, PersonState> {
    const session = state?.session;
    const now = clock.now();
    if (state === undefined || session === undefined || session.expiresAt <= now) {
      return { kind: 'keep', result: { kind: 'none' } };
    }
    if (sessionId !== undefined && session.id !== sessionId) {
      const kind = session.renewedFrom === sessionId ? 'done' : 'outdated';
      return { kind: 'keep', result: { kind, session } };
    }
    // The write had succeeded and only its answer was lost.
    if (session.renewing?.id === claimId) return { kind: 'keep', result: { kind: 'mine', session, spent: false } };
    if (session.renewing !== undefined && session.renewing.until > now) {
      return { kind: 'keep', result: { kind: 'theirs', session, until: session.renewing.until } };
    }
    const renewing = { id: claimId, until: now + HELD_MILLISECONDS };
    return {
      kind: 'write',
      state: { ...state, session: { ...session, renewing, notRenewed: undefined }, usedAt: now },
      result: { kind: 'mine', session, spent: session.renewing !== undefined },
    };
  }

  /** Writes what becomes of the session while the right to renew is held. @returns undefined once it is not */
  async function whileHeld(
    key: PersonKey,
    claimId: string,
    what: string,
    next: (session: Session) => Session,
  ): Promise<Session | undefined> {
    let written: Session | undefined;
    const decide = (state: PersonState | undefined): Decided<Session | undefined, PersonState> => {
      const session = state?.session;
      // The write had succeeded and only its answer was lost.
      if (written !== undefined && session?.id === written.id && session.renewing === undefined) {
        return { kind: 'keep', result: session };
      }
      if (state === undefined || session?.renewing?.id !== claimId) return { kind: 'keep', result: undefined };
      written = next(session);
      return { kind: 'write', state: { ...state, session: written }, result: written };
    };
    return (await retryWhileStorageUnavailable(what, claimId, () => changeState(store, key, decide))).result;
  }

  const signedIn = (session: Session): View => ({ kind: 'signed-in', session: sessionFacts(organizations, session) });

  async function editCard(key: PersonKey, reference: string, cardId: string | undefined, view: View): Promise<void> {
    if (cardId === undefined) return;
    try {
      const { state, ...loaded } = await readState(store, key);
      if (state === undefined) return;
      const delivery = await announcer.edit(state.address, key, cardId, view);
      // Posted anew, since the message was gone: the next edit is of the new one.
      if (delivery.kind === 'delivered' && delivery.cardId !== cardId && state.session?.cardId === cardId) {
        await changeState(store, key, withCardId(reference, delivery.cardId), { state, ...loaded });
      }
    } catch (error) {
      // It is renewed, whatever its card says.
      if (!(error instanceof UpstreamError || error instanceof StorageUnavailableError)) throw error;
      log.warn(
        { event: 'renewed-card-not-edited', reference, error },
        'the card of a renewed session could not be edited',
      );
    }
  }

  /** Somebody else renews right now: their outcome is everybody's. Should they die over it, the right is taken over. */
  async function theirOutcome(key: PersonKey, before: Session, until: number): Promise<Renewed> {
    let pause = LOOK_MILLISECONDS;
    while (clock.now() < until) {
      await clock.sleep(pause);
      pause = Math.min(pause * 1.5, LONGEST_LOOK_MILLISECONDS);
      const { state } = await readState(store, key);
      const session = state?.session;
      if (session === undefined) return notice('none');
      if (session.id !== before.id) return { kind: 'renewed', view: signedIn(session), session };
      if (session.renewing === undefined) return refusal(session.notRenewed ?? 'refused', session);
    }
    return renew(key, before.id);
  }

  function refusal(reason: NotRenewed, session: Session): Renewed {
    const view: View = {
      kind: 'renewal-refused',
      reason,
      session: sessionFacts(organizations, session),
      reference: session.signInId,
    };
    return { kind: 'refused', reason, view };
  }

  async function askForTokens(
    key: PersonKey,
    claimId: string,
    { session, spent }: Extract<Claim, { kind: 'mine' }>,
  ): Promise<TokensOutcome> {
    const organization = organizations.get(session.organization);
    if (organization === undefined) return 'not-possible';
    const keep = async (grant: Grant): Promise<boolean> => {
      const answerExpiresAt = clock.now() + grant.expiresInSeconds * 1000;
      const held = await whileHeld(key, claimId, 'a token response', (present) => ({
        ...present,
        identityRefreshToken: grant.refreshToken ?? present.identityRefreshToken,
        answer: grant.answer,
        answerExpiresAt,
      }));
      return held !== undefined;
    };
    return findNewTokens(dependencies, { organization, session, spent, keep });
  }

  async function succeed(key: PersonKey, claimId: string, before: Session, tokens: NewTokens): Promise<Renewed> {
    const { signInId: reference, organization, flow } = before;
    const next = renewed(before, tokens, newId(), clock.now());
    // Jobs first: those of a session that was never written do nothing, a session without jobs would never end.
    await retryWhileStorageUnavailable('the notices of a renewed session', reference, () => schedule(key, next));
    let noticeCardId: string | undefined;
    const kept = await whileHeld(key, claimId, 'a renewed session', (present) => {
      ({ noticeCardId } = present);
      return { ...next, cardId: present.cardId };
    });
    if (kept === undefined) {
      // Logged out meanwhile: nobody may use what the service issued.
      await revoke(dependencies, next);
      return notice('none');
    }
    log.info({ event: 'session-renewed', reference }, 'session renewed');
    audit.record({ event: 'renewed', key, organization, flow, reference, outcome: 'success' });
    const view = signedIn(kept);
    await editCard(key, reference, kept.cardId, view);
    await editCard(key, reference, noticeCardId, {
      kind: 'notice',
      notice: { code: 'renewed', expiresAt: kept.expiresAt },
    });
    return { kind: 'renewed', view, session: kept, noticeCardId };
  }

  async function renew(key: PersonKey, sessionId?: string): Promise<Renewed> {
    const claimId = newId();
    const { result, loaded } = await changeState(store, key, (state) => claim(state, sessionId, claimId));
    if (loaded.unreadable) return notice('unreadable');
    switch (result.kind) {
      case 'none':
      case 'outdated':
        return notice(result.kind);
      case 'done':
        return { kind: 'renewed', view: signedIn(result.session), session: result.session };
      case 'theirs':
        return theirOutcome(key, result.session, result.until);
      case 'mine':
    }
    const { session } = result;
    const tokens = await askForTokens(key, claimId, result);
    if (tokens === 'gone') return notice('none');
    if (isTokens(tokens)) return succeed(key, claimId, session, tokens);
    const left = await whileHeld(key, claimId, 'a renewal that failed', (present) => unrenewed(present, tokens));
    const { organization, flow, signInId: reference } = session;
    audit.record({ event: 'renewal-refused', key, organization, flow, reference, outcome: tokens });
    return left === undefined ? notice('none') : refusal(tokens, left);
  }

  return { renew };
}
