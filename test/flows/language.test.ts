/** People get answers in the language of their Teams, also on cards that are edited later. */
import { ALEX } from '../../local/people.ts';
import { buttonsOf, titleOf } from '../support/cards-seen.ts';
import { chatter, readCode } from '../support/chatter.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';

let bot: RunningBot;
beforeAll(async () => {
  bot = await startRunningBot();
}, 60_000);
afterAll(() => bot.stop());

test('a person with Teams in German signs in in German, with the same English commands', async () => {
  const alex = chatter(bot, ALEX);
  const reader = { locale: 'de-AT', timezone: 'Europe/Vienna' };
  await bot.connector.say({ person: ALEX, conversation: alex.conversation, text: 'restore login', reader });
  const posted = await bot.connector.waitFor(() => alex.messages[0], 20_000);
  expect(titleOf(posted.card)).toBe('Anmelden, um Daten wiederherzustellen');
  expect(buttonsOf(posted.card)).toContain('Abbrechen');
  const code = readCode(posted.id, posted.card);
  if (code === undefined) throw new Error('there is no code on the card');
  await alex.approve(code);
  // The edit uses the language stored with the conversation.
  const card = await alex.becomes(posted.id, 'Angemeldet');
  expect(buttonsOf(card)).toEqual(expect.arrayContaining(['Abmelden', 'Das war ich nicht']));
});
