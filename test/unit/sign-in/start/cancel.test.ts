import { StorageAwayError } from '../../../../src/core/errors.ts';
import { START } from '../../../fakes/clock.ts';
import { aJournal, dyingAt, ProcessDied } from '../../../fakes/intercept.ts';
import { granted } from '../../../fakes/identity-provider.ts';
import { createHeart, type Heart } from '../../../support/heart.ts';
import {
  anAsker,
  anEndedSignIn,
  aPersonKey,
  aPersonState,
  aRedeemedSignIn,
  aSession,
} from '../../../support/builders.ts';

const asker = anAsker();
const key = aPersonKey();
const operator = { flow: 'operator' } as const;
const notice = (code: string): unknown => ({ view: { kind: 'notice', notice: { code } }, kind: 'render' });

/** The sign-in as it is stored, with a card. */
async function begun(heart: Heart): Promise<string> {
  await heart.signIns.begin(asker, operator);
  return heart.store.stateOf(key)?.signIn?.id ?? 'none';
}

describe('cancelling', () => {
  test('a typed command ends the sign-in, edits its card, and asks no more', async () => {
    const heart = createHeart();
    const id = await begun(heart);
    await heart.clock.advance(7000);

    await expect(heart.signIns.cancel(asker)).resolves.toEqual(notice('cancelled'));
    await heart.clock.advance(900_000);

    expect(heart.announcer.shows('card-1')).toMatchObject({
      kind: 'not-signed-in',
      failure: { reason: 'cancelled' },
      reference: id,
    });
    expect(heart.announcer.acts).toEqual(['post sign-in', 'edit card-1 not-signed-in']);
    expect(heart.identityProvider.redemptions).toHaveLength(1);
    expect(heart.store.stateOf(key)?.signIn).toMatchObject({ kind: 'ended', failure: { reason: 'cancelled' } });
    expect(JSON.stringify(heart.store.stateOf(key))).not.toContain('SECRET');
    expect(heart.audit.events).toEqual(['sign-in-started', 'sign-in-ended cancelled']);
    expect(heart.jobs.queued).toEqual([]);
  });

  test('where it is followed here it is read once and written once', async () => {
    const { around, entries } = aJournal();
    const heart = createHeart({ around });
    await begun(heart);
    await heart.clock.advance(7000);
    const before = entries.length;

    await heart.signIns.cancel(asker);
    await heart.clock.advance(60_000);

    expect(entries.slice(before)).toEqual(['store.read', 'store.write', 'announcer.edit']);
    expect(heart.jobs.queued).toEqual([]);
  });

  test('one that is being finished here ends its card once', async () => {
    const heart = createHeart();
    await begun(heart);
    heart.identityProvider.polls = [granted()];
    const service = Promise.withResolvers<void>();
    heart.service.duringExchange = () => service.promise;
    await heart.clock.advance(7000);
    expect(heart.store.stateOf(key)?.signIn?.kind).toBe('redeemed');

    await heart.signIns.cancel(asker);
    service.resolve();
    await heart.clock.advance(60_000);

    expect(heart.announcer.acts).toEqual(['post sign-in', 'edit card-1 not-signed-in']);
    expect(heart.audit.events).toEqual(['sign-in-started', 'sign-in-ended cancelled']);
    expect(heart.store.stateOf(key)?.session).toBeUndefined();
    expect(heart.jobs.queued).toEqual([]);
  });

  test('a button answers with the card', async () => {
    const heart = createHeart();
    const id = await begun(heart);

    await expect(heart.signIns.cancel(asker, id)).resolves.toMatchObject({
      kind: 'delivered',
      view: { kind: 'not-signed-in', failure: { reason: 'cancelled' } },
    });
  });

  test('a button of an older card does nothing', async () => {
    const heart = createHeart();
    await begun(heart);

    await expect(heart.signIns.cancel(asker, 'older')).resolves.toEqual(notice('card-outdated'));
    expect(heart.store.stateOf(key)?.signIn?.kind).toBe('waiting');
  });

  test('a sign-in that is being finished can be cancelled, and its answer is gone', async () => {
    const heart = createHeart();
    heart.store.put(key, aPersonState({ signIn: aRedeemedSignIn({ cardId: 'card-0' }) }));

    await expect(heart.signIns.cancel(asker)).resolves.toEqual(notice('cancelled'));
    expect(JSON.stringify(heart.store.stateOf(key))).not.toContain('SECRET');
  });

  test.each([
    ['nothing', undefined],
    ['an ended sign-in', aPersonState({ signIn: anEndedSignIn() })],
    [
      'one that was cancelled before',
      aPersonState({ signIn: anEndedSignIn({ endedAt: 1, failure: { reason: 'cancelled' } }) }),
    ],
    ['a session', aPersonState({ session: aSession() })],
  ])('%s is nothing to cancel', async (_, state) => {
    const heart = createHeart();
    if (state !== undefined) heart.store.put(key, state);

    await expect(heart.signIns.cancel(asker)).resolves.toEqual(notice('nothing-to-cancel'));
    expect(heart.store.written).toEqual([]);
  });

  test('says so where what is stored does not open', async () => {
    const heart = createHeart();
    heart.store.put(key, aPersonState());
    heart.store.spoil(key);

    await expect(heart.signIns.cancel(asker)).resolves.toEqual(notice('state-unreadable'));
  });

  test('a card that cannot be edited does not keep the sign-in alive', async () => {
    const heart = createHeart();
    await begun(heart);
    heart.announcer.next = ['fails'];

    await heart.signIns.cancel(asker);
    await heart.clock.advance(60_000);

    expect(heart.identityProvider.redemptions).toEqual([]);
  });

  test('a follower on another instance stops within half a minute, and sees to the card', async () => {
    const heart = createHeart();
    const id = await begun(heart);
    heart.jobs.abandon(new Error('taken by another instance'));
    await heart.clock.settle();
    const other = heart.another();
    const following = other.follow({ kind: 'follow', key, signInId: id }, new AbortController());
    await heart.clock.advance(40_000);

    await heart.signIns.cancel(asker);
    const asked = heart.identityProvider.redemptions.length;
    await heart.clock.run(following);

    expect(heart.clock.now() - START).toBeLessThanOrEqual(71_000);
    expect(heart.identityProvider.redemptions.length - asked).toBeLessThanOrEqual(5);
    expect(heart.announcer.acts).toEqual(['post sign-in', 'edit card-1 not-signed-in']);
    expect(heart.announcer.shows('card-1')).toMatchObject({ failure: { reason: 'cancelled' } });
  });
});

