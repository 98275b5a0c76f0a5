import type { ResourceServer } from 'oidc-provider';
import type { SampleOrganization } from '../people.ts';
import { permissionsOf } from './scopes.ts';

/** How access tokens for a resource are made. @throws errors.InvalidTarget for a resource nobody knows. */
export function resourceServer(
  resource: string,
  options: {
    readonly organization: SampleOrganization;
    readonly directoryUrl: () => string;
    readonly accessTokenSeconds: number;
  },
): ResourceServer {
  return {
    scope: permissionsOf(resource, options.organization, options.directoryUrl()).join(' '),
    audience: resource,
    accessTokenFormat: 'jwt',
    accessTokenTTL: options.accessTokenSeconds,
    jwt: { sign: { alg: 'RS256' } },
  };
}
