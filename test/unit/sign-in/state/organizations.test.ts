import { nearOrganizations, Organizations, otherAuthority } from '../../../../src/sign-in/state/organizations.ts';
import type { Organization } from '../../../../src/core/organization.ts';
import type { FailureReason } from '../../../../src/sign-in/state/model.ts';
import type { UpstreamError } from '../../../../src/core/errors.ts';
import { createFakeBackupService } from '../../../fakes/backup-service.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { createRecordingLog } from '../../../fakes/records.ts';
import { aFault, anOrganization } from '../../../support/builders.ts';

const CONTOSO = anOrganization({ tenants: ['tenant-1'] });
const FABRIKAM = anOrganization({
  key: 'fabrikam.onmicrosoft.com',
  displayName: 'Fabrikam Ltd.',
  tenants: ['tenant-1', 'tenant-2'],
  appOnlyApplicationId: undefined,
});
const NORTHWIND = anOrganization({
  key: 'northwind.onmicrosoft.com',
  displayName: 'Northwind',
  tenants: ['tenant-3'],
});

function listed(...organizations: readonly Organization[]): Organizations {
  return new Organizations({ organizations, service: createFakeBackupService(), clock: createFakeClock() });
}

describe('choosing an organization', () => {
  test('uses the only one that serves the tenant', () => {
    expect(listed(CONTOSO, FABRIKAM, NORTHWIND).choose('tenant-2', 'operator', undefined)).toEqual({
      kind: 'one',
      organization: FABRIKAM,
    });
  });

  test('asks when several serve it', () => {
    expect(listed(CONTOSO, FABRIKAM).choose('tenant-1', 'operator', undefined)).toEqual({
      kind: 'several',
      choices: [
        { organization: 'contoso.onmicrosoft.com', displayName: 'Contoso' },
        { organization: 'fabrikam.onmicrosoft.com', displayName: 'Fabrikam Ltd.' },
      ],
    });
  });

  test('offers for app-only only organizations with an application for it', () => {
    expect(listed(CONTOSO, FABRIKAM).choose('tenant-1', 'app-only', undefined)).toEqual({
      kind: 'one',
      organization: CONTOSO,
    });
    expect(listed(FABRIKAM).choose('tenant-1', 'app-only', undefined)).toEqual({ kind: 'none' });
    expect(listed(FABRIKAM).choose('tenant-1', 'app-only', 'fabrikam')).toEqual({ kind: 'none' });
  });

  test.each(['fabrikam.onmicrosoft.com', 'FABRIKAM.onmicrosoft.COM', ' fabrikam ', 'Fabrikam', 'fabrikam ltd.'])(
    'knows it by the name %j',
    (name) => {
      expect(listed(CONTOSO, FABRIKAM).choose('tenant-1', 'operator', name)).toMatchObject({
        organization: { key: 'fabrikam.onmicrosoft.com' },
      });
    },
  );

  test.each([
    ['Fabrikam Ltd.', ['Fabrikam Ltd', 'fabrikam ltd.', '“Fabrikam Ltd.”']],
    ['Muster e.V.', ['muster e.V']],
    ['Yahoo!', ['Yahoo']],
    ['Acme S.A.', ['acme s.a']],
    ['Canal +', ['canal']],
    ['Gasthaus "Zur Post"', ['Gasthaus "Zur Post']],
    ['東京（株）', ['東京（株']],
  ])('%s is known without the signs around it, as people and sentences write them: %j', (displayName, names) => {
    const organizations = listed(CONTOSO, anOrganization({ key: 'other.example', displayName, tenants: ['tenant-1'] }));
    const chosen = names.map((name) => organizations.choose('tenant-1', 'operator', name).kind);
    expect(chosen).toEqual(names.map(() => 'one'));
  });

  test('a name as it is written comes before one without its signs, and signs alone are no name', () => {
    const called = (displayName: string, index: number) =>
      anOrganization({ key: `organization-${index}.example`, displayName, tenants: ['tenant-1'] });
    const organizations = listed(...['C', 'C++', '***'].map(called));
    expect(organizations.choose('tenant-1', 'operator', 'c++')).toMatchObject({ organization: { displayName: 'C++' } });
    expect(organizations.choose('tenant-1', 'operator', 'c')).toMatchObject({ organization: { displayName: 'C' } });
    expect(organizations.choose('tenant-1', 'operator', '***').kind).toBe('one');
    expect(organizations.choose('tenant-1', 'operator', '!').kind).toBe('unknown');
  });

  test.each(['fabri', 'fabrikam.onmicrosoft', 'onmicrosoft', '', 'contoso fabrikam'])(
    'names what there is where %j is unknown',
    (name) => {
      expect(listed(CONTOSO, FABRIKAM).choose('tenant-1', 'operator', name)).toMatchObject({
        kind: 'unknown',
        choices: [{ displayName: 'Contoso' }, { displayName: 'Fabrikam Ltd.' }],
      });
    },
  );

  test('asks again when two have the same name', () => {
    const twin = anOrganization({ key: 'contoso.example', tenants: ['tenant-1'] });

    expect(listed(CONTOSO, twin, FABRIKAM).choose('tenant-1', 'operator', 'contoso')).toMatchObject({
      kind: 'several',
      choices: [{ organization: 'contoso.onmicrosoft.com' }, { organization: 'contoso.example' }],
    });
  });

  test('neither uses nor names an organization of another tenant', () => {
    expect(listed(CONTOSO, FABRIKAM, NORTHWIND).choose('tenant-1', 'operator', 'northwind')).toEqual({
      kind: 'unknown',
      choices: [
        { organization: 'contoso.onmicrosoft.com', displayName: 'Contoso' },
        { organization: 'fabrikam.onmicrosoft.com', displayName: 'Fabrikam Ltd.' },
      ],
    });
    expect(listed(CONTOSO).choose('tenant-of-strangers', 'operator', 'contoso')).toEqual({ kind: 'none' });
    expect(listed(CONTOSO).choose('tenant-of-strangers', 'operator', undefined)).toEqual({ kind: 'none' });
  });

  test('tenant ids match in upper and lower case', () => {
    expect(listed(CONTOSO).choose('TENANT-1', 'operator', undefined).kind).toBe('one');
    expect(listed(anOrganization({ tenants: ['TENANT-1'] })).choose('tenant-1', 'operator', undefined).kind).toBe(
      'one',
    );
  });

  test('lists an organization once that names a tenant twice', () => {
    const organization = anOrganization({ tenants: ['tenant-1', 'TENANT-1'] });

    expect(listed(organization).choose('tenant-1', 'operator', undefined).kind).toBe('one');
  });

  test('an organization without tenants serves everybody who may talk to the bot', () => {
    expect(listed(anOrganization({ tenants: [] })).choose('any-tenant', 'operator', undefined).kind).toBe('one');
  });

  test('lists the organizations that serve a tenant', () => {
    expect(listed(CONTOSO, FABRIKAM, NORTHWIND).servedIn('tenant-2')).toEqual([
      { organization: 'fabrikam.onmicrosoft.com', displayName: 'Fabrikam Ltd.' },
    ]);
  });

  test('finds an organization by its key, until it has left the settings', () => {
    expect(listed(CONTOSO).get('CONTOSO.onmicrosoft.com')).toBe(CONTOSO);
    expect(listed(CONTOSO).get('fabrikam.onmicrosoft.com')).toBeUndefined();
  });
});

