/** "restore forget me" of whoever asks, restores or approves: it is gone, and nobody else is left with a card that leads nowhere. */
import { actionsIn } from '../../local/connector/card-actions.ts';
import type { Json } from '../../local/connector/types.ts';
import { ALEX, APPROVERS, MIKA, NOOR, PETRA } from '../../local/people.ts';
import { asking, cardWith, REQUEST, sent } from '../support/approval-flows.ts';
import { buttonsOf, textsOf } from '../support/cards-seen.ts';
import { chatter, type Chatter } from '../support/chatter.ts';
import { eventually } from '../support/eventually.ts';
import { flow } from '../support/explore-flows.ts';
import type { RunningBot } from '../support/running-bot.ts';
import { stored } from '../support/stored.ts';

const environment = { APPROVAL: 'others', APPROVERS: APPROVERS.map(({ objectId }) => objectId).join(',') };
const ASKED = `${NOOR.name} asks for a restore`;

async function forget(bot: RunningBot, who: Chatter): Promise<void> {
  await who.say('restore forget me');
  await who.press(await cardWith(bot, who, 'Erase everything about you?'), 'Erase');
  await cardWith(bot, who, 'Everything is erased');
}

async function onDuty(bot: RunningBot, person: typeof ALEX, login = 'restore login'): Promise<Chatter> {
  const chat = chatter(bot, person);
  const code = await chat.login(login);
  await chat.approve(code);
  await chat.becomes(code.id, 'Signed in');
  await chat.say('restore on duty');
  await cardWith(bot, chat, "You're on duty");
  return chat;
}

/** Noor asks. @returns her card, and those of the operators */
async function request(bot: RunningBot, operators: readonly Chatter[]) {
  const noor = chatter(bot, NOOR);
  const form = await noor.ask('restore ask');
  await noor.press(form.id, 'Send request', { inputs: { what: 'kyoto', askedKind: 'exchange' } });
  await noor.becomes(form.id, 'Request received');
  return { noor, own: form.id, cards: await Promise.all(operators.map((each) => cardWith(bot, each, ASKED))) };
}

const buttonOn = (card: Json | undefined, title: string): Json =>
  actionsIn(card ?? {}).find((action) => action['title'] === title) ?? {};

const isForgotten = (bot: RunningBot, person: typeof ALEX) =>
  eventually(`nothing names ${person.name}`, async () => {
    const kept = Object.values(await stored(bot.environment).shared()).join('');
    return ![person.name, person.objectId, person.teamsUserId].some((each) => kept.includes(each));
  });

flow('who has asked: the request is erased, and the operators are told that it has ended', async (bot) => {
  const [alex, mika] = [await onDuty(bot, ALEX), await onDuty(bot, MIKA, 'restore login app-only')];
  const { noor, cards } = await request(bot, [alex, mika]);
  const [ofAlex = '', ofMika = ''] = cards;
  const take = buttonOn(mika.card(ofMika), 'Take it');
  await alex.press(ofAlex, 'Take it');
  await mika.becomes(ofMika, `${ALEX.name} took this request`);
  await forget(bot, noor);
  for (const [who, id] of [
    [alex, ofAlex],
    [mika, ofMika],
  ] as const) {
    await who.becomes(id, 'This request was withdrawn');
    expect(buttonsOf(who.card(id))).toEqual([]);
    expect(textsOf(who.card(id)).join(' ')).not.toMatch(/kyoto|Noor/i);
  }
  await isForgotten(bot, NOOR);
  expect((await stored(bot.environment).shared()).requests).toBe('[]');
  // On a client that has not got the new card yet.
  await mika.press(ofMika, 'Take it', { action: take });
  await mika.becomes(ofMika, 'This request is not available to you');
});

flow('who has taken one: it is open again, for others; and what they have finished does not name them', async (bot) => {
  const [alex, mika] = [await onDuty(bot, ALEX), await onDuty(bot, MIKA, 'restore login app-only')];
  const { noor, own, cards } = await request(bot, [alex, mika]);
  const [ofAlex = ''] = cards;
  await alex.press(ofAlex, 'Take it');
  await noor.becomes(own, 'Your request is being worked on');
  const old = buttonOn(alex.card(ofAlex), 'Mark as done');
  await forget(bot, alex);
  await noor.becomes(own, 'Request received');
  await cardWith(bot, noor, 'Your request is open again');
  await isForgotten(bot, ALEX);
  await alex.press(ofAlex, 'Mark as done', { action: old });
  await alex.becomes(ofAlex, 'This request is not available to you');

  const again = await cardWith(bot, mika, ASKED);
  expect(buttonsOf(mika.card(again))).toContain('Take it');
  await mika.press(again, 'Take it');
  await mika.becomes(again, ASKED);
  await mika.press(again, 'Mark as done');
  await noor.becomes(own, 'Your request is done');
  const done = await cardWith(bot, noor, 'Your request is done');
  expect(textsOf(noor.card(done)).join(' ')).toContain(`${MIKA.name} restored what you asked for.`);
  await forget(bot, mika);
  await isForgotten(bot, MIKA);
  expect(textsOf(noor.card(own)).join(' ')).toContain('restored what you asked for.');
});

flow(
  'who approves: nothing names them, and another approver decides',
  async (bot) => {
    const [petra, mika] = [chatter(bot, PETRA), chatter(bot, MIKA)];
    const { alex, until } = await asking(bot, [petra, mika]);
    await cardWith(bot, petra, REQUEST);
    const ofMika = await cardWith(bot, mika, REQUEST);
    await forget(bot, petra);
    await isForgotten(bot, PETRA);
    await mika.press(ofMika, 'Approve');
    await until(['Restored', 'Restored, with warnings']);
    await cardWith(bot, alex, 'Your restore was approved');
    await forget(bot, mika);
    // The id stays with the decision, as in the audit log: it says that the restore was approved.
    const { approvals } = await stored(bot.environment).shared();
    expect(approvals).not.toMatch(/Järvinen|O’Neill/);
  },
  { environment },
);

flow(
  'who has asked for an approval, once it is restored: nothing names them, and what approvers see stays as it ended',
  async (bot) => {
    const petra = chatter(bot, PETRA);
    const { alex, until } = await asking(bot, [petra]);
    const card = await cardWith(bot, petra, REQUEST);
    await petra.press(card, 'Approve');
    await until(['Restored', 'Restored, with warnings']);
    await cardWith(bot, alex, 'Your restore was approved');
    await forget(bot, alex);
    await eventually(
      'the request to be erased',
      async () => (await stored(bot.environment).shared()).approvals === '[]',
      60_000,
    );
    await isForgotten(bot, ALEX);
    expect(buttonsOf(petra.card(card))).toEqual([]);
  },
  { environment },
);

flow(
  'who asks for an approval: approvers are told that there is nothing left to decide, and nothing is sent',
  async (bot) => {
    const petra = chatter(bot, PETRA);
    const { alex } = await asking(bot, [petra]);
    const card = await cardWith(bot, petra, REQUEST);
    const approve = buttonOn(petra.card(card), 'Approve');
    await forget(bot, alex);
    await petra.becomes(card, 'Withdrawn', 60_000);
    expect(buttonsOf(petra.card(card))).toEqual([]);
    expect(textsOf(petra.card(card)).join(' ')).not.toContain(ALEX.name);
    await isForgotten(bot, ALEX);
    await petra.press(card, 'Approve', { action: approve });
    await petra.becomes(card, 'Not available to you');
    expect(sent(bot)).toBe(0);
  },
  { environment },
);
