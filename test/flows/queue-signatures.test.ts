/** Messages of the version before, of a removed key, forged, replayed and cut off, in the queue of a running bot. */
import { randomBytes } from 'node:crypto';
import { QueueClient } from '@azure/storage-queue';
import { ALEX, MIKA, NOOR } from '../../local/people.ts';
import type { Job } from '../../src/core/jobs.ts';
import { peekJob, writeUnsigned } from '../../src/jobs/job-message.ts';
import { titleOf } from '../support/cards-seen.ts';
import { chatter, type Chatter } from '../support/chatter.ts';
import { eventually } from '../support/eventually.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { stored } from '../support/stored.ts';

const newKey = (kid: string): string => `${kid}:${randomBytes(32).toString('base64url')}`;

let bot: RunningBot;
let queue: QueueClient;

async function start(options: Parameters<typeof startRunningBot>[0] = {}): Promise<void> {
  bot = await startRunningBot(options);
  queue = new QueueClient(bot.storage.connectionString, bot.environment['JOB_QUEUE'] ?? '');
}
afterEach(() => bot.stop());

const visible = async (): Promise<readonly string[]> =>
  (await queue.peekMessages({ numberOfMessages: 32 })).peekedMessageItems.map(({ messageText }) => messageText);

const entriesOf = (event: string): readonly string[] => bot.lines.filter((line) => line.includes(`"event":"${event}"`));

const keyOf = ({ conversation, person }: Chatter) => ({
  conversationId: conversation.id,
  personId: person.objectId,
});

/** As the version before wrote it: the same message, without a signature. */
async function unsign(): Promise<readonly string[]> {
  const { receivedMessageItems } = await queue.receiveMessages({ numberOfMessages: 32, visibilityTimeout: 30 });
  for (const { messageId, popReceipt, messageText } of receivedMessageItems) {
    const job = peekJob(messageText);
    if (job === undefined) throw new Error('no job');
    await queue.updateMessage(messageId, popReceipt, writeUnsigned({ job, failures: 0 }), 0);
  }
  return receivedMessageItems.map(({ messageText }) => peekJob(messageText)?.kind ?? '');
}

test('a sign-in goes on whose message the version before has written, while two instances run and a key is replaced', async () => {
  const keys = [newKey('k1'), newKey('k2')] as const;
  await start({ environment: { STATE_ENCRYPTION_KEYS: keys[0] } });
  const alex = chatter(bot, ALEX);
  const code = await alex.login();
  await bot.stopMain();
  await eventually('the message is released', async () => (await visible()).length === 1);
  expect(await unsign()).toEqual(['follow']);

  const instances = await Promise.all([
    bot.startInstance({ STATE_ENCRYPTION_KEYS: `${keys[1]},${keys[0]}` }),
    bot.startInstance({ STATE_ENCRYPTION_KEYS: `${keys[0]},${keys[1]}` }),
  ]);
  bot.talkTo(instances[0]);
  await alex.approve(code);
  await alex.becomes(code.id, 'Signed in');
  expect(entriesOf('message-not-trusted')).toEqual([expect.stringContaining('"why":"no-signature"')]);
  expect(alex.messages).toHaveLength(1);
}, 60_000);

test('a session ends on time although the key is gone that has signed its notices', async () => {
  const keys = [newKey('k1'), newKey('k2')] as const;
  await start({ tokenSeconds: 20, environment: { STATE_ENCRYPTION_KEYS: keys[0] } });
  const noor = chatter(bot, NOOR);
  const { id } = await noor.signIn();
  await bot.stopMain();
  const both = await bot.startInstance({ STATE_ENCRYPTION_KEYS: `${keys[1]},${keys[0]}` });
  bot.talkTo(both);
  // What is read is sealed with the new key.
  expect(titleOf((await noor.ask('restore status')).card)).toBe("You're signed in");
  await both.stop();
  bot.talkTo(await bot.startInstance({ STATE_ENCRYPTION_KEYS: keys[1] }));
  await noor.becomes(id, 'Your session has ended', 40_000);
  expect(entriesOf('message-not-trusted')).toEqual([expect.stringContaining('"why":"unknown-key"')]);
  const storage = stored({ ...bot.environment, STATE_ENCRYPTION_KEYS: keys[1] });
  expect((await storage.open(noor.conversation.id, NOOR))?.session).toBeUndefined();
}, 90_000);

test('forged, replayed and cut-off messages change nothing, and leave nothing behind', async () => {
  await start();
  const mika = chatter(bot, MIKA);
  const { id } = await mika.signIn();
  const storage = stored(bot.environment);
  const session = async () => (await storage.open(mika.conversation.id, MIKA))?.session;
  const before = await session();
  const key = keyOf(mika);
  const sessionId = before?.id ?? '';
  const forged: readonly Job[] = [
    { kind: 'warn', key, sessionId, dueAt: 0 },
    { kind: 'expire', key, sessionId, dueAt: 0 },
    { kind: 'expire', key, sessionId: 'unknown', dueAt: 0 },
    { kind: 'follow', key, signInId: 'unknown' },
    { kind: 'report', key, reportId: 'unknown' },
    { kind: 'restore', key, restoreId: 'unknown' },
    { kind: 'explore-idle', key, exploreId: 'unknown', dueAt: 0 },
    { kind: 'sweep', runId: 'unknown', dueAt: 0 },
  ];
  for (const job of forged) await queue.sendMessage(writeUnsigned({ job, failures: 0 }));
  await queue.sendMessage(`${MIKA.name} wrote this`);
  await queue.sendMessage(writeUnsigned({ job: forged[0] as Job, failures: 0 }).slice(0, -9));
  await eventually('nothing is visible', async () => (await visible()).length === 0);
  await eventually('what is no job is set aside', async () => entriesOf('message-set-aside').length === 1);
  expect(await session()).toEqual(before);
  expect(titleOf(mika.card(id))).toBe('Signed in');
  expect(mika.messages).toHaveLength(1);
  // Two notices each of the session and of their forged copies, with the session's own times, and the next sweep.
  await eventually('all others are deleted', async () => (await queue.getProperties()).approximateMessagesCount === 5);
  const poison = new QueueClient(bot.storage.connectionString, `${bot.environment['JOB_QUEUE'] ?? ''}-poison`);
  const isWhole = async () => (await poison.getProperties()).approximateMessagesCount === 2;
  await eventually('both are set aside', () => isWhole().catch(() => false));
  const { peekedMessageItems } = await poison.peekMessages({ numberOfMessages: 32 });
  expect(peekedMessageItems).toHaveLength(2);
  for (const { messageText } of peekedMessageItems) expect(messageText).toMatch(/^\{"sha256":"\w{64}","bytes":\d+\}$/);
}, 60_000);

test('"restore forget me" deletes the jobs of the person that were set aside', async () => {
  await start();
  const alex = chatter(bot, ALEX);
  const poison = new QueueClient(bot.storage.connectionString, `${bot.environment['JOB_QUEUE'] ?? ''}-poison`);
  await poison.create();
  const job = (personId: string): Job => ({ kind: 'follow', key: { ...keyOf(alex), personId }, signInId: 'x' });
  await poison.sendMessage(writeUnsigned({ job: job(ALEX.objectId), failures: 8 }));
  await poison.sendMessage(writeUnsigned({ job: job(NOOR.objectId), failures: 8 }));
  const { id } = await alex.ask('restore forget me');
  await alex.press(id, 'Erase');
  await alex.becomes(id, 'There was nothing to erase');
  expect((await poison.getProperties()).approximateMessagesCount).toBe(1);
}, 60_000);
