/** Asking from the menu of a message, and taking it, in two tabs of the chat page. */
import type { Browser } from 'playwright-core';
import { ALEX, NOOR } from '../../local/people.ts';
import { chatter } from '../support/chatter.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { NARROW, openChat, overTheEdge } from './chat-tab.ts';
import { launchChromium } from './chromium.ts';

let bot: RunningBot;
let browser: Browser;
beforeAll(async () => {
  [bot, browser] = await Promise.all([startRunningBot(), launchChromium()]);
}, 90_000);
afterAll(async () => {
  await browser?.close();
  await bot?.stop();
}, 30_000);

test('somebody asks in the menu of a message, an operator takes it, and both see where it stands', async () => {
  const alex = chatter(bot, ALEX);
  await alex.signIn();
  const operator = await openChat(browser, bot.connector.url);
  await operator.become(ALEX);
  await operator.page.setViewportSize(NARROW.viewport);
  await operator.say('restore on duty');
  await operator.card("You're on duty").waitFor();

  const asker = await openChat(browser, bot.connector.url);
  await asker.become(NOOR);
  await asker.open('groupChat');
  await asker.page.getByTestId('mention-toggle').click();
  await asker.say('Where is the Kyoto itinerary?');
  const message = asker.page.getByTestId('message').last();
  await message.hover();
  await message.getByRole('button', { name: 'Ask for a restore' }).click();
  const dialog = asker.page.getByTestId('dialog');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await dialog.getByText('Write what is missing.').waitFor();
  await asker.picture('request-dialog');
  await dialog.getByLabel('What is missing?').fill('kyoto');
  await dialog.getByRole('combobox').selectOption({ label: 'Mail' });
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await dialog.getByText("I've written to you in our personal chat").waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await asker.open('personal');
  await asker.card('Request received').waitFor();

  const request = operator.card(`${NOOR.name} asks for a restore`);
  await operator.picture('request-card');
  await request.getByRole('button', { name: 'Decline…' }).click();
  await request.getByLabel('Why not?').waitFor();
  expect(await overTheEdge(operator.page)).toEqual([]);
  await request.getByRole('button', { name: 'Take it' }).click();
  await operator.card('What I found').waitFor();
  await operator.card('You took this request').waitFor();
  await operator.picture('request-taken');
  await asker.card('Your request was taken').waitFor();
  await asker.picture('request-own');
  expect([...asker.complaints, ...operator.complaints]).toEqual([]);
  await asker.close();
  await operator.close();
}, 120_000);
