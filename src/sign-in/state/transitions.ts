/** How a person's state changes while a sign-in is followed. Each is called again after a conflict or a lost response. */
import type { OwnedJob } from '../../core/jobs.ts';
import type { FlowKind } from '../../core/organization.ts';
import { keep, write, type Decided } from '../../durable/record.ts';
import { withPutBack, type PutBack } from '../../durable/put-back.ts';
import { lifetime } from './schedule.ts';
import {
  hasDeviceCode,
  hasOnlyLink,
  type EndedSession,
  type EndedSignIn,
  type Failure,
  type FailureReason,
  type PersonState,
  type RedeemedSignIn,
  type Session,
  type SignIn,
  type WaitingSignIn,
} from './model.ts';
import type { Grant, Identity, ServiceTokens } from './ports.ts';

/** A change of a person's state, for `changeState`. Pure. */
export type Transition<Result = undefined> = (state: PersonState | undefined) => Decided<Result, PersonState>;

const KEEP = keep(undefined);
/** Of a job that was set aside one may stay. */
const MAX_ENDED_BEFORE = 5;

function fieldsOf(signIn: SignIn): Omit<EndedSignIn, 'kind' | 'endedAt' | 'told' | 'failure'> {
  const { id, flow, organization, clientId, scope, isConfidential, startedAt, cardId, jobId } = signIn;
  return { id, flow, organization, clientId, scope, isConfidential, startedAt, cardId, jobId };
}

/** The sign-in has ended without a session; its secrets are dropped. */
export function endedSignIn(signIn: SignIn, failure: Failure, endedAt: number): EndedSignIn {
  const isConfidential = signIn.isConfidential === true || hasOnlyLink(signIn) || undefined;
  return { ...fieldsOf(signIn), isConfidential, kind: 'ended', endedAt, failure };
}

/** The app-only application may read the directory. A restore is followed on the service's own refresh token. */
export const mayRenewAtProvider = (flow: FlowKind, { autoRenew }: { readonly autoRenew: boolean }): boolean =>
  flow === 'operator' || autoRenew;

export function newSession(
  { id: signInId, flow, organization, clientId, scope, isConfidential }: RedeemedSignIn,
  { account, userId, tenantId, refreshToken }: Identity,
  service: ServiceTokens,
  {
    id,
    now,
    maxSessionHours,
    autoRenew,
  }: {
    readonly id: string;
    readonly now: number;
    readonly maxSessionHours: number;
    readonly autoRenew: boolean;
  },
): Session {
  const origin = { signInId, flow, organization, clientId, scope, isConfidential };
  const times = { signedInAt: now, ...lifetime({ maxSessionHours }, now, now, service.expiresInSeconds) };
  const identityRefreshToken = mayRenewAtProvider(flow, { autoRenew }) ? refreshToken : undefined;
  const tokens = { accessToken: service.accessToken, refreshToken: service.refreshToken, identityRefreshToken };
  return { id, ...origin, account, userId, tenantId, ...times, ...tokens };
}

/** Of a renewal: all that the next one may use. */
export interface NewTokens extends ServiceTokens {
  /** Secret. The identity provider's newest. */
  readonly identityRefreshToken?: string | undefined;
  readonly confirmedAt?: number | undefined;
}

export function renewedSession(
  settings: { readonly maxSessionHours: number },
  session: Session,
  tokens: NewTokens,
  id: string,
  issuedAt: number,
): Session {
  return {
    ...session,
    id,
    renewedFrom: session.id,
    ...lifetime(settings, session.signedInAt, issuedAt, tokens.expiresInSeconds),
    confirmedAt: tokens.confirmedAt ?? session.confirmedAt,
    renewing: undefined,
    notRenewed: undefined,
    notRenewedBecause: undefined,
    warnedAt: undefined,
    noticeCardId: undefined,
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken,
    identityRefreshToken: tokens.identityRefreshToken,
    answer: undefined,
    answerExpiresAt: undefined,
  };
}

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

/** Changes the sign-in; `change` returns undefined to leave it as it is. */
const withSignIn =
  (signInId: string, change: (signIn: SignIn) => SignIn | undefined): Transition =>
  (state) => {
    const changed = state?.signIn?.id === signInId ? change(state.signIn) : undefined;
    return state === undefined || changed === undefined ? KEEP : write({ ...state, signIn: changed }, undefined);
  };

