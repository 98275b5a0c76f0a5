import { Agent, fetch as fetchOver } from 'undici';
import { SignJWT, decodeJwt, generateKeyPair } from 'jose';
import { type RunningBackupService, startBackupService } from '../../local/backup-service.ts';
import { type RunningIdentityProvider, startIdentityProvider } from '../../local/identity-provider.ts';
import { ALEX, DANA, FERNWEH, MIKA, NOOR, PETRA } from '../../local/people.ts';
import { HTML_PAGE, unavailable } from '../../local/stand-in/faults.ts';
import { SELF_SIGNED } from '../support/certificates.ts';
import { APP_ONLY, type Answer, getWith, operatorScope, postForm, refresh, signIn } from './device-flow.ts';

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

let provider: RunningIdentityProvider;
let service: RunningBackupService;
beforeAll(async () => {
  provider = await startIdentityProvider();
  service = await startBackupService({ identityProviderUrl: provider.url, graphUrl: 'https://graph.microsoft.com' });
});
afterAll(async () => {
  await service.stop();
  await provider.stop();
});

async function assertionOf(person = ALEX): Promise<string> {
  return String((await signIn(provider.url, person)).json['access_token']);
}

function exchange(assertion: string, clientId = `${ALEX.objectId}.${ALEX.tenantId}`): Promise<Answer> {
  return postForm(`${service.url}/v8/token`, {
    grant_type: 'operator',
    client_id: clientId,
    assertion,
    disable_antiforgery_token: 'true',
  });
}

function tokenOf(answer: Answer, name = 'access_token'): string {
  return String(answer.json[name]);
}

