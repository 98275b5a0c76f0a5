/** What flows of an administrator's restores share: Mika restores a mail that Noor deleted. */
import { usualTenantBehaviour, type TenantBehaviour } from '../../local/backup-service/tenant/behaviour.ts';
import { MIKA, NOOR, type SamplePerson } from '../../local/people.ts';
import { titleOf } from './cards-seen.ts';
import { chatter, readCode, type Chatter, type CodeCard } from './chatter.ts';
import type { RunningBot } from './running-bot.ts';
import { picksOn, stepsOn } from './steps.ts';

export const APPROVE = 'Approve this restore';
export const MAIL = 'Kyoto itinerary, final 🍁';

/** What a card's field for another place is filled in with; undefined where it has none. */
export function placeOn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('id' in value && value.id === 'elsewhere' && 'value' in value) return String(value.value);
  return Object.values(value)
    .map((inner) => placeOn(inner))
    .find((found) => found !== undefined);
}

export interface Restoring {
  readonly mika: Chatter;
  readonly id: string;
  readonly until: ReturnType<typeof stepsOn>['until'];
  /** The code on the card. */
  readonly code: () => CodeCard;
}

/** Mika signs in app-only, finds a mail that Noor deleted, and presses **Restore**. @param approver who has to approve it first */
export async function restoring(
  bot: RunningBot,
  behaviour: Partial<TenantBehaviour> = {},
  approver?: SamplePerson,
): Promise<Restoring> {
  const second = approver && chatter(bot, approver);
  await second?.ask('hello');
  Object.assign(bot.backupService.restore.tenant, usualTenantBehaviour(), behaviour);
  const mika = chatter(bot, MIKA);
  const signIn = await mika.login('restore login app-only');
  await mika.approve(signIn);
  await mika.becomes(signIn.id, 'Signed in');
  const { id, card: found } = await mika.ask('restore find kyoto of noor as of 4 days ago');
  const { step, until } = stepsOn(bot, mika, id);
  await until(['What I found']);
  const [first = ''] = picksOn(mika.card(id) ?? found);
  await step('Restore…', 'Ready to restore?', { [first]: 'true' });
  const ask = second === undefined ? 'Restore' : 'Ask for approval';
  await mika.press(id, ask, { inputs: { reason: 'Deleted by mistake' } });
  if (second !== undefined) {
    const isRequest = () => second.messages.find(({ card }) => titleOf(card) === 'Approve this restore?')?.id;
    await second.press(await bot.connector.waitFor(isRequest), 'Approve');
  }
  await until([APPROVE]);
  const code = (): CodeCard => {
    const shown = readCode(id, mika.card(id));
    if (shown === undefined) throw new Error('There is no code on the card.');
    return shown;
  };
  return { mika, id, until, code };
}

/** Of the mails that restores have put back. */
export const namesOf = ({ backupService }: RunningBot): readonly string[] =>
  backupService.restore.liveItems(NOOR.signInName).map(({ name }) => name);
/** Calls that the service received. */
export const restores = ({ backupService }: RunningBot): number =>
  backupService.received.filter(({ method, path }) => method === 'POST' && path.endsWith('/items/restore')).length;