export const withJobPutBack =
  (signInId: string, by: PutBack): Transition =>
  (state) => {
    const signIn = state?.signIn?.id === signInId ? withPutBack(state.signIn, by) : undefined;
    const session = state?.session?.signInId === signInId ? withPutBack(state.session, by) : undefined;
    if (state === undefined || (signIn ?? session) === undefined) return KEEP;
    return write({ ...state, ...(signIn && { signIn }), ...(session && { session }) }, undefined);
  };

/** Whoever takes the job over polls no faster (RFC 8628, section 3.5: `slow_down` is for all later requests). */
export const withInterval = (signInId: string, intervalSeconds: number): Transition =>
  withSignIn(signInId, (signIn) =>
    signIn.kind === 'waiting' && hasDeviceCode(signIn) && signIn.intervalSeconds < intervalSeconds
      ? { ...signIn, intervalSeconds }
      : undefined,
  );

/**
 * Ends a sign-in that has not progressed: a code is also spent because another worker has just redeemed it, and a sign-in with another
 * job goes on in another way.
 */
export const withEnd = (
  { id, kind, jobId }: Pick<SignIn, 'id' | 'kind' | 'jobId'>,
  failure: Failure,
  now: number,
): Transition =>
  withSignIn(id, (signIn) =>
    signIn.kind === kind && signIn.jobId === jobId ? endedSignIn(signIn, failure, now) : undefined,
  );

/** Before an authorization code is sent to the token endpoint. @returns whether this run may send it */
export const withCodeSpent =
  (signInId: string, run: string): Transition<boolean> =>
  (state) => {
    const signIn = state?.signIn;
    if (state === undefined || signIn?.id !== signInId || signIn.kind !== 'waiting') return keep(false);
    if (signIn.codeSpentBy !== undefined) return keep(signIn.codeSpentBy === run);
    return write({ ...state, signIn: { ...signIn, codeSpentBy: run } }, true);
  };

/** The run that claimed a code has not sent it. */
export const withCodeUnspent = (signInId: string, run: string): Transition =>
  withSignIn(signInId, (signIn) =>
    signIn.kind === 'waiting' && signIn.codeSpentBy === run ? { ...signIn, codeSpentBy: undefined } : undefined,
  );

export const withNotified = (signInId: string): Transition =>
  withSignIn(signInId, (signIn) =>
    signIn.kind === 'ended' && signIn.told !== true ? { ...signIn, told: true } : undefined,
  );

/** Ends that stay: a cancelled sign-in, and what only the stored answer led to, if just the response to its write was lost. */
const LASTING_ENDS: ReadonlySet<FailureReason> = new Set<FailureReason>([
  'cancelled',
  'lookup-failed',
  'someone-else',
  'other-tenant',
  'not-operator',
  'app-only-refused',
  'app-only-unknown',
  'other-organization',
  'suspended',
  'service-refused',
  'service-unreachable',
  'service-untrusted',
]);

/**
 * Stores the token response of a sign-in that is neither cancelled nor followed by another job. It also replaces the failure of another worker that found
 * the code spent. That worker has finished the job, so this needs a further one. @param job the further one, already sent
 *
 * @returns false when it is not stored because that job is missing
 */
export const withAnswer =
  (
    { id: signInId, jobId: ofJob }: Pick<WaitingSignIn, 'id' | 'jobId'>,
    { answer, expiresInSeconds }: Grant,
    redeemedAt: number,
    job?: Pick<OwnedJob, 'id'>,
  ): Transition<boolean> =>
  (state) => {
    const signIn = state?.signIn;
    if (state === undefined || signIn?.id !== signInId || signIn.kind === 'redeemed') return keep(true);
    if (signIn.jobId !== ofJob) return keep(true);
    const isEnded = signIn.kind === 'ended';
    if (isEnded && LASTING_ENDS.has(signIn.failure.reason)) return keep(true);
    if (isEnded && job === undefined) return keep(false);
    const answerExpiresAt = redeemedAt + expiresInSeconds * 1000;
    const { jobId, ...fields } = fieldsOf(signIn);
    const redeemed: RedeemedSignIn = {
      ...fields,
      jobId: isEnded ? job?.id : jobId,
      kind: 'redeemed',
      redeemedAt,
      answerExpiresAt,
      answer,
    };
    return write({ ...state, signIn: redeemed }, true);
  };

