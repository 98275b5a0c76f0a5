import { StorageUnavailableError } from '../../../../src/core/errors.ts';
import type { View } from '../../../../src/sign-in/state/views.ts';
import { START } from '../../../fakes/clock.ts';
import { granted } from '../../../fakes/identity-provider.ts';
import { aJournal, dyingAt } from '../../../fakes/intercept.ts';
import { createDomain } from '../../../support/domain.ts';
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
  test('sends the job, writes the state, posts the card and stores its id, in this order', async () => {
    const { around, entries } = aJournal();
    const domain = createDomain({ around });

    await domain.signIns.begin(asker, operator);

    expect(entries.slice(0, 7)).toEqual([
      'store.read',
      'suspensions.isEmpty',
      'identityProvider.requestDeviceCode',
      'jobs.sendOwned',
      'store.write',
      'announcer.post',
      'store.write',
    ]);
  });

  test('makes four requests to storage where nobody is suspended, which those who begin within five seconds find out together', async () => {
    const { around, entries } = aJournal();
    const domain = createDomain({ around });
    const of = (personId: string) => anAsker({ key: aPersonKey({ personId }) });
    const requests = () => entries.filter((entry) => /^(?:store|suspensions|jobs)\./.test(entry));
    await domain.signIns.begin(asker, operator);
    const before = requests().length;

    await domain.signIns.begin(of('second'), operator);

    expect(requests().slice(before)).toEqual(['store.read', 'jobs.sendOwned', 'store.write', 'store.write']);
    await domain.clock.advance(5_000);
    await domain.signIns.begin(of('third'), operator);
    expect(entries.filter((entry) => entry === 'suspensions.isEmpty')).toHaveLength(2);
  });

  test('its job starts from the state that was just written, without reading it again', async () => {
    const { around, entries } = aJournal();
    const domain = createDomain({ around });

    await domain.signIns.begin(asker, operator);
    await domain.clock.advance(7_000);

    expect(domain.identityProvider.redemptions).toHaveLength(1);
    expect(entries.filter((entry) => entry.startsWith('store.'))).toEqual(['store.read', 'store.write', 'store.write']);
  });

  test('its job notices changes made after the card was posted', async () => {
    const domain = createDomain();
    await domain.signIns.begin(asker, operator);
    domain.store.put(key, aPersonState({ signIn: anEndedSignIn() }));
    domain.identityProvider.polls = [granted()];

    await domain.clock.run(domain.jobs.idle());

    expect(domain.store.stateOf(key)?.session).toBeUndefined();
    expect(domain.announcer.acts).toEqual(['post sign-in']);
  });

  test('shows the code on a card of its own', async () => {
    const domain = createDomain();

    const reply = await domain.signIns.begin(asker, operator);

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
    expect(domain.announcer.shows('card-1')).toEqual(reply.view);
    expect(domain.store.stateOf(key)).toMatchObject({
      signIn: { kind: 'waiting', cardId: 'card-1', deviceCode: 'SECRET-device-1' },
      lastOrganization: 'contoso.onmicrosoft.com',
    });
    expect(domain.audit.events).toEqual(['sign-in-started']);
  });

  test('requests an app-only code with the application and scopes of that flow', async () => {
    const domain = createDomain({ adminUserIds: [asker.key.personId] });

    await domain.signIns.begin(asker, { flow: 'app-only' });

    expect(domain.identityProvider.codeRequests).toEqual([
      {
        organization: 'contoso.onmicrosoft.com',
        clientId: 'app-only-application',
        scope: 'Directory.Read.All User.Read offline_access',
      },
    ]);
  });

  test('uses the card whose button was pressed', async () => {
    const domain = createDomain();

    await domain.signIns.begin(asker, { ...operator, cardId: 'card-of-before' });

    expect(domain.announcer.acts).toEqual(['edit card-of-before sign-in']);
    expect(domain.store.stateOf(key)?.signIn?.cardId).toBe('card-of-before');
  });

  test('uses a new card when the pressed one was deleted', async () => {
    const domain = createDomain();
    domain.announcer.lose('card-of-before');

    await domain.signIns.begin(asker, { ...operator, cardId: 'card-of-before' });

    expect(domain.announcer.acts).toEqual(['edit card-of-before sign-in']);
    expect(domain.store.stateOf(key)?.signIn?.cardId).toBe('card-1');
  });

  test('says nothing of a former card that was deleted', async () => {
    const domain = createDomain();
    await domain.signIns.begin(asker, operator);
    domain.announcer.lose('card-1');

    await domain.signIns.begin(asker, { ...operator, cardId: 'pressed' });

    expect(domain.announcer.acts.at(-1)).toBe('edit card-1 sign-in-moved');
    expect(domain.announcer.cards.map(({ cardId }) => cardId)).toEqual(['card-1', 'pressed']);
  });

  test('starts the job only after the card is posted', async () => {
    const domain = createDomain();
    await domain.signIns.begin(asker, operator);
    domain.identityProvider.polls = [granted()];

    await domain.clock.run(domain.jobs.idle());

    expect(domain.announcer.acts).toEqual(['post sign-in', 'edit card-1 signed-in']);
    expect(domain.jobs.queued.filter(({ job }) => job.kind === 'follow')).toEqual([]);
  });

  test('replaces a state that does not decrypt', async () => {
    const domain = createDomain();
    domain.store.put(key, aPersonState({ session: aSession() }));
    domain.store.spoil(key);

    await expect(domain.signIns.begin(asker, operator)).resolves.toMatchObject({ view: { kind: 'sign-in' } });
    expect(domain.store.stateOf(key)).toMatchObject({ signIn: { kind: 'waiting' } });
  });

  test.each([
    ['declined', aPersonState({ signIn: anEndedSignIn() })],
    ['outlived', aPersonState({ signIn: aWaitingSignIn({ expiresAt: START }) })],
    ['of a session that has ended', aPersonState({ session: aSession({ expiresAt: START }) })],
  ])('starts anew over a sign-in that is %s', async (_, state) => {
    const domain = createDomain();
    domain.store.put(key, state);

    await expect(domain.signIns.begin(asker, operator)).resolves.toMatchObject({ view: { userCode: 'SECRET-USER-1' } });
  });
});

