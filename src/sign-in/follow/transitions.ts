/** How a person's state changes while a sign-in is followed. Each is called again after a conflict or a lost response. */
import { keep, write, type Decided } from '../../core/optimistic-update.ts';
import { endedSignIn, redeemedSignIn, type EndedSession, type Failure, type PersonState } from '../model.ts';
import type { Session, SignIn } from '../model.ts';
import type { Grant } from '../ports.ts';

/** A change of a person's state, for `changeState`. Pure. */
export type Transition<Result = undefined> = (state: PersonState | undefined) => Decided<Result, PersonState>;

const KEEP = keep(undefined);

/** Sets the card of a sign-in, or of the session it became. @returns the card until now, if that was another one */
export const withCardId =
  (signInId: string, cardId: string): Transition<string | undefined> =>
  (state) => {
    const { signIn, session } = state ?? {};
    if (state !== undefined && signIn?.id === signInId && signIn.cardId !== cardId) {
      return write({ ...state, signIn: { ...signIn, cardId } }, signIn.cardId);
    }
    if (state !== undefined && session?.signInId === signInId && session.cardId !== cardId) {
      return write({ ...state, session: { ...session, cardId } }, session.cardId);
    }
    return KEEP;
  };

/** Ends a sign-in that has not progressed: a code is also spent because another worker has just redeemed it. */
export const withEnd =
  ({ id, kind }: Pick<SignIn, 'id' | 'kind'>, failure: Failure, now: number): Transition =>
  (state) => {
    const signIn = state?.signIn;
    if (state === undefined || signIn?.id !== id || signIn.kind !== kind) return KEEP;
    return write({ ...state, signIn: endedSignIn(signIn, failure, now) }, undefined);
  };

export const withNotified =
  (signInId: string): Transition =>
  (state) => {
    const signIn = state?.signIn;
    if (state === undefined || signIn?.id !== signInId || signIn.kind !== 'ended' || signIn.told === true) return KEEP;
    return write({ ...state, signIn: { ...signIn, told: true } }, undefined);
  };

/** Stores the token response of a sign-in that is not cancelled; replaces the failure of a worker that came too late. */
export const withAnswer =
  (signInId: string, grant: Grant, now: number): Transition =>
  (state) => {
    const signIn = state?.signIn;
    const isCancelled = signIn?.kind === 'ended' && signIn.failure.reason === 'cancelled';
    if (state === undefined || signIn?.id !== signInId || signIn.kind === 'redeemed' || isCancelled) return KEEP;
    return write({ ...state, signIn: redeemedSignIn(signIn, grant, now) }, undefined);
  };

/** Turns the sign-in into a session. @returns false when the sign-in was cancelled or replaced meanwhile */
export const withSession =
  (session: Session): Transition<boolean> =>
  (state) => {
    if (state?.session?.id === session.id) return keep(true);
    const signIn = state?.signIn;
    if (state === undefined || signIn?.id !== session.signInId || signIn.kind !== 'redeemed') return keep(false);
    return write({ ...state, signIn: undefined, session: { ...session, cardId: signIn.cardId } }, true);
  };

export interface SessionEnd {
  /** What is left of the session, also if it had ended before. */
  readonly ended?: EndedSession | undefined;
  /** This change ended it. */
  readonly now?: boolean | undefined;
}

/** Ends the session. @param refusedAt when the service refused it: then a renewal that is under way decides instead */
export const withSessionEnded =
  (sessionId: string, { refusedAt }: { readonly refusedAt?: number } = {}): Transition<SessionEnd> =>
  (state) => {
    if (state?.ended?.id === sessionId) return keep({ ended: state.ended });
    const session = state?.session;
    if (state === undefined || session?.id !== sessionId) return keep({});
    const refused = refusedAt !== undefined;
    if (refused && (session.renewing?.until ?? 0) > refusedAt) return keep({});
    const { id, signInId, flow, organization, cardId, noticeCardId } = session;
    const cardIds = [cardId, noticeCardId].filter((card) => card !== undefined);
    const ended: EndedSession = { id, signInId, flow, organization, cardIds, ...(refused && { refused }) };
    return write({ ...state, session: undefined, ended }, { ended, now: true });
  };
