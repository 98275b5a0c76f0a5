import type { Lookup } from '../../../../src/sign-in/state/inputs.ts';
import { findIdentity } from '../../../../src/sign-in/follow/identity.ts';
import type { Grant, Identity } from '../../../../src/sign-in/state/ports.ts';
import type { Failure } from '../../../../src/sign-in/state/model.ts';
import { createUpstreamRetry } from '../../../../src/core/retry.ts';
import { createFakeClock, START } from '../../../fakes/clock.ts';
import { createFakeDirectory } from '../../../fakes/directory.ts';
import {
  createFakeIdentityProvider,
  fakeAccessToken,
  granted,
  grantOf,
  readFakeClaims,
} from '../../../fakes/identity-provider.ts';
import { aFault, anOrganization, malformed, noAnswer, refused } from '../../../support/builders.ts';

function aBench(lookup: Lookup = 'claims') {
  const clock = createFakeClock();
  const identityProvider = createFakeIdentityProvider(clock);
  const directory = createFakeDirectory();
  const until = START + 3_600_000;
  const find = (grant: Grant, signal = new AbortController().signal): Promise<Identity | Failure> =>
    clock.run(
      findIdentity(
        { identityProvider, directory, readClaims: readFakeClaims, lookup },
        anOrganization({ graphUrl: 'https://graph.example' }),
        { clientId: 'client-1' },
        grant,
        signal,
        createUpstreamRetry({ clock, until, signal }),
      ),
    );
  return { identityProvider, directory, find, clock, until };
}

const withClaims = (claims: { oid?: string; tid?: string; account?: string }): Grant =>
  grantOf({ accessToken: fakeAccessToken(claims) });

