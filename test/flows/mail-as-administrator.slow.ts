/** Mail and files as administrator, from the line that is typed to what is there again: each restore is approved by a code. */
import type { Json } from '../../local/connector/types.ts';
import { MIKA, NOOR } from '../../local/people.ts';
import { approvals } from '../../src/cards/text/en/approvals.ts';
import { buttonsOf, textsOf } from '../support/cards-seen.ts';
import { chatter, readCode, type Chatter } from '../support/chatter.ts';
import { eventually } from '../support/eventually.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { pickOf, picksOn, stepsOn } from '../support/steps.ts';
import { stored } from '../support/stored.ts';

let bot: RunningBot;
let mika: Chatter;
beforeAll(async () => {
  bot = await startRunningBot();
  bot.backupService.restore.switchMishaps(false);
  bot.backupService.restore.setPace({ total: 1_500 });
  mika = chatter(bot, MIKA);
  const code = await mika.login('restore login app-only');
  await mika.approve(code);
  await mika.becomes(code.id, 'Signed in');
}, 60_000);
afterAll(() => bot.stop());

const { assumed } = approvals(String);
const said = (card: Json | undefined): string => textsOf(card).join('\n');
const restores = () => bot.backupService.restore;
const picks = (card: Json | undefined, ...titles: readonly string[]): Json =>
  Object.fromEntries(titles.map((title) => [pickOf(card, title), 'true']));

/** Opened at what the line finds. */
async function found(line: string) {
  const { id } = await mika.ask(line);
  const steps = stepsOn(bot, mika, id);
  const restored = async (inputs: Json, button = 'Restore') => {
    const runs = restores().runs.length;
    const card = await steps.step(button, 'Approve this restore', { ...inputs, reason: 'Ticket 4711' });
    const code = readCode(id, card);
    if (code === undefined) throw new Error(said(card));
    await mika.approve(code);
    const ended = await steps.until(['Restored', 'Restored, with warnings']);
    const calls = restores().runs.slice(runs);
    return { approval: said(card), ended: said(ended), calls, paths: calls.map(({ path }) => tailOf(path)) };
  };
  return { ...steps, restored, card: () => mika.card(id) };
}

const tailOf = (path: string): string =>
  path
    .split('/')
    .slice(5)
    .join('/')
    .replaceAll(/\/[^/]{20,}/g, '/…');
const browsed = async (of: string) => {
  const steps = await found(`restore find of noor in ${of} as of 4 days ago`);
  return { ...steps, page: await steps.step('Browse folders', 'In this folder') };
};
/** What the card counts in all. */
const totalIn = (text: string): number => Number(/([\d,]+)\nTotal/.exec(text)?.[1]?.replaceAll(',', ''));

test('a mail and a folder come back in two calls that one code approves', async () => {
  const { step, restored, card } = await found('restore find kyoto of noor as of 4 days ago');
  await step('Add to list', 'What I found', picks(card(), 'Kyoto itinerary, final 🍁'));
  const page = await step('Browse folders', 'In this folder');
  const confirm = await step('Restore…', 'Ready to restore?', picks(page, 'Notes'));
  expect(said(confirm)).toContain('one folder and one item');
  expect(said(confirm)).toContain('what has changed since is overwritten');

  const { paths, approval } = await restored({});

  expect(paths.toSorted()).toEqual(['mailboxes/…/folders/…/restore', 'mailboxes/…/items/restore']);
  expect(approval).toContain('one folder and one item');
  expect(
    restores()
      .liveItems(NOOR.signInName)
      .map(({ name }) => name),
  ).toContain('Kyoto itinerary, final 🍁');
}, 90_000);

test('a whole mailbox and a whole OneDrive whose answers are lost are found by their names', async () => {
  for (const [of, call, inputs] of [
    ['mail', '/mailboxes/restore', { deletedItems: 'true' }],
    ['files', '/restore', { documentAction: 'Keep' }],
  ] as const) {
    const { page, step, restored } = await browsed(of);
    await step('Restore…', 'Ready to restore?', picks(page, NOOR.name));
    bot.backupService.faults.next(call, { kind: 'lost' });
    const { ended } = await restored(inputs);
    expect(ended).toContain(assumed);
  }
  expect(restores().repeats).toEqual([]);
}, 90_000);

test('a whole mailbox comes back with what was chosen; the service counts it', async () => {
  const { page, step, restored } = await browsed('mail');
  expect(said(page)).toContain('Whole mailbox');
  const confirm = await step('Restore…', 'Ready to restore?', picks(page, NOOR.name));
  expect(said(confirm)).toContain('everything');

  const { ended, calls, paths, approval } = await restored({ deletedItems: 'true', mailboxSkipDeleted: 'true' });

  expect(paths).toEqual(['mailboxes/restore']);
  expect(approval).toContain('everything');
  expect(calls[0]).toMatchObject({ body: { changedItems: false, deletedItems: true, excludeDeletedItems: true } });
  expect(totalIn(ended)).toBeGreaterThan(10);
  const lines = await stored(bot.environment).audit();
  expect(lines).toContainEqual(
    expect.objectContaining({
      event: 'restore-started',
      restore: expect.objectContaining({ items: 1, wholes: 1 }) as unknown,
    }),
  );
}, 90_000);

test('a folder of files and an earlier version that was picked come back in two calls', async () => {
  const { step, inRow, restored, card } = await found('restore find itinerary of noor in files as of 4 days ago');
  const document = 'Itinerary Kyoto.xlsx';
  const versions = await inRow(document, 'Versions', 'Earlier versions');
  const [first = ''] = picksOn(versions);
  await step('Add to list', 'Earlier versions', { [first]: 'true' });
  await step('Back', 'What I found');
  const page = await step('Browse folders', 'In this folder');
  const folders = textsOf(page).filter((_, index, all) => all[index + 1]?.startsWith('Folder'));
  const confirm = await step('Restore…', 'Ready to restore?', picks(page, folders[0] ?? ''));
  expect(said(confirm)).toContain('one folder and one item');
  expect(said(card())).toContain('(Version ');

  const { paths } = await restored({ documentAction: 'Keep' });

  expect(paths.map((path) => path.replace(/\d+/, '…')).toSorted()).toEqual([
    'OneDrives/…/Documents/…/Versions/…/restore',
    'OneDrives/…/Folders/restore',
  ]);
}, 90_000);

test('a whole OneDrive is overwritten only after the card has asked', async () => {
  const { page, step, restored } = await browsed('files');
  const confirm = await step('Restore…', 'Ready to restore?', picks(page, NOOR.name));
  expect(said(confirm)).toContain('version history doesn');
  const asked = await step('Restore', 'Ready to restore?', { documentAction: 'Overwrite', reason: 'Ticket 4711' });
  expect(said(asked)).toContain('This overwrites everything in what you selected');
  expect(buttonsOf(asked)).toContain('Overwrite and restore');

  const { paths, ended } = await restored({ documentAction: 'Overwrite' }, 'Overwrite and restore');

  expect(paths).toEqual(['OneDrives/…/restore']);
  expect(totalIn(ended)).toBeGreaterThan(3);
}, 90_000);

test('nothing that was sent is other than documented, and no session stays open', async () => {
  expect(restores().mistakes).toEqual([]);
  await eventually('every session is closed', () => restores().openExploreSessions === 0);
});
