/** Cancels a pending sign-in: `restore cancel` and **Cancel**. */
import type { Audit } from '../../core/audit.ts';
import { StorageUnavailableError } from '../../core/errors.ts';
import { changeState, type Decided } from '../../core/optimistic-update.ts';
import type { Asker } from '../../core/person.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { ActiveJobs } from '../follow/active-jobs.ts';
import { pollHoldOff } from '../follow/cancellation-check.ts';
import { withTold } from '../follow/transitions.ts';
import { endedSignIn, type EndedSignIn, type PersonState } from '../model.ts';
import type { Organizations } from '../organizations.ts';
import type { PersonStore } from '../ports.ts';
import { failureView, pendingFacts } from '../presenter.ts';
import type { Reply } from '../views.ts';
import type { CodeCards } from './code-card.ts';

export interface CancelDependencies {
  readonly organizations: Organizations;
  readonly store: PersonStore;
  readonly codeCards: Pick<CodeCards, 'edit'>;
  readonly audit: Audit;
  readonly activeJobs: ActiveJobs;
  readonly clock: Clock;
  readonly log: Log;
}

/** @param signInId cancels only this sign-in @throws StorageUnavailableError */
export async function cancelSignIn(
  { organizations, store, codeCards, audit, activeJobs, clock, log }: CancelDependencies,
  asker: Asker,
  signInId?: string,
): Promise<Reply> {
  const { key } = asker;
  const now = clock.now();
  const decide = (state: PersonState | undefined): Decided<EndedSignIn | undefined, PersonState> => {
    const signIn = state?.signIn;
    // The write had succeeded and only its response was lost.
    const isDone = signIn?.kind === 'ended' && signIn.endedAt === now && signIn.failure.reason === 'cancelled';
    if (isDone) return { kind: 'keep', result: signIn };
    const isPending = pendingFacts(organizations, signIn, now) !== undefined;
    const isRequested = signInId === undefined || signIn?.id === signInId;
    if (state === undefined || signIn === undefined || !isPending || !isRequested) {
      return { kind: 'keep', result: undefined };
    }
    const ended = endedSignIn(signIn, { reason: 'cancelled' }, now);
    const quietUntil = pollHoldOff(activeJobs, signIn, now) ?? state.quietUntil;
    return { kind: 'write', state: { ...state, signIn: ended, quietUntil, usedAt: now }, result: ended };
  };
  const { result: cancelled, loaded } = await changeState(store, key, decide);
  if (loaded.unreadable) return notice('state-unreadable');
  if (cancelled === undefined) return notice(signInId === undefined ? 'nothing-to-cancel' : 'card-outdated');
  const { id: reference, organization, flow } = cancelled;
  log.info({ event: 'sign-in-cancelled', reference }, 'sign-in cancelled');
  audit.record({ event: 'sign-in-ended', key, organization, flow, reference, outcome: 'cancelled' });
  const view = failureView(organizations, cancelled, { reason: 'cancelled' });
  // Edited before the job is ended: if the process dies in between, the job updates the card.
  await codeCards.edit(asker, cancelled.cardId, view);
  if (activeJobs.has(reference)) activeJobs.abandon(reference);
  else {
    // Keeps another instance's job from updating the card again.
    await changeState(store, key, withTold(reference), loaded).catch((error: unknown) => {
      if (!(error instanceof StorageUnavailableError)) throw error;
    });
  }
  if (signInId === undefined) return notice('cancelled');
  return { kind: cancelled.cardId === undefined ? 'render' : 'delivered', view };
}

const notice = (code: 'state-unreadable' | 'nothing-to-cancel' | 'card-outdated' | 'cancelled'): Reply => ({
  kind: 'render',
  view: { kind: 'notice', notice: { code } },
});
