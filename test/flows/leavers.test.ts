/** Somebody who left: no user any more, and so in no scope, but the backup still has the mailbox and the OneDrive. */
import { actionsIn } from '../../local/connector/card-actions.ts';
import { ALEX, MIKA, NOOR } from '../../local/people.ts';
import { APPROVE, MAIL, placeOn } from '../support/approved-restores.ts';
import { textsOf } from '../support/cards-seen.ts';
import { chatter, PATIENCE_MILLISECONDS, readCode } from '../support/chatter.ts';
import { eventually } from '../support/eventually.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { pickOf, stepsOn } from '../support/steps.ts';

let bot: RunningBot;
beforeAll(async () => {
  bot = await startRunningBot({ environment: { RESTORE_ELSEWHERE: 'true', DOWNLOADS: 'all' } });
}, 60_000);
afterAll(() => bot.stop());

const LINE = 'restore find kyoto of noor haddad in mail as of 4 days ago';

test('an operator who looked at them is told that they are gone, and then that nobody is called so', async () => {
  const alex = chatter(bot, ALEX);
  await alex.signIn();
  const { id } = await alex.ask(LINE);
  await stepsOn(bot, alex, id).until(['What I found']);

  bot.backupService.restore.takeAwayScope(bot.backupService.restore.scopeIdOf(NOOR.signInName));
  bot.backupService.restore.dropExploreSessions();
  const says = (card: string, text: string) =>
    eventually(text, () => textsOf(alex.card(card)).join(' ').includes(text));
  const { id: further } = await alex.ask('restore find ryokan');
  await says(further, 'What you chose is no longer in your scope');
  const { id: again } = await alex.ask(LINE);
  await says(again, "I don't know a person, site or team called “noor haddad”");
}, 90_000);

test('an administrator finds what they had, downloads a mail, and restores it into the mailbox of a successor', async () => {
  const mika = chatter(bot, MIKA);
  const signIn = await mika.login('restore login app-only');
  await mika.approve(signIn);
  await mika.becomes(signIn.id, 'Signed in');
  const { id } = await mika.ask(LINE);
  const { step, until } = stepsOn(bot, mika, id);
  const found = await until(['What I found']);

  const [download] = actionsIn(found).filter(({ title }) => title === 'Download');
  await mika.press(id, 'Download', { ...(download && { action: download }) });
  await until(['Why do you need this file?']);
  await mika.press(id, 'Download', { inputs: { reason: 'Handover' } });
  const offer = await bot.connector.waitFor(
    () => mika.messages.findLast((message) => message.offer !== undefined)?.id,
    PATIENCE_MILLISECONDS,
  );
  const { person, conversation } = mika;
  await bot.connector.answerOffer({ person, conversation, cardId: offer, answer: 'accept', uploadUrl: undefined });
  await eventually('that the file is there', () => bot.connector.drive.files.length === 1);
  await until(['What I found']);

  await step('Restore…', 'Ready to restore?', { [pickOf(mika.card(id), MAIL)]: 'true' });
  await mika.press(id, 'Restore', { inputs: { reason: 'Handover', elsewhere: ALEX.name } });
  await until(['Ready to restore?'], 'Restore there');
  await mika.press(id, 'Restore there', { inputs: { reason: 'Handover', elsewhere: placeOn(mika.card(id)) } });
  await until([APPROVE]);
  const code = readCode(id, mika.card(id));
  if (code === undefined) throw new Error('There is no code on the card.');
  await mika.approve(code);
  await until(['Restored', 'Restored, with warnings']);
  const names = bot.backupService.restore.liveItems(ALEX.signInName).map(({ name }) => name);
  expect(names).toContain(MAIL);
}, 90_000);
