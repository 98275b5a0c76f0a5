/** Posts of a team become a file in the chat: from the line typed to the person's OneDrive, with everything real in between. */
import { actionsIn } from '../../local/connector/card-actions.ts';
import type { Json } from '../../local/connector/types.ts';
import { ALEX } from '../../local/people.ts';
import { buttonsOf, textsOf, titleOf } from '../support/cards-seen.ts';
import { chatter, PATIENCE_MILLISECONDS, type Chatter } from '../support/chatter.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { stored } from '../support/stored.ts';

let bot: RunningBot;
beforeAll(async () => {
  bot = await startRunningBot();
}, 60_000);
afterAll(() => bot.stop());

/** IDs of the checkboxes on a card, in order. */
function picksOn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(picksOn);
  if (typeof value !== 'object' || value === null) return [];
  const { id, ...rest } = value as Json;
  const own = typeof id === 'string' && id.startsWith('pick-') ? [id] : [];
  return [...own, ...Object.values(rest).flatMap(picksOn)];
}

/** The newest card with one of these titles. */
const shown = (who: Chatter, ...titles: readonly string[]): Promise<string> =>
  bot.connector
    .waitFor(
      () => who.messages.findLast(({ card }) => card !== undefined && titles.includes(titleOf(card)))?.id,
      PATIENCE_MILLISECONDS,
    )
    .catch((error: unknown) => {
      throw new Error(`${who.messages.map(({ card }) => titleOf(card)).join(' | ')}: ${String(error)}`);
    });

const offered = (who: Chatter): Promise<string> =>
  bot.connector.waitFor(() => who.messages.findLast(({ offer }) => offer !== undefined)?.id, PATIENCE_MILLISECONDS);

const answer = (who: Chatter, cardId: string, given: 'accept' | 'decline', uploadUrl?: string) =>
  bot.connector.answerOffer({
    person: who.person,
    conversation: who.conversation,
    cardId,
    answer: given,
    uploadUrl,
  });

const blobs = async () => (await stored(bot.environment).all('exports/')).map(({ name }) => name);

