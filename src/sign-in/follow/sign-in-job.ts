/**
 * The job that follows a sign-in from its code to its end. Each round looks at what is stored and takes the next step,
 * so that it goes on from wherever the process before it died.
 */
import { StorageAwayError, UpstreamError } from '../../core/errors.ts';
import { afterSignIn, type AfterSignInDependencies } from '../after-sign-in.ts';
import { exchangeUntilDone, isFailure } from './token-exchange.ts';
import { exchangeRequest } from './grant-requests.ts';
import { AbandonedError, type Follower, type Following } from './active-jobs.ts';
import { bindingFailure, findIdentity, isIdentity, type IdentityBinding } from './identity.ts';
import { type Identity } from '../model.ts';
import type { Lookup } from './identity.ts';
import { Look } from './cancellation-check.ts';
import type { Organizations } from '../organizations/organizations.ts';
import { poll, type Polled } from './polling.ts';
import type { Audit } from '../../core/audit.ts';
import type {
  BackupService,
  Directory,
  IdentityProvider,
  PersonStore,
  ReadClaims,
  ServiceTokens,
  TokenAnswer,
  SignInAnnouncer,
} from '../ports.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { Job } from '../../core/jobs.ts';
import type { Organization } from '../../core/organization.ts';
import { codeView, displayName, failureView, sessionFacts } from '../presenter.ts';
import { createRepeat } from '../../core/retry.ts';
import type { Schedule } from '../session/schedule.ts';
import type { EndedSignIn, Failure, PersonState, RedeemedSignIn, Session, SignIn, WaitingSignIn } from '../model.ts';
import type { PersonKey } from '../../core/person.ts';
import { changeState, readState, type Changed, type Loaded } from '../../core/optimistic-update.ts';
import type { Surely } from '../../core/retry.ts';
import { withAnswer, withCardId, withEnd, withSession } from './transitions.ts';
import type { View } from '../views.ts';

export interface FollowDependencies {
  readonly identityProvider: Pick<IdentityProvider, 'redeemDeviceCode' | 'readAnswer' | 'refresh'>;
  readonly directory: Directory;
  readonly service: Pick<BackupService, 'exchange' | 'logOut'>;
  readonly readClaims: ReadClaims;
  readonly organizations: Organizations;
  readonly store: PersonStore;
  readonly announcer: SignInAnnouncer;
  readonly audit: Audit;
  readonly schedule: Schedule;
  readonly following: Following;
  readonly surely: Surely;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
  /** Called once somebody is signed in and was told so. */
  readonly signedIn?: AfterSignInDependencies['signedIn'];
  readonly lookup: Lookup;
  readonly identityBinding: IdentityBinding;
}

export type FollowJob = Extract<Job, { kind: 'follow' }>;

/** From this fault on the person is told that finishing takes long. */
const TELL_AT_FAULT = 3;

/**
 * @returns the handler of `follow` jobs; it returns once nothing is left to do, and throws what ended it otherwise
 */
