/** Whole sign-ins in the chat page, as people go through them: real bot, real storage, real provider, real browser. */
import { mkdir } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { ALEX, MIKA, NOOR, PETRA } from '../../local/people.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { NARROW, openChat, overTheEdge, RESULTS, type ChatTab } from './chat-tab.ts';
import { launchChromium } from './chromium.ts';
import { codeOn, decideAs } from './sign-in-page.ts';
import { press } from './pressing.ts';

let browser: Browser;
let bot: RunningBot;
let chat: ChatTab;

beforeAll(async () => {
  await mkdir(RESULTS, { recursive: true });
  browser = await launchChromium();
  bot = await startRunningBot();
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await bot?.stop();
}, 60_000);

beforeEach(async () => {
  chat = await openChat(browser, bot.connector.url);
});

afterEach(async () => {
  const { complaints } = chat;
  await chat.close();
  expect(complaints).toEqual([]);
});

test('an operator signs in, opens the details and the status, and logs out', async () => {
  await chat.card("Hello, I'm the restore bot").waitFor();
  await chat.picture('01-welcome');

  await chat.say('restore login');
  const waiting = chat.card('Sign in to restore data');
  await waiting.waitFor();
  await chat.picture('02-waiting');
  const code = await codeOn(waiting);
  await decideAs(chat, waiting, ALEX, 'approve', '03-provider');

  const signedIn = chat.card("You're signed in to the backup service");
  await signedIn.waitFor();
  expect(await chat.page.getByTestId('card').filter({ hasText: code }).count()).toBe(0);
  await chat.picture('04-signed-in');

  expect(await signedIn.getByText(ALEX.objectId).isVisible()).toBe(false);
  await press(signedIn, 'Details');
  await signedIn.getByText(ALEX.objectId).waitFor();
  expect(await signedIn.getByText(ALEX.tenantId).isVisible()).toBe(true);
  await chat.picture('05-details');

  await chat.say('status');
  await chat.card('You are a restore operator at the service').waitFor();
  await chat.picture('06-status');

  await press(signedIn, 'Log out');
  await chat.card('I have erased every token').waitFor();
  await chat.picture('07-logged-out');
  expect(await signedIn.count()).toBe(0);
}, 60_000);

test('a declined sign-in says so and can be tried again', async () => {
  await chat.become(NOOR);
  await chat.say('login');
  await decideAs(chat, chat.card('Sign in to restore data'), NOOR, 'deny', '10-deny');
  const declined = chat.card('Sign-in declined');
  await declined.waitFor();
  await chat.picture('11-declined');

  await press(declined, 'Try again');
  const again = chat.card('Sign in to restore data');
  await decideAs(chat, again, NOOR, 'approve');
  await chat.card("You're signed in to the backup service").waitFor();
  await chat.say('login');
  await chat.card("You're already signed in").waitFor();
  await chat.picture('12-already-signed-in');
}, 60_000);

test('a new code replaces the old one, and cancel ends the sign-in', async () => {
  await chat.become(PETRA);
  await chat.say('restore login');
  const waiting = chat.card('Sign in to restore data');
  await waiting.waitFor();
  const first = await codeOn(waiting);
  await press(waiting, 'New code');
  await chat.page.getByTestId('card').filter({ hasText: first }).waitFor({ state: 'detached' });
  const second = await codeOn(chat.card('Sign in to restore data'));
  expect(second).not.toBe(first);
  await chat.picture('20-new-code');

  await press(chat.card('Sign in to restore data'), 'Cancel');
  await chat.card('Sign-in cancelled').waitFor();
  expect(await chat.page.getByTestId('card').filter({ hasText: second }).count()).toBe(0);
  await chat.picture('21-cancelled');
}, 60_000);

test('a code that somebody else approves: the administrator reads who it was, the person who asked does not', async () => {
  await chat.become(MIKA);
  await chat.say('help');
  await chat.card('What I can do').waitFor();
  await chat.become(NOOR);
  await chat.say('logout');
  await chat.card('I have erased every token').waitFor();
  await chat.say('login');
  await decideAs(chat, chat.card('Sign in to restore data'), PETRA, 'approve');
  const refused = chat.card('An account other than yours signed in');
  await refused.waitFor();
  expect(await refused.getByText(/petra/i).count()).toBe(0);
  await chat.picture('23-somebody-else');

  await chat.become(MIKA);
  const report = chat.card('Sign-in approved by someone else');
  await report.waitFor();
  for (const { objectId } of [NOOR, PETRA]) await report.getByText(objectId).waitFor();
  await chat.picture('24-report');
}, 60_000);

