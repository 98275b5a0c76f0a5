import { startConnector } from '../../local/connector.ts';
import type { Json } from '../../local/connector/types.ts';
import {
  APP_ID,
  HOME,
  OK,
  SECRET,
  activities,
  ada,
  ben,
  call,
  changes,
  chat,
  conversationIds,
  eve,
  folders,
  personal,
  say,
  start,
  stop,
} from './chat.ts';

afterEach(stop);

describe('what the bot receives', () => {
  test('is signed for it, with the service URL as a claim', async () => {
    await start();
    expect(await say('help')).toMatchObject({ status: 200, attempts: 1 });

    const { activity, claims } = chat.bot.turns[0] ?? {};
    expect(claims).toMatchObject({
      aud: APP_ID,
      iss: 'https://api.botframework.com',
      serviceurl: `${chat.connector.url}/`,
    });
    expect(activity?.['serviceUrl']).toBe(`${chat.connector.url}/`);
  });

  test('is refused when forged, expired, addressed to another audience or unsigned', async () => {
    await start();
    const activity = chat.connector.activity(
      { person: ada, conversation: personal() },
      { type: 'message', text: 'help' },
    );
    for (const fields of [{ forged: true }, { expiresInSeconds: -600 }, { audience: 'another' }, { issuer: 'x' }]) {
      expect((await chat.connector.post(activity, { token: await chat.connector.token(fields) })).status).toBe(401);
    }
    expect((await chat.connector.post(activity, { token: 'none' })).status).toBe(401);
    expect((await chat.connector.post(activity)).status).toBe(200);
  });

  test('carries the endorsement of Teams on its key', async () => {
    await start();
    const metadata = (await (await fetch(chat.connector.openIdMetadataUrl)).json()) as { readonly jwks_uri: string };
    const { keys } = (await (await fetch(metadata.jwks_uri)).json()) as { readonly keys: readonly Json[] };
    expect(keys[0]?.['endorsements']).toContain('msteams');
    expect(keys[0]).not.toHaveProperty('d');
  });

  test('has the form of a Teams message in a personal chat', async () => {
    await start();
    await chat.connector.say({
      person: ada,
      conversation: personal(),
      text: 'restore login',
      reader: { locale: 'de-DE', timezone: 'Asia/Kolkata' },
    });
    expect(chat.bot.turns[0]?.activity).toMatchObject({
      type: 'message',
      text: 'restore login',
      channelId: 'msteams',
      locale: 'de-DE',
      from: { id: ada.teamsUserId, name: ada.name, aadObjectId: ada.objectId },
      recipient: { id: `28:${APP_ID}`, name: 'Restore bot' },
      conversation: { id: personal().id, conversationType: 'personal', tenantId: HOME, isGroup: false },
      channelData: { tenant: { id: HOME } },
      entities: [{ type: 'clientInfo', locale: 'de-DE', timezone: 'Asia/Kolkata' }],
      localTimestamp: expect.stringMatching(/\+05:30$/),
    });
  });

  test('mentions the bot in a group chat, and is nothing where it is not mentioned', async () => {
    await start();
    const conversation = chat.connector.groupChat;
    await chat.connector.say({ person: ada, conversation, text: 'restore status' });
    expect(chat.bot.turns[0]?.activity).toMatchObject({
      text: '<at>Restore bot</at> restore status',
      entities: expect.arrayContaining([
        { type: 'mention', text: '<at>Restore bot</at>', mentioned: { id: `28:${APP_ID}`, name: 'Restore bot' } },
      ]),
      conversation: { conversationType: 'groupChat', isGroup: true },
    });
    expect(await chat.connector.say({ person: ada, conversation, text: 'lunch?', mention: false })).toMatchObject({
      status: 0,
    });
    expect(chat.bot.turns).toHaveLength(1);
    expect(chat.connector.messages(conversation)).toHaveLength(2);
  });

  test('names the thread in a channel, which each new post opens', async () => {
    await start();
    const { channel } = chat.connector;
    const first = await chat.connector.say({ person: ada, conversation: channel, text: 'restore login' });
    await chat.connector.say({ person: ben, conversation: channel, text: 'restore help', threadId: first.messageId });
    const second = await chat.connector.say({ person: ben, conversation: channel, text: 'restore help' });

    expect(conversationIds()).toEqual(
      [first, first, second].map((said) => `${channel.id};messageid=${said.messageId}`),
    );
    expect(chat.connector.messages(`${channel.id};messageid=${first.messageId}`)).toHaveLength(2);
    expect(chat.bot.turns[0]?.activity['channelData']).toMatchObject({
      channel: { id: channel.id },
      team: { id: channel.id },
    });
  });

  test('keeps people of another tenant in their own personal chat', async () => {
    await start();
    await chat.connector.say({ person: eve, conversation: chat.connector.conversationFor(eve), text: 'hi' });
    expect(chat.bot.turns[0]?.activity['conversation']).toMatchObject({ tenantId: eve.tenantId });
    await expect(
      chat.connector.say({ person: eve, conversation: chat.connector.groupChat, text: 'hi' }),
    ).rejects.toThrow('not in this conversation');
  });
});

