import type { View } from '../../../../src/sign-in/state/views.ts';
import { START } from '../../../fakes/clock.ts';
import { granted } from '../../../fakes/identity-provider.ts';
import { createDomain, type Domain } from '../../../support/domain.ts';
import {
  anAsker,
  anEndedSignIn,
  anOrganization,
  aPersonKey,
  aPersonState,
  aRedeemedSignIn,
  aSession,
  aWaitingSignIn,
} from '../../../support/builders.ts';

const asker = anAsker();
const key = aPersonKey();
const operator = { flow: 'operator' } as const;
/** As a version before this one has stored it. */
const UNKNOWN_PAGE = { verificationUri: 'https://microsoft.com/link' };
const notice = (code: string): unknown => ({ view: { kind: 'notice', notice: { code } }, kind: 'render' });

const codeOf = (view: View | undefined): string | undefined => (view?.kind === 'sign-in' ? view.userCode : undefined);

const showingCodes = (domain: Domain): readonly string[] =>
  domain.announcer.cards.map(({ cardId }) => cardId).filter((cardId) => codeOf(domain.announcer.shows(cardId)));

/** The sign-in as it is stored, with a card. */
async function begun(domain: Domain): Promise<string> {
  await domain.signIns.begin(asker, operator);
  return domain.store.stateOf(key)?.signIn?.id ?? 'none';
}

describe('a repeated command', () => {
  test('shows the same code on a card below and removes it from the card above', async () => {
    const domain = createDomain();
    const id = await begun(domain);
    await domain.clock.advance(60_000);

    const reply = await domain.signIns.begin(asker, operator);

    expect(codeOf(reply.view)).toBe('SECRET-USER-1');
    expect(domain.identityProvider.codeRequests).toHaveLength(1);
    expect(domain.announcer.shows('card-1')).toEqual({
      kind: 'sign-in-moved',
      organization: 'Contoso',
      askedBy: 'Olga Operator',
    });
    expect(codeOf(domain.announcer.shows('card-2'))).toBe('SECRET-USER-1');
    expect(domain.store.stateOf(key)?.signIn).toMatchObject({ id, cardId: 'card-2' });
  });

  test('is finished on the card below', async () => {
    const domain = createDomain();
    await begun(domain);
    await domain.signIns.begin(asker, operator);
    domain.identityProvider.polls = [granted()];

    await domain.clock.run(domain.jobs.idle());

    expect(domain.announcer.shows('card-1')?.kind).toBe('sign-in-moved');
    expect(domain.announcer.shows('card-2')?.kind).toBe('signed-in');
    expect(domain.store.stateOf(key)?.session?.cardId).toBe('card-2');
  });

  test('sent twice at once creates one code, one card and one job', async () => {
    const domain = createDomain();

    const replies = await Promise.all([1, 2, 3].map(() => domain.signIns.begin(asker, operator)));

    expect(new Set(replies.map(({ view }) => codeOf(view)))).toEqual(new Set(['SECRET-USER-1']));
    expect(replies.every(({ kind }) => kind === 'delivered')).toBe(true);
    expect(showingCodes(domain)).toEqual([domain.store.stateOf(key)?.signIn?.cardId]);
    expect(domain.jobs.queued).toHaveLength(1);
    expect(domain.audit.events).toEqual(['sign-in-started']);
  });

  test('on two instances at once creates one code', async () => {
    const domain = createDomain();
    const other = domain.another();

    await Promise.all([domain.signIns.begin(asker, operator), other.signIns.begin(asker, operator)]);

    expect(showingCodes(domain)).toHaveLength(1);
    expect(domain.jobs.queued).toHaveLength(1);
  });

  test('sent many times at once leaves one card with the code', async () => {
    const domain = createDomain();
    await begun(domain);

    await Promise.all([1, 2, 3, 4].map(() => domain.signIns.begin(asker, operator)));

    expect(showingCodes(domain)).toEqual([domain.store.stateOf(key)?.signIn?.cardId]);
  });

  test('at the moment the sign-in ends shows the outcome, not the code', async () => {
    const domain = createDomain();
    await begun(domain);
    domain.identityProvider.polls = [granted()];
    // The sign-in is done between the look at it and the card below.
    const { post } = domain.announcer;
    domain.announcer.post = async (...call) => {
      await domain.clock.advance(10_000);
      return post(...call);
    };

    const reply = await domain.signIns.begin(asker, operator);

    expect(reply.view.kind).toBe('signed-in');
    expect(showingCodes(domain)).toEqual([]);
    expect(domain.announcer.shows(domain.store.stateOf(key)?.session?.cardId ?? '')?.kind).toBe('signed-in');
  });

  test('shows a code without a card after waiting for the turn that may be posting it', async () => {
    const domain = createDomain();
    domain.store.put(key, aPersonState({ signIn: aWaitingSignIn() }));

    const reply = await domain.clock.run(domain.signIns.begin(asker, operator));

    expect(reply.kind).toBe('delivered');
    expect(codeOf(domain.announcer.shows('card-1'))).toBe('SECRET-USER-0');
  });

  test('for another organization replaces the code and removes it from its card', async () => {
    const fabrikam = anOrganization({ key: 'fabrikam.onmicrosoft.com', displayName: 'Fabrikam' });
    const domain = createDomain({ organizations: [anOrganization(), fabrikam] });
    await domain.signIns.begin(asker, { ...operator, organization: 'contoso' });

    const reply = await domain.signIns.begin(asker, { ...operator, organization: 'fabrikam' });

    expect(codeOf(reply.view)).toBe('SECRET-USER-2');
    expect(domain.announcer.shows('card-1')?.kind).toBe('sign-in-moved');
    await domain.clock.advance(60_000);
    expect(new Set(domain.identityProvider.redemptions.map(({ deviceCode }) => deviceCode))).toEqual(
      new Set(['SECRET-device-2']),
    );
  });
});