describe('a code that another instance still asks for', () => {
  const BY_TURNS = 25_000;

  test.each(['cancelled', 'logged out', 'replaced'] as const)(
    'and that is %s is not asked for beside the next one',
    async (how) => {
      const heart = createHeart();
      await begun(heart);
      const here = heart.another();
      await heart.clock.advance(7_000);
      if (how === 'cancelled') await here.signIns.cancel(asker);
      if (how === 'logged out') await here.sessions.logOut(asker, {});
      if (how === 'replaced') {
        const signIn = heart.store.stateOf(key)?.signIn;
        await here.signIns.newCode(asker, signIn?.id ?? '', signIn?.cardId);
      } else {
        await here.signIns.begin(asker, { flow: 'operator' });
      }
      const givenUpAt = heart.clock.now();

      await heart.clock.advance(60_000);

      const codes = heart.identityProvider.redemptions.map(({ deviceCode }) => deviceCode);
      const [first] = codes;
      expect(codes.lastIndexOf(first ?? '')).toBeLessThan(codes.findIndex((code) => code !== first));
      const next = heart.store.stateOf(key)?.signIn;
      expect(next).toMatchObject({ kind: 'waiting', pollFrom: givenUpAt + BY_TURNS });
    },
  );

  test('does not hold up the next one where it was followed here', async () => {
    const heart = createHeart();
    await begun(heart);
    await heart.clock.advance(7_000);
    await heart.signIns.cancel(asker);

    await heart.signIns.begin(asker, { flow: 'operator' });

    expect(heart.store.stateOf(key)?.signIn).not.toHaveProperty('pollFrom');
  });
});

describe('a cancel that gets no further than the state', () => {
  test('because its instance died has its card seen to by the instance that follows', async () => {
    const heart = createHeart();
    const id = await begun(heart);
    // It reads, it writes, and is no more before it edits the card.
    const dying = heart.another({ around: dyingAt(3, 'before').around });

    await expect(dying.signIns.cancel(asker, id)).rejects.toThrow(ProcessDied);
    await heart.clock.run(heart.jobs.idle());

    expect(heart.announcer.shows('card-1')).toMatchObject({ failure: { reason: 'cancelled' } });
    expect(heart.clock.now() - START).toBeLessThanOrEqual(36_000);
  });

  test('because the answer of the write was lost has its card seen to by the follower', async () => {
    const heart = createHeart();
    await begun(heart);
    heart.store.writes = ['loses its answer'];

    await expect(heart.signIns.cancel(asker)).rejects.toThrow(StorageAwayError);
    await heart.clock.run(heart.jobs.idle());

    expect(heart.announcer.shows('card-1')).toMatchObject({ failure: { reason: 'cancelled' } });
    expect(heart.jobs.queued).toEqual([]);
  });
});
