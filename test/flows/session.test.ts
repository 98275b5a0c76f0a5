import { setTimeout as pause } from 'node:timers/promises';
import { REFUSALS } from '../../local/identity-provider/entra-errors.ts';
import { ALEX, DANA, FERNWEH, MIKA, NOOR, PETRA } from '../../local/people.ts';
import { unavailable } from '../../local/stand-in/faults.ts';
import { buttonsOf, codeOf, factOf, referenceOf, textsOf, titleOf } from '../support/cards-seen.ts';
import { chatter, readCode } from '../support/chatter.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { stored } from '../support/stored.ts';

let bot: RunningBot;
beforeAll(async () => {
  bot = await startRunningBot();
}, 60_000);
afterAll(() => bot.stop());

const serviceCalls = (path: string): readonly Readonly<Record<string, string>>[] =>
  bot.backupService.received
    .filter((request) => request.path === path)
    .map(({ body, headers }) => ({
      ...Object.fromEntries(new URLSearchParams(body)),
      ...(headers.authorization !== undefined && {
        authorization: headers.authorization,
      }),
    }));

test.concurrent('"restore status" describes every state of sign-in and session', async () => {
  const alex = chatter(bot, ALEX);
  const nobody = await alex.ask('restore status');
  expect([titleOf(nobody.card), buttonsOf(nobody.card)]).toEqual(["You're not signed in", ['Sign in']]);

  const code = await alex.login();
  const pending = await alex.ask('status');
  expect(titleOf(pending.card)).toBe("Your sign-in isn't finished");
  expect(buttonsOf(pending.card)).toEqual(['Show my code', 'Cancel']);
  expect(codeOf(pending.card)).toBeUndefined();
  const { outcome } = await alex.press(pending.id, 'Show my code');
  expect(outcome.kind === 'card' && codeOf(outcome.card)).toBe(code.userCode);
  expect(buttonsOf(await alex.becomes(code.id, 'Continues on another card'))).toEqual([]);
  // Longer than a card is given until its id is stored.
  await pause(2_500);
  expect(codeOf(alex.card(pending.id))).toBe(code.userCode);

  await alex.approve(code);
  await alex.becomes(pending.id, 'Signed in');
  const signedIn = await alex.ask('Restore   STATUS');
  expect(titleOf(signedIn.card)).toBe("You're signed in");
  expect(factOf(signedIn.card, 'Account')).toBe(ALEX.signInName);
  expect(factOf(signedIn.card, 'Service')).toBe(new URL(bot.backupService.url).host);
  expect(factOf(signedIn.card, 'Rights')).toMatch(/^You are a restore operator/);
  expect(buttonsOf(signedIn.card)).toEqual(['Find items to restore', 'Renew', 'Log out']);
});

test.concurrent('"restore login" while signed in shows the session, and Sign in again replaces it', async () => {
  const mika = chatter(bot, MIKA);
  const { id: firstCard } = await mika.signIn();
  const before = (await stored(bot.environment).open(mika.conversation.id, MIKA))?.session;
  const answer = await mika.ask('restore login');
  expect(titleOf(answer.card)).toBe("You're already signed in");
  expect(buttonsOf(answer.card)).toEqual(['Find items to restore', 'Renew', 'Log out', 'Sign in again']);

  await mika.press(answer.id, 'Sign in again');
  const code = readCode(answer.id, await mika.becomes(answer.id, 'Sign in to restore data'));
  const both = await mika.ask('restore status');
  expect(textsOf(both.card)).toContain('A new sign-in is pending. Approve it on the sign-in page to finish.');
  if (code !== undefined) await mika.approve(code);
  await mika.becomes(answer.id, 'Signed in');
  const replaced = await mika.becomes(firstCard, 'Your session has ended');
  expect(textsOf(replaced)).toContain('Another sign-in has taken its place, and I have erased its tokens.');
  expect(buttonsOf(replaced)).toEqual(['Status']);
  expect(serviceCalls('/v8/token/logout')).toContainEqual({
    authorization: `Bearer ${before?.accessToken}`,
  });
});

