/** State → views: the facts that may be shown. */
import type { FlowKind } from '../../core/organization.ts';
import type { Person } from '../../core/person.ts';
import {
  hasDeviceCode,
  hasOnlyLink,
  type EndedSession,
  type Failure,
  type PersonState,
  type Revoked,
  type Session,
  type SignIn,
  type WaitingSignIn,
} from './model.ts';
import type { Organizations } from './organizations.ts';
import { tokenEnd } from './schedule.ts';
import type {
  AdviceWay,
  PendingFacts,
  PlainNotice,
  Reply,
  SessionEndedFacts,
  SessionFacts,
  SignInTarget,
  View,
} from './views.ts';

type Names = Pick<Organizations, 'get'>;

/** The organization's display name, or its key once it has left the settings. */
export const displayName = (organizations: Names, key: string): string => organizations.get(key)?.displayName ?? key;

/** Host of the organization's service; empty once it has left the settings. */
export function serviceHost(organizations: Names, key: string): string {
  const url = organizations.get(key)?.backupServiceUrl;
  return url === undefined ? '' : new URL(url).host;
}

const target = (organizations: Names, of: Pick<Session, 'flow' | 'organization'>): SignInTarget => ({
  flow: of.flow,
  organization: displayName(organizations, of.organization),
  organizationKey: of.organization,
});

export const noticeView = (code: PlainNotice): View => ({ kind: 'notice', notice: { code } });
/**
 * The reply to a press whose view stands on cards already.
 *
 * @param pressed the card of the button: where it is another one, the turn shows the view on it
 */
export const replyOn = (pressed: string | undefined, shownOn: readonly (string | undefined)[], view: View): Reply => ({
  kind: pressed !== undefined && shownOn.includes(pressed) ? 'delivered' : 'render',
  view,
});

export const noticeReply = (code: PlainNotice): Reply => ({ kind: 'render', view: noticeView(code) });

/** Whether a session can be used: it has not ended, and its organization is still in the settings. */
export const isUsable = (organizations: Names, session: Session, now: number): boolean =>
  isLive(session, now) && organizations.get(session.organization) !== undefined;

/** It has neither expired, nor has an administrator ended it. */
export const isLive = ({ expiresAt, endOrder }: Session, now: number): boolean =>
  expiresAt > now && endOrder === undefined;

export function sessionFacts(organizations: Names, session: Session): SessionFacts {
  const { id: sessionId, organization, account, userId, tenantId, expiresAt } = session;
  const { notRenewed, tokenExpiresAt, refreshToken, identityRefreshToken } = session;
  // A renewal that was refused will be refused again, and none lasts beyond the longest life.
  const isRenewable = notRenewed !== 'refused' && tokenExpiresAt === undefined;
  const hasTokens = refreshToken !== undefined || identityRefreshToken !== undefined;
  const renewable = isRenewable && hasTokens && organizations.get(organization) !== undefined;
  const service = serviceHost(organizations, organization);
  return { ...target(organizations, session), sessionId, service, account, userId, tenantId, expiresAt, renewable };
}

export const signedInView = (organizations: Names, session: Session): View => ({
  kind: 'signed-in',
  session: sessionFacts(organizations, session),
});

/** @param by `expiresAt`: of the token that is valid, if not that of the session */
export function loggedOutView(
  organizations: Names,
  session: Session,
  revoked: Revoked,
  by: { readonly notMe?: boolean; readonly administrators?: number | undefined; readonly expiresAt?: number } = {},
): View {
  const { signInId: reference } = session;
  const expiresAt = tokenEnd(session);
  return { kind: 'logged-out', ...target(organizations, session), expiresAt, ...by, revoked, reference };
}

