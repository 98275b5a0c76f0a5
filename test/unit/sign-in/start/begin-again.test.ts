import type { View } from '../../../../src/sign-in/views.ts';
import { START } from '../../../fakes/clock.ts';
import { granted } from '../../../fakes/identity-provider.ts';
import { createHeart, type Heart } from '../../../support/heart.ts';
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
const notice = (code: string): unknown => ({ view: { kind: 'notice', notice: { code } }, kind: 'render' });

const codeOf = (view: View | undefined): string | undefined => (view?.kind === 'sign-in' ? view.userCode : undefined);

const showingCodes = (heart: Heart): readonly string[] =>
  heart.announcer.cards.map(({ cardId }) => cardId).filter((cardId) => codeOf(heart.announcer.shows(cardId)));

/** The sign-in as it is stored, with a card. */
async function begun(heart: Heart): Promise<string> {
  await heart.signIns.begin(asker, operator);
  return heart.store.stateOf(key)?.signIn?.id ?? 'none';
}

describe('a repeated command', () => {
  test('shows the same code on a card below and takes it off the card above', async () => {
    const heart = createHeart();
    const id = await begun(heart);
    await heart.clock.advance(60_000);

    const reply = await heart.signIns.begin(asker, operator);

    expect(codeOf(reply.view)).toBe('SECRET-USER-1');
    expect(heart.identityProvider.codeRequests).toHaveLength(1);
    expect(heart.announcer.shows('card-1')).toEqual({
      kind: 'moved-below',
      organization: 'Contoso',
      askedBy: 'Olga Operator',
    });
    expect(codeOf(heart.announcer.shows('card-2'))).toBe('SECRET-USER-1');
    expect(heart.store.stateOf(key)?.signIn).toMatchObject({ id, cardId: 'card-2' });
  });

  test('finishes on the card below', async () => {
    const heart = createHeart();
    await begun(heart);
    await heart.signIns.begin(asker, operator);
    heart.identityProvider.polls = [granted()];

    await heart.clock.run(heart.jobs.idle());

    expect(heart.announcer.shows('card-1')?.kind).toBe('moved-below');
    expect(heart.announcer.shows('card-2')?.kind).toBe('signed-in');
    expect(heart.store.stateOf(key)?.session?.cardId).toBe('card-2');
  });

  test('two at once make one code, one card that shows it, and one follower', async () => {
    const heart = createHeart();

    const replies = await Promise.all([1, 2, 3].map(() => heart.signIns.begin(asker, operator)));

    expect(new Set(replies.map(({ view }) => codeOf(view)))).toEqual(new Set(['SECRET-USER-1']));
    expect(replies.every(({ kind }) => kind === 'delivered')).toBe(true);
    expect(showingCodes(heart)).toEqual([heart.store.stateOf(key)?.signIn?.cardId]);
    expect(heart.jobs.queued).toHaveLength(1);
    expect(heart.audit.events).toEqual(['sign-in-started']);
  });

  test('two on two instances make one code', async () => {
    const heart = createHeart();
    const other = heart.another();

    await Promise.all([heart.signIns.begin(asker, operator), other.signIns.begin(asker, operator)]);

    expect(showingCodes(heart)).toHaveLength(1);
    expect(heart.jobs.queued).toHaveLength(1);
  });

  test('many repeats at once leave one card that shows the code', async () => {
    const heart = createHeart();
    await begun(heart);

    await Promise.all([1, 2, 3, 4].map(() => heart.signIns.begin(asker, operator)));

    expect(showingCodes(heart)).toEqual([heart.store.stateOf(key)?.signIn?.cardId]);
  });

  test('at the moment of the end shows the end, not the code', async () => {
    const heart = createHeart();
    await begun(heart);
    heart.identityProvider.polls = [granted()];
    // The sign-in is done between the look at it and the card below.
    const { post } = heart.announcer;
    heart.announcer.post = async (...call) => {
      await heart.clock.advance(10_000);
      return post(...call);
    };

    const reply = await heart.signIns.begin(asker, operator);

    expect(reply.view.kind).toBe('signed-in');
    expect(showingCodes(heart)).toEqual([]);
    expect(heart.announcer.shows(heart.store.stateOf(key)?.session?.cardId ?? '')?.kind).toBe('signed-in');
  });

  test('shows a code whose card does not come, after a moment in which it may be on its way', async () => {
    const heart = createHeart();
    heart.store.put(key, aPersonState({ signIn: aWaitingSignIn() }));

    const reply = await heart.clock.run(heart.signIns.begin(asker, operator));

    expect(reply.kind).toBe('delivered');
    expect(codeOf(heart.announcer.shows('card-1'))).toBe('SECRET-USER-0');
  });

  test('for another organization replaces the code and takes it off its card', async () => {
    const fabrikam = anOrganization({ organization: 'fabrikam.onmicrosoft.com', displayName: 'Fabrikam' });
    const heart = createHeart({ organizations: [anOrganization(), fabrikam] });
    await heart.signIns.begin(asker, { ...operator, organization: 'contoso' });

    const reply = await heart.signIns.begin(asker, { ...operator, organization: 'fabrikam' });

    expect(codeOf(reply.view)).toBe('SECRET-USER-2');
    expect(heart.announcer.shows('card-1')?.kind).toBe('moved-below');
    await heart.clock.advance(60_000);
    expect(new Set(heart.identityProvider.redemptions.map(({ deviceCode }) => deviceCode))).toEqual(
      new Set(['SECRET-device-2']),
    );
  });
});