describe('looking up who signed in', () => {
  test('reads the claims without a request', async () => {
    const { identityProvider, directory, find } = aBench();

    await expect(find(grantOf())).resolves.toEqual({
      userId: 'oid-of-olga',
      tenantId: 'tid-of-contoso',
      account: 'olga@contoso.example',
      refreshToken: 'SECRET-refresh-1',
    });
    expect(identityProvider.refreshRequests).toEqual([]);
    expect(directory.asked).toEqual([]);
  });

  test('an account without a name is its object id', async () => {
    await expect(aBench().find(withClaims({ oid: 'o', tid: 't' }))).resolves.toMatchObject({ account: 'o' });
  });

  test.each([
    ['oid', { tid: 't' }],
    ['tid', { oid: 'o' }],
    ['a filled oid', { oid: '', tid: 't' }],
    ['any claim', {}],
  ])('asks the directory where the token has not %s', async (_, claims) => {
    const { identityProvider, directory, find } = aBench();
    identityProvider.refreshes = [granted({ accessToken: 'SECRET-for-graph', refreshToken: 'SECRET-newer' })];

    await expect(find(withClaims(claims))).resolves.toMatchObject({
      userId: 'oid-of-olga',
      tenantId: 'tid-of-contoso',
      refreshToken: 'SECRET-newer',
    });
    expect(identityProvider.refreshRequests).toEqual([
      {
        clientId: 'client-1',
        scope: 'https://graph.example/.default openid profile offline_access',
        refreshToken: 'SECRET-refresh-1',
      },
    ]);
    expect(directory.asked).toEqual(['SECRET-for-graph']);
  });

  test('asks the directory under LOOKUP=directory, whatever the claims say', async () => {
    const { directory, find } = aBench('directory');
    directory.who = { userId: 'u', tenantId: 't' };

    await expect(find(grantOf())).resolves.toMatchObject({
      userId: 'u',
      tenantId: 't',
      account: 'olga@contoso.example',
    });
  });

  test('keeps its refresh token when the refresh returns none', async () => {
    const { identityProvider, find } = aBench('directory');
    identityProvider.refreshes = [granted({ refreshToken: undefined })];

    await expect(find(grantOf())).resolves.toMatchObject({ refreshToken: 'SECRET-refresh-1' });
  });

  test('fails without a refresh token for the directory', async () => {
    const { find } = aBench('directory');

    await expect(find(grantOf({ refreshToken: undefined }))).resolves.toEqual({ reason: 'answer-incomplete' });
  });

  test('says why the refresh was refused', async () => {
    const { identityProvider, find } = aBench('directory');
    const description = 'AADSTS65001: Consent is missing. More. Trace ID: 1';
    identityProvider.refreshes = [
      refused('invalid_grant', {
        errorCodes: [65_001],
        suberror: 'consent_required',
        description,
        correlationId: 'c-1',
      }),
    ];

    await expect(find(grantOf())).resolves.toEqual({
      reason: 'consent-required',
      detail: 'AADSTS65001: Consent is missing.',
      correlationId: 'c-1',
    });
  });

  test.each([
    ['no answer', noAnswer('FAILED', { status: 503, description: 'Busy. Later.', correlationId: 'c-1' }), 'Busy.'],
    ['an answer without a token', malformed(), undefined],
  ])('fails on %s to the refresh, which is never repeated', async (_, answer, detail) => {
    const { identityProvider, find } = aBench('directory');
    identityProvider.refreshes = [answer];

    await expect(find(grantOf())).resolves.toMatchObject({ reason: 'lookup-failed' });
    await expect(Promise.resolve(identityProvider.refreshRequests)).resolves.toHaveLength(1);
    identityProvider.refreshes = [answer];
    expect(((await find(grantOf())) as Failure).detail).toBe(detail);
  });

  test.each([
    ['of a lost connection', noAnswer('NO_ANSWER')],
    ['of a time limit', noAnswer('TIMED_OUT')],
    ['of an answer that is not JSON', noAnswer('NOT_JSON', { status: 200 })],
  ])('does not repeat a refresh that may have been carried out, because %s', async (_, answer) => {
    const { identityProvider, find } = aBench('directory');
    identityProvider.refreshes = [answer];

    await expect(find(grantOf())).resolves.toMatchObject({ reason: 'lookup-failed' });
    expect(identityProvider.refreshRequests).toHaveLength(1);
  });

  test('repeats a refresh that was not sent, or was throttled, when the identity provider says so', async () => {
    const { identityProvider, find, clock } = aBench('directory');
    identityProvider.refreshes = [
      noAnswer('NO_ANSWER', { unsent: true }),
      noAnswer('THROTTLED', { status: 429, retryAfterSeconds: 40 }),
    ];

    await expect(find(grantOf())).resolves.toMatchObject({ userId: 'oid-of-olga' });
    expect(identityProvider.refreshRequests).toHaveLength(3);
    expect(clock.slept).toEqual([2_000, 40_000]);
  });

  test('does not repeat a refresh for longer than the stored answer lasts', async () => {
    const { identityProvider, find, clock, until } = aBench('directory');
    const description = 'Connection refused. More.';
    identityProvider.refreshes = Array.from({ length: 1_000 }, () =>
      noAnswer('NO_ANSWER', { unsent: true, description }),
    );

    await expect(find(grantOf())).resolves.toMatchObject({ reason: 'lookup-failed', detail: 'Connection refused.' });
    expect(until - clock.now()).toBeGreaterThan(0);
    expect(until - clock.now()).toBeLessThanOrEqual(30_000);
  });

  test('does not repeat a refresh whose identity provider is not trusted', async () => {
    const { identityProvider, find } = aBench('directory');
    identityProvider.refreshes = [noAnswer('UNTRUSTED', { unsent: true })];

    await expect(find(grantOf())).resolves.toMatchObject({ reason: 'lookup-failed' });
    expect(identityProvider.refreshRequests).toHaveLength(1);
  });

  test('says why the directory refused', async () => {
    const { directory, find } = aBench('directory');
    const facts = { status: 403, description: 'Insufficient privileges. Ask.', correlationId: 'c-2' };
    directory.fails = aFault('REFUSED', facts, 'directory');

    await expect(find(grantOf())).resolves.toEqual({
      reason: 'lookup-failed',
      detail: 'Insufficient privileges.',
      correlationId: 'c-2',
    });
  });

  test('rethrows errors that are not an upstream’s', async () => {
    const { find } = aBench('directory');

    await expect(find(grantOf(), AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  });
});
