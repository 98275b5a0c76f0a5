import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

import { SELF_SIGNED as LOCAL, fingerprintOf } from '../../../local/certificate.ts';
import { DANA, FERNWEH, LINDENHOF } from '../../../local/people.ts';
import type { Stack } from '../../../local/stack.ts';
import { EXIT, doctorCommand, examine } from '../../../src/doctor/command.ts';
import type { Finding } from '../../../src/doctor/check.ts';
import { systemClock, type Clock } from '../../../src/core/platform.ts';
import { createAdministrators } from '../../../src/state/administrators.ts';
import { createContainer } from '../../../src/state/azure/storage.ts';
import { createSealer, type SealingKey } from '../../../src/state/blobs/encryption.ts';
import { createPersonStore } from '../../../src/state/person-store.ts';
import { createRestoreStore } from '../../../src/state/restore-store.ts';
import { SealedBlobs } from '../../../src/state/sealed-blobs.ts';
import { createRecordingLog } from '../../fakes/records.ts';
import { EXPIRED, OTHER_HOST, RESTORE_PFX, SELF_SIGNED } from '../../support/certificates.ts';
import { startConnectProxy, type ConnectProxyOptions } from '../../support/connect-proxy.ts';
import { startTestStack } from '../../support/running-bot.ts';
import { startScriptedServer } from '../../support/scripted-server.ts';
import type { ScriptedAnswer } from '../../support/scripted-server.ts';
import { aRestoreState } from '../state/restore-states.ts';
import { aState } from '../state/states.ts';

// Other tests run beside.
jest.setTimeout(60_000);

let stack: Stack;
/** The settings of the second organization alone, with its self-signed service. */
let single: Readonly<Record<string, string>>;

beforeAll(async () => {
  stack = await startTestStack({ organizations: 'several', botEndpoint: () => 'http://127.0.0.1:1/api/messages' });
  single = {
    ...stack.environment,
    ORGANIZATIONS_FILE: '',
    ORGANIZATION: LINDENHOF.organization,
    ALLOWED_TENANTS: LINDENHOF.tenantId,
    BACKUP_SERVICE_URL: stack.secondBackupService?.url ?? '',
    BACKUP_SERVICE_FINGERPRINT256: fingerprintOf(LOCAL),
    AUTH_URL: stack.identityProvider.url,
    GRAPH_URL: stack.directory.url,
    APP_ONLY_APPLICATION_ID: '',
    RESTORE_APPLICATION_ID: '',
  };
});

afterAll(() => stack.stop());

const readFile = (path: string): string => readFileSync(path, 'utf8');
const patient = (env: Readonly<Record<string, string>>) => ({ env, readFile });

/** What is not in order, with the settings changed. */
async function troubles(changes: Readonly<Record<string, string>> = {}, clock?: Clock): Promise<readonly Finding[]> {
  const { findings } = await examine({ ...patient({ ...single, ...changes }), clock });
  return findings.filter(({ state }) => state === 'warning' || state === 'problem');
}

const about = (check: string, state: string, found: RegExp, remedy?: RegExp) =>
  expect.objectContaining({
    check,
    state,
    found: expect.stringMatching(found),
    ...(remedy && { remedy: expect.stringMatching(remedy) }),
  });

