import { ISSUED_BY_AUTHORITY, RSA } from '../../support/certificates.ts';
import { entry, mistakesIn, read } from '../../support/environment.ts';
import type { Environment } from '../../support/environment.ts';

const GIVEN: Environment = {
  SIGN_IN: 'browser',
  PUBLIC_URL: 'https://bot.example',
  OPERATOR_CREDENTIAL: 'secret',
  OPERATOR_SECRET: 'hunter2',
};
const CERTIFICATE = { OPERATOR_CREDENTIAL: 'certificate', OPERATOR_CERTIFICATE: 'operators.pem' };
const files = (pem: string) => ({ 'operators.pem': pem });

test('people sign in with a code unless the settings say otherwise', () => {
  const settings = read();
  expect([settings.organizations[0]?.signIn, settings.publicUrl, settings.operatorCredential]).toEqual([
    'device-code',
    undefined,
    undefined,
  ]);
});

test('in the browser, with each kind of credential', () => {
  expect(read(GIVEN)).toMatchObject({
    publicUrl: 'https://bot.example',
    operatorCredential: { kind: 'secret', secret: 'hunter2' },
  });
  expect(read({ ...GIVEN, OPERATOR_CREDENTIAL: 'managed-identity' }).operatorCredential).toEqual({
    kind: 'managed-identity',
  });
  expect(read({ ...GIVEN, ...CERTIFICATE }, files(`${RSA.key}${RSA.cert}`)).operatorCredential).toEqual({
    kind: 'certificate',
    certificate: RSA.cert,
    privateKey: RSA.key.trim(),
  });
});

test.each<[Environment, readonly string[]]>([
  [{ AZURE_CLIENT_SECRET: 'hunter2' }, ['AZURE_CLIENT_SECRET']],
  [{ AZURE_CLIENT_CERTIFICATE_PATH: '/x.pem' }, ['AZURE_CLIENT_CERTIFICATE_PATH']],
  [{ AZURE_CLIENT_ID: '11111111-2222-3333-4444-555555555555' }, []],
  [{ AZURE_CLIENT_SECRET: 'hunter2', AZURE_TOKEN_CREDENTIALS: 'ManagedIdentityCredential' }, []],
])('an application in the environment would stand in for the managed identity: %j', (others, named) => {
  expect(mistakesIn({ ...GIVEN, OPERATOR_CREDENTIAL: 'managed-identity', ...others })).toEqual(
    named.map((name) => expect.stringMatching(`^OPERATOR_CREDENTIAL: is managed-identity beside ${name}, `) as string),
  );
});

test('the credential may stay once nobody signs in in the browser any more: it renews their sessions', () => {
  expect(read({ ...GIVEN, SIGN_IN: 'device-code' })).toMatchObject({
    publicUrl: undefined,
    operatorCredential: { kind: 'secret' },
  });
});

test.each<[string, Environment, RegExp]>([
  ['the address', { PUBLIC_URL: 'ftp://bot.example' }, /^PUBLIC_URL: /],
  ['the secret', { OPERATOR_CREDENTIAL: '', OPERATOR_SECRET: 'two\nlines' }, /^OPERATOR_SECRET: /],
  ['the certificate', { OPERATOR_CERTIFICATE: 'gone.pem' }, /^OPERATOR_CERTIFICATE: names a file that cannot be read/],
])('%s that cannot be is a mistake, also where nothing needs it', (_, changes, sentence) => {
  const given = { ...GIVEN, SIGN_IN: 'device-code', ...changes };
  expect(mistakesIn(given)).toEqual([expect.stringMatching(sentence)]);
});

test('beside a wrong SIGN_IN, the other mistakes are named at once', () => {
  const mistakes = mistakesIn({ ...GIVEN, SIGN_IN: 'browsr', PUBLIC_URL: 'ftp://bot.example' });
  expect(mistakes.map((mistake) => mistake.split(':')[0])).toEqual(['SIGN_IN', 'PUBLIC_URL']);
});

test('each organization of a file has its own way', () => {
  const list = JSON.stringify([entry({ signIn: 'both' }), entry({ organization: 'b.onmicrosoft.com' })]);
  const given = { ...GIVEN, SIGN_IN: undefined, ORGANIZATION: undefined, BACKUP_SERVICE_URL: undefined };
  const settings = read({ ...given, ORGANIZATIONS_FILE: 'all.json' }, { 'all.json': list });
  expect(settings.organizations.map(({ signIn }) => signIn)).toEqual(['both', 'device-code']);
});

test.each<[string, Environment, string, RegExp]>([
  ['no address', { PUBLIC_URL: '' }, '', /^PUBLIC_URL: is missing/],
  ['an address with a path', { PUBLIC_URL: 'https://bot.example/x' }, '', /^PUBLIC_URL: must be an origin/],
  ['an address without encryption', { PUBLIC_URL: 'http://bot.example' }, '', /^PUBLIC_URL: must begin with https/],
  ['no credential', { OPERATOR_CREDENTIAL: '' }, '', /^OPERATOR_CREDENTIAL: is missing/],
  ['no secret', { OPERATOR_SECRET: '' }, '', /^OPERATOR_SECRET: is missing/],
  ['no certificate', { ...CERTIFICATE, OPERATOR_CERTIFICATE: '' }, '', /^OPERATOR_CERTIFICATE: is missing/],
  ['a certificate without its key', CERTIFICATE, RSA.cert, /^OPERATOR_CERTIFICATE: names a file without a private key/],
  ['a key of another certificate', CERTIFICATE, `${RSA.key}${ISSUED_BY_AUTHORITY.cert}`, /not that of the certificate/],
  ['a key that is not RSA', CERTIFICATE, `${ISSUED_BY_AUTHORITY.key}${ISSUED_BY_AUTHORITY.cert}`, /is not RSA/],
  ['a broken key', CERTIFICATE, `${RSA.key.replace(/MII\w+/, 'MII')}${RSA.cert}`, /private key that cannot be read/],
  ['anybody who may sign in', { IDENTITY_BINDING: 'off' }, '', /^IDENTITY_BINDING: cannot be off where/],
])('%s is a mistake that quotes nothing', (_, changes, pem, sentence) => {
  const mistakes = mistakesIn({ ...GIVEN, ...changes }, files(pem));
  expect(mistakes).toEqual([expect.stringMatching(sentence)]);
  expect(mistakes.join('')).not.toMatch(/hunter2|MII/);
});
