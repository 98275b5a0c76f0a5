import { VERBS } from '../../src/cards/verbs.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { floodWithStrangers, sendHostileActivities } from './door.ts';
import { tryHostileInput } from './hostile.ts';
import { tryHostileRestores } from './restore-hostile.ts';
import { pressRestoresAsStrangers } from './restore-strangers.ts';
import { everyButton, pressAsStrangers } from './strangers.ts';

let bot: RunningBot;
beforeAll(async () => {
  bot = await startRunningBot();
}, 60_000);
afterAll(() => bot.stop());

test('every verb stands on a button that strangers press', () => {
  expect(new Set(everyButton('owner').map(({ verb }) => verb))).toEqual(new Set(VERBS));
});

test('no button of any card does anything for somebody else, replayed or forged either', async () => {
  expect((await pressAsStrangers(bot)).problems).toEqual([]);
}, 60_000);

test('nor does any button of finding and restoring, out of another conversation either', async () => {
  expect((await pressRestoresAsStrangers(bot)).problems).toEqual([]);
}, 90_000);

test('strangers with ever new tenants and keys are refused, each of thousands', async () => {
  expect((await floodWithStrangers(bot, 3_000)).problems).toEqual([]);
}, 60_000);

test('hostile activities are answered, and an ordinary one after them too', async () => {
  expect((await sendHostileActivities(bot, 200)).problems).toEqual([]);
}, 60_000);

test('no command, button, upstream answer, organizations file, job or blob breaks anything', async () => {
  const tried = await tryHostileInput(0.1);
  expect(Object.values(tried).every((count) => count >= 50)).toBe(true);
}, 60_000);

test('nor does any button, search or answer of the service that is about restoring, nor its sealed state', async () => {
  const tried = await tryHostileRestores(0.02);
  expect(Object.values(tried).every((count) => count >= 50)).toBe(true);
}, 60_000);
