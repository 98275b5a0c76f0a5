import { decodeJwt } from 'jose';
import { type RunningIdentityProvider, startIdentityProvider } from '../../local/identity-provider.ts';
import { approve, createBrowser, deny } from '../../local/identity-provider/approve.ts';
import { REFUSALS, refusal } from '../../local/identity-provider/entra-errors.ts';
import { ALEX, DANA, FERNWEH, LINDENHOF, NOOR } from '../../local/people.ts';
import { HTML_PAGE, unavailable } from '../../local/stand-in/faults.ts';
import { APP_ONLY, getWith, operatorScope, poll, refresh, requestCode, signIn } from './device-flow.ts';

let provider: RunningIdentityProvider;
beforeAll(async () => {
  provider = await startIdentityProvider();
});
afterAll(() => provider.stop());

function claimsOf(answer: { json: Readonly<Record<string, unknown>> }, token = 'access_token') {
  return decodeJwt(String(answer.json[token]));
}

describe('the device code answer', () => {
  test('has the documented fields and no prefilled link', async () => {
    const { answer } = await requestCode(provider.url);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json)).toEqual([
      'user_code',
      'device_code',
      'verification_uri',
      'expires_in',
      'interval',
      'message',
    ]);
    expect(answer.json).toMatchObject({ expires_in: 900, interval: 5 });
    expect(answer.json['user_code']).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(answer.json['verification_uri']).toBe(`${provider.url}/${FERNWEH.organization}/devicelogin`);
    expect(answer.json['message']).toContain(String(answer.json['user_code']));
  });

  test.each([
    ['an unknown tenant', { tenant: 'nowhere.onmicrosoft.com' }, 'invalid_request', 90002],
    ['no specific tenant', { tenant: 'common' }, 'invalid_request', 50059],
    ['an unknown application', { clientId: 'somebody' }, 'unauthorized_client', 700016],
    ['an unknown resource', { scope: 'api://somebody/access_as_user' }, 'invalid_resource', 500011],
    ['an unknown permission', { scope: 'Everything.ReadWrite.All' }, 'invalid_scope', 70011],
    ['two resources at once', { scope: `${operatorScope()} User.Read` }, 'invalid_scope', 70011],
  ])('refuses %s', async (_case, request, error, number) => {
    const { answer } = await requestCode(provider.url, request);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ error, error_codes: [number] });
  });
});

