/** Sites and teams as administrator, from the line that is typed to what is there again: each restore is approved by a code. */
import type { Json } from '../../local/connector/types.ts';
import { MIKA } from '../../local/people.ts';
import { textsOf } from '../support/cards-seen.ts';
import { chatter, readCode, type Chatter } from '../support/chatter.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { pickOf, stepsOn } from '../support/steps.ts';

let bot: RunningBot;
let mika: Chatter;
beforeAll(async () => {
  bot = await startRunningBot();
  bot.backupService.restore.switchMishaps(false);
  bot.backupService.restore.setPace({ total: 2_000 });
  mika = chatter(bot, MIKA);
  const code = await mika.login('restore login app-only');
  await mika.approve(code);
  await mika.becomes(code.id, 'Signed in');
}, 60_000);
afterAll(() => bot.stop());

const DONE = ['Restored', 'Restored, with warnings'];
const said = (card: Json | undefined): string => textsOf(card).join('\n');
const restores = () => bot.backupService.restore;

const codesAsked = (): number =>
  bot.backupService.received.filter(({ path }) => path.endsWith('/restoreDeviceCode')).length;

/** Opened at what the line finds. */
async function found(line: string) {
  const { id } = await mika.ask(line);
  const steps = stepsOn(bot, mika, id);
  /** From the confirm card to the outcome: one code, with which Mika signs in. */
  const approved = async (inputs: Json): Promise<Json> => {
    const card = await steps.step('Restore', 'Approve this restore', { ...inputs, reason: 'Ticket 4711' });
    const code = readCode(id, card);
    if (code === undefined) throw new Error(said(card));
    expect(said(card)).toContain('As administrator');
    await mika.approve(code);
    return steps.until(DONE);
  };
  return { ...steps, approved, card: () => mika.card(id) };
}

/** The calls that were sent meanwhile, without their session. */
async function callsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const before = restores().runs.length;
  await work();
  return restores()
    .runs.slice(before)
    .map(({ path }) => path.split('/').slice(5).join('/'));
}

test('a document that a search found comes back from a stranger’s site', async () => {
  const { step, approved, card } = await found('restore find handbook of Tour guides in sharepoint as of 4 days ago');
  const picked = { [pickOf(card(), 'Handbook for guides.docx')]: 'true' };
  const confirm = await step('Restore…', 'Ready to restore?', picked);
  expect(said(confirm)).toContain('even where they still exist');

  const calls = await callsOf(() => approved({}));

  expect(calls).toEqual([expect.stringMatching(/\/Documents\/restore$/)]);
  const paths = restores().liveObjects(restores().scopeIdOf('Tour guides'));
  expect(paths.map(({ path }) => path)).toEqual(['/Documents/Handbook/Handbook for guides.docx']);
}, 60_000);

test('a list and a subsite come back whole, in two calls that one code approves', async () => {
  const { step, approved } = await found('restore find of Tour guides in sharepoint as of 4 days ago');
  const page = await step('Browse folders', 'In this folder');
  expect(said(page)).toContain('Whole site');
  const picked = { [pickOf(page, 'Bookings')]: 'true', [pickOf(page, 'Nordic tours')]: 'true' };
  const confirm = await step('Restore…', 'Ready to restore?', picked);
  expect(said(confirm)).toMatch(/one (?:list|subsite) and one (?:list|subsite)/);

  const codes = codesAsked();
  const calls = await callsOf(() => approved({ siteMissingItems: 'true' }));

  expect(codesAsked() - codes).toBe(1);
  expect(calls.map((path) => path.replaceAll(/[\w-]{36,}/g, '…'))).toEqual([
    'Sites/…/Lists/…/restore',
    'Sites/…/restore',
  ]);
}, 60_000);

test('posts that were picked come back with those of their days', async () => {
  const { step, inRow, approved } = await found('restore find of northern lights 2026 in teams as of 6 days ago');
  await step('Browse folders', 'In this folder');
  await inRow('General', 'Open', 'All posts');
  const posts = await inRow('Posts', 'Open', 'Imported: packing list');
  expect(said(posts)).toContain('comes back with the posts of its channel and day');
  const picked = { [pickOf(posts, 'Imported: emergency plan')]: 'true' };
  const confirm = await step('Restore…', 'Ready to restore?', picked);
  expect(said(confirm)).toContain('General › Posts');
  const days = /"id":"teamsPostsFrom"[^}]*"value":"([\d-]+)"/.exec(JSON.stringify(confirm))?.[1] ?? '';
  expect(days).toMatch(/^\d{4}-\d\d-\d\d$/);

  const calls = await callsOf(() => approved({ teamsPostsFrom: days, teamsPostsTo: days }));

  expect(calls).toEqual([expect.stringMatching(/\/posts\/restore$/)]);
  expect(restores().mistakes).toEqual([]);
}, 60_000);
