import { setTimeout as pause } from 'node:timers/promises';
import { ALEX, DANA, MIKA, NOOR, PETRA } from '../../local/people.ts';
import { wordsFor } from '../../src/cards/text/index.ts';
import { buttonsOf, codeOf, factOf, linkOf, referenceOf, textsOf, titleOf } from '../support/cards-seen.ts';
import { chatter, readCode } from '../support/chatter.ts';
import { expectRemedy } from '../support/remedies.ts';
import { gapsOf, pollsAt } from '../support/polls.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { stored } from '../support/stored.ts';

const { whoHelps, failures } = wordsFor(undefined).notSignedIn;

/** More than one interval of 1 s with its slack. */
const TWO_POLLS_MILLISECONDS = 2_600;

let bot: RunningBot;
beforeAll(async () => {
  bot = await startRunningBot();
}, 60_000);
afterAll(() => bot.stop());

test.concurrent('a declined sign-in ends on its card, and Try again on that card leads to a sign-in', async () => {
  const alex = chatter(bot, ALEX);
  const first = await alex.login();
  await alex.deny(first);
  const declined = await alex.becomes(first.id, 'Sign-in declined');
  expect(buttonsOf(declined)).toEqual(['Try again']);
  expect(factOf(declined, 'Who can help')).toMatch(/^You\b/);
  expect([codeOf(declined), linkOf(declined)]).toEqual([undefined, undefined]);
  const reference = referenceOf(declined);
  expect(bot.lines.filter((line) => line.includes(reference)).join('')).toContain('"reason":"declined"');

  const { outcome } = await alex.press(first.id, 'Try again');
  const again = readCode(first.id, await alex.becomes(first.id, 'Sign in to restore data'));
  expect(outcome.kind).toBe('card');
  expect(again?.userCode).not.toBe(first.userCode);
  if (again !== undefined) await alex.approve(again);
  await alex.becomes(first.id, 'Signed in');
  expect(alex.messages).toHaveLength(1);
});

test.concurrent('"restore cancel" ends a sign-in at once, and its code approved afterwards does nothing', async () => {
  const petra = chatter(bot, PETRA, bot.connector.channel);
  const code = await petra.login();
  const answer = await petra.ask('restore cancel');
  expect(titleOf(answer.card)).toBe('Sign-in cancelled');
  const card = await petra.becomes(code.id, 'Sign-in cancelled');
  expect(buttonsOf(card)).toEqual(['Try again']);
  expect(codeOf(card)).toBeUndefined();

  await petra.approve(code, NOOR);
  await pause(TWO_POLLS_MILLISECONDS);
  expect(titleOf(petra.card(code.id))).toBe('Sign-in cancelled');
  expect(titleOf((await petra.ask('restore status')).card)).toBe("You're not signed in");
  const state = await stored(bot.environment).open(petra.conversation.id, PETRA);
  expect(state?.signIn).toMatchObject({ kind: 'ended', failure: { reason: 'cancelled' } });
  expect(titleOf((await petra.ask('restore cancel')).card)).toBe('Nothing to cancel');
});

test.concurrent('Cancel on the card ends the sign-in on that card, for everybody who sees it', async () => {
  const dana = chatter(bot, DANA);
  const code = await dana.login();
  const { outcome } = await dana.press(code.id, 'Cancel');
  expect(outcome.kind === 'card' && titleOf(outcome.card)).toBe('Sign-in cancelled');
  const posted = await bot.connector.waitFor(() =>
    bot.connector.messages(dana.conversation).find(({ id, version }) => id === code.id && version > 0),
  );
  expect(titleOf(posted.card)).toBe('Sign-in cancelled');
  expect(dana.messages).toHaveLength(1);
});

test.concurrent('New code replaces the code on the same card, and the old one approved afterwards does nothing', async () => {
  const mika = chatter(bot, MIKA);
  const old = await mika.login();
  await mika.press(old.id, 'New code');
  const next = await bot.connector.waitFor(() => {
    const code = readCode(old.id, mika.card(old.id));
    return code !== undefined && code.userCode !== old.userCode && code;
  });
  await mika.approve(old);
  await pause(TWO_POLLS_MILLISECONDS);
  expect(codeOf(mika.card(old.id))).toBe(next.userCode);
  await mika.approve(next);
  await mika.becomes(old.id, 'Signed in');
  // As an administrator Mika also hears of a foreign approval in another test.
  const cards = mika.messages.filter(({ card }) => titleOf(card) !== 'Sign-in approved by someone else');
  expect(cards).toHaveLength(1);
});

