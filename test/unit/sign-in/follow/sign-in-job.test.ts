import type { FailureReason } from '../../../../src/sign-in/state/model.ts';
import { START } from '../../../fakes/clock.ts';
import { fakeAccessToken, granted, grantOf } from '../../../fakes/identity-provider.ts';
import type { Around } from '../../../fakes/intercept.ts';
import type { TenantOrganization } from '../../../../src/sign-in/state/ports.ts';
import { type Choices, type Domain } from '../../../support/domain.ts';
import {
  aFault,
  anOrganization,
  aPersonState,
  aRedeemedSignIn,
  aSession,
  aWaitingSignIn,
  malformed,
  refused,
} from '../../../support/builders.ts';
import { followed, key, lastCard, waiting } from './followed-sign-in.ts';

describe('an approved sign-in', () => {
  test('becomes a session, and its card says so', async () => {
    const domain = waiting();
    domain.identityProvider.polls = [refused('authorization_pending'), granted()];

    await followed(domain);

    const now = START + 12_000;
    expect(domain.store.stateOf(key)).toEqual({
      ...aPersonState(),
      session: {
        ...aSession(),
        id: 'id-1',
        signedInAt: now,
        issuedAt: now,
        expiresAt: now + 3_600_000,
        accessToken: 'SECRET-service-access-1',
        refreshToken: 'SECRET-service-refresh-1',
        identityRefreshToken: 'SECRET-refresh-1',
        cardId: 'card-0',
      },
    });
    expect(domain.announcer.acts).toEqual(['edit card-0 signed-in']);
    expect(domain.announcer.cards[0]?.views).toMatchObject([
      { kind: 'signed-in', session: { account: 'olga@contoso.example', service: 'backup.contoso.example:4443' } },
    ]);
    expect(domain.service.exchanges).toEqual([
      { flow: 'operator', clientId: 'oid-of-olga.tid-of-contoso', assertion: fakeAccessToken() },
    ]);
    expect(domain.jobs.sent.map(({ job: { kind }, delaySeconds }) => [kind, delaySeconds])).toEqual([
      ['warn', 3000],
      ['expire', 3600],
    ]);
    expect(domain.audit.events).toEqual(['signed-in success']);
  });

  test('of an app-only flow sends the answer byte for byte', async () => {
    const signIn = aWaitingSignIn({ flow: 'app-only', clientId: 'app-only-application' });
    const domain = waiting({ adminUserIds: [key.personId] }, { signIn });
    domain.identityProvider.polls = [granted()];

    await followed(domain);

    expect(domain.service.exchanges).toEqual([
      { flow: 'app-only', clientId: 'contoso.onmicrosoft.com', assertion: grantOf().answer },
    ]);
    expect(domain.store.stateOf(key)?.session?.flow).toBe('app-only');
  });

  test('whose code was stored for a page that is not known ends, and is not polled', async () => {
    const domain = waiting({}, { signIn: aWaitingSignIn({ verificationUri: 'https://microsoft.com/link' }) });

    await followed(domain);

    expect(lastCard(domain)).toMatchObject({ kind: 'not-signed-in', failure: { reason: 'verification-host' } });
    expect(domain.identityProvider.redemptions).toEqual([]);
  });

  describe('of an app-only flow', () => {
    const appOnly = (choices: Choices = {}) => {
      const signIn = aWaitingSignIn({ flow: 'app-only', clientId: 'app-only-application' });
      const domain = waiting({ adminUserIds: [key.personId], ...choices }, { signIn });
      domain.identityProvider.polls = [granted()];
      return domain;
    };

    test('asks for the organization before the session is stored, again after a fault, and without a new exchange', async () => {
      const entries: string[] = [];
      const domain = appOnly({
        around: (label, call) => {
          entries.push(label);
          return call();
        },
      });
      domain.service.organizationFaults = [aFault('NO_ANSWER'), aFault('THROTTLED', { status: 429 })];

      await followed(domain);

      const asked = entries.slice(entries.indexOf('service.exchange'));
      expect(asked.slice(0, 5)).toEqual([
        'service.exchange',
        'service.organization',
        'service.organization',
        'service.organization',
        'store.write',
      ]);
      expect(domain.service.live.size).toBe(1);
    });

    test.each<[string, TenantOrganization]>([
      ['another organization', { name: 'fabrikam.onmicrosoft.com', type: 'Office365' }],
      ['one on-premises', { name: 'contoso.onmicrosoft.com', type: 'OnPremises' }],
      ['one that is not named', {}],
    ])('of %s ends: the token is revoked, nothing of it is stored, and the audit has it', async (_name, tenant) => {
      const domain = appOnly();
      domain.service.tenant = tenant;

      await followed(domain);

      expect(lastCard(domain)).toMatchObject({ kind: 'not-signed-in', failure: { reason: 'other-organization' } });
      expect(domain.store.stateOf(key)?.session).toBeUndefined();
      expect(JSON.stringify(domain.store.written)).not.toContain('SECRET-service');
      expect([domain.service.logOuts.length, domain.service.live.size]).toEqual([1, 0]);
      expect(domain.audit.events).toEqual(['sign-in-ended other-organization']);
      expect(domain.log.lines.map(({ fields }) => fields)).toContainEqual(
        expect.objectContaining({ event: 'other-organization', reference: 'sign-in-0', found: tenant.name }),
      );
    });

    test.each([401, 403, 404, 400])('whose session is refused with %i names what to check', async (status) => {
      const domain = appOnly();
      domain.service.organizationFaults = [aFault('REFUSED', { status })];

      await followed(domain);

      expect(lastCard(domain)).toMatchObject({ failure: { reason: 'app-only-refused' } });
      expect([domain.service.logOuts.length, domain.service.live.size]).toEqual([1, 0]);
    });

    test('that is cancelled while the service is asked leaves no token behind', async () => {
      const domain: Domain = appOnly({
        around: (label, call) => {
          if (label === 'service.organization') domain.activeJobs.abandon('sign-in-0');
          return call();
        },
      });
      domain.service.organizationFaults = [aFault('NO_ANSWER')];

      await followed(domain);

      expect(domain.store.stateOf(key)?.session).toBeUndefined();
      expect(domain.service.live.size).toBe(0);
    });
  });

  test('is looked up in the directory under LOOKUP=directory', async () => {
    const domain = waiting({ lookup: 'directory' });
    domain.identityProvider.polls = [granted()];

    await followed(domain);

    expect(domain.directory.asked).toHaveLength(1);
    expect(domain.store.stateOf(key)?.session?.identityRefreshToken).toBe('SECRET-refresh-refreshed-1');
  });

  test('has its answer stored before it is used', async () => {
    const entries: string[] = [];
    const around: Around = (label, call) => {
      entries.push(label);
      return call();
    };
    const domain = waiting({ around, lookup: 'directory' });
    domain.identityProvider.polls = [granted()];

    await followed(domain);

    expect(entries).toEqual([
      'store.read',
      'identityProvider.redeemDeviceCode',
      'suspensions.read',
      'store.write',
      'identityProvider.refresh',
      'directory.whoIs',
      'service.exchange',
      'store.write',
      'jobs.send',
      'jobs.send',
      'suspensions.read',
      'announcer.edit',
    ]);
    expect(domain.store.written[0]?.signIn).toEqual({
      ...aRedeemedSignIn({ cardId: 'card-0' }),
      redeemedAt: START + 6000,
      answerExpiresAt: START + 3_606_000,
    });
  });

  test('replaces an existing session', async () => {
    const domain = waiting({}, { session: aSession({ id: 'older', signInId: 'older' }) });
    domain.identityProvider.polls = [granted()];

    await followed(domain);

    expect(domain.store.stateOf(key)?.session?.signInId).toBe('sign-in-0');
  });

  test.each<['operator' | 'app-only', string, Choices]>([
    ['app-only', 'ADMIN_USER_IDS', { adminUserIds: ['another'] }],
    ['operator', 'ALLOWED_TENANTS', { allowedTenants: ['tid-of-fabrikam'] }],
    ['operator', 'TENANTS', { organizations: [anOrganization({ tenants: ['tid-of-fabrikam'] })] }],
  ])('as %s by somebody who has left %s ends at once, and is never shown', async (flow, _, settings) => {
    const events: string[] = [];
    const signIn = aWaitingSignIn({ cardId: 'card-0', flow });
    const session = aSession({ id: 'older', signInId: 'older', cardId: 'card-older' });
    const domain = waiting({ ...settings, onSession: async ({ kind }) => void events.push(kind) }, { signIn, session });
    domain.identityProvider.polls = [granted()];

    await followed(domain);
    await domain.clock.run(domain.jobs.idle());

    expect(domain.store.stateOf(key)?.session).toBeUndefined();
    expect(domain.store.stateOf(key)?.replaced ?? []).toEqual([]);
    expect(domain.service.live.size).toBe(0);
    expect(domain.service.logOuts).toContain('SECRET-service-access-1');
    expect(events).not.toContain('began');
    expect(domain.announcer.acts).toContain('edit card-0 session-ended');
    expect(domain.announcer.acts.join()).not.toContain('signed-in');
    expect(domain.audit.events.toSorted()).toEqual(['not-allowed yes', 'replaced yes']);
    expect(domain.clock.now() - START).toBeLessThan(60_000);
  });

  test('whose card was deleted is shown on a new one', async () => {
    const domain = waiting();
    domain.announcer.lose('card-0');
    domain.identityProvider.polls = [granted()];

    await followed(domain);

    expect(lastCard(domain)?.kind).toBe('signed-in');
    expect(domain.store.stateOf(key)?.session?.cardId).toBe('card-1');
  });
});

