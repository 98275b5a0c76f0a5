/** **Look in earlier backups**, over half a year of backups: what it opens at the service is closed, however it ends. */
import type { Json } from '../../local/connector/types.ts';
import { ALEX, NOOR } from '../../local/people.ts';
import { buttonsOf, textsOf, titleOf } from '../support/cards-seen.ts';
import { chatter, type Chatter } from '../support/chatter.ts';
import { eventually } from '../support/eventually.ts';
import { explored, flow, isOpen, open } from '../support/explore-flows.ts';
import type { RunningBot } from '../support/running-bot.ts';

const LOOK = 'Look in earlier backups';
const LOOKING = 'Looking in earlier backups';
const FORM = 'What are you looking for?';
const FOUND_NOTHING = 'looked in earlier backups and found nothing';
const NOWHERE = 'restore find zebra of noor in mail';

const slowly = ({ backupService }: RunningBot, milliseconds: number): void =>
  backupService.faults.next({ path: '/search', method: 'POST' }, { kind: 'slow', milliseconds }, 100);

/** @returns the id of a card that says that nothing was found */
async function searched(who: Chatter, line = NOWHERE): Promise<string> {
  const { id, card } = await who.ask(line);
  expect(buttonsOf(card)).toContain(LOOK);
  return id;
}

/** The card once it no longer says that it looks. @param says where it may not say yet that it does */
const looked = (bot: RunningBot, who: Chatter, id: string, says = ''): Promise<Json> =>
  bot.connector.waitFor(() => {
    const card = who.card(id);
    return titleOf(card) !== LOOKING && textsOf(card).join(' ').includes(says) && card;
  }, 60_000);

flow('eight sessions reach half a year back, and each of them is closed', async (bot) => {
  const alex = chatter(bot, ALEX);
  await alex.signIn();
  const id = await searched(alex);
  expect([explored(bot), open(bot)]).toEqual([1, 1]);
  await alex.press(id, LOOK);
  const card = await looked(bot, alex, id, FOUND_NOTHING);
  expect(titleOf(card)).toBe(FORM);
  expect(explored(bot)).toBe(9);
  // That of the search.
  await isOpen(bot, 1);
  await alex.press(id, 'Done');
  await isOpen(bot, 0);
});

flow('what is found in an earlier backup is restored from it', async (bot) => {
  const noor = chatter(bot, NOOR);
  await noor.signIn();
  const id = await searched(noor, 'restore find "Gion map" of me in files');
  await noor.press(id, LOOK);
  const card = await looked(bot, noor, id, 'Last seen in the backup from');
  expect(textsOf(card)).toContain('Gion map.pdf');
  await noor.press(id, 'Select all (1)');
  await noor.press(id, 'Restore…');
  await noor.becomes(id, 'Ready to restore?');
  await noor.press(id, 'Restore');
  await bot.connector.waitFor(() => titleOf(noor.card(id)).startsWith('Restored') || undefined, 30_000);
  const [document, ...others] = bot.backupService.restore.liveDocuments(NOOR.signInName);
  expect([document?.path, others]).toEqual([expect.stringMatching(/Gion map\.pdf$/), []]);
  await isOpen(bot, 0);
});

flow(
  'a OneDrive that was removed is searched and opened in the newest backup that has it, and restored from it',
  async (bot) => {
    const alex = chatter(bot, ALEX);
    await alex.signIn();
    const id = await searched(alex, 'restore find report of tamar in files');
    expect(textsOf(alex.card(id))).toContain("The latest backup doesn't have Tamar Beridze's OneDrive.");
    await alex.press(id, LOOK);
    const found = await alex.becomes(id, 'What I found', 60_000);
    expect(textsOf(found).join(' ')).toMatch(/Last seen in the backup from .* The backup after that doesn't have it\./);
    await isOpen(bot, 1);
    const all = buttonsOf(found).find((title) => title.startsWith('Select all'));
    await alex.press(id, all ?? '');
    await alex.press(id, 'Restore…');
    await alex.becomes(id, 'Ready to restore?');
    await alex.press(id, 'Restore');
    await bot.connector.waitFor(() => titleOf(alex.card(id)).startsWith('Restored') || undefined, 30_000);
    const restored = bot.backupService.restore.liveDocuments('tamar.beridze@fernweh.onmicrosoft.com');
    expect(restored).not.toEqual([]);

    const form = await alex.ask('restore find of tamar in files as of latest');
    await alex.press(form.id, 'Browse folders');
    expect(textsOf(alex.card(form.id))).toContain("The latest backup doesn't have Tamar Beridze's OneDrive.");
    await alex.press(form.id, LOOK);
    expect(textsOf(await alex.becomes(form.id, 'In this folder', 60_000))).toContain('Journeys');
    await alex.press(form.id, 'Done');
    await isOpen(bot, 0);
  },
);

flow('Stop, a log-out and the removal of the app end it within seconds, and close what is open', async (bot) => {
  const alex = chatter(bot, ALEX);
  const begin = async (): Promise<string> => {
    bot.backupService.faults.clear();
    const id = await searched(alex);
    slowly(bot, 15_000);
    await alex.press(id, LOOK);
    await isOpen(bot, 2);
    return id;
  };
  const within = async (act: () => Promise<unknown>, left: number): Promise<void> => {
    const from = Date.now();
    await act();
    await isOpen(bot, left);
    // Sooner than the search answers.
    expect(Date.now() - from).toBeLessThan(14_000);
  };
  await alex.signIn();
  const id = await begin();
  await within(() => alex.press(id, 'Stop'), 1);
  expect(titleOf(await looked(bot, alex, id))).toBe(FORM);
  await begin();
  await within(() => alex.say('restore logout'), 0);
  bot.backupService.faults.clear();
  await alex.signIn();
  await begin();
  await within(() => bot.connector.uninstall({ person: ALEX, conversation: alex.conversation }), 0);
});

flow('another instance goes on with it, and together with the first opens eight sessions at most', async (bot) => {
  const alex = chatter(bot, ALEX);
  await alex.signIn();
  const id = await searched(alex);
  const before = explored(bot);
  slowly(bot, 500);
  await alex.press(id, LOOK);
  await eventually('the second backup is opened', () => explored(bot) === before + 2);
  bot.talkTo(await bot.startInstance());
  await bot.stopMain();
  await looked(bot, alex, id, FOUND_NOTHING);
  expect(explored(bot) - before).toBeLessThanOrEqual(8);
  await alex.press(id, 'Done');
  await isOpen(bot, 0);
});

flow(
  'the end of the sign-in ends it, and closes what is open',
  async (bot) => {
    const alex = chatter(bot, ALEX);
    await alex.signIn();
    const id = await searched(alex);
    slowly(bot, 32_000);
    await alex.press(id, LOOK);
    await isOpen(bot, 2);
    await looked(bot, alex, id);
    await isOpen(bot, 0);
    expect(explored(bot)).toBeLessThanOrEqual(9);
  },
  { tokenSeconds: 30 },
);
