import { UpstreamError } from '../../../src/core/errors.ts';
import type { IdentityProvider } from '../../../src/sign-in/state/ports.ts';
import type { ClientCredential } from '../../../src/upstream/client-credential.ts';
import { createDirectory, readClaims } from '../../../src/upstream/directory.ts';
import { createIdentityProvider, readAuthorizationAnswer } from '../../../src/upstream/identity-provider.ts';
import { startScriptedServer } from '../../support/scripted-server.ts';
import type { ScriptedAnswer, ScriptedServer } from '../../support/scripted-server.ts';
import { buildHttp, buildOrganization, faultOf } from './upstreams.ts';
import type { PausingHttp } from './upstreams.ts';

const CORRELATION_ID = '0d9a1f3c-5b7e-4a21-9c43-2f6e8d7b1a05';

let server: ScriptedServer;
let http: PausingHttp;
let provider: IdentityProvider;

beforeEach(async () => {
  server = await startScriptedServer();
  http = buildHttp({ timeLimitMilliseconds: 2_500 });
  provider = createIdentityProvider({ http, turnLimitMilliseconds: 1_000 });
});

afterEach(async () => {
  await http.close();
  await server.close();
});

const HTML = { headers: { 'content-type': 'text/html' }, body: '<html>Sign in to the network</html>' };

describe('requesting a device code', () => {
  const ANSWER = {
    user_code: 'ABCD-EFGH',
    device_code: 'dc-1',
    verification_uri: 'https://microsoft.com/devicelogin',
    expires_in: 900,
    interval: 5,
    message: 'Go there.',
  };
  const request = () =>
    provider.requestDeviceCode(buildOrganization(server.url), {
      clientId: 'app-1',
      scope: 'api://app-1/access_as_user openid',
    });

  test('posts client id and scope under the tenant and reads the answer', async () => {
    server.answer({ body: ANSWER });
    expect(await request()).toEqual({
      userCode: 'ABCD-EFGH',
      deviceCode: 'dc-1',
      verificationUri: 'https://microsoft.com/devicelogin',
      expiresInSeconds: 900,
      intervalSeconds: 5,
    });
    const [asked] = server.requests;
    expect(asked).toMatchObject({ method: 'POST', path: '/contoso.onmicrosoft.com/oauth2/v2.0/devicecode' });
    expect([...(asked?.form ?? [])]).toEqual([
      ['client_id', 'app-1'],
      ['scope', 'api://app-1/access_as_user openid'],
    ]);
  });

  test('a tenant cannot leave its part of the path', async () => {
    server.answer({ body: ANSWER });
    const organization = buildOrganization(server.url, { key: '../common?x=/' });
    await provider.requestDeviceCode(organization, { clientId: 'a', scope: 'b' });
    expect(server.requests[0]?.path).toBe('/..%2Fcommon%3Fx%3D%2F/oauth2/v2.0/devicecode');
  });

  test.each<[string, unknown, number]>([
    ['absent', undefined, 5],
    ['null', null, 5],
    ['zero', 0, 5],
    ['negative', -3, 5],
    ['text', 'soon', 5],
    ['digits', '7', 7],
    ['a fraction', 2.5, 3],
    ['longer than usual', 120, 120],
    ['absurd', 1e300, 86_400],
    ['an object', {}, 5],
  ])('reads an interval that is %s', async (_name, interval, seconds) => {
    server.answer({ body: { ...ANSWER, interval } });
    expect((await request()).intervalSeconds).toBe(seconds);
  });

  test('accepts verification_url, digits for expires_in, a wrong content type and a byte order mark', async () => {
    const { verification_uri, ...rest } = ANSWER;
    const body = `\uFEFF${JSON.stringify({ ...rest, verification_url: verification_uri, expires_in: '600' })}`;
    server.answer({ headers: { 'content-type': 'text/plain' }, body });
    expect(await request()).toMatchObject({ verificationUri: verification_uri, expiresInSeconds: 600 });
  });

  test.each<[string, object]>([
    ['no user_code', { user_code: undefined }],
    ['a user_code with control characters', { user_code: 'A\nB' }],
    ['a user_code that is a link', { user_code: 'https://evil.example' }],
    ['a user_code with markdown', { user_code: '[A](B)' }],
    ['a user_code that is a page', { user_code: 'A'.repeat(65) }],
    ['no device_code', { device_code: '' }],
    ['a device_code of the wrong type', { device_code: 7 }],
    ['no verification_uri', { verification_uri: undefined }],
    ['a verification_uri that is none', { verification_uri: 'there' }],
    ['no expires_in', { expires_in: undefined }],
    ['an expires_in of zero', { expires_in: 0 }],
    ['an expires_in below zero', { expires_in: -1 }],
    ['an expires_in above a day', { expires_in: 86_401 }],
    ['an expires_in of the wrong type', { expires_in: [900] }],
  ])('rejects %s as malformed', async (_name, change) => {
    server.answer({ body: { ...ANSWER, ...change } });
    const fault = await faultOf(request());
    expect(fault).toMatchObject({ code: 'MALFORMED', transient: false });
    expect(fault.description).toBe(`Missing or not as documented: ${Object.keys(change)[0]}.`);
  });

  test.each<[string, number]>([
    ['with 400', 400],
    ['with 200', 200],
  ])('a refusal %s has reason, description and correlation id', async (_name, status) => {
    server.answer({
      status,
      body: {
        error: 'invalid_request',
        error_description: 'AADSTS90002: Tenant not found.\r\nTrace ID: t',
        error_codes: [90_002],
        correlation_id: 'c-1',
      },
    });
    expect(await faultOf(request())).toMatchObject({
      code: 'REFUSED',
      status,
      reason: 'invalid_request',
      errorCodes: [90_002],
      description: 'AADSTS90002: Tenant not found. Trace ID: t',
      correlationId: 'c-1',
    });
  });

  test.each<[string, ScriptedAnswer, string]>([
    ['HTML', HTML, 'NOT_JSON'],
    ['an empty body', {}, 'NOT_JSON'],
    ['a list', { body: '[]' }, 'MALFORMED'],
    ['very many values', { body: `[${'0,'.repeat(70_000)}0]` }, 'TOO_LARGE'],
    ['a 404 with HTML', { status: 404, ...HTML }, 'REFUSED'],
    ['a 429', { status: 429 }, 'THROTTLED'],
    ['a 500', { status: 500, ...HTML }, 'FAILED'],
    ['silence', { delay: 5_000 }, 'TIMED_OUT'],
    ['a redirect', { status: 302, headers: { location: '/elsewhere' } }, 'REDIRECTED'],
  ])('%s is an error with a code', async (_name, answer, code) => {
    server.answer(answer);
    expect((await faultOf(request())).code).toBe(code);
    expect(server.requests).toHaveLength(1);
  });
});

