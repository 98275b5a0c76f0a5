/** Duplicate activities, unreadable blobs, invalid requests, and uninstalling. */
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Json } from '../../local/connector/types.ts';
import { ALEX, DANA, HAKON, MIKA, NOOR, PETRA } from '../../local/people.ts';
import { buttonsOf, codeOf, titleOf } from '../support/cards-seen.ts';
import { chatter, readCode } from '../support/chatter.ts';
import { eventually } from '../support/eventually.ts';
import { pollsAt } from '../support/polls.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { stored, type Stored } from '../support/stored.ts';

let bot: RunningBot;
let storage: Stored;
beforeAll(async () => {
  bot = await startRunningBot();
  storage = stored(bot.environment);
}, 60_000);
afterAll(() => bot.stop());

/** The same blob with one letter of its seal changed. */
function tampered(body: string): string {
  const state = JSON.parse(body) as Json;
  const [header, key, iv, text = '', tag] = String(state['sealed']).split('.');
  const changed = `${text[0] === 'A' ? 'B' : 'A'}${text.slice(1)}`;
  return JSON.stringify({
    ...state,
    sealed: [header, key, iv, changed, tag].join('.'),
  });
}

test.concurrent('a blob that cannot be opened counts as no session: the person is told and signs in again', async () => {
  const alex = chatter(bot, ALEX);
  const name = storage.nameOf(alex.conversation.id, ALEX);
  await alex.signIn();
  const own = (await storage.read(name)) ?? '';
  const moved = (await storage.read(await noorsBlob.promise)) ?? '';
  const otherKey = JSON.stringify({
    ...(JSON.parse(own) as Json),
    sealed: (JSON.parse(moved) as Json)['sealed'],
  });
  for (const body of [tampered(own), moved, otherKey, own.replace(ALEX.name, 'Somebody Else'), '{', '']) {
    await storage.write(name, body);
    const status = await alex.ask('restore status');
    expect([titleOf(status.card), buttonsOf(status.card)]).toEqual(['Please sign in again', ['Sign in']]);
  }
  // Sealed with a key that is gone.
  const key = `other:${randomBytes(32).toString('base64url')}`;
  const instance = await bot.startInstance({ STATE_ENCRYPTION_KEYS: key });
  await storage.write(name, own);
  const activity = bot.connector.activity(
    { person: ALEX, conversation: alex.conversation },
    { type: 'message', text: 'status' },
  );
  const before = alex.messages.length;
  await fetch(`${instance.url}/api/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await bot.connector.token()}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(activity),
  });
  const notice = await bot.connector.waitFor(() => alex.messages[before]);
  expect(titleOf(notice.card)).toBe('Please sign in again');
  await instance.stop();

  await storage.write(name, tampered(own));
  const { card } = await alex.signIn();
  expect(titleOf(card)).toBe('Signed in');
  expect((await storage.open(alex.conversation.id, ALEX))?.session).toBeDefined();
}, 60_000);

const noorsBlob = Promise.withResolvers<string>();

test.concurrent('an activity delivered twice and a repeated command start one sign-in', async () => {
  const noor = chatter(bot, NOOR);
  const where = { person: NOOR, conversation: noor.conversation };
  const activity = bot.connector.activity(where, {
    type: 'message',
    text: 'restore login',
  });
  const again = { ...activity, id: `${String(activity['id'])}1` };
  const answers = await Promise.all([activity, activity, again].map((each) => bot.connector.post(each)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const code = await bot.connector.waitFor(() =>
    noor.messages.map(({ id, card }) => readCode(id, card)).findLast((each) => each !== undefined),
  );
  await bot.connector.post(activity);
  await pause(300);
  // The repeated command shows the same code on a card below, or finds it being posted.
  const codes = noor.messages.map(({ card }) => codeOf(card)).filter((each) => each !== undefined);
  expect(codes).toEqual([code.userCode]);
  const last = noor.messages.map(({ id, card }) => readCode(id, card)).findLast((each) => each !== undefined);
  await noor.approve(last ?? code);
  await noor.becomes(last?.id ?? code.id, 'Signed in');
  const started = (await storage.audit()).filter(
    ({ person, event }) => person === NOOR.objectId && event === 'sign-in-started',
  );
  expect(started).toHaveLength(1);
  noorsBlob.resolve(storage.nameOf(noor.conversation.id, NOOR));
});

test.concurrent('a client without Universal Actions presses the same buttons by message', async () => {
  const mika = chatter(bot, MIKA);
  const first = await mika.login();
  await mika.press(first.id, 'New code', { useFallback: true });
  const second = await bot.connector.waitFor(() => {
    const code = readCode(first.id, mika.card(first.id));
    return code !== undefined && code.userCode !== first.userCode && code;
  });
  await mika.press(first.id, 'Cancel', { useFallback: true });
  await mika.becomes(first.id, 'Sign-in cancelled');
  await mika.press(first.id, 'Try again', { useFallback: true });
  const third = readCode(first.id, await mika.becomes(first.id, 'Sign in to restore data'));
  expect(third?.userCode).not.toBe(second.userCode);
  if (third !== undefined) await mika.approve(third);
  await mika.becomes(first.id, 'Signed in');
  const before = (await storage.open(mika.conversation.id, MIKA))?.session?.id;
  await mika.press(first.id, 'Renew', { useFallback: true });
  await eventually('renewed', async () => {
    const { session } = (await storage.open(mika.conversation.id, MIKA)) ?? {};
    return session !== undefined && session.id !== before;
  });
  await mika.press(first.id, 'Log out', { useFallback: true });
  await mika.becomes(first.id, 'Logged out');
  await mika.press(first.id, 'Sign in again', { useFallback: true });
  await mika.becomes(first.id, 'Sign in to restore data');
  await mika.press(first.id, 'Cancel', { useFallback: true });
  await mika.becomes(first.id, 'Sign-in cancelled');
  expect(mika.messages).toHaveLength(1);
});

test.concurrent('a client without Universal Actions gets the code, and the end of a sign-in, on the pressed card', async () => {
  const group = chatter(bot, HAKON, bot.connector.groupChat);
  const personal = chatter(bot, HAKON);
  const first = await personal.login();
  const status = await personal.ask('restore status');
  await personal.press(status.id, 'Show my code', { useFallback: true });
  expect(codeOf(await personal.becomes(status.id, 'Sign in to restore data'))).toBe(first.userCode);
  expect(buttonsOf(await personal.becomes(first.id, 'Continues on another card'))).toEqual([]);
  const below = await personal.ask('restore status');
  await personal.press(below.id, 'Cancel', { useFallback: true });
  await personal.becomes(below.id, 'Sign-in cancelled');
  await personal.becomes(status.id, 'Sign-in cancelled');

  const { id } = await group.ask('restore login');
  const shared = await group.ask('restore status');
  const before = group.messages.length;
  await group.press(shared.id, 'Cancel', { useFallback: true });
  const answer = await bot.connector.waitFor(() => group.messages[before]);
  expect(titleOf(answer.card)).toBe('Sign-in cancelled');
  await group.becomes(id, 'Sign-in cancelled');
});

test.concurrent('installing posts one welcome; uninstalling erases the state and ends the polling', async () => {
  const petra = chatter(bot, PETRA);
  const where = { person: PETRA, conversation: petra.conversation };
  await bot.connector.open(where);
  await pause(300);
  expect(petra.messages).toHaveLength(1);
  expect(buttonsOf(petra.messages[0]?.card)).toContain('Sign in');

  await petra.login();
  const state = await storage.open(petra.conversation.id, PETRA);
  const deviceCode = state?.signIn?.kind === 'waiting' ? (state.signIn.deviceCode ?? '') : '';
  await bot.connector.uninstall(where);
  const name = storage.nameOf(petra.conversation.id, PETRA);
  await eventually('nothing kept', async () => (await storage.read(name)) === undefined);
  const polls = pollsAt(bot).get(deviceCode)?.length;
  await pause(2_600);
  expect(pollsAt(bot).get(deviceCode)?.length).toBe(polls);
});

test.concurrent('a request that is no activity, too large or not signed by the connector is refused and changes nothing', async () => {
  const { connector } = bot;
  const dana = chatter(bot, DANA);
  const where = { person: DANA, conversation: dana.conversation };
  const good = connector.activity(where, {
    type: 'message',
    text: 'restore login',
  });
  const { serviceUrl: _, ...homeless } = good;
  const elsewhere = {
    ...good,
    serviceUrl: 'https://smba.trafficmanager.net.example.org/',
  };
  const stranger = '00000000-1111-4222-8333-444444444444';
  const ofStranger = {
    ...good,
    conversation: { ...(good['conversation'] as Json), tenantId: stranger },
  };
  const status = async (body: unknown, token?: string) => (await connector.post(body, { token })).status;
  expect(await status('no JSON')).toBe(400);
  expect(await status('{"type":')).toBe(400);
  expect(await status('[]')).toBe(400);
  expect(await status({})).toBe(400);
  expect(await status(homeless)).toBe(400);
  expect(await status({ ...good, text: 'x'.repeat(1_100_000) })).toBe(413);
  expect(await status(good, 'none')).toBe(401);
  expect(await status(good, 'rubbish')).toBe(401);
  expect(await status(good, await connector.token({ forged: true }))).toBe(401);
  expect(await status(good, await connector.token({ expiresInSeconds: -3_600 }))).toBe(401);
  expect(await status(good, await connector.token({ audience: stranger }))).toBe(401);
  expect(await status(good, await connector.token({ serviceUrl: 'https://elsewhere.example/' }))).toBe(401);
  expect(await status(elsewhere, await connector.token({ serviceUrl: elsewhere.serviceUrl }))).toBe(403);
  expect(await status(ofStranger)).toBe(403);
  expect(dana.messages).toEqual([]);
  expect(await storage.open(dana.conversation.id, DANA)).toBeUndefined();
  expect(await status(good)).toBe(200);
  await connector.waitFor(() => dana.messages.length === 1);
});

test('blob names contain no IDs of people', async () => {
  const names = (await storage.all('conversations/')).map(({ name }) => name);
  const short = (id: string) => createHash('sha256').update(id).digest('base64url');
  expect(names).toContain(
    `conversations/${short(bot.connector.conversationFor(NOOR).id)}/${short(NOOR.objectId)}.json`,
  );
  expect(names.join('\n')).not.toMatch(new RegExp(`${NOOR.objectId}|${ALEX.objectId}`));
});
