/** Signing in in the browser, in each language: the card's link, the provider's pages, the bot's page, the card. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { ALEX, NOOR, type SamplePerson } from '../../local/people.ts';
import { wordsFor } from '../../src/cards/text/index.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { NARROW, openChat, overTheEdge, RESULTS, type ChatTab } from './chat-tab.ts';
import { startBrowser } from './chromium.ts';
import { codeOn, decideAs } from './sign-in-page.ts';
import { press } from './pressing.ts';

const PICTURES = process.env['PICTURES'] ?? RESULTS;

const chromium = startBrowser();

/** From the card's link to the page of the bot. */
async function signIn(chat: ChatTab, locale: string, person: SamplePerson, decision = 'approve'): Promise<Page> {
  const { signIn: words } = wordsFor(locale);
  const opened = chat.page.context().waitForEvent('page');
  await chat.card(words.title).getByRole('link', { name: words.browser.open, exact: true }).click();
  const page = await opened;
  await page.getByTestId(`account-${person.signInName}`).click();
  await page.getByTestId(decision).click();
  await page.waitForURL(/\/signed-in$/);
  return page;
}

describe('in the browser', () => {
  let bot: RunningBot;
  beforeAll(async () => {
    bot = await startRunningBot({ signIn: 'browser' });
  }, 60_000);
  afterAll(() => bot?.stop());

  test.each(['en-GB', 'de-DE', 'fr-FR', 'es-ES', 'ja-JP'])(
    'in %s: one press, one choice of account, and the page and the card say so',
    async (locale) => {
      const chat = await openChat(chromium.browser, bot.connector.url, { ...NARROW, locale });
      const words = wordsFor(locale);
      await chat.say('restore login');
      const waiting = chat.card(words.signIn.title);
      await waiting.waitFor();
      expect(await overTheEdge(chat.page)).toEqual([]);
      await chat.picture(`sign-in-in-browser-${locale}`);
      if (locale === 'en-GB') await waiting.screenshot({ path: join(PICTURES, 'sign-in-in-browser.png') });
      const page = await signIn(chat, locale, ALEX);
      expect(await page.getByRole('heading').innerText()).toBe(words.pages.done.title);
      expect(await page.locator('html').getAttribute('lang')).toBe(locale);
      await page.screenshot({ path: join(RESULTS, `signed-in-page-${locale}.png`) });
      await page.close();
      await chat.card(words.signedIn.title).waitFor();
      await chat.say('restore logout');
      await chat.card(words.loggedOut.title).waitFor();
      expect(chat.complaints).toEqual([]);
      await chat.close();
    },
    60_000,
  );

  test('a link that a colleague opens signs nobody in', async () => {
    const chat = await openChat(chromium.browser, bot.connector.url);
    await chat.become(NOOR);
    await chat.say('restore login');
    await chat.card('Sign in to restore data').waitFor();
    await (await signIn(chat, 'en-GB', ALEX)).close();
    await chat.card('Not signed in').waitFor();
    expect(chat.complaints).toEqual([]);
    await chat.close();
  }, 60_000);

  test('somebody who declines is told on the page and on the card', async () => {
    const chat = await openChat(chromium.browser, bot.connector.url);
    await chat.say('restore login');
    await chat.card('Sign in to restore data').waitFor();
    const page = await signIn(chat, 'en-GB', ALEX, 'deny');
    await page.getByText('You are not signed in').waitFor();
    await page.close();
    await chat.card('Sign-in declined').waitFor();
    await chat.close();
  }, 60_000);
});

test('with either way, a code appears on the same card and works', async () => {
  const bot = await startRunningBot({ signIn: 'both' });
  const chat = await openChat(chromium.browser, bot.connector.url);
  await chat.say('restore login');
  const waiting = chat.card('Sign in to restore data');
  await waiting.waitFor();
  await chat.picture('sign-in-either-way');
  await press(waiting, 'Use a code');
  await waiting.getByText('Your code').waitFor();
  expect(await codeOn(waiting)).toMatch(/-/);
  await chat.picture('sign-in-either-way-with-code');
  await decideAs(chat, waiting, ALEX, 'approve');
  await chat.card("You're signed in to the backup service").waitFor();
  expect(chat.complaints).toEqual([]);
  await chat.close();
  await bot.stop();
}, 90_000);
