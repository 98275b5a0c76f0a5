/** Azure's clients for one container and two queues of the account. */
import type { TokenCredential } from '@azure/identity';
import { ContainerClient, ContainerSASPermissions } from '@azure/storage-blob';
import type { StoragePipelineOptions as BlobOptions } from '@azure/storage-blob';
import { QueueClient, QueueSASPermissions } from '@azure/storage-queue';
import type { StoragePipelineOptions as QueueOptions } from '@azure/storage-queue';
import type { ProxySettings } from '../../proxy/routes.ts';
import { callLimit, storageCode, storageUnavailable } from './calls.ts';
import { createFastBlobs, createFastMessages } from './fast-path.ts';
import type { MessageQueue, StateContainer, Storage, StorageAccount } from './storage.ts';
import { createStorageHttp, type StorageHttp } from './transport.ts';

/** What the clients of one account share. */
export interface StorageConnection {
  readonly http: StorageHttp;
  /** Used where the settings name an account instead of a connection string. */
  readonly credential: TokenCredential;
}

const PROBE_LIMIT_MILLISECONDS = 2_000;

/** Blob calls are conditional or idempotent: one immediate retry, for connections that went stale. */
const BLOB_OPTIONS: BlobOptions = {
  retryOptions: { maxTries: 2, retryDelayInMs: 250, maxRetryDelayInMs: 250, tryTimeoutInMs: 5_000 },
};

/** Repeating a queue call blindly can enqueue a job twice or lose a receipt: the caller decides. */
const QUEUE_OPTIONS: QueueOptions = { retryOptions: { maxTries: 1, tryTimeoutInMs: 5_000 } };

/** Azure identity (environment, workload, managed identity), imported with the first call because it loads slowly. */
function createAzureCredential(): TokenCredential {
  const load = async (): Promise<TokenCredential> => {
    const { DefaultAzureCredential } = await import('@azure/identity');
    return new DefaultAzureCredential();
  };
  let loading: Promise<TokenCredential> | undefined;
  return {
    async getToken(...request) {
      loading ??= load();
      return (await loading).getToken(...request);
    },
  };
}

export function createStorageConnection(proxy?: ProxySettings): StorageConnection {
  return { http: createStorageHttp(proxy), credential: createAzureCredential() };
}

/** Clouds differ in the host's suffix only. */
function endpointOf(
  { account, suffix = 'core.windows.net' }: Extract<StorageAccount, { kind: 'account' }>,
  service: 'blob' | 'queue',
): string {
  return `https://${account}.${service}.${suffix}`;
}

/** A client for one container of the account; sends nothing yet. @throws Error for an invalid connection string */
export function createContainer(
  account: StorageAccount,
  name: string,
  { http, credential } = createStorageConnection(),
): StateContainer {
  const options = { ...BLOB_OPTIONS, httpClient: http };
  const container =
    account.kind === 'connection-string'
      ? new ContainerClient(account.connectionString, name, options)
      : new ContainerClient(`${endpointOf(account, 'blob')}/${name}`, credential, options);
  const permissions = ContainerSASPermissions.parse('rcw');
  const access =
    account.kind === 'account'
      ? { credential }
      : { sign: (times: { startsOn: Date; expiresOn: Date }) => container.generateSasUrl({ permissions, ...times }) };
  return Object.assign(container, { fast: createFastBlobs(container.url, http.dispatcher, access) });
}

/** A client for one queue of the account; sends nothing yet. @throws Error for an invalid connection string */
export function createQueue(
  account: StorageAccount,
  name: string,
  { http, credential } = createStorageConnection(),
): MessageQueue {
  const options = { ...QUEUE_OPTIONS, httpClient: http };
  const queue =
    account.kind === 'connection-string'
      ? new QueueClient(account.connectionString, name, options)
      : new QueueClient(`${endpointOf(account, 'queue')}/${name}`, credential, options);
  const permissions = QueueSASPermissions.parse('ru');
  const access =
    account.kind === 'account'
      ? { credential }
      : { sign: (times: { startsOn: Date; expiresOn: Date }) => queue.generateSasUrl({ permissions, ...times }) };
  return Object.assign(queue, { fast: createFastMessages(queue.url, http.dispatcher, access) });
}

/**
 * @param names.queue at most 56 characters, since `<queue>-poison` may have 63
 * @throws Error for an invalid connection string
 */
export function createStorage(
  account: StorageAccount,
  names: { readonly container: string; readonly queue: string },
  proxy?: ProxySettings,
): Storage {
  const connection = createStorageConnection(proxy);
  const container = createContainer(account, names.container, connection);
  const queue = createQueue(account, names.queue, connection);
  return {
    container,
    queue,
    poisonQueue: createQueue(account, `${names.queue}-poison`, connection),
    async ensure() {
      // Without public access: only the bot's identity reads it.
      await ensure('container', () => container.createIfNotExists(callLimit()));
      await ensure('queue', () => createQueueIfMissing(queue));
    },
    async probe() {
      const [blobs, messages] = await Promise.all([
        responds(() => container.getProperties(callLimit(PROBE_LIMIT_MILLISECONDS))),
        responds(() => queue.getProperties(callLimit(PROBE_LIMIT_MILLISECONDS))),
      ]);
      return { blobs, queue: messages };
    },
  };
}

async function ensure(what: string, create: () => Promise<unknown>): Promise<void> {
  try {
    await create();
  } catch (error) {
    throw storageUnavailable(`creating the ${what}`, error);
  }
}

const responds = (call: () => Promise<unknown>): Promise<boolean> =>
  call().then(
    () => true,
    () => false,
  );

/** Another instance may create it at the same time. */
export async function createQueueIfMissing(queue: QueueClient): Promise<void> {
  try {
    await queue.create(callLimit());
  } catch (error) {
    if (storageCode(error) !== 'QueueAlreadyExists') throw error;
  }
}
