/** Everybody's data, as an administrator goes through it in the chat page: each restore is approved by a code of its own. */
import type { Locator } from 'playwright-core';
import { usualTenantBehaviour } from '../../local/backup-service/tenant/behaviour.ts';
import { HAKON, MIKA, NOOR, type SamplePerson } from '../../local/people.ts';
import { NARROW, type ChatTab } from './chat-tab.ts';
import { close, keep, openAs, RESTORED, rowOf, signedInAs, startParts } from './restoring.ts';
import { codeOn, decideAs } from './sign-in-page.ts';
import { press as pressOn } from './pressing.ts';

const MAIL = 'Kyoto itinerary, final 🍁';
const OTHER_MAIL = 'Kyoto itinerary: trains and passes';
const DOCUMENT = 'Handbook for guides.docx';
const APPROVE = 'Approve this restore';
const RESTORED_ALL = 'Everything you selected has been restored.';

const parts = startParts();

afterEach(() => Object.assign(parts.bot.backupService.restore.tenant, usualTenantBehaviour()));

/** What has been pressed in the chat since a test has begun. */
let presses = 0;
beforeEach(() => (presses = 0));
const press = (card: Locator, name: string): Promise<void> => {
  presses += 1;
  return pressOn(card, name);
};
const tick = (card: Locator, title: string): Promise<void> => {
  presses += 1;
  return rowOf(card, title).getByRole('checkbox').check();
};

/** Restore calls that the service received. */
const sent = (): number =>
  parts.bot.backupService.received.filter(({ method, path }) => method === 'POST' && /\/items\/restore$/i.test(path))
    .length;
const restoredMails = (): readonly string[] =>
  parts.bot.backupService.restore.liveItems(NOOR.signInName).map(({ name }) => name);

/** The newest card, once it shows this: what the tests before have left stands above it. */
async function newest(chat: ChatTab, words: string): Promise<Locator> {
  const card = chat.page.getByTestId('card').last().filter({ hasText: words });
  await card.waitFor(RESTORED);
  return card;
}

/** From the results to the code. */
async function restoreOn(chat: ChatTab, results: Locator, title: string): Promise<Locator> {
  await tick(results, title);
  await press(results, 'Restore…');
  const confirm = chat.card('Ready to restore?');
  await confirm.getByLabel('Reason').fill('Deleted by mistake');
  await press(confirm, 'Restore');
  return newest(chat, APPROVE);
}

async function approveAs(chat: ChatTab, card: Locator, person: SamplePerson, pictures?: string): Promise<void> {
  presses += 1;
  await decideAs(chat, card, person, 'approve', pictures);
}

async function found(chat: ChatTab, line: string): Promise<Locator> {
  await chat.say(line);
  return newest(chat, 'What I found');
}

test("somebody's mail takes one line, four presses and a code", async () => {
  const chat = await signedInAs(parts, MIKA, 'restore login app-only');
  await keep(chat, chat.card("You're signed in to the backup service"), 'a1-signed-in', 'administrator-signed-in');
  const results = await found(chat, 'restore find kyoto of noor as of 4 days ago');
  await keep(chat, results, 'a2-results');
  await tick(results, MAIL);
  await press(results, 'Restore…');
  const confirm = chat.card('Ready to restore?');
  await confirm.getByLabel('Reason').fill('Deleted by mistake');
  await keep(chat, confirm, 'a3-confirm', 'administrator-confirm');
  await press(confirm, 'Restore');
  const approval = await newest(chat, APPROVE);
  await keep(chat, approval, 'a4-approve', 'administrator-approve');
  expect(sent()).toBe(0);
  await approveAs(chat, approval, MIKA, 'a5');
  const outcome = await newest(chat, RESTORED_ALL);
  await keep(chat, outcome, 'a6-outcome', 'administrator-outcome');
  expect(restoredMails()).toEqual([MAIL]);
  expect(presses).toBe(4);
  await close(chat);
}, 120_000);

test('a document of a site is approved in the same way; the code may be asked for anew, the restore cancelled', async () => {
  const chat = await openAs(parts, MIKA);
  const line = 'restore find handbook of tour guides in sites as of 4 days ago';
  const canceled = await restoreOn(chat, await found(chat, line), DOCUMENT);
  const first = await codeOn(canceled);
  await press(canceled, 'New code');
  await canceled.getByText(first).waitFor({ state: 'detached' });
  expect(await codeOn(chat.card(APPROVE))).not.toBe(first);
  await press(chat.card(APPROVE), 'Cancel');
  await keep(chat, await newest(chat, 'Nothing was restored.'), 'b1-canceled');

  const approval = await restoreOn(chat, await found(chat, line), DOCUMENT);
  await keep(chat, approval, 'b2-approve');
  await approveAs(chat, approval, MIKA);
  await newest(chat, RESTORED_ALL);
  const { restore } = parts.bot.backupService;
  expect(restore.liveObjects(restore.scopeIdOf('Tour guides')).map(({ path }) => path)).toEqual([
    `/Documents/Handbook/${DOCUMENT}`,
  ]);
  await close(chat);
}, 120_000);

test('a code that nobody uses expires: nothing was sent, and a press asks anew', async () => {
  parts.bot.backupService.restore.tenant.codeSeconds = 8;
  const chat = await openAs(parts, MIKA);
  const before = sent();
  await restoreOn(chat, await found(chat, 'restore find kyoto of noor as of 4 days ago'), OTHER_MAIL);
  const expired = await newest(chat, "The restore wasn't approved");
  await keep(chat, expired, 'c1-expired', 'administrator-expired');
  expect(sent()).toBe(before);

  parts.bot.backupService.restore.tenant.codeSeconds = Infinity;
  await press(expired, 'Retry failed (1)');
  const approval = await newest(chat, APPROVE);
  // On a phone nothing runs over the edge either.
  await chat.page.setViewportSize(NARROW.viewport);
  await keep(chat, approval, 'c2-approve-narrow');
  await approveAs(chat, approval, MIKA);
  await newest(chat, RESTORED_ALL);
  expect(restoredMails()).toContain(OTHER_MAIL);
  await close(chat);
}, 120_000);

test('approved by somebody without the role, nothing is restored, and the card names the role', async () => {
  const chat = await openAs(parts, MIKA);
  const results = await found(chat, 'restore find kyoto of noor as of 4 days ago');
  const before = restoredMails();
  const approval = await restoreOn(chat, results, 'Kyoto itinerary: ryokan in Gion');
  await approveAs(chat, approval, HAKON);
  const failed = await newest(chat, 'The restore failed');
  await keep(chat, failed, 'd1-no-role', 'administrator-no-role');
  await failed.getByText(/does not have permission/).waitFor();
  await failed.getByText(/Exchange Administrator/).waitFor();
  expect(restoredMails()).toEqual(before);
  await close(chat);
}, 120_000);
