/** An administrator's restore that is unclear for a minute: processes die, the service answers what nobody knows. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Json } from '../../local/connector/types.ts';
import { MAIL, namesOf, restores, restoring, type Restoring } from '../support/approved-restores.ts';
import { textsOf, titleOf } from '../support/cards-seen.ts';
import { flow, isOpen, open } from '../support/explore-flows.ts';
import { eventually } from '../support/eventually.ts';
import type { RunningBot } from '../support/running-bot.ts';

const UNCLEAR = "I don't know whether the restore started";
/** It is searched for about a minute. */
const SEARCH_MILLISECONDS = 100_000;

function becomesUnclear(bot: RunningBot, { mika, id }: Restoring): Promise<Json> {
  return bot.connector.waitFor(() => {
    const card = mika.card(id);
    return titleOf(card) === UNCLEAR && card;
  }, SEARCH_MILLISECONDS);
}

flow(
  'a process ends while the service does not answer; the next one asks, and sends with a new code alone',
  async (bot) => {
    const restoringMail = await restoring(bot);
    const { mika, id, until, code } = restoringMail;
    const first = code();
    bot.backupService.faults.next('/items/restore', { kind: 'hang' });
    await mika.approve(first);
    await eventually('the call is sent', () => restores(bot) === 1);
    await bot.restart();
    await becomesUnclear(bot, restoringMail);
    expect(namesOf(bot)).not.toContain(MAIL);

    await mika.press(id, 'Send again');
    await eventually('a new code', () => titleOf(mika.card(id)) === 'Approve this restore' && code());
    expect(code().userCode).not.toBe(first.userCode);
    expect(restores(bot)).toBe(1);
    await bot.restart();
    await mika.approve(code());
    await until(['Restored', 'Restored, with warnings']);
    expect(namesOf(bot)).toContain(MAIL);
    expect(bot.backupService.restore.runs.map(({ approval }) => approval)).toMatchObject([{ kind: 'approved' }]);
    await isOpen(bot, 0);
  },
);

flow('an answer in words that nobody knows is quoted; given up, it is not called failed', async (bot) => {
  const message = 'The creator of this fault did not specify a Reason.';
  const restoringMail = await restoring(bot);
  const { mika, id, until, code } = restoringMail;
  const body = { errorCode: 'HttpError', message };
  bot.backupService.faults.next('/items/restore', { kind: 'answer', status: 500, body });
  await mika.approve(code());
  expect(textsOf(await becomesUnclear(bot, restoringMail))).toContain(message);
  await mika.press(id, "Don't send again");
  await until(['Whether it was restored is unknown']);
  expect(restores(bot)).toBe(1);
  // The call may be running in the session, and would end with it: it is not stopped once all is said, either.
  await pause(3_000);
  expect(open(bot)).toBe(1);
});
