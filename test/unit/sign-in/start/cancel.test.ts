import { StorageUnavailableError } from '../../../../src/core/errors.ts';
import { START } from '../../../fakes/clock.ts';
import { aJournal, dyingAt, ProcessDied } from '../../../fakes/intercept.ts';
import { granted } from '../../../fakes/identity-provider.ts';
import { createDomain, type Domain } from '../../../support/domain.ts';
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
async function begun(domain: Domain): Promise<string> {
  await domain.signIns.begin(asker, operator);
  return domain.store.stateOf(key)?.signIn?.id ?? 'none';
}

describe('cancelling', () => {
  test('by command ends the sign-in, edits its card, and stops polling', async () => {
    const domain = createDomain();
    const id = await begun(domain);
    await domain.clock.advance(7000);

    await expect(domain.signIns.cancel(asker)).resolves.toEqual(notice('cancelled'));
    await domain.clock.advance(900_000);

    expect(domain.announcer.shows('card-1')).toMatchObject({
      kind: 'not-signed-in',
      failure: { reason: 'cancelled' },
      reference: id,
    });
    expect(domain.announcer.acts).toEqual(['post sign-in', 'edit card-1 not-signed-in']);
    expect(domain.identityProvider.redemptions).toHaveLength(1);
    expect(domain.store.stateOf(key)?.signIn).toMatchObject({ kind: 'ended', failure: { reason: 'cancelled' } });
    expect(JSON.stringify(domain.store.stateOf(key))).not.toContain('SECRET');
    expect(domain.audit.events).toEqual(['sign-in-started', 'sign-in-ended cancelled']);
    expect(domain.jobs.queued).toEqual([]);
  });

  test('a sign-in that is followed in this process costs one read and one write', async () => {
    const { around, entries } = aJournal();
    const domain = createDomain({ around });
    await begun(domain);
    await domain.clock.advance(7000);
    const before = entries.length;

    await domain.signIns.cancel(asker);
    await domain.clock.advance(60_000);

    expect(entries.slice(before)).toEqual(['store.read', 'store.write', 'announcer.retire']);
    expect(domain.jobs.queued).toEqual([]);
  });

  test('a sign-in that is being finished in this process edits its card once', async () => {
    const domain = createDomain();
    await begun(domain);
    domain.identityProvider.polls = [granted()];
    const service = Promise.withResolvers<void>();
    domain.service.duringExchange = () => service.promise;
    await domain.clock.advance(7000);
    expect(domain.store.stateOf(key)?.signIn?.kind).toBe('redeemed');

    await domain.signIns.cancel(asker);
    service.resolve();
    await domain.clock.advance(60_000);

    expect(domain.announcer.acts).toEqual(['post sign-in', 'edit card-1 not-signed-in']);
    expect(domain.audit.events).toEqual(['sign-in-started', 'sign-in-ended cancelled']);
    expect(domain.store.stateOf(key)?.session).toBeUndefined();
    expect(domain.jobs.queued).toEqual([]);
  });

  test('by button answers with the card', async () => {
    const domain = createDomain();
    const id = await begun(domain);

    await expect(domain.signIns.cancel(asker, { signInId: id, cardId: 'card-1' })).resolves.toMatchObject({
      kind: 'delivered',
      view: { kind: 'not-signed-in', failure: { reason: 'cancelled' } },
    });
  });

  test.each(['status-card', undefined])('by the button of another card (%s) is shown there, too', async (cardId) => {
    const domain = createDomain();
    const signInId = await begun(domain);

    await expect(domain.signIns.cancel(asker, { signInId, cardId })).resolves.toMatchObject({
      kind: 'render',
      view: { kind: 'not-signed-in', failure: { reason: 'cancelled' } },
    });
    expect(domain.announcer.shows('card-1')).toMatchObject({ failure: { reason: 'cancelled' } });
  });

  test('by the button of an older card does nothing', async () => {
    const domain = createDomain();
    await begun(domain);

    await expect(domain.signIns.cancel(asker, { signInId: 'older', cardId: 'card-0' })).resolves.toEqual(
      notice('card-outdated'),
    );
    expect(domain.store.stateOf(key)?.signIn?.kind).toBe('waiting');
  });

  test('a sign-in that is being finished erases its answer', async () => {
    const domain = createDomain();
    domain.store.put(key, aPersonState({ signIn: aRedeemedSignIn({ cardId: 'card-0' }) }));

    await expect(domain.signIns.cancel(asker)).resolves.toEqual(notice('cancelled'));
    expect(JSON.stringify(domain.store.stateOf(key))).not.toContain('SECRET');
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
    const domain = createDomain();
    if (state !== undefined) domain.store.put(key, state);

    await expect(domain.signIns.cancel(asker)).resolves.toEqual(notice('nothing-to-cancel'));
    expect(domain.store.written).toEqual([]);
  });

  test('says that the stored state cannot be read', async () => {
    const domain = createDomain();
    domain.store.put(key, aPersonState());
    domain.store.spoil(key);

    await expect(domain.signIns.cancel(asker)).resolves.toEqual(notice('state-unreadable'));
  });

  test('ends the sign-in even if its card cannot be edited', async () => {
    const domain = createDomain();
    await begun(domain);
    domain.announcer.next = ['fails'];

    await domain.signIns.cancel(asker);
    await domain.clock.advance(60_000);

    expect(domain.identityProvider.redemptions).toEqual([]);
  });

  test('a job on another instance stops within half a minute, and edits the card if needed', async () => {
    const domain = createDomain();
    const id = await begun(domain);
    domain.jobs.abandon(new Error('taken by another instance'));
    await domain.clock.settle();
    const other = domain.another();
    const following = other.follow({ kind: 'follow', key, signInId: id }, new AbortController());
    await domain.clock.advance(40_000);

    await domain.signIns.cancel(asker);
    const polls = domain.identityProvider.redemptions.length;
    await domain.clock.run(following);

    expect(domain.clock.now() - START).toBeLessThanOrEqual(71_000);
    expect(domain.identityProvider.redemptions.length - polls).toBeLessThanOrEqual(5);
    expect(domain.announcer.acts).toEqual(['post sign-in', 'edit card-1 not-signed-in']);
    expect(domain.announcer.shows('card-1')).toMatchObject({ failure: { reason: 'cancelled' } });
  });
});

