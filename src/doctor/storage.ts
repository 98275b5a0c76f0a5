/** Permissions on blobs and queue, by doing what the bot does and undoing it. */
import { callLimit, storageCode } from '../state/azure/calls.ts';
import { createStorage, type Storage } from '../state/azure/storage.ts';
import { STEP_LIMIT_MILLISECONDS, ok, problem, report, warning } from './check.ts';
import type { Context, Finding, Verdict } from './check.ts';

const limit = (): ReturnType<typeof callLimit> => callLimit(STEP_LIMIT_MILLISECONDS);

/** If the test message is not deleted, it expires a second after it becomes visible. */
const HIDDEN = { visibilityTimeout: 60, messageTimeToLive: 61 };

export async function checkStorage(context: Context): Promise<readonly Finding[]> {
  const { stateContainer, jobQueue, storage: account, proxy } = context.settings;
  const storage = createStorage(account, { container: stateContainer, queue: jobQueue }, proxy);
  const judge = (attempt: Promise<Verdict>, role: string): Promise<Verdict> =>
    attempt.catch((error: unknown) => judgeError(error, account.kind, role));
  const [blobs, queue] = await Promise.all([
    judge(tryBlobs(storage), 'Storage Blob Data Contributor'),
    judge(tryQueue(storage, context), 'Storage Queue Data Contributor'),
  ]);
  return [...report('blobs', stateContainer, blobs), ...report('queue', jobQueue, queue)];
}

async function tryBlobs({ container }: Storage): Promise<Verdict> {
  const { blobPublicAccess } = await container.getProperties(limit());
  if (blobPublicAccess !== undefined) {
    return problem('anybody can read the container', 'Set its public access level to private.');
  }
  const blob = container.getAppendBlobClient(`doctor/${crypto.randomUUID()}`);
  await blob.create({ ...limit(), conditions: { ifNoneMatch: '*' } });
  try {
    await blob.appendBlock('x', 1, limit());
    await blob.downloadToBuffer(0, 1, limit());
    await container.listBlobsFlat({ ...limit(), prefix: 'doctor/' }).next();
  } finally {
    await blob.delete(limit());
  }
  return ok('can be listed, read, written and deleted');
}

async function tryQueue({ queue }: Storage, context: Context): Promise<Verdict> {
  const sentAt = context.clock.now();
  const { date } = await queue.getProperties(limit());
  context.compareClock('storage', date?.getTime(), sentAt);
  const { messageId, popReceipt } = await queue.sendMessage('doctor', { ...limit(), ...HIDDEN });
  await queue.deleteMessage(messageId, popReceipt, limit());
  await queue.peekMessages(limit());
  return ok('can be read, sent to and deleted from');
}

function judgeError(error: unknown, account: 'connection-string' | 'account', role: string): Verdict {
  const code = storageCode(error);
  const { statusCode: status } = error as { readonly statusCode?: unknown };
  if (code === 'ContainerNotFound' || code === 'QueueNotFound') {
    const found = 'is not there yet; the bot makes it at its first start';
    return account === 'connection-string'
      ? ok(found)
      : warning(`${found}, so the rights could not be tried`, `Start the bot once, or make it; ${role} is needed.`);
  }
  if (status === 403 || status === 401) {
    return problem(
      `access is denied (${code})`,
      account === 'account'
        ? `Give the bot's identity the role ${role} on the storage account.`
        : 'Copy the connection string anew; the key may have been replaced, or the access signature lacks rights.',
    );
  }
  return problem(
    `does not answer (${code}${typeof status === 'number' ? `, HTTP ${status}` : ''})`,
    'Check AZURE_STORAGE_CONNECTION_STRING or AZURE_STORAGE_ACCOUNT, the account’s firewall, and the way there.',
  );
}
