/** Bots that are killed, hand over, and share state. The longest tests wait 45 s for a dead owner, so all run at once. */
import { setTimeout as pause } from 'node:timers/promises';
import { REFUSALS } from '../../local/identity-provider/entra-errors.ts';
import type { BotProcess } from '../../local/bot-process.ts';
import { ALEX, MIKA, NOOR, PETRA } from '../../local/people.ts';
import { buttonsOf, codeOf, titleOf } from '../support/cards-seen.ts';
import { chatter, type Chatter, type CodeCard } from '../support/chatter.ts';
import { eventually } from '../support/eventually.ts';
import { gapsOf, pollsAt } from '../support/polls.ts';
import { startRealBots, terminate, type RealBots } from '../support/real-bots.ts';
import { stored } from '../support/stored.ts';

/** Contract, What is never lost. */
const TAKEN_UP_WITHIN_MILLISECONDS = 60_000;

let bots: RealBots;
beforeAll(async () => {
  bots = await startRealBots();
}, 60_000);
afterAll(() => bots.stop());

const namesOf = (name: string) => ({ STATE_CONTAINER: name, JOB_QUEUE: name });
const storage = (name: string) => stored({ ...bots.environment, ...namesOf(name) });

let turn: Promise<unknown> = Promise.resolve();
/** People talk to one bot at a time. */
function talkingTo<T>(bot: BotProcess, talk: () => Promise<T>): Promise<T> {
  const talked = turn.then(() => {
    bots.talkTo(bot);
    return talk();
  });
  turn = talked.catch(() => undefined);
  return talked;
}

const edits = ({ id }: CodeCard): number =>
  bots.connector.calls.filter(({ kind, activityId }) => kind === 'update' && activityId === id).length;

async function deviceCodeOf(name: string, { conversation, person }: Chatter): Promise<string> {
  const state = await storage(name).open(conversation.id, person);
  return state?.signIn?.kind === 'waiting' ? (state.signIn.deviceCode ?? '') : '';
}

/** Scripted faults hit the next call, whoever makes it: other tests wait for these. */
const exchangeHangs = Promise.withResolvers<void>();
const handedOver = Promise.withResolvers<void>();
const slowedDown = Promise.withResolvers<void>();
const cancelled = Promise.withResolvers<void>();

test.concurrent('a sign-in whose process was killed is finished by the next one within a minute, without anybody acting', async () => {
  const alex = chatter(bots, ALEX);
  const first = await bots.start(namesOf('killed-waiting'));
  const code = await talkingTo(first, () => alex.login());
  await first.stop('SIGKILL');
  await alex.approve(code);
  const second = await bots.start(namesOf('killed-waiting'));

  await alex.becomes(code.id, 'Signed in', TAKEN_UP_WITHIN_MILLISECONDS);
  expect(alex.messages).toHaveLength(1);
  expect(await second.stop()).toBe(0);
}, 120_000);

test.concurrent('a sign-in whose process was killed after storing the token answer continues from there, and the code is redeemed once', async () => {
  const mika = chatter(bots, MIKA);
  const name = 'killed-redeemed';
  const first = await bots.start(namesOf(name));
  bots.backupService.faults.next({ path: '/v8/token', grantType: 'operator' }, { kind: 'hang' });
  const code = await talkingTo(first, () => mika.login());
  const deviceCode = await deviceCodeOf(name, mika);
  await mika.approve(code);
  await eventually('the exchange', () => bots.backupService.faults.pending === 0);
  exchangeHangs.resolve();
  expect((await storage(name).open(mika.conversation.id, MIKA))?.signIn?.kind).toBe('redeemed');
  await first.stop('SIGKILL');
  const polls = pollsAt(bots).get(deviceCode)?.length;
  await bots.start(namesOf(name));

  await mika.becomes(code.id, 'Signed in', TAKEN_UP_WITHIN_MILLISECONDS);
  expect(pollsAt(bots).get(deviceCode)).toHaveLength(polls ?? 0);
  const exchanges = bots.backupService.received.filter(({ body }) => body.includes(MIKA.objectId));
  expect(new Set(exchanges.map(({ body }) => body)).size).toBe(1);
  expect(exchanges).toHaveLength(2);
}, 120_000);

test.concurrent('SIGTERM ends the process with 0 within 10 s, and another one continues at once', async () => {
  const noor = chatter(bots, NOOR);
  const first = await bots.start(namesOf('shared'));
  const code = await talkingTo(first, () => noor.login());
  expect(await terminate(first)).toBe(0);
  const polls = pollsAt(bots).get(await deviceCodeOf('shared', noor))?.length ?? 0;

  await bots.start(namesOf('shared'));
  const deviceCode = await deviceCodeOf('shared', noor);
  // A queue poll every 2 s and one interval: far below the 45 s after which a dead owner's job is taken over.
  const polled = (): boolean => (pollsAt(bots).get(deviceCode)?.length ?? 0) > polls;
  await eventually('a poll of the second process', polled, 15_000);
  await exchangeHangs.promise;
  await noor.approve(code);
  await noor.becomes(code.id, 'Signed in');
  handedOver.resolve();
}, 120_000);