test('all is in order with the local stack, and nobody is signed in', async () => {
  const { exitCode, text } = await doctorCommand([], patient(stack.environment));
  expect(text).toMatch(/\d\d in order, 0 warnings, 0 problems\.\n$/);
  expect(exitCode).toBe(EXIT.ok);
  const lines = text.trim().split('\n');
  for (const check of [
    'settings',
    'bot',
    'channel',
    'blobs',
    'queue',
    'DNS',
    'TCP',
    'TLS',
    'portal',
    'API',
    'sign-in',
    'app-only',
    'clock',
  ]) {
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^ok +${check} `)));
  }
  expect(text).toMatch(/trusted by its fingerprint: .*self-signed, until 2126-\d\d-\d\d, \d{5} days left/);
  const asked = [...stack.identityProvider.received, ...stack.backupService.received];
  const posts = asked.filter(({ method }) => method !== 'GET');
  expect(new Set(posts.map(({ path }) => path.split('/').at(-1)))).toEqual(new Set(['devicecode']));
});

describe('restores as administrator', () => {
  const appOnly = {
    APP_ONLY_APPLICATION_ID: LINDENHOF.appOnlyApplicationId,
    RESTORE_APPLICATION_ID: LINDENHOF.restoreApplicationId,
  };
  const certificate = {
    RESTORE_CERTIFICATE: RESTORE_PFX.whole,
    RESTORE_CERTIFICATE_PASSWORD: RESTORE_PFX.password,
    APPROVAL: 'always',
    APPROVERS: 'aaaabbbb-0000-1111-2222-ccccdddd0001',
    RESTORE_IMPERSONATION_ACCOUNT: 'restore@lindenhof.example',
  };
  /** Another date is off from the services' clocks. */
  const aboutThem = async (changes: Readonly<Record<string, string>>, daysLeft?: number) => {
    const now = () => RESTORE_PFX.expiresAt - (daysLeft ?? 0) * 86_400_000;
    const clock = daysLeft === undefined ? systemClock : { ...systemClock, now };
    const found = await troubles({ ADMIN_USER_IDS: DANA.objectId, ...changes }, clock);
    return found.filter(({ check }) => check === 'app-only');
  };

  test('need approvers with a certificate, and more than have to approve', async () => {
    const found = await troubles({ ADMIN_USER_IDS: DANA.objectId, ...appOnly, ...certificate });
    expect(found.filter(({ check }) => check === 'approvers')).toEqual([
      about('approvers', 'warning', /no more of them than have to approve/, /APPROVERS/),
    ]);
    const inTeam = { ...appOnly, ...certificate, APPROVERS: '', APPROVER_TEAM: '19:approvers@thread.tacv2' };
    expect((await troubles({ ADMIN_USER_IDS: DANA.objectId, ...inTeam })).map(({ check }) => check)).not.toContain(
      'approvers',
    );
  });

  test('are possible with an application that the tenant knows, with a certificate too', async () => {
    expect(await aboutThem({ ...appOnly, ...certificate })).toEqual([]);
  });

  test.each<[string, Readonly<Record<string, string>>, RegExp, RegExp]>([
    ['no application', { ...appOnly, RESTORE_APPLICATION_ID: '' }, /no application approves/, /RESTORE_APPLICATION_ID/],
    [
      'the application for sign-in',
      { ...appOnly, RESTORE_APPLICATION_ID: LINDENHOF.appOnlyApplicationId },
      /is one for sign-in/,
      /RESTORE_APPLICATION_ID/,
    ],
    [
      'an application that the tenant does not know',
      { ...appOnly, RESTORE_APPLICATION_ID: FERNWEH.tenantId },
      /^no code for application .*AADSTS700016/,
      /Correct RESTORE_APPLICATION_ID/,
    ],
    [
      'an unknown application for sign-in',
      { ...appOnly, APP_ONLY_APPLICATION_ID: FERNWEH.tenantId },
      /AADSTS700016/,
      /Correct APP_ONLY_APPLICATION_ID/,
    ],
    ['app-only sign-in off', { RESTORE_APPLICATION_ID: 'an-application' }, /have no effect/, /APP_ONLY_APPLICATION_ID/],
  ])('%s is found', async (_name, changes, found, remedy) => {
    expect(await aboutThem(changes)).toEqual([
      expect.objectContaining({ found: expect.stringMatching(found), remedy: expect.stringMatching(remedy) }),
    ]);
  });

  test('a certificate is replaced in time', async () => {
    const changes = { ...appOnly, ...certificate };
    expect(await aboutThem(changes, 9.5)).toEqual([
      about('app-only', 'warning', /ends on 2126-10-30, in 9 days/, /RESTORE_CERTIFICATE/),
    ]);
    expect(await aboutThem(changes, -1)).toEqual([
      about('app-only', 'problem', /ended on 2126-10-30/, /RESTORE_CERTIFICATE/),
    ]);
  });

  test('a service that refuses calls of an organization is a suspect, with the two settings', async () => {
    stack.secondBackupService?.faults.next('/v8/Organization', { kind: 'answer', status: 404, body: {} });
    expect(await aboutThem(appOnly)).toEqual([
      about('app-only', 'warning', /HTTP 404/, /tenant authentication.*Restore operator authentication only/),
    ]);
  });
});

test('says which channel gets the lines of restores, and where it shows that it cannot', async () => {
  const { findings } = await examine(patient({ ...single, RESTORE_CHANNEL: '19:restores@thread.tacv2' }));
  expect(findings.filter(({ check }) => check === 'settings').at(-1)).toMatchObject({
    state: 'ok',
    found: expect.stringMatching(/19:restores@thread\.tacv2; restore-channel-unreachable/),
  });
});

test('nothing is left behind in storage', async () => {
  await troubles();
  const { findings } = await examine(patient(single));
  expect(findings.filter(({ check }) => check === 'blobs' || check === 'queue')).toEqual([
    expect.objectContaining({ state: 'ok' }),
    expect.objectContaining({ state: 'ok' }),
  ]);
});

test('reports what each sealing key still holds, by kind', async () => {
  const key = (kid: string) => ({ kid, key: new Uint8Array(randomBytes(32)) });
  const [k0, k1, k2, k3] = [key('k0'), key('k1'), key('k2'), key('k3')];
  const environment = {
    ...single,
    STATE_CONTAINER: `keys-${randomBytes(4).toString('hex')}`,
    STATE_ENCRYPTION_KEYS: [k2, k1, k3]
      .map(({ kid, key }) => `${kid}:${Buffer.from(key).toString('base64url')}`)
      .join(),
  };
  const connectionString = single['AZURE_STORAGE_CONNECTION_STRING'] ?? '';
  const container = createContainer({ kind: 'connection-string', connectionString }, environment.STATE_CONTAINER);
  await container.create();
  const sealedWith = (...keys: readonly SealingKey[]) => ({
    container,
    sealer: createSealer(keys),
    log: createRecordingLog(),
  });
  const old = createPersonStore(sealedWith(k1));
  await old.write({ conversationId: 'a', personId: 'one' }, aState(), undefined);
  await old.write({ conversationId: 'a', personId: 'two' }, aState(), undefined);
  await createRestoreStore(sealedWith(k1)).write({ conversationId: 'a', personId: 'one' }, aRestoreState(), undefined);
  await createAdministrators(sealedWith(k0)).save('an administrator', aState().address);
  const findings = async () =>
    (await examine(patient(environment))).findings
      .filter(({ check }) => check === 'keys')
      .map(({ state, subject, found }) => [state, subject, found]);

  expect(await findings()).toEqual([
    ['ok', 'k2', expect.stringContaining('nothing yet')],
    ['ok', 'k1', expect.stringContaining('still seals 2 in conversations/, 1 in restores/; keep it')],
    ['ok', 'k3', expect.stringContaining('can be removed')],
    ['warning', 'k0', 'not configured, and seals: 1 in administrators/, which count as signed out'],
  ]);
  const clock = { now: Date.now, sleep: () => Promise.resolve() };
  await new SealedBlobs({ ...sealedWith(k2, k1), clock }).reseal(new AbortController().signal);
  expect(await findings()).toMatchObject([
    ['ok', 'k2', expect.stringContaining('2 in conversations/, 1 in restores/')],
    ['ok', 'k1', expect.stringContaining('can be removed')],
    ['ok', 'k3', expect.stringContaining('can be removed')],
    ['warning', 'k0', expect.anything()],
  ]);
});

describe('signing in in the browser', () => {
  const inBrowser = (changes: Readonly<Record<string, string>> = {}) =>
    examine(
      patient({
        ...single,
        SIGN_IN: 'browser',
        PUBLIC_URL: 'http://127.0.0.1:1',
        OPERATOR_APPLICATION_ID: LINDENHOF.operatorApplicationId,
        ...changes,
      }),
    ).then(({ findings }) => findings.filter(({ check }) => check === 'browser' || check === 'address'));

  test('the address is fetched, the redirect address named, and the credential tried', async () => {
    const bot = await startScriptedServer();
    bot.answer({ body: { status: 'ok' } });
    expect(await inBrowser({ PUBLIC_URL: bot.url })).toEqual([
      about('address', 'ok', /answers at PUBLIC_URL/),
      about('browser', 'ok', new RegExp(`^${bot.url}/signed-in has to be a redirect address.*flows have to be off`)),
      about('browser', 'ok', /accepts the credential/),
    ]);
    const [, both] = await inBrowser({ PUBLIC_URL: bot.url, SIGN_IN: 'both' });
    expect(both).toEqual(about('browser', 'ok', /flows have to be on$/));
    await bot.close();
  });

  test('an address that does not answer, a wrong secret and the portal’s application are reported', async () => {
    expect(await inBrowser({ OPERATOR_SECRET: 'wrong' })).toEqual([
      about('address', 'warning', /does not answer at PUBLIC_URL/, /ingress/),
      about('browser', 'ok', /redirect address/),
      about('browser', 'problem', /does not accept the credential/, /OPERATOR_CREDENTIAL/),
    ]);
    const [, portal] = await inBrowser({ OPERATOR_APPLICATION_ID: '' });
    expect(portal).toEqual(about('browser', 'problem', /portal’s/, /OPERATOR_APPLICATION_ID/));
  });
});

test('JSON contains the same findings, with the exit code', async () => {
  const { exitCode, text } = await doctorCommand(
    ['--json', '--quiet'],
    patient({ ...single, MicrosoftAppPassword: 'x' }),
  );
  expect(exitCode).toBe(EXIT.problem);
  expect(JSON.parse(text)).toEqual({
    state: 'problem',
    exitCode: 2,
    findings: [about('bot', 'problem', /no token.*HTTP 401/, /MicrosoftAppPassword/)],
  });
});

test('mistakes in the settings end it with 78, and are named without a value', async () => {
  const { exitCode, text } = await doctorCommand(
    [],
    patient({ ...single, PORT: 'hunter2', STATE_ENCRYPTION_KEYS: '' }),
  );
  expect(exitCode).toBe(EXIT.settings);
  expect(text).toMatch(/^problem +settings +PORT: must be a whole number/m);
  expect(text).toMatch(/^problem +settings +STATE_ENCRYPTION_KEYS: is missing/m);
  expect(text).not.toContain('hunter2');
});

test('the process ends with the same code', async () => {
  const child = spawn(process.execPath, ['src/doctor.ts', '--json'], { env: { PORT: 'http' }, stdio: 'pipe' });
  const [[code], printed] = await Promise.all([once(child, 'exit'), text(child.stdout)]);
  expect(code).toBe(EXIT.settings);
  expect(JSON.parse(printed)).toMatchObject({ state: 'problem', exitCode: EXIT.settings });
});

test('an unknown option ends it with 64', async () => {
  const { exitCode, text } = await doctorCommand(['--jsno'], patient({}));
  expect(exitCode).toBe(EXIT.usage);
  expect(text).toContain('--quiet');
  expect((await doctorCommand(['--help'], patient({}))).exitCode).toBe(EXIT.ok);
});

test.each<[string, Readonly<Record<string, string>>, Finding]>([
  [
    'a self-signed certificate that no setting names',
    { BACKUP_SERVICE_FINGERPRINT256: '' },
    about('TLS', 'problem', new RegExp(`not trusted here.*${fingerprintOf(LOCAL)}`), /BACKUP_SERVICE_FINGERPRINT256/),
  ],
  [
    'another certificate than the pinned one',
    { BACKUP_SERVICE_FINGERPRINT256: 'AB'.repeat(32) },
    about('TLS', 'problem', /not the one whose fingerprint is pinned.*SHA-256/, /replaced on purpose/),
  ],
  [
    'an unreachable service',
    { BACKUP_SERVICE_URL: 'https://127.0.0.1:1' },
    about('TCP', 'problem', /nothing listens there/, /the port in BACKUP_SERVICE_URL/),
  ],
  [
    'an unknown host name',
    { BACKUP_SERVICE_URL: 'https://no-such-host.invalid:4443' },
    about('DNS', 'problem', /cannot be looked up/, /BACKUP_SERVICE_URL/),
  ],
  [
    'an unknown tenant',
    { ORGANIZATION: 'nobody.onmicrosoft.com' },
    about('sign-in', 'problem', /HTTP 400.*AADSTS90002/, /ORGANIZATION/),
  ],
  [
    'a tenant whose people may not talk to the bot',
    { ALLOWED_TENANTS: FERNWEH.tenantId },
    about('sign-in', 'warning', new RegExp(`${LINDENHOF.tenantId}.*never who asked`), /ALLOWED_TENANTS/),
  ],
  [
    'another application than the service’s',
    { OPERATOR_APPLICATION_ID: FERNWEH.operatorApplicationId },
    about('portal', 'warning', /expects another/, /OPERATOR_APPLICATION_ID/),
  ],
  [
    'app-only sign-in for nobody',
    {
      APP_ONLY_APPLICATION_ID: LINDENHOF.appOnlyApplicationId,
      RESTORE_APPLICATION_ID: LINDENHOF.restoreApplicationId,
      ADMIN_USER_IDS: '',
    },
    about('settings', 'warning', /nobody may use it/, /ADMIN_USER_IDS/),
  ],
  [
    'an identity binding that is off',
    { IDENTITY_BINDING: 'off' },
    about('settings', 'warning', /IDENTITY_BINDING is off/, /same-tenant/),
  ],
  [
    'a log without what is looked for in it',
    { LOG_LEVEL: 'warn' },
    about('settings', 'warning', /LOG_LEVEL is warn.*ends of the audit log/, /info/),
  ],
  [
    'keys of the channel that cannot be read',
    { ToBotFromChannelOpenIdMetadataUrl: 'http://127.0.0.1:1/keys' },
    about('channel', 'problem', /cannot be read/, /ToBotFromChannelOpenIdMetadataUrl/),
  ],
])('%s is reported with its remedy, and nothing else is', async (_name, changes, expected) => {
  expect(await troubles(changes)).toEqual([expected]);
});

test('a file of organizations that is only quotes is none, in remedies as in the settings', async () => {
  const changes = { ORGANIZATIONS_FILE: '""', BACKUP_SERVICE_URL: 'https://127.0.0.1:1' };
  expect(await troubles(changes)).toEqual([
    about('TCP', 'problem', /nothing listens there/, /the port in BACKUP_SERVICE_URL/),
  ]);
});

test('a certificate file is accepted in place of the fingerprint', async () => {
  const files: Readonly<Record<string, string>> = { 'ca.pem': LOCAL.cert };
  const env = { ...single, BACKUP_SERVICE_FINGERPRINT256: '', BACKUP_SERVICE_CA: 'ca.pem' };
  const { findings } = await examine({ env, readFile: (path) => files[path] ?? '' });
  expect(findings.find(({ check }) => check === 'TLS')?.found).toMatch(/^trusted by the certificate file/);
});

test.each([
  ['expired', EXPIRED, /has expired/, /Renew the certificate/],
  ['for another name', OTHER_HOST, /another host name.*elsewhere\.example/, /Use a name that the certificate carries/],
] as const)('a certificate that is %s', async (_name, identity, found, remedy) => {
  const server = await startScriptedServer({ tls: identity });
  const changes = { BACKUP_SERVICE_URL: server.url, BACKUP_SERVICE_FINGERPRINT256: '', BACKUP_SERVICE_CA: 'ca.pem' };
  const { findings } = await examine({ env: { ...single, ...changes }, readFile: () => identity.cert });
  expect(findings.filter(({ state }) => state === 'problem')).toEqual([about('TLS', 'problem', found, remedy)]);
  expect(server.requests).toHaveLength(0);
  await server.close();
});

const HEALTHY = { status: 'Healthy', entries: {} };
const PORTAL = {
  isEnabled: true,
  applicationId: LINDENHOF.operatorApplicationId,
  msalAuthorityUri: 'http://127.0.0.1',
};
const NOT_FOUND: ScriptedAnswer = { status: 404, body: '' };

test.each<[string, Readonly<Record<string, ScriptedAnswer>>, readonly unknown[]]>([
  ['that is in order', { '/v8/Health': { body: HEALTHY }, '/v8/RestorePortalSettings': { body: PORTAL } }, []],
  [
    'that is unwell',
    { '/v8/Health': { status: 503, body: { status: 'Unhealthy' } }, '/v8/RestorePortalSettings': { body: PORTAL } },
    [about('API', 'warning', /calls itself Unhealthy/, /components/)],
  ],
  [
    'whose portal is switched off',
    { '/v8/Health': { body: HEALTHY }, '/v8/RestorePortalSettings': { body: { isEnabled: false } } },
    [about('portal', 'problem', /switched off/, /Switch it on/)],
  ],
  [
    'of another cloud',
    {
      '/v8/Health': { body: HEALTHY },
      '/v8/RestorePortalSettings': { body: { ...PORTAL, msalAuthorityUri: 'https://login.chinacloudapi.cn/x' } },
    },
    [about('portal', 'warning', /names the sign-in host login\.chinacloudapi\.cn/, /AUTH_URL and GRAPH_URL/)],
  ],
  [
    'that is older',
    { '/v7/RestorePortalSettings': { body: PORTAL } },
    [
      about('portal', 'problem', /too old to tell/, /Update the service/),
      about('API', 'problem', /speaks v7, and the bot needs v8/, /Update the service/),
    ],
  ],
  [
    'that is none',
    { '/v8/Health': { body: '<html>hello</html>' }, '/v8/RestorePortalSettings': { body: '<html>hello</html>' } },
    [
      about('portal', 'problem', /no backup service/, /BACKUP_SERVICE_URL/),
      about('API', 'problem', /does not speak v8/, /BACKUP_SERVICE_URL/),
    ],
  ],
])('a service %s', async (_name, answers, expected) => {
  const server = await startScriptedServer();
  server.answer(({ path }) => answers[path] ?? NOT_FOUND);
  const changes = { BACKUP_SERVICE_URL: server.url, BACKUP_SERVICE_FINGERPRINT256: '' };
  expect(await troubles(changes)).toEqual(expected);
  await server.close();
});

test('reports signing keys of which none is endorsed for Teams', async () => {
  const server = await startScriptedServer();
  const key = { kty: 'RSA', kid: 'key', n: 'AQAB', e: 'AQAB' };
  server.answer(({ path }) => ({
    body:
      path === '/keys'
        ? { keys: [key, { ...key, kid: 'other', endorsements: ['webchat'] }] }
        : { jwks_uri: `${server.url}/keys` },
  }));
  expect(await troubles({ ToBotFromChannelOpenIdMetadataUrl: `${server.url}/metadata` })).toEqual([
    about('channel', 'problem', /endorsed for Teams/, /ToBotFromChannelOpenIdMetadataUrl/),
  ]);
  await server.close();
});

test('reports what is no identity provider, and one that offers no device codes', async () => {
  const server = await startScriptedServer();
  server.answer({ body: { hello: 'world' } });
  expect(await troubles({ AUTH_URL: server.url })).toContainEqual(
    about('sign-in', 'problem', /no identity provider/, /AUTH_URL/),
  );
  server.answer({ body: { issuer: `x/${LINDENHOF.tenantId}`, token_endpoint: `${server.url}/token` } });
  expect(await troubles({ AUTH_URL: server.url })).toContainEqual(
    about('sign-in', 'problem', /no device codes/, /device code flow/),
  );
  server.answer({ body: { issuer: `x/${LINDENHOF.tenantId}`, token_endpoint: 'https://elsewhere.example/token' } });
  expect(await troubles({ AUTH_URL: server.url })).toContainEqual(
    about('sign-in', 'warning', /come from elsewhere\.example/, /AUTH_URL/),
  );
  await server.close();
});

test('reports storage that denies access and storage that is unavailable, without the key', async () => {
  const text = single['AZURE_STORAGE_CONNECTION_STRING'] ?? '';
  const denied = await troubles({
    AZURE_STORAGE_CONNECTION_STRING: text.replace(/AccountKey=..../, 'AccountKey=AAAA'),
  });
  expect(denied).toEqual([
    about('blobs', 'problem', /access is denied/, /connection string anew/),
    about('audit log', 'problem', /access is denied/, /connection string anew/),
    about('queue', 'problem', /access is denied/, /connection string anew/),
  ]);
  const away = await troubles({ AZURE_STORAGE_CONNECTION_STRING: text.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:1') });
  expect(away).toEqual([
    about('blobs', 'problem', /does not answer \(ECONNREFUSED\)/, /AZURE_STORAGE/),
    about('audit log', 'problem', /does not answer \(ECONNREFUSED\)/, /AZURE_STORAGE/),
    about('queue', 'problem', /does not answer \(ECONNREFUSED\)/, /AZURE_STORAGE/),
  ]);
  expect(JSON.stringify([denied, away])).not.toMatch(/Eby8|AAAAvdM0/);
});

test('does not create a missing container', async () => {
  const changes = { STATE_CONTAINER: 'not-yet', JOB_QUEUE: 'not-yet-either' };
  for (let times = 0; times < 2; times += 1) {
    const { findings } = await examine(patient({ ...single, ...changes }));
    expect(findings).toContainEqual(
      expect.objectContaining({ check: 'blobs', found: expect.stringMatching(/not there yet/) }),
    );
  }
});

test.each([
  ['60 s behind', 60_000, 'warning'],
  ['a day behind', 86_400_000, 'problem'],
] as const)('a clock that is %s', async (_name, behind, state) => {
  const clock: Clock = { ...systemClock, now: () => Date.now() - behind };
  const found = await troubles({}, clock);
  expect(found).toContainEqual(about('clock', state, /^\d+ s behind /, /time server/));
});

test('reports an unreachable proxy, without its password', async () => {
  // A range of the bot's own: Azure's libraries know none.
  const identity = { MicrosoftAppType: 'UserAssignedMSI', NO_PROXY: '169.254.0.0/16' };
  const found = await troubles({ HTTPS_PROXY: 'http://me:hunter2@127.0.0.1:1', ...identity });
  expect(found).toContainEqual(about('proxy', 'problem', /takes no connection/, /HTTPS_PROXY/));
  expect(found).toContainEqual(about('proxy', 'warning', /managed identity/, /NO_PROXY/));
  expect(JSON.stringify(found)).not.toContain('hunter2');
});

test.each<[string, ConnectProxyOptions, RegExp, RegExp]>([
  ['whose certificate is not trusted', { tls: SELF_SIGNED }, /not trusted \(DEPTH_ZERO_SELF/, /NODE_EXTRA_CA_CERTS/],
  ['without TLS under https://', {}, /no TLS handshake/, /http:\/\//],
])('reports a proxy %s', async (_name, options, expected, remedy) => {
  const proxy = await startConnectProxy(options);
  const found = await troubles({ HTTPS_PROXY: `https://127.0.0.1:${proxy.port}` });
  await proxy.close();
  expect(found).toContainEqual(about('proxy', 'problem', expected, remedy));
});

test('a service behind a proxy is reached through it, and its name is resolved there', async () => {
  const server = await startScriptedServer({ tls: OTHER_HOST });
  server.answer(({ path }) => (path === '/v8/Health' ? { body: HEALTHY } : { body: PORTAL }));
  const proxy = await startConnectProxy({ leadsTo: server.port });
  const changes = {
    HTTPS_PROXY: proxy.url,
    BACKUP_SERVICE_URL: 'https://elsewhere.example:4443',
    BACKUP_SERVICE_FINGERPRINT256: fingerprintOf(OTHER_HOST),
  };
  const { findings } = await examine(patient({ ...single, ...changes }));
  const of = (check: string) => findings.find((one) => one.check === check && one.subject === 'elsewhere.example:4443');
  expect(of('DNS')).toMatchObject({ state: 'skipped', found: 'left to the proxy' });
  expect(of('TCP')?.found).toMatch(/through the proxy/);
  expect(of('TLS')).toMatchObject({ state: 'ok' });
  expect(of('API')).toMatchObject({ state: 'ok' });
  await proxy.close();
  await server.close();
});
