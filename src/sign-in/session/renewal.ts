/**
 * Renews a session: a new service token without a new sign-in, by an answer that an earlier renewal stored, by the service's
 * refresh token, or by a refresh at the identity provider. However many ask at once, one renews and all get its result.
 * Every renewal checks first that the person may still sign in there; none lasts beyond the session's longest life.
 */
import { DAY } from '../../core/durations.ts';
import { StorageUnavailableError, UpstreamError } from '../../core/errors.ts';
import { showOnCard } from '../../durable/live-card.ts';
import { changeState, keep, readState, write } from '../../durable/record.ts';
import type { Organization } from '../../core/organization.ts';
import type { PersonKey } from '../../core/person.ts';
import { reasonOfRefusal, refusalFacts } from '../state/entra-errors.ts';
import { TRANSIENT_ERRORS } from '../follow/polling.ts';
import { exchangeForSession } from '../follow/new-session.ts';
import { exchangeRequest } from '../follow/token-exchange.ts';
import { isSuspended } from '../access/suspensions.ts';
import { cardsNotInUse, renewedSession, withCardId, type NewTokens, type Transition } from '../state/transitions.ts';
import type { SharedInputs, SignInInputs } from '../state/inputs.ts';
import type { FailureReason, NotRenewed, RenewalRefusal, Session } from '../state/model.ts';
import type { Grant } from '../state/ports.ts';
import { noticeView, sessionFacts, signedInView, wayOfSignIn } from '../state/presenter.ts';
import type { View } from '../state/views.ts';
import { revoke } from './end-session.ts';
import { claimRenewal, type RenewalClaim } from './renewal-claim.ts';
import { scheduleExpiry, tokenEnd } from '../state/schedule.ts';

export type RenewalPorts = SharedInputs &
  Pick<SignInInputs, 'identityProvider' | 'service' | 'autoRenew' | 'expiryWarningSeconds' | 'maxSessionHours'> &
  Pick<SignInInputs, 'identityBinding' | 'adminUserIds' | 'allowedTenants'> & {
    readonly suspensions: Pick<SignInInputs['suspensions'], 'read'>;
  };

export interface Renewed {
  readonly kind: 'renewed' | 'refused' | 'none' | 'outdated';
  readonly view: View;
  readonly reason?: RenewalRefusal | undefined;
  readonly session?: Pick<Session, 'cardId' | 'expiresAt'> | undefined;
  /** The card of the expiry notice, which already says that the session was renewed. */
  readonly noticeCardId?: string | undefined;
}

const FIRST_CHECK_MILLISECONDS = 300;
const LONGEST_CHECK_MILLISECONDS = 2_000;
/** A turn waits for the exchange this long; the stored answer can be exchanged later. */
const EXCHANGE_MILLISECONDS = 8_000;
/** The service's refresh token alone does not keep a session for longer without the identity provider. */
const CONFIRMATION_MILLISECONDS = DAY;

type Renewal = Extract<RenewalClaim, { kind: 'mine' }> & { readonly key: PersonKey; readonly claimId: string };

/** What is shown after two failures: the one that cannot be ruled out first, then the one that may be temporary. */
const BY_IMPORTANCE: readonly NotRenewed[] = ['outcome-unknown', 'unreachable', 'refused', 'not-possible'];

interface NoTokens {
  readonly reason: NotRenewed;
  readonly because?: FailureReason | undefined;
}

/** The request was sent and its outcome is unknown: the service may have issued tokens in an answer that cannot be read. */
const UNREAD: ReadonlySet<UpstreamError['code']> = new Set(['TOO_LARGE', 'NOT_JSON', 'MALFORMED']);
/** A gateway's own (RFC 9110, section 15.6.5): it had passed the request on. With a 502 it mostly had not. */
const isGatewayTimeout = ({ status, reason }: UpstreamError): boolean => status === 504 && reason === undefined;

const isTokens = (outcome: NewTokens | NoTokens | string): outcome is NewTokens =>
  typeof outcome !== 'string' && !('reason' in outcome);
const explained = <T extends object>(outcome: T | NotRenewed): T | NoTokens =>
  typeof outcome === 'string' ? { reason: outcome } : outcome;