describe('a new code', () => {
  test('replaces the old one on its card, and the old one is no longer polled', async () => {
    const domain = createDomain();
    const id = await begun(domain);
    await domain.clock.advance(7000);

    const reply = await domain.signIns.newCode(asker, id, 'card-1');
    await domain.clock.advance(60_000);

    expect(codeOf(reply.view)).toBe('SECRET-USER-2');
    expect(domain.announcer.acts).toEqual(['post sign-in', 'edit card-1 sign-in']);
    expect(domain.identityProvider.redemptions.map(({ deviceCode }) => deviceCode).slice(0, 3)).toEqual([
      'SECRET-device-1',
      'SECRET-device-2',
      'SECRET-device-2',
    ]);
  });

  test('discards an answer for the old one', async () => {
    const domain = createDomain();
    const id = await begun(domain);
    const other = domain.another();
    domain.identityProvider.polls = [granted()];
    // Another instance follows the old code and does not hear that it was replaced.
    const following = other.follow({ kind: 'follow', key, signInId: id }, new AbortController());
    await domain.signIns.newCode(asker, id, 'card-1');

    await domain.clock.run(following);

    expect(domain.store.stateOf(key)).toMatchObject({ signIn: { kind: 'waiting', userCode: 'SECRET-USER-2' } });
    expect(domain.service.exchanges).toEqual([]);
    expect(codeOf(domain.announcer.shows('card-1'))).toBe('SECRET-USER-2');
  });

  test('pressed twice creates one new code', async () => {
    const domain = createDomain();
    const id = await begun(domain);

    await Promise.all([domain.signIns.newCode(asker, id, 'card-1'), domain.signIns.newCode(asker, id, 'card-1')]);

    const signIn = domain.store.stateOf(key)?.signIn;
    expect(domain.audit.events).toEqual(['sign-in-started', 'sign-in-started', 'sign-in-ended replaced']);
    expect(domain.announcer.cards).toHaveLength(1);
    expect(signIn?.kind === 'waiting' ? signIn.userCode : 'none').toBe(codeOf(domain.announcer.shows('card-1')));
  });

  test('is available after the old code has expired', async () => {
    const domain = createDomain();
    domain.store.put(key, aPersonState({ signIn: anEndedSignIn({ failure: { reason: 'expired' } }) }));

    await expect(domain.signIns.newCode(asker, 'sign-in-0', 'card-0')).resolves.toMatchObject({
      view: { kind: 'sign-in' },
    });
  });

  test('is available while signed in', async () => {
    const domain = createDomain();
    domain.store.put(key, aPersonState({ signIn: aWaitingSignIn(), session: aSession({ signInId: 'before' }) }));

    await expect(domain.signIns.newCode(asker, 'sign-in-0', 'card-0')).resolves.toMatchObject({
      view: { kind: 'sign-in' },
    });
  });

  test.each([
    ['another sign-in', aPersonState({ signIn: aWaitingSignIn({ id: 'newer' }) })],
    ['one that is being finished', aPersonState({ signIn: aRedeemedSignIn() })],
    ['none', aPersonState()],
  ])('is not had from the card of %s', async (_, state) => {
    const domain = createDomain();
    domain.store.put(key, state);

    await expect(domain.signIns.newCode(asker, 'sign-in-0', 'card-0')).resolves.toEqual(notice('card-outdated'));
    expect(domain.identityProvider.codeRequests).toEqual([]);
  });
});

