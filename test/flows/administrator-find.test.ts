/** What an administrator finds in everybody's data, in the chat. */
import type { Json } from '../../local/connector/types.ts';
import { FERNWEH, MIKA, NOOR } from '../../local/people.ts';
import { SCOPE_DATASET } from '../../src/cards/layout/verbs.ts';
import { buttonsOf, textsOf, titleOf } from '../support/cards-seen.ts';
import { chatter, PATIENCE_MILLISECONDS, type Chatter } from '../support/chatter.ts';
import { eventually } from '../support/eventually.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { picksOn, stepsOn } from '../support/steps.ts';
import { stored } from '../support/stored.ts';

jest.setTimeout(120_000);

let bot: RunningBot;
let mika: Chatter;

beforeAll(async () => {
  bot = await startRunningBot();
  mika = chatter(bot, MIKA);
  const code = await mika.login('restore login app-only');
  await mika.approve(code);
  await mika.becomes(code.id, 'Signed in');
}, 60_000);
afterAll(() => bot.stop());

/** What was asked of the service since then: methods and paths without ids. */
const asked = (since = 0): readonly string[] =>
  bot.backupService.received
    .slice(since)
    .map(({ method, path }) => `${method} ${path.replaceAll(/\/RestoreSessions\/[^/]+/g, '{S}').replace(/\?.*/, '')}`);

const explored = (since: number): readonly Json[] =>
  bot.backupService.received
    .slice(since)
    .filter(({ path }) => path === '/v8/Organization/Explore')
    .map(({ body }) => JSON.parse(body) as Json);

async function answered(line: string): Promise<{ readonly id: string; readonly card: Json | undefined }> {
  const { id } = await mika.ask(line);
  return { id, card: mika.card(id) };
}

test('one line finds the mail of somebody, and two presses lead to the restore', async () => {
  const since = bot.backupService.received.length;
  const { id, card } = await answered('restore find kyoto of noor as of 10 days ago');
  expect(titleOf(card)).toBe('What I found');
  const texts = textsOf(card);
  expect(texts).toContain("Noor Haddad's mail");
  expect(texts.some((text) => text.startsWith(', as of the end of '))).toBe(true);
  expect(JSON.stringify(card)).toContain('As administrator');
  const [session, ...others] = explored(since);
  expect(others).toEqual([]);
  expect(session).toMatchObject({ type: 'Vex', showDeleted: false });
  expect(session).not.toHaveProperty('reason');
  expect(asked(since)).toEqual(
    expect.arrayContaining([
      'GET /v8/Organization',
      'GET /v8/RestorePoints',
      'GET /v8{S}/organization',
      'GET /v8{S}/organization/mailboxes',
    ]),
  );
  const { step } = stepsOn(bot, mika, id);
  const [first = ''] = picksOn(card);
  const confirm = await step('Restore…', 'Ready to restore?', { [first]: 'true' });
  expect(textsOf(confirm)).toContain("Noor Haddad's mailbox");
  expect(buttonsOf(confirm)).toContain('Restore');
});

test('the form suggests everybody once the session is open; a person, everybody, and files of the same person', async () => {
  const { id } = await answered('restore find');
  const where = { person: MIKA, conversation: mika.conversation, cardId: id };
  const suggested = () => bot.connector.search({ ...where, dataset: SCOPE_DATASET, text: 'noor' });
  const choices = await eventually('somebody is suggested', async () => {
    const found = (await suggested()).choices ?? [];
    return found.length > 0 ? found : undefined;
  });
  expect(choices[0]?.title).toContain(NOOR.name);
  const { step } = stepsOn(bot, mika, id);
  const form = { workload: 'exchange', asOf: '10 days ago', showDeleted: 'false', words: 'kyoto' };
  const found = await step('Search', 'What I found', { ...form, scope: choices[0]?.value });
  expect(textsOf(found)).toContain("Noor Haddad's mail");
  await step('Change', 'What are you looking for?');
  const everybody = await step('Search everywhere', 'What I found', form);
  expect(textsOf(everybody)).toContain("Everyone's mail");
  await step('Change', 'What are you looking for?');
  const files = await step('Search', 'What I found', {
    ...form,
    workload: 'onedrive',
    scope: choices[0]?.value,
    words: 'itinerary',
  });
  expect(textsOf(files)).toContain("Noor Haddad's files");
});

test('a site and a team are found by their names, and opened', async () => {
  for (const [line, whose] of [
    ['restore find of the tour guides site', "Tour guides' SharePoint"],
    ['restore find of team northern lights', 'Team Northern lights 2026'],
  ] as const) {
    const { id, card } = await answered(line);
    expect(textsOf(card)).toContain(whose);
    const { until } = stepsOn(bot, mika, id);
    await mika.press(id, 'Browse folders', { inputs: { asOf: '', words: '' } });
    await until(['In this folder']);
  }
});

test('a day before the first backup has nothing, and the card says so', async () => {
  const { card } = await answered('restore find kyoto of everybody as of 2 january 2001');
  expect(textsOf(card).join(' ')).toMatch(/no backup/);
});

test('no session is left open but the one that is looked at, and nothing personal is in audit or log', async () => {
  await bot.connector.waitFor(() => bot.backupService.restore.openExploreSessions === 1, PATIENCE_MILLISECONDS);
  const lines = await stored(bot.environment).audit();
  const opened = lines.filter(({ event, person }) => event === 'backup-opened' && person === MIKA.objectId);
  expect(opened.length).toBeGreaterThan(3);
  for (const line of opened) {
    expect(line).toMatchObject({ flow: 'app-only', restore: { scope: 'organization' } });
    expect(line['restore']).not.toHaveProperty('pointId');
  }
  for (const line of [JSON.stringify(lines), ...bot.lines]) expect(line).not.toMatch(/kyoto|noor\.haddad/i);
  expect(JSON.stringify(opened)).toContain(FERNWEH.organization);
});
