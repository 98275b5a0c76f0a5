/** A new service token without a new sign-in (contract, Calls to the outside, Renewal). */
import { UpstreamError } from '../errors.ts';
import { exchangeRequest } from './flows.ts';
import type { Organizations } from './organizations.ts';
import type {
  Announcer,
  Audit,
  BackupService,
  Clock,
  IdentityProvider,
  Log,
  Organization,
  PersonStore,
  ServiceTokens,
} from './ports.ts';
import { sessionFacts } from './present.ts';
import type { Schedule } from './schedule.ts';
import type { PersonKey, PersonState, Session } from './sign-in.ts';
import { changeState, readState, type Decided } from './state-change.ts';
import type { Surely } from './surely.ts';
import type { View } from './views.ts';

export interface Renewals {
  /**
   * Renews once, however many ask at once. The session's own card is edited.
   *
   * @param sessionId only this one
   * @returns the signed-in view, or why not; and the session that holds now
   * @throws StorageAwayError
   */
  renew(key: PersonKey, sessionId?: string): Promise<Renewed>;
}

export interface Renewed {
  readonly kind: 'renewed' | 'refused' | 'none' | 'outdated';
  readonly view: View;
  /** The session that holds now, where it was renewed. */
  readonly session?: Pick<Session, 'cardId' | 'expiresAt'> | undefined;
}

export interface RenewalsDependencies {
  readonly identityProvider: Pick<IdentityProvider, 'refresh'>;
  readonly service: Pick<BackupService, 'renew' | 'exchange'>;
  readonly organizations: Organizations;
  readonly store: PersonStore;
  readonly announcer: Announcer;
  readonly audit: Audit;
  readonly schedule: Schedule;
  readonly surely: Surely;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
}

/** Longer than both calls of a renewal may take; after that whoever renewed is taken for dead. */
const HELD_MILLISECONDS = 90_000;
const LOOK_MILLISECONDS = 300;
const WAIT_MILLISECONDS = 12_000;

interface NewTokens extends ServiceTokens {
  readonly identityRefreshToken?: string | undefined;
}

type Refused = 'refused' | 'unreachable' | 'not-possible' | 'outcome-unknown';

type Claim =
  | { readonly kind: 'mine'; readonly session: Session; readonly spent: boolean }
  | { readonly kind: 'theirs'; readonly session: Session }
  | { readonly kind: 'none' }
  | { readonly kind: 'outdated' };

const NOTICES = { none: 'not-signed-in', outdated: 'card-outdated', unreadable: 'state-unreadable' } as const;

const notice = (why: keyof typeof NOTICES): Renewed => ({
  kind: why === 'outdated' ? 'outdated' : 'none',
  view: { kind: 'notice', notice: { code: NOTICES[why] } },
});

