/** The end of a session at its longest life, while the service's token is valid for an hour. In real time: nine seconds. */
import { ALEX } from '../../local/people.ts';
import { buttonsOf, factOf, textsOf, titleOf } from '../support/cards-seen.ts';
import { chatter } from '../support/chatter.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { stored } from '../support/stored.ts';

const LIFE_MILLISECONDS = 9_000;

let bot: RunningBot;
beforeAll(async () => {
  bot = await startRunningBot({ environment: { MAX_SESSION_HOURS: String(LIFE_MILLISECONDS / 3_600_000) } });
}, 60_000);
afterAll(() => bot.stop());

const callsTo = (path: string) => bot.backupService.received.filter((call) => call.path === path);

test('a session that cannot last longer offers a new sign-in only, is announced, and ends here and at the service', async () => {
  const alex = chatter(bot, ALEX);
  const { id } = await alex.signIn();
  const session = (await stored(bot.environment).open(alex.conversation.id, ALEX))?.session;
  expect((session?.expiresAt ?? 0) - (session?.signedInAt ?? 0)).toBe(LIFE_MILLISECONDS);
  expect(buttonsOf(alex.card(id))).not.toContain('Renew');
  expect(buttonsOf(alex.card(id))).toContain('Sign in again');

  const refused = await alex.ask('restore renew');
  expect(titleOf(refused.card)).toBe('Session not renewed');
  expect(textsOf(refused.card)).toContain(
    "Your session has reached the longest time that a session may last, so it can't be renewed.",
  );
  expect(buttonsOf(refused.card)).toEqual(['Sign in again', 'Log out']);
  expect(factOf((await alex.ask('restore status')).card, 'Renewal')).toBe('Only with a new sign-in');
  // The sign-in's exchange, and nothing else.
  expect(callsTo('/v8/token')).toHaveLength(1);

  const notice = await bot.connector.waitFor(
    () => alex.messages.find(({ card }) => titleOf(card) === 'Your session ends soon'),
    20_000,
  );
  expect(buttonsOf(notice.card)).toEqual(['Sign in again', 'Log out', 'Turn off notices']);
  expect(callsTo('/v8/token/logout')).toEqual([]);

  const ended = await alex.becomes(id, 'Your session has ended');
  expect(Date.now()).toBeGreaterThanOrEqual(session?.expiresAt ?? 0);
  expect(textsOf(ended)).toContain('It reached the longest time that a session may last. I have erased its tokens.');
  expect(buttonsOf(ended)).toEqual(['Sign in']);
  expect(callsTo('/v8/token/logout').map(({ headers }) => headers.authorization)).toEqual([
    `Bearer ${session?.accessToken}`,
  ]);
  expect((await stored(bot.environment).open(alex.conversation.id, ALEX))?.session).toBeUndefined();
}, 60_000);
