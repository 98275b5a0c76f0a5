import { type SentRequest, answerMistakes, requestMistakes } from '../../local/backup-service/documented/documented.ts';

const ID = '0b0d1c5e-9f4e-4a57-8c0a-3f1d8a6b2c01';
const SESSION = `/v8/RestoreSessions/${ID}`;
const EXPLORE = '/v8/Organization/OperatorExplore';
const SITE = `${SESSION}/Organization/Sites/s-1`;
const TEAM = `${SESSION}/organization/teams/${ID}`;
const MOMENT = '2026-11-20T10:00:00Z';
const FILE = { name: 'a.txt', createdBy: 'A', creationTime: MOMENT, modifiedBy: 'B', modificationTime: MOMENT };
const SCOPE = { type: 'User', id: 'u-1', user: { id: 'u-1', displayName: 'Zoë', name: 'z@example.com', type: null } };

function sent(method: string, address: string, body?: unknown): SentRequest {
  const [path = '', query = ''] = address.split('?');
  const contentType = body === undefined ? undefined : 'application/json';
  return { method, path, query, contentType, body: body === undefined ? '' : JSON.stringify(body) };
}

describe('a request that is as documented has no mistakes', () => {
  test.each([
    ['a session', 'POST', EXPLORE, { type: 'Vesp', dateTime: MOMENT, showDeleted: true, scope: SCOPE }],
    ['a page', 'GET', `${SESSION}/organization/mailboxes?offset=0&limit=30`, undefined],
    ['a stop', 'POST', `${SESSION}/Stop`, undefined],
    [
      'documents',
      'POST',
      `${SITE}/Documents/operatorRestore`,
      {
        documentsRestoreConfigs: [{ document: { id: 'd', ...FILE }, documentVersion: null }],
        restoreDeletedItems: null,
      },
    ],
    ['a large number', 'POST', `${TEAM}/posts/search?parentId=-9007199254740993`, { query: 'x' }],
  ])('%s', (_name, method, address, body) => {
    expect(requestMistakes(sent(method, address, body))).toEqual([]);
  });
});

describe('a request is mistaken in', () => {
  test.each([
    ['a path of another spelling', sent('GET', `${SESSION}/organization/sites`), /is not a call/],
    ['an id that is no UUID', sent('GET', '/v8/RestoreSessions/7'), /restoreSessionId/],
    ['a number that is none', sent('GET', `${TEAM}/posts/first`), /postId/],
    ['a parameter that is not known', sent('GET', `${SITE}/Libraries?parentId=root`), /query\.parentId/],
    ['a parameter given twice', sent('GET', `${SITE}/Lists?limit=1&limit=2`), /twice/],
    ['a parameter of another kind', sent('GET', `${SITE}/Documents?includeFolders=yes`), /query\.includeFolders/],
    ['a word that is not of the list', sent('POST', `${SITE}/search?itemType=Documents`, { query: '' }), /itemType/],
    ['a parameter that is missing', sent('GET', `${TEAM}/posts/operatorExport/${ID}`), /query\.authCode: missing/],
    ['a field that is not known', sent('POST', EXPLORE, { type: 'Vex', from: MOMENT }), /"from"/],
    ['a field of another kind', sent('POST', EXPLORE, { type: 'Vex', showDeleted: 'yes' }), /showDeleted/],
    ['a day that does not exist', sent('POST', EXPLORE, { dateTime: '2026-02-30T00:00:00Z' }), /dateTime/],
    ['a scope of another type', sent('POST', EXPLORE, { scope: { ...SCOPE, type: 'Team' } }), /body\.scope/],
    ['a field that is only answered', sent('POST', EXPLORE, { scope: { ...SCOPE, _links: {} } }), /"_links"/],
    ['a field that is missing', sent('POST', `${TEAM}/posts/operatorRestore`, { posts: [] }), /channelId/],
    [
      'a field of another shape',
      sent('POST', `${SITE}/Items/operatorRestore`, {
        itemsRestoreConfigs: [{ item: { id: 'i', ...FILE, sizeBytes: 1 } }],
      }),
      /"sizeBytes"/,
    ],
    ['a body where there is none', sent('POST', `${SESSION}/Stop`, {}), /there should be none/],
    ['a body of another type', { ...sent('POST', EXPLORE, {}), contentType: 'text/plain' }, /not called JSON/],
    ['a body that is no JSON', { ...sent('POST', EXPLORE, {}), body: '{' }, /not JSON/],
  ])('%s', (_name, request, mistake) => {
    expect(requestMistakes(request).join('\n')).toMatch(mistake);
  });
});

describe('an answer', () => {
  const session = { id: ID, type: 'Vet', creationTime: MOMENT, state: 'Working', result: 'Success' };
  const refusal = { message: 'No.', errorCode: 'ResourceNotFound', stackTrace: null };

  test.each([
    ['a session', 200, session],
    ['a refusal', 404, refusal],
  ])('may be %s', (_name, status, body) => {
    expect(answerMistakes('GET', SESSION, status, JSON.stringify(body))).toEqual([]);
  });

  test.each([
    ['another status', 201, session, /status/],
    ['a state that is not documented', 200, { ...session, state: 'Paused' }, /state/],
    ['a field that is not documented', 200, { ...session, progress: 1 }, /"progress"/],
    ['a refusal with another code', 404, { ...refusal, errorCode: 'Gone' }, /errorCode/],
    ['a body of a refused token', 401, refusal, /no body/],
  ])('is mistaken in %s', (_name, status, body, mistake) => {
    expect(answerMistakes('GET', SESSION, status, JSON.stringify(body)).join('\n')).toMatch(mistake);
  });

  test('of statistics has the fields of its kind of item', () => {
    const item = {
      id: 'a',
      name: 'A',
      itemType: 'TeamsPost',
      status: 'Success',
      itemRestoreDetailsType: 'BulkMailbox',
    };
    const counts = { totalItemsCount: 1, restoredItemsCount: 1, failedItemsCount: 0, skippedItemsCount: 0 };
    const text = JSON.stringify({ ...counts, items: [item] });
    expect(answerMistakes('GET', `${SESSION}/Statistics`, 200, text).join('\n')).toMatch(/mailboxEmail/);
  });
});