describe('a failure to begin', () => {
  test.each([
    ['identity-provider-unreachable', aFault('FAILED', { status: 503 }, 'identity provider')],
    [
      'tenant-unknown',
      aFault(
        'REFUSED',
        { status: 400, reason: 'invalid_request', description: 'AADSTS50059: No tenant. More.' },
        'identity provider',
      ),
    ],
  ])('no code: says %s, and nothing is stored', async (reason, fault) => {
    const domain = createDomain();
    domain.identityProvider.refusesCode = fault;

    const reply = await domain.signIns.begin(asker, operator);

    expect(reply).toMatchObject({ kind: 'render', view: { kind: 'not-signed-in', failure: { reason } } });
    expect(domain.store.written).toEqual([]);
    expect(domain.jobs.sent).toEqual([]);
    expect(domain.audit.events).toEqual([`sign-in-refused ${reason}`]);
    const reference = reply.view.kind === 'not-signed-in' ? reply.view.reference : 'none';
    expect(domain.log.lines.every(({ fields }) => 'reference' in fields && fields.reference === reference)).toBe(true);
  });

  test('a code for a page that is not known is not shown, and the log says what to set', async () => {
    const domain = createDomain();
    domain.identityProvider.code = { verificationUri: 'https://microsoft.com/consent?otc=SECRET' };

    await expect(domain.signIns.begin(asker, operator)).resolves.toMatchObject({
      view: { kind: 'not-signed-in', failure: { reason: 'verification-host' } },
    });
    expect(domain.store.written).toEqual([]);
    expect(domain.log.lines).toContainEqual(
      expect.objectContaining({
        fields: expect.objectContaining({ event: 'device-page-unknown', page: 'https://microsoft.com/consent' }),
      }),
    );
    expect(domain.log.text()).not.toContain('SECRET');
  });

  test('a code for a page of the settings is shown', async () => {
    const domain = createDomain({ allowedVerificationHosts: ['https://id.contoso.example/device'] });
    domain.identityProvider.code = { verificationUri: 'https://id.contoso.example/device' };

    await expect(domain.signIns.begin(asker, operator)).resolves.toMatchObject({ view: { kind: 'sign-in' } });
  });

  test('a portal that is switched off creates no code', async () => {
    const domain = createDomain({ organizations: [anOrganization({ operatorApplicationId: undefined })] });
    domain.service.portal = { applicationId: 'x', isEnabled: false };

    await expect(domain.signIns.begin(asker, operator)).resolves.toMatchObject({
      view: { failure: { reason: 'portal-off' } },
    });
  });

  test('no upstream is called while storage is unavailable', async () => {
    const domain = createDomain();
    domain.store.away = true;

    await expect(domain.signIns.begin(asker, operator)).rejects.toThrow(StorageUnavailableError);
    expect(domain.identityProvider.codeRequests).toEqual([]);
  });

  test('nothing is stored while the queue is unavailable', async () => {
    const domain = createDomain();
    domain.jobs.away = true;

    await expect(domain.signIns.begin(asker, operator)).rejects.toThrow(StorageUnavailableError);
    expect(domain.store.written).toEqual([]);
    expect(domain.announcer.acts).toEqual([]);
  });

  test('a write that failed leaves no job', async () => {
    const domain = createDomain();
    domain.store.writes = ['is away'];

    await expect(domain.signIns.begin(asker, operator)).rejects.toThrow(StorageUnavailableError);
    await domain.clock.run(domain.jobs.idle());

    expect(domain.jobs.queued).toEqual([]);
    expect(domain.announcer.acts).toEqual([]);
    await expect(domain.signIns.begin(asker, operator)).resolves.toMatchObject({ view: { userCode: 'SECRET-USER-2' } });
  });

  test('a write that succeeded and whose response was lost is followed', async () => {
    const domain = createDomain();
    domain.store.writes = ['loses its answer'];

    await expect(domain.signIns.begin(asker, operator)).rejects.toThrow(StorageUnavailableError);
    domain.identityProvider.polls = [granted()];
    await domain.clock.run(domain.jobs.idle());

    expect(domain.audit.events).toEqual(['sign-in-started', 'signed-in success']);
    expect(domain.announcer.acts).toEqual(['only post sign-in', 'edit card-1 signed-in']);
    expect(domain.store.stateOf(key)?.session).toBeDefined();
  });

  test('a card whose id could not be stored still shows the code', async () => {
    const domain = createDomain();
    domain.store.writes = ['works', 'loses its answer'];

    await expect(domain.signIns.begin(asker, operator)).resolves.toMatchObject({ kind: 'delivered' });
    domain.identityProvider.polls = [granted()];
    await domain.clock.run(domain.jobs.idle());

    expect(domain.announcer.acts).toEqual(['post sign-in', 'edit card-1 signed-in']);
  });

  test('a card that could not be posted is posted by the job', async () => {
    const domain = createDomain();
    domain.announcer.next = ['fails'];

    await domain.signIns.begin(asker, operator);
    await domain.clock.advance(0);

    expect(codeOf(domain.announcer.shows('card-1'))).toBe('SECRET-USER-1');
    expect(domain.store.stateOf(key)?.signIn?.cardId).toBe('card-1');
  });

  test('a process that dies after any effect leaves nothing that repeating the command does not repair', async () => {
    for (let effect = 1; effect <= 7; effect += 1) {
      for (const when of ['before', 'after'] as const) {
        const death = dyingAt(effect, when);
        const domain = createDomain({ around: death.around });
        await domain.clock.run(domain.signIns.begin(asker, operator).catch(() => undefined));
        expect(death.at()).toBeDefined();
        const after = domain.another({});
        domain.jobs.abandon(new Error('the process is gone'));
        await domain.clock.advance(20_000);
        domain.identityProvider.polls = [granted()];

        const done = domain.jobs.runDue();
        await domain.clock.advance(1000);
        await after.signIns.begin(asker, operator);
        await domain.clock.run(Promise.all([done, domain.jobs.idle()]));

        const state = domain.store.stateOf(key);
        expect([death.at(), when, state?.session?.account]).toEqual([death.at(), when, 'olga@contoso.example']);
        expect(domain.announcer.shows(state?.session?.cardId ?? '')?.kind).toBe('signed-in');
      }
    }
  });
});
