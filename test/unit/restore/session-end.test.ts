/** Every end of a session in one order: what runs is stopped, what is open at the service is closed, then its token is revoked. */
import type { TaskPress } from '../../../src/restore/state/presses.ts';
import type { RestoreReply } from '../../../src/restore/state/views.ts';
import type { WhyOver } from '../../../src/sign-in/state/session-events.ts';
import { readState } from '../../../src/durable/record.ts';
import { DAY } from '../../../src/core/durations.ts';
import { createFakeClock, START } from '../../fakes/clock.ts';
import { createFakeExports } from '../../fakes/exports.ts';
import { anExport } from '../../support/builders.ts';
import { aBackup, aPoint, someMessages } from '../../fakes/explorer.ts';
import { asker, createChat, createReadyChat, createTasksOutside, key, type Chat } from '../../support/restore-tasks.ts';

function withMessages(chat: Chat): Chat {
  const points = Array.from({ length: 9 }, (_, day) => aPoint({ id: `point-${day}`, backupTime: START - day * DAY }));
  chat.explorer.backups.set('user-1', aBackup({ entries: someMessages(3), points }));
  return chat;
}

/** Ends while the token still works. */
const ENDS: readonly WhyOver[] = [
  'logged-out',
  'erased',
  'uninstalled',
  'not-allowed',
  'ended-by-administrator',
  'expired',
  'replaced',
];

const press = (chat: Chat, pressed: TaskPress): Promise<RestoreReply> => {
  const { id, cardId } = chat.task();
  return chat.wizard.press(asker, id, pressed, cardId);
};

/** What may run when a session ends: each for a minute. */
const RUNNING: Readonly<Record<string, (chat: Chat) => Promise<{ readonly started: Promise<RestoreReply> }>>> = {
  async 'a search'(chat) {
    chat.explorer.during.search = () => chat.clock.sleep(60_000);
    return { started: press(chat, { kind: 'search', form: { words: 'invoice' } }) };
  },
  async 'a look into earlier backups'(chat) {
    chat.explorer.finds = () => [];
    await chat.press({ kind: 'search', scope: 'user-1', workload: 'exchange', form: { words: 'lost' } });
    chat.explorer.during.search = () => chat.clock.sleep(60_000);
    return { started: press(chat, { kind: 'look-back' }) };
  },
  async 'a backup that is being opened'(chat) {
    chat.explorer.during.openExplore = () => chat.clock.sleep(1_000);
    const search = { kind: 'search', scope: 'user-1', workload: 'onedrive', form: { words: 'plan' } } as const;
    return { started: press(chat, search) };
  },
};

const CASES = ENDS.flatMap((why) => Object.keys(RUNNING).map((what) => [why, what] as const));

test.each(CASES)('a session that is %s while %s goes on leaves nothing open', async (why, what) => {
  const chat = withMessages(await createReadyChat());
  const state = chat.people.stateOf(key);
  if (state === undefined) throw new Error('Nobody is signed in.');
  const running = await RUNNING[what]?.(chat);
  await chat.clock.advance(500);
  expect(chat.explorer.calls.at(-1)?.method).toMatch(/search|openExplore/);

  await chat.over(why, state.session);
  chat.people.put(key, { ...state, session: undefined });
  const reply = await chat.clock.run(Promise.resolve(running?.started));
  await chat.clock.advance(70_000);

  expect(chat.explorer.working).toEqual([]);
  // No card goes on with a task of which nothing can be done any more.
  expect((await readState(chat.store, key)).state?.task).toBeUndefined();
  // Its end has been said; that the service refuses it is not true.
  expect(JSON.stringify([reply, chat.announcer.cards.map(({ cardId }) => chat.announcer.shows(cardId))])).not.toContain(
    'session-refused',
  );
});

test('a backup that opens long after everything was erased is stored nowhere, and closed where that is still possible', async () => {
  const chat = withMessages(createChat());
  const state = chat.people.stateOf(key);
  if (state === undefined) throw new Error('Nobody is signed in.');
  await chat.find();
  chat.explorer.during.openExplore = () => chat.clock.sleep(10_000);
  const { id, cardId } = chat.task();
  const search = { kind: 'search', scope: 'user-1', workload: 'exchange', form: { words: 'invoice' } } as const;
  const pressed = chat.wizard.press(asker, id, search, cardId);
  await chat.clock.advance(500);

  await chat.over('erased', state.session);
  chat.people.put(key, { ...state, session: undefined });
  await chat.store.erase(key);
  await chat.clock.advance(20_000);
  await chat.clock.run(pressed);

  expect(chat.state()).toBeUndefined();
  expect(chat.explorer.working).toEqual([]);
});

test('nothing is asked of the service with a session that is over', async () => {
  const chat = withMessages(createChat());
  await chat.find();
  await chat.over('logged-out');
  const asked = chat.explorer.calls.length;

  expect(await chat.find('invoice')).toMatchObject({ notice: { code: 'sign-in-first' } });
  expect(chat.explorer.calls).toHaveLength(asked);
});

test.each([
  ['uninstalled', 0],
  ['logged-out', 1],
] as const)('a file of a session that is %s ends in the audit log', async (why, shown) => {
  const files = createFakeExports(createFakeClock());
  const chat = createChat({ ...createTasksOutside(), files });
  await files.exports.record('export-1').write(key, anExport({ cardId: 'card-of-file' }), undefined);
  await chat.over(why);
  expect(chat.audit.events).toEqual(['posts-exported signed-out']);
  expect(chat.announcer.acts.filter((act) => act.startsWith('edit card-of-file'))).toHaveLength(shown);
});
