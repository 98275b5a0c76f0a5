import { parseAction } from '../../../src/chat/actions/parse-action.ts';
import { StorageUnavailableError } from '../../../src/core/errors.ts';
import { TurnHandler } from '../../../src/chat/turn-handler.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { createRecordingLog } from '../../fakes/records.ts';
import { anActivity } from '../../support/channel.ts';
import { Router, type RouterInputs } from '../../../src/chat/router.ts';
import { Asking } from '../../../src/requests/asking.ts';
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

test.each([
  ['ask', 'request-form'],
  ['withdraw', undefined],
] as const)('a request that cannot be sent leaves what was typed: %s', (kind, shown) => {
  const requests = { asking: new Asking({} as never) } as RouterInputs['requests'];
  const action = parseAction({ verb: 'request', request: 'r1', press: { kind }, what: 'plan' });
  const { view } = (action && new Router({ requests } as RouterInputs).otherwise(action)?.()) ?? {};
  if (shown === undefined) expect(view).toBeUndefined();
  else expect(view).toMatchObject({ kind: shown, requestId: 'r1', fields: { what: 'plan' }, remark: 'not-sent' });
});

test.each([
  ['what waits for an organization', { organization: 'contoso', below: true }, { picked: true, cardId: undefined }],
  ['a sign-in that has failed', { organization: 'contoso' }, { picked: false, cardId: 'card' }],
  ['what waits for any', { below: true }, { picked: false, cardId: undefined }],
] as const)('a sign-in from the card of %s', async (_, data, expected) => {
  const begun: unknown[] = [];
  const signIns = { begin: async (_asker: Asker, request: object) => void begun.push(request) };
  const organizations = { get: () => ({}) };
  const action = parseAction({ verb: 'sign-in', flow: 'operator', ...data });
  const inputs = { signIns, organizations } as unknown as RouterInputs;
  if (action !== undefined) await new Router(inputs).press(asker('personal'), action, 'card');
  expect(begun).toMatchObject([expected]);
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

test('that the app was added is stored of an administrator once storage is there again, with the time when it was', async () => {
  const saves: unknown[] = [];
  let now = 1_000;
  const clock = { now: () => now };
  const retryWhileStorageUnavailable: RouterInputs['retryWhileStorageUnavailable'] = async (
    _what,
    _reference,
    work,
  ) => {
    now += 1_000;
    return work().catch(work);
  };
  const save = async (...[, addedAt]: Parameters<RouterInputs['administratorContacts']['save']>) => {
    if (saves.push(addedAt) === 1) throw new StorageUnavailableError('away');
  };
  const saving = new Router({ administratorContacts: { save }, retryWhileStorageUnavailable, clock } as never);
  await saving.saveAdministratorContact(asker('personal'), 'added');
  await saving.saveAdministratorContact(asker('personal'));
  expect(saves).toEqual([1_000, 1_000, undefined]);
});

test('that the app was added is not stored any more once it has been removed again', async () => {
  let now = 1_000;
  const saves: unknown[] = [];
  const there = Promise.withResolvers<void>();
  const retryWhileStorageUnavailable: RouterInputs['retryWhileStorageUnavailable'] = (_what, _reference, work) =>
    there.promise.then(work);
  const save = async (...[, addedAt]: Parameters<RouterInputs['administratorContacts']['save']>) =>
    void saves.push(addedAt);
  const inputs = { administratorContacts: { save }, uninstall: { order: async () => undefined } };
  const saving = new Router({ ...inputs, retryWhileStorageUnavailable, clock: { now: () => (now += 1) } } as never);
  const work = [saving.saveAdministratorContact(asker('personal'), 'added'), saving.leave(asker('personal'))];
  work.push(saving.saveAdministratorContact(asker('personal'), 'added'));
  there.resolve();
  await Promise.all(work);
  expect(saves).toHaveLength(1);
});

test('removing the app from a channel is removing it from the team', async () => {
  const left: unknown[] = [];
  const uninstall: RouterInputs['uninstall'] = { order: async (departure) => void left.push(departure) };
  const retryWhileStorageUnavailable: RouterInputs['retryWhileStorageUnavailable'] = (_what, _reference, work) =>
    work();
  const clock = { now: () => 7 };
  const leaving = new Router({ uninstall, retryWhileStorageUnavailable, clock } as RouterInputs);
  const { address, ...rest } = asker('channel');
  await leaving.leave({ ...rest, address: { ...address, teamId: 'team' } });
  expect(left).toEqual([{ conversationId: 'c', personId: 'p', teamId: 'team', at: 7 }]);
});

test('a removal is answered once its job is sent, or storage is away for longer than the channel waits', async () => {
  const clock = createFakeClock();
  let sent = () => {};
  const router = { leave: () => new Promise<void>((resolve) => (sent = resolve)) } as unknown as Router;
  const log = createRecordingLog();
  const handler = new TurnHandler({ router, announcer: {} as never, clock, log, newId: () => '1' });
  const activity = anActivity('https://smba.example', { type: 'installationUpdate', action: 'remove' });
  const answered: string[] = [];
  const remove = (how: string) => void handler.onTurn({ activity } as never).then(() => answered.push(how));
  remove('sent');
  await clock.advance(5_000);
  expect(answered).toEqual([]);
  sent();
  await clock.settle();
  expect(answered).toEqual(['sent']);
  remove('too late');
  await clock.advance(9_000);
  expect(answered).toEqual(['sent', 'too late']);
});
