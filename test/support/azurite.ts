import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStorage } from '../../local/storage.ts';
import { createStorage, type Storage } from '../../src/state/azure/clients.ts';

export interface TestStorage {
  readonly connectionString: string;
  /** The ports taken, kept over `stop` and `startAgain`. */
  readonly blobPort: number;
  readonly queuePort: number;
  /** A container and queues of their own, made already. */
  fresh(): Promise<Storage>;
  /** Storage is away from now on. */
  stop(): Promise<void>;
  /** It is back, with all that it had. */
  startAgain(): Promise<void>;
  /** Stops for good and removes the folder. */
  dispose(): Promise<void>;
}

/** Azurite in this process, about a second: once a test file, in `beforeAll`. */
export async function startAzurite(): Promise<TestStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'restore-bot-azurite-'));
  const first = await startStorage({ folder });
  const { connectionString, blobPort, queuePort } = first;
  let running: typeof first | undefined = first;
  const stop = async (): Promise<void> => {
    await running?.stop();
    running = undefined;
  };
  return {
    connectionString,
    blobPort,
    queuePort,
    async fresh() {
      const name = `test-${randomUUID().slice(0, 13)}`;
      const storage = createStorage({ kind: 'connection-string', connectionString }, { container: name, queue: name });
      await storage.ensure();
      return storage;
    },
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
