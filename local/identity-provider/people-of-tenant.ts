/** Who can sign in at a tenant, and what its tokens say of them. */
import { type SampleOrganization, type SamplePerson, objectIdIn } from '../people.ts';

/**
 * Whose ids a guest's token carries: this tenant's, as in the real one, or the home tenant's,
 * for trying what happens when somebody of another tenant signs in.
 */
export type GuestIds = 'here' | 'home';

export interface TenantPeople {
  readonly members: readonly SamplePerson[];
  readonly guests: readonly SamplePerson[];
  find(signInName: string): SamplePerson | undefined;
  /** Claims of access and id tokens. */
  claimsOf(signInName: string): PersonClaims | undefined;
}

type PersonClaims = {
  readonly oid: string;
  readonly tid: string;
  readonly name: string;
  readonly preferred_username: string;
};

export function peopleOf(
  organization: SampleOrganization,
  people: readonly SamplePerson[],
  guestIds: GuestIds,
): TenantPeople {
  const { tenantId } = organization;
  const members = people.filter((person) => person.tenantId === tenantId);
  const guests = people.filter((person) => person.tenantId !== tenantId && person.guestObjectId !== undefined);
  const find = (signInName: string): SamplePerson | undefined =>
    [...members, ...guests].find((person) => person.signInName === signInName.trim().toLowerCase());
  return {
    members,
    guests,
    find,
    claimsOf(signInName) {
      const person = find(signInName);
      if (person === undefined) return undefined;
      const tid = guestIds === 'home' ? person.tenantId : tenantId;
      const oid = objectIdIn(person, tid) ?? person.objectId;
      return { oid, tid, name: person.name, preferred_username: person.signInName };
    },
  };
}
