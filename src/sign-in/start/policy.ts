/** Whether this person may begin this sign-in here, and for which organization. Pure. */
import type { IdentityBinding } from '../follow/identity.ts';
import { nearOrganizations } from '../organizations/suggestions.ts';
import type { Organizations } from '../organizations/organizations.ts';
import type { Organization } from '../../core/organization.ts';
import type { Address, Person } from '../../core/person.ts';
import type { FlowKind } from '../../core/organization.ts';
import type { View } from '../views.ts';

export interface Rules {
  readonly organizations: Pick<Organizations, 'choose'>;
  readonly identityBinding: IdentityBinding;
  /** Object ids, lower case. */
  readonly adminUserIds: readonly string[];
}

export interface Asked {
  readonly person: Person;
  readonly address: Pick<Address, 'place'>;
  readonly flow: FlowKind;
  readonly organization?: string | undefined;
  /** Chosen before, where several fit. */
  readonly lastOrganization?: string | undefined;
  /** Asks where several fit, also when one was chosen before. */
  readonly ask?: boolean | undefined;
}

/** An app-only sign-in is for the administrators of the settings; the answer does not tell who they are. */
export function mayAppOnly(adminUserIds: readonly string[], person: Person): boolean {
  return person.objectId !== undefined && adminUserIds.includes(person.objectId.toLowerCase());
}

/** @returns the organization to sign in to, or what to show instead */
export function chooseOrganization(rules: Rules, asked: Asked): Organization | View {
  const { person, flow } = asked;
  if (flow === 'app-only') {
    // The place first: where others read along, the answer must be the same for everybody.
    if (asked.address.place !== 'personal') return { kind: 'notice', notice: { code: 'app-only-personal-only' } };
    if (!mayAppOnly(rules.adminUserIds, person)) return { kind: 'notice', notice: { code: 'app-only-not-allowed' } };
  }
  if (rules.identityBinding === 'same-user' && person.objectId === undefined) {
    return { kind: 'notice', notice: { code: 'no-object-id' } };
  }
  const chosen = rules.organizations.choose(person.tenantId, flow, asked.organization);
  switch (chosen.kind) {
    case 'one':
      return chosen.organization;
    case 'several': {
      const last = chosen.choices.find((choice) => choice.organization === asked.lastOrganization);
      const again = asked.organization === undefined && last !== undefined && asked.ask !== true;
      const remembered = again ? rules.organizations.choose(person.tenantId, flow, last.organization) : chosen;
      if (remembered.kind === 'one') return remembered.organization;
      return { kind: 'choose-organization', flow, choices: chosen.choices, last: last?.organization };
    }
    case 'unknown': {
      const name = asked.organization ?? '';
      const asOperator = rules.organizations.choose(person.tenantId, 'operator', name);
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
