/** Which resource a scope is for, and what a person reads about it. */
import { errors } from 'oidc-provider';
import type { SampleOrganization } from '../people.ts';

const OIDC_SCOPES: ReadonlySet<string> = new Set(['openid', 'profile', 'email', 'offline_access']);

/** Permissions of the directory API that the stand-in knows, with what they mean. */
const DIRECTORY_PERMISSIONS: ReadonlyMap<string, string> = new Map([
  ['Directory.Read.All', 'Read the directory of your organization'],
  ['Directory.ReadWrite.All', 'Read and change the directory of your organization'],
  ['Directory.AccessAsUser.All', 'Use the directory of your organization as you'],
  ['User.Read', 'Read your profile'],
  ['User.ReadWrite', 'Read and change your profile'],
  ['User.ReadBasic.All', 'Read everybody’s basic profile'],
  ['User.Read.All', 'Read everybody’s full profile'],
  ['User.ReadWrite.All', 'Read and change everybody’s full profile'],
  ['MailboxItem.ImportExport', 'Write into everybody’s mailbox'],
  ['Sites.FullControl.All', 'Write into every site and OneDrive'],
  ['Group.ReadWrite.All', 'Read and change every team'],
]);

interface RequestedScope {
  readonly oidc: readonly string[];
  /** As requested. */
  readonly permissions: readonly string[];
  /** Absent where only OpenID scopes are requested. */
  readonly resource: string | undefined;
}

/** Splits a scope and derives its resource: the text before the last `/`, the directory API where there is none. */
export function readScope(scope: string | undefined, directoryUrl: string): RequestedScope {
  const all = (scope ?? '').split(' ').filter((word) => word !== '');
  const permissions = all.filter((word) => !OIDC_SCOPES.has(word));
  const resources = new Set(permissions.map((word) => resourceOf(word, directoryUrl)));
  if (resources.size > 1) throw new errors.InvalidScope('scopes of more than one resource', scope ?? '');
  return { oidc: all.filter((word) => OIDC_SCOPES.has(word)), permissions, resource: [...resources][0] };
}

function resourceOf(permission: string, directoryUrl: string): string {
  const slash = permission.lastIndexOf('/');
  return slash < 0 ? directoryUrl : permission.slice(0, slash);
}

/** Every permission of a resource in each spelling. @throws errors.InvalidTarget for a resource nobody knows. */
export function permissionsOf(resource: string, organization: SampleOrganization, directoryUrl: string): string[] {
  if (resource === `api://${organization.operatorApplicationId}`) {
    return [`${resource}/access_as_user`, `${resource}/.default`];
  }
  if (resource === directoryUrl) {
    const names = [...DIRECTORY_PERMISSIONS.keys()];
    return [...names, ...names.map((name) => `${resource}/${name}`), `${resource}/.default`];
  }
  throw new errors.InvalidTarget('resource not found in this tenant');
}

/** @throws errors.InvalidScope, errors.InvalidTarget for what nobody could grant. */
export function checkScope(requested: RequestedScope, organization: SampleOrganization, directoryUrl: string): void {
  if (requested.resource === undefined) return;
  const permissions = permissionsOf(requested.resource, organization, directoryUrl);
  const unknown = requested.permissions.filter((permission) => !permissions.includes(permission));
  if (unknown.length > 0) throw new errors.InvalidScope('scope not known', unknown.join(' '));
}

/** What the consent page says about a scope. */
export function rightsOf(scope: string | undefined, organization: SampleOrganization): readonly string[] {
  const words = (scope ?? '').split(' ');
  const rights = words.flatMap((word) => {
    if (word.endsWith('/access_as_user')) return [`Restore backed-up data of ${organization.displayName} as you`];
    if (word === 'profile') return ['See your name and sign-in name'];
    if (word === 'offline_access') return ['Stay signed in until you sign out'];
    const meaning = DIRECTORY_PERMISSIONS.get(word.slice(word.lastIndexOf('/') + 1));
    return meaning === undefined ? [] : [meaning];
  });
  return [...new Set(rights)];
}
