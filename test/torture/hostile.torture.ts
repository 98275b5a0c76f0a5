import { VERBS } from '../../src/cards/layout/verbs.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { floodWithStrangers, sendHostileActivities } from './requests.ts';
import { tryHostileInput } from './hostile.ts';
import { tryHostileRestores } from './restore-hostile.ts';
import { pressRequestsAsStrangers } from './request-strangers.ts';
import { pressRestoresAsStrangers } from './restore-strangers.ts';
import { everyButton, pressAsStrangers } from './strangers.ts';

let bot: RunningBot;
beforeAll(async () => {
  bot = await startRunningBot();
}, 60_000);
afterAll(() => bot.stop());

test('the buttons that other people press cover every verb', () => {
  expect(new Set(everyButton('owner').map(({ verb }) => verb))).toEqual(new Set(VERBS));
});

test('no button of any sign-in card does anything for another person, whether pressed, replayed or forged', async () => {
  expect((await pressAsStrangers(bot)).problems).toEqual([]);
}, 60_000);

test('no button of any restore card does anything for another person or from another conversation', async () => {
  expect((await pressRestoresAsStrangers(bot)).problems).toEqual([]);
}, 90_000);

test('no button of a request or an approval does anything for whoever may not press it, or after its end', async () => {
  expect((await pressRequestsAsStrangers()).problems).toEqual([]);
}, 90_000);

test('thousands of requests with invalid tokens, each of another tenant and key, are all refused', async () => {
  expect((await floodWithStrangers(bot, 3_000)).problems).toEqual([]);
}, 60_000);

test('hostile activities are answered, and so is an ordinary one after them', async () => {
  expect((await sendHostileActivities(bot, 200)).problems).toEqual([]);
}, 60_000);

test('no malformed command, button, upstream answer, organizations file, job or blob breaks the bot', async () => {
  const tried = await tryHostileInput(0.1);
  expect(Object.values(tried).every((count) => count >= 50)).toBe(true);
}, 60_000);

test('no malformed restore button, search, service answer or sealed restore state breaks the bot', async () => {
  const tried = await tryHostileRestores(0.02);
  expect(Object.values(tried).every((count) => count >= 50)).toBe(true);
}, 60_000);
