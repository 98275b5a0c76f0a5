import { type RunningBackupService, startBackupService } from '../../local/backup-service.ts';
import { approve, deny } from '../../local/identity-provider/approve.ts';
import { type RunningIdentityProvider, startIdentityProvider } from '../../local/identity-provider.ts';
import { REFUSALS } from '../../local/identity-provider/entra-errors.ts';
import { ALEX, FERNWEH, HAKON, MIKA, NOOR } from '../../local/people.ts';
import { usualTenantBehaviour } from '../../local/backup-service/tenant/behaviour.ts';
import { type Answered, type ServiceClient, approvedCode, clientOf, tenantOf, withToken } from './service-client.ts';

type Json = Readonly<Record<string, unknown>>;
const DAY = 86_400_000;

let provider: RunningIdentityProvider;
let service: RunningBackupService;
let mika: ServiceClient;
beforeAll(async () => {
  provider = await startIdentityProvider();
  service = await startBackupService({ identityProviderUrl: provider.url, restoreMilliseconds: { total: 0 } });
  mika = await tenantOf(provider, service);
});
afterAll(async () => {
  await service.stop();
  await provider.stop();
});
beforeEach(() => {
  Object.assign(service.restore.tenant, usualTenantBehaviour());
});

const daysAgo = (days: number): string => new Date(Date.now() - days * DAY).toISOString();
const now = (): string => daysAgo(0);

async function codeFor(session: string, body: Json = {}): Promise<Answered> {
  return mika.post(`${session}/organization/restoreDeviceCode`, body);
}

const isUsed = (userCode: unknown): Promise<Answered> => mika.post('/v8/DeviceCode/check', { userCode });

const approved = (session: string, person = MIKA): Promise<string> => approvedCode(mika, session, person);

async function container(session: string, path: string, fits: (one: Json) => boolean): Promise<Json> {
  const { results } = await mika.get(`${session}/${path}`);
  const found = results.find(fits);
  if (found === undefined) throw new Error(`${path}: not found`);
  return found;
}

/** Noor's mails about Kyoto, which are no longer there. */
async function kyotoMails() {
  const session = await mika.explore({ type: 'Vex', dateTime: daysAgo(4), showDeleted: false });
  const { id } = await container(session, 'organization/mailboxes?limit=1000', ({ email, isArchive }) => {
    return email === NOOR.signInName && isArchive === false;
  });
  const mailbox = `${session}/organization/mailboxes/${String(id)}`;
  const { results } = await mika.post(`${mailbox}/search?limit=100`, { query: 'subject:kyoto' });
  return { session, mailbox, items: results.map((item) => ({ id: item['id'] })) };
}

const refusal = ({ status, json }: Answered): string => `${status} ${String(json['message'])}`;

