/** One person's searches at a slow service keep nobody else waiting. */
import { ALEX, NOOR } from '../../local/people.ts';
import { textsOf, titleOf } from '../support/cards-seen.ts';
import { chatter, PATIENCE_MILLISECONDS } from '../support/chatter.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { startSlowService, type SlowService } from '../support/slow-service.ts';

let bot: RunningBot;
let service: SlowService;
beforeAll(async () => {
  bot = await startRunningBot();
  service = await startSlowService(bot.backupService.url);
  bot.talkTo(await bot.startInstance({ BACKUP_SERVICE_URL: service.url }));
}, 60_000);
afterAll(async () => {
  await bot.stop();
  await service.stop();
});

/** More than the connections of a pool. */
const SEARCHES = 24;

test('while many searches of one person wait for the service, another signs in, looks and logs out', async () => {
  const alex = chatter(bot, ALEX);
  await alex.signIn();
  await alex.ask('restore find rooms of noor in mail');
  service.hold();

  const said = Array.from({ length: SEARCHES - 1 }, (_, index) => alex.say(`restore find kyoto${index}`));
  await bot.connector.waitFor(() => service.waiting >= 2, PATIENCE_MILLISECONDS);
  const titles = () => alex.messages.map(({ card }) => titleOf(card));
  const replaced = () => titles().filter((title) => title === "This search wasn't run").length;
  await bot.connector.waitFor(() => replaced() >= SEARCHES - 4, PATIENCE_MILLISECONDS);
  said.push(alex.say('restore find offer OR contract OR budget'));
  await bot.connector.waitFor(() => replaced() === SEARCHES - 3, PATIENCE_MILLISECONDS);

  const noor = chatter(bot, NOOR);
  await noor.signIn();
  const status = await noor.ask('restore status');
  expect(textsOf(status.card).join(' ')).toContain('noor.haddad');
  expect(titleOf((await noor.ask('restore logout')).card)).toBe('Logged out');
  expect(service).toMatchObject({ waiting: 2, mostWaiting: 2, searches: 2 });

  // The newest one was next; the two before it find nothing by their words.
  const seen = titles().length;
  service.release();
  await bot.connector.waitFor(() => titles().slice(seen).includes('What I found'), PATIENCE_MILLISECONDS);
  expect(service.searches).toBe(3);
  await Promise.all(said);
}, 120_000);