test.concurrent('after slow_down every poll comes five seconds later', async () => {
  await handedOver.promise;
  const noor = chatter(bots, NOOR, bots.connector.groupChat);
  const bot = await bots.start(namesOf('slow-down'));
  bots.identityProvider.faults.next('/token', REFUSALS.slowDown);
  const code = await talkingTo(bot, () => noor.login());
  const deviceCode = await deviceCodeOf('slow-down', noor);
  await eventually('slow_down', () => bots.identityProvider.faults.pending === 0);
  slowedDown.resolve();
  await eventually('three polls', () => pollsAt(bots).get(deviceCode)?.length === 3, 30_000);
  await noor.approve(code);
  await noor.becomes(code.id, 'Signed in');
  const gaps = gapsOf(pollsAt(bots).get(deviceCode));
  expect(gaps).toHaveLength(3);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(6_000);
}, 120_000);

test.concurrent('two instances on one storage never poll the same code at the same time, post the outcome once, and cancel for each other', async () => {
  await slowedDown.promise;
  const alex = chatter(bots, ALEX, bots.connector.groupChat);
  const [here, there] = await Promise.all([bots.start(namesOf('two')), bots.start(namesOf('two'))]);
  const code = await talkingTo(here, () => alex.login());
  const deviceCode = await deviceCodeOf('two', alex);
  await pause(5_000);
  await alex.approve(code);
  await alex.becomes(code.id, 'Signed in');
  const times = pollsAt(bots).get(deviceCode);
  expect(times?.length).toBeGreaterThanOrEqual(4);
  expect(Math.min(...gapsOf(times))).toBeGreaterThanOrEqual(1_000);
  await pause(1_000);
  expect(edits(code)).toBe(1);
  const outcomes = [...here.lines, ...there.lines].filter((line) => line.includes('"msg":"signed in"'));
  expect(outcomes).toHaveLength(1);

  const petra = chatter(bots, PETRA, bots.connector.channel);
  const abandoned = await talkingTo(here, () => petra.login());
  const answer = await talkingTo(there, () => petra.ask('restore cancel'));
  cancelled.resolve();
  expect(titleOf(answer.card)).toBe('Sign-in cancelled');
  const card = await petra.becomes(abandoned.id, 'Sign-in cancelled');
  expect([buttonsOf(card), codeOf(card)]).toEqual([['Try again'], undefined]);
  await petra.approve(abandoned, NOOR);
  await pause(3_000);
  expect(titleOf(petra.card(abandoned.id))).toBe('Sign-in cancelled');
  const state = await storage('two').open(bots.connector.channel.id, PETRA);
  expect([state?.session, state?.signIn?.kind]).toEqual([undefined, 'ended']);
  expect(await Promise.all([here.stop(), there.stop()])).toEqual([0, 0]);
}, 120_000);

test.concurrent('an instance that is idle signs people in at once, and takes over within seconds what another one hands over', async () => {
  const [here, there] = await Promise.all([bots.start(namesOf('idle')), bots.start(namesOf('idle'))]);
  // For 45 s after its start an instance polls the queue often. The other tests, with their faults, are over by then.
  await Promise.all([pause(60_000), cancelled.promise]);
  const mika = chatter(bots, MIKA, bots.connector.groupChat);
  const first = await talkingTo(here, () => mika.login());
  await mika.approve(first);
  await mika.becomes(first.id, 'Signed in', 6_000);

  const noor = chatter(bots, NOOR, bots.connector.channel);
  const second = await talkingTo(here, () => noor.login());
  const deviceCode = await deviceCodeOf('idle', noor);
  expect(await terminate(here)).toBe(0);
  const polls = pollsAt(bots).get(deviceCode)?.length ?? 0;
  const polled = (): boolean => (pollsAt(bots).get(deviceCode)?.length ?? 0) > polls;
  await eventually('a poll of the other instance', polled, 15_000);
  await noor.approve(second);
  await noor.becomes(second.id, 'Signed in');
  expect(await there.stop()).toBe(0);
}, 120_000);

test.concurrent('with a slow identity provider the typing indicator comes first, and the turn is still answered', async () => {
  await cancelled.promise;
  const alex = chatter(bots, ALEX, bots.connector.channel);
  const bot = await bots.start(namesOf('slow'));
  // Its first turn loads and connects.
  await talkingTo(bot, () => alex.ask('restore help'));
  bots.identityProvider.faults.next('/devicecode', { kind: 'hang' });
  const askedAt = Date.now();
  const { messageId, status } = await talkingTo(bot, () => alex.say('restore login'));
  expect(status).toBe(200);
  const answer = await bots.connector.waitFor(
    () => alex.messages.find(({ threadId }) => threadId === messageId),
    20_000,
  );
  // It is sent after 1.5 s, the answer after eight.
  const typing = bots.connector.events.find((event) => event.kind === 'typing' && event.at >= askedAt);
  expect(typing?.at).toBeLessThan(answer.sentAt);
  expect([titleOf(answer.card), buttonsOf(answer.card)]).toEqual(['Not signed in', ['Try again']]);
}, 120_000);