describe('installing', () => {
  test('is announced once when a chat is first opened', async () => {
    await start();
    await chat.connector.open({ person: ada, conversation: personal() });
    await chat.connector.open({ person: ada, conversation: personal() });
    expect(chat.bot.turns.map(({ activity }) => [activity['type'], activity['action']])).toEqual([
      ['conversationUpdate', undefined],
      ['installationUpdate', 'add'],
    ]);
  });

  test('ends with an uninstall, after which the bot may not write until it is added again', async () => {
    await start();
    const where = { person: ada, conversation: personal() };
    await chat.connector.uninstall(where);
    expect(chat.bot.turns.at(-1)?.activity).toMatchObject({ type: 'installationUpdate', action: 'remove' });
    expect(await call('POST', activities(personal().id), { type: 'message', text: 'still here' })).toMatchObject({
      status: 403,
      body: { error: { code: 'BotNotInConversationRoster' } },
    });
    await expect(say('hello')).rejects.toThrow('removed');

    await chat.connector.install(where);
    expect((await say('hello')).status).toBe(200);
  });
});

describe('delivery', () => {
  test('sends again what is not answered in time', async () => {
    await start({ delivery: { answerWithinMilliseconds: 1_000, retryDelaysMilliseconds: [5] } });
    chat.onTurn = async (_turn, count) => {
      if (count === 1) await new Promise((resolve) => setTimeout(resolve, 1_500));
      return OK;
    };
    expect(await say('restore login')).toMatchObject({ status: 200, attempts: 2 });
    expect(chat.bot.turns[0]?.activity).toEqual(chat.bot.turns[1]?.activity);
  });

  test('does not send again where that is off', async () => {
    await start({ delivery: { answerWithinMilliseconds: 40, resend: false } });
    chat.onTurn = () => new Promise((resolve) => setTimeout(() => resolve(OK), 120));
    expect(await say('restore login')).toMatchObject({ status: 0, attempts: 1, reason: 'the bot took too long' });
  });

  test.each([
    ['an error', { status: 500 }],
    ['a cut connection', { status: 0, cut: true }],
  ])('is retried after %s and shown meanwhile', async (_what, bad) => {
    await start();
    chat.onTurn = (_turn, count) => (count < 3 ? bad : OK);
    expect(await say('help')).toMatchObject({ status: 200, attempts: 3 });
    expect(chat.connector.messages(personal())[0]?.delivery).toEqual({ kind: 'delivered' });
    expect(changes()).toEqual(['posted', 'delivery', 'delivery', 'delivery']);
  });

  test('fails with an explanation when the bot is down or refuses', async () => {
    await start();
    chat.onTurn = () => ({ status: 403 });
    expect(await say('help')).toMatchObject({ status: 403, attempts: 1 });
    expect(chat.connector.messages(personal())[0]?.delivery).toEqual({
      kind: 'failed',
      reason: 'the bot answered 403',
    });

    await chat.bot.stop();
    expect(await say('help')).toMatchObject({ status: 0, attempts: 3, reason: 'the bot is not running' });
  });
});

test('a free port replaces an occupied one', async () => {
  await start();
  const port = Number(new URL(chat.connector.url).port);
  const second = await startConnector({
    people: [ada],
    bot: { appId: APP_ID, appPassword: SECRET, name: 'Restore bot', tenantId: HOME },
    botEndpoint: chat.bot.endpoint,
    port,
    ...folders,
  });
  expect(second.url).not.toBe(chat.connector.url);
  await second.stop();
});
