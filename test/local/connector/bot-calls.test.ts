import type { Json } from '../../../local/connector/types.ts';
import {
  SECRET,
  activities,
  ada,
  askToken,
  ben,
  call,
  cardActivity,
  chat,
  idIn,
  personal,
  say,
  start,
  stop,
  token,
} from '../chat.ts';

afterEach(stop);

describe('the connector token', () => {
  test.each([
    [{}, 200, undefined],
    [{ client_secret: 'wrong' }, 401, 'invalid_client'],
    [{ client_id: 'wrong' }, 400, 'unauthorized_client'],
    [{ scope: 'https://graph.microsoft.com/.default' }, 400, 'invalid_scope'],
    [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ])('with %j is answered %d', async (changed, status, error) => {
    await start();
    const response = await askToken(changed);
    expect(response.status).toBe(status);
    expect(((await response.json()) as Json)['error']).toBe(error);
    expect(JSON.stringify(chat.connector.calls)).not.toContain(SECRET);
  });

  test('is demanded on every call, and ends', async () => {
    await start({ tokenLifetimeSeconds: 0 });
    const ended = await token();
    for (const authorization of [undefined, 'Bearer made-up', `Bearer ${ended}`]) {
      const headers = { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) };
      const response = await fetch(`${chat.connector.url}${activities(personal().id)}`, {
        method: 'POST',
        headers,
        body: '{}',
      });
      expect(response.status).toBe(401);
    }
    expect(chat.connector.messages(personal())).toEqual([]);
  });
});

describe('what the bot sends', () => {
  test('is posted, edited in place and deleted', async () => {
    await start();
    const posted = await call('POST', activities(personal().id), cardActivity('Waiting'));
    expect(posted).toMatchObject({ status: 201, body: { id: expect.any(String) } });
    const one = `${activities(personal().id)}/${idIn(posted)}`;

    expect((await call('PUT', one, cardActivity('Signed in'))).status).toBe(200);
    expect(chat.connector.messages(personal())).toMatchObject([
      { id: idIn(posted), version: 1, editedAt: expect.any(Number), summary: 'Signed in', deleted: false },
    ]);
    expect((await call('DELETE', one)).status).toBe(200);
    expect(chat.connector.messages(personal())).toMatchObject([{ deleted: true, cards: [] }]);
    expect(await call('PUT', one, cardActivity('Late'))).toMatchObject({
      status: 404,
      body: { error: { code: 'ActivityNotFoundInConversation' } },
    });
  });

  test('is split, and has no id, when it is text and a card', async () => {
    await start();
    const posted = await call('POST', activities(personal().id), { ...cardActivity('Both'), text: 'Look' });
    expect(posted.body).toEqual({});
    expect(chat.connector.messages(personal()).map(({ text, cards }) => [text, cards.length])).toEqual([
      ['Look', 0],
      ['', 1],
    ]);
  });

  test('is refused when the conversation is unknown or the message too large', async () => {
    await start();
    expect(await call('POST', activities('a:unknown'), cardActivity('x'))).toMatchObject({
      status: 404,
      body: { error: { code: 'ConversationNotFound' } },
    });
    const big = { type: 'message', text: 'x'.repeat(110_000) };
    expect((await call('POST', activities(personal().id), big)).status).toBe(413);
  });

  test('may not change the message of a person', async () => {
    await start();
    const { messageId } = await say('hello');
    expect((await call('PUT', `${activities(personal().id)}/${messageId}`, cardActivity('x'))).status).toBe(403);
  });

  test('replies into the thread it names', async () => {
    await start();
    const { messageId } = await chat.connector.say({
      person: ada,
      conversation: chat.connector.channel,
      text: 'restore login',
    });
    await call(
      'POST',
      `${activities(`${chat.connector.channel.id};messageid=${messageId}`)}/${messageId}`,
      cardActivity('x'),
    );
    expect(chat.connector.messages(chat.connector.channel).map(({ threadId }) => threadId)).toEqual([
      messageId,
      messageId,
    ]);
  });

  test('opens a personal chat by a member, and a thread by a channel', async () => {
    await start();
    expect(await call('POST', '/v3/conversations', { members: [{ id: ada.teamsUserId }] })).toMatchObject({
      status: 201,
      body: { id: personal().id },
    });
    const channelData = { channel: { id: chat.connector.channel.id } };
    const opened = await call('POST', '/v3/conversations', { isGroup: true, channelData, activity: cardActivity('x') });
    const [post] = chat.connector.messages(chat.connector.channel);
    expect(opened.body).toMatchObject({
      id: `${chat.connector.channel.id};messageid=${post?.id}`,
      activityId: post?.id,
    });
  });

  test('may ask who is there', async () => {
    await start();
    const { body } = await call('GET', `/v3/conversations/${encodeURIComponent(chat.connector.groupChat.id)}/members`);
    expect(body).toMatchObject([{ id: ada.teamsUserId, aadObjectId: ada.objectId }, { id: ben.teamsUserId }]);
  });

  test('can be waited for', async () => {
    await start();
    const waiting = chat.connector.waitFor(() =>
      chat.connector.messages(personal()).find(({ summary }) => summary === 'Later'),
    );
    await call('POST', activities(personal().id), { type: 'typing' });
    await call('POST', activities(personal().id), cardActivity('Later'));
    expect((await waiting).summary).toBe('Later');
    expect(chat.connector.events.some(({ kind }) => kind === 'typing')).toBe(true);
    await expect(chat.connector.waitFor(() => false, 10)).rejects.toThrow('message posted');
  });

  test('fails with the scripted faults and no others', async () => {
    await start();
    const path = activities(personal().id);
    const bearer = await token();
    chat.connector.faults.next('post', 1, { kind: 'status', status: 429, headers: { 'retry-after': '1' } });
    chat.connector.faults.next('post', 1, { kind: 'reset', applied: true });
    chat.connector.faults.next('post', 1, { kind: 'delay', milliseconds: 5 });

    expect((await call('POST', path, cardActivity('one'), bearer)).status).toBe(429);
    await expect(call('POST', path, cardActivity('two'), bearer)).rejects.toThrow('fetch failed');
    expect((await call('POST', path, cardActivity('three'), bearer)).status).toBe(201);
    expect(chat.connector.messages(personal()).map(({ summary }) => summary)).toEqual(['two', 'three']);
    expect(chat.connector.calls.filter(({ kind }) => kind === 'post').map(({ status }) => status)).toEqual([
      429, 0, 201,
    ]);
  });
});