/** Lines of the audit log are written shortly after what they are about. */
async function audited(count: number) {
  for (const end = Date.now() + PATIENCE_MILLISECONDS; ;) {
    const all = await stored(bot.environment).audit();
    const lines = all.filter(({ event }) => event === 'posts-exported');
    if (lines.length >= count || Date.now() > end) return lines;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Waits until nothing of an export is stored any more. */
async function nothingLeft(): Promise<void> {
  for (const end = Date.now() + PATIENCE_MILLISECONDS; (await blobs()).length > 0;) {
    if (Date.now() > end) throw new Error(`still there: ${(await blobs()).join(', ')}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test('posts that were found are handed over as a file, once, and nothing of them stays', async () => {
  const alex = chatter(bot, ALEX);
  await alex.signIn();
  const { id, card } = await alex.ask('restore find departure of Northern lights 2026');
  expect([titleOf(card), buttonsOf(card)]).toEqual(['What I found', expect.arrayContaining(['Export'])]);
  const [first = ''] = picksOn(card);
  await alex.press(id, 'Export', { inputs: { [first]: 'true' } });
  expect(textsOf(alex.card(id)).join(' ')).toContain('The export has started');

  const cardId = await offered(alex);
  const own = await shown(alex, 'The export is ready');
  const { offer } = alex.messages.find((message) => message.id === cardId) ?? {};
  expect(offer?.name).toMatch(/^[^/]+ \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.html$/);
  expect((await blobs()).length).toBe(2);
  expect((await answer(alex, cardId, 'accept')).status).toBe(200);
  await alex.becomes(own, 'Exported');
  await nothingLeft();
  expect(alex.messages.some((message) => message.id === cardId)).toBe(false);
  expect(alex.messages.findLast(({ file }) => file !== undefined)?.file?.name).toBe(offer?.name);
  const [file, ...others] = bot.connector.drive.files;
  expect([file?.owner, others.length, bot.connector.drive.unfinished]).toEqual([ALEX.objectId, 0, 0]);
  expect(file?.content.toString()).toContain('Departure on 12 March');
  expect(file?.content.byteLength).toBe(offer?.sizeInBytes);

  const lines = await audited(2);
  expect(lines).toMatchObject([
    { person: ALEX.objectId, outcome: 'started', export: { posts: 1 } },
    { person: ALEX.objectId, outcome: 'handed-over', export: { posts: 1, bytes: offer?.sizeInBytes } },
  ]);
  for (const line of [JSON.stringify(lines), ...bot.lines])
    expect(line).not.toMatch(/departure|Northern|\/uploads\/|authCode=/i);
}, 60_000);

/** From the channels of a team to the posts of its first one. */
async function openPosts(who: Chatter): Promise<string> {
  const { id } = await who.ask('restore find departure of Northern lights 2026');
  const press = async (title: string, action?: Json): Promise<void> => {
    const before = JSON.stringify(who.card(id));
    await who.press(id, title, { ...(action && { action }) });
    await bot.connector.waitFor(() => JSON.stringify(who.card(id)) !== before, PATIENCE_MILLISECONDS);
  };
  await press('Browse folders');
  for (const name of ['General', 'Posts']) {
    const all = textsOf(who.card(id)).filter((text) => ['General', 'Files', 'Posts', 'Tabs'].includes(text));
    const opens = actionsIn(who.card(id) ?? {}).filter(({ title }) => title === 'Open');
    await press('Open', opens[all.indexOf(name)]);
  }
  expect(textsOf(who.card(id)).join(' ')).toContain('General › Posts');
  return id;
}

// The service's own waiting was seen above.
const atOnce = () => bot.backupService.restore.setExportSlowness(0);

test('all posts of a channel are exported by another instance when the first one ends in between', async () => {
  const alex = chatter(bot, ALEX);
  const id = await openPosts(alex);
  await alex.press(id, 'Export');
  await shown(alex, 'Preparing the export');
  await bot.restart();
  const cardId = await offered(alex);
  const own = await shown(alex, 'The export is ready');
  expect(textsOf(alex.card(own)).join(' ')).toContain('All posts: General');
  // The first range arrives, its response does not, and the process ends.
  bot.connector.faults.next('upload', 1, { kind: 'status', status: 503, body: {}, applied: true });
  bot.connector.faults.next('upload', 2, { kind: 'status', status: 503, body: {} });
  await answer(alex, cardId, 'accept');
  await bot.restart();
  await alex.becomes(own, 'Exported');
  await nothingLeft();
  expect(bot.connector.drive.files).toHaveLength(2);
  expect(bot.connector.drive.files[1]?.content.toString()).toContain('Imported: packing list');
}, 90_000);

test('a file that is declined, or meant for a foreign host, is erased and goes nowhere', async () => {
  atOnce();
  const alex = chatter(bot, ALEX);
  const id = await openPosts(alex);
  const kept = bot.connector.drive.files.length;
  for (const [given, uploadUrl, title] of [
    ['decline', undefined, 'Export declined'],
    ['accept', 'https://contoso.sharepoint.com.evil.example/upload', 'Not exported'],
  ] as const) {
    await alex.press(id, 'Export');
    const own = await shown(alex, 'The export is ready');
    const cardId = await offered(alex);
    await answer(alex, cardId, given, uploadUrl);
    await alex.becomes(own, title);
    await nothingLeft();
    expect(alex.messages.some((message) => message.id === cardId)).toBe(false);
  }
  expect(bot.connector.drive.files).toHaveLength(kept);
}, 60_000);

test('a file that waits is erased when its person logs out, and its card then says so', async () => {
  atOnce();
  const alex = chatter(bot, ALEX);
  const id = await openPosts(alex);
  await alex.press(id, 'Export');
  const own = await shown(alex, 'The export is ready');
  const cardId = await offered(alex);
  const activity = bot.connector.activity(
    { person: ALEX, conversation: alex.conversation },
    {
      type: 'invoke',
      name: 'fileConsent/invoke',
      replyToId: cardId,
      value: {
        type: 'fileUpload',
        action: 'decline',
        context: alex.messages.find((one) => one.id === cardId)?.offer?.declineContext,
      },
    },
  );
  await alex.ask('restore logout');
  expect(titleOf(alex.card(own))).toBe('Not exported');
  await nothingLeft();
  // A day later.
  expect((await bot.connector.post(activity)).status).toBe(200);
  await shown(alex, 'This file is no longer offered');
}, 60_000);