describe('the application id', () => {
  function aBench() {
    const clock = createFakeClock();
    const service = createFakeBackupService();
    const discovering = anOrganization({ operatorApplicationId: undefined });
    const organizations = new Organizations({ organizations: [discovering], service, clock });
    return { clock, service, discovering, organizations };
  }

  test('comes from the settings without a request to the service', async () => {
    const { service, organizations } = aBench();

    await expect(organizations.applicationId(anOrganization(), 'operator')).resolves.toBe('operator-application');
    await expect(organizations.applicationId(anOrganization(), 'app-only')).resolves.toBe('app-only-application');
    expect(service.portalRequests).toBe(0);
  });

  test('is requested from the service and cached for ten minutes', async () => {
    const { clock, service, discovering, organizations } = aBench();

    await expect(organizations.applicationId(discovering, 'operator')).resolves.toBe('discovered-application');
    await clock.advance(599_999);
    await organizations.applicationId(discovering, 'operator');
    expect(service.portalRequests).toBe(1);

    await clock.advance(1);
    service.portal = { applicationId: 'another-application', isEnabled: true };
    await expect(organizations.applicationId(discovering, 'operator')).resolves.toBe('another-application');
  });

  test('is requested once for concurrent callers', async () => {
    const { service, discovering, organizations } = aBench();

    await Promise.all([1, 2, 3].map(() => organizations.applicationId(discovering, 'operator')));

    expect(service.portalRequests).toBe(1);
  });

  test('is requested again after a failure', async () => {
    const { service, discovering, organizations } = aBench();
    service.portal = { applicationId: 'discovered-application', isEnabled: false };

    await expect(organizations.applicationId(discovering, 'operator')).resolves.toEqual({ reason: 'portal-off' });

    service.portal = { applicationId: 'discovered-application', isEnabled: true };
    await expect(organizations.applicationId(discovering, 'operator')).resolves.toBe('discovered-application');
  });

  const faults: readonly [FailureReason, string, UpstreamError][] = [
    ['service-unreachable', 'no answer', aFault('NO_ANSWER')],
    ['service-unreachable', 'a time-out', aFault('TIMED_OUT')],
    ['service-unreachable', '503', aFault('FAILED', { status: 503 })],
    ['service-unreachable', '429', aFault('THROTTLED', { status: 429 })],
    ['service-untrusted', 'a certificate nobody trusts', aFault('UNTRUSTED')],
    ['service-too-old', '404', aFault('REFUSED', { status: 404 })],
    ['not-a-backup-service', 'a page that is not there', aFault('NOT_JSON', { status: 404 })],
    ['not-a-backup-service', 'HTML', aFault('NOT_JSON', { status: 200 })],
    ['not-a-backup-service', 'JSON of another kind', aFault('MALFORMED', { status: 200 })],
    ['not-a-backup-service', 'a redirect to elsewhere', aFault('REDIRECTED', { status: 302 })],
    ['not-a-backup-service', 'a refusal of what needs no token', aFault('REFUSED', { status: 403 })],
  ];

  test.each(faults)('is missing as %s after %s', async (reason, _, fault) => {
    const { service, discovering, organizations } = aBench();
    service.portal = fault;

    await expect(organizations.applicationId(discovering, 'operator')).resolves.toMatchObject({ reason });
  });
});

