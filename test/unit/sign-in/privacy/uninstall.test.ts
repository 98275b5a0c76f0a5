import type { SignInAnnouncer } from '../../../../src/sign-in/ports.ts';
import { leavingWhenUnreachable } from '../../../../src/sign-in/privacy/uninstall.ts';
import type { Delivery } from '../../../../src/core/announcer.ts';
import { aFault, anAddress, aPersonKey, aPersonState, aSession, aWaitingSignIn } from '../../../support/builders.ts';
import { createHeart, type Heart } from '../../../support/heart.ts';

const CHANNEL = '19:channel';
const olga = aPersonKey({ conversationId: CHANNEL });
const nils = aPersonKey({ conversationId: CHANNEL, personId: 'nils' });
const thread = anAddress({ conversationId: `${CHANNEL};messageid=1`, place: 'channel' });

function inChannel(): Heart {
  const heart = createHeart();
  heart.store.put(olga, aPersonState({ address: thread, session: aSession() }));
  heart.store.put(nils, aPersonState({ signIn: aWaitingSignIn() }));
  return heart;
}

const present = ({ store }: Heart): readonly boolean[] => [olga, nils].map((key) => store.stateOf(key) !== undefined);

/** An announcer that reaches nobody, and leaves. */
function unreachable(heart: Heart, reason: string): SignInAnnouncer {
  const answer = async (): Promise<Delivery> => ({ kind: 'unreachable', reason });
  return leavingWhenUnreachable({ post: answer, edit: answer }, heart.departures);
}

test.each(['BotNotInConversationRoster', 'BotDisabledByAdmin', 'MessageWritesBlocked'])(
  'after %s everybody of the conversation is erased, revoked, and no longer followed',
  async (reason) => {
    const heart = inChannel();
    const following = heart.activeJobs.add('sign-in-0', new AbortController());
    await unreachable(heart, reason).edit(thread, olga, 'card-0', { kind: 'forget-me' });
    expect(present(heart)).toEqual([false, false]);
    expect(heart.service.logOuts).toEqual(['SECRET-service-access-0']);
    expect(following.signal.aborted).toBe(true);
    expect(heart.audit.events).toEqual(['left yes']);
  },
);

test('a post that was deleted in a channel takes its own person along, and nobody else', async () => {
  const heart = inChannel();
  await unreachable(heart, 'ConversationNotFound').post(thread, olga, { kind: 'forget-me' });
  expect(present(heart)).toEqual([false, true]);
});

test('erases also what the service cannot be told of', async () => {
  const heart = inChannel();
  heart.service.logOutFaults = [aFault('TIMED_OUT')];
  await heart.departures.leave(CHANNEL);
  expect(present(heart)).toEqual([false, false]);
  expect(heart.audit.events).toEqual(['left unreachable']);
});

test('storage that is away does not make a delivery fail', async () => {
  const heart = inChannel();
  heart.store.away = true;
  const delivery = await unreachable(heart, 'gone').post(thread, olga, { kind: 'forget-me' });
  expect(delivery).toMatchObject({ kind: 'unreachable' });
  await expect(heart.departures.leave(CHANNEL)).rejects.toThrow('away');
});

test('the address of an administrator goes with their personal chat, and with no other', async () => {
  const heart = createHeart();
  await heart.administrators.keep('admin', anAddress({ conversationId: 'a:admin' }));
  await heart.departures.leave('19:group', 'admin');
  expect(await heart.administrators.all()).toEqual(['admin']);
  await heart.departures.leave('a:admin', 'admin');
  expect(await heart.administrators.all()).toEqual([]);
});
