/** The calls of an administrator's session beside its restores: each as the API has it, with nothing of an operator's. */
import { requestMistakes } from '../../../local/backup-service/documented/documented.ts';
import type { Explorer } from '../../../src/restore/state/ports.ts';
import { createExplorer } from '../../../src/upstream/explorer/explorer.ts';
import type { Http, HttpRequest } from '../../../src/upstream/http/http.ts';
import { accessTo, aPage, aSession, cannedHttp, EXPLORE } from './explorers.ts';
import { faultOf } from './upstreams.ts';

const SESSION = `/v8/RestoreSessions/${EXPLORE}`;
const access = { ...accessTo('https://backup.example'), kind: 'administrator' } as const;
const AT = Date.UTC(2026, 10, 3, 21, 59, 59, 400);

/** One answer to everything; each request is one of the API, with nothing unknown in it. */
function service(answer: object, status = 200) {
  const seen: { readonly call: string; readonly query: string; readonly body: unknown }[] = [];
  const http: Http = {
    send(request: HttpRequest) {
      const { pathname, search } = new URL(request.url);
      const { method, json } = request;
      const body = json === undefined ? '' : JSON.stringify(json);
      const contentType = json === undefined ? undefined : 'application/json';
      const mistakes = requestMistakes({ method, path: pathname, query: search.slice(1), contentType, body });
      expect([pathname, mistakes]).toEqual([pathname, []]);
      seen.push({ call: `${method} ${pathname}`, query: search, body: body === '' ? undefined : JSON.parse(body) });
      return cannedHttp(status, new TextEncoder().encode(JSON.stringify(answer))).send(request);
    },
    close: () => Promise.resolve(),
  };
  return { explorer: createExplorer({ http }), seen };
}

/** What the explorer reads from the answer, and the one request that it sent. */
async function asked<T>(answer: object, call: (explorer: Explorer) => Promise<T>) {
  const { explorer, seen } = service(answer);
  const read = await call(explorer);
  expect(seen).toHaveLength(1);
  return { read, ...seen[0] };
}

test('the organization is the session’s own', async () => {
  const answer = {
    id: 'o-1',
    name: 'contoso.onmicrosoft.com',
    type: 'Office365',
    isBackedup: true,
    firstBackuptime: '2024-01-01T00:00:00Z',
    lastBackuptime: '2026-11-03T22:00:00.5Z',
    _actions: {},
  };

  expect(await asked(answer, (explorer) => explorer.organization(access))).toMatchObject({
    call: 'GET /v8/Organization',
    read: {
      id: 'o-1',
      name: 'contoso.onmicrosoft.com',
      type: 'Office365',
      isBackedUp: true,
      firstBackupAt: Date.UTC(2024, 0, 1),
      lastBackupAt: Date.UTC(2026, 10, 3, 22, 0, 0, 500),
    },
  });
});

test('an organization without a backup or an id is told apart by its name; the session’s own has one', async () => {
  const { read } = await asked({ name: 'contoso', id: null, firstBackuptime: null }, (explorer) =>
    explorer.organization(access),
  );
  expect(read).toEqual({ name: 'contoso', id: undefined, type: undefined, firstBackupAt: undefined });

  const { explorer } = service({ id: 'o-1' });
  expect(await faultOf(explorer.organization(access))).toMatchObject({ code: 'MALFORMED' });
});

test('the organization of an explore session is asked of it', async () => {
  expect(
    await asked({ id: 'o-1', name: 'contoso' }, (explorer) => explorer.exploredOrganization(access, EXPLORE)),
  ).toMatchObject({ call: `GET ${SESSION}/organization`, read: { id: 'o-1', name: 'contoso' } });
  for (const fields of [{ id: 'o-1' }, { name: 'contoso' }, {}])
    expect((await asked(fields, (explorer) => explorer.exploredOrganization(access, EXPLORE))).read).toEqual(fields);
});

