/** `RESTORE_CHANNEL`: a line in a channel when a restore has ended. */
import { NOOR } from '../../local/people.ts';
import { textsOf, titleOf } from '../support/cards-seen.ts';
import { chatter, PATIENCE_MILLISECONDS, type Chatter } from '../support/chatter.ts';
import { eventually } from '../support/eventually.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { stored } from '../support/stored.ts';

let bot: RunningBot;
beforeAll(async () => {
  bot = await startRunningBot();
  // The channel is known once the stack runs.
  const { port } = await bot.startInstance({ RESTORE_CHANNEL: bot.connector.channel.id });
  await bot.stopMain();
  bot.talkTo({ port });
}, 60_000);
afterAll(() => bot.stop());

async function restore(noor: Chatter): Promise<void> {
  const { id, card } = await noor.ask('restore find of me in files "Itinerary Kyoto"');
  const [pick = ''] = [...JSON.stringify(card).matchAll(/"id":"(pick-[^"]+)"/g)].map(([, name]) => name ?? '');
  await noor.press(id, 'Restore…', { inputs: { [pick]: 'true' } });
  await noor.becomes(id, 'Ready to restore?');
  await noor.press(id, 'Restore', { inputs: { documentAction: 'Keep' } });
}
const lines = () => bot.connector.messages(bot.connector.channel);

test('the channel gets one line for a restore, without whose it is, who asked, or what was found', async () => {
  const noor = chatter(bot, NOOR);
  await noor.signIn();
  await restore(noor);
  const [line] = await bot.connector.waitFor(() => (lines().length > 0 ? lines() : undefined), PATIENCE_MILLISECONDS);
  expect(titleOf(line?.card)).toMatch(/^Restored/);
  expect(textsOf(line?.card).join('\n')).toMatch(/Files · Total: 1 · Restored: [01] · .*\nReference: \w+/);
  expect(JSON.stringify(line)).not.toMatch(/noor|haddad|kyoto/i);
  expect(lines()).toHaveLength(1);
}, 60_000);

test('a restore of somebody who removes the app meanwhile has its end in the audit log, and no line', async () => {
  const noor = chatter(bot, NOOR);
  const before = lines().length;
  bot.backupService.restore.setPace({ total: Infinity });
  await restore(noor);
  const state = stored(bot.environment);
  const running = async () => (await state.restores(noor.conversation.id, NOOR))?.restores[0];
  await eventually('the restore runs', async () => (await running())?.calls[0]?.progress.kind === 'running');
  const { id: reference } = (await running()) ?? {};
  await bot.connector.uninstall({ person: NOOR, conversation: noor.conversation });
  await eventually('it is erased', async () => (await state.open(noor.conversation.id, NOOR)) === undefined);
  const ends = async () =>
    (await state.audit()).filter((line) => line.event === 'restore-ended' && line.reference === reference);
  // Stored by then.
  expect(await ends()).toMatchObject([{ outcome: 'unknown', person: NOOR.objectId, restore: { items: 1 } }]);
  expect(await running()).toBeUndefined();
  expect(lines()).toHaveLength(before);
}, 60_000);
