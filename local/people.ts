/** Sample people and organizations of `npm run local` and of the tests. All of them are invented. */

/** What the stand-in backup service knows of somebody; `none`: it does not know them. */
type SampleRole = 'operator' | 'administrator' | 'none';

export interface SampleOrganization {
  /** `<tenant>`: `name.onmicrosoft.com`. */
  readonly organization: string;
  readonly displayName: string;
  readonly tenantId: string;
  readonly operatorApplicationId: string;
  readonly appOnlyApplicationId: string;
  /** With it the backup service writes what it restores for an organization signed in as itself. */
  readonly restoreApplicationId: string;
}

export interface SamplePerson {
  readonly name: string;
  readonly signInName: string;
  readonly objectId: string;
  readonly tenantId: string;
  /** The person's id in Teams. */
  readonly teamsUserId: string;
  readonly role: SampleRole;
  /** In Microsoft 365: may write into everybody's data, and so approve the restores of the whole organization. */
  readonly isGlobalAdministrator?: true | undefined;
  /** The object id somebody has as a guest in another sample organization's tenant. */
  readonly guestObjectId?: string | undefined;
  /** One line for whoever chooses among the people. */
  readonly about: string;
}

/** The organization that everything local is about. */
export const FERNWEH: SampleOrganization = {
  organization: 'fernweh.onmicrosoft.com',
  displayName: 'Fernweh Reisen',
  tenantId: '6f1c2a34-58d7-4b0e-9a63-1d2e7c904b11',
  operatorApplicationId: 'a41e7b02-93c5-4f68-8d10-5be6f27c3a90',
  appOnlyApplicationId: 'd7350c8e-1f42-47ab-b96e-03f8c15ae624',
  restoreApplicationId: '91ce4f27-6a08-4d53-b7f4-c2e85d103b96',
};

/** A second one, with a tenant and a backup service of its own. */
export const LINDENHOF: SampleOrganization = {
  organization: 'lindenhof.onmicrosoft.com',
  displayName: 'Lindenhof Clinics',
  tenantId: 'b82d94e0-7a15-4c3f-a5d8-90e46f1b2c73',
  operatorApplicationId: '3c9f5d1a-e604-42b7-9b83-7fa2d0c8165e',
  appOnlyApplicationId: '58be06f7-2d91-4ae3-8c57-e14b09a37fd2',
  restoreApplicationId: 'e5f0a83b-47c1-4926-8d3e-16b97d2c04fa',
};

/** Another backup service of the second one's, for its archive: whoever is of that tenant has the choice. */
export const LINDENHOF_ARCHIVE = {
  organization: LINDENHOF.tenantId,
  displayName: 'Lindenhof Clinics, archive',
} as const;

export const ORGANIZATIONS: readonly SampleOrganization[] = [FERNWEH, LINDENHOF];

/** The bot's own registration, in the first organization's tenant. */
export const BOT = {
  appId: '0e6b93d5-4c27-4f1a-b8e9-62d71a5c0f38',
  tenantId: FERNWEH.tenantId,
  teamsId: '28:0e6b93d5-4c27-4f1a-b8e9-62d71a5c0f38',
  name: 'Restore Bot',
} as const;

export const ALEX: SamplePerson = {
  name: 'Alex Sommer',
  signInName: 'alex.sommer@fernweh.onmicrosoft.com',
  objectId: '1b7de5a0-36f4-4d29-8c01-f5a92e6b7d14',
  tenantId: FERNWEH.tenantId,
  teamsUserId: '29:1alex-sommer-4hQz8vT0cYk2',
  role: 'operator',
  about: 'Restore operator',
};

export const NOOR: SamplePerson = {
  name: 'Noor Haddad',
  signInName: 'noor.haddad@fernweh.onmicrosoft.com',
  objectId: '2c80f6b1-47a5-4e3a-9d12-06ba3f7c8e25',
  tenantId: FERNWEH.tenantId,
  teamsUserId: '29:1noor-haddad-9dLw3xR7mBf5',
  role: 'operator',
  about: 'Restore operator',
};

export const PETRA: SamplePerson = {
  name: 'Petra O’Neill',
  signInName: 'petra.oneill@fernweh.onmicrosoft.com',
  objectId: '3d910ac2-58b6-4f4b-ae23-17cb408d9f36',
  tenantId: FERNWEH.tenantId,
  teamsUserId: '29:1petra-oneill-2sJc6uN1qGh8',
  role: 'none',
  about: 'Colleague, no restore operator',
};

export const MIKA: SamplePerson = {
  name: 'Mika Järvinen',
  signInName: 'mika.jarvinen@fernweh.onmicrosoft.com',
  objectId: '4ea21bd3-69c7-405c-bf34-28dc519ea047',
  tenantId: FERNWEH.tenantId,
  teamsUserId: '29:1mika-jarvinen-7pXe0aK4wVn3',
  role: 'administrator',
  isGlobalAdministrator: true,
  about: 'Administrator, may sign in app-only',
};

/** Also one of the colleagues whose data are backed up: the ids are those. */
export const HAKON: SamplePerson = {
  name: 'Håkon Sørensen',
  signInName: 'hakon.sorensen@fernweh.onmicrosoft.com',
  objectId: '0e8609ae-b474-5dc7-ad7f-444f35c5a4b6',
  tenantId: FERNWEH.tenantId,
  teamsUserId: '29:1hakon-sorensen-3vGq8dZ1tLw9',
  role: 'administrator',
  about: 'Administrator without a role for restores',
};

export const DANA: SamplePerson = {
  name: 'Dana Whitfield',
  signInName: 'dana.whitfield@lindenhof.onmicrosoft.com',
  objectId: '5fb32ce4-7ad8-416d-8045-39ed62afb158',
  tenantId: LINDENHOF.tenantId,
  teamsUserId: '29:1dana-whitfield-5bMt9yS2rDi6',
  role: 'operator',
  guestObjectId: '60c43df5-8be9-427e-9156-4afe73b0c269',
  about: 'Operator of Lindenhof Clinics, two services',
};

/** Who approves the restores of others, where somebody does. */
export const APPROVERS: readonly SamplePerson[] = [PETRA, MIKA];

export const PEOPLE: readonly SamplePerson[] = [ALEX, NOOR, PETRA, MIKA, HAKON, DANA];

/** The object id under which a tenant knows somebody; undefined where the tenant does not. */
export function objectIdIn(person: SamplePerson, tenantId: string): string | undefined {
  return person.tenantId === tenantId ? person.objectId : person.guestObjectId;
}
