import { readConsent } from '../../../../src/chat/actions/invokes.ts';

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
