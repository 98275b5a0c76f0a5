/** State → views: the facts that may be shown. */
import type { Organizations } from './organizations.ts';
import type { Failure, PersonState, Session, SignIn, WaitingSignIn } from './model.ts';
import type { FlowKind } from '../core/organization.ts';
import type { Person } from '../core/person.ts';
import type { PendingFacts, SessionFacts, View } from './views.ts';

type Names = Pick<Organizations, 'get'>;

/** The organization's display name, or its key once it has left the settings. */
export function displayName(organizations: Names, key: string): string {
  return organizations.get(key)?.displayName ?? key;
}

/** Host of the organization's service; empty once it has left the settings. */
export function serviceHost(organizations: Names, key: string): string {
  const url = organizations.get(key)?.backupServiceUrl;
  return url === undefined ? '' : new URL(url).host;
}

/** Whether a session can be used: it has not ended, and its organization is still in the settings. */
export const isUsable = (
  organizations: Names,
  { organization, expiresAt }: Pick<Session, 'organization' | 'expiresAt'>,
  now: number,
): boolean => expiresAt > now && organizations.get(organization) !== undefined;

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
    // What both have refused they will refuse again.
    renewable:
      organizations.get(session.organization) !== undefined &&
      session.notRenewed !== 'refused' &&
      (session.refreshToken !== undefined || session.identityRefreshToken !== undefined),
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

/** Whether the person could sign in to another organization in the same way. */
export function hasOthers(organizations: Pick<Organizations, 'choose'>, tenantId: string, flow: FlowKind): boolean {
  return organizations.choose(tenantId, flow, undefined).kind === 'several';
}

export function codeView(
  organizations: Pick<Organizations, 'get' | 'choose'>,
  signIn: WaitingSignIn,
  asker: Pick<Person, 'name' | 'tenantId'>,
): View {
  return {
    kind: 'sign-in',
    signInId: signIn.id,
    flow: signIn.flow,
    organization: displayName(organizations, signIn.organization),
    askedBy: asker.name,
    userCode: signIn.userCode,
    verificationUri: signIn.verificationUri,
    expiresAt: signIn.expiresAt,
    others: hasOthers(organizations, asker.tenantId, signIn.flow),
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

/** How a sign-in came to its end; nothing while it goes on, or once it was replaced. */
export function outcomeView(organizations: Names, state: PersonState | undefined, signInId: string): View | undefined {
  const { session, signIn } = state ?? {};
  if (session?.signInId === signInId) return { kind: 'signed-in', session: sessionFacts(organizations, session) };
  if (signIn?.id !== signInId || signIn.kind !== 'ended') return undefined;
  return failureView(organizations, signIn, signIn.failure);
}
