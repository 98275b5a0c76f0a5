/** All of a mailbox in the chat page: the first row at its top, named on each card as what it is, counted by the service. */
import { MIKA, NOOR } from '../../local/people.ts';
import { close, keep, openAs, RESTORED, rowOf, startParts } from './restoring.ts';
import { decideAs } from './sign-in-page.ts';
import { press } from './pressing.ts';

const parts = startParts();

test('a whole mailbox is restored in four presses and a code, and nothing calls it one item', async () => {
  parts.bot.backupService.restore.switchMishaps(false);
  parts.bot.backupService.restore.setPace({ total: 15_000 });
  const chat = await openAs(parts, MIKA);
  await chat.say('restore login app-only');
  const signIn = chat.page.getByTestId('card').last();
  await signIn.getByRole('link', { name: /^Open / }).waitFor(RESTORED);
  await decideAs(chat, signIn, MIKA, 'approve');
  await chat.card('signed in').waitFor(RESTORED);
  await chat.say('restore find of noor in mail as of 4 days ago');
  const form = chat.card('What are you looking for?');
  await form.waitFor(RESTORED);
  await press(form, 'Browse folders');
  const folders = chat.card('In this folder');
  await folders.waitFor(RESTORED);
  await keep(chat, folders, 'w1-folders');
  await rowOf(folders, 'Whole mailbox').getByRole('checkbox').check();
  await press(folders, 'Restore…');
  const confirm = chat.card('Ready to restore?');
  await confirm.getByText('Restore everything from').waitFor();
  await confirm.getByLabel('Reason').fill('Mailbox was emptied');
  await keep(chat, confirm, 'w2-confirm');
  await press(confirm, 'Restore');
  const approval = chat.card('Approve this restore');
  await approval.getByText('everything').waitFor(RESTORED);
  await keep(chat, approval, 'w3-approve');
  await decideAs(chat, approval, MIKA, 'approve');
  const running = chat.card('Restoring');
  await running.waitFor(RESTORED);
  await keep(chat, running, 'w4-running');
  const ended = chat.card('Everything you selected has been restored.');
  await ended.waitFor(RESTORED);
  await keep(chat, ended, 'w5-outcome');
  expect(await ended.innerText()).toMatch(/[\d,]{4,}\s+Total/);
  expect(parts.bot.backupService.restore.liveItems(NOOR.signInName).length).toBeGreaterThan(5);
  await close(chat);
}, 180_000);