test.concurrent('a second "restore login" shows the same code below, and the card above loses code and buttons', async () => {
  const noor = chatter(bot, NOOR);
  const above = await noor.login();
  const below = await noor.login('login');
  expect(below.id).not.toBe(above.id);
  expect(below.userCode).toBe(above.userCode);
  const moved = await noor.becomes(above.id, 'Continues on another card');
  expect(buttonsOf(moved)).toEqual([]);
  expect(JSON.stringify(moved)).not.toContain(above.userCode);

  await noor.approve(below);
  await noor.becomes(below.id, 'Signed in');
  expect(titleOf(noor.card(above.id))).toBe('Continues on another card');
  expect(noor.messages).toHaveLength(2);
});

test.concurrent("a person who is no operator is told so in the service's own words", async () => {
  const petra = chatter(bot, PETRA);
  const code = await petra.login();
  await petra.approve(code);
  const card = await petra.becomes(code.id, 'Not signed in');
  expectRemedy(bot, card, whoHelps['backup administrator']);
  expect(textsOf(card)).toContain(failures['not-operator'].text);
  expect(textsOf(card).join('\n')).toContain('not a restore operator');
  expect((await stored(bot.environment).open(petra.conversation.id, PETRA))?.session).toBeUndefined();
});

test.concurrent("another account of the tenant than the asker's is refused: nothing is stored and nothing exchanged", async () => {
  const alex = chatter(bot, ALEX, bot.connector.groupChat);
  const code = await alex.login();
  await alex.approve(code, PETRA);
  const card = await alex.becomes(code.id, 'Not signed in');
  expect(textsOf(card)).toContain(failures['someone-else'].text);
  expect(JSON.stringify(card)).not.toContain(PETRA.signInName);
  const state = await stored(bot.environment).open(alex.conversation.id, ALEX);
  expect(state?.session).toBeUndefined();
  expect(state?.signIn).not.toHaveProperty('answer');
});

// Alone: the fault is of the next post, whoever's it is.
test('a card that was posted although the chat service said otherwise gives up its code to the one below', async () => {
  const dana = chatter(bot, DANA);
  bot.connector.faults.next('post', 1, { kind: 'status', status: 502, applied: true });
  await dana.say('restore login');
  const [above, below] = await bot.connector.waitFor(() => {
    const codes = dana.messages.map(({ id, card }) => readCode(id, card)).filter((code) => code !== undefined);
    return codes.length === 2 && codes;
  });
  expect(below?.userCode).toBe(above?.userCode);
  expect(textsOf(below?.card).join(' ')).toContain('the one above is no longer updated');
  expect(textsOf(above?.card).join(' ')).not.toContain('no longer updated');
  // Teams' client does that as soon as it shows the card.
  for (const { id = '' } of [above ?? {}, below ?? {}]) {
    await bot.connector.look({ person: DANA, conversation: dana.conversation, cardId: id });
  }
  const moved = await dana.becomes(above?.id ?? '', 'Continues on another card');
  expect([codeOf(moved), buttonsOf(moved)]).toEqual([undefined, []]);
  expect(codeOf(dana.card(below?.id ?? ''))).toBe(below?.userCode);
  if (below !== undefined) await dana.deny(below);
  await dana.becomes(below?.id ?? '', 'Sign-in declined');
});

test('no code is polled more often than its interval allows', () => {
  const gaps = [...pollsAt(bot).values()].flatMap(gapsOf);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
});

test('the service is called once for the person it refuses, and never for an account that did not start the sign-in', () => {
  const clients = bot.backupService.received.map(({ body }) => new URLSearchParams(body).get('client_id'));
  expect(clients.filter((client) => client?.startsWith(PETRA.objectId))).toHaveLength(1);
});
