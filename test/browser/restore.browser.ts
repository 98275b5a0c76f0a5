/** From a sign-in to what is back, as people go through it in the chat page: a mail of Noor's, a document, a phone. */
import type { Locator } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { ALEX, NOOR, type SamplePerson } from '../../local/people.ts';
import { NARROW, type ChatTab } from './chat-tab.ts';
import { close, keep, openAs as openIn, RESTORED, rowOf, signedInAs, startParts } from './restoring.ts';
import { openRow as openRowOf, press as pressOn } from './pressing.ts';

const MAIL = 'Kyoto itinerary, final 🍁';
const OTHER_MAIL = 'Kyoto itinerary: trains and passes';
const DOCUMENT = 'Itinerary Kyoto.xlsx';

const parts = startParts();

const openAs = (person: SamplePerson): Promise<ChatTab> => openIn(parts, person);
const signedIn = (person: SamplePerson): Promise<ChatTab> => signedInAs(parts, person);

const TODAY = new Date().toISOString().slice(0, 10);
let presses = 0;
async function press(card: Locator, name: string): Promise<void> {
  presses += 1;
  await pressOn(card, name);
}
async function openRow(card: Locator, title: string): Promise<void> {
  presses += 1;
  await openRowOf(card, title);
}

test('an operator finds the mails that Noor deleted, and they are restored once', async () => {
  const chat = await signedIn(ALEX);
  await press(chat.card("You're signed in to the backup service"), 'Find items to restore');

  const scope = chat.card('Whose data?');
  const person = scope.getByRole('combobox').first();
  await person.pressSequentially('noor');
  await chat.page.getByTestId('choice').filter({ hasText: NOOR.name }).waitFor();
  await keep(chat, scope, '90-scope', 'restore-whose-data');
  await chat.page.getByTestId('choice').filter({ hasText: NOOR.name }).click();
  await scope.getByLabel('Keywords').fill('Kyoto');
  await press(scope, 'Search');

  // Deleted days ago, it is in no backup since.
  const search = chat.card('What are you looking for?');
  await search.getByText('Nothing was found').waitFor();
  await keep(chat, search, '93-nothing-in-the-latest');
  await press(search, 'Choose a backup');

  const point = chat.card('From which day?');
  await keep(chat, point, '94-point', 'restore-as-of-when');
  await press(point, 'Back');
  await search.getByLabel('As of').fill('4 days ago');
  await keep(chat, search, '92-search', 'restore-search');
  await press(search, 'Search');

  const results = chat.card('What I found');
  await results.getByText(MAIL, { exact: true }).waitFor();
  await keep(chat, results, '95-results');
  const found = rowOf(results, MAIL);
  await openRow(results, MAIL);
  await results.getByText('Kyoto final.pdf').waitFor();
  await found.getByRole('checkbox').check();
  await rowOf(results, OTHER_MAIL).getByRole('checkbox').check();
  await keep(chat, results, '96-results-details');
  await press(results, 'Add to list');
  await results.getByText('2 items were added to your list.').waitFor();
  expect(await results.getByText('On the list', { exact: true }).count()).toBe(2);
  await keep(chat, results, '97-added');
  await press(results, 'Show list (2)');

  const list = chat.card('Your list');
  await list.waitFor();
  await keep(chat, list, '98-list', 'restore-list');
  await press(list, 'Restore…');

  const confirm = chat.card('Ready to restore?');
  await confirm.getByText(`${NOOR.name}'s mailbox`).waitFor();
  expect(await confirm.getByLabel('Overwrite what has changed since').isChecked()).toBe(false);
  await confirm.getByLabel('Reason').fill('Deleted by mistake');
  await keep(chat, confirm, '9b-confirm', 'restore-confirm');
  await press(confirm, 'Restore');

  const progress = chat.card('Restoring');
  await progress.waitFor();
  await keep(chat, progress, '9c-progress');
  const outcome = chat.card(/^Restored/);
  await outcome.waitFor(RESTORED);
  await keep(chat, outcome, '9d-outcome', 'restore-outcome');

  const live = parts.bot.backupService.restore.liveItems(NOOR.signInName);
  expect(live).toHaveLength(2);
  expect(live).toContainEqual(expect.objectContaining({ name: MAIL, folder: 'Inbox', times: 1 }));
  expect(live).toContainEqual(expect.objectContaining({ name: OTHER_MAIL, folder: 'Projects/Kyoto', times: 1 }));
  expect(parts.bot.backupService.restore.runs).toHaveLength(1);
  await close(chat);
}, 120_000);

