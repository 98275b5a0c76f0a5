/** Asking and approving, in three tabs of the chat page: Noor asks, Alex restores, Petra approves. */
import type { Locator } from 'playwright-core';
import { ALEX, APPROVERS, NOOR, PETRA } from '../../local/people.ts';
import { chatter } from '../support/chatter.ts';
import { NARROW, type ChatTab } from './chat-tab.ts';
import { press } from './pressing.ts';
import { close, keep, openAs, RESTORED, rowOf, startParts } from './restoring.ts';

const MAIL = 'Kyoto itinerary, final 🍁';
const ASKED = `${NOOR.name} asks for a restore`;
const LAST_THERE = new Date(Date.now() - 4 * 86_400_000).toISOString().slice(0, 10);

const parts = startParts({
  environment: { APPROVAL: 'others', APPROVERS: APPROVERS.map(({ objectId }) => objectId).join(',') },
});

/** Alex is on duty, and the bot can write to Petra. */
beforeAll(async () => {
  await chatter(parts.bot, PETRA).ask('hello');
  const alex = chatter(parts.bot, ALEX);
  await alex.signIn();
  await alex.ask('restore on duty');
}, 60_000);

/** The newest card of that title: those of earlier tests stand above it. */
async function newest(chat: ChatTab, title: string): Promise<Locator> {
  const card = chat.page.getByTestId('card').last().filter({ hasText: title });
  await card.waitFor(RESTORED);
  return card;
}

interface People {
  readonly asker: ChatTab;
  readonly operator: ChatTab;
  readonly approver: ChatTab;
}

async function threeTabs(): Promise<People> {
  const [asker, operator, approver] = [
    await openAs(parts, NOOR),
    await openAs(parts, ALEX),
    await openAs(parts, PETRA),
  ];
  return { asker, operator, approver };
}

async function closeAll({ asker, operator, approver }: People): Promise<void> {
  for (const chat of [asker, operator, approver]) await close(chat);
}

const onPhones = async ({ asker, operator, approver }: People): Promise<void> => {
  for (const { page } of [asker, operator, approver]) await page.setViewportSize(NARROW.viewport);
};

/** From the results to the card that waits. */
async function askForApproval(operator: ChatTab, name: string): Promise<Locator> {
  const results = operator.card('What I found');
  await rowOf(results, MAIL).getByRole('checkbox').check();
  await press(results, 'Restore…');
  const confirm = operator.card('Ready to restore?');
  await confirm.getByLabel('Reason').fill('Deleted by mistake');
  await keep(operator, confirm, `${name}-confirm`);
  await press(confirm, 'Ask for approval');
  const held = operator.card('Waiting for approval');
  await held.getByText(PETRA.name).waitFor(RESTORED);
  return held;
}

test('from the menu of a message to the restored mail: asked, taken, approved, and all three are told', async () => {
  const people = await threeTabs();
  const { asker, operator, approver } = people;
  await approver.say('help');
  await approver.card('You can approve the restores of others').waitFor();
  await keep(approver, approver.card('What I can do'), 'r0-help-of-approver');
  await keep(operator, operator.card("You're on duty"), 'r1-on-duty');

  await asker.open('groupChat');
  await asker.page.getByTestId('mention-toggle').click();
  await asker.say('Where is the Kyoto itinerary?');
  const message = asker.page.getByTestId('message').last();
  await message.hover();
  await message.getByRole('button', { name: 'Ask for a restore' }).click();
  const dialog = asker.page.getByTestId('dialog');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await dialog.getByText('Write what is missing.').waitFor();
  await dialog.getByLabel('What is missing?').fill('kyoto');
  await dialog.getByRole('combobox').selectOption({ label: 'Mail' });
  await dialog.getByLabel('When was it last there?').fill(LAST_THERE);
  await asker.picture('r2-dialog');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await dialog.getByText("I'll write to you in our personal chat").waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await asker.open('personal');
  const own = asker.card('Request received');
  await keep(asker, own, 'r3-own');

  const request = await newest(operator, ASKED);
  await keep(operator, request, 'r4-request', 'request-card');
  await press(request, 'Take it');
  await operator.card('What I found').waitFor(RESTORED);
  await keep(operator, operator.card('You took this request'), 'r5-taken', 'request-taken');
  await keep(asker, await newest(asker, 'Your request was taken'), 'r5-told');
  await asker.card('Your request is being worked on').waitFor();

  const held = await askForApproval(operator, 'r6');
  await keep(operator, held, 'r7-waiting', 'approval-waiting');
  await newest(operator, 'Approval requested');
  const approval = await newest(approver, 'Approve this restore?');
  await keep(approver, approval, 'r8-approval', 'approval-request');
  await press(approval, 'Approve');
  await keep(approver, await newest(approver, 'Approved'), 'r9-approved');

  await operator.card('Your restore was approved').waitFor(RESTORED);
  await operator
    .card('The selected item has been restored.')
    .or(operator.card(/^Restored/))
    .last()
    .waitFor(RESTORED);
  await keep(asker, await newest(asker, 'Your request is done'), 'ra-done', 'request-done');
  await asker.card('Your request is done').getByText('1 item was restored.').first().waitFor();
  await operator.card(`${ALEX.name} finished this request`).waitFor(RESTORED);
  await operator.picture('rb-operator-at-the-end');
  expect(parts.bot.backupService.restore.liveItems(NOOR.signInName).map(({ name }) => name)).toEqual([MAIL]);
  await closeAll(people);
}, 180_000);

