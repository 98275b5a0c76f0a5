/** From a site to the outcome, in the chat: documents, list items, subsites, personal sites. */
import { actionsIn } from '../../local/connector/card-actions.ts';
import type { Json } from '../../local/connector/types.ts';
import { ALEX, NOOR } from '../../local/people.ts';
import { buttonsOf, textsOf, titleOf } from '../support/cards-seen.ts';
import { chatter, PATIENCE_MILLISECONDS, type Chatter } from '../support/chatter.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';

let bot: RunningBot;
beforeAll(async () => {
  bot = await startRunningBot();
}, 60_000);
afterAll(() => bot.stop());

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** The row of an entry: the smallest part of the card with a checkbox or number, its buttons and that title. */
function rowOf(card: Json | undefined, title: string): Json {
  const body = (card?.['body'] ?? []) as readonly Json[];
  const rows = body.filter((part) => part['type'] === 'Container' && textsOf({ body: [part] }).includes(title));
  const row = rows.at(-1);
  if (row === undefined) throw new Error(`No row “${title}” among ${textsOf(card).join(' | ')}`);
  return row;
}

function pickOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(pickOf).find((id) => id !== '') ?? '';
  if (!isObject(value)) return '';
  const { id, ...rest } = value;
  return typeof id === 'string' && id.startsWith('pick-') ? id : pickOf(Object.values(rest));
}

const OUTCOMES = ['Restored', 'Restored, with warnings', 'The restore failed'];

function stepsOn(who: Chatter, cardId: string) {
  const until = (isThere: (card: Json | undefined) => boolean): Promise<Json> =>
    bot.connector
      .waitFor(() => {
        const card = who.card(cardId);
        return isThere(card) && card;
      }, PATIENCE_MILLISECONDS)
      .catch((error: unknown) => {
        const card = who.card(cardId);
        throw new Error(`${textsOf(card).join(' | ')} (${buttonsOf(card).join(', ')}): ${String(error)}`);
      });
  const step = async (button: string, then: string, inputs: Json = {}): Promise<Json> => {
    await who.press(cardId, button, { inputs });
    return until((card) => [...textsOf(card), ...buttonsOf(card)].includes(then));
  };
  /** Presses the button in the row of an entry. */
  const stepIn = async (title: string, button: string, then: string): Promise<Json> => {
    const action = actionsIn(rowOf(who.card(cardId), title)).find((one) => one['title'] === button);
    if (action === undefined) throw new Error(`“${title}” has no button “${button}”.`);
    await who.press(cardId, button, { action });
    return until((card) => [...textsOf(card), ...buttonsOf(card)].includes(then));
  };
  const pick = (title: string): Json => ({ [pickOf(rowOf(who.card(cardId), title))]: 'true' });
  const outcome = async (inputs: Json = {}, button = 'Restore'): Promise<Json> => {
    await who.press(cardId, button, { inputs });
    return until((card) => OUTCOMES.includes(titleOf(card)));
  };
  return { step, stepIn, pick, outcome, card: () => who.card(cardId) };
}

const restores = () => bot.backupService.restore;
const liveIn = (site: string) => restores().liveObjects(restores().scopeIdOf(site));

test('a document and a list item of one site are restored in a call each; links to a list item that exists are warned of', async () => {
  const alex = chatter(bot, ALEX);
  await alex.signIn();
  const { id, card: found } = await alex.ask('restore find handbook of Tour guides in sharepoint as of 4 days ago');
  expect(textsOf(found)).toEqual(expect.arrayContaining(["Tour guides' SharePoint", 'Handbook for guides.docx']));
  const { step, stepIn, pick, outcome } = stepsOn(alex, id);
  await step('Add to list', 'On the list', pick('Handbook for guides.docx'));

  const site = await step('Browse folders', 'Nordic tours');
  expect(textsOf(site)).toEqual(expect.arrayContaining(['Subsite', 'Library', 'List', 'Bookings']));
  expect(textsOf(site).filter((text) => text === 'Documents')).toHaveLength(1);
  await stepIn('Bookings', 'Open', 'Kyoto in November');
  await stepIn('Kyoto in November', 'Open', 'Rooming list.xlsx');
  await step('Up', 'Kyoto in November');

  const confirm = await step('Restore…', 'Ready to restore?', pick('Kyoto in November'));
  expect(textsOf(confirm).join('\n')).not.toContain('recreated');
  const asked = await step('Restore', 'Kyoto in November', { siteMissingItems: 'true', siteChangedItems: 'true' });
  expect(buttonsOf(asked)).toContain('Overwrite and restore');
  expect(textsOf(asked).join('\n')).toContain('recreated with a new number');
  const ended = await outcome({ siteMissingItems: 'true', siteChangedItems: 'true' }, 'Overwrite and restore');

  expect(titleOf(ended)).toBe('Restored');
  expect(restores().runs.map(({ path }) => path.split('/').at(-2))).toEqual(['Documents', 'Items']);
  expect(liveIn('Tour guides')).toMatchObject([
    { path: '/Documents/Handbook/Handbook for guides.docx' },
    { path: '/Bookings/Kyoto in November', newId: expect.any(String) as unknown },
  ]);
  expect([restores().mistakes, restores().repeats]).toEqual([[], []]);
}, 60_000);