/**
 * Turns the sign-in into a session; one that it replaces is kept until it is ended.
 *
 * @returns false when the sign-in was cancelled or replaced meanwhile
 */
export const withSession =
  (session: Session): Transition<boolean> =>
  (state) => {
    if (state?.session?.id === session.id) return keep(true);
    const signIn = state?.signIn;
    if (state === undefined || signIn?.id !== session.signInId || signIn.kind !== 'redeemed') return keep(false);
    const { session: before, replaced = [] } = state;
    const { cardId, jobId } = signIn;
    const next: PersonState = { ...state, signIn: undefined, session: { ...session, cardId, jobId } };
    return write(before === undefined ? next : { ...next, replaced: [...replaced, before] }, true);
  };

/** All sessions of a person here: the present one first, then those that it replaced. */
export const sessionsIn = ({ session, replaced = [] }: Pick<PersonState, 'session' | 'replaced'>): readonly Session[] =>
  session === undefined ? replaced : [session, ...replaced];

/** Those cards that a pending sign-in or the present session has not taken meanwhile. */
export function cardsNotInUse(
  { session, signIn }: Pick<PersonState, 'session' | 'signIn'>,
  cardIds: readonly (string | undefined)[],
): readonly string[] {
  const inUse = [session?.cardId, signIn?.kind === 'ended' ? undefined : signIn?.cardId];
  return cardIds.filter((cardId) => cardId !== undefined).filter((cardId) => !inUse.includes(cardId));
}

/** The state without these sessions. */
export function withoutSessions(state: PersonState, ended: readonly Session[]): PersonState {
  const isLeft = ({ id }: Session): boolean => !ended.some((session) => session.id === id);
  const [session, replaced] = [state.session, state.replaced?.filter(isLeft)];
  return {
    ...state,
    session: session !== undefined && isLeft(session) ? session : undefined,
    replaced: replaced?.length === 0 ? undefined : replaced,
  };
}

/** Whose cards do not show their end yet, the newest first. More than one only after processes have died. */
export const endedIn = ({ ended, endedBefore = [] }: PersonState): readonly EndedSession[] =>
  ended === undefined ? [] : [ended, ...endedBefore];

export function withEndedSessions(state: PersonState, [ended, ...others]: readonly EndedSession[]): PersonState {
  return { ...state, ended, endedBefore: others.length === 0 ? undefined : others.slice(0, MAX_ENDED_BEFORE) };
}

/**
 * Ends the session. @param why `refusedAt`: when the service refused it; then a renewal that is under way decides instead.
 * `longestLife`, `replaced`, `notAllowed`: it ended before its token
 *
 * @returns what is left of it, also if it had ended before
 */
export const withSessionEnded =
  (
    sessionId: string,
    why: { readonly refusedAt?: number } & Pick<EndedSession, 'longestLife' | 'replaced' | 'notAllowed'> = {},
  ): Transition<EndedSession | undefined> =>
  (state) => {
    const before = state === undefined ? [] : endedIn(state);
    const present = before.find(({ id }) => id === sessionId);
    if (present !== undefined) return keep(present);
    const session = state && sessionsIn(state).find(({ id }) => id === sessionId);
    if (state === undefined || session === undefined) return keep(undefined);
    const { refusedAt, longestLife, replaced, notAllowed } = why;
    const refused = refusedAt !== undefined;
    if (refused && (session !== state.session || (session.renewing?.until ?? 0) > refusedAt)) return keep(undefined);
    const { id, signInId, flow, organization, cardId, noticeCardId, endOrder } = session;
    const cardIds = [cardId, noticeCardId].filter((card) => card !== undefined);
    const origin = { signInId, flow, organization };
    const ended: EndedSession = {
      id,
      ...origin,
      cardIds,
      longestLife,
      replaced,
      notAllowed,
      endOrder,
      ...(refused && { refused }),
    };
    return write(withEndedSessions(withoutSessions(state, [session]), [ended, ...before]), ended);
  };

export const withEndAudited =
  (sessionId: string): Transition =>
  (state) => {
    const before = state === undefined ? [] : endedIn(state);
    if (state === undefined || !before.some(({ id, isAudited }) => id === sessionId && isAudited !== true))
      return keep(undefined);
    const after = before.map((each) => (each.id === sessionId ? { ...each, isAudited: true as const } : each));
    return write(withEndedSessions(state, after), undefined);
  };
