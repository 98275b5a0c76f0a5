/** Whoever can write storage puts an older blob back, at every step of a restore and of a file: nothing is done a second time. */
import { BlobServiceClient } from '@azure/storage-blob';
import { QueueClient } from '@azure/storage-queue';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ALEX, MIKA, type SamplePerson } from '../../local/people.ts';
import type { Job } from '../../src/core/jobs.ts';
import { writeMessage } from '../../src/jobs/job-message.ts';
import { titleOf } from '../support/cards-seen.ts';
import { ADMIN_RESTORE } from './administrator-paths.ts';
import type { BotFarm } from './bot-farm.ts';
import { accept, offered } from './ends.ts';
import { startLane, type Lane } from './lane.ts';
import { goOn, HASTE, prepareSummary, roundOf } from './restore-paths.ts';
import { signIn } from './crash.ts';
import { ENDED } from './restorer.ts';

const PATIENCE_MILLISECONDS = 40_000;
/** Enough for a job and what it sends. */
const LOOK_MILLISECONDS = 2_500;

/** A blob as it was stored once. */
interface Version {
  readonly name: string;
  readonly content: Buffer;
  readonly metadata: Readonly<Record<string, string>>;
}

interface Recorder {
  readonly port: number;
  readonly versions: readonly Version[];
  stop(): void;
}

const STORED = /^\/[^/]+\/[^/]+\/((?:restores|exports)\/.+)$/;
const METADATA = 'x-ms-meta-';

