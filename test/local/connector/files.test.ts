/** Teams' file consent: a card that offers a file, its answer, and the upload session. */
import type { Json } from '../../../local/connector/types.ts';
import { activities, ada, ben, call, chat, personal, start, stop } from '../chat.ts';

afterEach(stop);

const UNIT = 327_680;
const offer = {
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.teams.card.file.consent',
      name: 'posts.html',
      content: {
        description: 'Two posts',
        sizeInBytes: 5,
        acceptContext: { exportId: 'a' },
        declineContext: { exportId: 'd' },
      },
    },
  ],
};

async function offered(): Promise<string> {
  const { body } = await call('POST', activities(personal().id), offer);
  return String(body['id']);
}

/** @returns the upload session that Teams told the bot */
async function allowed(person = ada): Promise<Json> {
  await chat.connector.answerOffer({ person, conversation: personal(), cardId: await offered(), answer: 'accept' });
  const value = chat.bot.turns.at(-1)?.activity['value'] as { readonly uploadInfo: Json } | undefined;
  return value?.uploadInfo ?? {};
}

async function put(url: unknown, from: number, bytes: number, total: number, headers: Record<string, string> = {}) {
  const range = `bytes ${from}-${from + bytes - 1}/${total}`;
  const answer = await fetch(String(url), {
    method: 'PUT',
    headers: { 'content-range': range, ...headers },
    body: Buffer.alloc(bytes, 'x'),
  });
  return { status: answer.status, body: (await answer.json()) as Json };
}

test('the answer to an offer comes as an invoke with its context', async () => {
  await start();
  const cardId = await offered();
  expect(chat.connector.messages(personal()).at(-1)?.offer).toMatchObject({ name: 'posts.html', sizeInBytes: 5 });
  await chat.connector.answerOffer({ person: ada, conversation: personal(), cardId, answer: 'decline' });
  await chat.connector.answerOffer({ person: ada, conversation: personal(), cardId, answer: 'accept' });
  const invoke = { type: 'invoke', name: 'fileConsent/invoke', replyToId: cardId };
  expect(chat.bot.turns.map(({ activity }) => activity)).toMatchObject([
    { ...invoke, value: { type: 'fileUpload', action: 'decline', context: { exportId: 'd' } } },
    {
      ...invoke,
      value: {
        type: 'fileUpload',
        action: 'accept',
        context: { exportId: 'a' },
        uploadInfo: { name: 'posts.html', fileType: 'html' },
      },
    },
  ]);
  await expect(
    chat.connector.answerOffer({ person: ben, conversation: personal(), cardId, answer: 'accept' }),
  ).rejects.toThrow('not in this conversation');
});

test('a file arrives in ranges, and can be downloaded', async () => {
  await start();
  const { uploadUrl, contentUrl } = await allowed();
  const total = UNIT + 7;
  expect(await put(uploadUrl, 0, UNIT, total)).toMatchObject({
    status: 202,
    body: { nextExpectedRanges: [`${UNIT}-`] },
  });
  expect(await (await fetch(String(uploadUrl))).json()).toEqual({ nextExpectedRanges: [`${UNIT}-`] });
  expect(await put(uploadUrl, UNIT, 7, total)).toMatchObject({ status: 201 });
  const file = await fetch(String(contentUrl));
  expect(file.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''posts.html");
  expect((await file.arrayBuffer()).byteLength).toBe(total);
  expect(chat.connector.drive.files).toMatchObject([{ owner: ada.objectId, name: 'posts.html' }]);
  expect((await fetch(String(uploadUrl))).status).toBe(404);
});

test('an upload refuses what OneDrive refuses', async () => {
  await start();
  const { uploadUrl } = await allowed();
  expect(await put(uploadUrl, 0, 5, 10, { authorization: 'Bearer x' })).toMatchObject({ status: 401 });
  expect(await put(uploadUrl, 0, 5, 10)).toMatchObject({ status: 400 });
  await put(uploadUrl, 0, UNIT, 2 * UNIT);
  expect(await put(uploadUrl, 0, UNIT, 2 * UNIT)).toMatchObject({ status: 416 });
  expect(await put(uploadUrl, UNIT, UNIT, 2 * UNIT)).toMatchObject({ status: 201 });
  const second = await allowed();
  expect(await put(second['uploadUrl'], 0, 5, 5)).toMatchObject({ status: 409 });
  expect(await put(`${chat.connector.url}/uploads/unknown`, 0, 5, 5)).toMatchObject({ status: 404 });
});

test('an upload fails as it is told to, also after the range has arrived', async () => {
  await start();
  const { uploadUrl } = await allowed();
  chat.connector.faults.next('upload', 1, { kind: 'status', status: 503, body: {} });
  chat.connector.faults.next('upload', 1, { kind: 'status', status: 503, body: {}, applied: true });
  expect(await put(uploadUrl, 0, UNIT, 2 * UNIT)).toMatchObject({ status: 503 });
  expect(await put(uploadUrl, 0, UNIT, 2 * UNIT)).toMatchObject({ status: 503 });
  expect(await (await fetch(String(uploadUrl))).json()).toEqual({ nextExpectedRanges: [`${UNIT}-`] });
});
