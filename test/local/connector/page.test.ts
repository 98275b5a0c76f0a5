import { request } from 'node:http';
import type { ChatPerson, Json } from '../../../local/connector/types.ts';
import { ada, ben, chat, eve, fromPage, personal, postCard, start, stop } from '../chat.ts';

afterEach(stop);

describe('the page', () => {
  test('is served with a strict policy, the card renderer beside it, and nothing else of the disk', async () => {
    await start();
    const index = await fetch(chat.connector.url);
    expect(index.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(await index.text()).not.toMatch(/https?:\/\//);
    const renderer = await fetch(`${chat.connector.url}/adaptivecards.min.js`);
    // Read to its end: what is left unread keeps the connection and the process.
    expect([renderer.status, (await renderer.text()).length > 100_000]).toEqual([200, true]);
    for (const path of ['/..%2fconnector.ts', '/../connector.ts', '/connector/types.ts', '/package.json']) {
      expect((await fetch(chat.connector.url + path)).status).toBe(404);
    }
  });

  test('sends, presses and receives as one person', async () => {
    await start();
    const stream = await fetch(`${chat.connector.url}/page/events?person=${ada.objectId}`);
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
    await fromPage('/page/say', { conversation: personal().id, text: 'restore login' });
    await chat.connector.waitFor(
      () => chat.bot.turns.length > 0 && chat.connector.messages(personal())[0]?.delivery.kind === 'delivered',
    );
    await postCard(chat.connector.conversationFor(ben).id);
    const cardId = await postCard(personal().id);

    let heard = '';
    while (!heard.includes(cardId)) heard += new TextDecoder().decode((await reader.read()).value);
    await reader.cancel();
    expect(heard).toContain('restore login');
    expect(heard).not.toContain(chat.connector.conversationFor(ben).id);

    const action = { type: 'Action.Execute', verb: 'show', data: { ref: 1 } };
    const pressed = await fromPage('/page/press', {
      conversation: personal().id,
      cardId,
      action,
      inputs: { name: 'x' },
    });
    expect(await pressed.json()).toMatchObject({ outcome: { kind: 'nothing' } });
    expect(chat.bot.turns.at(-1)?.activity['value']).toMatchObject({ action: { data: { ref: 1, name: 'x' } } });
  });

  test('shows each person only their own conversations', async () => {
    await start();
    const ask = async (who: ChatPerson) =>
      (await (
        await fetch(`${chat.connector.url}/page/conversations?person=${who.objectId}`)
      ).json()) as readonly Json[];
    expect((await ask(ada)).map(({ kind }) => kind)).toEqual(['personal', 'groupChat', 'channel']);
    expect((await ask(eve)).map(({ kind }) => kind)).toEqual(['personal']);
    const foreign = await fetch(
      `${chat.connector.url}/page/messages?person=${eve.objectId}&conversation=${encodeURIComponent(personal().id)}`,
    );
    expect(foreign.status).toBe(400);
  });

  test.each([
    ['a page of another origin', { origin: 'https://evil.example' }, 403],
    ['nobody knows where', { origin: undefined }, 403],
    ['a form', { 'content-type': 'text/plain' }, 415],
  ])('takes no orders from %s', async (_what, headers, status) => {
    await start();
    const response = await fromPage('/page/say', { conversation: personal().id, text: 'hi' }, headers);
    expect(response.status).toBe(status);
    expect(chat.bot.turns).toEqual([]);
  });

  test('answers to its own names only', async () => {
    await start();
    const { port } = new URL(chat.connector.url);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { host: `rebound.example:${port}` };
      request({ host: '127.0.0.1', port, path: '/page/people', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(421);
  });
});