describe('a code that another instance still polls for', () => {
  const BY_TURNS = 26_000;

  function expectOneAfterTheOther({ identityProvider }: Domain): void {
    const codes = identityProvider.redemptions.map(({ deviceCode }) => deviceCode);
    expect(new Set(codes).size).toBe(2);
    expect(codes.filter((code, index) => code !== codes[index - 1])).toHaveLength(2);
  }

  test.each(['cancelled', 'logged out', 'erased', 'replaced'] as const)(
    'and that is %s is not polled for beside the next one',
    async (how) => {
      const domain = createDomain();
      await begun(domain);
      const here = domain.another();
      await domain.clock.advance(7_000);
      if (how === 'cancelled') await here.signIns.cancel(asker);
      if (how === 'logged out') await here.sessions.logOut(asker, {});
      if (how === 'erased') await here.uninstall.leave({ conversationId: key.conversationId, at: START });
      if (how === 'replaced') {
        const signIn = domain.store.stateOf(key)?.signIn;
        await here.signIns.newCode(asker, signIn?.id ?? '', signIn?.cardId);
      } else {
        await here.signIns.begin(asker, { flow: 'operator' });
      }
      const givenUpAt = domain.clock.now();
      const polled = domain.identityProvider.redemptions.length;

      await domain.clock.advance(60_000);

      expectOneAfterTheOther(domain);
      const [former] = domain.identityProvider.redemptions;
      const next = domain.identityProvider.redemptions
        .slice(polled)
        .find((each) => each.deviceCode !== former?.deviceCode);
      expect(next?.at).toBe(givenUpAt + BY_TURNS);
    },
  );

  test('is not polled for beside the next one where it was stored while that was being requested', async () => {
    const domain = createDomain({ adminUserIds: [asker.person.objectId ?? ''] });
    const here = domain.another({
      around: async (label, call) => {
        if (label === 'identityProvider.requestDeviceCode') await other.signIns.begin(asker, { flow: 'app-only' });
        return call();
      },
    });
    const other = domain.another();

    await here.signIns.begin(asker, operator);
    await domain.clock.advance(60_000);

    const codes = domain.identityProvider.redemptions.map(({ deviceCode }) => deviceCode);
    expect(new Set(codes).size).toBe(1);
    expect(domain.store.stateOf(key)?.signIn).toMatchObject({ kind: 'waiting', deviceCode: codes[0] });
  });

  test('is not polled for after waiting for certain ownership, where it was replaced meanwhile', async () => {
    const domain = createDomain();
    const id = await begun(domain);
    domain.jobs.abandon(new Error('taken by another instance'));
    await domain.clock.settle();
    const ownership = { isOverdue: true };
    const follow = { kind: 'follow', key, signInId: id } as const;
    const following = domain.another().follow(follow, new AbortController(), undefined, ownership);
    await domain.clock.advance(30_000);
    await domain.another().signIns.cancel(asker);
    ownership.isOverdue = false;
    await domain.clock.run(following);

    expect(domain.identityProvider.redemptions).toEqual([]);
  });

  test('and that is ended before its first poll is given up at that poll', async () => {
    const domain = createDomain();
    const id = await begun(domain);
    domain.jobs.abandon(new Error('taken by another instance'));
    await domain.clock.settle();
    const follow = { kind: 'follow', key, signInId: id } as const;
    const following = domain.another().follow(follow, new AbortController(), undefined, { isOverdue: false });
    const began = domain.clock.now();
    await domain.clock.advance(2_000);
    await domain.another().signIns.cancel(asker);
    await domain.clock.run(following);

    expect(domain.clock.now() - began).toBeLessThan(7_000);
    expect(domain.identityProvider.redemptions).toEqual([]);
  });

  test('is noticed to be erased only after its session was revoked, however long that takes', async () => {
    const domain = createDomain();
    await begun(domain);
    domain.store.put(key, { ...aPersonState(), ...domain.store.stateOf(key), session: aSession() });
    const requests: number[] = [];
    const here = domain.another({
      around: (label, call) => {
        if (label === 'service.logOut') requests.push(domain.cancellationMark.requests.indexOf('change'));
        return call();
      },
    });
    await here.uninstall.leave({ conversationId: key.conversationId, at: START });
    expect(requests).toEqual([-1]);
    expect(domain.cancellationMark.requests).toContain('change');
  });

  test('does not delay the next one if it was followed in this process', async () => {
    const domain = createDomain();
    await begun(domain);
    await domain.clock.advance(7_000);
    await domain.signIns.cancel(asker);

    await domain.signIns.begin(asker, { flow: 'operator' });
    const polled = domain.identityProvider.redemptions.length;
    await domain.clock.advance(7_000);

    expect(domain.identityProvider.redemptions.length).toBe(polled + 1);
  });
});

