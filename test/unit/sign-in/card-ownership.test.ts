import { createOwnCard } from '../../../src/sign-in/card-ownership.ts';
import type { Place } from '../../../src/core/person.ts';
import type { Asker } from '../../../src/core/person.ts';
import { aState, aSession, aWaitingSignIn } from '../state/states.ts';

const session = { ...aSession(), cardId: 'session-card', noticeCardId: 'notice-card' };
const signIn = { ...aWaitingSignIn(), cardId: 'sign-in-card' };
const ownCard = createOwnCard({
  read: async () => ({ kind: 'found', version: '1', state: aState({ signIn, session }) }),
});
const asker = (place: Place): Asker => {
  const { person, address } = aState();
  return { key: { conversationId: 'c', personId: 'p' }, person, address: { ...address, place } };
};

test.each(['sign-in-card', 'session-card', 'notice-card'])('in a shared place %s may be edited', async (cardId) => {
  expect(await ownCard.editable(asker('channel'), cardId)).toBe(cardId);
});

test.each(["somebody-else's-card", undefined])('in a shared place %s may not', async (cardId) => {
  expect(await ownCard.editable(asker('group chat'), cardId)).toBeUndefined();
});

test('in a personal chat every card is its person’s', async () => {
  expect(await ownCard.editable(asker('personal'), 'any-card')).toBe('any-card');
  expect(await ownCard.onRecord(asker('personal'), 'any-card')).toBe(false);
});
