/** On the way to an approval, in flows. */
import { ALEX } from '../../local/people.ts';
import { buttonsOf, titleOf } from './cards-seen.ts';
import { chatter, PATIENCE_MILLISECONDS, type Chatter } from './chatter.ts';
import type { RunningBot } from './running-bot.ts';
import { picksOn, stepsOn } from './steps.ts';

export const REQUEST = 'Approve this restore?';

/** The newest card of that title, by its id. */
export const cardWith = (bot: RunningBot, who: Chatter, title: string): Promise<string> =>
  bot.connector.waitFor(() => who.messages.findLast(({ card }) => titleOf(card) === title)?.id, PATIENCE_MILLISECONDS);

/** Restore calls that the service received. */
export const sent = ({ backupService }: RunningBot): number =>
  backupService.received.filter(({ method, path }) => method === 'POST' && path.endsWith('/operatorRestore')).length;

/** Alex finds a mail that Noor deleted, and asks for approval. */
export async function asking(bot: RunningBot, approvers: readonly Chatter[]) {
  for (const approver of approvers) await approver.ask('hello');
  const alex = chatter(bot, ALEX);
  await alex.signIn();
  const { id, card: found } = await alex.ask('restore find kyoto of noor as of 4 days ago');
  const { step, until } = stepsOn(bot, alex, id);
  await until(['What I found']);
  const [first = ''] = picksOn(alex.card(id) ?? found);
  const confirm = await step('Restore…', 'Ready to restore?', { [first]: 'true' });
  expect(buttonsOf(confirm)).toContain('Ask for approval');
  expect(buttonsOf(confirm)).not.toContain('Restore');
  const inputs = { deletedItems: 'true', reason: 'INC0004711' };
  await alex.press(id, 'Ask for approval', { inputs });
  if (titleOf(alex.card(id)) === 'Ready to restore?') await alex.press(id, 'Ask for approval', { inputs });
  await until(['Waiting for approval']);
  return { alex, id, until };
}