/** In front of the blobs: keeps what is stored of restores and files. */
async function startRecorder(blobPort: number): Promise<Recorder> {
  const versions: Version[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    const [, name] = STORED.exec(decodeURIComponent(url.split('?')[0] ?? '')) ?? [];
    const metadata = Object.fromEntries(
      Object.entries(headers).flatMap(([key, value]) =>
        key.startsWith(METADATA) ? [[key.slice(METADATA.length), String(value)]] : [],
      ),
    );
    const pass = async (): Promise<void> => {
      const content = await buffer(incoming);
      const to = { host: '127.0.0.1', port: blobPort, method, path: url };
      const onward = forward({ ...to, headers: { ...headers, host: `127.0.0.1:${blobPort}` } }, (answer) => {
        if (method === 'PUT' && name !== undefined && answer.statusCode === 201)
          versions.push({ name, content, metadata });
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      });
      onward.on('error', () => incoming.socket.destroy());
      onward.end(content);
    };
    pass().catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    versions,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** What is done once, and when it is over. */
interface Deed {
  readonly name: string;
  readonly person: SamplePerson;
  act(lane: Lane): Promise<void>;
}

async function until(what: string, lane: Lane, look: () => boolean | Promise<boolean>): Promise<void> {
  for (const last = Date.now() + PATIENCE_MILLISECONDS; !(await look()); await sleep(60)) {
    const shown = lane.messagesWithPreparation().map(({ card }) => titleOf(card));
    if (Date.now() > last) throw new Error(`never ${what}: ${shown.join(' | ')}`);
  }
}

const DEEDS: readonly Deed[] = [
  {
    name: 'a restore',
    person: ALEX,
    async act(lane) {
      await prepareSummary(lane, {});
      await until('restored', lane, async () => {
        await goOn(lane);
        const isTold = (await lane.restores())?.restores.every(({ endAnnounced: told }) => told === true) === true;
        return isTold && ENDED.has(titleOf(roundOf(lane).restorer.card()?.card));
      });
    },
  },
  {
    name: "an administrator's restore",
    person: MIKA,
    async act(lane) {
      await ADMIN_RESTORE.prepare?.(lane);
      await until('restored', lane, async () => {
        await ADMIN_RESTORE.attend(lane);
        return (await ADMIN_RESTORE.problems(lane)).length === 0;
      });
    },
  },
  {
    name: 'a file',
    person: ALEX,
    async act(lane) {
      lane.begin();
      await signIn(lane);
      await accept(lane, await offered(lane));
      const titles = () => lane.messages().map(({ card }) => titleOf(card));
      await until('handed over', lane, async () => {
        const left = await lane.stored.all('exports/');
        return titles().includes('Downloaded') && left.length === 0;
      });
    },
  },
];

/** How often what cannot be undone was done. */
interface Done {
  readonly restores: number;
  readonly uploads: number;
  readonly files: number;
}

function doneIn({ stack }: Lane): Done {
  const { backupService, connector } = stack;
  return {
    restores: backupService.received.filter(({ method, path }) => method === 'POST' && path.endsWith('estore')).length,
    uploads: connector.calls.filter(({ kind, method }) => kind === 'upload' && method === 'PUT').length,
    files: connector.drive.files.length,
  };
}

/** Everything that can be made to look at what is stored. */
async function stir(lane: Lane, queue: QueueClient): Promise<void> {
  const { id: conversationId } = lane.alex.conversation;
  const key = { conversationId, personId: lane.alex.person.objectId };
  const { restores = [], openSessions = [], task } = (await lane.restores()) ?? {};
  const jobs: readonly Job[] = [
    ...restores.map(({ id }) => ({ kind: 'restore', key, restoreId: id }) as const),
    ...[...openSessions.map(({ id }) => id), task?.explore?.id ?? '']
      .filter((id) => id !== '')
      .map((exploreId) => ({ kind: 'explore-idle', key, exploreId, dueAt: 1 }) as const),
    ...(await lane.stored.exports(conversationId, lane.alex.person)).flatMap(({ id }) => [
      { kind: 'export', key, exportId: id } as const,
      { kind: 'export-due', key, exportId: id, dueAt: 1 } as const,
    ]),
  ];
  for (const job of jobs) await queue.sendMessage(writeMessage({ job, failures: 0 }));
  await lane.alex.say('restore list');
}

export interface PutBackResult {
  readonly versions: number;
  readonly tries: number;
  readonly problems: readonly string[];
}

async function putBackAll(farm: BotFarm, deed: Deed, every: number): Promise<PutBackResult> {
  const problems: string[] = [];
  const environment = { LOG_LEVEL: 'info', DOWNLOADS: 'all' };
  const lane = await startLane({ farm, person: deed.person, haste: HASTE, environment });
  const { blobPort, connectionString } = lane.stack.storage;
  const recorder = await startRecorder(blobPort);
  const { STATE_CONTAINER: container = '', JOB_QUEUE: queueName = '' } = lane.stack.environment;
  const blobs = BlobServiceClient.fromConnectionString(connectionString).getContainerClient(container);
  const queue = new QueueClient(connectionString, queueName);
  const AZURE_STORAGE_CONNECTION_STRING = connectionString.replace(`:${blobPort}/`, `:${recorder.port}/`);
  const put = async ({ name, content, metadata }: Version): Promise<void> => {
    await blobs.getBlockBlobClient(name).upload(content, content.byteLength, { metadata });
  };
  let tries = 0;
  let kept: readonly Version[] = [];
  try {
    await lane.startBot(0, { AZURE_STORAGE_CONNECTION_STRING });
    await deed.act(lane);
    kept = [...recorder.versions];
    const parts = kept.filter(({ name }) => name.startsWith('exports/') && !name.includes('.record/'));
    const states = kept.filter((version, at) => !parts.includes(version) && at % every === 0);
    const done = doneIn(lane);
    for (const by of ['the same process', 'a new process']) {
      for (const [at, version] of states.entries()) {
        if (by === 'a new process') {
          for (const bot of lane.bots) bot.kill();
          await lane.startBot();
        }
        if (version.name.startsWith('exports/')) for (const part of parts) await put(part);
        await put(version);
        await stir(lane, queue);
        tries += 1;
        await sleep(LOOK_MILLISECONDS);
        const now = doneIn(lane);
        const more = (Object.keys(done) as (keyof Done)[]).filter((what) => now[what] > done[what]);
        problems.push(
          ...more.map((what) => `${what} ${done[what]} → ${now[what]}, step ${at + 1} of ${deed.name}, by ${by}`),
        );
        Object.assign(done, now);
      }
    }
    const { repeats } = lane.stack.backupService.restore;
    if (repeats.length > 0) problems.push(`${repeats.length} restored twice`);
  } catch (error) {
    problems.push(`not completed: ${String(error)}`);
  } finally {
    await lane.stop();
    recorder.stop();
  }
  return { versions: kept.length, tries, problems };
}

/** @param only with this in its name @param every one of so many versions is put back */
export const putBackEverything = (farm: BotFarm, only: string, every = 1): Promise<readonly PutBackResult[]> =>
  Promise.all(DEEDS.filter(({ name }) => name.includes(only)).map((deed) => putBackAll(farm, deed, every)));
