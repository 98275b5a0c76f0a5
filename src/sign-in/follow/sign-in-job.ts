/**
 * The job that follows a sign-in from its code to its end. Each step starts from the stored state, so another process can
 * continue wherever this one dies.
 */
import type { Audit } from '../../core/audit.ts';
import { StorageUnavailableError, UpstreamError } from '../../core/errors.ts';
import type { Job } from '../../core/jobs.ts';
import { changeState, readState, type Loaded } from '../../core/optimistic-update.ts';
import type { Organization } from '../../core/organization.ts';
import type { PersonKey } from '../../core/person.ts';
import type { Clock, Log } from '../../core/platform.ts';
import { createUpstreamRetry, type RetryWhileStorageUnavailable } from '../../core/retry.ts';
import { afterSignIn, type AfterSignInDependencies } from '../after-sign-in.ts';
import { newSession } from '../model.ts';
import type { EndedSignIn, Failure, PersonState, RedeemedSignIn, Session, SignIn, WaitingSignIn } from '../model.ts';
import type { IdentityBinding } from '../inputs.ts';
import type { Organizations } from '../organizations.ts';
import type { BackupService, IdentityProvider, PersonStore, SignInAnnouncer } from '../ports.ts';
import { codeView, displayName, failureView, sessionFacts } from '../presenter.ts';
import type { Schedule } from '../session/schedule.ts';
import type { View } from '../views.ts';
import { AbandonedError, type ActiveJob, type ActiveJobs } from './active-jobs.ts';
import { CancellationCheck } from './cancellation-check.ts';
import { exchangeRequest } from './grant-requests.ts';
import { bindingFailure, findIdentity, isIdentity, type IdentityDependencies } from './identity.ts';
import { poll, type PollOutcome } from './polling.ts';
import { exchangeUntilDone, isFailure } from './token-exchange.ts';
import { withAnswer, withCardId, withEnd, withSession } from './transitions.ts';

export interface SignInJobDependencies extends Omit<IdentityDependencies, 'identityProvider'> {
  readonly identityProvider: Pick<IdentityProvider, 'redeemDeviceCode' | 'readAnswer' | 'refresh'>;
  readonly service: Pick<BackupService, 'exchange' | 'logOut'>;
  readonly organizations: Organizations;
  readonly store: PersonStore;
  readonly announcer: SignInAnnouncer;
  readonly audit: Audit;
  readonly schedule: Schedule;
  readonly activeJobs: ActiveJobs;
  readonly retryWhileStorageUnavailable: RetryWhileStorageUnavailable;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
  /** Called after the person has signed in and the card says so. */
  readonly signedIn?: AfterSignInDependencies['signedIn'];
  readonly identityBinding: IdentityBinding;
}

export type FollowJob = Extract<Job, { kind: 'follow' }>;

/** After this many failed exchanges the card says that finishing takes longer. */
const NOTIFY_AT_FAULT = 3;

export class SignInJob {
  readonly #dependencies: SignInJobDependencies;

  constructor(dependencies: SignInJobDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Handles one `follow` job. Resolves when nothing is left to do.
   *
   * @param controller of the job; its signal ends the work
   * @param messageId of the delivery; another message for the same sign-in does nothing
   */
  async run(job: FollowJob, controller: AbortController, messageId?: string): Promise<void> {
    const active = this.#dependencies.activeJobs.add(job.signInId, controller);
    try {
      await this.#follow(job, active, messageId);
    } catch (error) {
      if (!(error instanceof AbandonedError)) throw error;
      // A turn of this process that ended the sign-in updates its card. Another instance may have died before doing so.
      if (!active.isAbandoned()) await this.#follow(job, active, messageId);
    } finally {
      active.done();
    }
  }

  async #follow({ key, signInId }: FollowJob, active: ActiveJob, messageId: string | undefined): Promise<void> {
    const { activeJobs, store } = this.#dependencies;
    let loaded = activeJobs.takeOver(signInId) ?? (await readState(store, key));
    for (;;) {
      const { state } = loaded;
      if (state?.session?.signInId === signInId) {
        return this.#announceSuccess(key, loaded, state, state.session, active.signal);
      }
      const signIn = state?.signIn;
      if (state === undefined || signIn?.id !== signInId) return undefined;
      if (messageId !== undefined && signIn.jobId !== undefined && signIn.jobId !== messageId) return undefined;
      switch (signIn.kind) {
        case 'ended':
          // Whoever abandoned the sign-in in this process also updates its card.
          return signIn.told === true || active.isAbandoned() ? undefined : this.#announceEnd(key, state, signIn);
        case 'redeemed':
          loaded = await this.#complete(key, loaded, signIn, active.signal);
          break;
        case 'waiting': {
          loaded = await this.#ensureCard(key, loaded, state, signIn);
          const present = loaded.state?.signIn;
          if (present?.id !== signInId || present.kind !== 'waiting') break;
          const outcome = await this.#poll(key, loaded, present, active);
          loaded = await this.#storeOutcome(key, loaded, present, outcome, active.signal);
        }
      }
    }
  }

