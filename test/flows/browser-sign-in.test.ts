/** Signing in in the browser: the link on the card, the provider's real pages, and the two public routes. */
import { createBrowser } from '../../local/identity-provider/approve.ts';
import { ALEX, type SamplePerson } from '../../local/people.ts';
import { linkOf } from '../support/cards-seen.ts';
import { chatter } from '../support/chatter.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';

let bot: RunningBot;
beforeAll(async () => {
  bot = await startRunningBot({ signIn: 'both' });
});
afterAll(() => bot.stop());

/** From the link on the card to the page that the bot shows at the end. */
async function signInWith(link: string, person: SamplePerson, decision = 'approve') {
  const browser = createBrowser();
  const account = await browser.open(link);
  expect(account.name).toBe('account');
  const consent = await browser.submit(account, { account: person.signInName });
  expect(consent.name).toBe('consent');
  const answer = await browser.submit(consent, { decision });
  return browser.submit(answer, {});
}

test('a person who presses Sign in is signed in two seconds after approving', async () => {
  const alex = chatter(bot, ALEX);
  const { id } = await alex.ask('restore login');
  const page = await signInWith(linkOf(alex.card(id)) ?? '', ALEX);
  expect(page.html).toContain('Go back to Teams.');
  await alex.becomes(id, 'Signed in', 2_000);
});