describe('redeeming a device code', () => {
  const codes = { deviceCode: 'dc-1', userCode: 'ABCD-EFGH' };
  const redeem = (signal?: AbortSignal) =>
    provider.redeemDeviceCode(buildOrganization(server.url), { clientId: 'app-1', ...codes }, signal);

  test('posts the grant of RFC 8628', async () => {
    server.answer({ body: { access_token: 'at-1', refresh_token: 'rt-1', expires_in: 3_599 } });
    expect(await redeem()).toEqual({
      kind: 'granted',
      grant: {
        answer: '{"access_token":"at-1","refresh_token":"rt-1","expires_in":3599}',
        accessToken: 'at-1',
        refreshToken: 'rt-1',
        expiresInSeconds: 3_599,
      },
    });
    const [asked] = server.requests;
    expect(asked?.path).toBe('/contoso.onmicrosoft.com/oauth2/v2.0/token');
    expect([...(asked?.form ?? [])]).toEqual([
      ['grant_type', 'urn:ietf:params:oauth:grant-type:device_code'],
      ['client_id', 'app-1'],
      ['device_code', 'dc-1'],
    ]);
  });

  test.each(['ABCD-EFGH', 'abcd-efgh', 'ABCDEFGH', 'Abcd Efgh', 'ABCD\u2013EFGH', 'ABCD%2DEFGH'])(
    'a refusal that quotes the code of the person as %s does not show it',
    async (quoted) => {
      const words = `The code ${quoted} is being processed`;
      server.answer({ status: 400, body: { error: quoted, error_description: words, suberror: words } });
      const answer = await redeem();
      const description = 'The code [removed] is being processed';
      expect(answer).toMatchObject({ refusal: { error: '[removed]', description, suberror: description } });
    },
  );

  test.each<[string, string]>([
    ['odd white space', '\r\n{ "access_token" :\t"at-1" ,\n "x":1 }  \n'],
    ['other scripts', '{"access_token":"at-1","name":"Zoë 東京 👋\u2028","escaped":"\\u00e9\\/"}'],
    ['a byte order mark', '\uFEFF{"access_token":"at-1"}'],
    ['duplicate and unknown fields', '{"z":1,"access_token":"at-0","access_token":"at-1","n":1.0e2}'],
  ])('keeps an answer with %s byte for byte', async (_name, text) => {
    server.answer({ headers: { 'content-type': 'text/html' }, body: Buffer.from(text) });
    const answer = await redeem();
    expect(answer).toMatchObject({ kind: 'granted', grant: { accessToken: 'at-1' } });
    if (answer.kind === 'granted') {
      expect(Buffer.from(answer.grant.answer)).toEqual(Buffer.from(text));
      expect(provider.readAnswer(answer.grant.answer)).toEqual(answer.grant);
    }
  });

  test.each<[string, unknown, number]>([
    ['digits', '3599', 3_599],
    ['absent', undefined, 300],
    ['text', 'long', 300],
    ['negative', -1, 300],
    ['a fraction', 10.9, 10],
  ])('reads an expires_in that is %s', async (_name, expires_in, seconds) => {
    server.answer({ body: { access_token: 'at-1', expires_in } });
    expect(await redeem()).toMatchObject({ kind: 'granted', grant: { expiresInSeconds: seconds } });
  });

  test.each([[null], [''], [7]])('treats a refresh token that is %j as absent', async (refresh_token) => {
    server.answer({ body: { access_token: 'at-1', refresh_token } });
    expect(await redeem()).toMatchObject({ kind: 'granted', grant: { accessToken: 'at-1', refreshToken: undefined } });
  });

  test.each<[string, number]>([
    ['400', 400],
    ['401', 401],
    ['403', 403],
    ['200, as some providers do', 200],
  ])('reads a refusal with %s', async (_name, status) => {
    server.answer({
      status,
      headers: { 'retry-after': '9' },
      body: {
        error: 'invalid_grant',
        suberror: 'consent_required',
        error_codes: [65_001, 'x', 1.5, '50076'],
        error_description: `AADSTS65001: No consent.\r\n\u202Eevil\u0000 ${'x y '.repeat(1_000)}`,
        correlation_id: '11111111-2222-3333-4444-555555555555',
        trace_id: 't',
      },
    });
    const answer = await redeem();
    expect(answer).toMatchObject({
      kind: 'refused',
      refusal: {
        status,
        error: 'invalid_grant',
        suberror: 'consent_required',
        errorCodes: [65_001, 50_076],
        description: expect.stringMatching(/^AADSTS65001: No consent\. evil  x y /),
        correlationId: '11111111-2222-3333-4444-555555555555',
        retryAfterSeconds: 9,
      },
    });
    expect(answer.kind === 'refused' ? answer.refusal.description?.length : 0).toBeLessThanOrEqual(1_000);
  });

  test.each<[string, ScriptedAnswer, string]>([
    ['429 with an error', { status: 429, body: { error: 'slow_down' } }, 'THROTTLED'],
    ['500 with an error', { status: 500, body: { error: 'server_error' } }, 'FAILED'],
    ['503 with HTML', { status: 503, ...HTML }, 'FAILED'],
    ['408', { status: 408 }, 'TIMED_OUT'],
    ['200 with HTML', HTML, 'NOT_JSON'],
    ['400 with HTML', { status: 400, ...HTML }, 'NOT_JSON'],
    ['200 with nothing', {}, 'NOT_JSON'],
    ['204', { status: 204 }, 'NOT_JSON'],
    ['200 with very many values', { body: `{"access_token":"at-1","x":[${'0,'.repeat(70_000)}0]}` }, 'TOO_LARGE'],
    ['200 with half a document', { body: '{"access_token":"at-1"' }, 'NOT_JSON'],
    ['200 that is not UTF-8', { body: Buffer.from('{"access_token":"at-1","n":"\xE9"}', 'latin1') }, 'NOT_JSON'],
    ['400 without an error', { status: 400, body: {} }, 'MALFORMED'],
    ['400 with an error that is no text', { status: 400, body: { error: 7 } }, 'MALFORMED'],
    ['a body that is cut off', { body: '{"access_token":', cutOff: true }, 'NO_ANSWER'],
    ['a reset', { reset: true }, 'NO_ANSWER'],
    ['silence', { delay: 5_000 }, 'TIMED_OUT'],
    ['a body that never ends', { body: '{', stall: true }, 'TIMED_OUT'],
    ['a body without limit', { body: ' '.repeat(10_000), endless: true }, 'TOO_LARGE'],
    ['a redirect to the same host', { status: 307, headers: { location: '/x' } }, 'REDIRECTED'],
    ['a redirect to another host', { status: 302, headers: { location: 'https://evil.example' } }, 'REDIRECTED'],
  ])('treats %s as no answer', async (_name, scripted, code) => {
    server.answer(scripted);
    expect(await redeem()).toMatchObject({ kind: 'no-answer', error: { code, upstream: 'identity provider' } });
    expect(server.requests).toHaveLength(1);
  });

  test('returns how long to wait', async () => {
    server.answer({ status: 429, headers: { 'retry-after': '12' } });
    expect(await redeem()).toMatchObject({ kind: 'no-answer', error: { retryAfterSeconds: 12 } });
  });

  test.each<[string, unknown]>([
    ['no access token', {}],
    ['an empty one', { access_token: '' }],
    ['one of the wrong type', { access_token: 7 }],
    ['one that is no header value', { access_token: 'a\nb' }],
    ['one of a hundred thousand signs', { access_token: 'x'.repeat(100_000) }],
    ['a list', []],
    ['a text', 'null'],
  ])('rejects a success with %s as malformed', async (_name, body) => {
    server.answer({ body: typeof body === 'string' ? body : JSON.stringify(body) });
    expect(await redeem()).toMatchObject({ kind: 'malformed', error: { code: 'MALFORMED', transient: false } });
  });

  test('throws the reason of the signal, and nothing else', async () => {
    const cancel = new AbortController();
    const reason = new Error('cancelled');
    server.answer(() => {
      setTimeout(() => cancel.abort(reason), 0);
      return { delay: 5_000 };
    });
    await expect(redeem(cancel.signal)).rejects.toBe(reason);
  });
});