export function createRenewals(dependencies: RenewalsDependencies): Renewals {
  const { identityProvider, service, organizations, store, announcer, audit, schedule, surely, clock, log, newId } =
    dependencies;

  /** The right to renew, for a while. `spent`: somebody died renewing, so the service's refresh token may be used up. */
  function claim(state: PersonState | undefined, sessionId: string | undefined, claimId: string): Decided<Claim> {
    const session = state?.session;
    const now = clock.now();
    if (state === undefined || session === undefined || session.expiresAt <= now) {
      return { kind: 'keep', result: { kind: 'none' } };
    }
    if (sessionId !== undefined && session.id !== sessionId) return { kind: 'keep', result: { kind: 'outdated' } };
    // The write had succeeded and only its answer was lost.
    if (session.renewing?.id === claimId) return { kind: 'keep', result: { kind: 'mine', session, spent: false } };
    if (session.renewing !== undefined && session.renewing.until > now) {
      return { kind: 'keep', result: { kind: 'theirs', session } };
    }
    const renewing = { id: claimId, until: now + HELD_MILLISECONDS };
    return {
      kind: 'write',
      state: { ...state, session: { ...session, renewing }, usedAt: now },
      result: { kind: 'mine', session, spent: session.renewing !== undefined },
    };
  }

  async function atTheService(organization: Organization, session: Session): Promise<NewTokens | Refused> {
    const { flow, refreshToken, signInId: reference, identityRefreshToken } = session;
    if (refreshToken === undefined) return 'not-possible';
    try {
      return { identityRefreshToken, ...(await service.renew(organization, { flow, refreshToken })) };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ reference, error }, 'the service did not renew the session');
      return error.transient ? 'unreachable' : 'refused';
    }
  }

  async function byTheIdentityProvider(organization: Organization, session: Session): Promise<NewTokens | Refused> {
    const { clientId, scope, identityRefreshToken, signInId: reference } = session;
    if (identityRefreshToken === undefined) return 'not-possible';
    const answer = await identityProvider.refresh(organization, {
      clientId,
      scope,
      refreshToken: identityRefreshToken,
    });
    if (answer.kind === 'refused') {
      const { error: reason, description, correlationId } = answer.refusal;
      log.warn({ reference, reason, description, correlationId }, 'the identity provider refused a refresh');
      return 'refused';
    }
    if (answer.kind !== 'granted') {
      log.warn({ reference, error: answer.error }, 'the identity provider did not refresh');
      return 'unreachable';
    }
    try {
      const { grant } = answer;
      const request = exchangeRequest({ ...session, answer: grant.answer }, grant.accessToken, session);
      const tokens = await service.exchange(organization, request);
      return { ...tokens, identityRefreshToken: grant.refreshToken ?? identityRefreshToken };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ reference, error }, 'the service did not take a refreshed assertion');
      return error.transient ? 'unreachable' : 'refused';
    }
  }

  async function newTokens(organization: Organization, session: Session, spent: boolean): Promise<NewTokens | Refused> {
    const first = spent ? 'outcome-unknown' : await atTheService(organization, session);
    if (typeof first !== 'string') return first;
    const second = await byTheIdentityProvider(organization, session);
    if (typeof second !== 'string') return second;
    return second === 'not-possible' ? first : second;
  }

  /** What changes with new tokens. */
  function renewed(session: Session, tokens: NewTokens): Session {
    const issuedAt = clock.now();
    return {
      ...session,
      id: newId(),
      issuedAt,
      expiresAt: issuedAt + tokens.expiresInSeconds * 1000,
      renewing: undefined,
      warnedAt: undefined,
      noticeCardId: undefined,
      accessToken: tokens.accessToken,
      refreshToken: tokens.refreshToken ?? session.refreshToken,
      identityRefreshToken: tokens.identityRefreshToken,
    };
  }

  /** Keeps what was issued, or gives the right to renew back. @returns whether the right was still held */
  async function settle(key: PersonKey, claimId: string, next: Session | undefined): Promise<boolean> {
    const decide = (state: PersonState | undefined): Decided<boolean> => {
      const session = state?.session;
      if (state === undefined || session?.renewing?.id !== claimId) {
        return { kind: 'keep', result: next !== undefined && session?.id === next.id };
      }
      const settled = next === undefined ? { ...session, renewing: undefined } : { ...next, cardId: session.cardId };
      return { kind: 'write', state: { ...state, session: settled }, result: true };
    };
    return (await surely('a renewed session', claimId, () => changeState(store, key, decide))).result;
  }

  const signedIn = (session: Session): View => ({ kind: 'signed-in', session: sessionFacts(organizations, session) });

  async function editCard(key: PersonKey, session: Session, view: View): Promise<void> {
    const { state } = await readState(store, key);
    if (session.cardId === undefined || state === undefined) return;
    try {
      await announcer.edit(state.address, key, session.cardId, view);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ reference: session.signInId, error }, 'the card of a renewed session could not be edited');
    }
  }

  /** Somebody else renews right now: their outcome is everybody's. */
  async function theirOutcome(key: PersonKey, before: Session): Promise<Renewed> {
    const until = clock.now() + WAIT_MILLISECONDS;
    while (clock.now() < until) {
      await clock.sleep(LOOK_MILLISECONDS);
      const { state } = await readState(store, key);
      const session = state?.session;
      if (session === undefined) return notice('none');
      if (session.id !== before.id) return { kind: 'renewed', view: signedIn(session), session };
      if (session.renewing === undefined) return refusal('refused', session);
    }
    return { kind: 'refused', view: { kind: 'notice', notice: { code: 'working' } } };
  }

  function refusal(reason: Refused, session: Session): Renewed {
    const view: View = {
      kind: 'renewal-refused',
      reason,
      session: sessionFacts(organizations, session),
      reference: session.signInId,
    };
    return { kind: 'refused', view };
  }

  return {
    async renew(key, sessionId) {
      const claimId = newId();
      const { result, known } = await changeState(store, key, (state) => claim(state, sessionId, claimId));
      if (known.unreadable) return notice('unreadable');
      if (result.kind === 'none' || result.kind === 'outdated') return notice(result.kind);
      if (result.kind === 'theirs') return theirOutcome(key, result.session);
      const { session, spent } = result;
      const { organization: organizationKey, flow, signInId: reference } = session;
      const record = { key, organization: organizationKey, flow, reference };
      const organization = organizations.get(organizationKey);
      const tokens = organization === undefined ? 'not-possible' : await newTokens(organization, session, spent);
      if (typeof tokens === 'string') {
        await settle(key, claimId, undefined);
        audit.record({ event: 'renewal-refused', ...record, outcome: tokens });
        return refusal(tokens, session);
      }
      const next = renewed(session, tokens);
      // Jobs first: those of a session that was never written do nothing, a session without jobs would never end.
      await surely('the notices of a renewed session', reference, () => schedule(key, next));
      if (!(await settle(key, claimId, next))) return notice('none');
      log.info({ reference }, 'session renewed');
      audit.record({ event: 'renewed', ...record, outcome: 'success' });
      const view = signedIn(next);
      await editCard(key, next, view);
      return { kind: 'renewed', view, session: next };
    },
  };
}
