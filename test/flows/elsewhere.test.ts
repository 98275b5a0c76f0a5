/** With `RESTORE_ELSEWHERE=true` an administrator restores one person's data into another one's, after being asked. */
import { ALEX, MIKA } from '../../local/people.ts';
import { APPROVE, MAIL, namesOf, placeOn } from '../support/approved-restores.ts';
import { textsOf } from '../support/cards-seen.ts';
import { chatter, readCode } from '../support/chatter.ts';
import { flow, isOpen } from '../support/explore-flows.ts';
import { eventually } from '../support/eventually.ts';
import type { RunningBot } from '../support/running-bot.ts';
import { picksOn, stepsOn } from '../support/steps.ts';
import { stored } from '../support/stored.ts';

const DONE = ['Restored', 'Restored, with warnings'];

/** Until the confirm card. */
async function confirming(bot: RunningBot, line: string) {
  const mika = chatter(bot, MIKA);
  const signIn = await mika.login('restore login app-only');
  await mika.approve(signIn);
  await mika.becomes(signIn.id, 'Signed in');
  const { id, card: found } = await mika.ask(line);
  const { step, until } = stepsOn(bot, mika, id);
  await until(['What I found']);
  const [first = ''] = picksOn(mika.card(id) ?? found);
  await step('Restore…', 'Ready to restore?', { [first]: 'true' });
  return { mika, id, until };
}

const environment = { RESTORE_ELSEWHERE: 'true' };

flow(
  "a mail of Noor's comes into a folder of Alex's mailbox, and the audit has both",
  async (bot) => {
    const { mika, id, until } = await confirming(bot, 'restore find kyoto of noor as of 4 days ago');
    const reason = 'Handover';
    await mika.press(id, 'Restore', { inputs: { reason, elsewhere: 'nobody of that name' } });
    await eventually('that nobody is called so', () =>
      textsOf(mika.card(id)).join(' ').includes("isn't in this backup"),
    );
    await mika.press(id, 'Restore', { inputs: { reason, elsewhere: ALEX.name } });
    await until(['Ready to restore?'], 'Restore there');
    expect(textsOf(mika.card(id)).join(' ')).toMatch(new RegExp(`${ALEX.name}.*will be able to read everything`));
    const elsewhere = placeOn(mika.card(id));
    await mika.press(id, 'Restore there', { inputs: { reason, elsewhere } });
    await until([APPROVE]);
    expect(textsOf(mika.card(id)).join(' ')).toContain(`into the data of ${ALEX.name}`);
    const code = readCode(id, mika.card(id));
    if (code === undefined) throw new Error('There is no code on the card.');
    await mika.approve(code);
    await until(DONE);

    const of = bot.backupService.restore.liveItems(ALEX.signInName).filter(({ name }) => name === MAIL);
    expect(of).toMatchObject([{ folder: expect.stringMatching(/Restored from Noor.* \d{4}-\d\d-\d\d/) as string }]);
    expect(namesOf(bot)).not.toContain(MAIL);
    await isOpen(bot, 0);
    const started = await eventually('the audit of its start', async () =>
      (await stored(bot.environment).audit()).find(({ event }) => event === 'restore-started'),
    );
    expect(JSON.stringify(started)).toContain(`"target":"${elsewhere}"`);
  },
  { environment },
);

flow(
  "a file of Noor's comes into a folder of Alex's OneDrive",
  async (bot) => {
    const { mika, id, until } = await confirming(bot, 'restore find budget in files of noor as of 4 days ago');
    const reason = 'Handover';
    await mika.press(id, 'Restore', { inputs: { reason, elsewhere: ALEX.name } });
    await until(['Ready to restore?'], 'Restore there');
    const elsewhere = placeOn(mika.card(id));
    const before = bot.backupService.restore.liveDocuments(ALEX.signInName).length;
    await mika.press(id, 'Restore there', { inputs: { reason, elsewhere } });
    await until([APPROVE]);
    const code = readCode(id, mika.card(id));
    if (code === undefined) throw new Error('There is no code on the card.');
    await mika.approve(code);
    await until(DONE);
    expect(bot.backupService.restore.liveDocuments(ALEX.signInName)).toHaveLength(before + 1);
    await isOpen(bot, 0);
  },
  { environment },
);

flow('without the setting nothing of it is shown, and a forged press restores nothing', async (bot) => {
  const { mika, id } = await confirming(bot, 'restore find kyoto of noor as of 4 days ago');
  expect(placeOn(mika.card(id))).toBeUndefined();
  await mika.press(id, 'Restore', { inputs: { reason: 'Handover', elsewhere: ALEX.name } });
  await eventually('that nothing was restored', () =>
    textsOf(mika.card(id)).join(' ').includes('nothing was restored'),
  );
  expect(bot.backupService.restore.liveItems(ALEX.signInName).map(({ name }) => name)).not.toContain(MAIL);
});
