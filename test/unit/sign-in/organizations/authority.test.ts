import { otherAuthority } from '../../../../src/sign-in/organizations/authority.ts';
import { createOrganizations } from '../../../../src/sign-in/organizations/organizations.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { anOrganization } from '../../../support/builders.ts';
import { createRecordingLog } from '../../../fakes/records.ts';

const PUBLIC = 'https://login.microsoftonline.com';

test.each<[string | undefined, string | undefined]>([
  [undefined, undefined],
  ['', undefined],
  ['no address', undefined],
  [`${PUBLIC}/organizations/`, undefined],
  ['https://LOGIN.microsoftonline.com/x', undefined],
  ['https://login.chinacloudapi.cn/common', 'login.chinacloudapi.cn'],
  ['https://login.microsoftonline.us/', 'login.microsoftonline.us'],
])('of a service that names %s another host is %s', (authorityUri, expected) => {
  expect(otherAuthority(authorityUri, PUBLIC)).toBe(expected);
});

test('another sign-in host is warned about once, and the settings are followed', async () => {
  const log = createRecordingLog();
  const settings = {
    applicationId: 'portal-application',
    isEnabled: true,
    authorityUri: 'https://login.chinacloudapi.cn/x',
  };
  const service = { portalSettings: () => Promise.resolve(settings) };
  const organization = anOrganization({ operatorApplicationId: undefined });
  const chooser = createOrganizations({ organizations: [organization], service, clock: createFakeClock(), log });

  expect(await chooser.applicationId(organization, 'operator')).toBe('portal-application');
  expect(await chooser.applicationId(organization, 'operator')).toBe('portal-application');

  expect(log.lines).toMatchObject([
    { level: 'warn', fields: { service: 'login.chinacloudapi.cn', settings: 'login.microsoftonline.com' } },
  ]);
  expect(chooser.get(organization.organization)?.authUrl).toBe(PUBLIC);
});
