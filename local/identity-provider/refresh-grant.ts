/**
 * The refresh grant as the real identity provider does it, in place of the library's: a refresh token stays valid
 * when used, a new one comes with each use, and it serves for any resource the person may use.
 */
import { type Provider, type TokenEndpointGrantContext, errors } from 'oidc-provider';
import type { SampleOrganization } from '../people.ts';
import { SECRET_HEADER } from './client-secret.ts';
import { resourceServer } from './resource-server.ts';
import { checkScope, readScope } from './scopes.ts';

interface RefreshGrantOptions {
  readonly organization: SampleOrganization;
  readonly directoryUrl: () => string;
  readonly accessTokenSeconds: number;
  readonly clientSecret: string;
}

type Parameters = { readonly refresh_token?: string | undefined; readonly scope?: string | undefined };

export function registerRefreshGrant(provider: Provider, options: RefreshGrantOptions): void {
  provider.registerGrantType<Parameters>('refresh_token', (ctx) => refresh(ctx, options), ['refresh_token', 'scope']);
}

async function refresh(ctx: TokenEndpointGrantContext<Parameters>, options: RefreshGrantOptions): Promise<void> {
  const { client, params, provider } = ctx.oidc;
  if (params.refresh_token === undefined) throw new errors.InvalidRequest('refresh_token is missing');
  const presented = await provider.RefreshToken.find(params.refresh_token);
  if (presented === undefined || presented.clientId !== client.clientId || presented.accountId === undefined) {
    throw new errors.InvalidGrant('refresh token not known');
  }
  const { accountId, grantId = '', gty = 'device_code', resource = [], scope = '' } = presented;
  if (gty.startsWith('authorization_code') && ctx.get(SECRET_HEADER) !== options.clientSecret) {
    throw new errors.CustomOIDCProviderError('credential_missing', 'no credential');
  }
  const source = { accountId, client, grantId, gty };

  const asked = readScope(params.scope ?? scope, options.directoryUrl());
  checkScope(asked, options.organization, options.directoryUrl());
  const audience = asked.resource ?? options.directoryUrl();
  const granted = asked.permissions.length === 0 ? 'User.Read' : asked.permissions.map(withoutDefault).join(' ');

  const accessToken = new provider.AccessToken({ ...source, scope: granted });
  accessToken.resourceServer = new provider.ResourceServer(audience, resourceServer(audience, options));
  const refreshToken = new provider.RefreshToken({ ...source, resource, scope });

  ctx.body = {
    access_token: await accessToken.save(),
    refresh_token: await refreshToken.save(),
    token_type: 'Bearer',
    expires_in: options.accessTokenSeconds,
    scope: granted,
  };
}

/** `.default` stands for what was consented to; here that is reading one's own profile. */
function withoutDefault(permission: string): string {
  return permission.endsWith('/.default') ? permission.replace(/\.default$/, 'User.Read') : permission;
}
