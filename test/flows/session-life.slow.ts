import { ALEX, MIKA, NOOR } from '../../local/people.ts';
import { buttonsOf, factOf, textsOf, titleOf } from '../support/cards-seen.ts';
import { chatter, type Chatter } from '../support/chatter.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { stored } from '../support/stored.ts';

/** In real time: the service's tokens live for ten seconds. */
const TOKEN_SECONDS = 10;

let bot: RunningBot;
beforeAll(async () => {
  bot = await startRunningBot({ tokenSeconds: TOKEN_SECONDS });
}, 120_000);
afterAll(() => bot.stop());

/** The bot's next card of that title, and when it came. */
async function newCard(chat: Chatter, title: string): Promise<{ readonly id: string; readonly at: number }> {
  const found = await bot.connector.waitFor(() => chat.messages.find(({ card }) => titleOf(card) === title), 20_000);
  return { id: found.id, at: found.sentAt };
}

async function signIn(chat: Chatter, text = 'restore login'): Promise<{ readonly id: string }> {
  const code = await chat.login(text);
  await chat.approve(code);
  await chat.becomes(code.id, 'Signed in');
  return { id: code.id };
}

const sessionOf = async ({ conversation, person }: Chatter) =>
  (await stored(bot.environment).open(conversation.id, person))?.session;

const renewalsAt = (path: string): number =>
  bot.backupService.received.filter((call) => call.path === path && call.body.includes('grant_type=refresh_token'))
    .length;

async function livesAndEnds(alex: Chatter): Promise<void> {
  const { id } = await signIn(alex);
  const { issuedAt = Number.NaN, expiresAt = Number.NaN } = (await sessionOf(alex)) ?? {};
  const status = await alex.ask('restore status');
  expect(factOf(status.card, 'Account')).toBe(ALEX.signInName);
  expect(factOf(status.card, 'Time left')).toBe('Less than a minute');
  expect(factOf(status.card, 'Rights')).toBe('You are a restore operator at the service');
  expect(factOf(status.card, 'Renewal')).toBe('Possible without a new sign-in');

  const notice = await newCard(alex, 'Your session ends soon');
  expect(notice.at).toBeGreaterThan(issuedAt + 3_500);
  expect(notice.at).toBeLessThan(expiresAt);
  expect(buttonsOf(alex.card(notice.id))).toEqual(['Renew', 'Log out', 'Turn off notices']);
  expect(textsOf(alex.card(notice.id)).join(' ')).toMatch(/until \{\{DATE\(.+?\)\}\}, \{\{TIME\(.+?\)\}\}/);

  const ended = await alex.becomes(id, 'Your session has ended');
  expect(Date.now()).toBeGreaterThanOrEqual(expiresAt);
  expect(buttonsOf(ended)).toEqual(['Sign in']);
  expect(buttonsOf(await alex.becomes(notice.id, 'Your session has ended'))).toEqual(['Sign in']);
  expect(alex.messages.filter(({ card }) => titleOf(card) === 'Your session has ended')).toHaveLength(2);
  expect(await sessionOf(alex)).toBeUndefined();
  expect(titleOf((await alex.ask('restore status')).card)).toBe("You're not signed in");
}

/** Renewed on its notice: the old notice and expiry jobs do nothing, and the new session gets its own. */
async function isRenewed(noor: Chatter): Promise<void> {
  const { id } = await signIn(noor);
  const before = await sessionOf(noor);
  const notice = await newCard(noor, 'Your session ends soon');
  await Promise.all([noor.press(notice.id, 'Renew'), noor.press(notice.id, 'Renew'), noor.press(id, 'Renew')]);
  await noor.becomes(notice.id, 'Session renewed');
  expect(buttonsOf(noor.card(notice.id))).toEqual([]);
  expect(titleOf(noor.card(id))).toBe('Signed in');
  expect(renewalsAt('/v8/token')).toBe(1);
  const after = await sessionOf(noor);
  expect(after?.refreshToken).not.toBe(before?.refreshToken);
  expect(after?.signInId).toBe(before?.signInId);

  // A second notice, for the renewed session, at its own time.
  const second = await bot.connector.waitFor(
    () =>
      noor.messages.find((message) => message.id !== notice.id && titleOf(message.card) === 'Your session ends soon'),
    15_000,
  );
  expect(second.sentAt).toBeGreaterThan((after?.issuedAt ?? Number.NaN) + 3_500);
  expect(second.sentAt).toBeLessThan(after?.expiresAt ?? 0);
  await noor.press(second.id, 'Turn off notices');
  await noor.becomes(second.id, 'Notices are off');
  const status = await noor.ask('restore status');
  expect(factOf(status.card, 'Notices')).toBe('Off in this chat');
  await noor.press(status.id, 'Turn on notices');
  await noor.becomes(status.id, 'Notices are on');
  await noor.ask('restore logout');
  await noor.becomes(id, 'Logged out');
  expect(await sessionOf(noor)).toBeUndefined();
}

/** App-only: renewed where it was issued. */
async function isRenewedAppOnly(mika: Chatter): Promise<void> {
  const { id } = await signIn(mika, 'restore login app-only');
  const renewed = await mika.ask('restore renew');
  expect(titleOf(renewed.card)).toBe('Session renewed');
  expect(renewalsAt('/v5/Token')).toBe(1);
  await mika.press(id, 'Log out');
  await mika.becomes(id, 'Logged out');
}

test('three sessions of ten seconds: one ends, one is renewed on its notice, one app-only', async () => {
  await Promise.all([
    livesAndEnds(chatter(bot, ALEX)),
    isRenewed(chatter(bot, NOOR)),
    isRenewedAppOnly(chatter(bot, MIKA)),
  ]);
  // Audit lines of one moment share a request.
  await new Promise((resolve) => setTimeout(resolve, 600));
  const events = (await stored(bot.environment).audit()).map(({ event, outcome }) => [event, outcome].join(' ').trim());
  expect(events.filter((event) => event === 'signed-in success')).toHaveLength(3);
  expect(events.filter((event) => event === 'renewed success')).toHaveLength(2);
  expect(events.filter((event) => event === 'logged-out yes')).toHaveLength(2);
  expect(events.filter((event) => event === 'expired')).toHaveLength(1);
}, 120_000);
