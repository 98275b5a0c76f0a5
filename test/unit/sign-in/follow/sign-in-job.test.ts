import type { FollowJob } from '../../../../src/sign-in/follow/sign-in-job.ts';
import type { FailureReason, PersonState } from '../../../../src/sign-in/model.ts';
import { START } from '../../../fakes/clock.ts';
import { fakeAccessToken, granted, grantOf } from '../../../fakes/identity-provider.ts';
import type { Around } from '../../../fakes/intercept.ts';
import { createHeart, type Choices, type Heart } from '../../../support/heart.ts';
import {
  aFault,
  anOrganization,
  aPersonKey,
  aPersonState,
  aRedeemedSignIn,
  aSession,
  aWaitingSignIn,
  malformed,
  refused,
} from '../../../support/builders.ts';

const key = aPersonKey();
const job: FollowJob = { kind: 'follow', key, signInId: 'sign-in-0' };

/** A sign-in whose card stands, and nobody follows it yet. */
function waiting(choices: Choices = {}, state: Partial<PersonState> = {}): Heart {
  const heart = createHeart(choices);
  heart.store.put(key, aPersonState({ signIn: aWaitingSignIn({ cardId: 'card-0' }), ...state }));
  return heart;
}

const followed = (heart: Heart, controller = new AbortController()): Promise<void> =>
  heart.clock.run(heart.follow(job, controller));

const lastCard = (heart: Heart) => heart.announcer.cards.at(-1)?.views.at(-1);

