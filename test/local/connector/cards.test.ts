import type { ChatPerson, Json } from '../../../local/connector/types.ts';
import { activities, ada, ben, call, cardActivity, chat, fromPage, personal, postCard, start, stop } from '../chat.ts';
import type { TurnAnswer } from '../tiny-bot.ts';

afterEach(stop);

describe('a card', () => {
  const answerWith = (type: string, value: unknown): TurnAnswer => ({
    status: 200,
    body: { statusCode: 200, type, value },
  });
  const ADAPTIVE = 'application/vnd.microsoft.card.adaptive';

  test('is replaced for the one who pressed, until it is edited for all', async () => {
    await start();
    const cardId = await postCard(chat.connector.groupChat.id);
    chat.onTurn = () => answerWith(ADAPTIVE, { type: 'AdaptiveCard', body: [{ type: 'TextBlock', text: 'Only you' }] });

    const pressed = await chat.connector.press({
      person: ada,
      conversation: chat.connector.groupChat,
      cardId,
      title: 'Show',
    });
    expect(pressed).toMatchObject({ status: 200, outcome: { kind: 'card' } });
    expect(chat.bot.turns[0]?.activity).toMatchObject({
      type: 'invoke',
      name: 'adaptiveCard/action',
      replyToId: cardId,
      value: { action: { type: 'Action.Execute', verb: 'show', data: { ref: 1 } }, trigger: 'manual' },
    });
    const [message] = chat.connector.messages(chat.connector.groupChat);
    if (!message) throw new Error('no message');
    expect(JSON.stringify(chat.connector.seenBy(ada, message))).toContain('Only you');
    expect(JSON.stringify(chat.connector.seenBy(ben, message))).not.toContain('Only you');

    await call('PUT', `${activities(chat.connector.groupChat.id)}/${cardId}`, cardActivity('New'));
    expect(JSON.stringify(chat.connector.seenBy(ada, message))).not.toContain('Only you');
  });

  test.each<[string, TurnAnswer, Json]>([
    [
      'a short message',
      answerWith('application/vnd.microsoft.activity.message', 'Done'),
      { kind: 'message', text: 'Done' },
    ],
    [
      'an error',
      { status: 200, body: { statusCode: 400, type: 'application/vnd.microsoft.error' } },
      { kind: 'error' },
    ],
    ['a failure', { status: 500 }, { kind: 'error' }],
    ['nothing', { status: 200 }, { kind: 'nothing' }],
  ])('takes %s for an answer', async (_what, answer, outcome) => {
    await start();
    const cardId = await postCard(personal().id);
    chat.onTurn = () => answer;
    const pressed = await chat.connector.press({ person: ada, conversation: personal(), cardId, verb: 'show' });
    expect(pressed.outcome).toMatchObject(outcome);
    expect(chat.bot.turns).toHaveLength(1);
  });

  test('sends a message without text where only Action.Submit is understood', async () => {
    await start();
    const cardId = await postCard(personal().id);
    await chat.connector.press({ person: ada, conversation: personal(), cardId, title: 'Show', useFallback: true });
    const activity = chat.bot.turns[0]?.activity;
    expect(activity).toMatchObject({ type: 'message', replyToId: cardId, value: { verb: 'show' } });
    expect(activity).not.toHaveProperty('text');
  });

  test('names its buttons when another is asked for, and opens links by itself', async () => {
    await start();
    const where = { person: ada, conversation: personal(), cardId: await postCard(personal().id) };
    await expect(chat.connector.press({ ...where, title: 'Nope' })).rejects.toThrow('it has: Show, Open');
    expect((await chat.connector.press({ ...where, title: 'Open' })).outcome).toEqual({
      kind: 'url',
      url: 'https://example.org/',
    });
    expect(chat.bot.turns).toEqual([]);
  });

  test('refreshes by itself once for each version, for those it names', async () => {
    await start();
    const refresh = { action: { type: 'Action.Execute', verb: 'mine', data: {} }, userIds: [ada.teamsUserId] };
    const cardId = await postCard(chat.connector.groupChat.id, { refresh });
    chat.onTurn = () => answerWith(ADAPTIVE, { type: 'AdaptiveCard', body: [] });
    const look = (person: ChatPerson) =>
      chat.connector.look({ person, conversation: chat.connector.groupChat, cardId });

    expect(await look(ben)).toBeUndefined();
    expect((await look(ada))?.outcome.kind).toBe('card');
    expect(await look(ada)).toBeUndefined();
    expect(chat.bot.turns[0]?.activity['value']).toMatchObject({ action: { verb: 'mine' }, trigger: 'automatic' });

    await call('PUT', `${activities(chat.connector.groupChat.id)}/${cardId}`, cardActivity('New', { refresh }));
    expect((await look(ada))?.outcome.kind).toBe('card');
    expect(chat.bot.turns).toHaveLength(2);
  });

  describe('with dynamic choices', () => {
    const where = async () => ({ person: ada, conversation: personal(), cardId: await postCard(personal().id) });
    const SEARCH = 'application/vnd.microsoft.search.searchResponse';

    test('asks the bot as Teams does, in the zone and language of the person', async () => {
      await start();
      chat.onTurn = () => answerWith(SEARCH, { results: [{ title: 'Ada', value: 'a' }] });
      const place = await where();
      const reader = { locale: 'de-DE', timezone: 'Asia/Kolkata' };
      const found = await chat.connector.search({ ...place, reader, dataset: 'people', text: 'ad' });
      expect(found).toMatchObject({ status: 200, choices: [{ title: 'Ada', value: 'a' }] });
      expect(chat.bot.turns[0]?.activity).toMatchObject({
        type: 'invoke',
        name: 'application/search',
        replyToId: place.cardId,
        value: { queryText: 'ad', queryOptions: { skip: 0, top: 15 }, dataset: 'people' },
        locale: 'de-DE',
        localTimezone: 'Asia/Kolkata',
        entities: [{ type: 'clientInfo', timezone: 'Asia/Kolkata' }],
      });
    });

    test('shows at most fifteen', async () => {
      await start();
      const results = Array.from({ length: 20 }, (_, index) => ({ title: `T${index}`, value: String(index) }));
      chat.onTurn = () => answerWith(SEARCH, { results });
      expect((await chat.connector.search({ ...(await where()), dataset: 'x', text: '' })).choices).toHaveLength(15);
    });

    test.each([
      ['a failure', { status: 500 }],
      ['nothing', { status: 200 }],
      ['another answer', answerWith('application/vnd.microsoft.activity.message', 'Ada')],
      ['results that are none', answerWith(SEARCH, { results: [{ title: 'Ada' }] })],
    ])('offers nothing after %s', async (_what, answer) => {
      await start();
      chat.onTurn = () => answer;
      expect((await chat.connector.search({ ...(await where()), dataset: 'x', text: 'a' })).choices).toBeUndefined();
    });

    test('is also requested by the page', async () => {
      await start();
      const { cardId } = await where();
      chat.onTurn = () => answerWith(SEARCH, { results: [{ title: 'Ada', value: 'a' }] });
      const order = { conversation: personal().id, cardId, dataset: 'people', text: 'ad' };
      const answer = await fromPage('/page/search', { ...order, locale: 'en-GB', timezone: 'Europe/Berlin' });
      expect(await answer.json()).toEqual({ choices: [{ title: 'Ada', value: 'a' }] });
      chat.onTurn = () => ({ status: 500 });
      expect((await fromPage('/page/search', order)).status).toBe(400);
    });
  });
});