describe('refreshing', () => {
  test('posts the refresh token with the requested scope', async () => {
    server.answer({ body: { access_token: 'at-2', refresh_token: 'rt-2', expires_in: 60 } });
    const answer = await provider.refresh(buildOrganization(server.url), {
      clientId: 'app-1',
      scope: 'https://graph.example/.default openid profile offline_access',
      refreshToken: 'rt-1',
    });
    expect(answer).toMatchObject({ kind: 'granted', grant: { accessToken: 'at-2', refreshToken: 'rt-2' } });
    expect([...(server.requests[0]?.form ?? [])]).toEqual([
      ['client_id', 'app-1'],
      ['scope', 'https://graph.example/.default openid profile offline_access'],
      ['grant_type', 'refresh_token'],
      ['refresh_token', 'rt-1'],
    ]);
  });
});

test('a stored text that is no token response is malformed', () => {
  expect(() => provider.readAnswer('{}')).toThrow('identity provider: MALFORMED');
});

describe('who signed in', () => {
  const whoIs = () => createDirectory({ http }).whoIs(buildOrganization(server.url), 'at-1');
  const ME = { body: { id: 'user-1', '@odata.context': 'x' } };

  test('requests the person and then the organization', async () => {
    server.answer(ME, { body: { value: [{ id: 'tenant-1' }, { id: 'tenant-2' }] } });
    expect(await whoIs()).toEqual({ userId: 'user-1', tenantId: 'tenant-1' });
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v1.0/me?$select=id',
      'GET /v1.0/organization?$select=id',
    ]);
    for (const { headers } of server.requests) {
      expect(headers).toMatchObject({
        authorization: 'Bearer at-1',
        'content-type': 'application/x-www-form-urlencoded',
      });
    }
  });

  test.each<[string, ScriptedAnswer, ScriptedAnswer]>([
    ['a person without id', { body: {} }, {}],
    ['an id with a dot', { body: { id: 'a.b' } }, {}],
    ['an id with white space', { body: { id: 'a b' } }, {}],
    ['an id that is empty', { body: { id: '' } }, {}],
    ['an id that is too long', { body: { id: 'a'.repeat(129) } }, {}],
    ['an id that is no text', { body: { id: 7 } }, {}],
    ['no organizations', ME, { body: {} }],
    ['an empty list', ME, { body: { value: [] } }],
    ['an organization without id', ME, { body: { value: [{}] } }],
  ])('rejects %s as malformed', async (_name, ...answers) => {
    server.answer(...answers);
    expect((await faultOf(whoIs())).code).toBe('MALFORMED');
  });

  test.each<[string, ScriptedAnswer, string, number]>([
    ['HTML', { body: '<html>' }, 'NOT_JSON', 1],
    ['a 429', { status: 429 }, 'THROTTLED', 3],
    ['a 502', { status: 502 }, 'FAILED', 3],
    ['a reset', { reset: true }, 'NO_ANSWER', 3],
    ['silence', { delay: 5_000 }, 'TIMED_OUT', 1],
    ['a redirect elsewhere', { status: 302, headers: { location: 'https://evil.example' } }, 'REDIRECTED', 1],
  ])('%s is an error with a code, after retries where the fault is transient', async (_name, answer, code, calls) => {
    server.answer(answer);
    expect((await faultOf(whoIs())).code).toBe(code);
    expect(server.requests).toHaveLength(calls);
  });

  test('a refusal names reason and description', async () => {
    server.answer({ status: 403, body: { error: { code: 'Authorization_RequestDenied', message: 'No right.' } } });
    expect(await faultOf(whoIs())).toMatchObject({
      code: 'REFUSED',
      reason: 'Authorization_RequestDenied',
      description: 'No right.',
    });
  });

  describe('the claims of an access token', () => {
    const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const tokenWith = (claims: unknown): string => `${encode({ alg: 'RS256' })}.${encode(claims)}.c2ln`;

    test('reads ids and account', () => {
      const claims = { oid: 'user-1', tid: 'tenant-1', name: 'Zoë', preferred_username: 'zoe@contoso.example' };
      expect(readClaims(tokenWith(claims))).toEqual({ oid: 'user-1', tid: 'tenant-1', account: 'zoe@contoso.example' });
    });

    test('uses the first account claim that is a text', () => {
      const claims = { name: 'n', email: 'e', unique_name: 'u', upn: 'p', preferred_username: 7 };
      const order: (string | undefined)[] = [];
      for (const claim of ['preferred_username', 'upn', 'unique_name', 'email', 'name', 'none']) {
        delete (claims as Record<string, unknown>)[claim];
        order.push(readClaims(tokenWith(claims)).account);
      }
      expect(order).toEqual(['p', 'u', 'e', 'n', undefined, undefined]);
    });

    test('removes control characters from an account and limits its length', () => {
      const account = readClaims(tokenWith({ upn: `\u202Ea\nb\u0000${'c '.repeat(1_000)}` })).account;
      expect(account).toMatch(/^a b c c/);
      expect(account?.length).toBeLessThanOrEqual(256);
    });

    test.each<[string, unknown]>([
      ['a number', 7],
      ['empty', ''],
      ['a pair', 'a.b'],
      ['two words', 'a b'],
      ['too long', 'a'.repeat(129)],
    ])('omits an id that is %s', (_name, id) => {
      expect(readClaims(tokenWith({ oid: id, tid: id }))).toEqual({
        oid: undefined,
        tid: undefined,
        account: undefined,
      });
    });

    test.each<[string, string]>([
      ['empty', ''],
      ['opaque', 'EwB4A8l6'],
      ['three dots', '...'],
      ['an encrypted token', 'a.b.c.d.e'],
      ['no JSON inside', 'e30.bm90anNvbg.x'],
      ['a list inside', `e30.${encode([])}.x`],
      ['null inside', `e30.${encode(null)}.x`],
    ])('does not throw for a token that is %s', (_name, token) => {
      expect(readClaims(token)).toEqual({ oid: undefined, tid: undefined, account: undefined });
    });
  });
});

