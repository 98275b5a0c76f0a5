/** People who download files that the service sends slowly, while others search. */
import { actionsIn } from '../../local/connector/card-actions.ts';
import { FERNWEH, type SamplePerson } from '../../local/people.ts';
import type { Stack } from '../../local/stack.ts';
import { titleOf } from '../support/cards-seen.ts';
import { chatter } from '../support/chatter.ts';
import type { AttackCounts } from './connections.ts';

const PATIENCE_MILLISECONDS = 30_000;
/** More than an instance fetches at a time, and more than quarters of the budget that searches share. */
const DOWNLOADS = 5;

/** Each downloads one file at a time. */
export const COLLEAGUES: readonly SamplePerson[] = Array.from({ length: DOWNLOADS }, (_, number) => ({
  name: `Colleague ${number}`,
  signInName: `colleague.${number}@${FERNWEH.organization}`,
  objectId: `70d54e06-9cfa-438f-a267-5bc084fd${1_000 + number}`,
  tenantId: FERNWEH.tenantId,
  teamsUserId: `29:1colleague-${number}`,
  role: 'operator',
  about: 'Restore operator who downloads',
}));

/** Each of them signs in, finds and presses **Download**. @returns what ends it, by logging out */
export async function downloadSlowly(stack: Stack): Promise<() => Promise<AttackCounts>> {
  const { connector } = stack;
  const chats = COLLEAGUES.map((person) => chatter(stack, person));
  const cards = await Promise.all(
    chats.map(async (chat) => {
      await chat.signIn();
      const { id } = await chat.ask('restore find offer of noor in mail');
      const action = () => actionsIn(chat.card(id) ?? {}).find(({ title }) => title === 'Download');
      await chat.press(id, 'Download', { action: await connector.waitFor(action, PATIENCE_MILLISECONDS) });
      return connector.waitFor(
        () => chat.messages.findLast(({ card }) => titleOf(card) === 'Fetching the file'),
        PATIENCE_MILLISECONDS,
      );
    }),
  );
  return async () => {
    const ends: Record<string, number> = {};
    for (const [at, { id }] of cards.entries()) {
      const title = titleOf(chats[at]?.card(id));
      ends[title] = (ends[title] ?? 0) + 1;
    }
    await Promise.all(chats.map((chat) => chat.ask('restore logout')));
    return { ends };
  };
}