describe('a code that arrives late is dropped, after its person', () => {
  const sessionOnly = aPersonState({ session: aSession(), usedAt: START - 1 });
  const waiting = aPersonState({ signIn: aWaitingSignIn({ cardId: 'card-0' }) });
  const newCode = (domain: Domain) => domain.signIns.newCode(asker, 'sign-in-0', 'card-0');
  const again = { ...operator, organization: 'contoso', again: true };
  const login = (domain: Domain) => domain.signIns.begin(asker, again);
  const elsewhere = (domain: Domain) => domain.signIns.begin(asker, { ...operator, organization: 'fabrikam' });
  const cancel = (domain: Domain) => domain.signIns.cancel(asker);
  const logOut = (domain: Domain) => domain.sessions.logOut(asker, {});
  const erase = (domain: Domain) => domain.erasePerson(asker);
  const approve = async ({ store }: Domain) => store.put(key, aPersonState({ signIn: aRedeemedSignIn() }));
  const begin = async (domain: Domain) => {
    await domain.signIns.cancel(asker);
    await domain.signIns.begin(asker, { ...operator, organization: 'fabrikam' });
  };

  test.each([
    ['cancelled, **New code**', waiting, newCode, cancel, 'card-outdated'],
    ['logged out, **New code**', waiting, newCode, logOut, 'card-outdated'],
    ['erased themselves, **New code**', waiting, newCode, erase, 'card-outdated'],
    ['approved the code, **New code**', waiting, newCode, approve, 'card-outdated'],
    ['began elsewhere, **New code**', waiting, newCode, begin, 'card-outdated'],
    ['cancelled, `restore login` elsewhere', waiting, elsewhere, cancel, 'cancelled'],
    ['logged out, `restore login` elsewhere', waiting, elsewhere, logOut, 'cancelled'],
    ['logged out, `restore login again`', sessionOnly, login, logOut, 'cancelled'],
    ['erased themselves, `restore login again`', sessionOnly, login, erase, 'cancelled'],
    ['began and cancelled, `restore login`', undefined, login, begin, 'cancelled'],
    ['began and logged out, `restore login`', undefined, login, begin, 'cancelled'],
  ])('%s', async (what, state, late, meanwhile, code) => {
    const fabrikam = anOrganization({ key: 'fabrikam.onmicrosoft.com', displayName: 'Fabrikam' });
    let isLate = true;
    const domain = createDomain({
      organizations: [anOrganization(), fabrikam],
      people: [key],
      around: async (label, call) => {
        const isMeant = label === 'identityProvider.requestDeviceCode' && isLate;
        if (isMeant) {
          isLate = false;
          await domain.clock.sleep(1_000);
        }
        return call();
      },
    });
    if (state !== undefined) domain.store.put(key, state);

    const replying = late(domain);
    await domain.clock.advance(500);
    await meanwhile(domain);
    if (what.startsWith('began and')) await (what.includes('logged out') ? logOut : cancel)(domain);
    const after = domain.store.stateOf(key);
    const reply = await domain.clock.run(replying);

    expect(reply).toEqual(notice(code));
    expect(domain.store.stateOf(key)).toEqual(after);
    const isBegun = after?.signIn?.kind === 'waiting';
    expect(domain.jobs.queued.filter(({ job }) => job.kind === 'follow')).toHaveLength(isBegun ? 1 : 0);
  });
});

test('a code that was being requested while the one before it expired is shown', async () => {
  const ended = aPersonState({ signIn: anEndedSignIn({ failure: { reason: 'expired' } }) });
  const domain = createDomain({
    around: (label, call) => {
      if (label === 'identityProvider.requestDeviceCode') domain.store.put(key, ended);
      return call();
    },
  });
  domain.store.put(key, aPersonState({ signIn: aWaitingSignIn({ cardId: 'card-0' }) }));

  expect(codeOf((await domain.signIns.newCode(asker, 'sign-in-0', 'card-0')).view)).toBe('SECRET-USER-1');
});

