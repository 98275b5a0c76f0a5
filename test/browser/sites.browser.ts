/** Sites, as an operator goes through them in the chat page: a document of a library is lost, and an item of a list. */

import { ALEX } from '../../local/people.ts';
import { eventually } from '../support/eventually.ts';
import { close, keep, openAs, RESTORED, rowOf, signedInAs, startParts } from './restoring.ts';
import { openRow, press, pressInRow } from './pressing.ts';

const DOCUMENT = 'Handbook for guides.docx';
const ITEM = 'Lofoten in March';

const parts = startParts();

/** Paths of what restores have put into the site. */
const restored = () => {
  const { restore } = parts.bot.backupService;
  return restore.liveObjects(restore.scopeIdOf('Tour guides')).map(({ path }) => path);
};

test('a document of a site takes one command and two presses', async () => {
  const chat = await signedInAs(parts, ALEX);
  await chat.say('restore find handbook of site tour guides as of 4 days ago');
  const results = chat.card('What I found');
  await rowOf(results, DOCUMENT).getByRole('checkbox').check();
  await keep(chat, results, 's1-document', 'restore-site-results');
  await press(results, 'Restore…');
  const confirm = chat.card('Ready to restore?');
  await confirm.waitFor();
  await keep(chat, confirm, 's2-document-confirm');
  await press(confirm, 'Restore');
  const outcome = chat.card('Everything you selected has been restored.');
  await outcome.waitFor(RESTORED);
  await keep(chat, outcome, 's3-document-outcome');
  expect(restored()).toEqual([`/Documents/Handbook/${DOCUMENT}`]);
  await close(chat);
}, 120_000);

test('a list item is found by browsing from the site to the list, and its attachments are shown', async () => {
  const chat = await openAs(parts, ALEX);
  await chat.say('restore find of tour guides in site as of 4 days ago');
  const form = chat.card('What are you looking for?');
  await form.getByLabel('As of').waitFor();
  await keep(chat, form, 's4-form');
  await press(form, 'Browse folders');
  const results = chat.card('In this folder');
  await openRow(results, 'Bookings');
  await rowOf(results, ITEM).waitFor();
  await keep(chat, results, 's5-list');
  await pressInRow(results, ITEM, 'Open');
  await results.getByText('Ferry.pdf', { exact: true }).waitFor();
  await keep(chat, results, 's6-attachment');
  await press(results, 'Up');
  await rowOf(results, ITEM).getByRole('checkbox').check();
  await press(results, 'Restore…');
  const confirm = chat.card('Ready to restore?');
  await confirm.getByText('Not restored:').waitFor();
  await keep(chat, confirm, 's7-item-confirm', 'restore-item-confirm');
  await press(confirm, 'Restore');
  await eventually('the item in its list', () => restored().includes(`/Bookings/${ITEM}`), RESTORED.timeout);
  await close(chat);
}, 120_000);

test('a kind that a site does not have is corrected on the card', async () => {
  const chat = await openAs(parts, ALEX);
  await chat.say('restore find report of tour guides in mail as of 4 days ago');
  const results = chat.card('What I found');
  await results.getByText("“Mail” isn't available there, so I'm using “SharePoint”.").waitFor();
  await keep(chat, results, 's8-other-kind');
  await close(chat);
}, 120_000);

test('a site below another one is found and searched by itself, and a personal site by its person', async () => {
  const chat = await openAs(parts, ALEX);
  await chat.say('restore find holidays in site 人事 as of 4 days ago');
  const results = chat.card('What I found');
  await rowOf(results, 'Holidays 2026.xlsx').waitFor();
  expect(await rowOf(results, 'Holidays 2026.xlsx').count()).toBe(1);
  await keep(chat, results, 's9-subsite');
  await chat.say('restore find ideas of noor in site as of 4 days ago');
  await rowOf(chat.card("Noor Haddad's"), 'Ideas.docx').waitFor();
  await keep(chat, chat.card("Noor Haddad's"), 'sa-personal-site');
  await close(chat);
}, 120_000);
