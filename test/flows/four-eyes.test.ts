/** A restore that somebody else approves, on the running bot: Alex asks, Petra and Noor may approve. */
import { actionsIn } from '../../local/connector/card-actions.ts';
import { teamIdOf } from '../../local/connector/conversations.ts';
import type { Json } from '../../local/connector/types.ts';
import { ALEX, DANA, FERNWEH, NOOR, PETRA } from '../../local/people.ts';
import { buttonsOf, textsOf, titleOf } from '../support/cards-seen.ts';
import { asking, cardWith, REQUEST, sent } from '../support/approval-flows.ts';
import { chatter } from '../support/chatter.ts';
import { eventually } from '../support/eventually.ts';
import { flow, isOpen } from '../support/explore-flows.ts';
import { stored } from '../support/stored.ts';

const MAIL = 'Kyoto itinerary, final 🍁';
const environment = { APPROVAL: 'others', APPROVERS: [PETRA, NOOR, ALEX].map(({ objectId }) => objectId).join(',') };

const ownerOf = (action: Json | undefined): unknown => (action?.['data'] as Json | undefined)?.['owner'];

const buttonOn = (card: Json | undefined, title: string): Json =>
  actionsIn(card ?? {}).find((action) => action['title'] === title) ?? {};

flow(
  'a restore waits for somebody else, is sent once they approve, and everybody is told',
  async (bot) => {
    const petra = chatter(bot, PETRA);
    const noor = chatter(bot, NOOR);
    const { alex, id, until } = await asking(bot, [petra, noor]);
    const request = await cardWith(bot, petra, REQUEST);
    const other = await cardWith(bot, noor, REQUEST);
    const texts = textsOf(petra.card(request)).join(' ');
    expect(texts).toContain(ALEX.name);
    expect(texts).toContain('INC0004711');
    expect(texts).not.toContain(MAIL);
    expect(buttonsOf(petra.card(request))).toEqual(['Approve', 'Decline']);
    await cardWith(bot, alex, 'Approval requested');
    // A bot that starts anew still waits for it.
    await bot.restart();
    expect(sent(bot)).toBe(0);
    await isOpen(bot, 0);

    await petra.press(request, 'Approve');
    await until(['Restored', 'Restored, with warnings']);
    expect(sent(bot)).toBe(1);
    await petra.becomes(request, 'Approved');
    await noor.becomes(other, 'Approved');
    expect(textsOf(noor.card(other)).join(' ')).toContain(PETRA.name);
    await cardWith(bot, alex, 'Your restore was approved');
    expect(bot.backupService.restore.liveItems(NOOR.signInName).map(({ name }) => name)).toContain(MAIL);

    const lines = await eventually('the audit of its end', async () => {
      const all = await stored(bot.environment).audit();
      return all.some(({ event }) => event === 'restore-ended') ? all : undefined;
    });
    const [asked, given, , ended] = ['approval-asked', 'approval-given', 'restore-started', 'restore-ended'].map(
      (name) => lines.find(({ event }) => event === name),
    );
    expect(asked).toMatchObject({ person: ALEX.objectId });
    expect(given).toMatchObject({ person: PETRA.objectId, reference: asked?.['reference'] });
    expect(ended).toMatchObject({ reference: asked?.['reference'], restore: { approvers: [PETRA.objectId] } });
    expect(titleOf(alex.card(id))).toMatch(/^Restored/);
  },
  { environment },
);

flow(
  'an approver declines with a reason; nothing is sent, and old cards change nothing',
  async (bot) => {
    const petra = chatter(bot, PETRA);
    const noor = chatter(bot, NOOR);
    const { alex, until } = await asking(bot, [petra, noor]);
    const request = await cardWith(bot, petra, REQUEST);
    const old = petra.card(request);
    await petra.press(request, 'Decline');
    expect(textsOf(petra.card(request)).join(' ')).toContain("Enter why you're declining");
    await petra.press(request, 'Decline', { inputs: { reason: 'Ask HR first' } });
    await petra.becomes(request, 'Declined');
    const news = await cardWith(bot, alex, 'Your restore was declined');
    expect(textsOf(alex.card(news)).join(' ')).toContain('Ask HR first');
    await until(["The restore wasn't approved"]);
    const approve = buttonOn(old, 'Approve');
    await petra.press(request, 'Approve', { action: approve });
    await noor.press(await cardWith(bot, noor, 'Declined'), 'Approve', { action: approve });
    expect(sent(bot)).toBe(0);
  },
  { environment },
);

