/** One tenant's Provider: the certified library, set to the real one's paths, scopes and tokens. */
import type { JsonWebKey } from 'node:crypto';
import { type KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { SampleOrganization } from '../people.ts';
import { CODE_PATH, INTERACTION_PATH, askEveryTime, servePages } from './interaction.ts';
import type { StoredState } from '../stand-in/stored-state.ts';
import { createMapAdapter, type ProviderState } from './map-adapter.ts';
import { PAGE_HEADERS } from './page-frame.ts';
import { codePage, declinedPage, donePage } from './pages.ts';
import type { TenantPeople } from './people-of-tenant.ts';
import { registerRefreshGrant } from './refresh-grant.ts';
import { resourceServer } from './resource-server.ts';
import { checkScope, readScope } from './scopes.ts';
import { DEVICE_CODE_PATH, TOKEN_PATH, type WireShape, shapeAnswers } from './wire-shape.ts';

const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** Where the bot takes the answer of a sign-in in the browser. */
const SIGNED_IN_PATH = '/signed-in';
/** About 90 days. */
const REFRESH_TOKEN_SECONDS = 90 * 86_400;

interface TenantProviderOptions extends WireShape {
  readonly issuer: string;
  readonly organization: SampleOrganization;
  readonly people: TenantPeople;
  readonly directoryUrl: () => string;
  readonly deviceCodeSeconds: number;
  readonly accessTokenSeconds: number;
  /** Private RS256 key. */
  readonly signingKey: JsonWebKey;
  readonly cookieKey: string;
  /** Of the operators' application. */
  readonly clientSecret: string;
  readonly kept: StoredState<ProviderState>;
}

export function createTenantProvider(options: TenantProviderOptions): Provider {
  const { organization, people } = options;
  const client = (client_id: string, client_name: string) => ({
    client_id,
    client_name,
    token_endpoint_auth_method: 'none' as const,
    application_type: 'native' as const,
    grant_types: [DEVICE_CODE_GRANT, 'refresh_token'],
    response_types: [],
    redirect_uris: [],
  });
  /** Of a native client any port of the loopback address is that one (RFC 8252, section 7.3). */
  const inBrowser = {
    grant_types: ['authorization_code', DEVICE_CODE_GRANT, 'refresh_token'],
    response_types: ['code' as const],
    redirect_uris: [`http://127.0.0.1${SIGNED_IN_PATH}`],
  };

  const provider = new Provider(options.issuer, {
    adapter: createMapAdapter(Date.now, options.kept),
    jwks: { keys: [options.signingKey] },
    clients: [
      { ...client(organization.operatorApplicationId, 'Restore Bot'), ...inBrowser },
      client(organization.appOnlyApplicationId, 'Restore Bot (app-only)'),
      client(organization.restoreApplicationId, 'Backup service (restores)'),
    ],
    clientBasedCORS: () => false,
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    claims: { openid: ['sub', 'oid', 'tid'], profile: ['name', 'preferred_username'] },
    conformIdTokenClaims: false,
    cookies: {
      keys: [options.cookieKey],
      names: cookieNames(organization.tenantId.slice(0, 8)),
      long: { signed: true, httpOnly: true, sameSite: 'lax' },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      deviceFlow: {
        enabled: true,
        charset: 'base-20',
        mask: '****-****',
        deviceInfo: () => ({}),
        userCodeInputSource: (ctx, _form, _out, problem) => showCodePage(ctx, organization, problem),
        userCodeConfirmSource: (ctx) => showCodePage(ctx, organization, undefined),
        successSource: (ctx) => show(ctx, donePage(organization, people.find(ctx.oidc.session?.accountId ?? ''))),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: (ctx) => {
          const asked = readScope(scopeOf(ctx), options.directoryUrl());
          checkScope(asked, organization, options.directoryUrl());
          return asked.resource ?? options.directoryUrl();
        },
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => resourceServer(resource, options),
      },
    },
    routes: {
      authorization: '/oauth2/v2.0/authorize',
      device_authorization: DEVICE_CODE_PATH,
      token: TOKEN_PATH,
      jwks: '/discovery/v2.0/keys',
      code_verification: CODE_PATH,
    },
    interactions: {
      policy: askEveryTime(),
      url: (ctx, interaction) => `${codePath(ctx).replace(CODE_PATH, INTERACTION_PATH)}/${interaction.uid}`,
    },
    findAccount: (_ctx, accountId) => {
      const claims = people.claimsOf(accountId);
      return claims === undefined ? undefined : { accountId, claims: () => ({ sub: claims.oid, ...claims }) };
    },
    extraTokenClaims: (_ctx, token) => {
      const claims = 'accountId' in token ? people.claimsOf(token.accountId) : undefined;
      const names = (token.scope ?? '').split(' ').map((word) => word.slice(word.lastIndexOf('/') + 1));
      return { ...claims, azp: token.clientId, scp: names.join(' '), ver: '2.0' };
    },
    expiresWithSession: () => false,
    // From a request whose `prompt` is not `consent` the library drops `offline_access`; the real one does not.
    issueRefreshToken: async (_ctx, client, code) =>
      client.grantTypeAllowed('refresh_token') &&
      (code.scopes.has('offline_access') || code.kind === 'AuthorizationCode'),
    ttl: {
      AccessToken: options.accessTokenSeconds,
      AuthorizationCode: 60,
      ClientCredentials: options.accessTokenSeconds,
      DeviceCode: options.deviceCodeSeconds,
      Grant: REFRESH_TOKEN_SECONDS,
      IdToken: options.accessTokenSeconds,
      Interaction: Math.max(options.deviceCodeSeconds, 60),
      RefreshToken: REFRESH_TOKEN_SECONDS,
      Session: 3600,
    },
    renderError: (ctx) => showCodePage(ctx, organization, new Error()),
  });

  registerRefreshGrant(provider, options);
  shapeAnswers(provider, options);
  servePages(provider, options);
  return provider;
}

/** Each tenant's cookies have names of their own: they share one host. */
function cookieNames(mark: string): { session: string; interaction: string; resume: string } {
  return { session: `session-${mark}`, interaction: `signin-${mark}`, resume: `resume-${mark}` };
}

/** Path of the code page, under the tenant's name that this request used. */
function codePath(ctx: KoaContextWithOIDC): string {
  return new URL(ctx.oidc.urlFor('code_verification')).pathname;
}

function scopeOf(ctx: KoaContextWithOIDC): string | undefined {
  const scope = ctx.oidc.params?.['scope'];
  return typeof scope === 'string' ? scope : undefined;
}

function show(ctx: KoaContextWithOIDC, page: string): void {
  ctx.set(PAGE_HEADERS);
  ctx.body = page;
}

function showCodePage(ctx: KoaContextWithOIDC, organization: SampleOrganization, problem: Error | undefined): void {
  if (problem?.name === 'AbortedError') {
    show(ctx, declinedPage(organization));
    return;
  }
  const xsrf = ctx.oidc.session?.state?.['secret'];
  show(
    ctx,
    codePage({
      organization,
      action: codePath(ctx),
      xsrf: typeof xsrf === 'string' ? xsrf : '',
      mistake: problem === undefined ? undefined : mistakeOf(problem.name),
    }),
  );
}

/** The library's names of what is wrong with a code. */
function mistakeOf(name: string): string {
  switch (name) {
    case 'NoCodeError':
      return 'Type the code first.';
    case 'NotFoundError':
      return 'That code is not known. Compare it with the one in the chat.';
    case 'ExpiredError':
      return 'That code has ended. Ask for a new one in the chat.';
    case 'AlreadyUsedError':
      return 'That code has been used already. Ask for a new one in the chat.';
    default:
      return 'That did not work. Enter the code again.';
  }
}
