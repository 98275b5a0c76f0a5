import type { TokenCredential } from '@azure/identity';
import { ContainerClient, ContainerSASPermissions } from '@azure/storage-blob';
import type { StoragePipelineOptions as BlobOptions } from '@azure/storage-blob';
import { QueueClient, QueueSASPermissions } from '@azure/storage-queue';
import type { StoragePipelineOptions as QueueOptions } from '@azure/storage-queue';
import type { ProxySettings } from '../../proxy/routes.ts';
import { createQuickBlobs } from './fast-blobs.ts';
import { createQuickMessages, type QuickMessages } from './fast-messages.ts';
import { admissionByConnectionString, admissionByToken, createQuickAsk } from './fast-requests.ts';
import type { Admissions } from './fast-requests.ts';
import type { StateContainer } from '../blobs/blob.ts';
import { CALL_LIMIT_MILLISECONDS, storageAway, storageCode, within } from './errors.ts';
import { createStorageHttp, type StorageHttp } from './transport.ts';

/** Where the account is, as settings.ts reads it. */
export type StorageAccount =
  | { readonly kind: 'connection-string'; readonly connectionString: string }
  | { readonly kind: 'account'; readonly account: string; readonly suffix?: string | undefined };

/** The library's queue, and the quick way to keep its messages and to see that there are none. */
export type MessageQueue = QueueClient & { readonly quick: QuickMessages };

type Sign = Parameters<typeof admissionByConnectionString>[1];

export interface Storage {
  readonly container: StateContainer;
  readonly queue: MessageQueue;
  /** Takes jobs that can't be done; made when first needed. */
  readonly poisonQueue: QueueClient;
  /** Makes container and queue where they are missing; as often as wanted. @throws StorageAwayError */
  ensure(): Promise<void>;
  /** Whether each answers, and holds what is needed, within two seconds. Never throws. */
  probe(): Promise<{ readonly blobs: boolean; readonly queue: boolean }>;
}

const PROBE_LIMIT_MILLISECONDS = 2_000;

/** Blob calls are conditional or harmless to repeat: one immediate second try, for connections that went stale. */
const BLOB_OPTIONS: BlobOptions = {
  retryOptions: { maxTries: 2, retryDelayInMs: 250, maxRetryDelayInMs: 250, tryTimeoutInMs: 5_000 },
};

/** A queue call repeated blindly can leave a job twice in the queue, or lose a receipt: who calls decides. */
const QUEUE_OPTIONS: QueueOptions = { retryOptions: { maxTries: 1, tryTimeoutInMs: 5_000 } };

/** Tokens are asked for the same audience in every cloud. */
const SCOPE = 'https://storage.azure.com/.default';

/** Azure identity (environment, workload, managed identity), loaded with the first call: it takes a while to load. */
function lazyCredential(): TokenCredential {
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

/** Only the hosts differ between clouds. */
function endpointOf(
  { account, suffix = 'core.windows.net' }: Extract<StorageAccount, { kind: 'account' }>,
  service: 'blob' | 'queue',
): string {
  return `https://${account}.${service}.${suffix}`;
}

/** A client for one container of the account; asks nothing yet. */
export function createContainer(
  storage: StorageAccount,
  name: string,
  httpClient: StorageHttp = createStorageHttp(undefined),
): StateContainer {
  const options = { ...BLOB_OPTIONS, httpClient };
  const { dispatcher } = httpClient;
  const quickly = (container: ContainerClient, admission: Admissions): StateContainer =>
    Object.assign(container, {
      quick: createQuickBlobs(createQuickAsk({ url: container.url, dispatcher, admission })),
    });
  if (storage.kind === 'connection-string') {
    const container = new ContainerClient(storage.connectionString, name, options);
    const permissions = ContainerSASPermissions.parse('rcw');
    const sign: Sign = (times) => container.generateSasUrl({ permissions, ...times });
    return quickly(container, admissionByConnectionString(container.url, sign));
  }
  const credential = lazyCredential();
  const container = new ContainerClient(`${endpointOf(storage, 'blob')}/${name}`, credential, options);
  return quickly(container, admissionByToken(credential, SCOPE));
}

/** A client for one queue of the account; asks nothing yet. */
export function createQueue(
  storage: StorageAccount,
  name: string,
  httpClient: StorageHttp = createStorageHttp(undefined),
): MessageQueue {
  const options = { ...QUEUE_OPTIONS, httpClient };
  const { dispatcher } = httpClient;
  const quickly = (queue: QueueClient, admission: Admissions): MessageQueue =>
    Object.assign(queue, {
      quick: createQuickMessages(createQuickAsk({ url: queue.url, dispatcher, admission })),
    });
  if (storage.kind === 'connection-string') {
    const queue = new QueueClient(storage.connectionString, name, options);
    const permissions = QueueSASPermissions.parse('ru');
    const sign: Sign = (times) => queue.generateSasUrl({ permissions, ...times });
    return quickly(queue, admissionByConnectionString(queue.url, sign));
  }
  const credential = lazyCredential();
  const queue = new QueueClient(`${endpointOf(storage, 'queue')}/${name}`, credential, options);
  return quickly(queue, admissionByToken(credential, SCOPE));
}

/** A public container could be read by anybody: none is ever asked for here. */
async function ensureThere(what: string, create: () => Promise<unknown>): Promise<void> {
  try {
    await create();
  } catch (error) {
    throw storageAway(`making the ${what}`, error);
  }
}

async function answers(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch {
    return false;
  }
}

/**
 * @param names.container, names.queue `STATE_CONTAINER` and `JOB_QUEUE`; the queue's name has at most 56 characters,
 *   since `<queue>-poison` may have 63
 * @throws Error when the connection string is none
 */
export function createStorage(
  storage: StorageAccount,
  names: { readonly container: string; readonly queue: string },
  proxy?: ProxySettings,
): Storage {
  const http = createStorageHttp(proxy);
  const container = createContainer(storage, names.container, http);
  const queue = createQueue(storage, names.queue, http);
  const probeOptions = (): ReturnType<typeof within> => within(PROBE_LIMIT_MILLISECONDS);
  return {
    container,
    queue,
    poisonQueue: createQueue(storage, `${names.queue}-poison`, http),
    async ensure() {
      await ensureThere('container', () => container.createIfNotExists(within(CALL_LIMIT_MILLISECONDS)));
      await ensureThere('queue', () => createQueueIfMissing(queue));
    },
    async probe() {
      const [blobs, queueAnswers] = await Promise.all([
        answers(() => container.getProperties(probeOptions())),
        answers(() => queue.getProperties(probeOptions())),
      ]);
      return { blobs, queue: queueAnswers };
    },
  };
}

/** Two instances may make it at the same time; the second one's answer is no fault. */
export async function createQueueIfMissing(queue: QueueClient): Promise<void> {
  try {
    await queue.create(within(CALL_LIMIT_MILLISECONDS));
  } catch (error) {
    if (storageCode(error) !== 'QueueAlreadyExists') throw error;
  }
}
