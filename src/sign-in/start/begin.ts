/** Begins a sign-in: `restore login`, **New code**, **Show my code** and every button that signs in. */
import type { Audit } from '../../core/audit.ts';
import { StorageUnavailableError } from '../../core/errors.ts';
import type { Jobs, OwnedJob } from '../../core/jobs.ts';
import { changeState, readState, type Changed, type Decided, type Loaded } from '../../core/optimistic-update.ts';
import type { FlowKind, Organization } from '../../core/organization.ts';
import type { Asker } from '../../core/person.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { ActiveJobs } from '../follow/active-jobs.ts';
import { pollHoldOff } from '../follow/cancellation-check.ts';
import type { Failure, PersonState, Session, SignIn, WaitingSignIn } from '../model.ts';
import type { Organizations } from '../organizations.ts';
import type { PersonStore } from '../ports.ts';
import { codeView, failureView } from '../presenter.ts';
import type { Reply, View } from '../views.ts';
import type { CodeCards } from './code-card.ts';
import { requestDeviceCode, type DeviceCodeDependencies, type IssuedCode } from './device-code.ts';
import { existingSessionView } from './existing-session.ts';
import { chooseOrganization, isOrganization, type SignInPolicy, type SignInRequest } from './policy.ts';
import { recentStarts, type StartLimits } from './rate-limit.ts';

export interface BeginDependencies extends DeviceCodeDependencies, SignInPolicy {
  readonly organizations: Organizations;
  readonly store: PersonStore;
  readonly jobs: Jobs;
  readonly codeCards: CodeCards;
  readonly audit: Audit;
  readonly activeJobs: ActiveJobs;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
  readonly limits: StartLimits;
}

/** What the state already held: another command's sign-in (`twin`), or the sign-in that was replaced. */
type Replaced = SignIn | 'twin' | undefined;

/** How long a code without a card is assumed to be in the hands of the turn that is posting it. */
const POSTING_MILLISECONDS = 3_000;
const POSTING_CHECK_MILLISECONDS = 300;

export class BeginSignIn {
  readonly #dependencies: BeginDependencies;

  constructor(dependencies: BeginDependencies) {
    this.#dependencies = dependencies;
  }

