/** From the posts of a channel to the file in the chat, as a person goes through it in the chat page. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { ALEX } from '../../local/people.ts';
import { NARROW, RESULTS, type ChatTab } from './chat-tab.ts';
import { close, keep, rowOf, signedInAs, startParts } from './restoring.ts';
import { openRow, press } from './pressing.ts';

/** The service takes a while. */
const EXPORTED = { timeout: 40_000 };

const parts = startParts();
let chat: ChatTab;

beforeAll(async () => {
  chat = await signedInAs(parts, ALEX);
}, 60_000);

afterAll(() => close(chat));

async function kept(card: Locator, name: string, picture?: string): Promise<void> {
  await card.scrollIntoViewIfNeeded();
  await keep(chat, card, name, picture);
}

test('the posts of a channel become a file in the chat, which can be downloaded', async () => {
  await chat.say('restore find departure of Northern lights 2026');
  await press(chat.card('What I found'), 'Browse folders');
  const folder = chat.card('In this folder');
  await openRow(folder, 'General');
  await openRow(folder, 'Posts');
  await folder.getByText('Departure on 12 March', { exact: true }).waitFor();
  await kept(folder, '9q-posts', 'restore-posts');
  await press(folder, 'Export');
  await folder.getByText('The export has started').waitFor();

  const own = chat.card('Preparing the export');
  await own.waitFor();
  await kept(own, '9r-preparing');
  const offer = chat.page.getByTestId('file-offer');
  await offer.waitFor(EXPORTED);
  await chat.card('The export is ready').waitFor();
  await kept(offer, '9s-offered', 'export-offered');
  await press(offer, 'Allow');

  const file = chat.page.getByTestId('file').last();
  await file.waitFor(EXPORTED);
  await chat.card('Exported').waitFor();
  await offer.waitFor({ state: 'detached' });
  await kept(file, '9t-exported');
  const [download] = await Promise.all([chat.page.waitForEvent('download'), file.getByText('Download').click()]);
  expect(download.suggestedFilename()).toMatch(/^General .*\.html$/);
  const saved = join(RESULTS, 'posts.html');
  await download.saveAs(saved);
  expect(await readFile(saved, 'utf8')).toContain('Departure on 12 March');
}, 120_000);

test('one post is declined on a phone', async () => {
  parts.bot.backupService.restore.setExportSlowness(0);
  await chat.page.setViewportSize(NARROW.viewport);
  await chat.say('restore find departure of Northern lights 2026');
  const results = chat.card('What I found');
  await rowOf(results, 'Departure on 12 March').getByRole('checkbox').check();
  await kept(results, '9u-narrow-results');
  await press(results, 'Export');
  const offer = chat.page.getByTestId('file-offer');
  await offer.waitFor(EXPORTED);
  await offer.getByText('One post from').waitFor();
  await kept(offer, '9v-narrow-offer');
  await press(offer, 'Decline');
  const declined = chat.card('Export declined');
  await declined.waitFor(EXPORTED);
  await kept(declined, '9w-narrow-declined');
}, 120_000);