  /** Posts the card with the code if a crash or a fault of the chat service prevented it. */
  async #ensureCard(
    key: PersonKey,
    loaded: Loaded<PersonState>,
    state: PersonState,
    signIn: WaitingSignIn,
  ): Promise<Loaded<PersonState>> {
    const { organizations, store, clock, log } = this.#dependencies;
    if (signIn.cardId !== undefined || signIn.expiresAt <= clock.now()) return loaded;
    try {
      const cardId = await this.#show(key, state, undefined, codeView(organizations, signIn, state.person));
      if (cardId === undefined) return await readState(store, key);
      return (await changeState(store, key, withCardId(signIn.id, cardId), loaded)).loaded;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ event: 'sign-in-card-not-sent', reference: signIn.id, error }, 'the sign-in card could not be sent');
      return loaded;
    }
  }

  #poll(key: PersonKey, loaded: Loaded<PersonState>, signIn: WaitingSignIn, active: ActiveJob): Promise<PollOutcome> {
    const { identityProvider, organizations } = this.#dependencies;
    const organization = organizations.get(signIn.organization);
    if (organization === undefined) {
      return Promise.resolve({ kind: 'ended', failure: { reason: 'organization-removed' } });
    }
    // Without a card id the turn is about to write the state again, so the loaded version will not stay current.
    const version = signIn.cardId === undefined ? undefined : loaded.version;
    const cancellation = new CancellationCheck(this.#dependencies, key, signIn.id, version);
    return poll(
      this.#dependencies,
      async () => {
        await cancellation.check();
        const answer = await active.call((abandoned) =>
          identityProvider.redeemDeviceCode(organization, signIn, abandoned),
        );
        if (answer.kind !== 'granted') cancellation.prefetch(1_500 * signIn.intervalSeconds);
        return answer;
      },
      signIn,
      active.signal,
    );
  }

  async #storeOutcome(
    key: PersonKey,
    loaded: Loaded<PersonState>,
    signIn: WaitingSignIn,
    outcome: PollOutcome,
    signal: AbortSignal,
  ): Promise<Loaded<PersonState>> {
    if (outcome.kind === 'ended') return this.#end(key, loaded, signIn, outcome.failure);
    const { store, clock, retryWhileStorageUnavailable } = this.#dependencies;
    const decide = withAnswer(signIn.id, outcome.grant, clock.now());
    const stored = await retryWhileStorageUnavailable('a token response', signIn.id, () =>
      changeState(store, key, decide, loaded),
    );
    signal.throwIfAborted();
    return stored.loaded;
  }

  async #complete(
    key: PersonKey,
    loaded: Loaded<PersonState>,
    signIn: RedeemedSignIn,
    signal: AbortSignal,
  ): Promise<Loaded<PersonState>> {
    const { organizations, service, store, retryWhileStorageUnavailable, log } = this.#dependencies;
    const organization = organizations.get(signIn.organization);
    if (loaded.state === undefined || organization === undefined) {
      return this.#end(key, loaded, signIn, { reason: 'organization-removed' });
    }
    const session = await this.#createSession(key, loaded.state, signIn, organization, signal);
    if ('reason' in session) return this.#end(key, loaded, signIn, session);
    const written = await retryWhileStorageUnavailable('a session', signIn.id, () =>
      changeState(store, key, withSession(session), loaded),
    );
    if (!written.result) {
      // The sign-in was cancelled during the exchange, so nobody may use the tokens.
      await service.logOut(organization, session.accessToken).catch((error: unknown) => {
        log.warn(
          { event: 'unused-token-not-revoked', reference: signIn.id, error },
          'the token of a cancelled sign-in could not be revoked',
        );
      });
    }
    return written.loaded;
  }

  /** Identity lookup, binding check and exchange; all repeatable from the stored answer. */
  async #createSession(
    key: PersonKey,
    state: PersonState,
    signIn: RedeemedSignIn,
    organization: Organization,
    signal: AbortSignal,
  ): Promise<Session | Failure> {
    const { identityProvider, identityBinding, clock, newId } = this.#dependencies;
    if (clock.now() >= signIn.answerExpiresAt) return { reason: 'service-unreachable' };
    const grant = identityProvider.readAnswer(signIn.answer);
    const cancellation = new CancellationCheck(this.#dependencies, key, signIn.id);
    const until = signIn.answerExpiresAt;
    const repeat = createUpstreamRetry({ clock, until, signal, beforeRetry: () => cancellation.check() });
    const identity = await findIdentity(this.#dependencies, organization, signIn.clientId, grant, signal, repeat);
    if (!isIdentity(identity)) return identity;
    const refused = bindingFailure(identityBinding, state.person, identity);
    if (refused !== undefined) return refused;
    const tokens = await exchangeUntilDone(this.#dependencies, {
      organization,
      request: exchangeRequest(signIn, grant.accessToken, identity),
      reference: signIn.id,
      until,
      signal,
      onFault: async (faults) => {
        await cancellation.check();
        if (faults === NOTIFY_AT_FAULT) await this.#announceFinishing(key, state, signIn);
      },
    });
    return isFailure(tokens) ? tokens : newSession(signIn, identity, tokens, { id: newId(), now: clock.now() });
  }

  async #end(
    key: PersonKey,
    loaded: Loaded<PersonState>,
    signIn: SignIn,
    failure: Failure,
  ): Promise<Loaded<PersonState>> {
    const { store, clock, retryWhileStorageUnavailable } = this.#dependencies;
    const decide = withEnd(signIn, failure, clock.now());
    return (
      await retryWhileStorageUnavailable('the end of a sign-in', signIn.id, () =>
        changeState(store, key, decide, loaded),
      )
    ).loaded;
  }

  async #announceFinishing(key: PersonKey, state: PersonState, signIn: RedeemedSignIn): Promise<void> {
    const { organizations, store, log } = this.#dependencies;
    const organization = displayName(organizations, signIn.organization);
    const view: View = { kind: 'finishing', signInId: signIn.id, flow: signIn.flow, organization };
    try {
      const cardId = await this.#show(key, state, signIn.cardId, view);
      if (cardId !== undefined && cardId !== signIn.cardId) {
        await changeState(store, key, withCardId(signIn.id, cardId));
      }
    } catch (error) {
      if (!(error instanceof UpstreamError || error instanceof StorageUnavailableError)) throw error;
      log.warn(
        { event: 'finishing-not-shown', reference: signIn.id, error },
        'the card could not say that finishing takes longer',
      );
    }
  }

  async #announceEnd(key: PersonKey, state: PersonState, signIn: EndedSignIn): Promise<void> {
    const { organizations, audit, log } = this.#dependencies;
    const { id: reference, organization, flow, failure } = signIn;
    const refused = failure.reason === 'someone-else' || failure.reason === 'other-tenant';
    log.info(
      { event: 'sign-in-ended', reference, ...failure, account: undefined },
      'a sign-in ended without a session',
    );
    audit.record({
      event: refused ? 'sign-in-refused' : 'sign-in-ended',
      key,
      organization,
      flow,
      reference,
      outcome: failure.reason,
    });
    await this.#show(key, state, signIn.cardId, failureView(organizations, signIn, failure));
  }

  async #announceSuccess(
    key: PersonKey,
    loaded: Loaded<PersonState>,
    state: PersonState,
    session: Session,
    signal: AbortSignal,
  ): Promise<void> {
    const { organizations, store, audit, schedule, retryWhileStorageUnavailable, log } = this.#dependencies;
    const { signInId: reference, organization, flow } = session;
    await retryWhileStorageUnavailable('the notices of a session', reference, () => schedule(key, session));
    log.info({ event: 'signed-in', reference, flow, organization }, 'signed in');
    audit.record({ event: 'signed-in', key, organization, flow, reference, outcome: 'success' });
    const view: View = { kind: 'signed-in', session: sessionFacts(organizations, session) };
    const cardId = await this.#show(key, state, session.cardId, view);
    if (cardId === undefined) return;
    if (cardId !== session.cardId) await changeState(store, key, withCardId(reference, cardId), loaded);
    await afterSignIn(this.#dependencies, key, reference, signal);
  }

  /** Edits the card, or posts it if there is none. @returns its id; undefined when the conversation is unreachable */
  async #show(
    key: PersonKey,
    { address }: PersonState,
    cardId: string | undefined,
    view: View,
  ): Promise<string | undefined> {
    const { announcer, store, log } = this.#dependencies;
    const delivery =
      cardId === undefined
        ? await announcer.post(address, key, view)
        : await announcer.edit(address, key, cardId, view);
    if (delivery.kind === 'delivered') return delivery.cardId;
    log.info(
      { event: 'conversation-gone', conversation: key.conversationId },
      'the conversation is unreachable; its state is erased',
    );
    await store.erase(key);
    return undefined;
  }
}