describe('polling', () => {
  test('says pending until the person approves, then gives tokens once', async () => {
    const code = await requestCode(provider.url);
    const pending = await poll(provider.url, code.deviceCode);
    expect(pending.status).toBe(400);
    expect(pending.json).toMatchObject({ error: 'authorization_pending', error_codes: [70016] });
    expect(pending.json['error_description']).toMatch(
      /^AADSTS70016: .+ Trace ID: \S{36} Correlation ID: \S{36} Timestamp: \d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ$/,
    );
    expect(pending.json).toHaveProperty('trace_id');
    expect(pending.json).toHaveProperty('correlation_id');
    expect(pending.json).toHaveProperty('timestamp');

    await approve({ ...code, person: ALEX });
    const answer = await poll(provider.url, code.deviceCode);
    expect(answer.json).toMatchObject({
      token_type: 'Bearer',
      scope: `api://${FERNWEH.operatorApplicationId}/access_as_user`,
      expires_in: 3599,
      ext_expires_in: 3599,
    });
    expect(claimsOf(answer)).toMatchObject({
      oid: ALEX.objectId,
      tid: FERNWEH.tenantId,
      name: ALEX.name,
      preferred_username: ALEX.signInName,
      aud: `api://${FERNWEH.operatorApplicationId}`,
      iss: provider.issuerOf(FERNWEH.tenantId),
      scp: 'access_as_user',
    });
    expect(claimsOf(answer, 'id_token')).toMatchObject({ oid: ALEX.objectId, tid: FERNWEH.tenantId });

    const again = await poll(provider.url, code.deviceCode);
    expect(again.json).toMatchObject({ error: 'invalid_grant', error_codes: [70000] });
    expect((await refresh(provider.url, String(answer.json['refresh_token']), operatorScope())).status).toBe(200);
  });

  test('says declined after Deny', async () => {
    const code = await requestCode(provider.url);
    await deny({ ...code, person: ALEX });
    expect((await poll(provider.url, code.deviceCode)).json).toMatchObject({ error: 'authorization_declined' });
  });

  test('says expired, not unknown, once the code has ended', async () => {
    const short = await startIdentityProvider({ deviceCodeSeconds: 1, intervalSeconds: 1 });
    try {
      const code = await requestCode(short.url);
      expect(code.answer.json).toMatchObject({ expires_in: 1, interval: 1 });
      await new Promise((resolve) => setTimeout(resolve, 1100));
      expect((await poll(short.url, code.deviceCode)).json).toMatchObject({ error: 'expired_token' });
      await expect(approve({ ...code, person: ALEX })).rejects.toThrow('That code has ended');
    } finally {
      await short.stop();
    }
  });

  test('refuses an unknown code', async () => {
    expect((await poll(provider.url, 'nonsense')).json).toMatchObject({ error: 'invalid_grant', error_codes: [70000] });
  });

  test('keeps 1,500 codes alive at once', async () => {
    const codes = [];
    for (let batch = 0; batch < 15; batch += 1) {
      codes.push(...(await Promise.all(Array.from({ length: 100 }, () => requestCode(provider.url)))));
    }
    const [first] = codes;
    const answer = await poll(provider.url, first?.deviceCode ?? '');
    expect(new Set(codes.map(({ userCode }) => userCode)).size).toBe(1500);
    expect(answer.json).toMatchObject({ error: 'authorization_pending' });
  });

  test('treats the name and the id of a tenant alike', async () => {
    const code = await requestCode(provider.url, { tenant: FERNWEH.tenantId });
    expect(code.verificationUri).toBe(`${provider.url}/${FERNWEH.tenantId}/devicelogin`);
    await approve({ ...code, person: NOOR });
    expect((await poll(provider.url, code.deviceCode)).status).toBe(200);
  });

  test('keeps tenants apart', async () => {
    const code = await requestCode(provider.url);
    const elsewhere = { tenant: LINDENHOF.organization, clientId: LINDENHOF.operatorApplicationId };
    expect((await poll(provider.url, code.deviceCode, elsewhere)).json).toMatchObject({ error: 'invalid_grant' });
  });
});

describe('the refresh token', () => {
  test('stays valid when used, and serves for the directory too', async () => {
    const answer = await signIn(provider.url);
    const refreshToken = String(answer.json['refresh_token']);
    const first = await refresh(provider.url, refreshToken, operatorScope());
    const second = await refresh(provider.url, refreshToken, operatorScope());
    expect(first.json['refresh_token']).not.toBe(refreshToken);
    expect(claimsOf(second)['aud']).toBe(`api://${FERNWEH.operatorApplicationId}`);

    const graph = await refresh(
      provider.url,
      String(second.json['refresh_token']),
      'https://graph.microsoft.com/.default openid profile offline_access',
    );
    expect(claimsOf(graph)).toMatchObject({ aud: 'https://graph.microsoft.com', oid: ALEX.objectId });
  });

  test('comes only with offline_access', async () => {
    const scope = `api://${FERNWEH.operatorApplicationId}/access_as_user openid`;
    expect((await signIn(provider.url, ALEX, { scope })).json).not.toHaveProperty('refresh_token');
  });

  test('is refused where it is unknown', async () => {
    expect((await refresh(provider.url, 'nonsense', operatorScope())).json).toMatchObject({ error: 'invalid_grant' });
  });
});

