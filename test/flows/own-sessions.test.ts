/** `restore sessions`: the service lists everybody's sessions; a person sees and stops their own. */
import type { Json } from '../../local/connector/types.ts';
import { ALEX, NOOR } from '../../local/people.ts';
import { clientOf } from '../local/service-client.ts';
import { buttonsOf, dataOf, textsOf, titleOf } from '../support/cards-seen.ts';
import { chatter } from '../support/chatter.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { stored } from '../support/stored.ts';

let bot: RunningBot;
beforeAll(async () => {
  bot = await startRunningBot();
}, 60_000);
afterAll(() => bot.stop());

test('a session that somebody opened elsewhere is theirs alone, also for a forged press', async () => {
  const portal = await clientOf(bot.identityProvider, bot.backupService, NOOR);
  const session = await portal.explore({ type: 'Vesp', reason: 'Opened in the portal' });
  const sessionId = session.split('/').at(-1) ?? '';

  const alex = chatter(bot, ALEX);
  await alex.signIn();
  const list = await alex.ask('restore sessions');
  expect(titleOf(list.card)).toBe('Recent restores');
  expect(textsOf(list.card).join(' ')).not.toContain('portal');

  const { owner } = dataOf(list.card, 'Find items to restore');
  const data: Json = { verb: 'stop-session', owner, session: sessionId };
  const action = { type: 'Action.Execute', verb: 'stop-session', data };
  const { outcome } = await alex.press(list.id, '', { action });
  expect(outcome.kind === 'card' && titleOf(outcome.card)).toBe('Not one of your sessions');
  expect((await portal.get(session)).json).toMatchObject({ state: 'Working' });

  const noor = chatter(bot, NOOR);
  await noor.signIn();
  const own = await noor.ask('restore sessions');
  expect(textsOf(own.card).join(' ')).toContain('Opened in the portal');
  expect(buttonsOf(own.card)).toContain('Stop');
  await noor.press(own.id, 'Stop');
  expect((await portal.get(session)).json).toMatchObject({ state: 'Stopped' });

  // Filtered, and shown with what the service recorded.
  const press = async (title: string, then: string, inputs: Json = {}): Promise<readonly string[]> => {
    await noor.press(own.id, title, { inputs });
    const isShown = () => [titleOf(noor.card(own.id)), ...textsOf(noor.card(own.id))].includes(then);
    await bot.connector.waitFor(() => isShown() || undefined);
    return textsOf(noor.card(own.id));
  };
  const filter = { sessionKind: 'sharepoint', sessionState: 'success', sessionDays: '1' };
  await press('Update list', 'None of your sessions match.', { ...filter, sessionKind: 'exchange' });
  const reason = 'Reason: Opened in the portal';
  expect((await press('Update list', reason, filter)).join(' ')).toContain('SharePoint');
  expect(await press('Details', 'A session')).toContain('The session has been started.');
  expect(await press('Back', 'Recent restores')).toContain(reason);

  // Audit lines of one moment share a request.
  await new Promise((resolve) => setTimeout(resolve, 600));
  const stops = (await stored(bot.environment).audit()).filter(({ event }) => event === 'session-stopped');
  expect(stops.map(({ person, reference, outcome: end }) => [person, reference, end])).toEqual([
    [ALEX.objectId, sessionId, 'not-own'],
    [NOOR.objectId, sessionId, 'success'],
  ]);
}, 60_000);
