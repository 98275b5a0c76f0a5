/** Messages forged, replayed, cut off, and of states that one instance cannot read, in the queue of a running bot. */
import { randomBytes } from 'node:crypto';
import { QueueClient } from '@azure/storage-queue';
import { ALEX, MIKA, NOOR } from '../../local/people.ts';
import type { Job } from '../../src/core/jobs.ts';
import { writeMessage } from '../../src/jobs/job-message.ts';
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

const keyOf = ({ conversation, person }: Chatter) => ({
  conversationId: conversation.id,
  personId: person.objectId,
});

test('a session ends on time although the key is gone that had sealed it when its notices were sent', async () => {
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
  const storage = stored({ ...bot.environment, STATE_ENCRYPTION_KEYS: keys[1] });
  expect((await storage.open(noor.conversation.id, NOOR))?.session).toBeUndefined();
}, 120_000);

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
  for (const job of forged) await queue.sendMessage(writeMessage({ job, failures: 0 }));
  await queue.sendMessage(`${MIKA.name} wrote this`);
  await queue.sendMessage(writeMessage({ job: forged[0] as Job, failures: 0 }).slice(0, -9));
  await eventually('nothing is visible', async () => (await visible()).length === 0);
  expect(await session()).toEqual(before);
  expect(titleOf(mika.card(id))).toBe('Signed in');
  expect(mika.messages).toHaveLength(1);
  // Two notices each of the session and of their forged copies, with the session's own times, the next sweep, and the two that are no
  // jobs: a newer instance might read them.
  await eventually('all others are deleted', async () => (await queue.getProperties()).approximateMessagesCount === 7);
  expect(await session()).toEqual(before);
}, 60_000);

test('"restore forget me" deletes the jobs of the person that were set aside', async () => {
  await start();
  const alex = chatter(bot, ALEX);
  const poison = new QueueClient(bot.storage.connectionString, `${bot.environment['JOB_QUEUE'] ?? ''}-poison`);
  await poison.create();
  const job = (personId: string): Job => ({ kind: 'follow', key: { ...keyOf(alex), personId }, signInId: 'x' });
  await poison.sendMessage(writeMessage({ job: job(ALEX.objectId), failures: 8 }));
  await poison.sendMessage(writeMessage({ job: job(NOOR.objectId), failures: 8 }));
  const { id } = await alex.ask('restore forget me');
  await alex.press(id, 'Erase');
  await alex.becomes(id, 'There was nothing to erase');
  expect((await poison.getProperties()).approximateMessagesCount).toBe(1);
}, 60_000);
