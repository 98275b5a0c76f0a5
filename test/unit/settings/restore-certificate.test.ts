import { RESTORE_PFX } from '../../support/certificates.ts';
import { entry, mistakesIn, read } from '../../support/environment.ts';
import type { Environment } from '../../support/environment.ts';

const ORGANIZATION = 'contoso.onmicrosoft.com';
const ACCOUNT = 'restore@contoso.com';
const GIVEN: Environment = {
  RESTORE_APPLICATION_ID: 'ccccdddd-0000-1111-2222-eeeeffff0000',
  RESTORE_IMPERSONATION_ACCOUNT: ACCOUNT,
  RESTORE_CERTIFICATE: RESTORE_PFX.whole,
  RESTORE_CERTIFICATE_PASSWORD: RESTORE_PFX.password,
  APPROVAL: 'always',
  APPROVERS: 'aaaabbbb-0000-1111-2222-ccccdddd0001,aaaabbbb-0000-1111-2222-ccccdddd0002',
};
const CERTIFICATE = {
  pfx: RESTORE_PFX.whole.replaceAll(/\s/g, ''),
  password: RESTORE_PFX.password,
  impersonationAccount: ACCOUNT,
  expiresAt: RESTORE_PFX.expiresAt,
};

test('without a certificate there is none, and the application alone may be set', () => {
  const settings = read({
    RESTORE_APPLICATION_ID: GIVEN['RESTORE_APPLICATION_ID'],
    RESTORE_APPLICATION_NAME: 'Contoso Backup',
  });
  expect(settings.restoreCertificates).toEqual({});
  expect(settings.organizations[0]?.restoreApplicationId).toBe(GIVEN['RESTORE_APPLICATION_ID']);
  expect(settings.organizations[0]?.restoreApplicationName).toBe('Contoso Backup');
  expect(settings.restoreElsewhere).toBe(false);
});

test('a certificate is Base64 without line breaks once it is read, from the setting or from a file', () => {
  expect(read(GIVEN).restoreCertificates).toEqual({ [ORGANIZATION]: CERTIFICATE });
  const inFile = { ...GIVEN, RESTORE_CERTIFICATE: 'restore.pfx.txt' };
  expect(read(inFile, { 'restore.pfx.txt': `\uFEFF${RESTORE_PFX.whole}\r\n` }).restoreCertificates).toEqual({
    [ORGANIZATION]: CERTIFICATE,
  });
});

test('it is no part of the organization, which many parts are given', () => {
  expect(JSON.stringify(read(GIVEN).organizations)).not.toMatch(/MII|open-sesame/);
});

test('each organization of a file may have its own', () => {
  const one = entry({
    restoreApplicationId: 'one',
    restoreCertificate: 'one.txt',
    restoreCertificatePassword: RESTORE_PFX.password,
    restoreImpersonationAccount: ACCOUNT,
  });
  const list = JSON.stringify([one, entry({ organization: 'b.onmicrosoft.com' })]);
  const settings = read(
    {
      ORGANIZATION: undefined,
      BACKUP_SERVICE_URL: undefined,
      ORGANIZATIONS_FILE: '/etc/bot/all.json',
      APPROVAL: 'always',
      APPROVERS: GIVEN['APPROVERS'],
    },
    { '/etc/bot/all.json': list, '/etc/bot/one.txt': RESTORE_PFX.whole },
  );
  expect(settings.restoreCertificates).toEqual({ [ORGANIZATION]: CERTIFICATE });
});

test.each<[string, Environment, RegExp]>([
  ['a wrong password', { RESTORE_CERTIFICATE_PASSWORD: 'x' }, /does not open with RESTORE_CERTIFICATE_PASSWORD/],
  ['no password', { RESTORE_CERTIFICATE_PASSWORD: undefined }, /does not open with RESTORE_CERTIFICATE_PASSWORD/],
  ['no private key', { RESTORE_CERTIFICATE: RESTORE_PFX.withoutKey }, /is no PFX with a private key/],
  ['outdated encryption', { RESTORE_CERTIFICATE: RESTORE_PFX.outdated }, /is encrypted in an outdated way/],
  ['half of the file', { RESTORE_CERTIFICATE: CERTIFICATE.pfx.slice(0, 400) }, /is no PFX with a private key/],
  ['a missing character', { RESTORE_CERTIFICATE: RESTORE_PFX.whole.slice(1) }, /names a file that cannot be read/],
  ['an uneven length', { RESTORE_CERTIFICATE: RESTORE_PFX.whole.slice(0, -1) }, /is neither Base64 of a PFX nor/],
  ['the bytes of a PFX in the file', { RESTORE_CERTIFICATE: 'raw.pfx' }, /is neither Base64 of a PFX nor/],
])('a certificate with %s is a mistake that quotes nothing', (_name, change, sentence) => {
  const mistakes = mistakesIn({ ...GIVEN, ...change }, { 'raw.pfx': '0\uFFFD\tX\u0002\u0001' });
  expect(mistakes).toEqual([expect.stringMatching(sentence)]);
  expect(mistakes[0]).toMatch(/^RESTORE_CERTIFICATE: /);
  expect(mistakes[0]).not.toMatch(/MII|open-sesame/);
});

test.each(['RESTORE_APPLICATION_ID', 'RESTORE_IMPERSONATION_ACCOUNT'])('it needs %s', (name) => {
  expect(mistakesIn({ ...GIVEN, [name]: undefined })).toEqual([
    `${name}: is missing: RESTORE_CERTIFICATE needs it. Set both, or leave the certificate out.`,
  ]);
});
