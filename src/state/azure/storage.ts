/** The storage account: Azure's clients for one container and two queues. */
import type { TokenCredential } from '@azure/identity';
import { ContainerClient, ContainerSASPermissions } from '@azure/storage-blob';
import { QueueClient, QueueSASPermissions } from '@azure/storage-queue';
import type { ProxySettings } from '../../proxy/routes.ts';
import { callLimit, callStorage, storageCode } from './calls.ts';
import { createFastBlobs, createFastMessages, type Sign } from './fast-path.ts';
import { createStorageHttp } from './transport.ts';

export type StorageAccount =
  | { readonly kind: 'connection-string'; readonly connectionString: string }
  | { readonly kind: 'account'; readonly account: string; readonly suffix?: string | undefined };

export type StateContainer = ContainerClient & { readonly fast?: ReturnType<typeof createFastBlobs> };
export type MessageQueue = QueueClient & { readonly fast?: ReturnType<typeof createFastMessages> };

const PROBE_LIMIT_MILLISECONDS = 2_000;

/** Blob calls are conditional or idempotent: one immediate retry, for connections that went stale. */
const BLOB_RETRIES = { maxTries: 2, retryDelayInMs: 250, maxRetryDelayInMs: 250, tryTimeoutInMs: 5_000 };
/** Repeating a queue call blindly can enqueue a job twice or lose a receipt: the caller decides. */
const QUEUE_RETRIES = { maxTries: 1, tryTimeoutInMs: 5_000 };

/**
 * Azure identity (environment, workload, managed identity), imported with the first call because it loads slowly.
 *
 * @param managedIdentityClientId of a user-assigned identity; undefined: `AZURE_CLIENT_ID`, or else the system-assigned one
 */
export function createAzureCredential(managedIdentityClientId?: string): TokenCredential {
  let loading: Promise<TokenCredential> | undefined;
  return {
    async getToken(...request) {
      loading ??= import('@azure/identity').then(
        ({ DefaultAzureCredential }) =>
          new DefaultAzureCredential(managedIdentityClientId === undefined ? {} : { managedIdentityClientId }),
      );
      return (await loading).getToken(...request);
    },
  };
}

export interface StorageAccess {
  readonly proxy?: ProxySettings | undefined;
  /** As `createAzureCredential` takes it. */
  readonly identityClientId?: string | undefined;
}

/** What the clients of one account share. The credential is used where the settings name an account. */
export const createStorageConnection = ({ proxy, identityClientId }: StorageAccess = {}) => ({
  http: createStorageHttp(proxy),
  credential: createAzureCredential(identityClientId),
});

/** Clouds differ in the host's suffix only. */
const endpointOf = (
  { account, suffix = 'core.windows.net' }: Extract<StorageAccount, { kind: 'account' }>,
  service: 'blob' | 'queue',
): string => `https://${account}.${service}.${suffix}`;

/** A client for one container of the account, as `createQueue` for one queue; sends nothing yet. @throws Error for an invalid connection string */
export function createContainer(
  account: StorageAccount,
  name: string,
  { http, credential } = createStorageConnection(),
): StateContainer {
  const options = { retryOptions: BLOB_RETRIES, httpClient: http };
  const container =
    account.kind === 'connection-string'
      ? new ContainerClient(account.connectionString, name, options)
      : new ContainerClient(`${endpointOf(account, 'blob')}/${name}`, credential, options);
  const permissions = ContainerSASPermissions.parse('rcw');
  const sign: Sign = (times) => container.generateSasUrl({ permissions, ...times });
  const access = account.kind === 'account' ? { credential } : { sign };
  return Object.assign(container, { fast: createFastBlobs(container.url, http.dispatcher, access) });
}

export function createQueue(
  account: StorageAccount,
  name: string,
  { http, credential } = createStorageConnection(),
): MessageQueue {
  const options = { retryOptions: QUEUE_RETRIES, httpClient: http };
  const queue =
    account.kind === 'connection-string'
      ? new QueueClient(account.connectionString, name, options)
      : new QueueClient(`${endpointOf(account, 'queue')}/${name}`, credential, options);
  const permissions = QueueSASPermissions.parse('ru');
  const sign: Sign = (times) => queue.generateSasUrl({ permissions, ...times });
  const access = account.kind === 'account' ? { credential } : { sign };
  return Object.assign(queue, { fast: createFastMessages(queue.url, http.dispatcher, access) });
}

export type Storage = ReturnType<typeof createStorage>;

/**
 * @param names.queue at most 56 characters, since `<queue>-poison` may have 63
 * @throws Error for an invalid connection string
 */
export function createStorage(
  account: StorageAccount,
  names: { readonly container: string; readonly auditContainer: string; readonly queue: string },
  access?: StorageAccess,
) {
  const connection = createStorageConnection(access);
  const container = createContainer(account, names.container, connection);
  const queue = createQueue(account, names.queue, connection);
  return {
    container,
    /** Created by the audit log, which may lack the right to where it exists. */
    auditContainer: createContainer(account, names.auditContainer, connection),
    queue,
    /** Takes jobs that cannot be processed; created when first needed. */
    poisonQueue: createQueue(account, `${names.queue}-poison`, connection),

    /** Creates container and queue where they are missing. Idempotent. @throws StorageUnavailableError */
    async ensure(): Promise<void> {
      await Promise.all([
        callStorage('creating the container', async () => {
          const { abortSignal } = callLimit();
          // An answer about any blob says that the container is there.
          if ((await container.fast?.read('any', 0, abortSignal)) !== undefined) return;
          // Without public access: only the bot's identity reads it.
          await container.createIfNotExists(callLimit());
        }),
        callStorage('creating the queue', async () => {
          const { abortSignal } = callLimit();
          if (!(await queue.fast?.isEmpty(abortSignal))) await createQueueIfMissing(queue);
        }),
      ]);
    },

    /** Whether each responds, and contains what is needed, within two seconds. Never throws. */
    async probe(): Promise<{ readonly blobs: boolean; readonly queue: boolean }> {
      const limit = callLimit(PROBE_LIMIT_MILLISECONDS);
      const calls = await Promise.allSettled([container.getProperties(limit), queue.getProperties(limit)]);
      const [blobs, messages] = calls.map(({ status }) => status === 'fulfilled');
      return { blobs: blobs === true, queue: messages === true };
    },
  };
}

/** Another instance may create it at the same time. */
export async function createQueueIfMissing(queue: QueueClient): Promise<void> {
  try {
    await queue.create(callLimit());
  } catch (error) {
    if (storageCode(error) !== 'QueueAlreadyExists') throw error;
  }
}
