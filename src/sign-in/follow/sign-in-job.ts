/** The job that follows a sign-in to its end. Each step starts from the stored state, so another process can continue. */
import type { Attempt } from '../../durable/announcer.ts';
import { onStorageUnavailable, StorageUnavailableError, UpstreamError } from '../../core/errors.ts';
import type { JobOf, JobOwnership, OwnedJob } from '../../core/jobs.ts';
import { showOnCard } from '../../durable/live-card.ts';
import { changeState, readForJob, readState, type Loaded } from '../../durable/record.ts';
import type { Organization } from '../../core/organization.ts';
import type { Person } from '../../core/person.ts';
import type { Once } from '../../durable/once.ts';
import { isCopy } from '../../durable/start-job.ts';
import { mayBeShown } from '../access/device-page.ts';
import { notifyAdministrators } from '../access/administrators.ts';
import type { SignInInputs } from '../state/inputs.ts';
import {
  hasDeviceCode,
  isInBrowser,
  type CodeSignIn,
  type EndedSignIn,
  type Failure,
  type PersonState,
  type RedeemedSignIn,
  type Session,
  type SignIn,
  type WaitingSignIn,
} from '../state/model.ts';
import type { Grant } from '../state/ports.ts';
import { codeView, displayName, failureView, signedInView } from '../state/presenter.ts';
import { scheduleExpiry } from '../state/schedule.ts';
import type { View } from '../state/views.ts';
import { AbandonedError, ActiveJob, CancellationCheck } from '../state/cancellation.ts';
import {
  auditForeignApproval,
  foreignApprovalIn,
  reportForeignApproval,
  withForeignApproval,
} from './foreign-approval.ts';
import { orderEnds } from '../access/end-order.ts';
import { isSuspended } from '../access/suspensions.ts';
import { foreignApproval, mayKeepSession, type ForeignApproval } from '../access/policy.ts';
import { identityInClaims } from './identity.ts';
import { continueWaitingWork, createSession, endSessions, revokeUnused } from './new-session.ts';
import { redeemAuthorizationCode, untilLinkExpired } from './authorization-code.ts';
import { pollOwned, type SignInOutcome } from './polling.ts';
import {
  sessionsIn,
  withAnswer,
  withCardId,
  withEnd,
  withInterval,
  withSession,
  type Transition,
} from '../state/transitions.ts';

export type FollowJob = JobOf<'follow'>;

/** `recorded`: outcomes that this process has put into log and audit log, while their card cannot be shown. */
type Inputs = SignInInputs & { readonly recorded: Once };

/** Resolves when nothing is left to do. @param messageId of the delivery; another one's message does nothing */
export async function followSignIn(
  inputs: Inputs,
  job: FollowJob,
  controller: AbortController,
  messageId?: string,
  ownership?: JobOwnership,
): Promise<void> {
  const active = new ActiveJob(controller);
  const signInJob = new SignInJob(inputs, job, active, messageId, ownership);
  try {
    await signInJob.run();
  } catch (error) {
    if (!(error instanceof AbandonedError)) throw error;
    // A turn of this process that ended the sign-in updates its card. Another instance may have died before doing so.
    if (!active.isAbandoned) await signInJob.run();
  } finally {
    inputs.activeJobs.remove(job.signInId, active);
  }
}

class SignInJob {
  readonly #inputs: Inputs;
  readonly #job: FollowJob;
  readonly #active: ActiveJob;
  readonly #messageId: string | undefined;
  readonly #ownership: JobOwnership | undefined;
  #isHandedOver = false;
  #loaded: Loaded<PersonState> = { state: undefined, unreadable: false, version: undefined };

  constructor(
    inputs: Inputs,
    job: FollowJob,
    active: ActiveJob,
    messageId: string | undefined,
    ownership: JobOwnership | undefined,
  ) {
    this.#inputs = inputs;
    this.#job = job;
    this.#active = active;
    this.#messageId = messageId;
    this.#ownership = ownership;
  }

