import { StorageAwayError } from '../../../../src/core/errors.ts';
import type { View } from '../../../../src/sign-in/views.ts';
import { START } from '../../../fakes/clock.ts';
import { granted } from '../../../fakes/identity-provider.ts';
import { aJournal, dyingAt } from '../../../fakes/intercept.ts';
import { createHeart } from '../../../support/heart.ts';
import {
  aFault,
  anAsker,
  anEndedSignIn,
  anOrganization,
  aPersonKey,
  aPersonState,
  aSession,
  aWaitingSignIn,
} from '../../../support/builders.ts';

const asker = anAsker();
const key = aPersonKey();
const operator = { flow: 'operator' } as const;

const codeOf = (view: View | undefined): string | undefined => (view?.kind === 'sign-in' ? view.userCode : undefined);

describe('beginning', () => {
  test('sends the job, then writes the state, then posts the card, then keeps its id', async () => {
    const { around, entries } = aJournal();
    const heart = createHeart({ around });

    await heart.signIns.begin(asker, operator);

    expect(entries.slice(0, 6)).toEqual([
      'store.read',
      'identityProvider.requestDeviceCode',
      'jobs.sendOwned',
      'store.write',
      'announcer.post',
      'store.write',
    ]);
  });

  test('its follower begins with what was just written, without reading it again', async () => {
    const { around, entries } = aJournal();
    const heart = createHeart({ around });

    await heart.signIns.begin(asker, operator);
    await heart.clock.advance(7_000);

    expect(heart.identityProvider.redemptions).toHaveLength(1);
    expect(entries.filter((entry) => entry.startsWith('store.'))).toEqual(['store.read', 'store.write', 'store.write']);
  });

  test('what becomes of it after its card stands is seen by its follower', async () => {
    const heart = createHeart();
    await heart.signIns.begin(asker, operator);
    heart.store.put(key, aPersonState({ signIn: anEndedSignIn() }));
    heart.identityProvider.polls = [granted()];

    await heart.clock.run(heart.jobs.idle());

    expect(heart.store.stateOf(key)?.session).toBeUndefined();
    expect(heart.announcer.acts).toEqual(['post sign-in']);
  });

  test('shows the code on a card of its own', async () => {
    const heart = createHeart();

    const reply = await heart.signIns.begin(asker, operator);

    expect(reply).toMatchObject({
      kind: 'delivered',
      view: {
        kind: 'sign-in',
        flow: 'operator',
        organization: 'Contoso',
        askedBy: 'Olga Operator',
        userCode: 'SECRET-USER-1',
        verificationUri: 'https://microsoft.com/devicelogin',
        expiresAt: START + 900_000,
      },
    });
    expect(heart.announcer.shows('card-1')).toEqual(reply.view);
    expect(heart.store.stateOf(key)).toMatchObject({
      signIn: { kind: 'waiting', cardId: 'card-1', deviceCode: 'SECRET-device-1' },
      lastOrganization: 'contoso.onmicrosoft.com',
    });
    expect(heart.audit.events).toEqual(['sign-in-started']);
  });

  test('asks for an app-only code with the application and scopes of that flow', async () => {
    const heart = createHeart({ adminUserIds: [asker.key.personId] });

    await heart.signIns.begin(asker, { flow: 'app-only' });

    expect(heart.identityProvider.codeRequests).toEqual([
      {
        organization: 'contoso.onmicrosoft.com',
        clientId: 'app-only-application',
        scope: 'Directory.Read.All User.Read offline_access',
      },
    ]);
  });

  test('uses the card whose button was pressed', async () => {
    const heart = createHeart();

    await heart.signIns.begin(asker, { ...operator, cardId: 'card-of-before' });

    expect(heart.announcer.acts).toEqual(['edit card-of-before sign-in']);
    expect(heart.store.stateOf(key)?.signIn?.cardId).toBe('card-of-before');
  });

  test('uses a new card where the pressed one is gone', async () => {
    const heart = createHeart();
    heart.announcer.lose('card-of-before');

    await heart.signIns.begin(asker, { ...operator, cardId: 'card-of-before' });

    expect(heart.announcer.acts).toEqual(['edit card-of-before sign-in']);
    expect(heart.store.stateOf(key)?.signIn?.cardId).toBe('card-1');
  });

  test('follows the sign-in only once its card stands', async () => {
    const heart = createHeart();
    await heart.signIns.begin(asker, operator);
    heart.identityProvider.polls = [granted()];

    await heart.clock.run(heart.jobs.idle());

    expect(heart.announcer.acts).toEqual(['post sign-in', 'edit card-1 signed-in']);
    expect(heart.jobs.queued.filter(({ job }) => job.kind === 'follow')).toEqual([]);
  });

  test('takes the place of a blob that does not open', async () => {
    const heart = createHeart();
    heart.store.put(key, aPersonState({ session: aSession() }));
    heart.store.spoil(key);

    await expect(heart.signIns.begin(asker, operator)).resolves.toMatchObject({ view: { kind: 'sign-in' } });
    expect(heart.store.stateOf(key)).toMatchObject({ signIn: { kind: 'waiting' } });
  });

  test.each([
    ['declined', aPersonState({ signIn: anEndedSignIn() })],
    ['outlived', aPersonState({ signIn: aWaitingSignIn({ expiresAt: START }) })],
    ['of a session that has ended', aPersonState({ session: aSession({ expiresAt: START }) })],
  ])('starts anew over a sign-in that is %s', async (_, state) => {
    const heart = createHeart();
    heart.store.put(key, state);

    await expect(heart.signIns.begin(asker, operator)).resolves.toMatchObject({ view: { userCode: 'SECRET-USER-1' } });
  });
});

