/** Who may restore as administrator: on the real parts, with another list of administrators after a restart. */
import type { Json } from '../../local/connector/types.ts';
import { ALEX, HAKON, MIKA, NOOR } from '../../local/people.ts';
import { buttonsOf, dataOf, textsOf, titleOf } from '../support/cards-seen.ts';
import { chatter, readCode, type Chatter } from '../support/chatter.ts';
import { eventually } from '../support/eventually.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { picksOn, stepsOn } from '../support/steps.ts';
import { stored } from '../support/stored.ts';

// Other tests run at the same time.
jest.setTimeout(90_000);

const APPROVE = 'Approve this restore';
const FIND = 'restore find kyoto of noor as of 4 days ago';

let bot: RunningBot;
beforeEach(async () => {
  bot = await startRunningBot();
});
afterEach(() => bot.stop());

async function signInAsAdministrator(who = MIKA): Promise<Chatter> {
  const chat = chatter(bot, who);
  const code = await chat.login('restore login app-only');
  await chat.approve(code);
  await chat.becomes(code.id, 'Signed in');
  return chat;
}

/** Up to the card with the code of a restore. @returns its id */
async function restoring(mika: Chatter): Promise<string> {
  const { id } = await mika.ask(FIND);
  const { step, until } = stepsOn(bot, mika, id);
  const [first = ''] = picksOn(await until(['What I found'], 'Restore…'));
  await step('Restore…', 'Ready to restore?', { [first]: 'true' });
  await mika.press(id, 'Restore', { inputs: { reason: 'Deleted by mistake' } });
  await until([APPROVE], 'New code');
  return id;
}

/** From now on another list is in force: the bot is stopped and started with it. */
async function restartWith(...administrators: readonly { readonly objectId: string }[]): Promise<void> {
  await bot.stopMain();
  const ADMIN_USER_IDS = administrators.map(({ objectId }) => objectId).join(',');
  bot.talkTo(await bot.startInstance({ ADMIN_USER_IDS }));
}

const restoredMails = (): readonly string[] =>
  bot.backupService.restore.liveItems(NOOR.signInName).map(({ name }) => name);
const calls = (end: string): number => bot.backupService.received.filter(({ path }) => path.endsWith(end)).length;

test('an administrator restores a stranger’s mail after approving it; each card says as whom', async () => {
  const mika = await signInAsAdministrator();
  const before = restoredMails();
  const id = await restoring(mika);
  expect(textsOf(mika.card(id)).join(' ')).toContain('As administrator');
  expect(calls('/items/restore')).toBe(0);

  const code = readCode(id, mika.card(id));
  if (code !== undefined) await mika.approve(code);
  const { until } = stepsOn(bot, mika, id);
  const card = await until(['Restored', 'Restored, with warnings']);

  expect(textsOf(card).join(' ')).toContain('As administrator');
  expect(restoredMails().length).toBeGreaterThan(before.length);
  const lines = (await stored(bot.environment).audit()).filter(({ person }) => person === MIKA.objectId);
  expect(new Set(lines.map(({ flow }) => flow))).toEqual(new Set(['app-only']));
});

test('the session of who is taken off the list between two presses ends, with what it has open at the service', async () => {
  const mika = await signInAsAdministrator();
  const { id } = await mika.ask(FIND);
  expect(picksOn(await stepsOn(bot, mika, id).until(['What I found'], 'Restore…'))).not.toEqual([]);
  await restartWith(HAKON);

  const searches = calls('/search');
  const { outcome } = await mika.press(id, 'Look in earlier backups');
  expect(JSON.stringify(outcome)).toContain('you may no longer restore that way');
  await eventually('the token to be revoked', () => calls('/logout') === 1);
  expect(calls('/Stop')).toBeGreaterThan(0);
  expect(titleOf((await mika.ask('restore find budget')).card)).toBe('Sign in first');
  expect(calls('/search')).toBe(searches);
});

test('who is taken off the list between approval and sending restores nothing', async () => {
  const mika = await signInAsAdministrator();
  const id = await restoring(mika);
  const code = readCode(id, mika.card(id));
  await bot.stopMain();
  if (code !== undefined) await mika.approve(code);
  await restartWith(HAKON);
  const { until } = stepsOn(bot, mika, id);
  const card = await until(["The restore wasn't approved"]);

  expect(calls('/items/restore')).toBe(0);
  expect(textsOf(card).join(' ')).not.toContain(code?.userCode);
});

test('nobody finds as administrator in a group chat, or presses what is somebody else’s', async () => {
  const mika = await signInAsAdministrator();
  const inGroup = chatter(bot, MIKA, bot.connector.channel);
  expect(textsOf((await inGroup.ask('restore find kyoto')).card).join(' ')).toMatch(/private|personal/i);

  const id = await restoring(mika);
  const { restore } = dataOf(mika.card(id), 'New code');
  const codes = calls('/restoreDeviceCode');
  const hakon = await signInAsAdministrator(HAKON);
  const alex = chatter(bot, ALEX);
  await alex.signIn();
  for (const other of [hakon, alex]) {
    const { id: card, card: status } = await other.ask('restore status');
    const { owner } = dataOf(status, 'Log out');
    for (const kind of ['new-code', 'signed-in', 'stop']) {
      const data: Json = { verb: 'restore', owner, restore, press: { kind, asked: 0 } };
      const { outcome } = await other.press(card, '', { action: { type: 'Action.Execute', verb: 'restore', data } });
      expect(outcome.kind === 'card' && titleOf(outcome.card)).toBe("I don't know this restore");
    }
  }
  expect(calls('/restoreDeviceCode')).toBe(codes);
  expect(titleOf(mika.card(id))).toBe(APPROVE);
  expect(buttonsOf(mika.card(id))).toContain('Cancel');
  expect(calls('/items/restore')).toBe(0);
});