test('on phones: a request is changed, its restore is declined, then the request; another is marked as done', async () => {
  const people = await threeTabs();
  const { asker, operator, approver } = people;
  await asker.say('restore ask');
  const form = asker.card('Ask for a restore');
  await form.getByLabel('What is missing?').fill('tokyo');
  await form.getByRole('combobox').selectOption({ label: 'Mail' });
  await form.getByLabel('When was it last there?').fill(LAST_THERE);
  await asker.page.getByTestId('composer-input').focus();
  await keep(asker, form, 's0-form', 'request-form');
  await onPhones(people);
  await keep(asker, form, 's1-form');
  await press(form, 'Send request');
  const request = await newest(operator, ASKED);
  await request.getByText('tokyo').waitFor();
  await keep(operator, request, 's2-request');

  await press(await newest(asker, 'Request received'), 'Edit');
  const change = await newest(asker, 'Change your request');
  expect(await change.getByLabel('What is missing?').inputValue()).toBe('tokyo');
  await change.getByLabel('What is missing?').fill('kyoto');
  await keep(asker, change, 's3-change');
  await press(change, 'Save');
  await newest(asker, 'Request received');
  await request.getByText('kyoto').waitFor(RESTORED);

  await press(request, 'Take it');
  await newest(operator, 'What I found');
  const taken = operator.card('You took this request');
  await keep(operator, taken, 's4-taken');
  const held = await askForApproval(operator, 's5');
  await keep(operator, held, 's6-waiting');
  await press(taken, 'Mark as done');
  await taken.getByText('A restore for this request is running or waiting for approval.').waitFor();
  await keep(operator, taken, 's6-not-done-yet');
  const approval = await newest(approver, 'Approve this restore?');
  await keep(approver, approval, 's7-approval');
  await press(approval, 'Decline');
  await approval.getByText("Enter why you're declining").waitFor();
  await keep(approver, approval, 's8-reason-missing');
  await approval.getByLabel('Why are you declining?').fill('Restore it to a folder of its own');
  await press(approval, 'Decline');
  await keep(approver, await newest(approver, 'Declined'), 's9-declined');
  const news = operator.card('Your restore was declined');
  await news.getByText('Restore it to a folder of its own').waitFor(RESTORED);
  await keep(operator, news, 'sa-news');
  await operator.card("The restore wasn't approved").waitFor(RESTORED);

  await press(taken, 'Decline…');
  await taken.getByLabel('Why not?').fill('Ask your team lead first');
  await keep(operator, taken, 'sb-decline');
  await press(taken, 'Decline');
  await operator.card(`${ALEX.name} declined this request`).waitFor();
  const declined = await newest(asker, 'Your request was declined');
  await declined.getByText('Reason: Ask your team lead first').waitFor();
  await keep(asker, declined, 'sc-declined');

  await asker.say('restore ask');
  const again = await newest(asker, 'Ask for a restore');
  await again.getByLabel('What is missing?').fill('The plan for Kyoto');
  await press(again, 'Send request');
  await press(await newest(operator, ASKED), 'Take it');
  const second = operator.card('You took this request');
  await second.waitFor(RESTORED);
  // The card may show that it is taken before the press is answered.
  await operator.page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
  await keep(operator, second, 'sd-taken');
  await press(second, 'Mark as done');
  await operator.card(new RegExp(`${ALEX.name} finished this request.*The plan for Kyoto`, 's')).waitFor();
  const done = await newest(asker, 'Your request is done');
  await done.getByText(`${ALEX.name} restored what you asked for.`).waitFor();
  expect(await done.innerText()).not.toMatch(/\d items? was|were/);
  await keep(asker, done, 'sd-done');
  await closeAll(people);
}, 180_000);