test.concurrent('a session is renewed at the service, typed and by its button, without a new sign-in', async () => {
  const noor = chatter(bot, NOOR);
  const storage = stored(bot.environment);
  const session = async () => (await storage.open(noor.conversation.id, NOOR))?.session;
  const { id } = await noor.signIn();
  const first = await session();

  const answer = await noor.ask('restore renew');
  expect(titleOf(answer.card)).toBe('Session renewed');
  const second = await session();
  expect(serviceCalls('/v8/token')).toContainEqual({
    grant_type: 'refresh_token',
    refresh_token: first?.refreshToken,
    disable_antiforgery_token: 'true',
  });
  expect(second?.accessToken).not.toBe(first?.accessToken);

  const { outcome } = await noor.press(id, 'Renew');
  expect(outcome.kind === 'card' && titleOf(outcome.card)).toBe('Signed in');
  const third = await session();
  expect(third?.id).not.toBe(second?.id);
  expect(third?.signInId).toBe(first?.signInId);

  // The service refuses: the bot uses the identity provider's refresh token and exchanges again.
  const refusal = {
    kind: 'answer',
    status: 400,
    body: { message: 'no', errorCode: 'InvalidGrant' },
  } as const;
  bot.backupService.faults.next({ path: '/v8/token', grantType: 'refresh_token' }, refusal);
  expect(titleOf((await noor.ask('restore renew')).card)).toBe('Session renewed');
  const refresh = bot.identityProvider.received.findLast(({ body }) => body.includes('grant_type=refresh_token'));
  expect(Object.fromEntries(new URLSearchParams(refresh?.body))).toEqual({
    client_id: FERNWEH.operatorApplicationId,
    scope: `api://${FERNWEH.operatorApplicationId}/access_as_user openid profile offline_access`,
    grant_type: 'refresh_token',
    refresh_token: third?.identityRefreshToken,
  });

  // Both refuse: the person is asked to sign in.
  bot.backupService.faults.next({ path: '/v8/token', grantType: 'refresh_token' }, refusal);
  bot.identityProvider.faults.next({ path: '/token', grantType: 'refresh_token' }, REFUSALS.refreshTokenEnded);
  const refused = await noor.ask('restore renew');
  expect(titleOf(refused.card)).toBe('Session not renewed');
  expect(buttonsOf(refused.card)).toContain('Sign in again');
  expect(bot.lines.some((line) => line.includes(referenceOf(refused.card)))).toBe(true);
  await noor.press(refused.id, 'Sign in again');
  const code = readCode(refused.id, await noor.becomes(refused.id, 'Sign in to restore data'));
  if (code !== undefined) await noor.approve(code);
  await noor.becomes(refused.id, 'Signed in');
});

test.concurrent('"restore logout" ends the session at the service, erases every token and edits the card; if the service is unavailable, the card says so', async () => {
  // In the group chat, so that this session is separate from those of other tests.
  const alex = chatter(bot, ALEX, bot.connector.groupChat);
  const storage = stored(bot.environment);
  const { id: first } = await alex.signIn();
  const before = (await storage.open(alex.conversation.id, ALEX))?.session;
  const answer = await alex.ask('restore logout');
  expect(titleOf(answer.card)).toBe('Logged out');
  expect(textsOf(answer.card)).toContain('The backup service has also ended the session.');
  expect(serviceCalls('/v8/token/logout')).toContainEqual({
    authorization: `Bearer ${before?.accessToken}`,
  });
  await alex.becomes(first, 'Logged out');
  const after = await storage.open(alex.conversation.id, ALEX);
  expect([after?.session, after?.signIn]).toEqual([undefined, undefined]);
  expect(titleOf((await alex.ask('restore logout')).card)).toBe("You're not signed in");
  expect(titleOf((await alex.ask('restore renew')).card)).toBe("You're not signed in");

  const { id: second } = await alex.signIn();
  bot.backupService.faults.next('/v8/token/logout', unavailable(), 5);
  await alex.press(second, 'This was not me');
  const card = await alex.becomes(second, "Logged out, because it wasn't you");
  const shown = textsOf(card).join('\n');
  expect(shown).toContain("I couldn't reach the backup service, so it doesn't know.");
  expect(shown).toMatch(/The session's token stays valid there until \{\{DATE/);
  expect(bot.lines.some((line) => line.includes(referenceOf(card)))).toBe(true);
  bot.backupService.faults.clear();
  await pause(300);
  const events = (await storage.audit()).filter(({ conversation }) => conversation === alex.conversation.id);
  expect(events.map(({ event, outcome }) => [event, outcome])).toEqual([
    ['sign-in-started', undefined],
    ['signed-in', 'success'],
    ['logged-out', 'yes'],
    ['sign-in-started', undefined],
    ['signed-in', 'success'],
    ['not-me', 'unreachable'],
  ]);
});

test.concurrent('help, greetings, unknown and misspelt commands are answered with what this person may do here', async () => {
  const petra = chatter(bot, PETRA);
  for (const text of ['restore help', 'hello', '/restore help', '&nbsp;Hi!']) {
    const { card } = await petra.ask(text);
    expect(titleOf(card)).toBe('What I can do');
    expect(buttonsOf(card)).toEqual(['Sign in', 'Find items to restore', 'Ask for a restore', 'All commands']);
  }
  const unknown = await petra.ask('what can you do?');
  expect(textsOf(unknown.card)).toContain("I don't know the command “what can you do”.");
  await petra.press(unknown.id, 'All commands');
  const all = await petra.becomes(unknown.id, 'All commands');
  expect(textsOf(all)).toEqual(expect.arrayContaining(['restore login', 'restore logout']));
  expect(textsOf(all).join(' ')).not.toContain('app-only');
  const misspelt = await petra.ask('restore stauts');
  expect(titleOf(misspelt.card)).toBe('Did you mean this?');
  const { outcome } = await petra.press(misspelt.id, 'restore status');
  expect(outcome.kind === 'card' && titleOf(outcome.card)).toBe("You're not signed in");

  const slip = await petra.ask('restore loign');
  await petra.press(slip.id, 'restore login');
  await petra.becomes(slip.id, 'Sign in to restore data');
  expect(petra.messages.filter((message) => codeOf(message.card) !== undefined)).toHaveLength(1);
  await petra.ask('restore cancel');
  await petra.becomes(slip.id, 'Sign-in cancelled');

  const dana = chatter(bot, DANA);
  expect(titleOf((await dana.ask('restore login app-only')).card)).toBe("App-only sign-in isn't available to you");
  const refused = await dana.ask('restore login nowhere');
  expect(titleOf(refused.card)).toBe('Organization not available to you');
});
