/** From **Find items to restore** to the outcome, in the chat. */
import type { Json } from '../../local/connector/types.ts';
import { ALEX, NOOR, PETRA } from '../../local/people.ts';
import { SCOPE_DATASET } from '../../src/cards/layout/verbs.ts';
import { buttonsOf, dataOf, textsOf, titleOf } from '../support/cards-seen.ts';
import { chatter } from '../support/chatter.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { picksOn, stepsOn } from '../support/steps.ts';
import { stored } from '../support/stored.ts';

let bot: RunningBot;
beforeAll(async () => {
  bot = await startRunningBot();
}, 60_000);
afterAll(() => bot.stop());

test.concurrent('an operator finds the mails somebody deleted, and restores two of them', async () => {
  const alex = chatter(bot, ALEX);
  const { id: signedIn } = await alex.signIn();
  const before = new Set(alex.messages.map(({ id }) => id));
  const pressed = await alex.press(signedIn, 'Find items to restore');
  expect(pressed.outcome).toEqual({ kind: 'message', text: 'Whose data?' });
  const { id } = await bot.connector.waitFor(() => alex.messages.find((message) => !before.has(message.id)));
  expect(titleOf(alex.card(signedIn))).toBe('Signed in');
  expect(titleOf(alex.card(id))).toBe('Whose data?');

  const where = { person: ALEX, conversation: alex.conversation, cardId: id };
  const { choices } = await bot.connector.search({ ...where, dataset: SCOPE_DATASET, text: 'noor' });
  expect(choices?.map(({ title }) => title)).toEqual([`${NOOR.name} (${NOOR.signInName})`]);

  const { step, until } = stepsOn(bot, alex, id);
  const form = { scope: choices?.[0]?.value, workload: 'exchange', asOf: '', showDeleted: 'true' };
  const found = await step('Search', 'What I found', { ...form, words: 'kyoto', subject: '', after: null });
  expect(textsOf(found)).toEqual(expect.arrayContaining(["Noor Haddad's mail", 'Kyoto itinerary, final 🍁']));
  const [first = '', second = ''] = picksOn(found);
  await step('Add to list', 'What I found', { [first]: 'true', [second]: 'true' }, 'Show list (2)');
  await step('Show list (2)', 'Your list');
  const confirm = await step('Restore…', 'Ready to restore?');
  expect(textsOf(confirm)).toContain("Noor Haddad's mailbox");
  await alex.press(id, 'Restore', { inputs: { deletedItems: 'true', reason: 'Deleted by mistake' } });
  await until(['Restored', 'Restored, with warnings']);
  const names = bot.backupService.restore.liveItems(NOOR.signInName).map(({ name }) => name);
  expect(names).toContain('Kyoto itinerary, final 🍁');
  expect(bot.backupService.restore.repeats).toEqual([]);

  // Personal data appears only on cards and in sealed state.
  const audit = JSON.stringify(await stored(bot.environment).audit());
  expect(audit).toContain('Deleted by mistake');
  const lines = (await stored(bot.environment).audit()).filter(
    ({ person, restore }) => person === ALEX.objectId && restore !== undefined,
  );
  const named = {
    point: expect.stringMatching(/^20\d\d-\d\d-\d\dT/),
    pointId: expect.any(String),
    scope: choices?.[0]?.value,
  };
  expect(lines.slice(0, 2)).toMatchObject([
    { event: 'backup-opened', restore: named },
    { event: 'restore-started', restore: named },
  ]);
  for (const line of [audit, ...bot.lines]) expect(line).not.toMatch(/kyoto|noor\.haddad/i);
}, 60_000);