test('a session is opened on the whole organization, at a time that is never rounded down, and without a reason', async () => {
  const scope = { id: 's', type: 'User', name: 'Zoë', detail: '', echo: '{}' } as const;
  const request = { workload: 'exchange', at: AT, showDeleted: true, showAllVersions: false } as const;

  expect(
    await asked(aSession(), (explorer) =>
      explorer.openExplore(access, { ...request, scope, repositoryId: 'r', reason: 'Ticket 7' }),
    ),
  ).toMatchObject({
    call: 'POST /v8/Organization/Explore',
    read: { id: EXPLORE },
    body: { dateTime: '2026-11-03T22:00:00Z', type: 'Vex', showDeleted: true, showAllVersions: false },
  });
});

test('restore points are those of the organization, on pages', async () => {
  const point = { id: 'p-1', backupTime: '2026-11-03T22:00:00Z', isExchange: true, isCopy: false };

  expect(await asked(aPage([point]), (explorer) => explorer.restorePoints(access, EXPLORE))).toMatchObject({
    call: 'GET /v8/RestorePoints',
    query: expect.stringContaining(`organizationId=${EXPLORE}&isCopy=false`) as string,
    read: [{ id: 'p-1', workloads: ['exchange'], hidden: false }],
  });
});

describe('the code of a restore', () => {
  const answer = {
    userCode: 'ABCD-EFGH',
    verificationUrl: 'https://microsoft.com/devicelogin',
    expiresIn: 900,
    message: 'To sign in, open the page and enter ABCD-EFGH.',
  };
  const code = {
    userCode: 'ABCD-EFGH',
    verificationUri: 'https://microsoft.com/devicelogin',
    expiresInSeconds: 900,
  };

  test('is requested for a session and an application, and the service’s message is dropped', async () => {
    expect(
      await asked(answer, (explorer) =>
        explorer.requestRestoreCode(access, EXPLORE, { applicationId: '0b0d1c5e-9f4e-4a57-8c0a-3f1d8a6b2c01' }),
      ),
    ).toMatchObject({
      call: `POST ${SESSION}/organization/restoreDeviceCode`,
      read: code,
      body: { targetApplicationId: '0b0d1c5e-9f4e-4a57-8c0a-3f1d8a6b2c01' },
    });
  });

  test('is valid as long as those of Microsoft where the service does not say', async () => {
    const call = (explorer: Explorer) => explorer.requestRestoreCode(access, EXPLORE, {});
    expect((await asked({ ...answer, expiresIn: undefined }, call)).read).toEqual(code);
  });

  test('leaves the application to the service where none is set', async () => {
    const { body, read } = await asked(answer, (explorer) => explorer.requestRestoreCode(access, EXPLORE, {}));
    expect(body).toEqual({});
    expect(Object.keys(read)).toEqual(['userCode', 'verificationUri', 'expiresInSeconds']);
  });

  test.each([
    { ...answer, userCode: '' },
    { ...answer, userCode: 'https://login.microsoftonline.com/organizations/v2.0/adminconsent' },
    { ...answer, userCode: 'Call 555-1234, please' },
    { ...answer, verificationUrl: undefined },
    { ...answer, expiresIn: 'soon' },
  ])('that nobody could use is none', async (unusable) => {
    const { explorer } = service(unusable);
    expect(await faultOf(explorer.requestRestoreCode(access, EXPLORE, {}))).toMatchObject({ code: 'MALFORMED' });
  });

  test.each([true, false, undefined])('was used or not: %s', async (authenticated) => {
    expect(await asked({ authenticated }, (explorer) => explorer.isCodeUsed(access, 'ABCD-EFGH'))).toMatchObject({
      call: 'POST /v8/DeviceCode/check',
      body: { userCode: 'ABCD-EFGH' },
      read: authenticated ?? false,
    });
  });

  test('is not in what the service says of it', async () => {
    const { explorer } = service({ errorCode: 'Unknown', message: 'The code ABCD-EFGH is unknown.' }, 404);
    const fault = await faultOf(explorer.isCodeUsed(access, 'ABCD-EFGH'));
    expect(JSON.stringify([fault.message, ...Object.entries(fault)])).not.toContain('ABCD-EFGH');
  });
});
