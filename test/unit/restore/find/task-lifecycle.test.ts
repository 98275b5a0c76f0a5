import type { RestoreView } from '../../../../src/restore/state/views.ts';
import { aBackup, aPoint, someMessages } from '../../../fakes/explorer.ts';
import { aPersonState, aSession } from '../../../support/builders.ts';
import { asker, createChat, createReadyChat, key, startFinding, type Chat } from '../../../support/restore-tasks.ts';

const OVER = { kind: 'restore-notice', notice: { code: 'session-refused', access: 'operator' } };
/** The same person, with a token that the service accepts. */
const anew = (changes = {}) =>
  aPersonState({
    session: aSession({ id: 'session-1', signInId: 'sign-in-1', accessToken: 'SECRET-new', ...changes }),
  });

function withMessages(chat: Chat, count: number): Chat {
  chat.explorer.backups.set('user-1', aBackup({ entries: someMessages(count) }));
  return chat;
}

const shown = (chat: Chat, cardId: string) => chat.announcer.shows(cardId) as RestoreView | undefined;

/** The service refuses the token from now on, and nobody renews it. */
function die(chat: Chat): void {
  chat.explorer.refusedTokens.add('SECRET-service-access-0');
}

async function signInAnew(chat: Chat, changes = {}): Promise<void> {
  await chat.clock.run(chat.jobs.idle());
  chat.people.put(key, anew(changes));
  await chat.clock.run(chat.wizard.lifecycle.resume(key));
}