  /** @throws StorageUnavailableError */
  async begin(asker: Asker, request: SignInRequest): Promise<Reply> {
    const { organizations, store, clock } = this.#dependencies;
    const loaded = await readState(store, asker.key);
    const { state } = loaded;
    const { lastOrganization } = state ?? {};
    const chosen = chooseOrganization(this.#dependencies, { ...asker, ...request, lastOrganization });
    if (!isOrganization(chosen)) return this.#askForOrganization(asker, request, chosen, state?.session);
    if (this.#satisfies(state?.signIn, request, chosen)) return this.#showAgain(asker, loaded, state.signIn, request);
    const { tenantId } = asker.person;
    const view = existingSessionView(organizations, state, request, { chosen, tenantId, now: clock.now() });
    return view === undefined ? this.#start(asker, loaded, request, chosen) : { kind: 'render', view };
  }

  /** **Another organization** does not offer the one that the person is signed in to. */
  async #askForOrganization(asker: Asker, request: SignInRequest, view: View, session?: Session): Promise<Reply> {
    const isElse = request.ask === true && session?.flow === request.flow;
    if (!isElse || view.kind !== 'choose-organization') return { kind: 'render', view };
    const choices = view.choices.filter(({ organization }) => organization !== session.organization);
    const [only, ...others] = choices;
    if (only === undefined || others.length > 0) {
      return { kind: 'render', view: { ...view, choices, last: undefined } };
    }
    return this.begin(asker, { ...request, organization: only.organization, ask: undefined, picked: true });
  }

  /** **New code**: replaces the code of this sign-in on its card. @throws StorageUnavailableError */
  async newCode(asker: Asker, signInId: string, cardId: string | undefined): Promise<Reply> {
    const signIn = (await readState(this.#dependencies.store, asker.key)).state?.signIn;
    if (signIn === undefined || signIn.id !== signInId || signIn.kind === 'redeemed') return OUTDATED_CARD;
    return this.begin(asker, { flow: signIn.flow, organization: signIn.organization, cardId, replaces: signInId });
  }

  /** **Show my code**, and the refresh of a card in a shared place. @throws StorageUnavailableError */
  async showCode(asker: Asker): Promise<Reply> {
    const { organizations, store, clock } = this.#dependencies;
    const signIn = (await readState(store, asker.key)).state?.signIn;
    if (signIn?.kind !== 'waiting' || signIn.expiresAt <= clock.now()) return OUTDATED_CARD;
    return { kind: 'delivered', view: codeView(organizations, signIn, asker.person) };
  }

  /** Whether a pending sign-in satisfies the request, so that its code is shown again. */
  #satisfies(
    signIn: PersonState['signIn'],
    request: SignInRequest,
    organization: Organization,
  ): signIn is WaitingSignIn {
    return (
      signIn?.kind === 'waiting' &&
      signIn.id !== request.replaces &&
      signIn.expiresAt > this.#dependencies.clock.now() &&
      signIn.flow === request.flow &&
      signIn.organization === organization.organization
    );
  }

  async #showAgain(
    asker: Asker,
    loaded: Loaded<PersonState>,
    pending: WaitingSignIn,
    request: SignInRequest,
  ): Promise<Reply> {
    const { organizations, store, codeCards, clock } = this.#dependencies;
    const until = clock.now() + POSTING_MILLISECONDS;
    for (let { cardId } = pending; cardId === undefined && clock.now() < until;) {
      await clock.sleep(POSTING_CHECK_MILLISECONDS);
      const present = (await readState(store, asker.key)).state?.signIn;
      if (present?.id !== pending.id || present.kind !== 'waiting') return this.begin(asker, request);
      ({ cardId } = present);
      if (cardId !== undefined) return { kind: 'delivered', view: codeView(organizations, pending, asker.person) };
    }
    return codeCards.show(asker, loaded, pending, request.cardId);
  }

  async #start(
    asker: Asker,
    loaded: Loaded<PersonState>,
    request: SignInRequest,
    organization: Organization,
  ): Promise<Reply> {
    const { jobs, codeCards, activeJobs, clock, newId } = this.#dependencies;
    const limited = this.#checkLimits(asker, loaded.state);
    if (limited !== undefined) return limited;
    const id = newId();
    const issued = await requestDeviceCode(this.#dependencies, organization, request.flow, id);
    if ('reason' in issued) return this.#refuse(asker, organization, request.flow, id, issued);
    const startedAt = clock.now();
    const job = await jobs.sendOwned({ kind: 'follow', key: asker.key, signInId: id });
    const signIn = waitingSignIn({ id, request, organization, issued, startedAt, jobId: job.id });
    const { result: replaced, loaded: stored } = await this.#store(asker, loaded, request, organization, signIn, job);
    if (replaced === 'twin') {
      await job.discard();
      return this.begin(asker, request);
    }
    if (replaced !== undefined) activeJobs.abandon(replaced.id);
    this.#recordStart(asker, signIn);
    try {
      const reply = await codeCards.show(asker, stored, signIn, request.cardId, (shown) => {
        activeJobs.handOver(id, shown);
        job.start();
      });
      if (replaced?.kind === 'waiting' && replaced.cardId !== request.cardId) {
        await codeCards.moveBelow(asker, replaced.organization, replaced.cardId);
      }
      return reply;
    } finally {
      job.start();
    }
  }

  #checkLimits({ key, person }: Asker, state: PersonState | undefined): Reply | undefined {
    const { limits, log } = this.#dependencies;
    const verdict = limits.take(key.personId, person.tenantId, state?.recentStarts ?? []);
    if (verdict.kind === 'allowed') return undefined;
    const { whose, againAt } = verdict;
    log.warn({ event: 'sign-ins-limited', whose, tenant: person.tenantId }, 'too many sign-ins were started');
    return { kind: 'render', view: { kind: 'notice', notice: { code: 'too-many-sign-ins', whose, againAt } } };
  }