test('a person who is no restore operator is told who can change that', async () => {
  await chat.become(PETRA);
  await chat.say('login');
  await decideAs(chat, chat.card('Sign in to restore data'), PETRA, 'approve');
  await chat.card("doesn't allow this account to restore").waitFor();
  await chat.picture('22-no-operator');
}, 60_000);

test('an administrator signs in app-only, and a misspelt command is understood', async () => {
  await chat.become(MIKA);
  await chat.say('restore loign');
  const near = chat.card('Did you mean');
  await near.waitFor();
  await chat.picture('30-did-you-mean');
  await press(near, 'restore login');
  const asOperator = chat.card(/Sign in to restore data.*Restore operator/);
  await asOperator.waitFor();
  await chat.say('restore cancel');
  await chat.card('Sign-in cancelled').waitFor();

  await chat.say('restore login app-only');
  await decideAs(chat, chat.card(/Sign in to restore data.*app-only/), MIKA, 'approve', '31-app-only');
  await chat.card("You're signed in to the backup service").waitFor();
  await chat.picture('32-app-only-signed-in');
  await chat.say('what is this');
  await chat.card("I don't know").waitFor();
  await chat.picture('33-help');
}, 60_000);

test('in a group chat only the person who requested the code sees it', async () => {
  await chat.open('groupChat');
  await chat.say('restore login');
  const own = chat.card('Sign in to restore data');
  await own.waitFor();
  const code = await codeOn(own);
  await chat.picture('40-group-alex');

  const other = await openChat(browser, bot.connector.url);
  await other.become(NOOR);
  await other.open('groupChat');
  const seen = other.card('Alex Sommer is signing in');
  await seen.waitFor();
  expect(await other.page.locator('body').innerText()).not.toContain(code);
  await press(seen, 'Show my code');
  await other.page.getByTestId('card-note').filter({ hasText: /\S/ }).waitFor();
  expect(await other.page.locator('body').innerText()).not.toContain(code);
  await other.picture('41-group-noor');

  await decideAs(chat, own, ALEX, 'approve');
  await chat.card('Alex Sommer is signed in').waitFor();
  await other.card('Alex Sommer is signed in').waitFor();
  await chat.picture('42-group-signed-in');
  await press(chat.card('Alex Sommer is signed in'), 'Log out');
  await chat.card('Logged out').waitFor();
  expect(other.complaints).toEqual([]);
  await other.close();
}, 60_000);

test('on a narrow screen nothing runs over the edge', async () => {
  const narrow = await openChat(browser, bot.connector.url, NARROW);
  await narrow.say('restore login');
  await narrow.card('Sign in to restore data').waitFor();
  await narrow.picture('50-narrow-waiting');
  expect(await overTheEdge(narrow.page)).toEqual([]);
  await decideAs(narrow, narrow.card('Sign in to restore data'), ALEX, 'approve', '51-narrow-provider');
  const signedIn = narrow.card("You're signed in to the backup service");
  await press(signedIn, 'Details');
  await narrow.picture('52-narrow-signed-in');
  await narrow.say('status');
  await narrow.card('You are a restore operator at the service').waitFor();
  await narrow.picture('53-narrow-status');
  expect(await overTheEdge(narrow.page)).toEqual([]);
  await narrow.say('logout');
  await narrow.card('I have erased every token').waitFor();
  expect(narrow.complaints).toEqual([]);
  await narrow.close();
}, 60_000);

test('everything can be read with a dark color scheme', async () => {
  const dark = await openChat(browser, bot.connector.url, { colorScheme: 'dark' });
  await dark.say('restore login');
  await dark.card('Sign in to restore data').waitFor();
  await dark.picture('60-dark-waiting');
  await decideAs(dark, dark.card('Sign in to restore data'), ALEX, 'approve', '61-dark-provider');
  await dark.card("You're signed in to the backup service").waitFor();
  await dark.picture('62-dark-signed-in');
  expect(dark.complaints).toEqual([]);
  await dark.close();
}, 60_000);