describe('a task whose session the service refuses', () => {
  test('is shown after the next sign-in by a post that nobody repeats', async () => {
    const chat = withMessages(await createReadyChat(), 3);
    await chat.find('invoice');
    die(chat);
    await chat.find('report');
    await signInAnew(chat);
    expect(chat.announcer.acts).toContain('only post task-search');
  });

  test('asks for a sign-in on its card, and the session is over', async () => {
    const chat = withMessages(await createReadyChat(), 3);
    await chat.find('invoice');
    const { cardId = '' } = chat.task();
    die(chat);

    expect(await chat.find('report')).toEqual(OVER);
    await chat.clock.run(chat.jobs.idle());

    expect(chat.people.stateOf(key)?.session).toBeUndefined();
    expect(shown(chat, cardId)).toEqual(OVER);
    expect(chat.audit.events).toEqual(['backup-opened', 'session-refused']);
  });

  test('continues after the next sign-in where it was, on a new card', async () => {
    const chat = withMessages(await createReadyChat(), 3);
    await chat.find('invoice');
    await chat.press({ kind: 'add', entries: ['k-message-1'] });
    const { id, cardId = '' } = chat.task();
    die(chat);
    expect(await chat.press({ kind: 'search', form: { words: 'invoice' } })).toEqual(OVER);
    // Backed up meanwhile.
    chat.explorer.backups.get('user-1')?.points.push(aPoint({ id: 'point-0', backupTime: chat.clock.now() }));

    await signInAnew(chat);

    const now = chat.task();
    expect(now).toMatchObject({ id, signInId: 'sign-in-1', list: [{ entries: [{ key: 'k-message-1' }] }] });
    expect(now.waitsForSignIn).toBeUndefined();
    expect(now).toMatchObject({ opened: { id: 'point-1' } });
    expect(now.explore).toBeUndefined();
    expect(now.cardId).not.toBe(cardId);
    expect(shown(chat, now.cardId ?? '')).toMatchObject({ kind: 'task-results', found: 3 });
    expect(shown(chat, cardId)).toEqual({ kind: 'task-moved' });
    expect(await chat.press({ kind: 'go', to: 'list' })).toMatchObject({ kind: 'task-list' });
    await chat.press({ kind: 'search', form: { words: 'invoice' } });
    expect(chat.task().explore).toMatchObject({ opened: { id: 'point-1' } });
  });

  test('that was begun by the refused command continues with its words', async () => {
    const chat = withMessages(createChat(), 3);
    die(chat);
    expect(await chat.find('invoice')).toEqual(OVER);

    await signInAnew(chat);

    expect(await chat.press({ kind: 'search', scope: 'user-1', form: { words: 'invoice' } })).toMatchObject({
      kind: 'task-results',
      found: 3,
    });
  });

  test('that was begun by somebody who is not an operator continues with their own data', async () => {
    const chat = withMessages(createChat(), 3);
    chat.explorer.operator = false;
    die(chat);
    expect(await chat.find()).toEqual(OVER);

    await signInAnew(chat);

    expect(chat.task()).toMatchObject({ isOperator: false, scope: { kind: 'own' } });
  });

  test.each([
    ['of somebody else', { userId: 'somebody-else' }],
    ['to another organization', { organization: 'fabrikam.onmicrosoft.com' }],
  ])('stays where it was after a sign-in %s', async (_, changes) => {
    const chat = await createReadyChat();
    die(chat);
    await chat.press({ kind: 'search', form: { words: 'invoice' } });

    await signInAnew(chat, changes);

    expect(chat.task().signInId).toBe('sign-in-0');
  });

  test('leaves the sign-in’s card alone if the sign-in was begun on the task’s card', async () => {
    const chat = await createReadyChat();
    const { cardId = '' } = chat.task();
    die(chat);
    await chat.press({ kind: 'search', form: { words: 'invoice' } });

    await signInAnew(chat, { cardId });

    expect(chat.task().cardId).not.toBe(cardId);
    expect(shown(chat, cardId)).not.toEqual({ kind: 'task-moved' });
  });

  test('is shown once, however often it is resumed; again if its card could not be sent', async () => {
    const chat = await createReadyChat();
    die(chat);
    await chat.press({ kind: 'search', form: { words: 'invoice' } });
    await chat.clock.run(chat.jobs.idle());
    chat.announcer.next = ['fails'];
    await signInAnew(chat);
    expect(chat.task().cardId).toBeUndefined();

    await chat.clock.run(chat.wizard.lifecycle.resume(key));
    const { cardId } = chat.task();
    await chat.clock.run(chat.wizard.lifecycle.resume(key));

    expect(cardId).toBeDefined();
    expect(chat.task().cardId).toBe(cardId);
  });

  test('continues even if the refusal is reported only after the next sign-in', async () => {
    const chat = await createReadyChat();
    die(chat);
    chat.people.put(key, anew());
    await chat.clock.run(chat.wizard.lifecycle.resume(key));
    expect(chat.task().signInId).toBe('sign-in-0');

    await chat.clock.run(chat.wizard.lifecycle.pause(key, 'sign-in-0'));

    expect(chat.task()).toMatchObject({ signInId: 'sign-in-1' });
  });

  test('is continued by a press in another process if it was not resumed', async () => {
    const chat = withMessages(await createReadyChat(), 3);
    die(chat);
    await chat.press({ kind: 'search', form: { words: 'invoice' } });
    await chat.clock.run(chat.jobs.idle());
    chat.people.put(key, anew());

    const { id, cardId } = chat.task();
    const press = startFinding(chat).feature.wizard.press(
      asker,
      id,
      { kind: 'search', form: { words: 'invoice' } },
      cardId,
    );

    expect(await chat.run(press)).toMatchObject({ kind: 'task-results' });
    expect(chat.task()).toMatchObject({ signInId: 'sign-in-1' });
  });

  test('waits a day for a sign-in and is then closed', async () => {
    const chat = withMessages(await createReadyChat(), 3);
    await chat.find('invoice');
    die(chat);
    await chat.find('report');
    await chat.clock.run(chat.jobs.idle());

    await chat.clock.advance(12 * 3_600_000);
    await chat.clock.run(chat.jobs.runDue());
    expect(chat.state()?.task).toBeDefined();

    await chat.clock.advance(13 * 3_600_000);
    await chat.clock.run(chat.jobs.runDue());
    expect(chat.state()?.task).toBeUndefined();
  });
});

