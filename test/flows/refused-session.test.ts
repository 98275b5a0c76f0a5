/** A session that the service has forgotten ends, and **Sign in** continues, also after a restart of the service. */
import { ALEX, MIKA, NOOR } from '../../local/people.ts';
import { REFUSALS } from '../../local/identity-provider/entra-errors.ts';
import { unavailable } from '../../local/stand-in/faults.ts';
import { SCOPE_DATASET } from '../../src/cards/layout/verbs.ts';
import { buttonsOf, textsOf, titleOf } from '../support/cards-seen.ts';
import { chatter, PATIENCE_MILLISECONDS, readCode, type Chatter } from '../support/chatter.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { stored } from '../support/stored.ts';

let bot: RunningBot;
beforeEach(async () => {
  bot = await startRunningBot();
}, 60_000);
afterEach(() => bot.stop());

const sessionOf = async (who: Chatter) =>
  (await stored(bot.environment).open(who.conversation.id, who.person))?.session;

/** The service forgets every session, and the identity provider refuses to renew them. */
function die(): void {
  bot.backupService.endAllSessions();
  bot.identityProvider.faults.next({ path: '/token', grantType: 'refresh_token' }, REFUSALS.refreshTokenEnded);
}

/** Presses **Sign in**, or another button, on a card below which the code comes; approves it. @returns the signed-in card's id */
async function signInBelow(who: Chatter, cardId: string, button = 'Sign in'): Promise<string> {
  const before = new Set(who.messages.map(({ id }) => id));
  await who.press(cardId, button);
  const card = await bot.connector.waitFor(
    () => who.messages.find(({ id, card: shown }) => !before.has(id) && titleOf(shown) === 'Sign in to restore data'),
    PATIENCE_MILLISECONDS,
  );
  const code = readCode(card.id, who.card(card.id));
  if (code === undefined) throw new Error('There is no code on the card.');
  await who.approve(code);
  await who.becomes(card.id, 'Signed in');
  return card.id;
}

test('a task requests one sign-in, then continues where it was', async () => {
  const alex = chatter(bot, ALEX);
  const { id: signedIn } = await alex.signIn();
  const asked = await alex.ask('restore find invoice');
  await alex.becomes(asked.id, 'Whose data?');
  const where = { person: ALEX, conversation: alex.conversation, cardId: asked.id };
  const { choices } = await bot.connector.search({ ...where, dataset: SCOPE_DATASET, text: 'noor' });
  await alex.press(asked.id, 'Search', { inputs: { scope: choices?.[0]?.value } });
  await alex.becomes(asked.id, 'What are you looking for?');
  die();
  await alex.press(asked.id, 'Search', { inputs: { words: 'invoice' } });
  await alex.becomes(asked.id, 'Please sign in again');
  const over = await alex.becomes(signedIn, 'Your session has ended');
  expect(textsOf(over).join(' ')).toContain('no longer accepts');
  expect(await sessionOf(alex)).toBeUndefined();

  const before = new Set(alex.messages.map(({ id }) => id));
  const card = await signInBelow(alex, asked.id);
  const goesOn = await bot.connector.waitFor(
    () => alex.messages.find(({ id }) => !before.has(id) && id !== card),
    PATIENCE_MILLISECONDS,
  );
  expect(titleOf(goesOn.card)).toBe('What I found');
  expect(textsOf(goesOn.card)).toContain("Noor Haddad's mail");
  await alex.becomes(asked.id, 'Continues below');
  expect(titleOf(alex.card(card))).toBe('Signed in');
}, 60_000);

test('an app-only session ends when its status is requested', async () => {
  const mika = chatter(bot, MIKA);
  const code = await mika.login('restore login app-only');
  await mika.approve(code);
  await mika.becomes(code.id, 'Signed in');
  expect(titleOf((await mika.ask('restore status')).card)).toBe("You're signed in");
  expect(await sessionOf(mika)).toBeDefined();

  die();
  expect(titleOf((await mika.ask('restore status')).card)).toBe('Your session has ended');
  expect(await sessionOf(mika)).toBeUndefined();
  await mika.becomes(code.id, 'Your session has ended');
}, 60_000);

test('Find items to restore on the welcome starts the sign-in, and finding comes after it', async () => {
  const noor = chatter(bot, NOOR);
  await bot.connector.open({ person: NOOR, conversation: noor.conversation });
  const welcome = await bot.connector.waitFor(() => noor.messages[0], PATIENCE_MILLISECONDS);
  await signInBelow(noor, welcome.id, 'Find items to restore');
  await bot.connector.waitFor(
    () => noor.messages.find(({ card }) => titleOf(card) === 'Whose data?'),
    PATIENCE_MILLISECONDS,
  );
  expect(titleOf(noor.card(welcome.id))).toBe("Hello, I'm the restore bot");
}, 60_000);

test('status, sessions and Renew each detect a refused session, and none of their buttons leads back to it', async () => {
  const noor = chatter(bot, NOOR);
  for (const [say, title] of [
    ['restore status', 'Your session has ended'],
    ['restore sessions', 'Please sign in again'],
    ['restore renew', 'Your session has ended'],
  ] as const) {
    await noor.signIn();
    die();
    const { card } = await noor.ask(say);
    expect([say, titleOf(card), buttonsOf(card)]).toEqual([say, title, ['Sign in']]);
    expect(await sessionOf(noor)).toBeUndefined();
    expect(titleOf((await noor.ask('restore status')).card)).toBe("You're not signed in");
  }
}, 90_000);

test('a service that fails for a while ends no session, and a session it forgot is renewed through the identity provider', async () => {
  const alex = chatter(bot, ALEX);
  await alex.signIn();
  bot.backupService.endAllSessions();
  bot.backupService.faults.next({ path: '/v8/token' }, unavailable(), 20);
  expect(titleOf((await alex.ask('restore sessions')).card)).not.toBe('Please sign in again');
  expect(await sessionOf(alex)).toBeDefined();

  bot.backupService.faults.clear();
  expect(titleOf((await alex.ask('restore status')).card)).toBe("You're signed in");
}, 60_000);
