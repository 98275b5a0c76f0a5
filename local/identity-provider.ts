/**
 * A stand-in identity provider: device codes, tokens, keys, and pages to approve or deny on, one tenant per sample
 * organization, reachable by the organization's name and by its tenant id.
 */
import { type JsonWebKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { type EntraError, NO_TENANT, UNKNOWN_TENANT, entraBody, translate } from './identity-provider/entra-errors.ts';
import { withoutSecret } from './identity-provider/client-secret.ts';
import { CODE_PATH } from './identity-provider/interaction.ts';
import { type GuestIds, peopleOf } from './identity-provider/people-of-tenant.ts';
import { createTenantProvider } from './identity-provider/tenant-provider.ts';
import { TOKEN_PATH, type TokenAnswerBody } from './identity-provider/wire-shape.ts';
import { IN_MEMORY, type StateFolder } from './stand-in/stored-state.ts';
import { ORGANIZATIONS, PEOPLE, type SampleOrganization, type SamplePerson } from './people.ts';
import {
  type Handler,
  type ReceivedRequest,
  type Served,
  type ServeOptions,
  sendJson,
  serve,
  unread,
} from './stand-in/serve.ts';

const KEPT_ANSWERS = 1000;

interface IdentityProviderOptions extends Pick<ServeOptions, 'port' | 'log'> {
  readonly organizations?: readonly SampleOrganization[] | undefined;
  readonly people?: readonly SamplePerson[] | undefined;
  /** 900 */
  readonly deviceCodeSeconds?: number | undefined;
  /** 5 */
  readonly intervalSeconds?: number | undefined;
  /** 3599 */
  readonly accessTokenSeconds?: number | undefined;
  /** `{graph_url}`: audience of what is asked for the directory API. `useDirectory` changes it. */
  readonly graphUrl?: string | undefined;
  /** Whose ids a guest's tokens carry; `here`. */
  readonly guestIds?: GuestIds | undefined;
  /** Keys, codes, grants and tokens are kept here; in memory unless given. */
  readonly state?: StateFolder | undefined;
}

export interface RunningIdentityProvider extends Served {
  /** The texts of the token answers given, oldest first, byte for byte; the newest 1,000. Secret. */
  readonly tokenAnswers: readonly string[];
  /** From now on token answers are written by `write`; undefined: as usual. */
  writeTokenAnswers(write: ((answer: TokenAnswerBody) => string) | undefined): void;
  /** Tells where the directory API is, when it starts after the identity provider. */
  useDirectory(graphUrl: string): void;
  /** Of the operators' applications, for sign-ins in the browser. Secret. */
  readonly clientSecret: string;
  /** The issuer in a tenant's tokens. */
  issuerOf(tenantId: string): string;
}

/** Private keys. */
interface Keys {
  readonly signing: ReturnType<typeof createSigningKey>;
  readonly cookies: string;
  readonly clientSecret: string;
}

export async function startIdentityProvider(options: IdentityProviderOptions = {}): Promise<RunningIdentityProvider> {
  const { organizations = ORGANIZATIONS, people = PEOPLE, intervalSeconds = 5, state = IN_MEMORY } = options;
  let graphUrl = options.graphUrl ?? 'https://graph.microsoft.com';
  let write: ((answer: TokenAnswerBody) => string) | undefined;
  const tokenAnswers: string[] = [];
  const keys = keysIn(state);
  const issuerAt = (url: string, tenantId: string): string => `${url}/${tenantId}/v2.0`;

  const served = await serve(options, (url) => {
    const tenants = new Map<string, Mounted>();
    for (const organization of organizations) {
      const provider = createTenantProvider({
        issuer: issuerAt(url, organization.tenantId),
        organization,
        people: peopleOf(organization, people, options.guestIds ?? 'here'),
        directoryUrl: () => graphUrl,
        deviceCodeSeconds: options.deviceCodeSeconds ?? 900,
        accessTokenSeconds: options.accessTokenSeconds ?? 3599,
        intervalSeconds,
        signingKey: keys.signing,
        cookieKey: keys.cookies,
        clientSecret: keys.clientSecret,
        kept: state.open(`identity-provider-${organization.organization}`),
        tokenAnswerText: (answer) => {
          const text = (write ?? JSON.stringify)(answer);
          tokenAnswers.push(text);
          if (tokenAnswers.length > KEPT_ANSWERS) tokenAnswers.shift();
          return text;
        },
      });
      provider.silent = true;
      const mounted = provider.callback();
      for (const name of [organization.organization, organization.tenantId]) tenants.set(name, mounted);
    }
    return handlerFor(tenants, keys.clientSecret);
  });

  return {
    ...served,
    tokenAnswers,
    writeTokenAnswers: (next) => void (write = next),
    useDirectory: (next) => void (graphUrl = next),
    issuerOf: (tenantId) => issuerAt(served.url, tenantId),
    clientSecret: keys.clientSecret,
  };
}

type Mounted = ReturnType<Provider['callback']>;
/** Koa takes the path before mounting from here. */
type MountedRequest = IncomingMessage & { originalUrl?: string };

function handlerFor(tenants: ReadonlyMap<string, Mounted>, clientSecret: string): Handler {
  return async (request, raw, response) => {
    const [, first = '', rest = ''] = /^\/([^/]*)(\/.*)?$/.exec(request.path) ?? [];
    const tenant = decodeURIComponent(first).toLowerCase();
    const mounted = tenants.get(tenant);
    if (mounted === undefined) {
      refuse(response, request, ['common', 'organizations', 'consumers'].includes(tenant) ? NO_TENANT : UNKNOWN_TENANT);
      return;
    }
    const path = rest.replace(/^\/v2\.0(?=\/\.well-known\/)/, '');
    // A prefilled code is a sign of phishing: the page never takes one from the address.
    const query = path === CODE_PATH || request.query === '' ? '' : `?${request.query}`;
    const { inner, isMissing }: { inner: MountedRequest; isMissing: boolean } =
      path === TOKEN_PATH && request.method === 'POST'
        ? withoutSecret(request, raw, clientSecret)
        : { inner: unread(raw, request.body), isMissing: false };
    if (isMissing) return refuse(response, request, translate('credential_missing', undefined));
    inner.url = `${path}${query}`;
    inner.originalUrl = `/${first}${path}${query}`;
    // A sign-in starts with nobody signed in, whatever an earlier one left half-way.
    if (path === CODE_PATH && request.method === 'GET') delete inner.headers.cookie;
    await mounted(inner, response);
  };
}

function refuse(response: ServerResponse, request: ReceivedRequest, error: EntraError): void {
  if (request.method === 'POST' || request.path.endsWith('/openid-configuration')) {
    sendJson(response, 400, entraBody(error));
  } else {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' });
    response.end('Not found');
  }
}

function keysIn(state: StateFolder): Keys {
  // An earlier version kept fewer.
  const kept = state.open<Partial<Keys>>('identity-provider-keys');
  const secret = (): string => randomBytes(24).toString('base64url');
  const keys = { signing: createSigningKey(), cookies: secret(), clientSecret: secret(), ...kept.previous };
  kept.save(() => keys);
  return keys;
}

function createSigningKey(): JsonWebKey & { kid: string } {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    ...privateKey.export({ format: 'jwk' }),
    alg: 'RS256',
    use: 'sig',
    kid: randomBytes(9).toString('base64url'),
  };
}
