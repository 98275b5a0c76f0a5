/** Azure Storage for tests: the emulator that all test files of a run share, and ones of their own that can be stopped. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStorage, type LocalStorage } from '../../local/storage.ts';
import { createStorage, type Storage } from '../../src/state/azure/storage.ts';
import { eventually } from './eventually.ts';
import { SHARED_AZURITE_FOLDER } from './common-azurite.ts';

export interface TestStorage {
  readonly connectionString: string;
  readonly blobPort: number;
  readonly queuePort: number;
  /** A new container and new queues, already created. */
  fresh(): Promise<Storage>;
}

export interface OwnTestStorage extends TestStorage {
  /** Storage is unavailable from now on; its ports stay the same. */
  stop(): Promise<void>;
  /** Storage is available again, with all its data. */
  startAgain(): Promise<void>;
  /** Stops for good and removes the folder. */
  dispose(): Promise<void>;
}

/** Names that no other test uses, for settings. */
export function freshNames(): { readonly STATE_CONTAINER: string; readonly JOB_QUEUE: string } {
  const name = `test-${randomUUID().slice(0, 13)}`;
  return { STATE_CONTAINER: name, JOB_QUEUE: name };
}

function freshIn(connectionString: string): TestStorage['fresh'] {
  return async () => {
    const { STATE_CONTAINER: container, JOB_QUEUE: queue } = freshNames();
    const storage = createStorage(
      { kind: 'connection-string', connectionString },
      { container, auditContainer: `${container}-audit`, queue },
    );
    await storage.ensure();
    return storage;
  };
}

/** The emulator in a process of its own with this folder, once it listens. It stays up: `stop` does nothing. */
export async function storageIn(folder: string): Promise<LocalStorage> {
  const text = await eventually('Azurite', () => readFile(join(folder, 'address.json'), 'utf8').catch(() => undefined));
  const address = JSON.parse(text) as Pick<LocalStorage, 'connectionString' | 'blobPort' | 'queuePort'>;
  return { ...address, closed: new Promise(() => undefined), stop: () => Promise.resolve() };
}

/** The emulator of this test run; undefined outside jest. */
export async function sharedStorage(): Promise<LocalStorage | undefined> {
  const folder = process.env[SHARED_AZURITE_FOLDER];
  return folder === undefined ? undefined : storageIn(folder);
}

/** The emulator of this test run. Each test takes a container and queues of its own with `fresh`. */
export async function sharedAzurite(): Promise<TestStorage> {
  const storage = await sharedStorage();
  if (storage === undefined) throw new Error('no shared Azurite: jest’s globalSetup starts it');
  return { ...storage, fresh: freshIn(storage.connectionString) };
}

/** Starts an emulator in this process, which takes a second of CPU time: for tests that stop it. */
export async function startAzurite(): Promise<OwnTestStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'restore-bot-azurite-'));
  const first = await startStorage({ folder });
  const { connectionString, blobPort, queuePort } = first;
  let running: LocalStorage | undefined = first;
  const stop = async (): Promise<void> => {
    await running?.stop();
    running = undefined;
  };
  return {
    connectionString,
    blobPort,
    queuePort,
    fresh: freshIn(connectionString),
    stop,
    async startAgain() {
      running ??= await startStorage({ folder, blobPort, queuePort });
    },
    async dispose() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
