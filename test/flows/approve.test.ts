import { ALEX, FERNWEH, MIKA, NOOR } from '../../local/people.ts';
import type { ReceivedRequest } from '../../local/stand-in/serve.ts';
import { buttonsOf, codeOf, factOf, linkOf, textsOf, titleOf } from '../support/cards-seen.ts';
import { chatter } from '../support/chatter.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { stored } from '../support/stored.ts';

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';
const FORM = /^application\/x-www-form-urlencoded\b/;

let bot: RunningBot;
beforeAll(async () => {
  bot = await startRunningBot();
}, 60_000);
afterAll(() => bot.stop());

const fields = ({ body }: ReceivedRequest): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(body));

const CALLS = /\/oauth2\/v2\.0\/(devicecode|token)$|^\/v\d/;

/** The bot's calls to all three services since then, in order, without the provider's pages and keys. */
function callsSince(start: number): readonly ReceivedRequest[] {
  const { identityProvider, directory, backupService } = bot;
  return [identityProvider, directory, backupService]
    .flatMap(({ received }) => received)
    .filter(({ path, receivedAt }) => receivedAt >= start && CALLS.test(path))
    .toSorted((a, b) => a.receivedAt - b.receivedAt);
}

const answerOf = (index: number): Readonly<Record<string, string>> =>
  JSON.parse(bot.identityProvider.tokenAnswers.at(index) ?? '{}') as Readonly<Record<string, string>>;

