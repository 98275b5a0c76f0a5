/** State → views: the facts that may be shown. */
import type { Organizations } from './organizations.ts';
import type { Failure, FlowKind, Session, SignIn, WaitingSignIn } from './sign-in.ts';
import type { PendingFacts, SessionFacts, View } from './views.ts';

type Names = Pick<Organizations, 'get'>;

/** The organization's display name, or its key once it has left the settings. */
export function displayName(organizations: Names, key: string): string {
  return organizations.get(key)?.displayName ?? key;
}

function serviceHost(organizations: Names, key: string): string {
  const url = organizations.get(key)?.backupServiceUrl;
  return url === undefined ? '' : new URL(url).host;
}

export function sessionFacts(organizations: Names, session: Session): SessionFacts {
  return {
    sessionId: session.id,
    flow: session.flow,
    organization: displayName(organizations, session.organization),
    organizationKey: session.organization,
    service: serviceHost(organizations, session.organization),
    account: session.account,
    userId: session.userId,
    tenantId: session.tenantId,
    expiresAt: session.expiresAt,
    renewable: session.refreshToken !== undefined || session.identityRefreshToken !== undefined,
  };
}

/** A sign-in that still goes on at `now`; an ended or outlived one is none. */
export function pendingFacts(organizations: Names, signIn: SignIn | undefined, now: number): PendingFacts | undefined {
  if (signIn === undefined || signIn.kind === 'ended') return undefined;
  const expiresAt = signIn.kind === 'waiting' ? signIn.expiresAt : signIn.answerExpiresAt;
  if (expiresAt <= now) return undefined;
  return {
    signInId: signIn.id,
    flow: signIn.flow,
    organization: displayName(organizations, signIn.organization),
    expiresAt,
    step: signIn.kind,
  };
}

export function codeView(organizations: Names, signIn: WaitingSignIn, askedBy: string): View {
  return {
    kind: 'sign-in',
    signInId: signIn.id,
    flow: signIn.flow,
    organization: displayName(organizations, signIn.organization),
    askedBy,
    userCode: signIn.userCode,
    verificationUri: signIn.verificationUri,
    expiresAt: signIn.expiresAt,
  };
}

export function failureView(
  organizations: Names,
  signIn: { readonly id: string; readonly flow: FlowKind; readonly organization: string },
  failure: Failure,
): View {
  return {
    kind: 'not-signed-in',
    failure,
    reference: signIn.id,
    flow: signIn.flow,
    organization: displayName(organizations, signIn.organization),
    organizationKey: signIn.organization,
  };
}
