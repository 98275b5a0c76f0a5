/** The answer to an administrator's restore is lost, and nothing at the service carries a reference to find it by. */
import { approvals } from '../../src/cards/text/en/approvals.ts';
import { MAIL, namesOf, restores, restoring } from '../support/approved-restores.ts';
import { textsOf } from '../support/cards-seen.ts';
import { flow, isOpen } from '../support/explore-flows.ts';

const { assumed } = approvals(String);
const ENDED = ['Restored', 'Restored, with warnings'];

flow('it is found as the only new session, which the card calls likely, and is not sent again', async (bot) => {
  const { mika, until, code } = await restoring(bot);
  bot.backupService.faults.next('/items/restore', { kind: 'lost' });
  await mika.approve(code());
  const ended = await until(ENDED);
  expect(textsOf(ended)).toContain(assumed);
  expect(namesOf(bot)).toContain(MAIL);
  expect(restores(bot)).toBe(1);
  await isOpen(bot, 0);
});

flow('it is found for certain where the service restores in the session that was opened for it', async (bot) => {
  bot.backupService.restore.sessionIdMode = 'same';
  const { mika, until, code } = await restoring(bot);
  bot.backupService.faults.next('/items/restore', { kind: 'lost' });
  await mika.approve(code());
  const ended = await until(ENDED);
  expect(textsOf(ended)).not.toContain(assumed);
  expect(restores(bot)).toBe(1);
  await isOpen(bot, 0);
});
