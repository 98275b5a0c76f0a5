/** From the posts of a channel to the file in the chat, as a person goes through it in the chat page. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import { ALEX } from '../../local/people.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { NARROW, openChat, overTheEdge, RESULTS, type ChatTab } from './chat-tab.ts';
import { launchChromium } from './chromium.ts';
import { decideAs } from './sign-in-page.ts';

/** The service takes a while. */
const EXPORTED = { timeout: 40_000 };

let browser: Browser;
let bot: RunningBot;
let chat: ChatTab;

beforeAll(async () => {
  await mkdir(RESULTS, { recursive: true });
  browser = await launchChromium();
  bot = await startRunningBot();
  chat = await openChat(browser, bot.connector.url, { viewport: { width: 1200, height: 1000 } });
  await chat.say('restore login');
  await decideAs(chat, chat.card('Sign in to restore data'), ALEX, 'approve');
  await chat.card("You're signed in to the backup service").waitFor();
}, 60_000);

afterAll(async () => {
  expect(chat.complaints).toEqual([]);
  await chat?.close();
  await browser?.close();
  await bot?.stop();
}, 60_000);

const press = (card: Locator, name: string): Promise<void> => card.getByRole('button', { name, exact: true }).click();

/** The row of a list that has this in bold. */
const rowOf = (card: Locator, title: string): Locator =>
  card.locator('.ac-columnSet').filter({ has: card.page().getByText(title, { exact: true }) });

async function keep(card: Locator, name: string): Promise<void> {
  await card.scrollIntoViewIfNeeded();
  await chat.picture(name);
  expect([name, await overTheEdge(chat.page)]).toEqual([name, []]);
}

test('the posts of a channel become a file in the chat, which can be downloaded', async () => {
  await chat.say('restore find departure of Northern lights 2026');
  await press(chat.card('What I found'), 'Browse folders');
  const folder = chat.card('In this folder');
  await press(rowOf(folder, 'General'), 'Open');
  await press(rowOf(folder, 'Posts'), 'Open');
  await folder.getByText('Departure on 12 March', { exact: true }).waitFor();
  await keep(folder, '9q-posts');
  await press(folder, 'Export');
  await folder.getByText('The export has begun').waitFor();

  const own = chat.card('Preparing the export');
  await own.waitFor();
  await keep(own, '9r-preparing');
  const offer = chat.page.getByTestId('file-offer');
  await offer.waitFor(EXPORTED);
  await chat.card('The export is ready').waitFor();
  await keep(offer, '9s-offered');
  await press(offer, 'Allow');

  const file = chat.page.getByTestId('file').last();
  await file.waitFor(EXPORTED);
  await chat.card('Exported').waitFor();
  await offer.waitFor({ state: 'detached' });
  await keep(file, '9t-exported');
  const [download] = await Promise.all([chat.page.waitForEvent('download'), file.getByText('Download').click()]);
  expect(download.suggestedFilename()).toMatch(/^General .*\.html$/);
  const saved = join(RESULTS, 'posts.html');
  await download.saveAs(saved);
  expect(await readFile(saved, 'utf8')).toContain('Departure on 12 March');
}, 120_000);

test('one post is declined on a phone', async () => {
  bot.backupService.restore.setExportSlowness(0);
  await chat.page.setViewportSize(NARROW.viewport);
  await chat.say('restore find departure of Northern lights 2026');
  const results = chat.card('What I found');
  await rowOf(results, 'Departure on 12 March').getByRole('checkbox').check();
  await keep(results, '9u-narrow-results');
  await press(results, 'Export');
  const offer = chat.page.getByTestId('file-offer');
  await offer.waitFor(EXPORTED);
  await offer.getByText('One post from').waitFor();
  await keep(offer, '9v-narrow-offer');
  await press(offer, 'Decline');
  const declined = chat.card('Export declined');
  await declined.waitFor(EXPORTED);
  await keep(declined, '9w-narrow-declined');
}, 120_000);
