import type { Conversation, Json, PressResult } from '../../local/connector/types.ts';
import { ALEX, MIKA, NOOR, PETRA } from '../../local/people.ts';
import { buttonsOf, codeOf, dataOf, linkOf, textsOf, titleOf } from '../support/cards-seen.ts';
import { chatter, type Chatter, type CodeCard } from '../support/chatter.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { stored } from '../support/stored.ts';

let bot: RunningBot;
beforeAll(async () => {
  bot = await startRunningBot();
}, 60_000);
afterAll(() => bot.stop());

/** Everything the bot sent to a conversation. */
const sentTo = ({ id }: Conversation): string =>
  JSON.stringify(bot.connector.calls.filter((call) => call.conversationId?.startsWith(id)).map(({ body }) => body));

/** Presses a button with other data. */
function pressWith(who: Chatter, cardId: string, verb: string, data: Json): Promise<PressResult> {
  const { person, conversation } = who;
  const action = { type: 'Action.Execute', title: verb, verb, data: { verb, ...data } };
  return bot.connector.press({ person, conversation, cardId, action });
}

test.concurrent('in a group chat the posted card says who signs in and nothing else; only the asker is shown the code', async () => {
  const { groupChat } = bot.connector;
  const alex = chatter(bot, ALEX, groupChat);
  const noor = chatter(bot, NOOR, groupChat);
  const posted = await alex.ask('restore login');
  expect(textsOf(posted.card)).toEqual([`${ALEX.name} is signing in`]);
  expect(buttonsOf(posted.card)).toEqual(['Show my code']);
  expect(posted.card?.['refresh']).toMatchObject({ userIds: [ALEX.teamsUserId] });
  expect(await bot.connector.look({ person: NOOR, conversation: groupChat, cardId: posted.id })).toBeUndefined();

  // The asker's client refreshes by itself; nobody else's view changes.
  const refreshed = await bot.connector.look({ person: ALEX, conversation: groupChat, cardId: posted.id });
  const userCode = refreshed?.outcome.kind === 'card' ? codeOf(refreshed.outcome.card) : undefined;
  expect(userCode).toMatch(/^[A-Z]{4}-[A-Z]{4}$/);
  expect(codeOf(alex.card(posted.id))).toBe(userCode);
  expect(codeOf(noor.card(posted.id))).toBeUndefined();

  // Each button of the asker's view, pressed by another person, also without the asker's mark.
  for (const title of ['New code', 'Cancel', 'Show my code']) {
    const source = title === 'Show my code' ? posted.card : alex.card(posted.id);
    const data = dataOf(source, title);
    const verb = String(data['verb']);
    for (const changed of [data, { ...data, owner: undefined }, { ...data, owner: 'somebody' }]) {
      const { outcome, body } = await pressWith(noor, posted.id, verb, changed);
      expect(outcome.kind).not.toBe('card');
      expect(JSON.stringify(body ?? '')).not.toContain(userCode);
    }
    const fallback = await bot.connector.press({
      person: NOOR,
      conversation: groupChat,
      cardId: posted.id,
      action: { type: 'Action.Submit', title, data },
    });
    expect(fallback.status).toBe(200);
  }
  expect((await stored(bot.environment).open(groupChat.id, ALEX))?.signIn?.kind).toBe('waiting');
  expect(await stored(bot.environment).open(groupChat.id, NOOR)).toBeUndefined();
  expect(codeOf(alex.card(posted.id))).toBe(userCode);

  const code: CodeCard = {
    id: posted.id,
    userCode: userCode ?? '',
    verificationUri: linkOf(alex.card(posted.id)) ?? '',
    card: {},
  };
  await alex.approve(code);
  const card = await noor.becomes(posted.id, 'Signed in');
  expect(textsOf(card)).toContain(`${ALEX.name} is signed in to the backup service.`);
  expect(JSON.stringify(card)).not.toContain(ALEX.tenantId);
  for (const id of [ALEX.objectId, ALEX.signInName]) expect(sentTo(groupChat)).not.toContain(id);
  expect(sentTo(groupChat)).not.toContain(userCode ?? 'no code');

  // Nobody else can use the session.
  for (const title of ['Renew', 'Log out', 'This was not me']) {
    const { outcome } = await noor.press(posted.id, title);
    expect(outcome).toEqual({ kind: 'message', text: expect.stringMatching(/isn't yours/) });
  }
  expect(titleOf((await noor.ask('restore status')).card)).toBe("You're not signed in");
  expect((await stored(bot.environment).open(groupChat.id, ALEX))?.session).toBeDefined();
  expect(bot.backupService.sessionCount).toBeGreaterThan(0);
});

test.concurrent('a button replayed in another conversation, even by its owner, does nothing', async () => {
  const here = chatter(bot, MIKA);
  const code = await here.login();
  const elsewhere = chatter(bot, MIKA, bot.connector.channel);
  const other = await elsewhere.ask('restore help');
  const foreign = dataOf(code.card, 'Cancel');
  const { outcome } = await pressWith(elsewhere, other.id, 'cancel', foreign);
  expect(outcome).toMatchObject({ kind: 'message', text: expect.stringMatching(/isn't yours/) });

  // Forged for the conversation it is sent from, it finds no such sign-in there.
  const mark = dataOf(other.card, 'Sign in')['owner'];
  const forged = await pressWith(elsewhere, other.id, 'cancel', { ...foreign, owner: mark });
  expect(forged.outcome.kind === 'card' && titleOf(forged.outcome.card)).toBe("You're not signed in");
  for (const data of [{}, { id: 7 }, { verb: 'rm -rf', owner: mark }, { owner: [mark] }]) {
    const { outcome: refused } = await pressWith(elsewhere, other.id, 'cancel', data);
    expect(refused.kind).not.toBe('card');
  }
  expect((await stored(bot.environment).open(here.conversation.id, MIKA))?.signIn?.kind).toBe('waiting');
  expect(codeOf(here.card(code.id))).toBe(code.userCode);
  await here.press(code.id, 'Cancel');
});

test.concurrent('in a channel every answer lands in the thread of its question, the card included', async () => {
  const { channel } = bot.connector;
  const petra = chatter(bot, PETRA, channel);
  const { messageId: thread } = await petra.say('restore login');
  const inThread = () =>
    bot.connector.messages(`${channel.id};messageid=${thread}`).filter(({ from }) => from.kind === 'bot');
  const [posted] = await bot.connector.waitFor(() => inThread().length > 0 && inThread());
  expect(titleOf(posted?.card)).toBe(`${PETRA.name} is signing in`);
  await bot.connector.say({ person: PETRA, conversation: channel, text: 'restore cancel', threadId: thread });
  await petra.becomes(posted?.id ?? '', 'Sign-in cancelled');
  await bot.connector.waitFor(() => inThread().length === 2);
  expect(inThread().map(({ threadId }) => threadId)).toEqual([thread, thread]);
  // Without a mention the bot is not addressed.
  const { status } = await bot.connector.say({
    person: PETRA,
    conversation: channel,
    text: 'restore login',
    mention: false,
  });
  expect(status).toBe(0);
});

test.concurrent('a client without Universal Actions is never shown a code where others can read it', async () => {
  const noor = chatter(bot, NOOR, bot.connector.channel);
  const posted = await noor.ask('restore login');
  await noor.press(posted.id, 'Show my code', { useFallback: true });
  const answer = await bot.connector.waitFor(() =>
    noor.messages.find(({ id, threadId }) => threadId === posted.threadId && id !== posted.id),
  );
  expect(titleOf(answer.card)).toBe("I can't show this here");
  const state = await stored(bot.environment).open(bot.connector.channel.id, NOOR);
  const userCode = state?.signIn?.kind === 'waiting' ? state.signIn.userCode : '';
  expect(userCode).not.toBe('');
  expect(sentTo(bot.connector.channel)).not.toContain(userCode);
});

test.concurrent('a client without Universal Actions is sent to the personal chat for a form that is for one person alone', async () => {
  const petra = chatter(bot, PETRA, bot.connector.channel);
  const posted = await petra.ask('restore ask');
  await petra.press(posted.id, 'Fill in the form', { useFallback: true });
  const answer = await bot.connector.waitFor(() =>
    petra.messages.find(({ id, threadId }) => threadId === posted.threadId && id !== posted.id),
  );
  expect(titleOf(answer.card)).toBe("I can't show this here");
  expect(buttonsOf(petra.card(posted.id))).toEqual(['Fill in the form']);
});

test.concurrent('app-only sign-in is refused in shared places, also to an administrator', async () => {
  const mika = chatter(bot, MIKA, bot.connector.channel);
  expect(titleOf((await mika.ask('restore login app-only')).card)).toBe('Only in a personal chat');
});
