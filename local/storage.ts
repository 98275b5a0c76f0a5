/** Azure Storage for one machine: Azurite's blob and queue services in this process, on loopback, kept in a folder. */
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';

export interface LocalStorage {
  /** For `AZURE_STORAGE_CONNECTION_STRING`: the emulator's well-known account on the ports actually taken. */
  readonly connectionString: string;
  readonly blobPort: number;
  readonly queuePort: number;
  /** Resolves when one of the two no longer listens, for whatever reason. */
  readonly closed: Promise<unknown>;
  /** Cuts open connections, writes what is still in memory to the folder and frees the ports. */
  stop(): Promise<void>;
}

/** The emulator's account is the same on every machine and documented by Microsoft: it protects nothing. */
const ACCOUNT = 'devstoreaccount1';
const ACCOUNT_KEY = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

/** The parts of Azurite's servers used here; the package has no types and no public entry for running inside a process. */
interface AzuriteServer {
  readonly httpServer: Server;
  start(): Promise<void>;
  close(): Promise<void>;
  /** Releases files and timers. */
  afterClose(): Promise<void>;
}

type Build<T> = new (...settings: readonly unknown[]) => T;

/** Azurite's modules are CommonJS: their class is `default`, or `default.default` where Node imports them as ESM. */
async function load<T>(module: string): Promise<Build<T>> {
  const loaded = (await import(`azurite/dist/src/${module}.js`)) as { default: Build<T> | { default: Build<T> } };
  return 'default' in loaded.default ? loaded.default.default : loaded.default;
}

async function build(kind: 'blob' | 'queue', folder: string, port: number): Promise<AzuriteServer> {
  const name = kind === 'blob' ? 'Blob' : 'Queue';
  const Configuration = await load<object>(`${kind}/${name}Configuration`);
  const AzuriteService = await load<AzuriteServer>(`${kind}/${name}Server`);
  const extents = { locationId: 'Default', locationPath: join(folder, `${kind}-extents`), maxConcurrency: 10 };
  const configuration = new Configuration(
    '127.0.0.1',
    port,
    60, // seconds a connection may idle
    join(folder, `${kind}.json`),
    join(folder, `${kind}-extents.json`),
    [extents],
    false, // access log
    undefined,
    false, // debug log
    undefined,
    false, // loose
    true, // no API version check: the client library is newer than the emulator
  );
  return new AzuriteService(configuration);
}

function portOf(server: AzuriteServer): number {
  const address = server.httpServer.address();
  if (address === null || typeof address === 'string') throw new Error('Azurite does not listen');
  return address.port;
}

/** Azurite opens its files and sets its timers before it listens; a port that is taken would leave both behind. */
async function start(server: AzuriteServer): Promise<void> {
  try {
    await server.start();
  } catch (error) {
    await server.afterClose();
    throw error;
  }
}

async function stop(server: AzuriteServer): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.httpServer.once('close', resolve);
  });
  await server.close();
  server.httpServer.closeAllConnections();
  await closed;
}

/**
 * Starts blob and queue storage in this process.
 *
 * @param options.folder Where blobs and messages are kept; made when missing, taken up again when it has been used.
 * @param options.blobPort, options.queuePort 0 or absent: any free port.
 * @throws Error with code EADDRINUSE when a port given is taken
 */
export async function startStorage(options: {
  readonly folder: string;
  readonly blobPort?: number | undefined;
  readonly queuePort?: number | undefined;
}): Promise<LocalStorage> {
  await mkdir(options.folder, { recursive: true });
  const blobs = await build('blob', options.folder, options.blobPort ?? 0);
  const queues = await build('queue', options.folder, options.queuePort ?? 0);
  await start(blobs);
  try {
    await start(queues);
  } catch (error) {
    await stop(blobs);
    throw error;
  }
  const [blobPort, queuePort] = [portOf(blobs), portOf(queues)];
  const at = (port: number): string => `http://127.0.0.1:${port}/${ACCOUNT}`;
  return {
    blobPort,
    queuePort,
    closed: Promise.race([blobs, queues].map(({ httpServer }) => once(httpServer, 'close'))),
    connectionString:
      `DefaultEndpointsProtocol=http;AccountName=${ACCOUNT};AccountKey=${ACCOUNT_KEY};` +
      `BlobEndpoint=${at(blobPort)};QueueEndpoint=${at(queuePort)};`,
    async stop() {
      await Promise.all([stop(blobs), stop(queues)]);
    },
  };
}