flow(
  'nobody else approves with a copy of the button: not the asker, not somebody who is not on the list',
  async (bot) => {
    const petra = chatter(bot, PETRA);
    const { alex, id, until } = await asking(bot, [petra]);
    const request = await cardWith(bot, petra, REQUEST);
    const approve = buttonOn(petra.card(request), 'Approve');
    const dana = chatter(bot, DANA);
    for (const who of [alex, dana]) {
      // Not the bot's next message: that may be what Alex is told about the request.
      await who.say('help');
      const help = await cardWith(bot, who, 'What I can do');
      const [own] = actionsIn(who.card(help) ?? {});
      // The mark of whoever presses it.
      const marked = { ...approve, data: { ...(approve['data'] as Json), owner: ownerOf(own) } };
      await who.press(help, 'Approve', { action: approve });
      await who.press(help, 'Approve', { action: marked });
      await who.becomes(help, 'Not available to you');
    }
    expect(sent(bot)).toBe(0);
    expect((await stored(bot.environment).audit()).map(({ event }) => event)).not.toContain('approval-given');
    await alex.press(id, 'Withdraw');
    await petra.becomes(request, 'Withdrawn');
    await until(['The restore was stopped']);
    expect(sent(bot)).toBe(0);
  },
  { environment },
);

flow(
  'a download waits for somebody else, is offered once they approve, and nobody else approves it',
  async (bot) => {
    const petra = chatter(bot, PETRA);
    await petra.ask('hello');
    const alex = chatter(bot, ALEX);
    await alex.signIn();
    const { id } = await alex.ask('restore find "Itinerary Kyoto" in files of noor');
    const found = await alex.becomes(id, 'What I found');
    expect(buttonsOf(found)).toContain('Ask to download');
    expect(buttonsOf(found)).not.toContain('Download');
    await alex.press(id, 'Ask to download', { action: buttonOn(found, 'Ask to download') });
    const waits = 'Someone else has to approve this file first';
    await eventually('the results say so', () => textsOf(alex.card(id)).join(' ').includes(waits));
    const own = await cardWith(bot, alex, 'Waiting for approval');
    const request = await cardWith(bot, petra, 'Approve this file?');
    const texts = textsOf(petra.card(request)).join(' ');
    expect(texts).toContain(ALEX.name);
    expect(texts).not.toContain('Itinerary');
    await cardWith(bot, alex, 'Approval requested');
    // A copy of the approver's button, with the mark of whoever presses it.
    const approve = buttonOn(petra.card(request), 'Approve');
    const owner = ownerOf(buttonOn(alex.card(own), 'Withdraw'));
    const forged = { ...approve, data: { ...(approve['data'] as Json), owner } };
    await alex.say('help');
    await alex.press(await cardWith(bot, alex, 'What I can do'), 'Approve', { action: forged });
    await bot.restart();
    expect(bot.backupService.restore.saveCount).toBe(0);

    await petra.press(request, 'Approve');
    const cardId = await bot.connector.waitFor(
      () => alex.messages.findLast(({ offer }) => offer !== undefined)?.id,
      20_000,
    );
    expect(bot.backupService.restore.saveCount).toBe(1);
    await petra.becomes(request, 'Approved');
    await cardWith(bot, alex, 'Your file was approved');
    const { person, conversation } = alex;
    await bot.connector.answerOffer({ person, conversation, cardId, answer: 'accept', uploadUrl: undefined });
    await alex.becomes(own, 'Downloaded');
    expect(bot.connector.drive.files).toMatchObject([{ owner: ALEX.objectId }]);
    const lines = await eventually('the audit of its end', async () => {
      const all = (await stored(bot.environment).audit()).filter(({ event }) => event === 'item-downloaded');
      return all.some(({ outcome }) => outcome === 'handed-over') ? all : undefined;
    });
    expect(lines.map(({ outcome }) => outcome)).toEqual(['requested', 'started', 'handed-over']);
    expect(lines.at(-1)).toMatchObject({ download: { approvers: [PETRA.objectId] } });

    // Another one is withdrawn.
    await alex.press(id, 'Ask to download', { action: buttonOn(found, 'Ask to download') });
    const second = await cardWith(bot, alex, 'Waiting for approval');
    const other = await cardWith(bot, petra, 'Approve this file?');
    await alex.press(second, 'Withdraw');
    await alex.becomes(second, 'Not downloaded');
    await petra.becomes(other, 'Withdrawn');

    // And so is what waits of somebody who has everything erased.
    await alex.press(id, 'Ask to download', { action: buttonOn(found, 'Ask to download') });
    const last = await cardWith(bot, petra, 'Approve this file?');
    const erase = await alex.ask('restore forget me');
    await alex.press(erase.id, 'Erase');
    if (titleOf(petra.card(last)) !== 'Withdrawn') await petra.press(last, 'Approve');
    await petra.becomes(last, 'Withdrawn');
    expect(bot.backupService.restore.saveCount).toBe(1);
  },
  { environment: { ...environment, DOWNLOADS: 'all' } },
);

flow(
  'a member of the team of approvers is asked without having written to the bot, and approves',
  async (bot) => {
    const { until } = await asking(bot, []);
    const petra = chatter(bot, PETRA);
    const request = await cardWith(bot, petra, REQUEST);
    await petra.press(request, 'Approve');
    await until(['Restored', 'Restored, with warnings']);
    await petra.becomes(request, 'Approved');
    expect(sent(bot)).toBe(1);
  },
  { environment: { APPROVAL: 'others', APPROVER_TEAM: teamIdOf(FERNWEH.tenantId) } },
);