describe('the operator grant', () => {
  test('answers in the documented shape', async () => {
    const answer = await exchange(await assertionOf());
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 3600,
      '.issued': expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      '.expires': expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      userName: ALEX.signInName,
    });
    const lasting = Date.parse(tokenOf(answer, '.expires')) - Date.parse(tokenOf(answer, '.issued'));
    expect(lasting).toBe(3_600_000);
  });

  test('tells who is an operator and who only knows the service', async () => {
    const operator = await exchange(await assertionOf());
    const administrator = await exchange(await assertionOf(MIKA), `${MIKA.objectId}.${MIKA.tenantId}`);
    const path = `${service.url}/v8/Organization/LoggedInUser`;
    expect((await getWith(path, tokenOf(operator))).json).toEqual({ id: ALEX.objectId, name: ALEX.signInName });
    expect((await getWith(`${path}/OperatorInfo`, tokenOf(operator))).json).toMatchObject({ isOperator: true });
    expect((await getWith(`${path}/OperatorInfo`, tokenOf(administrator))).json).toMatchObject({ isOperator: false });
  });

  test.each([
    ['somebody who is no operator', PETRA, PETRA.objectId],
    ['a guest', DANA, DANA.guestObjectId],
  ])('refuses %s', async (_case, person, objectId) => {
    const answer = await exchange(await assertionOf(person), `${objectId}.${FERNWEH.tenantId}`);
    expect(answer.status).toBe(403);
    expect(answer.json).toMatchObject({ errorCode: 'ResourceAccessDenied' });
    expect(answer.json['message']).toContain('not a restore operator');
  });

  test('refuses a client_id that is not of the assertion', async () => {
    const answer = await exchange(await assertionOf(), `${NOOR.objectId}.${NOOR.tenantId}`);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({
      errorCode: 'ParameterValidationFailure',
      message: 'client_id does not belong to the assertion.',
    });
  });

  test('refuses a token for the directory', async () => {
    const { json } = await signIn(provider.url);
    const graph = await refresh(provider.url, String(json['refresh_token']), 'https://graph.microsoft.com/.default');
    expect((await exchange(tokenOf(graph))).json['message']).toBe('The assertion is not accepted: aud not valid.');
  });

  test('refuses a forged signature', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    const forged = await new SignJWT(decodeJwt(await assertionOf()))
      .setProtectedHeader({ alg: 'RS256' })
      .sign(privateKey);
    expect((await exchange(forged)).json['message']).toBe('The assertion is not accepted: signature not valid.');
  });

  test('refuses a whole token document, and what is no token', async () => {
    const { text } = await signIn(provider.url);
    for (const assertion of [text, 'nonsense']) expect((await exchange(assertion)).status).toBe(400);
  });

  test('refuses an assertion that has ended', async () => {
    const brief = await startIdentityProvider({ accessTokenSeconds: 1 });
    const own = await startBackupService({ identityProviderUrl: brief.url });
    try {
      const assertion = String((await signIn(brief.url)).json['access_token']);
      await new Promise((resolve) => setTimeout(resolve, 1100));
      const answer = await postForm(`${own.url}/v8/token`, {
        grant_type: 'operator',
        client_id: `${ALEX.objectId}.${ALEX.tenantId}`,
        assertion,
      });
      expect(answer.json['message']).toBe('The assertion is not accepted: token has ended.');
    } finally {
      await own.stop();
      await brief.stop();
    }
  });

  test('requires a form', async () => {
    const response = await fetch(`${service.url}/v8/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"grant_type":"operator"}',
    });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ errorCode: 'HttpError' });
  });
});

describe('a session', () => {
  test('is renewed in pairs, each refresh token good for once, at its own path alone', async () => {
    const first = await exchange(await assertionOf());
    const form = { grant_type: 'refresh_token', refresh_token: tokenOf(first, 'refresh_token') };
    expect((await postForm(`${service.url}/v5/Token`, form)).status).toBe(400);
    const second = await postForm(`${service.url}/v8/token`, { ...form, disable_antiforgery_token: 'true' });
    expect(second.status).toBe(200);
    expect(tokenOf(second, 'refresh_token')).not.toBe(form.refresh_token);
    expect((await postForm(`${service.url}/v8/token`, form)).status).toBe(400);
    expect((await getWith(`${service.url}/v8/ServiceInstance`, tokenOf(second))).status).toBe(200);
  });

  test('ends with a log-out, refresh token and all', async () => {
    const answer = await exchange(await assertionOf());
    const logOut = () =>
      fetch(`${service.url}/v8/token/logout`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokenOf(answer)}` },
      });
    expect((await logOut()).status).toBe(204);
    const again = await logOut();
    expect(again.status).toBe(401);
    expect(await again.text()).toBe('');
    const renewal = { grant_type: 'refresh_token', refresh_token: tokenOf(answer, 'refresh_token') };
    expect((await postForm(`${service.url}/v8/token`, renewal)).status).toBe(400);
  });

  test('lasts as long as it says', async () => {
    const brief = await startBackupService({ identityProviderUrl: provider.url, tokenSeconds: 1 });
    try {
      const answer = await postForm(`${brief.url}/v8/token`, {
        grant_type: 'operator',
        client_id: `${ALEX.objectId}.${ALEX.tenantId}`,
        assertion: await assertionOf(),
        disable_antiforgery_token: 'true',
      });
      expect(answer.json['expires_in']).toBe(1);
      expect((await getWith(`${brief.url}/v8/ServiceInstance`, tokenOf(answer))).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 1050));
      expect((await getWith(`${brief.url}/v8/ServiceInstance`, tokenOf(answer))).status).toBe(401);
    } finally {
      await brief.stop();
    }
  });

  test('needs the antiforgery cookie where the sign-in did not do without', async () => {
    const answer = await postForm(`${service.url}/v8/token`, {
      grant_type: 'operator',
      client_id: `${ALEX.objectId}.${ALEX.tenantId}`,
      assertion: await assertionOf(),
    });
    expect((await getWith(`${service.url}/v8/ServiceInstance`, tokenOf(answer))).status).toBe(401);
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    const authorization = `Bearer ${tokenOf(answer)}`;
    const response = await fetch(`${service.url}/v8/ServiceInstance`, { headers: { authorization, cookie } });
    expect(response.status).toBe(200);
  });

  test('can be ended by the service', async () => {
    const answer = await exchange(await assertionOf());
    expect(service.sessionCount).toBeGreaterThan(0);
    service.endAllSessions();
    expect(service.sessionCount).toBe(0);
    expect((await getWith(`${service.url}/v8/ServiceInstance`, tokenOf(answer))).status).toBe(401);
  });
});