describe('another sign-in host', () => {
  const PUBLIC = 'https://login.microsoftonline.com';

  test.each<[string | undefined, string | undefined]>([
    [undefined, undefined],
    ['', undefined],
    ['no address', undefined],
    [`${PUBLIC}/organizations/`, undefined],
    ['https://LOGIN.microsoftonline.com/x', undefined],
    ['https://login.chinacloudapi.cn/common', 'login.chinacloudapi.cn'],
    ['https://login.microsoftonline.us/', 'login.microsoftonline.us'],
  ])('in an authority of %s is %s', (authorityUri, expected) => {
    expect(otherAuthority(authorityUri, PUBLIC)).toBe(expected);
  });

  test('is logged once, and the settings apply', async () => {
    const log = createRecordingLog();
    const settings = {
      applicationId: 'portal-application',
      isEnabled: true,
      authorityUri: 'https://login.chinacloudapi.cn/x',
    };
    const service = { portalSettings: () => Promise.resolve(settings) };
    const organization = anOrganization({ operatorApplicationId: undefined });
    const chooser = new Organizations({ organizations: [organization], service, clock: createFakeClock(), log });

    expect(await chooser.applicationId(organization, 'operator')).toBe('portal-application');
    expect(await chooser.applicationId(organization, 'operator')).toBe('portal-application');

    expect(log.lines).toMatchObject([
      { level: 'warn', fields: { service: 'login.chinacloudapi.cn', settings: 'login.microsoftonline.com' } },
    ]);
    expect(chooser.get(organization.key)?.authUrl).toBe(PUBLIC);
  });
});

describe('suggestions', () => {
  const CHOICES = [
    { organization: 'contoso.onmicrosoft.com', displayName: 'Contoso Ltd' },
    { organization: 'contoso-labs.onmicrosoft.com', displayName: 'Contoso Labs' },
    { organization: 'fabrikam.onmicrosoft.com', displayName: 'Fabrikam' },
    { organization: 'abc.onmicrosoft.com', displayName: 'Abc' },
  ];

  test.each([
    ['contosso', ['Contoso Ltd']],
    ['contoso', ['Contoso Ltd', 'Contoso Labs']],
    ['CONTOSO LABS', ['Contoso Labs', 'Contoso Ltd']],
    ['labs', ['Contoso Labs']],
    ['fabricam', ['Fabrikam']],
    ['farbikam', ['Fabrikam']],
    ['fabrikam.onmicrosoft', ['Fabrikam']],
    ['abd', ['Abc']],
    ['xyz', []],
    ['', []],
    ['onmicrosoft.com', ['Contoso Ltd', 'Contoso Labs', 'Fabrikam']],
    ['northwind', []],
  ])('for "%s" are %j', (typed, expected) => {
    expect(nearOrganizations(typed, CHOICES).map(({ displayName }) => displayName)).toEqual(expected);
  });

  test('are found among hundreds, however long the typed text is', () => {
    const many = Array.from({ length: 500 }, (_, index) => ({
      organization: `customer-${index}.onmicrosoft.com`,
      displayName: `Customer number ${index} of many`,
    }));
    expect(nearOrganizations('customer '.repeat(30), many)).toEqual([]);
    expect(nearOrganizations('custommer-77', many)).toContainEqual(many[77]);
  });
});
