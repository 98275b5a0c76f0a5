/** Who may sign in where and keep a session, and what an existing session changes. Pure. */
import type { Organization } from '../../core/organization.ts';
import type { Address, Person } from '../../core/person.ts';
import type { IdentityBinding, SignInInputs } from '../state/inputs.ts';
import type { PersonState, Session, SomebodyElseReport } from '../state/model.ts';
import type { PersonIds } from '../state/ports.ts';
import { nearOrganizations, type Organizations } from '../state/organizations.ts';
import { hasOthers, isUsable, noticeView, pendingFacts, sessionFacts } from '../state/presenter.ts';
import type { SignInTarget, View } from '../state/views.ts';

export interface SignInRequest extends Pick<SignInTarget, 'flow'> {
  /** As typed, or the key on a card; absent: the one that fits. */
  readonly organization?: string | undefined;
  /** The card whose button was pressed; it is edited instead of posting a new one. */
  readonly cardId?: string | undefined;
  /** Ask for the organization when several fit, even if one was chosen before. */
  readonly ask?: boolean | undefined;
  /** The organization was picked from a list, so a session elsewhere raises no further question. */
  readonly picked?: boolean | undefined;
  /** Sign in despite an existing session. */
  readonly again?: boolean | undefined;
  /** Replace this pending sign-in. */
  readonly replaces?: string | undefined;
  /** With a code at once, also where people sign in in the browser. */
  readonly withCode?: boolean | undefined;
}

export type SignInPolicy = Pick<SignInInputs, 'identityBinding' | 'adminUserIds'> & {
  readonly organizations: Pick<Organizations, 'choose'>;
};

export interface PolicyRequest extends Pick<SignInRequest, 'flow' | 'organization' | 'ask'> {
  readonly person: Person;
  readonly address: Pick<Address, 'place'>;
  readonly lastOrganization?: string | undefined;
}

export const mayAppOnly = (adminUserIds: readonly string[], { objectId }: Person): boolean =>
  objectId !== undefined && adminUserIds.includes(objectId.toLowerCase());

/** @returns the organization to sign in to, or the view to show instead */
export function chooseOrganization(policy: SignInPolicy, request: PolicyRequest): Organization | View {
  const { organizations, identityBinding, adminUserIds } = policy;
  const { person, flow, organization: name, lastOrganization } = request;
  if (flow === 'app-only') {
    // Checked first: in a shared place the reply must not reveal who is an administrator.
    if (request.address.place !== 'personal') return noticeView('app-only-personal-only');
    if (!mayAppOnly(adminUserIds, person)) return noticeView('app-only-not-allowed');
  }
  if (identityBinding === 'same-user' && person.objectId === undefined) return noticeView('no-object-id');
  const chosen = organizations.choose(person.tenantId, flow, name);
  if (chosen.kind === 'one') return chosen.organization;
  if (chosen.kind === 'none') return noticeView(flow === 'app-only' ? 'app-only-off' : 'no-organization');
  const { choices } = chosen;
  if (chosen.kind === 'several') {
    const last = choices.find(({ organization }) => organization === lastOrganization)?.organization;
    if (name === undefined && last !== undefined && request.ask !== true) {
      const again = organizations.choose(person.tenantId, flow, last);
      if (again.kind === 'one') return again.organization;
    }
    return { kind: 'choose-organization', flow, choices, last };
  }
  const typed = name ?? '';
  if (organizations.choose(person.tenantId, 'operator', typed).kind === 'one') return noticeView('app-only-off');
  const near = nearOrganizations(typed, choices);
  return { kind: 'notice', notice: { code: 'unknown-organization', name: typed, flow, near, choices } };
}

/**
 * Whether the session's person might still sign in there, by today's settings, and no administrator has ended it. Asked once it has begun,
 * at each use, and by every renewal.
 */
export function mayKeepSession(
  policy: Pick<SignInInputs, 'identityBinding' | 'adminUserIds' | 'allowedTenants'> & {
    readonly organizations: Pick<Organizations, 'offers'>;
  },
  person: Person | undefined,
  session: Session,
): boolean {
  if (person === undefined || session.endOrder !== undefined) return false;
  const { organizations, identityBinding, adminUserIds, allowedTenants } = policy;
  const { organization, flow } = session;
  if (allowedTenants.length > 0 && !allowedTenants.includes(person.tenantId.toLowerCase())) return false;
  if (flow === 'app-only' && !mayAppOnly(adminUserIds, person)) return false;
  return (
    organizations.offers(organization, person.tenantId, flow) &&
    foreignApproval(identityBinding, person, session) === undefined
  );
}

export const isOrganization = (chosen: Organization | View): chosen is Organization => 'backupServiceUrl' in chosen;

/** The existing-session policy. @returns the status to show instead of a sign-in; undefined to start one */
export function existingSessionView(
  organizations: Pick<Organizations, 'get' | 'choose'>,
  state: PersonState | undefined,
  request: SignInRequest,
  { chosen, tenantId, now }: { readonly chosen: Organization; readonly tenantId: string; readonly now: number },
): View | undefined {
  const { session, signIn } = state ?? {};
  const { flow } = request;
  const pending = pendingFacts(organizations, signIn, now);
  if (pending?.step === 'redeemed') return { kind: 'status', pending };
  if (session === undefined || !isUsable(organizations, session, now)) return undefined;
  // **Try again** on the card of a sign-in that was started after the session.
  const isRetry = signIn?.kind === 'ended' && signIn.cardId !== undefined && signIn.cardId === request.cardId;
  if (isRetry || request.again === true || request.replaces !== undefined) return undefined;
  const isElsewhere = request.organization !== undefined && chosen.key !== session.organization;
  const isOther = flow !== session.flow || isElsewhere;
  if (isOther && request.picked === true) return undefined;
  const { displayName: organization, key: organizationKey } = chosen;
  return {
    kind: 'status',
    session: sessionFacts(organizations, session),
    pending,
    alreadySignedIn: true,
    instead: isOther ? { flow, organization, organizationKey } : undefined,
    others: hasOthers(organizations, tenantId, flow),
  };
}

/** A code that another person approved than the one who requested it. */
export type ForeignApproval = Pick<SomebodyElseReport, 'reason' | 'approver'>;

const isSameId = (a: string | undefined, b: string): boolean => a?.toLowerCase() === b.toLowerCase();

/** Undefined if the person who approved is the one who asked, or if the setting allows them to be another. */
export function foreignApproval(
  binding: IdentityBinding,
  asker: Person,
  { tenantId, userId }: PersonIds,
): ForeignApproval | undefined {
  if (binding === 'off') return undefined;
  const approver = { userId, tenantId };
  if (!isSameId(asker.tenantId, tenantId)) {
    return { reason: binding === 'same-user' ? 'someone-else' : 'other-tenant', approver };
  }
  if (binding === 'same-tenant' || isSameId(asker.objectId, userId)) return undefined;
  return { reason: 'someone-else', approver };
}
