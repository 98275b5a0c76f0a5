/** One list of two people's data, mail and files and a team's, as an operator collects it in the chat page, and restores it. */

import { ALEX } from '../../local/people.ts';
import { close, keep, rowOf, signedInAs, startParts } from './restoring.ts';
import { press } from './pressing.ts';

const parts = startParts();

test('what is ticked of one is kept while somebody else is searched, and restored with all the rest', async () => {
  const chat = await signedInAs(parts, ALEX);
  await chat.say('restore find kyoto of noor as of 4 days ago');
  const mails = chat.card('What I found');
  await rowOf(mails, 'Kyoto itinerary').getByRole('checkbox').check();
  await rowOf(mails, 'Kyoto itinerary, final 🍁').getByRole('checkbox').check();
  await press(mails, 'Add to list');
  await mails.getByText('2 items were added to your list.').waitFor();
  await rowOf(mails, 'Kyoto itinerary: ryokan in Gion').getByRole('checkbox').check();
  // The form sends what is ticked beside it: another kind of data, and then a team.
  await press(mails, 'Search files');
  const files = chat.card('What are you looking for?').or(chat.card('What I found'));
  await files
    .getByText('The item that you had selected is on your list now.')
    .or(files.getByText('3 on the list'))
    .first()
    .waitFor();
  await keep(chat, files.first(), 'm1-another-kind');

  await chat.say('restore find itinerary of noor in files');
  const found = chat.card('Keywords: itinerary');
  await rowOf(found, 'Itinerary Kyoto.xlsx').getByRole('checkbox').check();
  await keep(chat, found, 'm2-files');
  await press(found, 'Add to list');
  await found.getByText('4 on the list').waitFor();

  await chat.say('restore find "bus contract" of team northern lights as of 4 days ago');
  const team = chat.card('Team Northern lights 2026');
  await team.getByText('4 on the list').waitFor();
  await rowOf(team, 'Bus contract.pdf').getByRole('checkbox').check();
  await press(team, 'Show list (4)');
  const list = chat.card('Your list');
  await keep(chat, list, 'm3-list', 'restore-list-several');
  await press(list, 'Restore…');

  // Higher than others: the options of three kinds.
  await chat.page.setViewportSize({ width: 1200, height: 1800 });
  const confirm = chat.card('Ready to restore?');
  await confirm.getByText('Restore 5 items from 3 places:').waitFor();
  await keep(chat, confirm, 'm4-confirm', 'restore-confirm-several');
  await press(confirm, 'Restore');
  const running = chat.card('Restoring');
  await running.waitFor();
  await keep(chat, running, 'm5-running');
  const ended = chat.card('Restored');
  await ended.getByRole('button', { name: 'Done', exact: true }).waitFor({ timeout: 90_000 });
  await keep(chat, ended, 'm6-ended', 'restore-ended-several');
  expect(parts.bot.backupService.restore.runs).toHaveLength(3);
  await close(chat);
}, 180_000);
