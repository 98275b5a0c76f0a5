/** The rights on blobs and queue, by doing what the bot does and undoing it. */
import { createStorage } from '../state/azure/clients.ts';
import type { Storage } from '../state/azure/storage.ts';
import { storageCode, callLimit } from '../state/azure/calls.ts';
import { tell } from './finding.ts';
import type { Finding, Told } from './finding.ts';
import { STEP_LIMIT_MILLISECONDS, clockSeen } from './surroundings.ts';
import type { Checked, ClockSeen, Surroundings } from './surroundings.ts';

const limit = (): ReturnType<typeof callLimit> => callLimit(STEP_LIMIT_MILLISECONDS);

/** A trial message is not seen before it ends, should it not be deleted. */
const TRIAL_HIDDEN_SECONDS = 60;
const TRIAL_LIFETIME_SECONDS = 61;

export async function checkStorage({ settings, clock }: Surroundings): Promise<Checked> {
  const { stateContainer, jobQueue, storage: account } = settings;
  const storage = createStorage(account, { container: stateContainer, queue: jobQueue }, settings.proxy);
  const clocks: ClockSeen[] = [];
  const asked = clock.now();
  const findings = await Promise.all([
    tried(tell('blobs', stateContainer), account.kind, 'Storage Blob Data Contributor', () => tryBlobs(storage)),
    tried(tell('queue', jobQueue), account.kind, 'Storage Queue Data Contributor', async () => {
      const { date } = await storage.queue.getProperties(limit());
      clocks.push(...clockSeen('storage', date?.getTime(), asked, clock.now()));
      await tryQueue(storage);
      return 'can be read, sent to and deleted from';
    }),
  ]);
  return { findings, clocks };
}

async function tryBlobs({ container }: Storage): Promise<string> {
  const { blobPublicAccess } = await container.getProperties(limit());
  if (blobPublicAccess !== undefined) throw new PublicContainerError();
  const blob = container.getAppendBlobClient(`doctor/${crypto.randomUUID()}`);
  await blob.create({ ...limit(), conditions: { ifNoneMatch: '*' } });
  try {
    await blob.appendBlock('x', 1, limit());
    await blob.downloadToBuffer(0, 1, limit());
    await container.listBlobsFlat({ ...limit(), prefix: 'doctor/' }).next();
  } finally {
    await blob.delete(limit());
  }
  return 'can be listed, read, written and deleted';
}

async function tryQueue({ queue }: Storage): Promise<void> {
  const hidden = { visibilityTimeout: TRIAL_HIDDEN_SECONDS, messageTimeToLive: TRIAL_LIFETIME_SECONDS };
  const { messageId, popReceipt } = await queue.sendMessage('doctor', { ...limit(), ...hidden });
  await queue.deleteMessage(messageId, popReceipt, limit());
  await queue.peekMessages(limit());
}

class PublicContainerError extends Error {
  override readonly name = 'PublicContainerError';
}

async function tried(
  { ok, warning, problem }: Told,
  account: 'connection-string' | 'account',
  role: string,
  attempt: () => Promise<string>,
): Promise<Finding> {
  try {
    return ok(await attempt());
  } catch (error) {
    if (error instanceof PublicContainerError) {
      return problem('anybody can read the container', 'Set its public access level to private.');
    }
    const code = storageCode(error);
    const status = statusOf(error);
    if (code === 'ContainerNotFound' || code === 'QueueNotFound') {
      const found = 'is not there yet; the bot makes it at its first start';
      return account === 'connection-string'
        ? ok(found)
        : warning(`${found}, so the rights could not be tried`, `Start the bot once, or make it; ${role} is needed.`);
    }
    if (status === 403 || status === 401) {
      const remedy =
        account === 'account'
          ? `Give the bot's identity the role ${role} on the storage account.`
          : 'Copy the connection string anew; the key may have been replaced, or the access signature lacks rights.';
      return problem(`access is denied (${code})`, remedy);
    }
    return problem(
      `does not answer (${code}${status === undefined ? '' : `, HTTP ${status}`})`,
      'Check AZURE_STORAGE_CONNECTION_STRING or AZURE_STORAGE_ACCOUNT, the account’s firewall, and the way there.',
    );
  }
}

function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined;
}
