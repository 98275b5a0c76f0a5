/** What a person does about a sign-in: begin, show the code again, replace it, cancel. Following it is follow.ts. */
import { StorageAwayError } from '../../core/errors.ts';
import { alreadyThere } from './existing-session.ts';
import type { Asker } from '../../core/person.ts';
import type { Reply } from '../views.ts';
import { createCodeCards } from './code-card.ts';
import { requestDeviceCode } from './device-code.ts';
import type { ActiveJobs } from '../follow/active-jobs.ts';
import type { IdentityBinding } from '../follow/identity.ts';
import { chooseOrganization, isOrganization } from './policy.ts';
import type { Organizations } from '../organizations/organizations.ts';
import type { Audit } from '../../core/audit.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { IdentityProvider, PersonStore, SignInAnnouncer } from '../ports.ts';
import type { Jobs } from '../../core/jobs.ts';
import type { Organization } from '../../core/organization.ts';
import { pollHoldOff } from '../follow/cancellation-check.ts';
import { codeView, failureView, pendingFacts } from '../presenter.ts';
import {
  endedSignIn,
  type EndedSignIn,
  type Failure,
  type PersonState,
  type SignIn,
  type WaitingSignIn,
} from '../model.ts';
import { type FlowKind } from '../../core/organization.ts';
import { type PersonKey } from '../../core/person.ts';
import { createStartLimits, recentStarts, type StartLimits } from './rate-limit.ts';
import { changeState, readState, type Decided, type Loaded } from '../../core/optimistic-update.ts';
import { withTold } from '../follow/transitions.ts';

export type { Asker } from '../../core/person.ts';
export type { Reply } from '../views.ts';

export interface Wanted {
  readonly flow: FlowKind;
  /** As typed or as the card's key; absent: whichever fits. */
  readonly organization?: string | undefined;
  /** The card whose button was pressed: it is edited instead of a new one posted. */
  readonly cardId?: string | undefined;
  /** Ask where several organizations fit, although one was chosen before. */
  readonly ask?: boolean | undefined;
  /** The organization was picked from a choice: nothing has to be asked once more, though signed in elsewhere. */
  readonly picked?: boolean | undefined;
  /** Sign in although signed in. */
  readonly again?: boolean | undefined;
  /** Replace the pending code of this sign-in by a new one. */
  readonly replaces?: string | undefined;
}

export interface SignIns {
  /** `restore login` and the buttons that sign in. @throws StorageAwayError */
  begin(asker: Asker, wanted: Wanted): Promise<Reply>;
  /** **New code**: replaces the code of that sign-in on its card. @throws StorageAwayError */
  newCode(asker: Asker, signInId: string, cardId: string | undefined): Promise<Reply>;
  /** **Show my code**, and the refresh of a card in a shared place. @throws StorageAwayError */
  showCode(asker: Asker): Promise<Reply>;
  /** `restore cancel` and **Cancel**; with `signInId` only that one. @throws StorageAwayError */
  cancel(asker: Asker, signInId?: string): Promise<Reply>;
}

export interface SignInsDependencies {
  readonly identityProvider: Pick<IdentityProvider, 'requestDeviceCode'>;
  readonly organizations: Organizations;
  readonly store: PersonStore;
  readonly jobs: Jobs;
  readonly announcer: SignInAnnouncer;
  readonly audit: Audit;
  readonly activeJobs: ActiveJobs;
  readonly clock: Clock;
  readonly log: Log;
  /** A new random name; never the same twice. */
  readonly newId: () => string;
  /** Its own where none are given. */
  readonly limits?: StartLimits | undefined;
  readonly identityBinding: IdentityBinding;
  readonly adminUserIds: readonly string[];
  readonly allowedVerificationHosts: readonly string[];
}

type Decision = Decided<SignIn | 'twin' | undefined, PersonState>;

/** A code without a card may be being posted right now, by the turn that asked for it: so long it is waited for. */
const POSTING_MILLISECONDS = 3_000;
const POSTING_LOOK_MILLISECONDS = 300;

const notice = (code: 'state-unreadable' | 'nothing-to-cancel' | 'card-outdated' | 'cancelled'): Reply => ({
  view: { kind: 'notice', notice: { code } },
  posted: false,
});

