/** What ends with an administrator's session while a restore waits for its approval: asked before, in the chat. */
import { MIKA, NOOR } from '../../local/people.ts';
import { buttonsOf, textsOf, titleOf } from '../support/cards-seen.ts';
import { chatter, readCode } from '../support/chatter.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { picksOn, stepsOn } from '../support/steps.ts';

const ITEM = 'Kyoto itinerary, final 🍁';

let bot: RunningBot;
beforeAll(async () => {
  bot = await startRunningBot();
}, 60_000);
afterAll(() => bot.stop());

test('an administrator restores a stranger’s mail, and is asked before a log-out that may end it', async () => {
  const mika = chatter(bot, MIKA);
  const code = await mika.login('restore login app-only');
  await mika.approve(code);
  const signedIn = await mika.becomes(code.id, 'Signed in');
  expect(buttonsOf(signedIn)[0]).toBe('Find items to restore');

  const { id } = await mika.ask('restore find kyoto of noor as of 4 days ago');
  const { step, until } = stepsOn(bot, mika, id);
  const found = await until(['What I found'], 'Restore…');
  const [first = ''] = picksOn(found);
  await step('Restore…', 'Ready to restore?', { [first]: 'true' });
  await mika.press(id, 'Restore', { inputs: { reason: 'Deleted by mistake' } });
  const approval = await until(['Approve this restore']);

  for (const press of ['Log out', 'This was not me']) {
    await mika.press(code.id, press);
    const warning = await mika.becomes(code.id, "A restore isn't finished");
    expect(buttonsOf(warning)).toContain('Log out anyway');
    await mika.press(code.id, 'Stay signed in');
    await mika.becomes(code.id, 'Signed in');
  }
  expect(bot.backupService.restore.liveItems(NOOR.signInName).map(({ name }) => name)).not.toContain(ITEM);
  const asked = await mika.ask('restore forget me');
  expect(textsOf(asked.card).join(' ')).toContain('a restore is waiting for its approval');
  const given = readCode(id, approval);
  if (given !== undefined) await mika.approve(given);
  await until(['Restored', 'Restored, with warnings']);
  expect(bot.backupService.restore.liveItems(NOOR.signInName).map(({ name }) => name)).toContain(ITEM);
  const over = await mika.ask('restore logout');
  expect(titleOf(over.card)).toBe('Logged out');
}, 90_000);

test('who logs out anyway has restored nothing: the code no longer starts it', async () => {
  const mika = chatter(bot, MIKA);
  const code = await mika.login('restore login app-only');
  await mika.approve(code);
  await mika.becomes(code.id, 'Signed in');
  const { id } = await mika.ask('restore find kyoto of noor as of 4 days ago');
  const { step, until } = stepsOn(bot, mika, id);
  const found = await until(['What I found'], 'Restore…');
  const second = picksOn(found)[1] ?? '';
  await step('Restore…', 'Ready to restore?', { [second]: 'true' });
  await mika.press(id, 'Restore', { inputs: { reason: 'Deleted by mistake' } });
  const given = readCode(id, await until(['Approve this restore']));
  const runs = bot.backupService.restore.runs.length;

  await mika.press(code.id, 'Log out');
  await mika.becomes(code.id, "A restore isn't finished");
  await mika.press(code.id, 'Log out anyway');
  await mika.becomes(code.id, 'Logged out');
  if (given !== undefined) await mika.approve(given);
  const ended = await until(["The restore wasn't approved"]);
  expect(textsOf(ended)).toContain('Nothing was restored.');
  expect(bot.backupService.restore.runs).toHaveLength(runs);
  expect(bot.backupService.restore.openExploreSessions).toBe(0);
}, 90_000);
