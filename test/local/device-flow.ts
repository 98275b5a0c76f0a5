/** The device flow as a client drives it, by plain HTTP. */
import { approve } from '../../local/identity-provider/approve.ts';
import { ALEX, FERNWEH, type SampleOrganization, type SamplePerson } from '../../local/people.ts';

export const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

export async function postForm(url: string, form: Readonly<Record<string, string>> | URLSearchParams): Promise<Answer> {
  return read(await fetch(url, { method: 'POST', body: new URLSearchParams(form) }));
}

export async function getWith(url: string, token?: string): Promise<Answer> {
  return read(await fetch(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }));
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = text.startsWith('{') || text.startsWith('[');
  const json = isJson ? (JSON.parse(text) as Readonly<Record<string, unknown>>) : {};
  return { status: response.status, text, json, headers: response.headers };
}

export function operatorScope(organization: SampleOrganization = FERNWEH): string {
  return `api://${organization.operatorApplicationId}/access_as_user openid profile offline_access`;
}

export interface Code {
  readonly userCode: string;
  readonly deviceCode: string;
  readonly verificationUri: string;
  readonly answer: Answer;
}

export interface FlowRequest {
  /** As the address names the tenant. */
  readonly tenant?: string;
  readonly clientId?: string;
  readonly scope?: string;
}

export async function requestCode(providerUrl: string, request: FlowRequest = {}): Promise<Code> {
  const { tenant = FERNWEH.organization, clientId = FERNWEH.operatorApplicationId, scope = operatorScope() } = request;
  const answer = await postForm(`${providerUrl}/${tenant}/oauth2/v2.0/devicecode`, { client_id: clientId, scope });
  const { user_code, device_code, verification_uri } = answer.json;
  return {
    userCode: String(user_code),
    deviceCode: String(device_code),
    verificationUri: String(verification_uri),
    answer,
  };
}

export function poll(providerUrl: string, deviceCode: string, request: FlowRequest = {}): Promise<Answer> {
  const { tenant = FERNWEH.organization, clientId = FERNWEH.operatorApplicationId } = request;
  return postForm(`${providerUrl}/${tenant}/oauth2/v2.0/token`, {
    grant_type: DEVICE_CODE_GRANT,
    client_id: clientId,
    device_code: deviceCode,
  });
}

export function refresh(providerUrl: string, refreshToken: string, scope: string): Promise<Answer> {
  return postForm(`${providerUrl}/${FERNWEH.organization}/oauth2/v2.0/token`, {
    grant_type: 'refresh_token',
    client_id: FERNWEH.operatorApplicationId,
    refresh_token: refreshToken,
    scope,
  });
}

/** The token answer of somebody who approved. */
export async function signIn(
  providerUrl: string,
  person: SamplePerson = ALEX,
  request: FlowRequest = {},
): Promise<Answer> {
  const code = await requestCode(providerUrl, request);
  await approve({ ...code, person });
  return poll(providerUrl, code.deviceCode, request);
}

export const APP_ONLY: FlowRequest = {
  clientId: FERNWEH.appOnlyApplicationId,
  scope: 'Directory.Read.All User.Read offline_access',
};