export function createSignIns(dependencies: SignInsDependencies): SignIns {
  const { organizations, store, jobs, audit, activeJobs, clock, log, newId } = dependencies;
  const cards = createCodeCards(dependencies);
  const { limits = createStartLimits(clock) } = dependencies;

  async function showAgain(
    asker: Asker,
    known: Loaded<PersonState>,
    pending: WaitingSignIn,
    wanted: Wanted,
  ): Promise<Reply> {
    const until = clock.now() + POSTING_MILLISECONDS;
    for (let { cardId } = pending; cardId === undefined && clock.now() < until;) {
      await clock.sleep(POSTING_LOOK_MILLISECONDS);
      const now = (await readState(store, asker.key)).state?.signIn;
      if (now?.id !== pending.id || now.kind !== 'waiting') return begin(asker, wanted);
      ({ cardId } = now);
      if (cardId !== undefined) return { view: codeView(organizations, pending, asker.person), posted: true };
    }
    return cards.show(asker, known, pending, wanted.cardId);
  }

  /** A card that says why no code could be had; nothing was stored. */
  function refuse(asker: Asker, organization: Organization, flow: FlowKind, id: string, failure: Failure): Reply {
    log.warn({ reference: id, reason: failure.reason, detail: failure.detail }, 'no sign-in could be started');
    audit.record({
      event: 'sign-in-refused',
      key: asker.key,
      organization: organization.organization,
      flow,
      reference: id,
      outcome: failure.reason,
    });
    const facts = { id, flow, organization: organization.organization };
    return { view: failureView(organizations, facts, failure), posted: false };
  }

  /** Whether a pending sign-in is what is wanted, so that its code is shown again instead of a new one. */
  function serves(signIn: PersonState['signIn'], wanted: Wanted, organization: Organization): signIn is WaitingSignIn {
    return (
      signIn?.kind === 'waiting' &&
      signIn.id !== wanted.replaces &&
      signIn.expiresAt > clock.now() &&
      signIn.flow === wanted.flow &&
      signIn.organization === organization.organization
    );
  }

  async function start(
    asker: Asker,
    known: Loaded<PersonState>,
    wanted: Wanted,
    organization: Organization,
  ): Promise<Reply> {
    const { key, person, address } = asker;
    const verdict = limits.take(key.personId, person.tenantId, known.state?.recentStarts ?? []);
    if (verdict.kind === 'limited') {
      const { whose, againAt } = verdict;
      log.warn({ whose, tenant: person.tenantId }, 'too many sign-ins were started');
      return { view: { kind: 'notice', notice: { code: 'too-many-sign-ins', whose, againAt } }, posted: false };
    }
    const id = newId();
    const asked = await requestDeviceCode(dependencies, organization, wanted.flow, id);
    if ('reason' in asked) return refuse(asker, organization, wanted.flow, id, asked);
    const { request, code } = asked;
    const startedAt = clock.now();
    const job = await jobs.sendOwned({ kind: 'follow', key, signInId: id });
    const signIn: WaitingSignIn = {
      kind: 'waiting',
      id,
      flow: wanted.flow,
      organization: organization.organization,
      ...request,
      startedAt,
      cardId: wanted.cardId,
      jobId: job.id,
      verificationUri: code.verificationUri,
      expiresAt: startedAt + code.expiresInSeconds * 1000,
      intervalSeconds: code.intervalSeconds,
      userCode: code.userCode,
      deviceCode: code.deviceCode,
    };
    const decide = (state: PersonState | undefined): Decision => {
      const present = state?.signIn;
      // The write had succeeded and only its answer was lost.
      if (present?.id === id) return { kind: 'keep', result: undefined };
      // Two commands at once: the first one's code stands, this one is dropped unseen.
      if (serves(present, wanted, organization)) return { kind: 'keep', result: 'twin' };
      const quietUntil = pollHoldOff(activeJobs, present, startedAt) ?? state?.quietUntil ?? 0;
      const next = {
        ...state,
        person,
        address,
        signIn: quietUntil > startedAt ? { ...signIn, pollFrom: quietUntil } : signIn,
        quietUntil: quietUntil > startedAt ? quietUntil : undefined,
        lastOrganization: organization.organization,
        recentStarts: recentStarts(state?.recentStarts, startedAt),
        usedAt: startedAt,
      };
      return { kind: 'write', state: next, result: present };
    };
    const changed = await changeState(store, key, decide, known).catch(async (error: unknown) => {
      // It may have been written all the same: the job finds out.
      if (error instanceof StorageAwayError) job.start();
      else await job.discard();
      throw error;
    });
    const replaced = changed.result;
    if (replaced === 'twin') {
      await job.discard();
      return begin(asker, wanted);
    }
    if (replaced !== undefined) activeJobs.abandon(replaced.id);
    log.info({ reference: id, flow: wanted.flow, organization: organization.organization }, 'sign-in started');
    audit.record({
      event: 'sign-in-started',
      key,
      organization: organization.organization,
      flow: wanted.flow,
      reference: id,
    });
    const follow = (seen: Loaded<PersonState>): void => {
      activeJobs.handOver(id, seen);
      job.start();
    };
    try {
      const reply = await cards.show(asker, changed.known, signIn, wanted.cardId, follow);
      if (replaced?.kind === 'waiting' && replaced.cardId !== wanted.cardId) {
        await cards.moveBelow(asker, replaced.organization, replaced.cardId);
      }
      return reply;
    } finally {
      job.start();
    }
  }

  async function begin(asker: Asker, wanted: Wanted): Promise<Reply> {
    const known = await readState(store, asker.key);
    const { state } = known;
    const chosen = chooseOrganization(dependencies, { ...asker, ...wanted, lastOrganization: state?.lastOrganization });
    if (!isOrganization(chosen)) return { view: chosen, posted: false };
    if (serves(state?.signIn, wanted, chosen)) return showAgain(asker, known, state.signIn, wanted);
    const { tenantId } = asker.person;
    const view = alreadyThere(organizations, state, wanted, { chosen, tenantId, now: clock.now() });
    return view === undefined ? start(asker, known, wanted, chosen) : { view, posted: false };
  }

  /** For the follower of another instance, which would tell of the end once more. */
  async function markTold(key: PersonKey, signInId: string, known: Loaded<PersonState>): Promise<void> {
    try {
      await changeState(store, key, withTold(signInId), known);
    } catch (error) {
      if (!(error instanceof StorageAwayError)) throw error;
    }
  }

  return {
    begin,

    async newCode(asker, signInId, cardId) {
      const { state } = await readState(store, asker.key);
      const signIn = state?.signIn;
      if (signIn === undefined || signIn.id !== signInId || signIn.kind === 'redeemed') return notice('card-outdated');
      return begin(asker, { flow: signIn.flow, organization: signIn.organization, cardId, replaces: signInId });
    },

    async showCode(asker) {
      const { state } = await readState(store, asker.key);
      const now = clock.now();
      const signIn = state?.signIn;
      if (signIn?.kind === 'waiting' && signIn.expiresAt > now) {
        return { view: codeView(organizations, signIn, asker.person), posted: true };
      }
      return notice('card-outdated');
    },

    async cancel(asker, signInId) {
      const { key } = asker;
      const now = clock.now();
      const decide = (state: PersonState | undefined): Decided<EndedSignIn | undefined, PersonState> => {
        const signIn = state?.signIn;
        const mine = signIn?.kind === 'ended' && signIn.endedAt === now && signIn.failure.reason === 'cancelled';
        if (mine) return { kind: 'keep', result: signIn };
        const live = pendingFacts(organizations, signIn, now) !== undefined;
        if (
          state === undefined ||
          signIn === undefined ||
          !live ||
          (signInId !== undefined && signIn.id !== signInId)
        ) {
          return { kind: 'keep', result: undefined };
        }
        const ended = endedSignIn(signIn, { reason: 'cancelled' }, now);
        const quietUntil = pollHoldOff(activeJobs, signIn, now) ?? state.quietUntil;
        return { kind: 'write', state: { ...state, signIn: ended, quietUntil, usedAt: now }, result: ended };
      };
      const { result: cancelled, known } = await changeState(store, key, decide);
      if (known.unreadable) return notice('state-unreadable');
      if (cancelled === undefined) return notice(signInId === undefined ? 'nothing-to-cancel' : 'card-outdated');
      const { id: reference, organization, flow } = cancelled;
      log.info({ reference }, 'sign-in cancelled');
      audit.record({ event: 'sign-in-ended', key, organization, flow, reference, outcome: 'cancelled' });
      const view = failureView(organizations, cancelled, { reason: 'cancelled' });
      // Edited before the follower is ended: should the process die in between, the follower's job does it.
      await cards.edit(asker, cancelled.cardId, view);
      if (activeJobs.has(reference)) activeJobs.abandon(reference);
      else await markTold(key, reference, known);
      return signInId === undefined ? notice('cancelled') : { view, posted: cancelled.cardId !== undefined };
    },
  };
}
