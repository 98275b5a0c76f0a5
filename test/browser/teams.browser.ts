/** Teams, as an operator goes through them in the chat page: a file of a channel is lost, and a post. */

import { ALEX } from '../../local/people.ts';
import { eventually } from '../support/eventually.ts';
import { close, keep, openAs, RESTORED, rowOf, signedInAs, startParts } from './restoring.ts';
import { openRow, press } from './pressing.ts';

const TEAM = 'Northern lights 2026';

const parts = startParts();

/** Paths of what restores have put into the team. */
const restored = () => {
  const { restore } = parts.bot.backupService;
  return restore.liveObjects(restore.scopeIdOf(TEAM)).map(({ path }) => path);
};

test('a file of a channel takes one command and two presses', async () => {
  const chat = await signedInAs(parts, ALEX);
  await chat.say(`restore find "bus contract" of team northern lights as of 4 days ago`);
  const results = chat.card('What I found');
  await results.getByText(`Team ${TEAM}`).waitFor();
  await rowOf(results, 'Bus contract.pdf').getByRole('checkbox').check();
  await keep(chat, results, 't1-file', 'restore-team-results');
  await press(results, 'Restore…');
  const confirm = chat.card('Ready to restore?');
  await confirm.waitFor();
  await keep(chat, confirm, 't2-file-confirm');
  await press(confirm, 'Restore');
  await chat.card('Everything you selected has been restored.').waitFor(RESTORED);
  await keep(chat, chat.card('Everything you selected has been restored.'), 't3-file-outcome');
  expect(restored()).toEqual([expect.stringMatching(/Bus contract\.pdf$/)]);
  await close(chat);
}, 120_000);

test('a team is found by its type, and browsed from channel to post', async () => {
  const chat = await openAs(parts, ALEX);
  await chat.say('restore find');
  const form = chat.card('Whose data?');
  await form.getByRole('combobox').first().pressSequentially('team north');
  const choice = chat.page.getByTestId('choice');
  // The first ones are listed until the bot has answered.
  await eventually('one choice', async () => (await choice.count()) === 1);
  expect(await choice.textContent()).toMatch(new RegExp(`^${TEAM} · team \\(.*\\)$`));
  await keep(chat, form, 't4-form', 'restore-whose-team');
  await choice.click();
  await form.getByLabel('As of').fill('4 days ago');
  await press(form, 'Browse folders');
  const results = chat.card('In this folder');
  await openRow(results, 'General');
  await keep(chat, results, 't5-channel');
  await openRow(results, 'All posts');
  await results.getByText('Cabin list', { exact: true }).waitFor();
  await keep(chat, results, 't6-posts');
  await rowOf(results, 'Cabin list').getByRole('checkbox').check();
  await press(results, 'Restore…');
  const confirm = chat.card('Ready to restore?');
  await confirm.getByText("Posts aren't restored as posts.").waitFor();
  await keep(chat, confirm, 't7-post-confirm', 'restore-post-confirm');
  await press(confirm, 'Restore');
  await eventually('the post in its channel', () => restored().length === 2, RESTORED.timeout);
  await close(chat);
}, 120_000);