describe('an organization signed in as itself', () => {
  test('learns its name and since when it is backed up', async () => {
    const { status, json } = await mika.get('/v8/Organization');
    expect(status).toBe(200);
    expect(json).toMatchObject({ id: FERNWEH.tenantId, name: FERNWEH.organization, type: 'Office365' });
    const [first, last] = [json['firstBackuptime'], json['lastBackuptime']].map((time) => Date.parse(String(time)));
    expect(Number(last) - Number(first)).toBeGreaterThan(150 * DAY);
  });

  test('and an operator have calls of their own', async () => {
    const alex = await clientOf(provider, service, ALEX);
    for (const path of ['/v8/Organization', '/v8/RestorePoints'])
      expect(await alex.get(path)).toMatchObject({ status: 403 });
    expect(await alex.post('/v8/Organization/Explore', { type: 'Vex' })).toMatchObject({ status: 403 });
    for (const path of ['LoggedInUser', 'LoggedInUser/OperatorInfo', 'LoggedInUser/EffectiveScope']) {
      expect(await mika.get(`/v8/Organization/${path}`)).toMatchObject({ status: 403 });
    }
    expect(await mika.post('/v8/Organization/OperatorExplore', { type: 'Vex' })).toMatchObject({ status: 403 });
  });

  test('gives no reason, no scope and no repository', async () => {
    for (const field of [{ reason: 'x' }, { repositoryId: FERNWEH.tenantId }, { scope: {} }]) {
      expect(await mika.post('/v8/Organization/Explore', { type: 'Vex', ...field })).toMatchObject({ status: 400 });
    }
  });

  test('opens sessions into everybody’s data, which name the organization', async () => {
    const session = await mika.explore({ type: 'Vex', dateTime: now() });
    expect((await mika.get(`${session}/organization`)).json).toMatchObject({ name: FERNWEH.organization });
    const { results } = await mika.get(`${session}/organization/mailboxes?limit=1000`);
    const addresses = results.map(({ email }) => email);
    expect(addresses).toEqual(expect.arrayContaining([NOOR.signInName, 'vera.sommer@fernweh.onmicrosoft.com']));
    expect(addresses).not.toContain('finn.albrecht@fernweh.onmicrosoft.com');
  });

  test('finds drives, sites and teams in sessions of their own', async () => {
    const drives = await mika.explore({ type: 'Veod', dateTime: now() });
    expect((await mika.get(`${drives}/Organization/OneDrives?limit=1000`)).results.length).toBeGreaterThan(30);
    const sites = await mika.explore({ type: 'Vesp', dateTime: now() });
    const top = (await mika.get(`${sites}/Organization/Sites?parentId=root&limit=1000`)).results;
    expect(top.map(({ name }) => name)).toEqual(expect.arrayContaining(['Tour guides', 'Noor Haddad']));
    expect(new Set(top.map(({ id }) => id)).size).toBe(top.length);
    const teams = await mika.explore({ type: 'Vet', dateTime: now() });
    const named = (await mika.get(`${teams}/organization/teams?displayName=north*`)).results;
    expect(named.map(({ displayName }) => displayName)).toEqual(['Northern lights 2026']);
  });

  test('searches everywhere', async () => {
    const mail = await mika.explore({ type: 'Vex', dateTime: daysAgo(4) });
    const { results } = await mika.post(`${mail}/organization/mailboxes/search?limit=10000`, { query: 'tromsø' });
    expect(new Set(results.map(({ mailboxId }) => mailboxId)).size).toBeGreaterThan(3);
    const drives = await mika.explore({ type: 'Veod', dateTime: now() });
    const files = await mika.post(`${drives}/Organization/OneDrives/search?limit=10000`, { query: 'tromsø' });
    expect(new Set(files.results.map(({ oneDriveId }) => oneDriveId)).size).toBeGreaterThan(3);
  });

  test('finds nothing, and no mistake, before the first backup', async () => {
    const session = await mika.explore({ type: 'Vex', dateTime: daysAgo(4000) });
    expect(await mika.get(`${session}/organization/mailboxes`)).toMatchObject({ status: 200, results: [] });
    expect(await mika.post(`${session}/organization/mailboxes/search`, { query: '' })).toMatchObject({ results: [] });
  });

  test('may list restore points only where that is switched on', async () => {
    const path = `/v8/RestorePoints?organizationId=${FERNWEH.tenantId}&isCopy=false&limit=10`;
    expect(await mika.get(path)).toMatchObject({ status: 403 });
    service.restore.tenant.pointsRefused = false;
    const { results, more } = await mika.get(path);
    expect(results).toHaveLength(10);
    expect(more).toBe(true);
    expect(results.every(({ isCopy }) => isCopy === false)).toBe(true);
  });

  test('sees the sessions of the same credentials, or everybody’s', async () => {
    const other = await tenantOf(provider, service, HAKON);
    const session = await other.explore({ type: 'Vex' });
    const idsOf = async () => (await mika.get('/v8/RestoreSessions?limit=1000')).results.map(({ id }) => String(id));
    expect((await idsOf()).some((id) => session.endsWith(id))).toBe(false);
    service.restore.tenant.listedSessions = 'everybody';
    expect((await idsOf()).some((id) => session.endsWith(id))).toBe(true);
  });

  test('gets no token where tenant authentication is off', async () => {
    service.restore.tenant.tenantAuthentication = false;
    const off = await tenantOf(provider, service);
    expect(off.accessToken).toBe('undefined');
  });
});

