import { RESTORE_PFX } from '../../support/certificates.ts';
import { mistakesIn, read } from '../../support/environment.ts';

const ONE = 'AAAABBBB-0000-1111-2222-CCCCDDDD0001';
const OTHER = 'aaaabbbb-0000-1111-2222-ccccdddd0002';

test('approvals are read: ids in lower case, once each', () => {
  const { approval } = read({
    APPROVAL: 'others',
    APPROVERS: `${ONE}, ${OTHER}, ${ONE}`,
    APPROVAL_FOR: 'overwrite, download, Overwrite',
  });
  expect(approval).toMatchObject({
    mode: 'others',
    approvers: [ONE.toLowerCase(), OTHER],
    needed: 1,
    categories: ['overwrite', 'download'],
    showsNames: false,
    guests: false,
  });
  expect(read({ APPROVAL: 'always', APPROVERS: ONE, APPROVAL_FOR: 'none' }).approval.categories).toEqual([]);
});

test('a team may take the place of the list, or stand beside it', () => {
  const team = { APPROVAL: 'always', APPROVER_TEAM: '19:approvers@thread.tacv2' };
  expect(read(team).approval).toMatchObject({ approvers: [], approverTeam: '19:approvers@thread.tacv2' });
  expect(read({ ...team, APPROVERS: ONE, APPROVALS_NEEDED: '2' }).approval.approvers).toHaveLength(1);
  const link = 'https://teams.microsoft.com/l/team/19%3Aduty%40thread.tacv2/conversations?groupId=1&tenantId=2';
  expect(read({ DUTY_TEAM: link }).dutyTeam).toBe('19:duty@thread.tacv2');
});

test.each([
  ['a team while it is off', { APPROVER_TEAM: '19:a@thread.tacv2' }, 'APPROVER_TEAM: has no effect while APPROVAL'],
  ['the id of a group', { DUTY_TEAM: 'ccccdddd-0000-1111-2222-eeeeffff0000' }, 'DUTY_TEAM: must be the id of a team'],
  [
    'the link to a channel',
    { DUTY_TEAM: 'https://teams.microsoft.com/l/channel/19%3Aa%40thread.tacv2/x' },
    'DUTY_TEAM: ',
  ],
  ['on without approvers', { APPROVAL: 'always' }, 'APPROVERS: is missing.'],
  ['approvers while it is off', { APPROVERS: ONE }, 'APPROVERS: has no effect while APPROVAL is off.'],
  ['fewer than needed', { APPROVAL: 'always', APPROVERS: ONE, APPROVALS_NEEDED: '2' }, 'APPROVERS: names fewer people'],
  ['only a comma', { APPROVAL: 'always', APPROVERS: ONE, APPROVAL_FOR: ',' }, 'APPROVAL_FOR: has only commas'],
  ['an unknown category', { APPROVAL: 'always', APPROVERS: ONE, APPROVAL_FOR: 'mail' }, 'APPROVAL_FOR: '],
])('%s is a mistake', (_, environment, mistake) => {
  expect(mistakesIn(environment)).toEqual([expect.stringContaining(mistake)]);
});

test('a certificate for restores without an approval is refused, by the names of both and with the remedy', () => {
  const certificate = {
    RESTORE_APPLICATION_ID: 'ccccdddd-0000-1111-2222-eeeeffff0000',
    RESTORE_IMPERSONATION_ACCOUNT: 'restore@contoso.com',
    RESTORE_CERTIFICATE: RESTORE_PFX.whole,
    RESTORE_CERTIFICATE_PASSWORD: RESTORE_PFX.password,
  };
  const [mistake, ...others] = mistakesIn(certificate);
  expect(others).toEqual([]);
  expect(mistake).toMatch(
    /^APPROVAL: .*RESTORE_CERTIFICATE.*Set APPROVAL=always and APPROVERS or APPROVER_TEAM, or leave RESTORE_CERTIFICATE out\.$/,
  );
  expect(mistakesIn({ ...certificate, APPROVAL: 'always', APPROVERS: ONE })).toEqual([]);
});