export function createFollow(
  dependencies: FollowDependencies,
): (job: FollowJob, controller: AbortController, messageId?: string) => Promise<void> {
  const { identityProvider, organizations, store, announcer, audit, schedule, surely, clock, log, newId } =
    dependencies;

  /** Edits the card, or posts it where there is none yet. @returns its id; nothing where nobody can be reached */
  async function tell(
    key: PersonKey,
    state: PersonState,
    cardId: string | undefined,
    view: View,
  ): Promise<string | undefined> {
    const { address } = state;
    const delivery =
      cardId === undefined
        ? await announcer.post(address, key, view)
        : await announcer.edit(address, key, cardId, view);
    if (delivery.kind === 'delivered') return delivery.cardId;
    log.info({ conversation: key.conversationId }, 'the conversation is gone; what was kept for it is erased');
    await store.erase(key);
    return undefined;
  }

  const end = async (
    key: PersonKey,
    known: Loaded<PersonState>,
    signIn: SignIn,
    failure: Failure,
  ): Promise<Loaded<PersonState>> => {
    const decide = withEnd(signIn, failure, clock.now());
    return (await surely('the end of a sign-in', signIn.id, () => changeState(store, key, decide, known))).known;
  };

  function waitForAnswer(
    key: PersonKey,
    known: Loaded<PersonState>,
    signIn: WaitingSignIn,
    here: Follower,
  ): Promise<Polled> {
    const of = organizations.get(signIn.organization);
    if (of === undefined) return Promise.resolve({ kind: 'ended', failure: { reason: 'organization-removed' } });
    // Without a card yet its id is about to be written, and what is known here will not be there any more.
    const look = new Look(dependencies, key, signIn.id, signIn.cardId === undefined ? undefined : known.version);
    const ask = async (): Promise<TokenAnswer> => {
      await look.look();
      const answer = await here.call((givenUp) => identityProvider.redeemDeviceCode(of, signIn, givenUp));
      if (answer.kind !== 'granted') look.ahead(1_500 * signIn.intervalSeconds);
      return answer;
    };
    return poll(dependencies, ask, signIn, here.signal);
  }

  async function keep(
    key: PersonKey,
    known: Loaded<PersonState>,
    signIn: WaitingSignIn,
    polled: Polled,
    signal: AbortSignal,
  ): Promise<Loaded<PersonState>> {
    if (polled.kind === 'ended') return end(key, known, signIn, polled.failure);
    const decide = withAnswer(signIn.id, polled.grant, clock.now());
    const kept = await surely('a token response', signIn.id, () => changeState(store, key, decide, known));
    signal.throwIfAborted();
    return kept.known;
  }

  function newSession(signIn: RedeemedSignIn, identity: Identity, tokens: ServiceTokens): Session {
    const now = clock.now();
    return {
      id: newId(),
      signInId: signIn.id,
      flow: signIn.flow,
      organization: signIn.organization,
      clientId: signIn.clientId,
      scope: signIn.scope,
      account: identity.account,
      userId: identity.userId,
      tenantId: identity.tenantId,
      signedInAt: now,
      issuedAt: now,
      expiresAt: now + tokens.expiresInSeconds * 1000,
      accessToken: tokens.accessToken,
      refreshToken: tokens.refreshToken,
      identityRefreshToken: identity.refreshToken,
    };
  }

  async function tellFinishing(key: PersonKey, state: PersonState, signIn: RedeemedSignIn): Promise<void> {
    const organization = displayName(organizations, signIn.organization);
    const view: View = { kind: 'finishing', signInId: signIn.id, flow: signIn.flow, organization };
    try {
      const cardId = await tell(key, state, signIn.cardId, view);
      if (cardId !== undefined && cardId !== signIn.cardId)
        await changeState(store, key, withCardId(signIn.id, cardId));
    } catch (error) {
      if (!(error instanceof UpstreamError || error instanceof StorageAwayError)) throw error;
      log.warn({ reference: signIn.id, error }, 'a card does not say that finishing takes long');
    }
  }

  /** Lookup, binding, exchange: each repeatable from the stored answer. */
  async function tokensFor(
    key: PersonKey,
    state: PersonState,
    signIn: RedeemedSignIn,
    organization: Organization,
    signal: AbortSignal,
  ): Promise<Session | Failure> {
    if (clock.now() >= signIn.answerExpiresAt) return { reason: 'service-unreachable' };
    const grant = identityProvider.readAnswer(signIn.answer);
    const look = new Look(dependencies, key, signIn.id);
    const repeat = createRepeat({ clock, until: signIn.answerExpiresAt, signal, onFault: () => look.look() });
    const identity = await findIdentity(dependencies, organization, signIn.clientId, grant, signal, repeat);
    if (!isIdentity(identity)) return identity;
    const refused = bindingFailure(dependencies.identityBinding, state.person, identity);
    if (refused !== undefined) return refused;
    const tokens = await exchangeUntilDone(dependencies, {
      organization,
      request: exchangeRequest(signIn, grant.accessToken, identity),
      reference: signIn.id,
      until: signIn.answerExpiresAt,
      signal,
      async onFault(faults) {
        await look.look();
        if (faults === TELL_AT_FAULT) await tellFinishing(key, state, signIn);
      },
    });
    return isFailure(tokens) ? tokens : newSession(signIn, identity, tokens);
  }

  async function complete(
    key: PersonKey,
    known: Loaded<PersonState>,
    signIn: RedeemedSignIn,
    signal: AbortSignal,
  ): Promise<Loaded<PersonState>> {
    const organization = organizations.get(signIn.organization);
    if (known.state === undefined || organization === undefined) {
      return end(key, known, signIn, { reason: 'organization-removed' });
    }
    const session = await tokensFor(key, known.state, signIn, organization, signal);
    if ('reason' in session) return end(key, known, signIn, session);
    const decide = withSession(session);
    const write = (): Promise<Changed<boolean, PersonState>> => changeState(store, key, decide, known);
    const { known: after, result: kept } = await surely('a session', signIn.id, write);
    if (!kept) {
      // Given up while the service was asked: nobody may use what it issued.
      await dependencies.service.logOut(organization, session.accessToken).catch((error: unknown) => {
        log.warn({ reference: signIn.id, error }, 'a token nobody wants could not be revoked');
      });
    }
    return after;
  }

  async function tellEnd(key: PersonKey, state: PersonState, signIn: EndedSignIn): Promise<void> {
    const { id: reference, organization, flow, failure } = signIn;
    const refused = failure.reason === 'someone-else' || failure.reason === 'other-tenant';
    log.info({ reference, ...failure, account: undefined }, 'sign-in ended without a session');
    audit.record({
      event: refused ? 'sign-in-refused' : 'sign-in-ended',
      key,
      organization,
      flow,
      reference,
      outcome: failure.reason,
    });
    await tell(key, state, signIn.cardId, failureView(organizations, signIn, failure));
  }

  async function tellSuccess(
    key: PersonKey,
    known: Loaded<PersonState>,
    state: PersonState,
    session: Session,
    signal: AbortSignal,
  ): Promise<void> {
    const { signInId: reference, organization, flow } = session;
    await surely('the notices of a session', reference, () => schedule(key, session));
    log.info({ reference, flow, organization }, 'signed in');
    audit.record({ event: 'signed-in', key, organization, flow, reference, outcome: 'success' });
    const view: View = { kind: 'signed-in', session: sessionFacts(organizations, session) };
    const cardId = await tell(key, state, session.cardId, view);
    if (cardId === undefined) return;
    if (cardId !== session.cardId) await changeState(store, key, withCardId(reference, cardId), known);
    await afterSignIn(dependencies, key, reference, signal);
  }

  /** Posts the code's card where the process died before it could, or where the chat service was away. */
  async function ensureCard(
    key: PersonKey,
    known: Loaded<PersonState>,
    state: PersonState,
    signIn: WaitingSignIn,
  ): Promise<Loaded<PersonState>> {
    if (signIn.cardId !== undefined || signIn.expiresAt <= clock.now()) return known;
    try {
      const cardId = await tell(key, state, undefined, codeView(organizations, signIn, state.person));
      if (cardId === undefined) return await readState(store, key);
      return (await changeState(store, key, withCardId(signIn.id, cardId), known)).known;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ reference: signIn.id, error }, 'the sign-in card could not be sent');
      return known;
    }
  }

  async function followUntilDone(
    { key, signInId }: FollowJob,
    here: Follower,
    messageId: string | undefined,
  ): Promise<void> {
    let known = dependencies.following.takeOver(signInId) ?? (await readState(store, key));
    for (;;) {
      const { state } = known;
      if (state?.session?.signInId === signInId) {
        return tellSuccess(key, known, state, state.session, here.signal);
      }
      const signIn = state?.signIn;
      if (state === undefined || signIn?.id !== signInId) return undefined;
      if (messageId !== undefined && signIn.jobId !== undefined && signIn.jobId !== messageId) return undefined;
      switch (signIn.kind) {
        case 'ended':
          // What is given up here is told of by whoever gave it up.
          return signIn.told === true || here.isGivenUp() ? undefined : tellEnd(key, state, signIn);
        case 'redeemed':
          known = await complete(key, known, signIn, here.signal);
          break;
        case 'waiting': {
          const withCard = await ensureCard(key, known, state, signIn);
          const now = withCard.state?.signIn;
          known = withCard;
          if (now?.id !== signInId || now.kind !== 'waiting') break;
          const polled = await waitForAnswer(key, known, now, here);
          known = await keep(key, known, now, polled, here.signal);
        }
      }
    }
  }

  return async (job, controller, messageId) => {
    const here = dependencies.following.add(job.signInId, controller);
    try {
      await followUntilDone(job, here, messageId);
    } catch (error) {
      if (!(error instanceof AbandonedError)) throw error;
      // What was ended in this process was told by it. Another one may have died between ending and telling.
      if (!here.isGivenUp()) await followUntilDone(job, here, messageId);
    } finally {
      here.done();
    }
  };
}
