/** The sign-in policy: whether this person may begin this sign-in here, and for which organization. Pure. */
import type { IdentityBinding } from '../inputs.ts';
import { nearOrganizations } from '../organizations.ts';
import type { Organizations } from '../organizations.ts';
import type { FlowKind, Organization } from '../../core/organization.ts';
import type { Address, Person } from '../../core/person.ts';
import type { View } from '../views.ts';

export interface SignInRequest {
  readonly flow: FlowKind;
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
  /** Replace the pending code of this sign-in. */
  readonly replaces?: string | undefined;
}

export interface SignInPolicy {
  readonly organizations: Pick<Organizations, 'choose'>;
  readonly identityBinding: IdentityBinding;
  /** Object ids, lower case. */
  readonly adminUserIds: readonly string[];
}

export interface PolicyRequest {
  readonly person: Person;
  readonly address: Pick<Address, 'place'>;
  readonly flow: FlowKind;
  readonly organization?: string | undefined;
  /** The last choice among several. */
  readonly lastOrganization?: string | undefined;
  /** Ask again when several fit, despite an earlier choice. */
  readonly ask?: boolean | undefined;
}

/** App-only sign-in is reserved for the administrators named in the settings. */
export function mayAppOnly(adminUserIds: readonly string[], person: Person): boolean {
  return person.objectId !== undefined && adminUserIds.includes(person.objectId.toLowerCase());
}

/** @returns the organization to sign in to, or the view to show instead */
export function chooseOrganization(policy: SignInPolicy, request: PolicyRequest): Organization | View {
  const { person, flow } = request;
  if (flow === 'app-only') {
    // Checked first: in a shared place the reply must not reveal who is an administrator.
    if (request.address.place !== 'personal') return { kind: 'notice', notice: { code: 'app-only-personal-only' } };
    if (!mayAppOnly(policy.adminUserIds, person)) return { kind: 'notice', notice: { code: 'app-only-not-allowed' } };
  }
  if (policy.identityBinding === 'same-user' && person.objectId === undefined) {
    return { kind: 'notice', notice: { code: 'no-object-id' } };
  }
  const chosen = policy.organizations.choose(person.tenantId, flow, request.organization);
  switch (chosen.kind) {
    case 'one':
      return chosen.organization;
    case 'several': {
      const last = chosen.choices.find((choice) => choice.organization === request.lastOrganization);
      const reuse = request.organization === undefined && last !== undefined && request.ask !== true;
      const remembered = reuse ? policy.organizations.choose(person.tenantId, flow, last.organization) : chosen;
      if (remembered.kind === 'one') return remembered.organization;
      return { kind: 'choose-organization', flow, choices: chosen.choices, last: last?.organization };
    }
    case 'unknown': {
      const name = request.organization ?? '';
      const asOperator = policy.organizations.choose(person.tenantId, 'operator', name);
      if (asOperator.kind === 'one') return { kind: 'notice', notice: { code: 'app-only-off' } };
      const { choices } = chosen;
      return {
        kind: 'notice',
        notice: { code: 'unknown-organization', name, flow, near: nearOrganizations(name, choices), choices },
      };
    }
    case 'none':
      return { kind: 'notice', notice: { code: flow === 'app-only' ? 'app-only-off' : 'no-organization' } };
  }
}

export function isOrganization(chosen: Organization | View): chosen is Organization {
  return 'backupServiceUrl' in chosen;
}
