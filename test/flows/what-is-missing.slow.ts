/** **What is missing?**, with real parts: what it opens at the service is closed, however it ends. */
import type { Json } from '../../local/connector/types.ts';
import { ALEX, NOOR } from '../../local/people.ts';
import { buttonsOf, textsOf, titleOf } from '../support/cards-seen.ts';
import { chatter, type Chatter } from '../support/chatter.ts';
import { eventually } from '../support/eventually.ts';
import { explored, flow, isOpen } from '../support/explore-flows.ts';
import type { RunningBot } from '../support/running-bot.ts';

const MISSING = 'What is missing?';
const TITLE = 'What is missing';
const FURTHER = 'Compare with an earlier backup';

const slowly = ({ backupService }: RunningBot, milliseconds: number): void =>
  backupService.faults.next({ path: '/Documents' }, { kind: 'slow', milliseconds }, 100);

/** Nothing is found: the card asks what is missing. @returns its id */
async function searched(who: Chatter): Promise<string> {
  const { id, card } = await who.ask('restore find zebra of noor in files');
  expect(buttonsOf(card)).toContain(MISSING);
  return id;
}

/** The card once it no longer says that it compares: only then it has more buttons than **Stop** and **Done**. */
const compared = (bot: RunningBot, who: Chatter, id: string): Promise<Json> =>
  bot.connector.waitFor(() => (buttonsOf(who.card(id)).includes('Stop') ? undefined : who.card(id)), 60_000);

flow('what an earlier backup has is listed and restored from it', async (bot) => {
  const noor = chatter(bot, NOOR);
  await noor.signIn();
  const id = await searched(noor);
  await noor.press(id, MISSING);
  const week = await compared(bot, noor, id);
  expect(titleOf(week)).toBe(TITLE);
  expect(textsOf(week)).toContain('Ryokan bookings.docx');
  expect(textsOf(week)).not.toContain('Gion map.pdf');
  // That of the search, which is the latest, and the one of a week ago; the first is closed then.
  expect(explored(bot)).toBe(2);
  await isOpen(bot, 1);
  await noor.press(id, FURTHER);
  const fortnight = await compared(bot, noor, id);
  expect(textsOf(fortnight)).toContain('Gion map.pdf');
  await isOpen(bot, 1);
  const all = buttonsOf(fortnight).find((title) => title.startsWith('Select all'));
  await noor.press(id, all ?? '');
  await noor.press(id, 'Restore…');
  await noor.becomes(id, 'Ready to restore?');
  await noor.press(id, 'Restore');
  await bot.connector.waitFor(() => titleOf(noor.card(id)).startsWith('Restored') || undefined, 30_000);
  const paths = bot.backupService.restore.liveDocuments(NOOR.signInName).map(({ path }) => path);
  expect(paths).toContainEqual(expect.stringMatching(/Gion map\.pdf$/));
  expect(paths).toContainEqual(expect.stringMatching(/Ryokan bookings\.docx$/));
  await isOpen(bot, 0);
});

flow('a OneDrive that was removed is missing with all that was in it', async (bot) => {
  const alex = chatter(bot, ALEX);
  await alex.signIn();
  const { id } = await alex.ask('restore find zebra of tamar in files');
  await alex.press(id, MISSING);
  const card = await compared(bot, alex, id);
  expect(titleOf(card)).toBe(TITLE);
  expect(textsOf(card).join(' ')).toMatch(/\d+ items were there on .* and aren.t in the latest backup/);
  await alex.press(id, 'Up');
  expect(textsOf(await alex.becomes(id, 'In this folder'))).toContain('Journeys');
  await alex.press(id, 'Done');
  await isOpen(bot, 0);
});

flow('a site is compared with all its libraries, lists and subsites', async (bot) => {
  const alex = chatter(bot, ALEX);
  await alex.signIn();
  const { id } = await alex.ask('restore find zebra of tour guides in site');
  await alex.press(id, MISSING);
  const texts = textsOf(await compared(bot, alex, id));
  // In a library, in a list, and in a library of a subsite; two of the same name in two folders.
  for (const title of ['Handbook for guides.docx', 'Lofoten in March', 'Northern lights.docx']) {
    expect(texts).toContain(title);
  }
  expect(texts.filter((text) => text === 'Report.docx')).toHaveLength(2);
  await alex.press(id, 'Done');
  await isOpen(bot, 0);
});

flow('Stop, a log-out and the removal of the app end it within seconds, and close what is open', async (bot) => {
  const alex = chatter(bot, ALEX);
  const begin = async (): Promise<string> => {
    bot.backupService.faults.clear();
    const id = await searched(alex);
    slowly(bot, 15_000);
    await alex.press(id, MISSING);
    await eventually('it reads', () => bot.backupService.received.at(-1)?.path.includes('/Documents') === true);
    return id;
  };
  const within = async (act: () => Promise<unknown>, left: number): Promise<void> => {
    const from = Date.now();
    await act();
    await isOpen(bot, left);
    // Sooner than the service answers.
    expect(Date.now() - from).toBeLessThan(14_000);
  };
  await alex.signIn();
  const id = await begin();
  await within(() => alex.press(id, 'Stop'), 1);
  expect(titleOf(await compared(bot, alex, id))).toBe('What are you looking for?');
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
  slowly(bot, 700);
  await alex.press(id, MISSING);
  await eventually('an earlier backup is opened', () => explored(bot) === before + 1);
  bot.talkTo(await bot.startInstance());
  await bot.stopMain();
  const card = await compared(bot, alex, id);
  expect(titleOf(card)).toBe(TITLE);
  expect(textsOf(card)).toContain('Ryokan bookings.docx');
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
    slowly(bot, 22_000);
    await alex.press(id, MISSING);
    await compared(bot, alex, id);
    await isOpen(bot, 0);
  },
  { tokenSeconds: 20 },
);