/** A refresh token of the service that may be spent is not used again. */
const unspent = (outcome: NotRenewed | NewTokens): Pick<Session, 'refreshToken'> =>
  outcome === 'outcome-unknown' ? { refreshToken: undefined } : {};

const NOT_SIGNED_IN: Renewed = { kind: 'none', view: noticeView('not-signed-in') };

export class Renewals {
  readonly #ports: RenewalPorts;

  constructor(ports: RenewalPorts) {
    this.#ports = ports;
  }

  /** Also edits the session's card and its notice. @param sessionId renews only this session @throws StorageUnavailableError */
  async renew(key: PersonKey, sessionId?: string): Promise<Renewed> {
    const { store, newId, suspensions } = this.#ports;
    const claimId = newId();
    const policy = { ...this.#ports, isSuspended: await isSuspended(suspensions, key.personId) };
    const { result: claim, loaded } = await changeState(store, key, claimRenewal(policy, sessionId, claimId));
    if (loaded.unreadable) return { kind: 'none', view: noticeView('state-unreadable') };
    if (claim.kind === 'mine') return this.#run({ key, claimId, ...claim });
    if (claim.kind === 'theirs') return this.#resultOfOther(key, claim.session, claim.until);
    if (claim.kind === 'done') return this.#renewed(claim.session);
    if (claim.kind === 'refused') return this.#refusedBefore(key, claim.session, claim.reason);
    return claim.kind === 'none' ? NOT_SIGNED_IN : { kind: 'outdated', view: noticeView('card-outdated') };
  }

  async #run(renewal: Renewal): Promise<Renewed> {
    const tokens = await this.#newTokens(renewal);
    if (tokens === 'gone') return NOT_SIGNED_IN;
    if (isTokens(tokens)) return this.#succeed(renewal, tokens);
    const { reason, because } = tokens;
    const left = await this.#write(renewal, 'a renewal that failed', (present) => ({
      ...present,
      renewing: undefined,
      notRenewed: reason,
      notRenewedBecause: because,
      ...unspent(reason),
    }));
    this.#auditRefusal(renewal.key, renewal.session, reason);
    return left === undefined ? NOT_SIGNED_IN : this.#refused(reason, left);
  }

  /** Nothing is requested, and the session stays as it is until its end. */
  #refusedBefore(key: PersonKey, session: Session, reason: 'longest-life' | 'not-allowed'): Renewed {
    const { signInId: reference } = session;
    this.#ports.log.info({ event: 'renewal-refused', reference, reason }, 'a session is not renewed');
    this.#auditRefusal(key, session, reason);
    return this.#refused(reason, session);
  }

  #auditRefusal(key: PersonKey, session: Session, outcome: RenewalRefusal): void {
    const { organization, flow, signInId: reference } = session;
    this.#ports.audit.record({ event: 'renewal-refused', key, organization, flow, reference, outcome });
  }

  /** Waits for the renewal of another instance; takes over when that instance has died. */
  async #resultOfOther(key: PersonKey, before: Session, until: number): Promise<Renewed> {
    const { store, clock } = this.#ports;
    let pause = FIRST_CHECK_MILLISECONDS;
    while (clock.now() < until) {
      await clock.sleep(pause);
      pause = Math.min(pause * 1.5, LONGEST_CHECK_MILLISECONDS);
      const session = (await readState(store, key)).state?.session;
      if (session === undefined) return NOT_SIGNED_IN;
      if (session.id !== before.id) return this.#renewed(session);
      if (session.renewing === undefined) return this.#refused(session.notRenewed ?? 'refused', session);
    }
    return this.renew(key, before.id);
  }

  #renewed(session: Session): Renewed {
    return { kind: 'renewed', view: signedInView(this.#ports.organizations, session), session };
  }

  #refused(reason: RenewalRefusal, session: Session): Renewed {
    const facts = sessionFacts(this.#ports.organizations, session);
    const because = reason === 'refused' ? session.notRenewedBecause : undefined;
    const way = wayOfSignIn(this.#ports.organizations, session);
    const view: View = { kind: 'renewal-refused', reason, because, way, session: facts, reference: session.signInId };
    return { kind: 'refused', reason, view };
  }

  /** @returns `gone` when the claim is lost */
  async #newTokens(renewal: Renewal): Promise<NewTokens | NoTokens | 'gone'> {
    const { identityProvider, organizations, clock } = this.#ports;
    const { session } = renewal;
    const organization = organizations.get(session.organization);
    if (organization === undefined) return { reason: 'not-possible' };
    const { answer, answerExpiresAt = 0 } = session;
    if (answer !== undefined && answerExpiresAt > clock.now()) {
      const grant = identityProvider.readAnswer(answer);
      const tokens = await this.#exchange(organization, session, grant, answerExpiresAt);
      if (tokens !== 'refused') return explained(tokens);
    }
    const isConfirmed = isConfirmedUntilNext(session, clock.now());
    const first = isConfirmed ? await this.#renewAtService(organization, renewal) : 'not-possible';
    // An exchange could not connect to the service either.
    if (first === 'not-connected') return { reason: 'unreachable' };
    if (isTokens(first)) return first;
    const second = await this.#refreshAndExchange(organization, renewal, unspent(first));
    if (second === 'gone' || isTokens(second)) return second;
    const shown = BY_IMPORTANCE.find((reason) => reason === first || reason === second.reason);
    return shown === undefined || shown === second.reason ? second : { reason: shown };
  }

  async #renewAtService(
    organization: Organization,
    { session, maybeSpent }: Renewal,
  ): Promise<NewTokens | NotRenewed | 'not-connected'> {
    const { service, log } = this.#ports;
    const { flow, refreshToken, identityRefreshToken, signInId: reference } = session;
    if (maybeSpent) return 'outcome-unknown';
    if (refreshToken === undefined) return 'not-possible';
    try {
      const tokens = await service.renew(organization, { flow, refreshToken });
      return { identityRefreshToken, ...tokens, refreshToken: tokens.refreshToken ?? refreshToken };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ event: 'service-renewal-failed', reference, error }, 'the service did not renew the session');
      const { code, status, unsent } = error;
      if (unsent) return 'not-connected';
      const isUnclear = status === undefined || isGatewayTimeout(error) || UNREAD.has(code);
      if (isUnclear && code !== 'UNTRUSTED') return 'outcome-unknown';
      // The service itself refuses the refresh token; other errors are not about the token.
      const isRefusal = status === 400 || status === 401 || status === 403;
      return isRefusal && code === 'REFUSED' ? 'refused' : 'unreachable';
    }
  }

  /** @param left of the session's refresh token */
  async #refreshAndExchange(
    organization: Organization,
    renewal: Renewal,
    left: Pick<Session, 'refreshToken'>,
  ): Promise<NewTokens | NoTokens | 'gone'> {
    const { identityProvider, clock, log } = this.#ports;
    const { clientId, scope, isConfidential, identityRefreshToken: refreshToken } = renewal.session;
    const { signInId: reference } = renewal.session;
    if (refreshToken === undefined) return { reason: 'not-possible' };
    const response = await identityProvider.refresh(organization, { clientId, scope, isConfidential, refreshToken });
    if (response.kind === 'refused') {
      const facts = refusalFacts(response.refusal);
      log.warn({ event: 'refresh-refused', reference, ...facts }, 'the identity provider refused a refresh');
      if (TRANSIENT_ERRORS.has(response.refusal.error)) return { reason: 'unreachable' };
      return { reason: 'refused', because: reasonOfRefusal(response.refusal, isConfidential) };
    }
    if (response.kind !== 'granted') {
      const { error } = response;
      log.warn({ event: 'refresh-failed', reference, error }, 'the identity provider did not answer a refresh');
      return { reason: 'unreachable' };
    }
    const { grant } = response;
    const answerExpiresAt = clock.now() + grant.expiresInSeconds * 1000;
    const stored = await this.#write(renewal, 'a token response', (present) => ({
      ...present,
      ...left,
      identityRefreshToken: grant.refreshToken ?? present.identityRefreshToken,
      confirmedAt: clock.now(),
      answer: grant.answer,
      answerExpiresAt,
    }));
    if (stored === undefined) return 'gone';
    return explained(await this.#exchange(organization, stored, grant, answerExpiresAt));
  }

  async #exchange(
    organization: Organization,
    session: Session,
    grant: Grant,
    answerExpiresAt: number,
  ): Promise<NewTokens | NoTokens | NotRenewed> {
    const tokens = await exchangeForSession(this.#ports, {
      organization,
      request: exchangeRequest({ ...session, answer: grant.answer }, grant.accessToken, session),
      reference: session.signInId,
      until: Math.min(answerExpiresAt, this.#ports.clock.now() + EXCHANGE_MILLISECONDS),
    });
    if ('reason' in tokens) {
      const { reason } = tokens;
      if (reason === 'other-organization') return { reason: 'refused', because: reason };
      return reason === 'service-unreachable' || reason === 'service-untrusted' ? 'unreachable' : 'refused';
    }
    const { identityRefreshToken, confirmedAt } = session;
    const refreshToken = tokens.refreshToken ?? session.refreshToken;
    return { ...tokens, refreshToken, identityRefreshToken: grant.refreshToken ?? identityRefreshToken, confirmedAt };
  }

  async #succeed(renewal: Renewal, tokens: NewTokens): Promise<Renewed> {
    const { audit, retryWhileStorageUnavailable, clock, log, newId } = this.#ports;
    const { key, session: before } = renewal;
    const { signInId: reference, organization, flow } = before;
    const next = renewedSession(this.#ports, before, tokens, newId(), clock.now());
    // Jobs first: those of a session that was never written do nothing, but a session without jobs would never end.
    const schedule = () => scheduleExpiry(this.#ports, key, next);
    await retryWhileStorageUnavailable('the notices of a renewed session', reference, schedule);
    let noticeCardId: string | undefined;
    const session = await this.#write(renewal, 'a renewed session', (present) => {
      ({ noticeCardId } = present);
      return { ...next, cardId: present.cardId };
    });
    if (session === undefined) {
      // Logged out during the renewal: nobody may use the new token.
      await revoke(this.#ports, next);
      return NOT_SIGNED_IN;
    }
    log.info({ event: 'session-renewed', reference }, 'session renewed');
    audit.record({ event: 'renewed', key, organization, flow, reference, outcome: 'success' });
    const result = this.#renewed(session);
    await this.#editCard(key, reference, session.cardId, result.view);
    const notice = { code: 'renewed', expiresAt: session.expiresAt } as const;
    await this.#editCard(key, reference, noticeCardId, { kind: 'notice', notice });
    return { ...result, noticeCardId };
  }

  /** Changes the session while the claim is held. @returns the session; undefined once the claim is lost */
  async #write(
    { key, claimId }: Renewal,
    what: string,
    next: (session: Session) => Session,
  ): Promise<Session | undefined> {
    const { store, retryWhileStorageUnavailable } = this.#ports;
    let written: Session | undefined;
    const decide: Transition<Session | undefined> = (state) => {
      const session = state?.session;
      // The write had succeeded and only its response was lost.
      if (written !== undefined && session?.id === written.id && session.renewing === undefined) return keep(session);
      if (state === undefined || session?.renewing?.id !== claimId) return keep(undefined);
      written = next(session);
      return write({ ...state, session: written }, written);
    };
    return (await retryWhileStorageUnavailable(what, claimId, () => changeState(store, key, decide))).result;
  }

  async #editCard(key: PersonKey, reference: string, cardId: string | undefined, view: View): Promise<void> {
    const { store, announcer, log } = this.#ports;
    if (cardId === undefined) return;
    try {
      const loaded = await readState(store, key);
      if (loaded.state === undefined) return;
      const { address, session, signIn } = loaded.state;
      if (cardsNotInUse({ signIn }, [cardId]).length === 0) return;
      await showOnCard(announcer, { address, key, cardId }, view, async (shown) => {
        if (session?.cardId === cardId) await changeState(store, key, withCardId(reference, shown), loaded);
      });
    } catch (error) {
      if (!(error instanceof UpstreamError || error instanceof StorageUnavailableError)) throw error;
      log.warn({ event: 'renewed-card-not-edited', reference, error }, 'the card of a renewed session is outdated');
    }
  }
}

/** Whether a token of the same lifetime ends before the identity provider has to confirm the person again. */
function isConfirmedUntilNext(
  { signedInAt, confirmedAt = signedInAt, issuedAt, ...ends }: Session,
  now: number,
): boolean {
  return now + tokenEnd(ends) - issuedAt <= confirmedAt + CONFIRMATION_MILLISECONDS;
}
