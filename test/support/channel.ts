/** A Bot Connector for tests: signs its tokens, serves their keys, issues tokens to the bot, and records its messages. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import type { CryptoKey, JWK } from 'jose';

import type { ChannelSettings } from '../../src/chat/inbound/authorize-activity.ts';
import type { ConnectorTokenSettings } from '../../src/chat/outbound/connector-token.ts';

export const APP_ID = '11111111-aaaa-4bbb-8ccc-000000000001';
export const APP_PASSWORD = 'app-password-that-must-not-be-seen';
export const TENANT = '22222222-aaaa-4bbb-8ccc-000000000002';
export const USER = '33333333-aaaa-4bbb-8ccc-000000000003';
export const ISSUER = 'https://api.channel.test';

/** A call of the bot at `/v3/conversations/…`. */
export interface ConnectorCall {
  readonly method: string;
  readonly conversationId: string;
  /** Of an edit. */
  readonly activityId: string | undefined;
  readonly activity: Readonly<Record<string, unknown>>;
  readonly authorization: string | undefined;
}

export type Scripted =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  /** The connection ends without an answer. */
  | 'cut off';

export interface TokenOptions {
  readonly key?: CryptoKey | undefined;
  readonly kid?: string | undefined;
  readonly alg?: string | undefined;
  readonly expiresAt?: number | undefined;
  /** A claim set to undefined is left out. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
}

export interface Channel {
  readonly origin: string;
  /** With a trailing slash, as Teams writes it. */
  readonly serviceUrl: string;
  readonly calls: readonly ConnectorCall[];
  /** Number of requests by path, without `/v3`. */
  readonly asked: Readonly<Record<'metadata' | 'keys' | 'token', number>>;
  /** Answers the next calls at `/v3` in this order, then normally again. */
  script(...answers: readonly Scripted[]): void;
  /** While true every path except `/v3` answers 503. */
  away: boolean;
  /** Milliseconds that the token endpoint takes. */
  tokenDelay: number;
  /** Refuses all tokens issued so far. */
  revokeTokens(): void;
  endorse(...channelIds: readonly string[]): void;
  /** Switches to a new signing key and removes the old one from the key set. */
  rotate(): Promise<void>;
  sign(options?: TokenOptions): Promise<string>;
  settings(overrides?: Partial<ChannelSettings & ConnectorTokenSettings>): ChannelSettings & ConnectorTokenSettings;
  close(): Promise<void>;
}

interface ChannelKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

/** Shared, because generating one takes a tenth of a second. */
const firstKey = newKey('key-1');

async function newKey(kid: string): Promise<ChannelKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  return { kid, privateKey, jwk: await exportJWK(publicKey) };
}

