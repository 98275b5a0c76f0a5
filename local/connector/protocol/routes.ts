/** HTTP for the bot's calls: metadata, keys, tokens, uploads and `/v3`, with the scripted faults. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BearerTokens } from './bearer-tokens.ts';
import { readRequest, type ApiAnswer, type ApiRequest } from './bot-api.ts';
import type { Drive } from '../drive.ts';
import type { Fault, OrderedFaults } from '../faults.ts';
import type { ChatEvents } from '../chat-events.ts';
import { answerJson, parseJson, readBody } from '../http.ts';
import type { Signing } from './signing.ts';
import type { CallKind, ConnectorCall, Json } from '../types.ts';

export const METADATA_PATH = '/v1/.well-known/openidconfiguration';
const KEYS_PATH = '/v1/.well-known/keys';
const TOKEN_PATH = /\/oauth2\/v2\.0\/token$/;

interface Facts {
  readonly kind: CallKind;
  readonly request?: ApiRequest | undefined;
  readonly body: unknown;
  readonly answer: () => ApiAnswer;
}

interface ProtocolRoutes {
  /** Answers a request of the protocol. @returns whether it was one */
  handle(request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean>;
}

export function createProtocolRoutes({
  signing,
  tokens,
  api,
  drive,
  faults,
  calls,
  chatEvents,
  url,
  now,
}: {
  readonly signing: Signing;
  readonly tokens: BearerTokens;
  readonly api: (request: ApiRequest) => ApiAnswer;
  readonly drive: Pick<Drive, 'readUpload'>;
  readonly faults: OrderedFaults;
  /** Filled with every call. */
  readonly calls: ConnectorCall[];
  readonly chatEvents: ChatEvents;
  readonly url: () => string;
  readonly now: () => number;
}): ProtocolRoutes {
  const read = async (request: IncomingMessage, path: string): Promise<Facts | undefined> => {
    const method = request.method ?? 'GET';
    if (method === 'GET' && path === METADATA_PATH) {
      const body = {
        issuer: signing.issuer,
        jwks_uri: `${url()}${KEYS_PATH}`,
        id_token_signing_alg_values_supported: ['RS256'],
        token_endpoint_auth_methods_supported: ['private_key_jwt'],
      };
      return { kind: 'metadata', body: undefined, answer: () => ({ status: 200, body }) };
    }
    if (method === 'GET' && path === KEYS_PATH) {
      return { kind: 'keys', body: undefined, answer: () => ({ status: 200, body: signing.keys }) };
    }
    if (method === 'POST' && TOKEN_PATH.test(path)) {
      const form = new URLSearchParams(await readBody(request));
      const { client_secret: _, ...shown } = Object.fromEntries(form);
      return { kind: 'token', body: shown, answer: () => tokens.answer(form) };
    }
    const uploading = await drive.readUpload(request, path);
    if (uploading !== undefined) return { kind: 'upload', body: undefined, answer: uploading };
    if (!/^\/+v3\//.test(path)) return undefined;
    const text = await readBody(request);
    const body = parseJson(text === '' ? '{}' : text);
    const call = readRequest(method, path, (body ?? {}) as Json);
    if (!call) return undefined;
    const answer = (): ApiAnswer => {
      if (!tokens.accepts(request.headers.authorization)) {
        return { status: 401, body: { message: 'Authorization has been denied for this request.' } };
      }
      if (typeof body !== 'object' || body === null) {
        return { status: 400, body: { error: { code: 'BadSyntax', message: 'The body is not a JSON object.' } } };
      }
      return api(call);
    };
    return { kind: call.kind, request: call, body, answer };
  };

  const perform = async (response: ServerResponse, answer: () => ApiAnswer, fault: Fault | undefined) => {
    const proper = fault && fault.kind !== 'delay' && fault.applied !== true ? undefined : answer();
    switch (fault?.kind) {
      case 'reset':
        response.socket?.destroy();
        return 0;
      case 'hang':
        return 0;
      case 'status':
        answerJson(response, fault.status, fault.body, fault.headers);
        return fault.status;
      case 'delay':
        await sleep(fault.milliseconds, undefined, { ref: false });
        break;
      case undefined:
        break;
    }
    answerJson(response, proper?.status ?? 500, proper?.body);
    return proper?.status ?? 500;
  };

  return {
    async handle(request, response, path) {
      const facts = await read(request, path);
      if (!facts) return false;
      const at = now();
      const status = await perform(response, facts.answer, faults.take(facts.kind));
      const call: ConnectorCall = {
        kind: facts.kind,
        method: request.method ?? 'GET',
        path,
        conversationId: facts.request?.conversationId,
        activityId: facts.request?.activityId,
        body: facts.body,
        status,
        at,
      };
      calls.push(call);
      chatEvents.add({ kind: 'called', call });
      return true;
    },
  };
}