test.concurrent('a person restores an older version of their own document, found by words typed with the command', async () => {
  const noor = chatter(bot, NOOR);
  await noor.signIn();
  const { id, card: found } = await noor.ask('restore find of me in files "Itinerary Kyoto"');
  const { step, until } = stepsOn(bot, noor, id);
  expect(textsOf(found)).toContain('Itinerary Kyoto.xlsx');
  const versions = await step('Versions', 'Earlier versions');
  const [newest = ''] = picksOn(versions);
  await step('Restore…', 'Ready to restore?', { [newest]: 'true' });
  const overwriting = { documentAction: 'Overwrite' };
  const asked = await step('Restore', 'Ready to restore?', overwriting, 'Overwrite and restore');
  expect(textsOf(asked).join(' ')).toContain('overwrites one item');
  await noor.press(id, 'Overwrite and restore', { inputs: overwriting });
  await until(['Restored', 'Restored, with warnings']);
  expect(bot.backupService.restore.liveDocuments(NOOR.signInName)).toMatchObject([{ version: '4.0' }]);
}, 60_000);

test.concurrent("in shared places nothing can be found, and nobody can press another person's buttons", async () => {
  const petra = chatter(bot, PETRA, bot.connector.channel);
  for (const text of ['restore find budget', 'restore scope', 'restore points', 'restore list', 'restore sessions']) {
    const { id, card } = await petra.ask(text);
    expect(textsOf(card).join(' ')).toMatch(/private|personal/i);
    const search = { person: PETRA, conversation: petra.conversation, cardId: id, dataset: SCOPE_DATASET, text: 'a' };
    expect((await bot.connector.search(search)).choices).toEqual([]);
  }

  // A forged button of another person's task.
  const own = chatter(bot, PETRA);
  const { id, card } = await own.ask('restore status');
  const owner = dataOf(card, 'Sign in')['owner'];
  const forged = (data: Json) => own.press(id, '', { action: { type: 'Action.Execute', verb: data['verb'], data } });
  const button = { verb: 'task', task: 'somebody-elses', press: { kind: 'restore' } };
  expect((await forged({ ...button, owner: 'another' })).outcome).toMatchObject({ kind: 'message' });
  expect((await forged({ ...button, owner })).outcome.kind).toBe('card');
  expect(bot.backupService.restore.runs.some(({ userId }) => userId === PETRA.objectId)).toBe(false);
});

test('a mail folder is searched alone, and then everything', async () => {
  const noor = chatter(bot, NOOR);
  const { id } = await noor.ask('restore find of me in mail as of 4 days ago');
  const { step, inRow } = stepsOn(bot, noor, id);
  await step('Browse folders', 'Which mailbox?');
  await inRow(NOOR.name, 'Open', 'Inbox');
  await inRow('Inbox', 'Open', `${NOOR.name} › Inbox`);
  const form = await step('Search here', 'What are you looking for?');
  expect(textsOf(form)).toContain(`Only in: ${NOOR.name} › Inbox`);

  const inside = await step('Search', 'What I found', { words: 'kyoto' });
  const all = buttonsOf(inside).find((title) => title.startsWith('Select all'));
  await step('Change', 'What are you looking for?');
  const everywhere = await step('Search everywhere', 'What I found', { words: 'kyoto' });

  expect(textsOf(inside)).toContain(`Only in: ${NOOR.name} › Inbox`);
  expect(textsOf(everywhere).join(' ')).not.toContain('Only in');
  expect(buttonsOf(everywhere)).not.toContain(all);
}, 60_000);

test('a document whose size no listing tells is restored with all that a restore requires', async () => {
  const { restore } = bot.backupService;
  restore.listsSizes = false;
  const noor = chatter(bot, NOOR);
  const { id, card: found } = await noor.ask('restore find of me in files "Lisbon"');
  const { step, until } = stepsOn(bot, noor, id);
  const [first = ''] = picksOn(found);
  await step('Add to list', 'What I found', { [first]: 'true' }, 'Show list (1)');
  await step('Show list (1)', 'Your list');
  await step('Restore…', 'Ready to restore?');
  await noor.press(id, 'Restore', { inputs: { documentAction: 'Keep' } });
  await until(['Restored', 'Restored, with warnings']);
  const { body } = restore.runs.at(-1) ?? {};
  expect(body).toMatchObject({ documentsRestoreConfigs: [{ document: { sizeBytes: expect.any(Number) as number } }] });
  expect(restore.mistakes).toEqual([]);
}, 60_000);