  async run(): Promise<void> {
    const { key, signInId } = this.#job;
    this.#loaded = this.#inputs.activeJobs.takeOver(signInId) ?? (await readForJob(this.#inputs.store, key));
    for (;;) {
      const { state } = this.#loaded;
      if (await this.#handOverReport(state)) continue;
      const session = state?.session?.signInId === signInId ? state.session : undefined;
      if (isCopy(session ?? state?.signIn ?? {}, this.#messageId)) return undefined;
      if (state !== undefined && session !== undefined) return this.#announceSuccess(state, session);
      const signIn = state?.signIn;
      if (state === undefined || signIn?.id !== signInId) return undefined;
      this.#inputs.activeJobs.add(signInId, this.#active, this.#ownership);
      switch (signIn.kind) {
        case 'ended':
          await this.#active.untilShown();
          return signIn.told === true || this.#active.isAbandoned ? undefined : this.#announceEnd(state, signIn);
        case 'redeemed':
          await this.#complete(state, signIn);
          break;
        case 'waiting':
          await this.#await(state, signIn);
      }
    }
  }

  async #await(state: PersonState, signIn: WaitingSignIn): Promise<void> {
    const { organizations, allowedVerificationHosts: allowed } = this.#inputs;
    const organization = organizations.get(signIn.organization);
    if (organization === undefined) return this.#end(signIn, { reason: 'organization-removed' });
    const { authUrl } = organization;
    if (hasDeviceCode(signIn) && !mayBeShown(signIn, { authUrl, allowed })) {
      return this.#end(signIn, { reason: 'verification-host' });
    }
    if (signIn.authorizationCode === undefined) await this.#ensureCard(state, signIn);
    const present = this.#loaded.state?.signIn;
    if (present?.id !== signIn.id || present.kind !== 'waiting' || isCopy(present, this.#messageId)) return undefined;
    const outcome = await this.#outcomeOf(present, organization);
    if (outcome.kind === 'ended') return this.#end(present, outcome.failure);
    return this.#keepAnswer(state, present, outcome.grant);
  }

  /** What the person's decision leads to, whichever way it comes. */
  #outcomeOf(signIn: WaitingSignIn, organization: Organization): Promise<SignInOutcome> {
    if (isInBrowser(signIn) && signIn.authorizationCode !== undefined) {
      const save = <R>(decide: Transition<R>) => this.#save('the use of a code', decide);
      const call = { ...this.#inputs, active: this.#active, save };
      return redeemAuthorizationCode(call, organization, { ...signIn, authorizationCode: signIn.authorizationCode });
    }
    if (hasDeviceCode(signIn)) {
      const owned = { key: this.#job.key, active: this.#active, ownership: this.#ownership };
      return pollOwned(this.#inputs, owned, organization, signIn, (seconds) => this.#slowDown(signIn, seconds));
    }
    const cancellation = new CancellationCheck(this.#inputs, this.#job.key, signIn);
    return untilLinkExpired(this.#inputs, cancellation, signIn, this.#active.signal);
  }

  /** Posts the card with the code if a crash or a fault of the chat service prevented it. */
  async #ensureCard(state: PersonState, signIn: WaitingSignIn): Promise<void> {
    const { organizations, store, clock, log } = this.#inputs;
    const { key, signInId: reference } = this.#job;
    if (signIn.cardId !== undefined || signIn.expiresAt <= clock.now()) return;
    try {
      const view = codeView(organizations, signIn, state.person);
      // Nobody posts it again.
      const outcome = await this.#show(state, undefined, view, 'only');
      if (outcome === 'unreachable') this.#loaded = await readState(store, key);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ event: 'sign-in-card-not-sent', reference, error }, 'the sign-in card could not be sent');
    }
  }

  async #keepAnswer({ person }: PersonState, signIn: WaitingSignIn, grant: Grant): Promise<void> {
    const { identityBinding, clock } = this.#inputs;
    // Where the response itself says who approved, that of somebody else is never stored.
    const approver = identityInClaims(this.#inputs, grant);
    const refused = approver && foreignApproval(identityBinding, person, approver);
    if (refused !== undefined) return this.#refuse(person, signIn, refused);
    if (await this.#isSuspended(approver?.userId)) return this.#end(signIn, { reason: 'suspended' });
    await this.#saveAnswer(signIn, grant, clock.now());
    this.#active.signal.throwIfAborted();
  }

  /** Best effort: polling goes on without storage, and another instance is told to slow down as well. */
  async #slowDown({ id }: CodeSignIn, intervalSeconds: number): Promise<void> {
    await this.#change(withInterval(id, intervalSeconds)).catch(onStorageUnavailable(() => undefined));
  }

  /** Where another worker has ended the sign-in meanwhile, a further job is sent first, which continues from the answer. */
  async #saveAnswer(signIn: WaitingSignIn, grant: Grant, redeemedAt: number): Promise<void> {
    const { store, jobs, retryWhileStorageUnavailable } = this.#inputs;
    const change = (from: Loaded<PersonState>, further?: OwnedJob) =>
      changeState(store, this.#job.key, withAnswer(signIn, grant, redeemedAt, further), from);
    const save = async (): Promise<Loaded<PersonState>> => {
      const { result: isDone, loaded } = await change(this.#loaded);
      if (isDone) return loaded;
      const job = await jobs.sendOwned(this.#job);
      try {
        return (await change(loaded, job)).loaded;
      } finally {
        // Runs after this one. Unless the state names it, it does nothing.
        job.start();
      }
    };
    this.#loaded = await retryWhileStorageUnavailable('a token response', signIn.id, save);
  }

  /** Whoever asked or signs in. Tokens that exist only in memory wait for storage. @param userId of who signs in */
  #isSuspended(userId: string | undefined): Promise<boolean> {
    const { suspensions, retryWhileStorageUnavailable } = this.#inputs;
    const { key, signInId } = this.#job;
    return retryWhileStorageUnavailable('whether a person may sign in', signInId, () =>
      isSuspended(suspensions, key.personId, userId),
    );
  }

  async #complete(state: PersonState, signIn: RedeemedSignIn): Promise<void> {
    const organization = this.#inputs.organizations.get(signIn.organization);
    if (organization === undefined) return this.#end(signIn, { reason: 'organization-removed' });
    const call = { job: this.#job, signal: this.#active.signal, onSlow: () => this.#announceFinishing(state, signIn) };
    const session = await createSession(this.#inputs, call, state, signIn, organization);
    if ('approver' in session) return this.#refuse(state.person, signIn, session);
    if ('reason' in session) return this.#end(signIn, session);
    if (await this.#save('a session', withSession(session))) return;
    // The sign-in was cancelled during the exchange, so nobody may use the tokens.
    await revokeUnused(this.#inputs, signIn.id, organization, session.accessToken);
  }

  async #end(signIn: SignIn, failure: Failure): Promise<void> {
    await this.#save('the end of a sign-in', withEnd(signIn, failure, this.#inputs.clock.now()));
  }

  /** Also erases the tokens if they had to be stored to find out whose they are. */
  async #refuse(asker: Person, signIn: SignIn, approval: ForeignApproval): Promise<void> {
    const { key } = this.#job;
    const report = reportForeignApproval(this.#inputs, key, asker, signIn, approval);
    const isStored = await this.#save('a refused sign-in', withForeignApproval(report, signIn.jobId));
    if (!isStored) auditForeignApproval(this.#inputs, key, asker, report);
  }

  /**
   * Hands the report of a foreign approval to its job. A crash repeats that, but notifies nobody twice. It is delivered before
   * the card is shown: where the conversation is gone by now, its state is erased, and the report with it.
   *
   * @returns whether there was one
   */
  async #handOverReport(state: PersonState | undefined): Promise<boolean> {
    const { jobs, retryWhileStorageUnavailable } = this.#inputs;
    const { key, signInId } = this.#job;
    const report = foreignApprovalIn(state, signInId);
    if (state === undefined || report === undefined || this.#isHandedOver) return false;
    if (this.#inputs.recorded.isFirst('sign-in-refused', signInId))
      auditForeignApproval(this.#inputs, key, state.person, report);
    const job = { kind: 'report', key, reportId: report.id } as const;
    await retryWhileStorageUnavailable('a report to the administrators', signInId, () => jobs.send(job, 0));
    this.#isHandedOver = true;
    await notifyAdministrators(this.#inputs, job, this.#active.signal).catch((error: unknown) => {
      // The job tries again.
      if (!(error instanceof UpstreamError || error instanceof StorageUnavailableError)) throw error;
    });
    this.#loaded = await readState(this.#inputs.store, key);
    return true;
  }

  async #announceFinishing(state: PersonState, signIn: RedeemedSignIn): Promise<void> {
    const { organizations, log } = this.#inputs;
    const { id: signInId, flow } = signIn;
    const organization = displayName(organizations, signIn.organization);
    try {
      await this.#show(state, signIn.cardId, { kind: 'finishing', signInId, flow, organization });
    } catch (error) {
      if (!(error instanceof UpstreamError || error instanceof StorageUnavailableError)) throw error;
      log.warn({ event: 'finishing-not-shown', reference: signInId, error }, 'the card is not up to date');
    }
  }

  async #announceEnd(state: PersonState, signIn: EndedSignIn): Promise<void> {
    const { organizations, audit, recorded, log } = this.#inputs;
    const { id: reference, organization, flow, failure, endedAt } = signIn;
    const { reason: outcome } = failure;
    if (recorded.isFirst('sign-in-ended', reference, endedAt)) {
      log.info({ event: 'sign-in-ended', reference, ...failure }, 'a sign-in ended without a session');
      // A foreign approval is recorded with its report.
      if (outcome !== 'someone-else' && outcome !== 'other-tenant') {
        audit.record({ event: 'sign-in-ended', key: this.#job.key, organization, flow, reference, outcome });
      }
    }
    await this.#show(state, signIn.cardId, failureView(organizations, signIn, failure));
  }

  async #announceSuccess(state: PersonState, session: Session): Promise<void> {
    const { organizations, audit, recorded, retryWhileStorageUnavailable, log } = this.#inputs;
    const { key } = this.#job;
    const { signInId: reference, organization, flow } = session;
    const schedule = () => scheduleExpiry(this.#inputs, key, session);
    await retryWhileStorageUnavailable('the notices of a session', reference, schedule);
    // An administrator who suspends the person meanwhile may not have seen the session yet.
    if (session.endOrder === undefined && (await this.#isSuspended(session.userId))) {
      const order = () =>
        orderEnds(this.#inputs, key, { why: 'suspended', by: '' }, { personId: session.userId.toLowerCase() });
      await retryWhileStorageUnavailable('the end of a session', reference, order);
      return;
    }
    // The settings may have changed since the sign-in started. What it replaced ends as after any sign-in.
    if (session.endOrder === undefined && !mayKeepSession(this.#inputs, state.person, session)) {
      return endSessions(this.#inputs, this.#job, sessionsIn(state));
    }
    if (recorded.isFirst('signed-in', reference)) {
      log.info({ event: 'signed-in', reference, flow, organization }, 'signed in');
      audit.record({ event: 'signed-in', key, organization, flow, reference, outcome: 'success' });
    }
    const outcome = await this.#show(state, session.cardId, signedInView(organizations, session));
    if (outcome === 'unreachable') return;
    await endSessions(this.#inputs, this.#job, state.replaced);
    await continueWaitingWork(this.#inputs, { job: this.#job, signal: this.#active.signal });
  }

  async #change<R>(decide: Transition<R>): Promise<R> {
    const { result, loaded } = await changeState(this.#inputs.store, this.#job.key, decide, this.#loaded);
    this.#loaded = loaded;
    return result;
  }

  /** The same for data that exists only in memory until then. @param what names the data in the log */
  #save<R>(what: string, decide: Transition<R>): Promise<R> {
    return this.#inputs.retryWhileStorageUnavailable(what, this.#job.signInId, () => this.#change(decide));
  }

  /** The announcer ends what an unreachable conversation has, and erases it. */
  #show(
    { address }: PersonState,
    cardId: string | undefined,
    view: View,
    attempt?: Attempt,
  ): Promise<'shown' | 'unreachable'> {
    const { key, signInId } = this.#job;
    const storeId = (shown: string) => this.#change(withCardId(signInId, shown));
    return showOnCard(this.#inputs.announcer, { address, key, cardId }, view, storeId, attempt);
  }
}