describe('a sign-in that fails', () => {
  const endings: readonly [FailureReason, Domain['identityProvider']['polls'], string][] = [
    ['declined', [refused('authorization_declined')], 'sign-in-ended declined'],
    ['declined', [refused('access_denied')], 'sign-in-ended declined'],
    ['expired', [refused('expired_token')], 'sign-in-ended expired'],
    ['expired', [], 'sign-in-ended expired'],
    ['code-unknown', [refused('bad_verification_code')], 'sign-in-ended code-unknown'],
    ['answer-incomplete', [malformed()], 'sign-in-ended answer-incomplete'],
    [
      'someone-else',
      [
        granted({
          accessToken: fakeAccessToken({ oid: 'oid-of-another', tid: 'tid-of-contoso', account: 'another@x' }),
        }),
      ],
      'sign-in-refused someone-else',
    ],
    [
      'answer-incomplete',
      [granted({ accessToken: 'SECRET-opaque', refreshToken: undefined })],
      'sign-in-ended answer-incomplete',
    ],
  ];

  test.each(endings)('%s', async (reason, polls, event) => {
    const domain = waiting();
    domain.identityProvider.polls = [...polls];

    await followed(domain);

    expect(domain.announcer.acts).toEqual(['edit card-0 not-signed-in']);
    expect(lastCard(domain)).toMatchObject({ kind: 'not-signed-in', failure: { reason }, reference: 'sign-in-0' });
    expect(domain.store.stateOf(key)?.signIn).toMatchObject({ kind: 'ended', failure: { reason } });
    expect(JSON.stringify(domain.store.stateOf(key))).not.toContain('SECRET');
    expect(domain.service.exchanges).toEqual([]);
    expect(domain.audit.events).toEqual([event]);
    expect(domain.log.lines.some(({ fields }) => 'reference' in fields && fields.reference === 'sign-in-0')).toBe(true);
  });

  test('may be another person’s if the settings allow it', async () => {
    const domain = waiting({ identityBinding: 'same-tenant' });
    const another = { oid: 'oid-of-another', tid: 'tid-of-contoso', account: 'another@contoso.example' };
    domain.identityProvider.polls = [granted({ accessToken: fakeAccessToken(another) })];

    await followed(domain);

    expect(domain.store.stateOf(key)?.session?.account).toBe('another@contoso.example');
  });

  test('fails when the lookup fails', async () => {
    const domain = waiting({ lookup: 'directory' });
    domain.identityProvider.polls = [granted()];
    domain.directory.fails = aFault('REFUSED', { status: 403, description: 'No privileges. Ask.' }, 'directory');

    await followed(domain);

    expect(lastCard(domain)).toMatchObject({ failure: { reason: 'lookup-failed', detail: 'No privileges.' } });
  });

  test('fails when the person is not an operator', async () => {
    const domain = waiting();
    domain.identityProvider.polls = [granted()];
    domain.service.exchangeFaults = [aFault('REFUSED', { status: 403 })];

    await followed(domain);

    expect(lastCard(domain)).toMatchObject({ failure: { reason: 'not-operator' } });
    expect(domain.service.exchanges).toHaveLength(1);
  });

  test('fails when its organization has left the settings', async () => {
    for (const signIn of [aWaitingSignIn({ cardId: 'card-0' }), aRedeemedSignIn({ cardId: 'card-0' })]) {
      const domain = waiting({ organizations: [anOrganization({ key: 'another.onmicrosoft.com' })] }, { signIn });

      await followed(domain);

      expect(lastCard(domain)).toMatchObject({
        failure: { reason: 'organization-removed' },
        organization: signIn.organization,
      });
      expect(domain.identityProvider.redemptions).toEqual([]);
    }
  });
});