describe('a new code', () => {
  test('takes the place of the old one on its card, and the old one is asked for no more', async () => {
    const heart = createHeart();
    const id = await begun(heart);
    await heart.clock.advance(7000);

    const reply = await heart.signIns.newCode(asker, id, 'card-1');
    await heart.clock.advance(60_000);

    expect(codeOf(reply.view)).toBe('SECRET-USER-2');
    expect(heart.announcer.acts).toEqual(['post sign-in', 'edit card-1 sign-in']);
    expect(heart.identityProvider.redemptions.map(({ deviceCode }) => deviceCode).slice(0, 3)).toEqual([
      'SECRET-device-1',
      'SECRET-device-2',
      'SECRET-device-2',
    ]);
  });

  test('throws away what comes for the old one all the same', async () => {
    const heart = createHeart();
    const id = await begun(heart);
    const other = heart.another();
    heart.identityProvider.polls = [granted()];
    // Another instance follows the old code and does not hear that it was replaced.
    const following = other.follow({ kind: 'follow', key, signInId: id }, new AbortController());
    await heart.signIns.newCode(asker, id, 'card-1');

    await heart.clock.run(following);

    expect(heart.store.stateOf(key)).toMatchObject({ signIn: { kind: 'waiting', userCode: 'SECRET-USER-2' } });
    expect(heart.service.exchanges).toEqual([]);
    expect(codeOf(heart.announcer.shows('card-1'))).toBe('SECRET-USER-2');
  });

  test('pressed twice is one new code', async () => {
    const heart = createHeart();
    const id = await begun(heart);

    await Promise.all([heart.signIns.newCode(asker, id, 'card-1'), heart.signIns.newCode(asker, id, 'card-1')]);

    const signIn = heart.store.stateOf(key)?.signIn;
    expect(heart.audit.events).toEqual(['sign-in-started', 'sign-in-started']);
    expect(heart.announcer.cards).toHaveLength(1);
    expect(signIn?.kind === 'waiting' ? signIn.userCode : 'none').toBe(codeOf(heart.announcer.shows('card-1')));
  });

  test('can be had after the code has ended', async () => {
    const heart = createHeart();
    heart.store.put(key, aPersonState({ signIn: anEndedSignIn({ failure: { reason: 'expired' } }) }));

    await expect(heart.signIns.newCode(asker, 'sign-in-0', 'card-0')).resolves.toMatchObject({
      view: { kind: 'sign-in' },
    });
  });

  test('is had although signed in', async () => {
    const heart = createHeart();
    heart.store.put(key, aPersonState({ signIn: aWaitingSignIn(), session: aSession({ signInId: 'before' }) }));

    await expect(heart.signIns.newCode(asker, 'sign-in-0', 'card-0')).resolves.toMatchObject({
      view: { kind: 'sign-in' },
    });
  });

  test.each([
    ['another sign-in', aPersonState({ signIn: aWaitingSignIn({ id: 'newer' }) })],
    ['one that is being finished', aPersonState({ signIn: aRedeemedSignIn() })],
    ['none', aPersonState()],
  ])('is not had from the card of %s', async (_, state) => {
    const heart = createHeart();
    heart.store.put(key, state);

    await expect(heart.signIns.newCode(asker, 'sign-in-0', 'card-0')).resolves.toEqual(notice('card-outdated'));
    expect(heart.identityProvider.codeRequests).toEqual([]);
  });
});

describe('already', () => {
  test('signed in: shows the status', async () => {
    const heart = createHeart();
    heart.store.put(key, aPersonState({ session: aSession() }));

    await expect(heart.signIns.begin(asker, operator)).resolves.toMatchObject({
      kind: 'render',
      view: {
        kind: 'status',
        alreadySignedIn: true,
        session: { sessionId: 'session-0', account: 'olga@contoso.example' },
      },
    });
    expect(heart.identityProvider.codeRequests).toEqual([]);
  });

  test('signed in: signs in again where that is asked for, and keeps the session meanwhile', async () => {
    const heart = createHeart();
    heart.store.put(key, aPersonState({ session: aSession() }));

    await expect(heart.signIns.begin(asker, { ...operator, again: true })).resolves.toMatchObject({
      view: { kind: 'sign-in' },
    });
    expect(heart.store.stateOf(key)).toMatchObject({ session: { id: 'session-0' }, signIn: { kind: 'waiting' } });
  });

  test('approved: shows that it is being finished', async () => {
    const heart = createHeart();
    heart.store.put(key, aPersonState({ signIn: aRedeemedSignIn() }));

    for (const again of [false, true]) {
      await expect(heart.signIns.begin(asker, { ...operator, again })).resolves.toMatchObject({
        kind: 'render',
        view: { kind: 'status', pending: { step: 'redeemed' } },
      });
    }
  });
});

describe('showing the code to the one person', () => {
  test('shows the code that is waited for', async () => {
    const heart = createHeart();
    await begun(heart);

    expect(codeOf((await heart.signIns.showCode(asker)).view)).toBe('SECRET-USER-1');
  });

  test.each([
    ['has ended', aPersonState({ signIn: anEndedSignIn() })],
    ['is outlived', aPersonState({ signIn: aWaitingSignIn({ expiresAt: START }) })],
    ['was redeemed', aPersonState({ signIn: aRedeemedSignIn() })],
    ['never was', aPersonState()],
  ])('shows none that %s', async (_, state) => {
    const heart = createHeart();
    heart.store.put(key, state);

    await expect(heart.signIns.showCode(asker)).resolves.toEqual(notice('card-outdated'));
  });

  test('shows nobody else’s', async () => {
    const heart = createHeart();
    await begun(heart);
    const other = anAsker({ key: aPersonKey({ personId: 'oid-of-another' }) });

    await expect(heart.signIns.showCode(other)).resolves.toEqual(notice('card-outdated'));
  });
});