describe('already', () => {
  test('signed in: shows the status', async () => {
    const domain = createDomain();
    domain.store.put(key, aPersonState({ session: aSession() }));

    await expect(domain.signIns.begin(asker, operator)).resolves.toMatchObject({
      kind: 'render',
      view: {
        kind: 'status',
        alreadySignedIn: true,
        session: { sessionId: 'session-0', account: 'olga@contoso.example' },
      },
    });
    expect(domain.identityProvider.codeRequests).toEqual([]);
  });

  test('signed in: **Sign in again** starts a sign-in and keeps the session meanwhile', async () => {
    const domain = createDomain();
    domain.store.put(key, aPersonState({ session: aSession() }));

    await expect(domain.signIns.begin(asker, { ...operator, again: true })).resolves.toMatchObject({
      view: { kind: 'sign-in' },
    });
    expect(domain.store.stateOf(key)).toMatchObject({ session: { id: 'session-0' }, signIn: { kind: 'waiting' } });
  });

  test('approved: shows that the sign-in is being finished', async () => {
    const domain = createDomain();
    domain.store.put(key, aPersonState({ signIn: aRedeemedSignIn() }));

    for (const again of [false, true]) {
      await expect(domain.signIns.begin(asker, { ...operator, again })).resolves.toMatchObject({
        kind: 'render',
        view: { kind: 'status', pending: { step: 'redeemed' } },
      });
    }
  });
});

test('a code that was stored for a page that is not known is not shown again, but replaced', async () => {
  const domain = createDomain();
  domain.store.put(key, aPersonState({ signIn: aWaitingSignIn({ ...UNKNOWN_PAGE, cardId: 'card-0' }) }));

  const { view } = await domain.signIns.begin(asker, operator);

  expect(codeOf(view)).toBe('SECRET-USER-1');
  expect(JSON.stringify(domain.announcer.cards)).not.toMatch(/SECRET-USER-0|link/);
});

describe('showing the code to one person', () => {
  test('shows the pending code', async () => {
    const domain = createDomain();
    const id = await begun(domain);

    expect(codeOf((await domain.signIns.showCode(asker, id)).view)).toBe('SECRET-USER-1');
  });

  test('shows it on the pressed card, which is the card of the sign-in from then on', async () => {
    const domain = createDomain();
    const id = await begun(domain);
    const statusCard = 'status-card';

    const reply = await domain.signIns.showCode(asker, id, statusCard);

    expect(reply).toMatchObject({ kind: 'delivered', view: { userCode: 'SECRET-USER-1' } });
    expect(showingCodes(domain)).toEqual([statusCard]);
    expect(domain.announcer.shows('card-1')?.kind).toBe('sign-in-moved');
    expect(domain.store.stateOf(key)?.signIn).toMatchObject({ id, cardId: statusCard });
  });

  test('leaves the card as it is that shows the code already', async () => {
    const domain = createDomain();
    const id = await begun(domain);

    await expect(domain.signIns.showCode(asker, id, 'card-1')).resolves.toMatchObject({ kind: 'delivered' });
    expect(domain.announcer.acts).toEqual(['post sign-in']);
  });

  test.each([
    ['is outlived', aPersonState({ signIn: aWaitingSignIn({ expiresAt: START }) })],
    ['was redeemed', aPersonState({ signIn: aRedeemedSignIn() })],
    ['never was', aPersonState()],
    ['is for a page that is not known', aPersonState({ signIn: aWaitingSignIn(UNKNOWN_PAGE) })],
    ['is more than a code', aPersonState({ signIn: aWaitingSignIn({ userCode: 'https://evil.example' }) })],
  ])('shows none that %s', async (_, state) => {
    const domain = createDomain();
    domain.store.put(key, state);

    await expect(domain.signIns.showCode(asker, 'sign-in-0')).resolves.toEqual(notice('card-outdated'));
  });

  test.each<[string, (domain: Domain, id: string) => Promise<unknown>]>([
    ['Show my code, as a client does by itself', (domain, id) => domain.signIns.showCode(asker, id)],
    ['New code, of one that is redeemed', (domain, id) => domain.signIns.newCode(asker, id, 'card-0')],
    ['Use a code', (domain, id) => domain.signIns.useCode(asker, id, 'card-0')],
    ['Cancel', (domain, id) => domain.signIns.cancel(asker, { signInId: id, cardId: 'card-0' })],
  ])('%s says what became of a sign-in that is over, as its card does', async (name, press) => {
    const domain = createDomain();
    const isNew = name.startsWith('New code');
    const session = aSession({ signInId: 'sign-in-0' });
    domain.store.put(key, aPersonState(isNew ? { session } : { signIn: anEndedSignIn({ id: 'sign-in-0' }) }));

    const kind = isNew ? 'signed-in' : 'not-signed-in';
    await expect(press(domain, 'sign-in-0')).resolves.toMatchObject({ kind: 'render', view: { kind } });
  });

  test('shows nobody else’s code', async () => {
    const domain = createDomain();
    await begun(domain);
    const other = anAsker({ key: aPersonKey({ personId: 'oid-of-another' }) });

    await expect(domain.signIns.showCode(other, 'sign-in-0')).resolves.toEqual(notice('card-outdated'));
  });
});
