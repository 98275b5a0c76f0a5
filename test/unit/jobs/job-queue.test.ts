import { hash } from 'node:crypto';
import { inspect } from 'node:util';
import { StorageUnavailableError } from '../../../src/core/errors.ts';
import { writeMessage } from '../../../src/jobs/job-message.ts';
import { type JobQueue, type OwnedMessage, StorageJobQueue } from '../../../src/jobs/job-queue.ts';
import { Worker } from '../../../src/jobs/worker.ts';
import type { Job } from '../../../src/core/jobs.ts';
import { createQueue, type Storage } from '../../../src/state/azure/storage.ts';
import { sharedAzurite, type TestStorage } from '../../support/azurite.ts';
import { eventually } from '../../support/eventually.ts';
import { systemClock } from '../../../src/core/platform.ts';
import { createRecordingLog } from '../../fakes/records.ts';
import { startStorageProxy, type StorageProxy } from '../state/azure/storage-proxy.ts';
import { follow, warn } from './jobs.ts';

let azurite: TestStorage;
let proxy: StorageProxy;
let storage: Storage;
let queue: JobQueue;

beforeAll(async () => {
  azurite = await sharedAzurite();
  proxy = await startStorageProxy(azurite.queuePort);
});

beforeEach(async () => {
  storage = await azurite.fresh();
  queue = new StorageJobQueue(storage);
});

afterAll(async () => {
  await proxy.close();
});

async function receiveOne(ownershipSeconds = 30): Promise<OwnedMessage> {
  const [first] = await queue.receive(1, ownershipSeconds);
  if (first === undefined) throw new Error('nothing there');
  return first;
}

const jobOf = (owned: OwnedMessage): Job | undefined => owned.content?.job;

test('receives jobs as they were sent, with any characters in their ids', async () => {
  const odd = '&lt;<![CDATA[x]]>&amp;\u0000\u0001\uFFFE\uFFFF\uD800"\\\n ä\u{1F600} ]]>';
  const job: Job = { kind: 'warn', key: { conversationId: odd, personId: odd }, sessionId: odd, dueAt: 1.5 };
  await queue.send(job, 0);
  expect(jobOf(await receiveOne())).toEqual(job);
});

test('delivers a job only after its delay', async () => {
  await queue.send(warn('later'), 1.2);
  await queue.send(warn('now'), 0);
  expect(jobOf(await receiveOne())).toEqual(warn('now'));
  expect(await queue.receive(32, 30)).toEqual([]);
  await systemClock.sleep(2_100);
  expect(jobOf(await receiveOne())).toEqual(warn('later'));
});

test('jobs never expire, and a delay is limited to the longest possible one', async () => {
  await queue.send(warn('far'), 30 * 24 * 3600);
  const { approximateMessagesCount } = await storage.queue.getProperties();
  expect(approximateMessagesCount).toBe(1);
});

test('a job sent as owned is invisible to others, can be extended and finished', async () => {
  const sent = await queue.sendOwned(follow('f'), 30);
  expect(await queue.receive(32, 30)).toEqual([]);
  const extended = await queue.extend(sent, 30);
  if (extended === 'lost') throw new Error('lost');
  await queue.finish(extended);
  expect((await storage.queue.getProperties()).approximateMessagesCount).toBe(0);
  expect(await queue.extend(extended, 30)).toBe('lost');
  await queue.finish(extended);
});

test('releases a job at once and stores its failures', async () => {
  await queue.send(follow('f'), 0);
  const first = await receiveOne();
  expect(first).toMatchObject({ deliveries: 1, content: { failures: 0 } });
  await queue.release(first, 0, 3);
  const second = await receiveOne();
  expect(second).toMatchObject({ id: first.id, deliveries: 2, content: { job: follow('f'), failures: 3 } });
  expect(await queue.extend(first, 30)).toBe('lost');
  await queue.release(first, 0);
  await queue.finish(first);
  expect(await queue.extend(second, 30)).toMatchObject({ content: { failures: 3 } });
});

test.each(['', 'text', '{}', '{"version":1,"job":{"kind":"dance"},"failures":0}', 'bm9uZQ=='])(
  'sets aside the digest of %j, which is no job',
  async (text) => {
    await storage.queue.sendMessage(text === '' ? ' ' : text);
    const owned = await receiveOne();
    expect(owned.content).toBeUndefined();
    await queue.setAside(owned);
    const { peekedMessageItems } = await storage.poisonQueue.peekMessages();
    const sent = text === '' ? ' ' : text;
    const digest = { sha256: hash('sha256', sent), bytes: sent.length };
    expect(peekedMessageItems.map(({ messageText }) => JSON.parse(messageText) as unknown)).toEqual([digest]);
    expect((await storage.queue.getProperties()).approximateMessagesCount).toBe(0);
  },
);

test('sets aside a job so that it can be put back, more than once, with all its attempts before it and its former ids', async () => {
  await queue.send(follow('Zoë'), 0);
  const ids: string[] = [];
  for (let time = 1; time <= 2; time += 1) {
    const owned = await receiveOne();
    ids.push(owned.id);
    await queue.release(owned, 0, 7);
    await queue.setAside(await receiveOne());
    const { receivedMessageItems } = await storage.poisonQueue.receiveMessages();
    await storage.queue.sendMessage(receivedMessageItems[0]?.messageText ?? '');
  }
  const { id, content } = await receiveOne();
  expect(content).toEqual({ job: follow('Zoë'), failures: 0, formerIds: ids });
  expect(new Set([...ids, id]).size).toBe(3);
});