describe('a restore under way', () => {
  async function running(client: ServiceClient) {
    const session = await client.explore({ type: 'Veod', dateTime: now() });
    const drives = await client.get(`${session}/Organization/OneDrives?limit=1`);
    const place = `${session}/Organization/OneDrives/${String(drives.results[0]?.['id'])}`;
    service.restore.setPace({ total: Infinity });
    const { json } = await client.post(`${place}/restore`, { userCode: await approvedCode(client, session) });
    service.restore.setPace({ total: 0 });
    return { session, restore: `/v8/RestoreSessions/${String(json['sessionId'])}` };
  }
  const stateOf = async (restore: string) => (await mika.get(restore)).json['state'];

  test('ends with the session that it was started from', async () => {
    const { session, restore } = await running(mika);
    expect(await stateOf(restore)).toBe('Working');
    await mika.post(`${session}/Stop`);
    expect(await stateOf(restore)).toBe('Stopped');
  });

  test('outlives a log-out, unless that is switched', async () => {
    for (const [stops, state] of [[false, 'Working'] as const, [true, 'Stopped'] as const]) {
      service.restore.tenant.logOutStopsRestores = stops;
      const other = await tenantOf(provider, service);
      const { restore } = await running(other);
      await other.post('/v8/token/logout');
      expect(await stateOf(restore)).toBe(state);
    }
    service.restore.finishRuns();
  });
});