test('documents of the same name in two folders and a subsite are told apart, and one on hold says why it failed', async () => {
  const noor = chatter(bot, NOOR);
  await noor.signIn();
  const query = 'filename:Report.docx OR filename:"Contract Tromsø.docx"';
  const { id, card: found } = await noor.ask(`restore find ${query} of Tour guides in sharepoint as of 5 days ago`);
  const { step, outcome } = stepsOn(noor, id);
  const all = buttonsOf(found).find((title) => title.startsWith('Select all')) ?? '';
  expect(all).toBe('Select all (4)');
  await step(all, 'Contract Tromsø.docx');
  const before = restores().runs.length;

  const confirm = await step('Restore…', 'Ready to restore?');
  const ended = await outcome({ siteMissingItems: 'true' });

  expect(textsOf(confirm)).toContainEqual(expect.stringMatching(/^Tour guides \(https:/));
  expect(textsOf(confirm)).toContain('Nordic tours');
  expect(titleOf(ended)).toBe('Restored, with warnings');
  expect(textsOf(ended).join(' ')).toContain('This item cannot be changed because it is on hold');
  const calls = restores().runs.slice(before);
  expect(new Set(calls.map(({ itemIds }) => itemIds.length))).toEqual(new Set([1, 3]));
  const paths = liveIn('Tour guides').map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(['/Documents/Guides/2025/Report.docx', '/Documents/Guides/2026/Report.docx']),
  );
}, 60_000);

test('a library that has been renamed since is found under its former name; a target that does not exist is said in the service’s words', async () => {
  const alex = chatter(bot, ALEX);
  const { id } = await alex.ask('restore find of Tour guides in sharepoint as of 14 days ago');
  const { step, stepIn, outcome, card } = stepsOn(alex, id);
  await step('Browse folders', 'Pictures');
  await stepIn('Pictures', 'Open', 'Lofoten');
  await stepIn('Lofoten', 'Open', 'Tour guides › Pictures › Lofoten');
  await step('Select all (15)', 'Clear selection');
  await step('Restore…', 'Ready to restore?');

  const ended = await outcome({ siteMissingItems: 'true', siteList: 'Pictures' });

  expect(textsOf(ended).join(' ')).toContain('List "Pictures" does not exist at site');
  expect(card()).toBeDefined();
}, 60_000);

test('a library, a folder in it and a subsite are searched alone, and then everything', async () => {
  const alex = chatter(bot, ALEX);
  const { id } = await alex.ask('restore find of Tour guides in sharepoint as of 5 days ago');
  const { step, stepIn } = stepsOn(alex, id);
  const words = { words: 'filename:Report.docx OR filename:"Contract Tromsø.docx"' };
  const searchAll = async (): Promise<string | undefined> => {
    const found = await step('Search', 'What I found', words);
    return buttonsOf(found).find((title) => title.startsWith('Select all'));
  };
  await step('Browse folders', 'Documents');
  await stepIn('Documents', 'Open', 'Guides');
  await step('Search here', 'Only in: Tour guides › Documents');
  expect(await searchAll()).toBe('Select all (3)');

  await step('Up', 'Guides');
  await stepIn('Guides', 'Open', '2026');
  await stepIn('2026', 'Open', 'Tour guides › Documents › Guides › 2026');
  await step('Search here', 'Only in: Tour guides › Documents › Guides › 2026');
  expect(await searchAll()).toBe('Select all (1)');
  await step('Change', 'Search everywhere');
  const everything = await step('Search everywhere', 'Select all (4)', words);
  expect(textsOf(everything).join('\n')).not.toContain('Only in');

  await step('Browse folders', 'Nordic tours');
  await stepIn('Nordic tours', 'Open', 'Tour guides › Nordic tours');
  await step('Search here', 'Only in: Tour guides › Nordic tours');
  expect(await searchAll()).toBe('Select all (1)');
}, 60_000);

test('a scope that is a subsite, and a personal site, open like any other', async () => {
  const alex = chatter(bot, ALEX);
  const { id } = await alex.ask('restore find of 人事 HR in sharepoint as of 4 days ago');
  const { step, stepIn } = stepsOn(alex, id);
  await step('Browse folders', 'Documents');
  await stepIn('Documents', 'Open', 'Holidays 2026.xlsx');

  const { card: own } = await alex.ask('restore find ideas of noor in sharepoint as of 4 days ago');
  expect(textsOf(own)).toContain('Ideas.docx');
  const { card: mine } = await chatter(bot, NOOR).ask('restore find ideas of me in sharepoint as of 4 days ago');
  expect(textsOf(mine)).toEqual(expect.arrayContaining(['Your own SharePoint site', 'Ideas.docx']));
}, 60_000);
