/** Administrators see who is signed in, end sessions and suspend people: on the real parts. */
import type { Json, Message } from '../../local/connector/types.ts';
import { actionsIn } from '../../local/connector/card-actions.ts';
import { ALEX, HAKON, MIKA, NOOR } from '../../local/people.ts';
import { buttonsOf, dataOf, textsOf, titleOf } from '../support/cards-seen.ts';
import { chatter, PATIENCE_MILLISECONDS, type Chatter } from '../support/chatter.ts';
import { eventually } from '../support/eventually.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { stored } from '../support/stored.ts';

// Other tests run at the same time.
jest.setTimeout(90_000);

const LIST = 'restore admin sessions';
const ENDED = 'Your session has ended';
const SUSPENDED = 'You are suspended';
const NOT_SIGNED_IN = "You're not signed in";
const PERSON = 'A person and their sessions';

let bot: RunningBot;
let alex: Chatter;
let mika: Chatter;
beforeEach(async () => {
  bot = await startRunningBot();
  alex = chatter(bot, ALEX);
  mika = chatter(bot, MIKA);
});
afterEach(() => bot.stop());

const read = (card: Json | undefined): string => textsOf(card).join(' ');
const logOuts = (): number => bot.backupService.received.filter(({ path }) => path.endsWith('/logout')).length;

/** Presses a person in the list. */
async function choose(who: Chatter, { id, card }: Message, name: string): Promise<Json> {
  const [action] = actionsIn(card ?? {}).filter(({ title }) => title === name);
  if (action === undefined) throw new Error(`${name} is not in the list: ${read(card)}`);
  await who.press(id, name, { action });
  return who.becomes(id, PERSON);
}

/** A message of its own, beside the card that was edited. */
const told = (who: Chatter, title: string, edited = ''): Promise<Message> =>
  bot.connector.waitFor(
    () => who.messages.findLast(({ id, card }) => id !== edited && titleOf(card) === title),
    PATIENCE_MILLISECONDS,
  );

async function restartWith(...administrators: readonly { readonly objectId: string }[]): Promise<void> {
  await bot.stopMain();
  const ADMIN_USER_IDS = administrators.map(({ objectId }) => objectId).join(',');
  bot.talkTo(await bot.startInstance({ ADMIN_USER_IDS }));
}

test('an administrator ends what somebody has open in every conversation; they are told and sign in again', async () => {
  const inChannel = chatter(bot, ALEX, bot.connector.channel);
  const [own, shared] = [await alex.signIn(), await inChannel.signIn()];
  const list = await mika.ask(LIST);
  expect(titleOf(list.card)).toBe('Who is signed in');
  expect(read(list.card)).toContain(ALEX.name);
  expect(JSON.stringify(list.card)).not.toMatch(/eyJ|token/i);

  const card = await choose(mika, list, ALEX.name);
  expect(read(card)).toContain(ALEX.signInName);
  await mika.press(list.id, 'End');
  await eventually('the outcome', () => read(mika.card(list.id)).includes("I'm ending 2 sessions"));

  await alex.becomes(own.id, ENDED);
  await inChannel.becomes(shared.id, ENDED);
  expect(read((await told(alex, ENDED, own.id)).card)).toContain('An administrator has ended it');
  await eventually('the tokens to be revoked', () => logOuts() === 2);
  await alex.signIn();
  const lines = await stored(bot.environment).audit();
  expect(lines.filter(({ event }) => event === 'sessions-ended')).toMatchObject([
    { person: MIKA.objectId, about: ALEX.objectId },
  ]);
  expect(lines.filter(({ event }) => event === 'ended-by-administrator')).toHaveLength(2);
});

test('all sessions end after asking once more', async () => {
  const noor = chatter(bot, NOOR);
  const cards = [await alex.signIn(), await noor.signIn()];
  const { id } = await mika.ask(LIST);
  await mika.press(id, 'End all');
  await eventually('the question', () => buttonsOf(mika.card(id)).includes('Yes, end all'));
  expect(logOuts()).toBe(0);
  await mika.press(id, 'Yes, end all');
  await alex.becomes(cards[0]?.id ?? '', ENDED);
  await noor.becomes(cards[1]?.id ?? '', ENDED);
  await eventually('the list', () => read(mika.card(id)).includes('Nobody is signed in'));
});