describe('a code for a restore', () => {
  test('is one of the identity provider’s, used when somebody has signed in with it', async () => {
    const { session } = await kyotoMails();
    const { json } = await codeFor(session, { targetApplicationId: FERNWEH.restoreApplicationId });
    expect(json).toEqual({
      userCode: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/),
      verificationUrl: `${provider.url}/${FERNWEH.tenantId}/devicelogin`,
      expiresIn: 900,
      message: expect.any(String),
    });
    expect((await isUsed(json['userCode'])).json).toEqual({ authenticated: false });
    const code = { verificationUri: String(json['verificationUrl']), userCode: String(json['userCode']) };
    await approve({ ...code, person: MIKA });
    expect((await isUsed(json['userCode'])).json).toEqual({ authenticated: true });
  });

  test('is refused for an application that the directory does not know', async () => {
    const { session } = await kyotoMails();
    expect(refusal(await codeFor(session, { targetApplicationId: session.slice(-36) }))).toMatch(/^500 AADSTS700016/);
  });

  test('approves the restores of its session, and no other’s', async () => {
    const { session, mailbox, items } = await kyotoMails();
    const userCode = await approved(session);
    const other = await kyotoMails();
    expect(refusal(await mika.post(`${other.mailbox}/items/restore`, { items, userCode }))).toMatch(/^500 AADSTS70018/);
    const { status, json } = await mika.post(`${mailbox}/items/restore`, { items, userCode });
    expect(status).toBe(200);
    const restored = (await mika.get(`/v8/RestoreSessions/${String(json['sessionId'])}/Statistics`)).json;
    expect(restored).toMatchObject({ totalItemsCount: items.length });
    expect(service.restore.runs.at(-1)?.approval).toMatchObject({ by: MIKA.signInName });
    service.restore.tenant.callsPerCode = 1;
    expect(refusal(await mika.post(`${mailbox}/items/restore`, { items, userCode }))).toMatch(/^500 AADSTS54005/);
  });

  test('approves nothing before somebody signed in, after it expired or when it was declined', async () => {
    const { session, mailbox, items } = await kyotoMails();
    const restore = async (userCode: unknown) =>
      refusal(await mika.post(`${mailbox}/items/restore`, { items, userCode }));
    const sent = service.restore.runs.length;
    expect(await restore(undefined)).toMatch(/^400 Credentials/);
    const { json } = await codeFor(session);
    expect(await restore(json['userCode'])).toMatch(/^500 AADSTS70016/);
    const code = { verificationUri: String(json['verificationUrl']), userCode: String(json['userCode']) };
    await deny({ ...code, person: MIKA });
    expect(await restore(json['userCode'])).toMatch(/^500 AADSTS65004/);
    expect((await isUsed(json['userCode'])).json).toEqual({ authenticated: false });
    service.restore.tenant.codeSeconds = 0;
    const ended = await codeFor(session);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await restore(ended.json['userCode'])).toMatch(/^500 AADSTS70020/);
    expect(service.restore.runs).toHaveLength(sent);
  });

  test('is waited for inside the restore where the service does that, and cannot be checked where it does not', async () => {
    const { session, mailbox, items } = await kyotoMails();
    service.restore.tenant.unusedCode = 'awaited';
    service.restore.tenant.check = 'errs';
    const { json } = await codeFor(session);
    const userCode = String(json['userCode']);
    expect(await isUsed(userCode)).toMatchObject({ status: 500 });
    const restored = mika.post(`${mailbox}/items/restore`, { items, userCode });
    await approve({ verificationUri: String(json['verificationUrl']), userCode, person: MIKA });
    expect(await restored).toMatchObject({ status: 200 });
  });

  test('approved without the right role lets single mails fail and refuses everything else', async () => {
    const { session, mailbox, items } = await kyotoMails();
    const userCode = await approved(session, HAKON);
    const { json } = await mika.post(`${mailbox}/items/restore`, { items, userCode });
    const statistics = (await mika.get(`/v8/RestoreSessions/${String(json['sessionId'])}/Statistics`)).json;
    expect(statistics).toMatchObject({ failedItemsCount: items.length });
    expect(JSON.stringify(statistics)).toMatch(/Failed to open mailbox/);
    expect(refusal(await mika.post(`${mailbox}/restore`, { userCode }))).toMatch(/^500 The creator of this fault/);
  });

  test('is not needed with a certificate of the application, which has to be Base64', async () => {
    const { mailbox, items } = await kyotoMails();
    const body = { items, applicationId: FERNWEH.restoreApplicationId };
    const restore = (certificate: string) =>
      mika.post(`${mailbox}/items/restore`, { ...body, applicationCertificate: certificate });
    expect(refusal(await restore('-----BEGIN'))).toMatch(/^500 Invalid length for a Base-64/);
    expect(await restore('QUJD')).toMatchObject({ status: 200 });
  });

  test('of an application that nobody has consented to is found out when it is checked, or used', async () => {
    const { session, mailbox, items } = await kyotoMails();
    const { json } = await codeFor(session, { targetApplicationId: FERNWEH.operatorApplicationId });
    const code = { verificationUri: String(json['verificationUrl']), userCode: String(json['userCode']) };
    await approve({ ...code, person: MIKA });
    expect(refusal(await isUsed(code.userCode))).toMatch(/^500 AADSTS65001/);
    const restored = await mika.post(`${mailbox}/items/restore`, { items, userCode: code.userCode });
    expect(refusal(restored)).toMatch(/^500 AADSTS65001/);
  });

  test('blocked by a policy just expires', async () => {
    const { session } = await kyotoMails();
    const { json } = await codeFor(session);
    provider.faults.next('/token', REFUSALS.conditionalAccess);
    expect((await isUsed(json['userCode'])).json).toEqual({ authenticated: false });
  });

  test('is the same after a restart, with what it approved', async () => {
    const files = new Map<string, unknown>();
    const folder = {
      open: <T>(name: string) => ({
        previous: structuredClone(files.get(name)) as T | undefined,
        save: (state: () => T) => void files.set(name, structuredClone(state())),
      }),
    };
    const options = { identityProviderUrl: provider.url, state: { folder, name: 'service' } };
    const inRun = async <T>(act: (service: RunningBackupService) => Promise<T>): Promise<T> => {
      const run = await startBackupService(options);
      try {
        return await act(run);
      } finally {
        await run.stop();
      }
    };
    const { token, session, code } = await inRun(async (run) => {
      const client = await tenantOf(provider, run);
      const opened = await client.explore({ type: 'Veod', dateTime: now() });
      const { json } = await client.post(`${opened}/organization/restoreDeviceCode`, {});
      const shown = { verificationUri: String(json['verificationUrl']), userCode: String(json['userCode']) };
      return { token: client.accessToken, session: opened, code: shown };
    });
    await approve({ ...code, person: MIKA });
    const restored = await inRun(async (run) => {
      const client = withToken(run, token);
      const used = await client.post('/v8/DeviceCode/check', { userCode: code.userCode });
      expect(used.json).toEqual({ authenticated: true });
      const drives = await client.get(`${session}/Organization/OneDrives?limit=1`);
      const place = `${session}/Organization/OneDrives/${String(drives.results[0]?.['id'])}`;
      return client.post(`${place}/restore`, { userCode: code.userCode });
    });
    const sessionId = String(restored.json['sessionId']);
    const again = await inRun(async (run) => {
      expect(run.restore.runs.map(({ approval }) => approval)).toEqual([
        { kind: 'approved', by: MIKA.signInName, userCode: code.userCode, mayRestore: true },
      ]);
      return withToken(run, token).get(`/v8/RestoreSessions/${sessionId}`);
    });
    expect(again).toMatchObject({ status: 200, json: { id: sessionId } });
  });
});