  async #store(
    { key, person, address }: Asker,
    loaded: Loaded<PersonState>,
    request: SignInRequest,
    organization: Organization,
    signIn: WaitingSignIn,
    job: OwnedJob,
  ): Promise<Changed<Replaced, PersonState>> {
    const { store, activeJobs } = this.#dependencies;
    const { id, startedAt } = signIn;
    const decide = (state: PersonState | undefined): Decided<Replaced, PersonState> => {
      const present = state?.signIn;
      // The write had succeeded and only its response was lost.
      if (present?.id === id) return { kind: 'keep', result: undefined };
      // Of two concurrent commands, the first one's code stays valid and this one is dropped before anybody sees it.
      if (this.#satisfies(present, request, organization)) return { kind: 'keep', result: 'twin' };
      const holdOff = pollHoldOff(activeJobs, present, startedAt) ?? state?.quietUntil ?? 0;
      const isHeldOff = holdOff > startedAt;
      const next: PersonState = {
        ...state,
        person,
        address,
        signIn: isHeldOff ? { ...signIn, pollFrom: holdOff } : signIn,
        quietUntil: isHeldOff ? holdOff : undefined,
        lastOrganization: organization.organization,
        recentStarts: recentStarts(state?.recentStarts, startedAt),
        usedAt: startedAt,
      };
      return { kind: 'write', state: next, result: present };
    };
    try {
      return await changeState(store, key, decide, loaded);
    } catch (error) {
      // During an outage the write may have succeeded all the same; the job will find out.
      if (error instanceof StorageUnavailableError) job.start();
      else await job.discard();
      throw error;
    }
  }

  #recordStart({ key }: Asker, { id: reference, flow, organization }: WaitingSignIn): void {
    const { audit, log } = this.#dependencies;
    log.info({ event: 'sign-in-started', reference, flow, organization }, 'sign-in started');
    audit.record({ event: 'sign-in-started', key, organization, flow, reference });
  }

  /** The card that says why there is no code. Nothing was stored. */
  #refuse({ key }: Asker, chosen: Organization, flow: FlowKind, reference: string, failure: Failure): Reply {
    const { organizations, audit, log } = this.#dependencies;
    const { organization } = chosen;
    const { reason, detail } = failure;
    log.warn({ event: 'sign-in-not-started', reference, reason, detail }, 'a sign-in could not be started');
    audit.record({ event: 'sign-in-refused', key, organization, flow, reference, outcome: reason });
    return { kind: 'render', view: failureView(organizations, { id: reference, flow, organization }, failure) };
  }
}

const OUTDATED_CARD: Reply = { kind: 'render', view: { kind: 'notice', notice: { code: 'card-outdated' } } };

function waitingSignIn({
  id,
  request,
  organization,
  issued,
  startedAt,
  jobId,
}: {
  readonly id: string;
  readonly request: SignInRequest;
  readonly organization: Organization;
  readonly issued: IssuedCode;
  readonly startedAt: number;
  readonly jobId: string | undefined;
}): WaitingSignIn {
  const { code } = issued;
  return {
    kind: 'waiting',
    id,
    flow: request.flow,
    organization: organization.organization,
    ...issued.request,
    startedAt,
    cardId: request.cardId,
    jobId,
    verificationUri: code.verificationUri,
    expiresAt: startedAt + code.expiresInSeconds * 1000,
    intervalSeconds: code.intervalSeconds,
    userCode: code.userCode,
    deviceCode: code.deviceCode,
  };
}
