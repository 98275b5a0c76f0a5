import { ALEX, NOOR } from '../../local/people.ts';
import { titleOf } from '../support/cards-seen.ts';
import { startAzurite, type OwnTestStorage } from '../support/azurite.ts';
import { chatter } from '../support/chatter.ts';
import { eventually } from '../support/eventually.ts';
import { pollsAt } from '../support/polls.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { stored } from '../support/stored.ts';

const AWAY = 'Please try again shortly';

let azurite: OwnTestStorage;
let bot: RunningBot;
let environment: Readonly<Record<string, string>>;
beforeAll(async () => {
  azurite = await startAzurite();
  await azurite.stop();
  environment = { AZURE_STORAGE_CONNECTION_STRING: azurite.connectionString };
  bot = await startRunningBot({ environment });
}, 60_000);
afterAll(async () => {
  await bot.stop();
  await azurite.dispose();
});

async function get(path: string): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await fetch(`${bot.url}${path}`);
  return { status: response.status, body: await response.json() };
}

const becomesReady = () => eventually('ready', async () => (await get('/readyz')).status === 200);

test('with storage unavailable at start the process runs, reports it, and recovers by itself', async () => {
  const alex = chatter(bot, ALEX);
  expect((await get('/healthz')).status).toBe(200);
  expect(await get('/readyz')).toMatchObject({ status: 503, body: { notAnswering: ['blobs', 'queue'] } });
  for (const text of ['restore login', 'restore status', 'restore logout', 'restore renew', 'restore cancel']) {
    const { card } = await alex.ask(text);
    expect([text, titleOf(card)]).toEqual([text, AWAY]);
  }
  expect(titleOf((await alex.ask('restore help')).card)).toBe('What I can do');

  await azurite.startAgain();
  await becomesReady();
  const { card } = await alex.signIn();
  expect(titleOf(card)).toBe('Signed in');
}, 60_000);

test('tokens redeemed while storage is unavailable are stored once it is back', async () => {
  const noor = chatter(bot, NOOR);
  const polls = pollsAt(bot).size;
  const code = await noor.login();
  await eventually('its first poll', () => pollsAt(bot).size > polls);
  await azurite.stop();
  const answers = bot.identityProvider.tokenAnswers.length;
  await noor.approve(code);
  await eventually('redeemed', () => bot.identityProvider.tokenAnswers.length > answers);

  expect((await get('/healthz')).status).toBe(200);
  expect(await get('/readyz')).toMatchObject({ status: 503, body: { notAnswering: ['blobs', 'queue'] } });
  expect(titleOf((await noor.ask('restore status')).card)).toBe(AWAY);
  // Used only once it is stored.
  const exchanged = (): boolean => bot.backupService.received.some(({ body }) => body.includes(NOOR.objectId));
  expect(exchanged()).toBe(false);

  await azurite.startAgain();
  await noor.becomes(code.id, 'Signed in');
  expect(exchanged()).toBe(true);
  expect(bot.identityProvider.tokenAnswers).toHaveLength(answers + 1);
  expect(bot.lines.join('')).toContain('"event":"storage-write-waiting"');
  await becomesReady();
  const storage = stored({ ...bot.environment, ...environment });
  expect((await storage.open(noor.conversation.id, NOOR))?.session).toBeDefined();
  const events = async () => (await storage.audit()).filter(({ person }) => person === NOOR.objectId);
  await eventually('two audit lines', async () => (await events()).length >= 2);
  expect((await events()).map(({ event }) => event)).toEqual(['sign-in-started', 'signed-in']);
}, 60_000);