describe('`restore find` while nobody is signed in', () => {
  async function signedOut(): Promise<Chat> {
    const chat = withMessages(createChat(), 3);
    chat.people.put(key, aPersonState());
    return chat;
  }

  test('is done after the sign-in, once', async () => {
    const chat = await signedOut();
    expect(await chat.find('invoice')).toMatchObject({ notice: { code: 'sign-in-first' } });

    await signInAnew(chat);
    await chat.clock.run(chat.wizard.lifecycle.resume(key));

    expect(chat.announcer.acts).toEqual(['post task-search']);
    expect(await chat.press({ kind: 'search', scope: 'user-1', form: { words: 'invoice' } })).toMatchObject({
      found: 3,
    });
  });

  test('is shown even if its card could not be sent at first', async () => {
    const chat = await signedOut();
    await chat.find('invoice');
    chat.announcer.next = ['fails'];

    await signInAnew(chat);

    expect(chat.announcer.cards.at(-1)?.views.at(-1)).toMatchObject({ kind: expect.stringMatching(/^task-/) });
    expect(chat.state()?.waitingFind).toBeUndefined();
  });

  test.each([
    ['searched for something else', (chat: Chat) => chat.find('report')],
    ['opened the form', (chat: Chat) => chat.find()],
    ['pressed **Done**', (chat: Chat) => chat.press({ kind: 'done' })],
  ])('is dropped where the person has %s by the time that a dead process is followed', async (_, act) => {
    const chat = await signedOut();
    await chat.find('invoice');
    await chat.clock.advance(1_000);
    chat.people.put(key, anew());
    await chat.find('kyoto');
    await act(chat);
    await chat.clock.settle();
    const { task } = chat.state() ?? {};
    const acts = chat.announcer.acts.length;

    await signInAnew(chat);

    expect(chat.state()?.task).toEqual(task);
    expect(chat.state()?.waitingFind).toBeUndefined();
    expect(chat.announcer.acts).toHaveLength(acts);
  });

  test('is done by the next process where one died before it could show it', async () => {
    const chat = await signedOut();
    await chat.find('invoice');
    await chat.clock.advance(1_000);
    chat.people.put(key, anew());
    let isDead = false;
    const death = new Error('The process is gone.');
    const { feature } = startFinding(chat, async (label, call) => {
      isDead ||= label === 'announcer.post';
      return isDead ? Promise.reject(death) : call();
    });
    await chat.clock.run(feature.wizard.lifecycle.resume(key).catch(() => undefined));
    expect(chat.task().form).toEqual({ words: 'invoice' });

    await signInAnew(chat);

    expect(chat.announcer.acts.filter((act) => act.startsWith('post'))).toHaveLength(1);
    expect(chat.state()?.waitingFind).toBeUndefined();
  });

  test('is dropped after an hour', async () => {
    const chat = await signedOut();
    await chat.find('invoice');
    await chat.clock.advance(3_600_000);

    await signInAnew(chat, { expiresAt: chat.clock.now() + 3_600_000 });

    expect(chat.announcer.acts).toEqual([]);
    expect(chat.state()?.waitingFind).toBeUndefined();
  });

  test('that is dropped does not keep a paused task from going on', async () => {
    const chat = withMessages(await createReadyChat(), 3);
    die(chat);
    await chat.press({ kind: 'search', form: { words: 'invoice' } });
    await chat.clock.run(chat.jobs.idle());
    expect(await chat.find('report')).toMatchObject({ notice: { code: 'sign-in-first' } });
    await chat.clock.advance(2 * 3_600_000);

    await signInAnew(chat, { expiresAt: chat.clock.now() + 3_600_000 });

    expect(shown(chat, chat.task().cardId ?? '')).toMatchObject({ kind: 'task-results', found: 3 });
    expect(chat.state()?.waitingFind).toBeUndefined();
  });

  test('is requested again after a sign-in that cannot restore', async () => {
    const chat = await signedOut();
    await chat.find('invoice');

    await signInAnew(chat, { flow: 'app-only' });

    expect(chat.announcer.acts.filter((act) => act.startsWith('post'))).toEqual([]);
  });
});

test.each(['unreachable', 'outcome-unknown'] as const)(
  'a renewal that comes to nothing for now (%s) leaves task and session',
  async (reason) => {
    const chat = withMessages(await createReadyChat(), 3);
    die(chat);
    chat.renewal.reason = reason;

    expect(await chat.find('invoice')).toMatchObject({ task: { remark: { code: 'service', trouble: 'unreachable' } } });
    expect(chat.people.stateOf(key)?.session).toBeDefined();

    chat.renewal.token = 'SECRET-service-access-1';
    expect(await chat.find('invoice')).toMatchObject({ kind: 'task-results', found: 3 });
  },
);

test('a service that refuses each new token ends the session after the third', async () => {
  const chat = withMessages(await createReadyChat(), 3);
  for (const number of [0, 1, 2, 3, 4, 5]) chat.explorer.refusedTokens.add(`SECRET-service-access-${number}`);
  let issued = 0;
  Object.defineProperty(chat.renewal, 'token', { get: () => `SECRET-service-access-${(issued += 1)}` });

  expect(await chat.find('invoice')).toEqual(OVER);
  await chat.clock.run(chat.jobs.idle());

  expect(chat.people.stateOf(key)?.session).toBeUndefined();
});

test('the removal of the app closes what is open at the service, and edits no card', async () => {
  const chat = withMessages(await createReadyChat(), 3);
  await chat.find('invoice');
  expect(chat.explorer.working).toHaveLength(1);
  const acts = chat.announcer.acts.length;
  await chat.over('uninstalled');
  expect(chat.explorer.working).toEqual([]);
  expect(chat.announcer.acts).toHaveLength(acts);
  await chat.over('uninstalled');
});
