/** `RESTORE_CHANNEL`: a line in a channel when a restore has ended. */
import { NOOR } from '../../local/people.ts';
import { textsOf, titleOf } from '../support/cards-seen.ts';
import { chatter, PATIENCE_MILLISECONDS } from '../support/chatter.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';

let bot: RunningBot;
beforeAll(async () => {
  bot = await startRunningBot();
  // The channel is known once the stack runs.
  const { port } = await bot.startInstance({ RESTORE_CHANNEL: bot.connector.channel.id });
  await bot.stopMain();
  bot.talkTo({ port });
}, 60_000);
afterAll(() => bot.stop());

test('the channel gets one line for a restore, without whose it is, who asked, or what was found', async () => {
  const noor = chatter(bot, NOOR);
  await noor.signIn();
  const { id, card } = await noor.ask('restore find of me in files "Itinerary Kyoto"');
  const [pick = ''] = [...JSON.stringify(card).matchAll(/"id":"(pick-[^"]+)"/g)].map(([, name]) => name ?? '');
  await noor.press(id, 'Restore…', { inputs: { [pick]: 'true' } });
  await noor.becomes(id, 'Ready to restore?');
  await noor.press(id, 'Restore', { inputs: { documentAction: 'Keep' } });
  const lines = () => bot.connector.messages(bot.connector.channel);
  const [line] = await bot.connector.waitFor(() => (lines().length > 0 ? lines() : undefined), PATIENCE_MILLISECONDS);
  expect(titleOf(line?.card)).toMatch(/^Restored/);
  expect(textsOf(line?.card).join('\n')).toMatch(/Files · Total: 1 · Restored: [01] · .*\nReference: \w+/);
  expect(JSON.stringify(line)).not.toMatch(/noor|haddad|kyoto/i);
  expect(lines()).toHaveLength(1);
}, 60_000);