test('a person restores an older version of their own document on a phone', async () => {
  const chat = await signedIn(NOOR);
  await chat.page.setViewportSize(NARROW.viewport);
  await chat.say(`restore find "${DOCUMENT}"`);
  const scope = chat.card('Whose data?');
  await scope.getByRole('combobox').first().click();
  await chat.page.getByTestId('choice').filter({ hasText: 'You (own data)' }).click();
  await scope.getByLabel('Which kind?').selectOption('Files');
  await keep(chat, scope, '9e-own-scope');
  await press(scope, 'Search');

  const results = chat.card('What I found');
  await results.getByText('Your own files').waitFor();
  await keep(chat, results, '9f-own-results');
  await press(results, 'Change');
  const search = chat.card('What are you looking for?');
  await press(search, 'More filters');
  await search.getByLabel('From day').fill('2020-01-01');
  await keep(chat, search, '9f-own-search');
  await press(search, 'Search');
  await openRow(results, DOCUMENT);
  await press(results, 'Versions');

  const versions = chat.card('Earlier versions');
  await rowOf(versions, 'Version 3.0').getByRole('checkbox').check();
  await keep(chat, versions, '9g-versions', 'restore-versions');
  await press(versions, 'Add to list');
  await versions.getByText('On the list', { exact: true }).waitFor();
  await keep(chat, versions, '9h-versions-added');
  await press(versions, 'Show list (1)');
  await press(chat.card('Your list'), 'Restore…');

  const confirm = chat.card('Ready to restore?');
  await confirm.getByText(`${DOCUMENT} (Version 3.0)`).waitFor();
  await confirm.getByLabel('Overwrite it').check();
  await keep(chat, confirm, '9i-files-confirm');
  await press(confirm, 'Restore');
  await confirm.getByText('This overwrites one item').waitFor();
  await keep(chat, confirm, '9j-files-overwrites');
  await press(confirm, 'Overwrite and restore');
  const outcome = chat.card('Everything you selected has been restored.');
  await outcome.waitFor(RESTORED);
  await keep(chat, outcome, '9k-files-outcome');

  const live = parts.bot.backupService.restore.liveDocuments(NOOR.signInName);
  expect(live).toEqual([expect.objectContaining({ version: '3.0', times: 1 })]);
  expect(live[0]?.path).toMatch(new RegExp(`/${DOCUMENT}$`));
  await close(chat);
}, 120_000);

// These continue with the sign-ins above.

test('mails as of a day take one command and two presses', async () => {
  const chat = await openAs(ALEX);
  const runs = parts.bot.backupService.restore.runs.length;
  presses = 0;
  await chat.say('restore find kyoto of noor as of 4 days ago');

  const results = chat.card('What I found');
  await rowOf(results, MAIL).getByRole('checkbox').check();
  await keep(chat, results, '9l-ticked', 'restore-results');
  await press(results, 'Restore…');
  const confirm = chat.card('Ready to restore?');
  await confirm.getByText('Restore one item from').waitFor();
  await press(confirm, 'Restore');
  await eventually('the restore at the service', () => parts.bot.backupService.restore.runs.length === runs + 1);

  expect(presses).toBe(2);
  await close(chat);
}, 120_000);

test('an older version of a document takes four presses', async () => {
  const chat = await openAs(NOOR);
  const runs = parts.bot.backupService.restore.runs.length;
  presses = 0;
  await chat.say(`restore find "${DOCUMENT}" of me in files`);
  await openRow(chat.card('What I found'), DOCUMENT);
  await press(chat.card('What I found'), 'Versions');
  const versions = chat.card('Earlier versions');
  await rowOf(versions, 'Version 3.0').getByRole('checkbox').check();
  await press(versions, 'Restore…');
  const confirm = chat.card('Ready to restore?');
  await confirm.getByText(`${DOCUMENT} (Version 3.0)`).waitFor();
  await press(confirm, 'Restore');
  await eventually('the restore at the service', () => parts.bot.backupService.restore.runs.length === runs + 1);

  expect(presses).toBe(4);
  await close(chat);
}, 120_000);

