/**
 * How the state of one person changes while a sign-in is followed. Pure; each is asked again after a conflict, also
 * when the write had succeeded and only its answer was lost: then what is there is what was wanted.
 */
import {
  endedSignIn,
  redeemedSignIn,
  type EndedSession,
  type Failure,
  type PersonState,
  type Session,
  type SignIn,
} from '../model.ts';
import type { Decided } from '../../core/optimistic-update.ts';
import type { Grant } from '../ports.ts';

type State = PersonState | undefined;

const KEEP = { kind: 'keep', result: undefined } as const;

/** The card of a sign-in, or of the session it became. @returns its card until now, where that was another */
export const withCardId =
  (signInId: string, cardId: string) =>
  (state: State): Decided<string | undefined, PersonState> => {
    const { signIn, session } = state ?? {};
    if (state !== undefined && signIn?.id === signInId && signIn.cardId !== cardId) {
      return { kind: 'write', state: { ...state, signIn: { ...signIn, cardId } }, result: signIn.cardId };
    }
    if (state !== undefined && session?.signInId === signInId && session.cardId !== cardId) {
      return { kind: 'write', state: { ...state, session: { ...session, cardId } }, result: session.cardId };
    }
    return KEEP;
  };

/**
 * Over without a session, unless somebody else ended or replaced it, or has got further: that a code is spent is also
 * what a worker sees when another one has just redeemed it.
 */
export const withEnd =
  ({ id, kind }: Pick<SignIn, 'id' | 'kind'>, failure: Failure, now: number) =>
  (state: State): Decided<undefined, PersonState> => {
    const signIn = state?.signIn;
    if (state === undefined || signIn?.id !== id || signIn.kind !== kind) return KEEP;
    return { kind: 'write', state: { ...state, signIn: endedSignIn(signIn, failure, now) }, result: undefined };
  };

/** The cancelled sign-in's card says so. */
export const withTold =
  (signInId: string) =>
  (state: State): Decided<undefined, PersonState> => {
    const signIn = state?.signIn;
    if (state === undefined || signIn?.id !== signInId || signIn.kind !== 'ended' || signIn.told === true) return KEEP;
    return { kind: 'write', state: { ...state, signIn: { ...signIn, told: true } }, result: undefined };
  };

/**
 * The token response, stored before anything else is done with it. One for a sign-in that was given up is thrown away;
 * it beats a failure that another worker saw because this one had redeemed the code already.
 */
export const withAnswer =
  (signInId: string, grant: Grant, now: number) =>
  (state: State): Decided<undefined, PersonState> => {
    const signIn = state?.signIn;
    const givenUp = signIn?.kind === 'ended' && signIn.failure.reason === 'cancelled';
    if (state === undefined || signIn?.id !== signInId || signIn.kind === 'redeemed' || givenUp) return KEEP;
    return { kind: 'write', state: { ...state, signIn: redeemedSignIn(signIn, grant, now) }, result: undefined };
  };

/** Signed in. @returns false when the sign-in was given up meanwhile */
export const withSession =
  (session: Session) =>
  (state: State): Decided<boolean, PersonState> => {
    if (state?.session?.id === session.id) return { kind: 'keep', result: true };
    const signIn = state?.signIn;
    if (state === undefined || signIn?.id !== session.signInId || signIn.kind !== 'redeemed') {
      return { kind: 'keep', result: false };
    }
    const next: PersonState = { ...state, signIn: undefined, session: { ...session, cardId: signIn.cardId } };
    return { kind: 'write', state: next, result: true };
  };

export interface SessionEnd {
  /** What is left of the session, also where it had ended before. */
  readonly ended?: EndedSession | undefined;
  /** It ended by this change. */
  readonly now?: boolean | undefined;
}

/**
 * The session is over by itself; what is left says which cards are to be told.
 *
 * @param refusedAt the service refused it then: a renewal that is under way decides instead
 */
export const withSessionEnded =
  (sessionId: string, { refusedAt }: { readonly refusedAt?: number } = {}) =>
  (state: State): Decided<SessionEnd, PersonState> => {
    if (state?.ended?.id === sessionId) return { kind: 'keep', result: { ended: state.ended } };
    const session = state?.session;
    if (state === undefined || session?.id !== sessionId) return { kind: 'keep', result: {} };
    const refused = refusedAt !== undefined;
    if (refused && (session.renewing?.until ?? 0) > refusedAt) return { kind: 'keep', result: {} };
    const { id, signInId, flow, organization, cardId, noticeCardId } = session;
    const cardIds = [cardId, noticeCardId].filter((card) => card !== undefined);
    const ended: EndedSession = { id, signInId, flow, organization, cardIds, ...(refused && { refused }) };
    return { kind: 'write', state: { ...state, session: undefined, ended }, result: { ended, now: true } };
  };