describe('people', () => {
  test('a guest signs in with the ids of the tenant it is a guest of', async () => {
    const answer = await signIn(provider.url, DANA);
    expect(claimsOf(answer)).toMatchObject({ oid: DANA.guestObjectId, tid: FERNWEH.tenantId });
  });

  test('a guest can bring the ids of its home tenant', async () => {
    const other = await startIdentityProvider({ guestIds: 'home' });
    try {
      expect(claimsOf(await signIn(other.url, DANA))).toMatchObject({ oid: DANA.objectId, tid: LINDENHOF.tenantId });
    } finally {
      await other.stop();
    }
  });

  test('app-only scopes give a token for the directory', async () => {
    const answer = await signIn(provider.url, ALEX, APP_ONLY);
    expect(answer.json['scope']).toBe('Directory.Read.All User.Read');
    expect(claimsOf(answer)).toMatchObject({
      aud: 'https://graph.microsoft.com',
      scp: 'Directory.Read.All User.Read',
    });
  });
});

describe('scripted faults', () => {
  test('come in the order given, then all is as usual', async () => {
    const { deviceCode } = await requestCode(provider.url);
    provider.faults.next('/token', REFUSALS.slowDown);
    provider.faults.next('/token', unavailable(7));
    provider.faults.next('/token', HTML_PAGE);
    provider.faults.next('/token', REFUSALS.publicClientOff);
    provider.faults.next('/token', REFUSALS.consentRequired);
    const answers = [];
    for (let call = 0; call < 6; call += 1) answers.push(await poll(provider.url, deviceCode));
    expect(answers.map(({ status }) => status)).toEqual([400, 503, 200, 401, 400, 400]);
    expect(answers.map(({ json }) => json['error'])).toEqual([
      'slow_down',
      undefined,
      undefined,
      'invalid_client',
      'invalid_grant',
      'authorization_pending',
    ]);
    expect(answers[1]?.headers.get('retry-after')).toBe('7');
    expect(answers[2]?.headers.get('content-type')).toContain('text/html');
    expect(answers[4]?.json['suberror']).toBe('consent_required');
  });

  test('can apply to one grant type only', async () => {
    const { deviceCode } = await requestCode(provider.url);
    const error = { error: 'invalid_grant', number: 50173, sentence: 'The grant was revoked.' };
    provider.faults.next({ path: '/token', grantType: 'refresh_token' }, refusal(error));
    expect((await poll(provider.url, deviceCode)).json['error']).toBe('authorization_pending');
    expect(provider.faults.pending).toBe(1);
    expect((await refresh(provider.url, 'any', operatorScope())).json).toMatchObject({ error_codes: [50173] });
  });

  test.each([{ kind: 'reset' } as const, { kind: 'cut' } as const])('can be a $kind connection', async (fault) => {
    const { deviceCode } = await requestCode(provider.url);
    provider.faults.next('/token', fault);
    await expect(poll(provider.url, deviceCode)).rejects.toThrow(/fetch failed|terminated/);
    expect((await poll(provider.url, deviceCode)).status).toBe(400);
  });

  test('can lose an answer after the code was redeemed', async () => {
    const code = await requestCode(provider.url);
    await approve({ ...code, person: ALEX });
    provider.faults.next('/token', { kind: 'lost' });
    await expect(poll(provider.url, code.deviceCode)).rejects.toThrow('fetch failed');
    expect((await poll(provider.url, code.deviceCode)).json).toMatchObject({ error: 'invalid_grant' });
  });

  test('can hang until the client gives up', async () => {
    provider.faults.next('/devicecode', { kind: 'hang' });
    const call = fetch(`${provider.url}/x/oauth2/v2.0/devicecode`, { method: 'POST', signal: AbortSignal.timeout(50) });
    await expect(call).rejects.toThrow('timeout');
  });
});