test('somebody who is suspended signs in nowhere, until another administrator lifts it', async () => {
  const own = await alex.signIn();
  const inChannel = chatter(bot, ALEX, bot.connector.channel);
  const pending = await inChannel.login();

  const { card } = await mika.ask(`restore admin suspend ${ALEX.signInName}`);
  expect(read(card)).toContain('This person is suspended');
  await alex.becomes(own.id, ENDED);
  expect(read((await told(alex, SUSPENDED)).card)).toContain('Only your administrators can lift this');
  await inChannel.approve(pending);
  // The others there need not know.
  await inChannel.becomes(pending.id, NOT_SIGNED_IN);
  expect(titleOf((await inChannel.ask('restore login')).card)).toBe(NOT_SIGNED_IN);
  expect(titleOf((await alex.ask('restore login')).card)).toBe(SUSPENDED);
  // One session was issued, before.
  const { received } = bot.backupService;
  expect(received.filter(({ path }) => path.endsWith('/token'))).toHaveLength(1);

  // Sealed, and left by what erases everything about a person.
  const blobs = () => stored(bot.environment).all('suspensions/');
  expect((await blobs()).map(({ body }) => body).join('')).not.toMatch(new RegExp(`${ALEX.name}|${ALEX.objectId}`));
  const { id } = await alex.ask('restore forget me');
  await alex.press(id, 'Erase');
  await alex.becomes(id, 'Everything is erased');
  expect(await blobs()).toHaveLength(1);
  expect(titleOf((await alex.ask('restore login')).card)).toBe(SUSPENDED);

  const hakon = chatter(bot, HAKON);
  const list = await hakon.ask(LIST);
  expect(read(list.card)).toContain(`Suspended by ${MIKA.name}`);
  await choose(hakon, list, ALEX.name);
  await hakon.press(list.id, 'Lift suspension');
  await eventually('the outcome', () => read(hakon.card(list.id)).includes('can sign in again'));
  // Its job erases it once the person is told.
  await eventually('the erasure of the suspension', async () => (await blobs()).length === 0);
  await alex.signIn();
});

test('only administrators may, at the moment of the press, and not for themselves', async () => {
  await alex.signIn();
  const list = await mika.ask(LIST);
  await choose(mika, list, ALEX.name);
  expect(read((await mika.ask(`restore admin suspend ${MIKA.objectId}`)).card)).toContain("You can't suspend yourself");

  // A forged press by somebody who is no administrator, with a card of their own.
  const { id, card } = await alex.ask('restore status');
  const { owner } = dataOf(card, 'Log out');
  const data: Json = { verb: 'administer', owner, admin: { kind: 'suspend', person: MIKA.objectId } };
  await alex.press(id, '', { action: { type: 'Action.Execute', verb: 'administer', data } });
  await alex.becomes(id, 'For administrators');
  expect(titleOf((await alex.ask(LIST)).card)).toBe('For administrators');
  const inChannel = chatter(bot, MIKA, bot.connector.channel);
  expect(titleOf((await inChannel.ask(LIST)).card)).toBe('Only in a personal chat');

  // Help shows the commands to administrators alone.
  const commands = async (who: Chatter) => {
    const help = await who.ask('restore help');
    await who.press(help.id, 'All commands');
    return read(await who.becomes(help.id, 'All commands'));
  };
  expect(await commands(mika)).toContain('restore admin suspend');
  expect(await commands(alex)).not.toContain('restore admin');

  await restartWith(HAKON);
  await mika.press(list.id, 'Suspend');
  await mika.becomes(list.id, 'For administrators');
  expect(await stored(bot.environment).all('suspensions/')).toEqual([]);
  expect(logOuts()).toBe(0);
});
