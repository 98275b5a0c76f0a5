import { failures } from '../../src/cards/text/en/failures.ts';
import { ALEX, FERNWEH, MIKA, type SamplePerson } from '../../local/people.ts';
import { buttonsOf, factOf, textsOf, titleOf } from '../support/cards-seen.ts';
import { chatter, readCode, type Chatter } from '../support/chatter.ts';
import { stored } from '../support/stored.ts';
import { startRunningBot } from '../support/running-bot.ts';
import type { RunningBot } from '../support/running-bot.ts';

// Other tests run at the same time.
jest.setTimeout(60_000);

let bot: RunningBot;

beforeAll(async () => {
  bot = await startRunningBot();
});

afterAll(() => bot.stop());

const tokenCalls = (path: string) => bot.backupService.received.filter((request) => request.path === path);
const lastForm = (path: string) => [...new URLSearchParams(tokenCalls(path).at(-1)?.body ?? '')];

/** As no serializer would write it: unknown fields, unusual white space, escapes and numbers, other scripts. */
function oddly(answer: object): string {
  const { access_token, refresh_token, ...rest } = answer as Readonly<Record<string, string>>;
  return [
    '\r\n{ "nobody_knows" :\t["Ünïcödé 漢字 🗝", "\\u00e4 \\/ &=+%20"] ,',
    `   "expires_in": 3.599e3,"access_token":"${access_token}"  ,`,
    `"refresh_token"\n:\n"${refresh_token}", "token_type":"Bearer", "more": ${JSON.stringify(rest)}, "empty":{ }}\n \n`,
  ].join('');
}

test('an administrator signs in app-only, and the service receives the token answer byte for byte and nothing else', async () => {
  const mika = chatter(bot, MIKA);
  bot.identityProvider.writeTokenAnswers(oddly);
  const code = await mika.login('restore login app-only');
  await mika.approve(code);
  const card = await mika.becomes(code.id, 'Signed in');
  bot.identityProvider.writeTokenAnswers(undefined);

  const sent = bot.identityProvider.tokenAnswers.at(-1) ?? '';
  expect(sent).toContain('漢字');
  const given = bot.backupService.appOnlyAssertions.at(-1) ?? '';
  expect(Buffer.from(given).equals(Buffer.from(sent))).toBe(true);
  expect(lastForm('/v5/Token')).toEqual([
    ['grant_type', 'urn:ietf:params:oauth:grant-type:jwt-bearer'],
    ['client_id', FERNWEH.organization],
    ['assertion', sent],
  ]);
  expect(tokenCalls('/v8/token')).toHaveLength(0);
  expect(factOf(card, 'Type')).toBe('Administrator (app-only)');

  const [asked] = bot.identityProvider.received.filter(({ path }) => path.endsWith('/devicecode'));
  expect(Object.fromEntries(new URLSearchParams(asked?.body))).toEqual({
    client_id: FERNWEH.appOnlyApplicationId,
    scope: 'Directory.Read.All User.Read offline_access',
  });
});

test('an app-only session is renewed at the app-only endpoint', async () => {
  const mika = chatter(bot, MIKA);
  const renewed = await mika.ask('restore renew');
  expect(titleOf(renewed.card)).toBe('Session renewed');
  expect(lastForm('/v5/Token')).toEqual([
    ['grant_type', 'refresh_token'],
    ['refresh_token', expect.any(String)],
  ]);
  expect(tokenCalls('/v8/token')).toHaveLength(0);
});

function serviceRefusesToRenew(): void {
  bot.backupService.faults.next(
    { path: '/v5/Token', grantType: 'refresh_token' },
    { kind: 'answer', status: 400, body: { errorCode: 'ParameterValidationFailure', message: 'no' } },
  );
}

const sessionOf = async (person: SamplePerson) =>
  (await stored(bot.environment).open(chatter(bot, person).conversation.id, person))?.session;

test("an app-only session keeps no refresh token of the identity provider: a sign-in is offered where the service's is refused", async () => {
  const mika = chatter(bot, MIKA);
  expect(await sessionOf(MIKA)).toMatchObject({ flow: 'app-only', refreshToken: expect.any(String) as string });
  expect((await sessionOf(MIKA))?.identityRefreshToken).toBeUndefined();
  serviceRefusesToRenew();
  const refused = await mika.ask('restore renew');
  expect(titleOf(refused.card)).toBe('Session not renewed');
  expect(buttonsOf(refused.card)).toEqual(['Sign in again', 'Log out']);
  await mika.press(refused.id, 'Sign in again');
  const again = readCode(refused.id, await mika.becomes(refused.id, 'Sign in to restore data'));
  if (again !== undefined) await mika.approve(again);
  await mika.becomes(refused.id, 'Signed in');
});