export async function startChannel(): Promise<Channel> {
  const calls: ConnectorCall[] = [];
  const asked = { metadata: 0, keys: 0, token: 0 };
  const scripted: Scripted[] = [];
  const tokens = new Set<string>();
  let endorsements: readonly string[] = ['msteams'];
  let rotation = 1;
  let signing = await firstKey;
  let messages = 0;

  async function ordinary(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin);
    const text = await readText(request);
    if (url.pathname.startsWith('/v3/conversations/')) return connector(request, url, text, response);
    if (url.pathname.endsWith('/oauth2/v2.0/token')) {
      asked.token += 1;
      if (channel.tokenDelay > 0) await new Promise((resolve) => setTimeout(resolve, channel.tokenDelay));
      return channel.away ? json(response, 503, {}) : issue(text, response);
    }
    if (url.pathname === '/metadata') asked.metadata += 1;
    if (url.pathname === '/keys') asked.keys += 1;
    if (channel.away) return json(response, 503, {});
    if (url.pathname === '/metadata') return json(response, 200, { issuer: ISSUER, jwks_uri: `${origin}/keys` });
    if (url.pathname !== '/keys') return json(response, 404, {});
    const { kid, jwk } = signing;
    return json(response, 200, { keys: [{ ...jwk, kid, use: 'sig', endorsements }] });
  }

  function issue(text: string, response: ServerResponse): void {
    const form = new URLSearchParams(text);
    if (form.get('client_id') !== APP_ID || form.get('client_secret') !== APP_PASSWORD) {
      return json(response, 401, { error: 'invalid_client' });
    }
    const token = `connector-token-${asked.token}`;
    tokens.add(token);
    return json(response, 200, { access_token: token, token_type: 'Bearer', expires_in: 3_600 });
  }

  function connector(request: IncomingMessage, url: URL, text: string, response: ServerResponse): void {
    const [, , , conversation = '', , activityId] = url.pathname.split('/');
    const { authorization } = request.headers;
    calls.push({
      method: request.method ?? '',
      conversationId: decodeURIComponent(conversation),
      activityId: activityId === undefined ? undefined : decodeURIComponent(activityId),
      activity: text === '' ? {} : (JSON.parse(text) as ConnectorCall['activity']),
      authorization,
    });
    const answer = scripted.shift();
    if (answer === 'cut off') return void request.socket.destroy();
    if (answer !== undefined) return json(response, answer.status, answer.body, answer.headers);
    if (authorization !== undefined && !tokens.has(authorization.replace('Bearer ', ''))) {
      return json(response, 401, { error: { code: 'Unauthorized' } });
    }
    if (request.method !== 'POST') return json(response, 200, { id: activityId });
    messages += 1;
    return json(response, 201, { id: `message-${messages}` });
  }

  const server = createServer((request, response) => void ordinary(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const channel: Channel = {
    origin,
    serviceUrl: `${origin}/`,
    calls,
    asked,
    away: false,
    tokenDelay: 0,
    script: (...answers) => void scripted.push(...answers),
    revokeTokens: () => tokens.clear(),
    endorse(...channelIds) {
      endorsements = channelIds;
    },
    async rotate() {
      rotation += 1;
      signing = await newKey(`key-${rotation}`);
    },
    sign({ key = signing.privateKey, kid = signing.kid, alg = 'RS256', expiresAt, claims } = {}) {
      const exp = Math.floor((expiresAt ?? Date.now() + 3_600_000) / 1_000);
      const payload = { iss: ISSUER, aud: APP_ID, serviceurl: `${origin}/`, nbf: exp - 7_200, exp, ...claims };
      return new SignJWT(payload).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(key);
    },
    settings: (overrides) => ({
      bot: {
        appType: 'SingleTenant',
        appId: APP_ID,
        appPassword: APP_PASSWORD,
        appTenantId: TENANT,
        toBotFromChannelOpenIdMetadataUrl: `${origin}/metadata`,
        toBotFromChannelTokenIssuer: ISSUER,
        toChannelFromBotLoginUrl: origin,
        toChannelFromBotOAuthScope: ISSUER,
      },
      authentication: 'required',
      allowedServiceUrls: [origin],
      allowedTenants: [TENANT],
      ...overrides,
    }),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  return channel;
}

/** A message in a personal chat, as Teams sends it. */
export function anActivity(serviceUrl: string, overrides: Readonly<Record<string, unknown>> = {}): object {
  return {
    type: 'message',
    id: '1700000000000',
    timestamp: '2026-01-01T10:00:00.000Z',
    channelId: 'msteams',
    serviceUrl,
    from: { id: '29:person', name: 'Ada Operator', aadObjectId: USER },
    recipient: { id: `28:${APP_ID}`, name: 'Restore' },
    conversation: { conversationType: 'personal', tenantId: TENANT, id: 'a:conversation' },
    channelData: { tenant: { id: TENANT } },
    locale: 'en-GB',
    text: 'restore help',
    ...overrides,
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks).toString('utf8');
}

function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body === undefined ? '' : JSON.stringify(body));
}
