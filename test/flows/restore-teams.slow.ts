/** Teams, from the line that is typed to what is there again. */
import type { Json } from '../../local/connector/types.ts';
import { ALEX } from '../../local/people.ts';
import { SCOPE_DATASET } from '../../src/cards/layout/verbs.ts';
import { factOf, textsOf } from '../support/cards-seen.ts';
import { chatter, type Chatter } from '../support/chatter.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { pickOf, stepsOn } from '../support/steps.ts';

let bot: RunningBot;
let alex: Chatter;
beforeAll(async () => {
  bot = await startRunningBot();
  alex = chatter(bot, ALEX);
  await alex.signIn();
}, 60_000);
afterAll(() => bot.stop());

const DONE = ['Restored', 'Restored, with warnings'];
const FAILED = ['The restore failed', 'Restored, with warnings'];
const MISSING = { teamsMissing: 'true' };
const said = (card: Json | undefined): string => textsOf(card).join('\n');

/** Opened at what the line finds, with its folders. */
async function browse(line: string) {
  const { id } = await alex.ask(line);
  const steps = stepsOn(bot, alex, id);
  const page = await steps.step('Browse folders', 'In this folder');
  const restore = async (inputs: Json, ended: readonly string[]): Promise<Json> => {
    await alex.press(id, 'Restore', { inputs });
    return steps.until(ended);
  };
  return { ...steps, id, page, restore, card: () => alex.card(id) };
}

/** Ids and paths of what the service has restored in the team. */
async function restoredIn(cardId: string, team: string): Promise<readonly string[][]> {
  const where = { person: ALEX, conversation: alex.conversation, cardId, dataset: SCOPE_DATASET };
  const { choices } = await bot.connector.search({ ...where, text: `team ${team}` });
  return bot.backupService.restore.liveObjects(choices?.[0]?.value ?? '').map((one) => [one.id, one.path]);
}

test('a post with an id beyond 2^53 comes back as a page, which the card says before', async () => {
  const { id, inRow, card, step, restore } = await browse(
    'restore find of northern lights 2026 in teams as of 6 days ago',
  );
  await inRow('General', 'Open', 'All posts');
  const posts = await inRow('Posts', 'Open', 'Imported: packing list');
  const confirm = await step('Restore…', 'Ready to restore?', {
    [pickOf(posts, 'Imported: emergency plan')]: 'true',
  });

  expect(textsOf(confirm)).toEqual(
    expect.arrayContaining(['the team Northern lights 2026', 'Imported: emergency plan']),
  );
  expect(said(confirm)).toContain("Posts aren't restored as posts.");
  expect(JSON.stringify(confirm)).not.toContain('teamsMissing');
  await restore({}, DONE);
  expect(await restoredIn(id, 'Northern lights 2026')).toEqual([['9007199254740993', '/General']]);
  expect(textsOf(card())).toContain('Team Northern lights 2026');
}, 60_000);

test('a private channel comes back whole, with its members, counted by the service', async () => {
  const { id, page, step, restore } = await browse('restore find of northern lights 2026 in teams as of 6 days ago');
  const picked = { [pickOf(page, 'Ferries')]: 'true', [pickOf(page, 'Guides only')]: 'true' };
  const confirm = await step('Restore…', 'Ready to restore?', picked);
  for (const option of ['teamsMissing', 'teamsChanged', 'teamsMembers']) {
    expect(JSON.stringify(confirm)).toContain(`"id":"${option}"`);
  }
  expect(JSON.stringify(confirm)).not.toContain('"id":"teamsOwner"');

  const nothing = await step('Restore', 'Ready to restore?', { teamsMembers: 'true' });
  expect(said(nothing)).toContain('nothing would be restored');
  const ended = await restore({ ...MISSING, teamsMembers: 'true' }, DONE);
  // Two were sent; the service counts what is in them.
  expect(Number(factOf(ended, 'Total'))).toBeGreaterThan(2);
  const paths = (await restoredIn(id, 'Northern lights 2026')).map(([, path]) => path);
  expect(paths).toContain('/Ferries/Timetable');
}, 60_000);

test('what a whole brings back is restored once, whatever else is selected', async () => {
  const { id, step } = await browse('restore find of northern lights 2026 in teams as of 6 days ago');
  await alex.press(id, 'Select all (5)');
  const confirm = await step('Restore…', 'Ready to restore?');
  const text = said(confirm);
  expect(text).toContain('Restore everything from');
  expect(text).not.toContain('Ferries');
  await step('Done', 'Task closed');
}, 60_000);

test('a tab that nobody can restore fails in the words of the service', async () => {
  const { inRow, card, step, restore } = await browse('restore find of northern lights 2026 in teams as of 6 days ago');
  await inRow('General', 'Open', 'All tabs');
  const tabs = await inRow('Tabs', 'Open', 'Survey');
  const picked = { [pickOf(tabs, 'Survey')]: 'true', [pickOf(tabs, 'Tasks')]: 'true' };
  expect(said(await step('Restore…', 'Ready to restore?', picked))).toContain('can lose the link to its file');
  await restore(MISSING, FAILED);
  expect(said(card())).toContain('tabs of this type are not supported');
}, 60_000);

test('into a team that was deleted meanwhile nothing comes back before the team does', async () => {
  const gone = 'restore find stand of spring fair 2025 in teams as of 10 days ago';
  const first = await alex.ask(gone);
  const steps = stepsOn(bot, alex, first.id);
  await steps.step('Restore…', 'Ready to restore?', { [pickOf(first.card, 'Stand.pdf')]: 'true' });
  await alex.press(first.id, 'Restore', { inputs: MISSING });
  expect(said(await steps.until(FAILED))).toContain('Spring fair 2025');

  const { page, step, restore } = await browse(gone);
  const confirm = await step('Restore…', 'Ready to restore?', { [pickOf(page, 'Spring fair 2025')]: 'true' });
  expect(JSON.stringify(confirm)).toContain('"id":"teamsOwner"');
  const wrong = await step('Restore', 'Ready to restore?', { ...MISSING, teamsOwner: 'no account' });
  expect(said(wrong)).toContain("can't be the sign-in name");
  await restore({ ...MISSING, teamsMembers: 'true', teamsOwner: 'petra@fernweh.example' }, DONE);
}, 60_000);