test('a sign-in goes from its card to "signed in" on the same card, by exactly the calls of the specification', async () => {
  const alex = chatter(bot, ALEX);
  const startedAt = Date.now();

  const code = await alex.login();
  expect(titleOf(code.card)).toBe('Sign in to restore data');
  expect(factOf(code.card, 'Organization')).toBe(FERNWEH.organization);
  expect(factOf(code.card, 'Requested by')).toBe(ALEX.name);
  expect(buttonsOf(code.card)).toEqual([`Open ${new URL(code.verificationUri).host}`, 'New code', 'Cancel']);
  expect(textsOf(code.card).join(' ')).toMatch(/Valid until \{\{TIME\(\S+Z\)\}\}.*Never enter a code/s);
  const posted = alex.messages.at(-1);
  expect(posted).toMatchObject({ id: code.id, text: '', summary: 'Enter the code to sign in' });
  expect(JSON.stringify({ ...code.card, body: [], actions: [] })).not.toContain(code.userCode);

  await alex.approve(code);
  const approvedAt = Date.now();
  const card = await alex.becomes(code.id, 'Signed in');
  // The poll in flight at the approval, and the next one.
  expect(callsSince(approvedAt).filter(({ body }) => body.includes('device_code')).length).toBeLessThanOrEqual(2);
  expect(alex.messages.filter(({ id }) => id >= code.id)).toHaveLength(1);
  expect(buttonsOf(card)).toEqual(['Find items to restore', 'Renew', 'Log out', 'This was not me', 'Details']);
  expect(factOf(card, 'Account')).toBe(ALEX.signInName);
  expect(factOf(card, 'Organization')).toBe(FERNWEH.organization);
  expect(factOf(card, 'Type')).toBe('Restore operator');
  expect(factOf(card, 'Valid until')).toMatch(/^\{\{DATE/);
  expect([factOf(card, 'User ID'), factOf(card, 'Tenant ID')]).toEqual([ALEX.objectId, ALEX.tenantId]);
  expect([codeOf(card), linkOf(card)]).toEqual([undefined, undefined]);

  const calls = callsSince(startedAt);
  const polls = calls.slice(1, -1);
  const [first, last] = [calls[0], calls.at(-1)];
  const client = FERNWEH.operatorApplicationId;
  expect(calls.every(({ method, headers }) => method === 'POST' && FORM.test(headers['content-type'] ?? ''))).toBe(
    true,
  );
  expect(first?.path).toBe(`/${FERNWEH.organization}/oauth2/v2.0/devicecode`);
  expect(first && fields(first)).toEqual({
    client_id: client,
    scope: `api://${client}/access_as_user openid profile offline_access`,
  });
  expect(new Set(polls.map(({ path }) => path))).toEqual(new Set([`/${FERNWEH.organization}/oauth2/v2.0/token`]));
  expect(new Set(polls.map(({ body }) => body)).size).toBe(1);
  expect(polls[0] && fields(polls[0])).toEqual({
    grant_type: DEVICE_CODE,
    client_id: client,
    device_code: expect.stringMatching(/./),
  });
  expect((polls[0]?.receivedAt ?? 0) - (first?.receivedAt ?? 0)).toBeGreaterThanOrEqual(1_000);
  expect(last?.path).toBe('/v8/token');
  expect(last && fields(last)).toEqual({
    grant_type: 'operator',
    client_id: `${ALEX.objectId}.${ALEX.tenantId}`,
    assertion: answerOf(-1)['access_token'],
    disable_antiforgery_token: 'true',
  });
});

test('the session is stored in the blob of the person and the conversation, with its secrets sealed', async () => {
  const alex = chatter(bot, ALEX);
  const storage = stored(bot.environment);
  const name = storage.nameOf(alex.conversation.id, ALEX);
  const body = (await storage.read(name)) ?? '';
  const { session } = (await storage.open(alex.conversation.id, ALEX)) ?? {};

  expect(name).toMatch(/^conversations\//);
  expect(session).toMatchObject({ flow: 'operator', userId: ALEX.objectId, tenantId: ALEX.tenantId });
  const plain = JSON.parse(body) as { readonly sealed: string; readonly session: object };
  expect(plain.session).not.toHaveProperty('accessToken');
  for (const secret of [session?.accessToken, session?.refreshToken, session?.identityRefreshToken]) {
    expect(secret).toEqual(expect.stringMatching(/.{20}/));
    expect(body).not.toContain(secret);
  }
  const header: unknown = JSON.parse(Buffer.from(plain.sealed.split('.')[0] ?? '', 'base64url').toString());
  expect(header).toMatchObject({ alg: 'dir', enc: 'A256GCM', kid: 'local' });
});

test('with LOOKUP=directory the IDs are read from the directory between token and exchange', async () => {
  const instance = await bot.startInstance({
    LOOKUP: 'directory',
    STATE_CONTAINER: 'directory',
    JOB_QUEUE: 'directory',
  });
  const main = { port: Number(new URL(bot.url).port) };
  bot.talkTo(instance);
  const startedAt = Date.now();
  const { card } = await chatter(bot, NOOR).signIn();
  expect(factOf(card, 'User ID')).toBe(NOOR.objectId);

  const [refresh, me, organization, exchange] = callsSince(startedAt).slice(-4);
  const refreshed = answerOf(-1)['access_token'];
  expect(refresh?.path).toBe(`/${FERNWEH.organization}/oauth2/v2.0/token`);
  expect(refresh && fields(refresh)).toEqual({
    client_id: FERNWEH.operatorApplicationId,
    scope: `${bot.directory.url}/.default openid profile offline_access`,
    grant_type: 'refresh_token',
    refresh_token: answerOf(-2)['refresh_token'],
  });
  for (const [call, path] of [
    [me, '/v1.0/me'],
    [organization, '/v1.0/organization'],
  ] as const) {
    expect(call).toMatchObject({ method: 'GET', path, query: '$select=id', body: '' });
    expect(call?.headers).toMatchObject({ authorization: `Bearer ${refreshed}` });
  }
  expect(exchange && fields(exchange)).toMatchObject({
    client_id: `${NOOR.objectId}.${NOOR.tenantId}`,
    assertion: answerOf(-2)['access_token'],
  });
  await instance.stop();
  bot.talkTo(main);
});

test('an app-only sign-in passes the token response on byte for byte, in three parameters', async () => {
  // Written as no serializer would write it.
  bot.identityProvider.writeTokenAnswers((answer) => ` ${JSON.stringify(answer, undefined, 3)}\r\n`);
  const mika = chatter(bot, MIKA);
  const startedAt = Date.now();
  const code = await mika.login('restore login app-only');
  await mika.approve(code);
  const card = await mika.becomes(code.id, 'Signed in');
  bot.identityProvider.writeTokenAnswers(undefined);

  expect(factOf(card, 'Type')).toBe('Administrator (app-only)');
  const calls = callsSince(startedAt);
  expect(calls[0] && fields(calls[0])).toEqual({
    client_id: FERNWEH.appOnlyApplicationId,
    scope: 'Directory.Read.All User.Read offline_access',
  });
  const [exchange, confirmation] = calls.slice(-2);
  expect([exchange?.path, confirmation?.path]).toEqual(['/v5/Token', '/v8/Organization']);
  expect(exchange && fields(exchange)).toEqual({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    client_id: FERNWEH.organization,
    assertion: bot.identityProvider.tokenAnswers.at(-1),
  });
  expect(bot.backupService.appOnlyAssertions.at(-1)).toMatch(/^ \{\n {3}"token_type".*\}\r\n$/s);
});