describe('an authorization code', () => {
  const REQUEST = {
    clientId: 'app-1',
    scope: 'api://app-1/access_as_user openid',
    redirectUri: 'https://bot.example/signed-in',
  };
  // RFC 7636, appendix B.
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  const idTokenWith = (claims: object): string =>
    `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.e30`;
  const redeem = (
    beforeSending?: () => Promise<void>,
    parameters: ClientCredential['parameters'] = () => Promise.resolve({ client_secret: 'SECRET-ours' }),
  ) =>
    createIdentityProvider({ http, credential: { parameters } }).redeemAuthorizationCode(
      buildOrganization(server.url),
      { ...REQUEST, verifier, nonce: 'n-1', authorizationCode: 'SECRET-code' },
      undefined,
      beforeSending,
    );

  test('is asked for where the browser is sent', () => {
    const url = new URL(
      provider.authorizationUrl(buildOrganization(server.url), { ...REQUEST, verifier, nonce: 'n-1', state: 's-1' }),
    );
    expect(`${url.origin}${url.pathname}`).toBe(`${server.url}/contoso.onmicrosoft.com/oauth2/v2.0/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'app-1',
      response_type: 'code',
      redirect_uri: 'https://bot.example/signed-in',
      response_mode: 'form_post',
      scope: 'api://app-1/access_as_user openid',
      state: 's-1',
      nonce: 'n-1',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      prompt: 'select_account',
    });
  });

  test('is redeemed with verifier and credential', async () => {
    server.answer({
      body: { access_token: 'at-1', refresh_token: 'rt-1', expires_in: 60, id_token: idTokenWith({ nonce: 'n-1' }) },
    });
    expect(await redeem()).toMatchObject({ kind: 'granted', grant: { accessToken: 'at-1' } });
    expect(Object.fromEntries(server.requests[0]?.form ?? [])).toEqual({
      grant_type: 'authorization_code',
      client_id: 'app-1',
      scope: 'api://app-1/access_as_user openid',
      code: 'SECRET-code',
      redirect_uri: 'https://bot.example/signed-in',
      code_verifier: verifier,
      client_secret: 'SECRET-ours',
    });
  });

  test.each([undefined, 'x', idTokenWith({}), idTokenWith({ nonce: 'n-2' })])(
    'brings no tokens with the ID token %p',
    async (id_token) => {
      server.answer({ body: { access_token: 'at-1', expires_in: 60, id_token } });
      expect(await redeem()).toMatchObject({ kind: 'malformed', error: { code: 'MALFORMED' } });
    },
  );

  test('is about to be sent only once there is the credential', async () => {
    const order: string[] = [];
    const parameters = async () => {
      order.push('credential');
      return {};
    };
    const beforeSending = async () => {
      order.push('before sending');
      throw new Error('not now');
    };
    await expect(redeem(beforeSending, parameters)).rejects.toThrow('not now');
    expect(order).toEqual(['credential', 'before sending']);
    const unsent = new UpstreamError('identity provider', 'NO_ANSWER', { unsent: true });
    expect(await redeem(beforeSending, () => Promise.reject(unsent))).toEqual({ kind: 'no-answer', error: unsent });
    expect(server.requests).toEqual([]);
  });

  test('is in no refusal, nor is the credential', async () => {
    const error_description = `AADSTS7000215: SECRET-ours for SECRET-code and ${verifier}`;
    server.answer({ status: 401, body: { error: 'invalid_client', error_description } });
    const answer = await redeem();
    expect(answer).toMatchObject({ kind: 'refused', refusal: { error: 'invalid_client' } });
    expect(JSON.stringify(answer)).not.toMatch(/SECRET|dBjft/);
  });

  test.each([
    ['code=c&state=s', { state: 's', result: { code: 'c' } }],
    ['code=c&state=s&iss=https%3A%2F%2Flogin.example&session_state=x', { issuer: 'https://login.example' }],
    [
      'error=access_denied&error_description=AADSTS65004%3A+No.&state=s',
      { result: { refusal: { error: 'access_denied', description: 'AADSTS65004: No.' } } },
    ],
    [
      `error=access_denied&error_description=AADSTS53003%3A+Blocked.+Trace+ID%3A+${CORRELATION_ID.toUpperCase()}+Correlation+ID%3A+${CORRELATION_ID}+Timestamp%3A+x&state=s`,
      { result: { refusal: { correlationId: CORRELATION_ID } } },
    ],
    ['code=c', undefined],
    ['state=s', undefined],
    ['code=c&state=s&state=t', undefined],
    ['', undefined],
    ['{"code":"c"}', undefined],
  ])('comes back as %p', (form, answer) => {
    if (answer === undefined) expect(readAuthorizationAnswer(form)).toBeUndefined();
    else expect(readAuthorizationAnswer(form)).toMatchObject(answer);
  });

  test('the issuer is read once from the metadata', async () => {
    const metadata = { issuer: 'https://login.example/tid/v2.0' };
    server.answer({ body: metadata }, { body: metadata });
    const organization = buildOrganization(server.url);
    expect(await provider.issuerOf(organization)).toBe(metadata.issuer);
    expect(await provider.issuerOf(organization)).toBe(metadata.issuer);
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/contoso.onmicrosoft.com/v2.0/.well-known/openid-configuration',
    ]);
  });
});