test('a file that the latest backup does not have takes one command and three presses', async () => {
  const chat = await openAs(ALEX);
  const runs = parts.bot.backupService.restore.runs.length;
  presses = 0;
  await chat.say('restore find gion map of noor in files');
  const search = chat.card('What are you looking for?');
  await search.getByText('Nothing was found').waitFor();
  // Long enough for a picture.
  parts.bot.backupService.faults.next({ path: '/search', method: 'POST' }, { kind: 'slow', milliseconds: 2_500 });
  await press(search, 'Look in earlier backups');
  const looking = chat.card('Looking in earlier backups');
  await looking.getByText('Backup 1 of at most 8').waitFor();
  await keep(chat, looking, '9p-looking', 'restore-looking');
  const results = chat.card('What I found');
  await results.getByText(/^Last seen in the backup from/).waitFor();
  await rowOf(results, 'Gion map.pdf').getByRole('checkbox').check();
  await keep(chat, results, '9q-last-seen', 'restore-last-seen');
  await press(results, 'Restore…');
  const confirm = chat.card('Ready to restore?');
  await confirm.waitFor();
  await press(confirm, 'Restore');
  await eventually('the restore at the service', () => parts.bot.backupService.restore.runs.length === runs + 1);

  expect(presses).toBe(3);
  await close(chat);
}, 120_000);

test('what a OneDrive has lost takes one command and four presses', async () => {
  const chat = await openAs(ALEX);
  const runs = parts.bot.backupService.restore.runs.length;
  presses = 0;
  await chat.say('restore find ryokan of noor in files');
  const search = chat.card('What are you looking for?');
  await search.getByText('Nothing was found').waitFor();
  await press(search, 'What is missing?');
  const missing = chat.card('What is missing');
  await missing.getByText('Ryokan bookings.docx', { exact: true }).waitFor();
  await missing.getByText(/were there on .* and aren't in the latest backup/).waitFor();
  await keep(chat, missing, '9n-missing', 'restore-missing');
  await missing.getByRole('button', { name: /^Select all/ }).click();
  presses += 1;
  await eventually('everything selected', () => missing.getByRole('checkbox').last().isChecked());
  await press(missing, 'Restore…');
  const confirm = chat.card('Ready to restore?');
  await confirm.waitFor();
  await keep(chat, confirm, '9o-missing-confirm');
  await press(confirm, 'Restore');
  await eventually('the restore at the service', () => parts.bot.backupService.restore.runs.length === runs + 1);

  expect(presses).toBe(4);
  await close(chat);
}, 120_000);

test('ticks survive paging, all that was found is selected with one press, and Back keeps it', async () => {
  const chat = await openAs(ALEX);
  await chat.say(`restore find received:2000-01-01..${TODAY} of noor as of 4 days ago`);
  const results = chat.card('What I found');
  await results.getByRole('checkbox').first().check();
  await press(results, 'Next');
  await results.getByText('One more is selected on another page.').waitFor();
  await press(results, 'Previous');
  await results.getByText('Page 1 of').waitFor();
  expect(await results.getByRole('checkbox').first().isChecked()).toBe(true);

  await results.getByRole('button', { name: /^Select all/ }).click();
  await results.getByText(/more are selected on other pages/).waitFor();
  for (const box of await results.getByRole('checkbox').all()) expect(await box.isChecked()).toBe(true);
  await results.getByRole('checkbox').first().uncheck();
  await keep(chat, results, '9m-all');
  await press(results, 'Restore…');
  await press(chat.card('Ready to restore?'), 'Back');
  await results.getByText(/more are selected on other pages/).waitFor();
  expect(await results.getByRole('checkbox').first().isChecked()).toBe(false);
  await close(chat);
}, 120_000);
