/** Calls the stand-in's restore endpoints as somebody, and checks the shape of every answer. */
import { Agent, type RequestInit, fetch } from 'undici';
import type { RunningBackupService } from '../../local/backup-service.ts';
import type { RunningIdentityProvider } from '../../local/identity-provider.ts';
import { ALEX, FERNWEH, MIKA, type SampleOrganization, type SamplePerson } from '../../local/people.ts';
import { answerMistakes } from '../../local/backup-service/documented/documented.ts';
import { approve } from '../../local/identity-provider/approve.ts';
import { APP_ONLY, operatorScope, postForm, signIn } from './device-flow.ts';

/** A connection for each call: one that waits while this process is busy is closed by its other end. */
const dispatcher = new Agent({ pipelining: 0 });

type Json = Readonly<Record<string, unknown>>;

export interface Answered {
  readonly status: number;
  readonly json: Json;
  /** Of a page. */
  readonly results: readonly Json[];
  /** Whether a page has a next one. */
  readonly more: boolean;
}

export interface ServiceClient {
  readonly accessToken: string;
  get(path: string): Promise<Answered>;
  post(path: string, body?: unknown): Promise<Answered>;
  /** `…/RestoreSessions/{id}` of a new explore session. @throws Error unless it was opened */
  explore(body: Json): Promise<string>;
}

export async function clientOf(
  provider: RunningIdentityProvider,
  service: RunningBackupService,
  person: SamplePerson = ALEX,
  organization: SampleOrganization = FERNWEH,
): Promise<ServiceClient> {
  const request = {
    tenant: organization.organization,
    clientId: organization.operatorApplicationId,
    scope: operatorScope(organization),
  };
  const { json } = await signIn(provider.url, person, request);
  const answer = await postForm(`${service.url}/v8/token`, {
    grant_type: 'operator',
    client_id: `${person.objectId}.${person.tenantId}`,
    assertion: String(json['access_token']),
    disable_antiforgery_token: 'true',
  });
  return withToken(service, String(answer.json['access_token']));
}

/** Signed in as the organization. */
export async function tenantOf(
  provider: RunningIdentityProvider,
  service: RunningBackupService,
  person: SamplePerson = MIKA,
): Promise<ServiceClient> {
  const { text } = await signIn(provider.url, person, APP_ONLY);
  const answer = await postForm(`${service.url}/v5/Token`, {
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    client_id: FERNWEH.organization,
    assertion: text,
  });
  return withToken(service, String(answer.json['access_token']), '/v8/Organization/Explore');
}

/** A code for restores of the session, with which somebody has signed in. */
export async function approvedCode(client: ServiceClient, session: string, person = MIKA): Promise<string> {
  const { json } = await client.post(`${session}/organization/restoreDeviceCode`, {});
  const userCode = String(json['userCode']);
  await approve({ verificationUri: String(json['verificationUrl']), userCode, person });
  return userCode;
}

/** What only answers hold is not sent back. */
const withoutLinks = (key: string, value: unknown): unknown =>
  key === '_links' || key === '_actions' ? undefined : value;

export function withToken(
  service: RunningBackupService,
  accessToken: string,
  explore = '/v8/Organization/OperatorExplore',
): ServiceClient {
  async function call(method: string, path: string, init: RequestInit = {}): Promise<Answered> {
    const content = init.body === undefined ? {} : { 'content-type': 'application/json' };
    const headers = { authorization: `Bearer ${accessToken}`, ...content };
    const response = await fetch(`${service.url}${path}`, { ...init, method, headers, dispatcher });
    const [pathOnly = ''] = path.split('?');
    const text = await response.text();
    // Not `expect`: the benchmark uses it, too.
    const mistakes = answerMistakes(method, pathOnly, response.status, text);
    if (mistakes.length > 0) throw new Error(`${method} ${pathOnly}: ${mistakes.join('; ')}`);
    const json: unknown = text === '' ? '' : JSON.parse(text);
    const page = (Array.isArray(json) ? { results: json } : json === '' ? {} : json) as Json;
    return {
      status: response.status,
      json: page,
      results: (page['results'] ?? []) as readonly Json[],
      more: 'next' in ((page['_links'] ?? {}) as Json),
    };
  }

  const post = (path: string, body?: unknown): Promise<Answered> =>
    call('POST', path, body === undefined ? {} : { body: JSON.stringify(body, withoutLinks) });
  return {
    accessToken,
    get: (path) => call('GET', path),
    post,
    async explore(body) {
      const { status, json } = await post(explore, body);
      if (status !== 201) throw new Error(`${status}: ${String(json['message'])}`);
      return `/v8/RestoreSessions/${String(json['id'])}`;
    },
  };
}
