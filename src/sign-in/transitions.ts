/**
 * How the state of one person changes while a sign-in is followed. Pure; each is asked again after a conflict, also
 * when the write had succeeded and only its answer was lost: then what is there is what was wanted.
 */
import { endedSignIn, redeemedSignIn, type Failure, type PersonState, type Session } from './sign-in.ts';
import type { Decided } from './state-change.ts';
import type { Grant } from './ports.ts';

type State = PersonState | undefined;

const KEEP = { kind: 'keep', result: undefined } as const;

/** The card of a sign-in, or of the session it became. */
export const withCardId =
  (signInId: string, cardId: string) =>
  (state: State): Decided<undefined> => {
    if (state?.signIn?.id === signInId && state.signIn.cardId !== cardId) {
      return { kind: 'write', state: { ...state, signIn: { ...state.signIn, cardId } }, result: undefined };
    }
    if (state?.session?.signInId === signInId && state.session.cardId !== cardId) {
      return { kind: 'write', state: { ...state, session: { ...state.session, cardId } }, result: undefined };
    }
    return KEEP;
  };

/** Over without a session, unless somebody else ended or replaced it. */
export const withEnd =
  (signInId: string, failure: Failure, now: number) =>
  (state: State): Decided<undefined> => {
    const signIn = state?.signIn;
    if (state === undefined || signIn?.id !== signInId || signIn.kind === 'ended') return KEEP;
    return { kind: 'write', state: { ...state, signIn: endedSignIn(signIn, failure, now) }, result: undefined };
  };

/**
 * The token response, stored before anything else is done with it. One for a sign-in that was given up is thrown away;
 * it beats a failure that another worker saw because this one had redeemed the code already.
 */
export const withAnswer =
  (signInId: string, grant: Grant, now: number) =>
  (state: State): Decided<undefined> => {
    const signIn = state?.signIn;
    const givenUp = signIn?.kind === 'ended' && signIn.failure.reason === 'cancelled';
    if (state === undefined || signIn?.id !== signInId || signIn.kind === 'redeemed' || givenUp) return KEEP;
    return { kind: 'write', state: { ...state, signIn: redeemedSignIn(signIn, grant, now) }, result: undefined };
  };

/** Signed in. @returns false when the sign-in was given up meanwhile */
export const withSession =
  (session: Session) =>
  (state: State): Decided<boolean> => {
    if (state?.session?.id === session.id) return { kind: 'keep', result: true };
    const signIn = state?.signIn;
    if (state === undefined || signIn?.id !== session.signInId || signIn.kind !== 'redeemed') {
      return { kind: 'keep', result: false };
    }
    const next: PersonState = { ...state, signIn: undefined, session: { ...session, cardId: signIn.cardId } };
    return { kind: 'write', state: next, result: true };
  };