describe('an approved sign-in', () => {
  test('becomes a session, and its card says so', async () => {
    const heart = waiting();
    heart.identityProvider.polls = [refused('authorization_pending'), granted()];

    await followed(heart);

    const now = START + 12_000;
    expect(heart.store.stateOf(key)).toEqual({
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
    expect(heart.announcer.acts).toEqual(['edit card-0 signed-in']);
    expect(heart.announcer.cards[0]?.views).toMatchObject([
      { kind: 'signed-in', session: { account: 'olga@contoso.example', service: 'backup.contoso.example:4443' } },
    ]);
    expect(heart.service.exchanges).toEqual([
      { flow: 'operator', clientId: 'oid-of-olga.tid-of-contoso', assertion: fakeAccessToken() },
    ]);
    expect(heart.jobs.sent.map(({ job: { kind }, delaySeconds }) => [kind, delaySeconds])).toEqual([
      ['warn', 3000],
      ['expire', 3600],
    ]);
    expect(heart.audit.events).toEqual(['signed-in success']);
  });

  test('of an app-only flow hands the answer on byte for byte', async () => {
    const heart = waiting({}, { signIn: aWaitingSignIn({ flow: 'app-only', clientId: 'app-only-application' }) });
    heart.identityProvider.polls = [granted()];

    await followed(heart);

    expect(heart.service.exchanges).toEqual([
      { flow: 'app-only', clientId: 'contoso.onmicrosoft.com', assertion: grantOf().answer },
    ]);
    expect(heart.store.stateOf(key)?.session?.flow).toBe('app-only');
  });

  test('is looked up in the directory where the settings say so', async () => {
    const heart = waiting({ lookup: 'directory' });
    heart.identityProvider.polls = [granted()];

    await followed(heart);

    expect(heart.directory.asked).toHaveLength(1);
    expect(heart.store.stateOf(key)?.session?.identityRefreshToken).toBe('SECRET-refresh-refreshed-1');
  });

  test('has its answer stored before anything else is done with it', async () => {
    const entries: string[] = [];
    const around: Around = (label, call) => {
      entries.push(label);
      return call();
    };
    const heart = waiting({ around, lookup: 'directory' });
    heart.identityProvider.polls = [granted()];

    await followed(heart);

    expect(entries).toEqual([
      'store.read',
      'identityProvider.redeemDeviceCode',
      'store.write',
      'identityProvider.refresh',
      'directory.whoIs',
      'service.exchange',
      'store.write',
      'jobs.send',
      'jobs.send',
      'announcer.edit',
    ]);
    expect(heart.store.written[0]?.signIn).toEqual({
      ...aRedeemedSignIn({ cardId: 'card-0' }),
      redeemedAt: START + 6000,
      answerExpiresAt: START + 3_606_000,
    });
  });

  test('takes the place of the session that was there', async () => {
    const heart = waiting({}, { session: aSession({ id: 'older', signInId: 'older' }) });
    heart.identityProvider.polls = [granted()];

    await followed(heart);

    expect(heart.store.stateOf(key)?.session?.signInId).toBe('sign-in-0');
  });

  test('whose card is gone is told on a new one', async () => {
    const heart = waiting();
    heart.announcer.lose('card-0');
    heart.identityProvider.polls = [granted()];

    await followed(heart);

    expect(lastCard(heart)?.kind).toBe('signed-in');
    expect(heart.store.stateOf(key)?.session?.cardId).toBe('card-1');
  });
});

describe('a sign-in that comes to nothing', () => {
  const endings: readonly [FailureReason, Heart['identityProvider']['polls'], string][] = [
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
    const heart = waiting();
    heart.identityProvider.polls = [...polls];

    await followed(heart);

    expect(heart.announcer.acts).toEqual(['edit card-0 not-signed-in']);
    expect(lastCard(heart)).toMatchObject({ kind: 'not-signed-in', failure: { reason }, reference: 'sign-in-0' });
    expect(heart.store.stateOf(key)?.signIn).toMatchObject({ kind: 'ended', failure: { reason } });
    expect(JSON.stringify(heart.store.stateOf(key))).not.toContain('SECRET');
    expect(heart.service.exchanges).toEqual([]);
    expect(heart.audit.events).toEqual([event]);
    expect(heart.log.lines.some(({ fields }) => 'reference' in fields && fields.reference === 'sign-in-0')).toBe(true);
  });

  test('says which account signed in where it is another', async () => {
    const heart = waiting();
    const another = { oid: 'oid-of-another', tid: 'tid-of-contoso', account: 'another@contoso.example' };
    heart.identityProvider.polls = [granted({ accessToken: fakeAccessToken(another) })];

    await followed(heart);

    expect(lastCard(heart)).toMatchObject({ failure: { account: 'another@contoso.example' } });
  });

  test('may be somebody else’s where the settings allow it', async () => {
    const heart = waiting({ identityBinding: 'same-tenant' });
    const another = { oid: 'oid-of-another', tid: 'tid-of-contoso', account: 'another@contoso.example' };
    heart.identityProvider.polls = [granted({ accessToken: fakeAccessToken(another) })];

    await followed(heart);

    expect(heart.store.stateOf(key)?.session?.account).toBe('another@contoso.example');
  });

  test('is looked up in vain', async () => {
    const heart = waiting({ lookup: 'directory' });
    heart.identityProvider.polls = [granted()];
    heart.directory.fails = aFault('REFUSED', { status: 403, description: 'No privileges. Ask.' }, 'directory');

    await followed(heart);

    expect(lastCard(heart)).toMatchObject({ failure: { reason: 'lookup-failed', detail: 'No privileges.' } });
  });

  test('is of nobody who may restore', async () => {
    const heart = waiting();
    heart.identityProvider.polls = [granted()];
    heart.service.exchangeFaults = [aFault('REFUSED', { status: 403 })];

    await followed(heart);

    expect(lastCard(heart)).toMatchObject({ failure: { reason: 'not-operator' } });
    expect(heart.service.exchanges).toHaveLength(1);
  });

  test('belongs to an organization that has left the settings', async () => {
    for (const signIn of [aWaitingSignIn({ cardId: 'card-0' }), aRedeemedSignIn({ cardId: 'card-0' })]) {
      const heart = waiting(
        { organizations: [anOrganization({ organization: 'another.onmicrosoft.com' })] },
        { signIn },
      );

      await followed(heart);

      expect(lastCard(heart)).toMatchObject({
        failure: { reason: 'organization-removed' },
        organization: signIn.organization,
      });
      expect(heart.identityProvider.redemptions).toEqual([]);
    }
  });
});