const DAY_MILLISECONDS = 86_400_000;
const message = { job: follow('f'), failures: 0 };
const receiveText = async (text: string): Promise<OwnedMessage> => {
  await storage.queue.sendMessage(text);
  return receiveOne();
};

test('a message of a version that signed them, or of a newer one, is read like any other', async () => {
  const signed = { version: 1, ...message, kid: 'k1', mac: 'xyz', newer: { field: true } };
  expect(await receiveText(JSON.stringify(signed))).toMatchObject({ content: message });
});

test('a job that was set aside ends after 14 days', async () => {
  await queue.setAside(await receiveText(writeMessage(message)));
  const { receivedMessageItems } = await storage.poisonQueue.receiveMessages();
  const [item] = receivedMessageItems;
  const lifetime = (item?.expiresOn.getTime() ?? 0) - (item?.insertedOn.getTime() ?? 0);
  expect(lifetime / DAY_MILLISECONDS).toBeCloseTo(14, 2);
});

test('the jobs of one person that were set aside are erased, and no others', async () => {
  expect(await queue.eraseSetAside(['nobody'])).toBe(0);
  const of = (personId: string): Job => ({ ...follow('f'), key: { conversationId: 'c', personId } }) as Job;
  for (const job of [...Array.from({ length: 34 }, () => of('anna')), of('bert'), of('29:anna')]) {
    await queue.setAside(await receiveText(writeMessage({ job, failures: 8 })));
  }
  await queue.setAside(await receiveText('no job'));
  expect(await queue.eraseSetAside(['anna', '29:anna'])).toBe(35);
  expect((await storage.poisonQueue.getProperties()).approximateMessagesCount).toBe(2);
});

test('after a fault, the next search for a person finds all that is left, and so does that for another person', async () => {
  const of = (personId: string): Job => ({ ...follow('f'), key: { conversationId: 'c', personId } }) as Job;
  for (const job of [of('anna'), of('anna'), of('bert')]) {
    await queue.setAside(await receiveText(writeMessage({ job, failures: 8 })));
  }
  const connectionString = azurite.connectionString.replace(`:${azurite.queuePort}/`, `:${proxy.port}/`);
  const poisonQueue = createQueue({ kind: 'connection-string', connectionString }, storage.poisonQueue.name);
  let deletions = 0;
  proxy.trouble((request) => {
    if (!request.startsWith('DELETE')) return undefined;
    deletions += 1;
    return deletions === 2 ? { kind: 'answer', status: 503, code: 'ServerBusy' } : undefined;
  });
  const faulty = new StorageJobQueue({ queue: storage.queue, poisonQueue });
  await expect(faulty.eraseSetAside(['anna'])).rejects.toThrow(StorageUnavailableError);
  expect(await queue.eraseSetAside(['anna'])).toBe(1);
  expect(await queue.eraseSetAside(['bert'])).toBe(1);
});

test('does not repeat a request whose response was lost, and throws', async () => {
  const connectionString = azurite.connectionString.replace(`:${azurite.queuePort}/`, `:${proxy.port}/`);
  const client = createQueue({ kind: 'connection-string', connectionString }, storage.queue.name);
  const through = new StorageJobQueue({ queue: client, poisonQueue: client });
  proxy.trouble(() => ({ kind: 'lost answer' }));
  await expect(through.sendOwned(follow('f'), 1)).rejects.toThrow(StorageUnavailableError);
  expect((await storage.queue.getProperties()).approximateMessagesCount).toBe(1);
  proxy.trouble(() => ({ kind: 'answer', status: 503, code: 'ServerBusy' }));
  for (const call of [
    () => through.send(follow('f'), 0),
    () => through.receive(1, 1),
    () => through.extend({ id: 'x', receipt: 'y', content: undefined, deliveries: 0 }, 1),
  ]) {
    const error: unknown = await call().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StorageUnavailableError);
    const shown = inspect(error, { depth: 10, showHidden: true });
    expect(shown).toContain('ServerBusy');
    expect(shown).not.toMatch(/SharedKey|authorization|127\.0\.0\.1/i);
  }
});

/** Two workers on one queue, with an ownership of two seconds. */
test('a job runs in one worker at a time, and moves when its worker stops or dies', async () => {
  const running: string[] = [];
  const starts: string[] = [];
  let mostAtOnce = 0;
  const worker = (name: string, through = queue): Worker =>
    new Worker({
      queue: through,
      clock: systemClock,
      log: createRecordingLog(),
      ownershipSeconds: 2,
      extendSeconds: 0.5,
      handle: async (_, { signal }) => {
        starts.push(name);
        running.push(name);
        mostAtOnce = Math.max(mostAtOnce, running.length);
        await systemClock.sleep(60_000, signal).finally(() => running.splice(running.indexOf(name), 1));
      },
    });
  const connectionString = azurite.connectionString.replace(`:${azurite.queuePort}/`, `:${proxy.port}/`);
  const cutOff = createQueue({ kind: 'connection-string', connectionString }, storage.queue.name);
  proxy.trouble(() => undefined);

  const first = worker('first', new StorageJobQueue({ queue: cutOff, poisonQueue: cutOff }));
  (await first.sendOwned(follow('f'))).start();
  const second = worker('second');
  second.start();
  await systemClock.sleep(3_000);
  expect(running).toEqual(['first']);

  proxy.trouble(() => ({ kind: 'reset' }));
  await eventually('the second worker takes over', () => running.join() === 'second');

  const third = worker('third');
  third.start();
  await second.stop();
  await eventually('the third worker takes over', () => running.join() === 'third');
  expect(starts).toEqual(['first', 'second', 'third']);
  expect(mostAtOnce).toBe(1);
  await Promise.all([first.stop(), third.stop()]);
  expect(running).toEqual([]);
});
