/** One document becomes a file in the chat, or not where the service does not let its operators, with everything real in between. */
import { actionsIn } from '../../local/connector/card-actions.ts';
import { MIKA, NOOR } from '../../local/people.ts';
import { buttonsOf, textsOf, titleOf } from '../support/cards-seen.ts';
import { chatter, PATIENCE_MILLISECONDS, type Chatter } from '../support/chatter.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { stored } from '../support/stored.ts';

let bot: RunningBot;
beforeAll(async () => {
  bot = await startRunningBot({ environment: { DOWNLOADS: 'all' } });
}, 60_000);
afterAll(() => bot.stop());

const QUESTION = 'restore find of me in files "Itinerary Kyoto"';

const shown = (who: Chatter, title: string): Promise<string> =>
  bot.connector.waitFor(
    () => who.messages.findLast(({ card }) => card !== undefined && titleOf(card) === title)?.id,
    PATIENCE_MILLISECONDS,
  );

async function nothingLeft(): Promise<void> {
  for (const end = Date.now() + PATIENCE_MILLISECONDS; (await stored(bot.environment).all('exports/')).length > 0;) {
    if (Date.now() > end) throw new Error('an export is still stored');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Lines of the audit log are written shortly after what they are about. */
async function audited(count: number) {
  for (const end = Date.now() + PATIENCE_MILLISECONDS; ;) {
    const lines = (await stored(bot.environment).audit()).filter(({ event }) => event === 'item-downloaded');
    if (lines.length >= count || Date.now() > end) return lines;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

test('a document is handed over as a file; once the service has refused one, no card offers it any more', async () => {
  const noor = chatter(bot, NOOR);
  await noor.signIn();
  const { id, card } = await noor.ask(QUESTION);
  expect(buttonsOf(card)).toContain('Download');
  const [action] = actionsIn(card ?? {}).filter(({ title }) => title === 'Download');
  await noor.press(id, 'Download', { ...(action && { action }) });
  expect(textsOf(noor.card(id)).join(' ')).toContain('The download has started');
  const cardId = await bot.connector.waitFor(
    () => noor.messages.findLast(({ offer }) => offer !== undefined)?.id,
    PATIENCE_MILLISECONDS,
  );
  const own = await shown(noor, 'The download is ready');
  const { offer } = noor.messages.find((message) => message.id === cardId) ?? {};
  expect(offer?.name).toMatch(/^Itinerary Kyoto \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.xlsx$/);
  const { person, conversation } = noor;
  await bot.connector.answerOffer({ person, conversation, cardId, answer: 'accept', uploadUrl: undefined });
  await noor.becomes(own, 'Downloaded');
  await nothingLeft();
  expect(bot.connector.drive.files).toMatchObject([{ owner: NOOR.objectId }]);
  expect(bot.connector.drive.files[0]?.content.toString()).toContain('Itinerary Kyoto.xlsx');

  bot.backupService.restore.allowSaves(false);
  await noor.press(id, 'Download', { ...(action && { action }) });
  const refused = await shown(noor, 'The service refused the download');
  expect(textsOf(noor.card(refused)).join(' ')).toContain('Restore it instead');
  const again = await noor.ask(QUESTION);
  expect(buttonsOf(again.card)).toContain('Versions');
  expect(buttonsOf(again.card)).not.toContain('Download');
  expect(bot.backupService.restore.saveCount).toBe(2);
  await nothingLeft();
  const lines = await audited(4);
  expect(lines.map(({ outcome }) => outcome)).toEqual(['started', 'handed-over', 'started', 'refused']);
  for (const line of [JSON.stringify(lines), ...bot.lines]) expect(line).not.toMatch(/Itinerary Kyoto|\/uploads\//);
}, 90_000);

test('an administrator downloads a file of somebody else in the same way, and says why', async () => {
  bot.backupService.restore.allowSaves(true);
  const mika = chatter(bot, MIKA);
  const signIn = await mika.login('restore login app-only');
  await mika.approve(signIn);
  await mika.becomes(signIn.id, 'Signed in');
  const { id } = await mika.ask('restore find "Itinerary Kyoto" in files of noor');
  const card = await mika.becomes(id, 'What I found');
  const [action] = actionsIn(card).filter(({ title }) => title === 'Download');
  await mika.press(id, 'Download', { ...(action && { action }) });
  await mika.becomes(id, 'Why do you need this file?');
  await mika.press(id, 'Download', { inputs: { reason: 'Asked for by the works council' } });
  const cardId = await bot.connector.waitFor(
    () => mika.messages.findLast(({ offer }) => offer !== undefined)?.id,
    PATIENCE_MILLISECONDS,
  );
  const own = await shown(mika, 'The download is ready');
  const { person, conversation } = mika;
  await bot.connector.answerOffer({ person, conversation, cardId, answer: 'accept', uploadUrl: undefined });
  await mika.becomes(own, 'Downloaded');
  await nothingLeft();
  expect(bot.connector.drive.files.at(-1)?.owner).toBe(MIKA.objectId);
  const lines = await audited(6);
  const reason = 'Asked for by the works council';
  expect(lines.slice(4)).toMatchObject([
    { flow: 'app-only', outcome: 'started', download: { reason } },
    { flow: 'app-only', outcome: 'handed-over', download: { reason } },
  ]);
}, 90_000);
