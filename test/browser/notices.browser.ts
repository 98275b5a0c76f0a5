/** Cards that the bot sends by itself: a session about to expire, and one that has ended. */
import { mkdir } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { ALEX } from '../../local/people.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { openChat, RESULTS } from './chat-tab.ts';
import { launchChromium } from './chromium.ts';
import { decideAs } from './sign-in-page.ts';

let browser: Browser;
let bot: RunningBot;

beforeAll(async () => {
  await mkdir(RESULTS, { recursive: true });
  browser = await launchChromium();
  bot = await startRunningBot({ tokenSeconds: 14, environment: { EXPIRY_WARNING_SECONDS: '7' } });
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await bot?.stop();
}, 60_000);

test('a session about to expire posts a notice, is renewed by its button, and says when it has ended', async () => {
  const chat = await openChat(browser, bot.connector.url);
  await chat.card("Hello, I'm the restore bot").waitFor();
  await chat.say('restore login');
  await decideAs(chat, chat.card('Sign in to restore data'), ALEX, 'approve');
  await chat.card("You're signed in to the backup service").waitFor();

  const notice = chat.card('Your session ends soon');
  await notice.waitFor({ timeout: 20_000 });
  await chat.picture('70-expiring');
  await notice.getByRole('button', { name: 'Renew' }).click();
  await notice.waitFor({ state: 'detached' });
  await chat.card("You're signed in to the backup service").waitFor();
  await chat.picture('71-renewed');

  await chat.card('Your session has ended').waitFor({ timeout: 30_000 });
  await chat.picture('72-ended');
  expect(chat.complaints).toEqual([]);
  await chat.close();
}, 120_000);