test('with AUTO_RENEW an app-only session that the service no longer renews is exchanged anew with the whole answer', async () => {
  const automatic = await bot.startInstance({ AUTO_RENEW: 'true' });
  bot.talkTo(automatic);
  const mika = chatter(bot, MIKA);
  await mika.ask('restore logout');
  const code = await mika.login('restore login app-only');
  await mika.approve(code);
  await mika.becomes(code.id, 'Signed in');
  expect(await sessionOf(MIKA)).toMatchObject({ identityRefreshToken: expect.any(String) as string });
  serviceRefusesToRenew();
  const renewed = await mika.ask('restore renew');
  expect(titleOf(renewed.card)).toBe('Session renewed');
  expect(bot.backupService.appOnlyAssertions.at(-1)).toBe(bot.identityProvider.tokenAnswers.at(-1));
});

const ORGANIZATION_CALL = { path: '/v8/Organization' };

/** What the card of Mika's next app-only sign-in becomes, with how many sessions it left at the service. */
async function signInUntil(title: string) {
  const mika = chatter(bot, MIKA);
  await mika.ask('restore logout');
  const before = bot.backupService.sessionCount;
  const code = await mika.login('restore login app-only');
  await mika.approve(code);
  const card = await mika.becomes(code.id, title);
  return { card, sessions: bot.backupService.sessionCount - before };
}

test('a session of another organization is ended at once, and the person is told', async () => {
  bot.backupService.faults.next(ORGANIZATION_CALL, {
    kind: 'answer',
    status: 200,
    body: { id: '1', name: 'lindenhof.onmicrosoft.com', type: 'Office365' },
  });
  const { card, sessions } = await signInUntil('Not signed in');
  expect(textsOf(card)).toContain(failures['other-organization'].text);
  expect(JSON.stringify(card)).toContain('lindenhof.onmicrosoft.com');
  expect(sessions).toBe(0);
  expect(await sessionOf(MIKA)).toBeUndefined();
});

test('a service that refuses the session of an organization is named with what to check there', async () => {
  bot.backupService.faults.next(ORGANIZATION_CALL, {
    kind: 'answer',
    status: 403,
    body: { errorCode: 'ResourceAccessDenied', message: 'Not available.' },
  });
  const { card, sessions } = await signInUntil('Not signed in');
  expect(textsOf(card)).toContain(failures['app-only-refused'].next);
  expect(sessions).toBe(0);
});

test('a service that is away for a moment is asked for the organization again', async () => {
  bot.backupService.faults.next(ORGANIZATION_CALL, { kind: 'answer', status: 503, body: {} });
  const { sessions } = await signInUntil('Signed in');
  expect(sessions).toBe(1);
});

test('a person signed in app-only is offered the operator sign-in by name', async () => {
  const status = await chatter(bot, MIKA).ask('restore login');
  expect(titleOf(status.card)).toBe("You're already signed in");
  expect(buttonsOf(status.card)).toContain(`Sign in as operator to ${FERNWEH.organization}`);
  expect(buttonsOf(status.card)).not.toContain('Sign in again');
});

test('a person who is no administrator is refused without a code, and no administrator is named', async () => {
  const asked = bot.identityProvider.received.length;
  const refused = await chatter(bot, ALEX).ask('restore login app-only');
  expect(titleOf(refused.card)).toBe("App-only sign-in isn't available to you");
  expect(JSON.stringify(refused.card)).not.toMatch(/Mika|4ea21bd3|ADMIN_USER_IDS/);
  expect(bot.identityProvider.received).toHaveLength(asked);
});

test('in a group chat the answer does not reveal who is an administrator', async () => {
  const answers = [];
  for (const person of [MIKA, ALEX]) {
    const message = await chatter(bot, person, bot.connector.groupChat).ask('restore login app-only');
    answers.push(textsOf(message.card).filter((text) => text !== `For ${person.name}`));
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.[0]).toBe('Only in a personal chat');
});

/** What **All commands** shows of `restore help`. */
async function allCommands(who: Chatter): Promise<string> {
  const { id } = await who.ask('restore help');
  const { outcome } = await who.press(id, 'All commands');
  const text = JSON.stringify(outcome);
  expect(text).toContain('restore logout');
  return text;
}

test('help lists app-only only for an administrator in the personal chat', async () => {
  const appOnly = /restore login app-only/;
  expect(await allCommands(chatter(bot, MIKA))).toMatch(appOnly);
  expect(await allCommands(chatter(bot, ALEX))).not.toMatch(appOnly);
  expect(await allCommands(chatter(bot, MIKA, bot.connector.groupChat))).not.toMatch(appOnly);
});

test('without an application ID app-only sign-in is off, for administrators too', async () => {
  const off = await bot.startInstance({ APP_ONLY_APPLICATION_ID: '' });
  bot.talkTo(off);
  const mika = chatter(bot, MIKA);
  expect(titleOf((await mika.ask('restore login app-only')).card)).toBe("App-only sign-in isn't set up");
  expect(await allCommands(mika)).not.toMatch(/app-only/);
});