describe('what goes wrong', () => {
  test.each([
    ['identity-provider-unreachable', aFault('FAILED', { status: 503 }, 'identity provider')],
    [
      'identity-provider-refused',
      aFault(
        'REFUSED',
        { status: 400, reason: 'invalid_request', description: 'AADSTS50059: No tenant. More.' },
        'identity provider',
      ),
    ],
  ])('no code: says %s, and nothing is stored', async (reason, fault) => {
    const heart = createHeart();
    heart.identityProvider.refusesCode = fault;

    const reply = await heart.signIns.begin(asker, operator);

    expect(reply).toMatchObject({ kind: 'render', view: { kind: 'not-signed-in', failure: { reason } } });
    expect(heart.store.written).toEqual([]);
    expect(heart.jobs.sent).toEqual([]);
    expect(heart.audit.events).toEqual([`sign-in-refused ${reason}`]);
    const reference = reply.view.kind === 'not-signed-in' ? reply.view.reference : 'none';
    expect(heart.log.lines.every(({ fields }) => 'reference' in fields && fields.reference === reference)).toBe(true);
  });

  test('a code that would send people elsewhere is not shown', async () => {
    const heart = createHeart();
    heart.identityProvider.code = { verificationUri: 'https://evil.example/device' };

    await expect(heart.signIns.begin(asker, operator)).resolves.toMatchObject({
      view: { kind: 'not-signed-in', failure: { reason: 'verification-host' } },
    });
    expect(heart.store.written).toEqual([]);
  });

  test('a code may send people where the settings allow', async () => {
    const heart = createHeart({ allowedVerificationHosts: ['id.contoso.example'] });
    heart.identityProvider.code = { verificationUri: 'https://id.contoso.example/device' };

    await expect(heart.signIns.begin(asker, operator)).resolves.toMatchObject({ view: { kind: 'sign-in' } });
  });

  test('a portal that is off gives no code', async () => {
    const heart = createHeart({ organizations: [anOrganization({ operatorApplicationId: undefined })] });
    heart.service.portal = { applicationId: 'x', isEnabled: false };

    await expect(heart.signIns.begin(asker, operator)).resolves.toMatchObject({
      view: { failure: { reason: 'portal-off' } },
    });
  });

  test('nothing is asked of anybody while storage is away', async () => {
    const heart = createHeart();
    heart.store.away = true;

    await expect(heart.signIns.begin(asker, operator)).rejects.toThrow(StorageAwayError);
    expect(heart.identityProvider.codeRequests).toEqual([]);
  });

  test('nothing is stored while the queue is away', async () => {
    const heart = createHeart();
    heart.jobs.away = true;

    await expect(heart.signIns.begin(asker, operator)).rejects.toThrow(StorageAwayError);
    expect(heart.store.written).toEqual([]);
    expect(heart.announcer.acts).toEqual([]);
  });

  test('a write that storage did not take leaves nothing to follow', async () => {
    const heart = createHeart();
    heart.store.writes = ['is away'];

    await expect(heart.signIns.begin(asker, operator)).rejects.toThrow(StorageAwayError);
    await heart.clock.run(heart.jobs.idle());

    expect(heart.jobs.queued).toEqual([]);
    expect(heart.announcer.acts).toEqual([]);
    await expect(heart.signIns.begin(asker, operator)).resolves.toMatchObject({ view: { userCode: 'SECRET-USER-2' } });
  });

  test('a write that succeeded and whose answer was lost is followed all the same', async () => {
    const heart = createHeart();
    heart.store.writes = ['loses its answer'];

    await expect(heart.signIns.begin(asker, operator)).rejects.toThrow(StorageAwayError);
    heart.identityProvider.polls = [granted()];
    await heart.clock.run(heart.jobs.idle());

    expect(heart.announcer.acts).toEqual(['post sign-in', 'edit card-1 signed-in']);
    expect(heart.store.stateOf(key)?.session).toBeDefined();
  });

  test('a card whose id could not be kept still shows the code', async () => {
    const heart = createHeart();
    heart.store.writes = ['works', 'loses its answer'];

    await expect(heart.signIns.begin(asker, operator)).resolves.toMatchObject({ kind: 'delivered' });
    heart.identityProvider.polls = [granted()];
    await heart.clock.run(heart.jobs.idle());

    expect(heart.announcer.acts).toEqual(['post sign-in', 'edit card-1 signed-in']);
  });

  test('a card that could not be posted is posted by the follower', async () => {
    const heart = createHeart();
    heart.announcer.next = ['fails'];

    await heart.signIns.begin(asker, operator);
    await heart.clock.advance(0);

    expect(codeOf(heart.announcer.shows('card-1'))).toBe('SECRET-USER-1');
    expect(heart.store.stateOf(key)?.signIn?.cardId).toBe('card-1');
  });

  test('a process that dies after any effect leaves nothing that a repeated command does not mend', async () => {
    for (let effect = 1; effect <= 7; effect += 1) {
      for (const when of ['before', 'after'] as const) {
        const death = dyingAt(effect, when);
        const heart = createHeart({ around: death.around });
        await heart.clock.run(heart.signIns.begin(asker, operator).catch(() => undefined));
        expect(death.at()).toBeDefined();
        const after = heart.another({});
        heart.jobs.abandon(new Error('the process is gone'));
        await heart.clock.advance(20_000);
        heart.identityProvider.polls = [granted()];

        const done = heart.jobs.runDue();
        await heart.clock.advance(1000);
        await after.signIns.begin(asker, operator);
        await heart.clock.run(Promise.all([done, heart.jobs.idle()]));

        const state = heart.store.stateOf(key);
        expect([death.at(), when, state?.session?.account]).toEqual([death.at(), when, 'olga@contoso.example']);
        expect(heart.announcer.shows(state?.session?.cardId ?? '')?.kind).toBe('signed-in');
      }
    }
  });
});
