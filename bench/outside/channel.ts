/** Stand-in for the chat service: signs its tokens, issues the bot's, accepts messages and records when they arrived. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createSigning, type Signing } from '../../local/connector/protocol/signing.ts';
import { bodyOf } from './body.ts';

export interface Posted {
  readonly cardId: string;
  /** The message, as it was sent. */
  readonly body: string;
}

export interface BenchChannel {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Tokens for incoming activities. */
  sign(): Promise<string>;
  /** By card id: when it was last edited (epoch milliseconds) and its text. */
  readonly edits: ReadonlyMap<string, number>;
  /** The last card that was posted, by conversation. */
  readonly posted: ReadonlyMap<string, Posted>;
  takeSends(): number;
}

export async function createBenchChannel(url: () => string, appId: string): Promise<BenchChannel> {
  const signing: Signing = await createSigning({
    issuer: 'https://api.botframework.com',
    audience: appId,
    serviceUrl: () => `${url()}/`,
    now: Date.now,
  });
  const edits = new Map<string, number>();
  const posted = new Map<string, Posted>();
  let sends = 0;

  const json = (response: ServerResponse, body: object): void => {
    const sent = JSON.stringify(body);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) });
    response.end(sent);
  };

  return {
    async handle(request, response) {
      const path = request.url ?? '';
      if (path.endsWith('/openid')) {
        const issuer = signing.issuer;
        return json(response, {
          issuer,
          jwks_uri: `${url()}/keys`,
          id_token_signing_alg_values_supported: ['RS256'],
          token_endpoint_auth_methods_supported: ['private_key_jwt'],
          authorization_endpoint: 'https://invalid.botframework.com',
        });
      }
      if (path.endsWith('/keys')) return json(response, signing.keys);
      const body = (await bodyOf(request)).toString();
      if (path.endsWith('/oauth2/v2.0/token')) {
        const token = randomBytes(32).toString('base64url');
        return json(response, {
          token_type: 'Bearer',
          expires_in: 86_399,
          ext_expires_in: 86_399,
          access_token: token,
        });
      }
      sends += 1;
      const [, conversation = '', card] = /^\/v3\/conversations\/([^/]+)\/activities(?:\/([^/?]+))?/.exec(path) ?? [];
      const id = card ?? `card-${sends}`;
      if (request.method === 'PUT')
        edits.set(decodeURIComponent(conversation), performance.timeOrigin + performance.now());
      else if (!body.includes('"typing"')) posted.set(decodeURIComponent(conversation), { cardId: id, body });
      return json(response, { id });
    },
    sign: () => signing.sign({ expiresInSeconds: 86_000 }),
    edits,
    posted,
    takeSends() {
      const taken = sends;
      sends = 0;
      return taken;
    },
  };
}