describe('a code that this process polls for', () => {
  test('is not polled for beside the next one, although the card before cannot be edited for long', async () => {
    const domain = createDomain({
      around: (label, call) => (label === 'announcer.edit' ? domain.clock.sleep(20_000).then(call) : call()),
    });
    await begun(domain);
    await domain.clock.advance(7_000);
    const cancelled = domain.signIns.cancel(asker);
    await domain.clock.advance(1_000);
    const polls = domain.identityProvider.redemptions.length;
    await domain.clock.advance(15_000);
    expect(domain.identityProvider.redemptions).toHaveLength(polls);
    await domain.clock.run(cancelled);
    expect(domain.announcer.acts).toEqual(['post sign-in', 'edit card-1 not-signed-in']);
  });

  test('is not polled for any more when it is cancelled, although a copy of its job has come', async () => {
    const domain = createDomain();
    const signInId = await begun(domain);
    await domain.clock.advance(7_000);
    await domain.follow({ kind: 'follow', key, signInId }, new AbortController(), 'a copy');
    await domain.signIns.cancel(asker);
    const polls = domain.identityProvider.redemptions.length;
    await domain.clock.advance(60_000);
    expect(domain.identityProvider.redemptions).toHaveLength(polls);
    expect(domain.cancellationMark.requests).not.toContain('change');
  });
});

describe('a cancellation that ends after its write', () => {
  test('because its instance died: the instance that runs the job edits the card', async () => {
    const domain = createDomain();
    const id = await begun(domain);
    // It reads, it writes, and is no more before it edits the card.
    const dying = domain.another({ around: dyingAt(3, 'before').around });

    await expect(dying.signIns.cancel(asker, { signInId: id, cardId: 'card-1' })).rejects.toThrow(ProcessDied);
    await domain.clock.run(domain.jobs.idle());

    expect(domain.announcer.shows('card-1')).toMatchObject({ failure: { reason: 'cancelled' } });
    expect(domain.clock.now() - START).toBeLessThanOrEqual(36_000);
  });

  test('because the response to the write was lost: the job edits the card', async () => {
    const domain = createDomain();
    await begun(domain);
    domain.store.writes = ['loses its answer'];

    await expect(domain.signIns.cancel(asker)).rejects.toThrow(StorageUnavailableError);
    await domain.clock.run(domain.jobs.idle());

    expect(domain.announcer.shows('card-1')).toMatchObject({ failure: { reason: 'cancelled' } });
    expect(domain.jobs.queued).toEqual([]);
  });
});
