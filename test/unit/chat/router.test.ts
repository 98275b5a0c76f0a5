import { Router, type RouterInputs } from '../../../src/chat/router.ts';
import type { Asker, Place } from '../../../src/core/person.ts';
import { aState, aSession, aWaitingSignIn } from '../state/states.ts';

const session = { ...aSession(), cardId: 'session-card', noticeCardId: 'notice-card' };
const signIn = { ...aWaitingSignIn(), cardId: 'sign-in-card' };
const store: RouterInputs['store'] = {
  read: async () => ({ kind: 'found', version: '1', state: aState({ signIn, session }) }),
};
const askToErase: RouterInputs['askToErase'] = async () => ({ kind: 'render', view: { kind: 'forget-me' } });
const router = new Router({ store, askToErase } as RouterInputs);
const asker = (place: Place): Asker => {
  const { person, address } = aState();
  return { key: { conversationId: 'c', personId: 'p' }, person, address: { ...address, place } };
};

test.each(['sign-in-card', 'session-card', 'notice-card'])('in a shared place %s may be edited', async (cardId) => {
  expect(await router.mayEdit(asker('channel'), cardId)).toBe(true);
});

test.each(["somebody-else's-card", undefined])('in a shared place %s may not', async (cardId) => {
  expect(await router.mayEdit(asker('group chat'), cardId)).toBe(false);
});

test('in a personal chat every card is its person’s', async () => {
  expect(await router.mayEdit(asker('personal'), 'any-card')).toBe(true);
  expect(await router.isStoredCard(asker('personal'), 'any-card')).toBe(false);
});

test('forget me asks for confirmation before it erases anything', async () => {
  const { view } = await router.command(asker('personal'), { kind: 'forget' });
  expect(view).toEqual({ kind: 'forget-me' });
});

test.each([
  ['personal', true],
  ['channel', false],
] as const)('help in a %s chat says whether the person approves: %p', async (place, approver) => {
  const organizations = { servedIn: () => [], get: () => undefined, choose: () => ({ kind: 'none' }) } as never;
  const fourEyes = { isApprover: async () => true };
  const inputs = { store, organizations, fourEyes, clock: { now: () => 0 }, adminUserIds: [] };
  const { view } = await new Router(inputs as unknown as RouterInputs).command(asker(place), { kind: 'help' });
  expect(view).toMatchObject({ kind: 'help', help: { approver, administrator: false } });
});

test('removing the app from a channel is removing it from the team', async () => {
  const left: unknown[] = [];
  const uninstall: RouterInputs['uninstall'] = { leave: async (...of) => void left.push(of) };
  const retryWhileStorageUnavailable: RouterInputs['retryWhileStorageUnavailable'] = (_what, _reference, work) =>
    work();
  const leaving = new Router({ uninstall, retryWhileStorageUnavailable } as RouterInputs);
  const { address, ...rest } = asker('channel');
  await leaving.leave({ ...rest, address: { ...address, teamId: 'team' } });
  expect(left).toEqual([['c', 'p', 'team']]);
});