describe('the app-only grant', () => {
  function appOnly(fields: Readonly<Record<string, string>>): Promise<Answer> {
    return postForm(`${service.url}/v5/Token`, {
      grant_type: JWT_BEARER,
      client_id: FERNWEH.organization,
      ...fields,
    });
  }

  test('takes the token answer byte for byte and keeps what it got', async () => {
    provider.writeTokenAnswers((answer) => ` {\n "x_unknown":"Grüße ☃ +&=",  ${JSON.stringify(answer).slice(1)}\n`);
    const { text } = await signIn(provider.url, MIKA, APP_ONLY);
    provider.writeTokenAnswers(undefined);
    const answer = await appOnly({ assertion: text });
    expect(answer.status).toBe(200);
    expect(service.appOnlyAssertions.at(-1)).toBe(text);
    expect(service.appOnlyAssertions.at(-1)).toBe(provider.tokenAnswers.at(-1));

    const info = await getWith(`${service.url}/v8/Organization/LoggedInUser`, tokenOf(answer));
    expect(info.json).toMatchObject({ errorCode: 'ResourceAccessDenied' });
    const renewal = { grant_type: 'refresh_token', refresh_token: tokenOf(answer, 'refresh_token') };
    expect((await postForm(`${service.url}/v5/Token`, renewal)).status).toBe(200);
  });

  test('refuses a fourth parameter', async () => {
    const { text } = await signIn(provider.url, MIKA, APP_ONLY);
    const answer = await appOnly({ assertion: text, disable_antiforgery_token: 'true' });
    expect(answer.status).toBe(400);
    expect(answer.json['message']).toContain('Exactly');
  });

  test('refuses a bare token, another organization, and who is no administrator', async () => {
    const { text, json } = await signIn(provider.url, MIKA, APP_ONLY);
    expect((await appOnly({ assertion: String(json['access_token']) })).status).toBe(400);
    expect((await appOnly({ assertion: text, client_id: 'lindenhof.onmicrosoft.com' })).status).toBe(400);
    const other = await signIn(provider.url, ALEX, APP_ONLY);
    expect((await appOnly({ assertion: other.text })).status).toBe(403);
  });

  test('refuses a token for the operators’ application, and one without the permissions', async () => {
    const operator = await signIn(provider.url, MIKA, { scope: operatorScope() });
    expect((await appOnly({ assertion: operator.text })).status).toBe(400);
    const little = await signIn(provider.url, MIKA, { ...APP_ONLY, scope: 'User.Read offline_access' });
    expect((await appOnly({ assertion: little.text })).status).toBe(403);
  });
});

describe('requests without a token', () => {
  test('portal settings name the application and the authority', async () => {
    const settings = () => getWith(`${service.url}/v8/RestorePortalSettings`);
    expect((await settings()).json).toEqual({
      isEnabled: true,
      applicationId: FERNWEH.operatorApplicationId,
      msalAuthorityUri: provider.url,
      restorePortalUri: `${service.url}/portal`,
    });
    service.switchPortal(false);
    expect((await settings()).json['isEnabled']).toBe(false);
    service.switchPortal(true);
  });

  test('health is public; everything else needs a token or does not exist', async () => {
    expect((await getWith(`${service.url}/v8/Health`)).json).toMatchObject({ status: 'Healthy' });
    const refused = await getWith(`${service.url}/v8/ServiceInstance`, 'nonsense');
    expect([refused.status, refused.text]).toEqual([401, '']);
    expect((await getWith(`${service.url}/v8/token`)).json).toMatchObject({ errorCode: 'ResourceNotFound' });
    expect((await getWith(`${service.url}/v7/RestorePortalSettings`)).status).toBe(404);
  });

  test('can be served over TLS', async () => {
    const secure = await startBackupService({ identityProviderUrl: provider.url, tls: SELF_SIGNED });
    const dispatcher = new Agent({ connect: { ca: SELF_SIGNED.cert } });
    try {
      expect(secure.url).toMatch(/^https:/);
      const response = await fetchOver(`${secure.url}/v8/Health`, { dispatcher });
      expect(await response.json()).toMatchObject({ status: 'Healthy' });
      await expect(fetch(`${secure.url}/v8/Health`)).rejects.toThrow('fetch failed');
    } finally {
      await dispatcher.close();
      await secure.stop();
    }
  });

  test('faults can be scripted here too', async () => {
    service.faults.next('/v8/Health', unavailable(), 2);
    service.faults.next('/v8/Health', HTML_PAGE);
    service.faults.next('/v8/Health', { kind: 'answer', status: 500, body: { message: 'x', errorCode: 'HttpError' } });
    const statuses = [];
    for (let call = 0; call < 5; call += 1) statuses.push((await getWith(`${service.url}/v8/Health`)).status);
    expect(statuses).toEqual([503, 503, 200, 500, 200]);
  });

  test('what came in can be read in this process', async () => {
    await exchange('nonsense');
    const last = service.received.at(-1);
    expect([last?.method, last?.path]).toEqual(['POST', '/v8/token']);
    expect(last?.body).toContain('grant_type=operator');
  });
});