export const sessionEndedView = (
  organizations: Names,
  session: Pick<EndedSession, 'flow' | 'organization' | 'longestLife' | 'replaced' | 'endOrder'> &
    Pick<SessionEndedFacts, 'notAllowed'>,
  refused: boolean | undefined,
): View => {
  const { longestLife, replaced, notAllowed } = session;
  const ends = { refused, longestLife, replaced, notAllowed, byAdministrator: session.endOrder?.why };
  return { ...target(organizations, session), kind: 'session-ended', ...ends };
};

/** When a sign-in that is still going on ends by itself, epoch milliseconds; 0 for none. */
export function pendingUntil(signIn: SignIn | undefined): number {
  if (signIn === undefined || signIn.kind === 'ended') return 0;
  return signIn.kind === 'waiting' ? signIn.expiresAt : signIn.answerExpiresAt;
}

export function pendingFacts(organizations: Names, signIn: SignIn | undefined, now: number): PendingFacts | undefined {
  const expiresAt = pendingUntil(signIn);
  if (signIn === undefined || signIn.kind === 'ended' || expiresAt <= now) return undefined;
  const { id: signInId, flow, organization, kind: step } = signIn;
  const inBrowser = hasOnlyLink(signIn);
  return { signInId, flow, organization: displayName(organizations, organization), expiresAt, step, inBrowser };
}

/** Advice about codes is for who has used one; and who could have used the browser instead has an easier way. */
export function wayOfSignIn(
  organizations: Names,
  { flow, organization, isConfidential }: Pick<SignIn, 'flow' | 'organization' | 'isConfidential'>,
): AdviceWay {
  if (flow === 'app-only') return 'administrator';
  if (isConfidential === true) return 'browser';
  const { signIn: offered = 'device-code' } = organizations.get(organization) ?? {};
  return offered === 'device-code' ? 'device-code' : 'both';
}

/** Whether the person could sign in to another organization in the same way. */
export const hasOthers = (organizations: Pick<Organizations, 'choose'>, tenantId: string, flow: FlowKind): boolean =>
  organizations.choose(tenantId, flow, undefined).kind === 'several';

export function codeView(
  organizations: Pick<Organizations, 'get' | 'choose'>,
  signIn: WaitingSignIn,
  { name: askedBy, tenantId }: Pick<Person, 'name' | 'tenantId'>,
): View {
  const { id: signInId, flow, organization: key, userCode, verificationUri, expiresAt } = signIn;
  const { signIn: offered = 'device-code' } = organizations.get(key) ?? {};
  // Where it is off by now, the link leads nowhere.
  const link = offered === 'device-code' ? undefined : signIn.link;
  const organization = displayName(organizations, key);
  const others = hasOthers(organizations, tenantId, flow);
  // Where both ways are open, a code is requested when somebody asks for it.
  const mayUseCode = !hasDeviceCode(signIn) && offered === 'both';
  const ways = { userCode, verificationUri, link, mayUseCode };
  return { kind: 'sign-in', signInId, flow, organization, askedBy, ...ways, expiresAt, others };
}

export const failureView = (
  organizations: Names,
  signIn: Pick<SignIn, 'id' | 'flow' | 'organization' | 'isConfidential'>,
  failure: Failure,
): View => {
  const way = wayOfSignIn(organizations, signIn);
  return { ...target(organizations, signIn), kind: 'not-signed-in', failure, way, reference: signIn.id };
};

/** The outcome of a sign-in; undefined while it goes on, or once it was replaced. */
export function outcomeView(organizations: Names, state: PersonState | undefined, signInId: string): View | undefined {
  const { session, signIn } = state ?? {};
  if (session?.signInId === signInId) return signedInView(organizations, session);
  if (signIn?.id !== signInId || signIn.kind !== 'ended') return undefined;
  return failureView(organizations, signIn, signIn.failure);
}

/** For a button of a sign-in that waits no more: what became of it, which its card may not say yet, or may say already. */
export function outcomeReply(organizations: Names, state: PersonState | undefined, signInId: string): Reply {
  const outcome = outcomeView(organizations, state, signInId);
  return outcome === undefined ? noticeReply('card-outdated') : { kind: 'render', view: outcome };
}
