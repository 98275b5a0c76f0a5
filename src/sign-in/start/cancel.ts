/** `restore cancel` and **Cancel**: ends a sign-in that waits for its person. */
import { onStorageUnavailable } from '../../core/errors.ts';
import { changeState, keep, write, type Decided } from '../../durable/record.ts';
import type { Asker } from '../../core/person.ts';
import type { EditCards } from '../state/edit-cards.ts';
import type { SignInInputs } from '../state/inputs.ts';
import type { EndedSignIn, PersonState } from '../state/model.ts';
import { failureView, noticeReply, outcomeReply, pendingUntil, replyOn } from '../state/presenter.ts';
import { endedSignIn, withNotified } from '../state/transitions.ts';
import type { Reply } from '../state/views.ts';

export interface PressedCancel {
  readonly signInId: string;
  readonly cardId: string | undefined;
}

/** @param by the sign-in and the card of the pressed button: cancels only this sign-in @throws StorageUnavailableError */
export async function cancelSignIn(
  ports: SignInInputs,
  editCards: EditCards,
  asker: Asker,
  by?: PressedCancel,
): Promise<Reply> {
  const { organizations, store, audit, activeJobs, clock, log } = ports;
  const { key } = asker;
  const signInId = by?.signInId;
  const now = clock.now();
  const decide = async (state: PersonState | undefined): Promise<Decided<EndedSignIn | undefined, PersonState>> => {
    const signIn = state?.signIn;
    // The write had succeeded and only its response was lost.
    if (signIn?.kind === 'ended' && signIn.endedAt === now && signIn.failure.reason === 'cancelled')
      return keep(signIn);
    if (state === undefined || signIn === undefined || pendingUntil(signIn) <= now) return keep(undefined);
    if (signInId !== undefined && signIn.id !== signInId) return keep(undefined);
    const ended = endedSignIn(signIn, { reason: 'cancelled' }, now);
    await activeJobs.announceEnd(key, signIn);
    return write({ ...state, signIn: ended, usedAt: now }, ended);
  };
  const { result: cancelled, loaded } = await changeState(store, key, decide);
  if (loaded.unreadable) return noticeReply('state-unreadable');
  if (cancelled === undefined)
    return signInId === undefined
      ? noticeReply('nothing-to-cancel')
      : outcomeReply(organizations, loaded.state, signInId);
  const { id: reference, organization, flow } = cancelled;
  activeJobs.silence(reference);
  log.info({ event: 'sign-in-cancelled', reference }, 'sign-in cancelled');
  audit.record({ event: 'sign-in-ended', key, organization, flow, reference, outcome: 'cancelled' });
  const view = failureView(organizations, cancelled, cancelled.failure);
  // Edited before the job is ended: if the process dies in between, the job updates the card.
  await editCards(asker, [cancelled.cardId], view);
  if (activeJobs.has(reference)) activeJobs.abandon(reference);
  else {
    // Keeps another instance's job from updating the card again.
    await changeState(store, key, withNotified(reference), loaded).catch(onStorageUnavailable(() => undefined));
  }
  return by === undefined ? noticeReply('cancelled') : replyOn(by.cardId, [cancelled.cardId], view);
}