describe('token answers', () => {
  test('are sent byte for byte as a test writes them', async () => {
    provider.writeTokenAnswers((answer) => ` {\n "x_unknown":"Grüße ☃",  ${JSON.stringify(answer).slice(1)}\n`);
    const answer = await signIn(provider.url, ALEX, APP_ONLY);
    provider.writeTokenAnswers(undefined);
    expect(answer.text).toMatch(/^ \{\n "x_unknown":"Grüße ☃", {2}"token_type"/);
    expect(provider.tokenAnswers.at(-1)).toBe(answer.text);
  });
});

describe('keys and metadata', () => {
  test('are published under both names of a tenant', async () => {
    for (const tenant of [FERNWEH.organization, FERNWEH.tenantId]) {
      const metadata = await getWith(`${provider.url}/${tenant}/v2.0/.well-known/openid-configuration`);
      expect(metadata.json).toMatchObject({
        issuer: provider.issuerOf(FERNWEH.tenantId),
        token_endpoint: `${provider.url}/${tenant}/oauth2/v2.0/token`,
        device_authorization_endpoint: `${provider.url}/${tenant}/oauth2/v2.0/devicecode`,
        jwks_uri: `${provider.url}/${tenant}/discovery/v2.0/keys`,
      });
      const keys = await getWith(`${provider.url}/${tenant}/discovery/v2.0/keys`);
      expect(keys.json).toMatchObject({ keys: [{ kty: 'RSA', alg: 'RS256' }] });
      expect(keys.text).not.toContain('"d"');
    }
  });
});

describe('the pages', () => {
  test('take the code in any spelling and never from the address', async () => {
    const code = await requestCode(provider.url);
    const browser = createBrowser();
    const page = await browser.open(`${code.verificationUri}?user_code=${code.userCode}`);
    expect(page.name).toBe('code');
    expect(page.html).not.toContain(code.userCode);
    const spelt = ` ${code.userCode.toLowerCase().replace('-', ' ')} `;
    expect((await browser.submit(page, { user_code: spelt })).name).toBe('account');
  });

  test('say what is wrong with a code', async () => {
    const code = await requestCode(provider.url);
    await approve({ ...code, person: ALEX });
    const browser = createBrowser();
    const page = await browser.open(code.verificationUri);
    const unknown = await browser.submit(page, { user_code: 'BBBB-BBBB' });
    expect(unknown.html).toContain('That code is not known');
    const used = await browser.submit(unknown, { user_code: code.userCode });
    expect(used.html).toContain('used already');
    expect((await browser.submit(used, { user_code: '' })).html).toContain('Type the code first');
  });

  test('name who is asked, what for, and warn against codes from others', async () => {
    const code = await requestCode(provider.url);
    const browser = createBrowser();
    const account = await browser.submit(await browser.open(code.verificationUri), { user_code: code.userCode });
    expect(account.html).toContain(ALEX.signInName);
    expect(account.html).toContain('Use another account');
    expect(account.html).toContain(DANA.name);
    const consent = await browser.submit(account, { account: ALEX.signInName });
    expect(consent.html).toContain('Restore backed-up data of Fernweh Reisen as you');
    expect(consent.html).toContain('If somebody sent you the code, deny.');
    const done = await browser.submit(consent, { decision: 'approve' });
    expect(done.html).toContain('You can close this window');
    expect((await browser.open(consent.url)).name).toBe('stale');
  });

  test('let a code be entered again after the page was closed half-way', async () => {
    const code = await requestCode(provider.url);
    const browser = createBrowser();
    const account = await browser.submit(await browser.open(code.verificationUri), { user_code: code.userCode });
    await browser.submit(account, { account: NOOR.signInName });
    const again = await browser.submit(await browser.open(code.verificationUri), { user_code: code.userCode });
    const consent = await browser.submit(again, { account: ALEX.signInName });
    expect((await browser.submit(consent, { decision: 'approve' })).name).toBe('done');
    expect(claimsOf(await poll(provider.url, code.deviceCode))).toMatchObject({ oid: ALEX.objectId });
  });

  test('accept only the sample people', async () => {
    const code = await requestCode(provider.url);
    await expect(approve({ ...code, person: 'eve@fernweh.onmicrosoft.com' })).rejects.toThrow('got "stale"');
    expect((await poll(provider.url, code.deviceCode)).json['error']).toBe('authorization_pending');
  });

  test('load nothing from elsewhere and cannot be framed', async () => {
    const response = await fetch(`${provider.url}/${FERNWEH.organization}/devicelogin`);
    const page = await response.text();
    expect(page).not.toMatch(/<script|<link|@import|url\(|src="/);
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});
