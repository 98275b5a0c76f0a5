import { answerUnused, readConsent } from '../../../../src/chat/actions/invokes.ts';

const uploadInfo = {
  contentUrl: 'https://contoso-my.sharepoint.com/Kyoto.html',
  name: 'Kyoto.html',
  uploadUrl: 'https://contoso-my.sharepoint.com/upload?token=1',
  uniqueId: '1150D938-8870-4044-9F2C-5BBDEBA70C9D',
  fileType: 'html',
};
const consent = (changes: object = {}) => ({
  type: 'fileUpload',
  action: 'accept',
  context: { exportId: '7K3QX9M2T4AB' },
  uploadInfo,
  ...changes,
});

test('an accepted file says where it goes, and which export it is of', () => {
  const { uploadUrl, ...target } = uploadInfo;
  expect(readConsent(consent())).toEqual({ kind: 'accepted', exportId: '7K3QX9M2T4AB', uploadUrl, target });
});

test.each([
  [{ fileType: undefined }, { fileType: 'html' }],
  [
    { fileType: null, name: 'Kyoto.PDF' },
    { fileType: 'pdf', name: 'Kyoto.PDF' },
  ],
  [
    { fileType: '', name: 'Kyoto' },
    { fileType: '', name: 'Kyoto' },
  ],
  [
    { name: undefined, contentUrl: 'https://c.example/a%20b.html' },
    { name: 'a b.html', contentUrl: 'https://c.example/a%20b.html' },
  ],
  [{ uniqueId: undefined }, { uniqueId: '' }],
])('an accepted file that Teams says less of (%j) is one all the same', (changes, expected) => {
  const { uploadUrl, ...target } = uploadInfo;
  const answer = readConsent(consent({ uploadInfo: { ...uploadInfo, ...changes } }));
  expect(answer).toMatchObject({ kind: 'accepted', uploadUrl, target: { ...target, ...expected } });
});

test('an accepted file without its address is handed over without a card for it', () => {
  const { uploadUrl } = uploadInfo;
  const answer = readConsent(consent({ uploadInfo: { uploadUrl } }));
  expect(answer).toEqual({ kind: 'accepted', exportId: '7K3QX9M2T4AB', uploadUrl, target: undefined });
});

test.each<[string | undefined, number, object | undefined]>([
  [
    'composeExtension/query',
    200,
    { composeExtension: { type: 'message', text: expect.stringContaining('restore help') } },
  ],
  [
    'composeExtension/queryLink',
    200,
    { composeExtension: { type: 'result', attachmentLayout: 'list', attachments: [] } },
  ],
  ['composeExtension/fetchTask', 200, { task: { type: 'message', value: expect.stringContaining('restore help') } }],
  ['task/fetch', 200, { task: { type: 'message', value: expect.stringContaining('alle Befehle') } }],
  ['task/submit', 200, { task: { type: 'message', value: expect.any(String) } }],
  ['config/fetch', 200, { responseType: 'config', config: { type: 'message', value: expect.any(String) } }],
  ['tab/fetch', 200, { tab: { type: 'continue', value: { cards: [] } } }],
  ['signin/verifyState', 200, undefined],
  ['message/submitAction', 200, undefined],
  ['signin/tokenExchange', 412, undefined],
  ['constructor', 501, undefined],
  [undefined, 501, undefined],
])('the invoke %s, which nothing here causes, is answered as Teams documents it', (name, status, body) => {
  expect(answerUnused(name, 'de-DE')).toEqual({ status, body });
});

test('a declined file says nothing else', () => {
  const declined = consent({ action: 'decline', uploadInfo: undefined });
  expect(readConsent(declined)).toEqual({ kind: 'declined', exportId: '7K3QX9M2T4AB' });
});

test.each([
  [undefined],
  ['accept'],
  [consent({ action: 'delete' })],
  [consent({ context: 'x' })],
  [consent({ context: { exportId: '../../conversations' } })],
  [consent({ context: { exportId: 'x'.repeat(65) } })],
  [consent({ uploadInfo: undefined })],
  [consent({ uploadInfo: { ...uploadInfo, uploadUrl: 7 } })],
  [consent({ uploadInfo: { ...uploadInfo, uploadUrl: 'x'.repeat(20_000) } })],
])('%j is no answer to an offer', (value) => {
  expect(readConsent(value)).toBeUndefined();
});
