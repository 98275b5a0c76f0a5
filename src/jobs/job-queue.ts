import type { QueueClient } from '@azure/storage-queue';
import type { Job } from '../core/jobs.ts';
import { createQueueIfMissing, type MessageQueue } from '../state/azure/clients.ts';
import { CALL_LIMIT_MILLISECONDS, limited, storageAway, storageCode, within } from '../state/azure/errors.ts';
import { readNote, writeNote, type JobNote } from './job-message.ts';

/** A message owned here until its invisibility ends. */
export interface Owned {
  readonly id: string;
  /** Changes with each extension; an older one is worth nothing. */
  readonly receipt: string;
  /** What it says, where that is a job. */
  readonly note: JobNote | undefined;
  /** As it came, where it is none. */
  readonly text?: string | undefined;
  /** How often it has been received. */
  readonly deliveries: number;
}

/** All methods throw StorageAwayError, and none repeats a request by itself: what got lost may have been done. */
export interface JobQueue {
  send(job: Job, delaySeconds: number): Promise<void>;
  sendOwned(job: Job, ownershipSeconds: number): Promise<Owned>;
  /** @param max 1 to 32 */
  receive(max: number, ownershipSeconds: number): Promise<readonly Owned[]>;
  /** `lost`: somebody else received it since, or it is gone. */
  extend(owned: Owned, ownershipSeconds: number): Promise<Owned | 'lost'>;
  /** Gives it up: anybody may receive it after `delaySeconds`, with `failures` noted. Not an error when it is lost. */
  release(owned: Owned, delaySeconds: number, failures?: number): Promise<void>;
  /** Deletes it. Not an error when it is lost. */
  finish(owned: Owned): Promise<void>;
  /** Moves it to the poison queue; what is no job, as it came. */
  setAside(owned: Owned): Promise<void>;
}

/** Azure's bound is 7 days, exclusive of the moment at which the request arrives. */
const MAX_DELAY_SECONDS = 7 * 24 * 3600 - 60;
const NEVER_EXPIRES = -1;

const LOST = new Set(['MessageNotFound', 'PopReceiptMismatch']);

const wholeSeconds = (seconds: number): number => Math.min(Math.max(0, Math.ceil(seconds)), MAX_DELAY_SECONDS);

/** What stands between may answer 200 and a page of its own. @throws Error where a field that must be there is not */
function said(field: string | undefined): string {
  if (!field) throw new Error('an answer without what was asked for');
  return field;
}

/** @param dependencies.poisonQueue made when first needed */
export function createJobQueue(dependencies: {
  readonly queue: MessageQueue;
  readonly poisonQueue: QueueClient;
}): JobQueue {
  const { queue, poisonQueue } = dependencies;

  async function enqueue(text: string, invisibleSeconds: number): Promise<{ messageId: string; popReceipt: string }> {
    try {
      const { messageId, popReceipt } = await queue.sendMessage(text, {
        ...within(CALL_LIMIT_MILLISECONDS),
        visibilityTimeout: wholeSeconds(invisibleSeconds),
        messageTimeToLive: NEVER_EXPIRES,
      });
      return { messageId: said(messageId), popReceipt: said(popReceipt) };
    } catch (error) {
      throw storageAway('sending a job', error);
    }
  }

  /** @returns the new receipt; none where it is for `update` to find out */
  async function keepQuickly(owned: Owned, seconds: number): Promise<string | undefined> {
    try {
      return await limited(CALL_LIMIT_MILLISECONDS, ({ abortSignal }) =>
        queue.quick.keep(owned, wholeSeconds(seconds), abortSignal),
      );
    } catch (error) {
      throw storageAway('keeping a job', error);
    }
  }

  /** @returns the new receipt; none where the message is lost */
  async function update(owned: Owned, note: JobNote | undefined, seconds: number): Promise<string | undefined> {
    const text = note === undefined ? undefined : writeNote(note);
    const invisible = wholeSeconds(seconds);
    try {
      const { id, receipt } = owned;
      const { popReceipt } = await queue.updateMessage(id, receipt, text, invisible, within(CALL_LIMIT_MILLISECONDS));
      return said(popReceipt);
    } catch (error) {
      if (LOST.has(storageCode(error))) return undefined;
      throw storageAway('keeping a job', error);
    }
  }

  async function finish({ id, receipt }: Owned): Promise<void> {
    try {
      await queue.deleteMessage(id, receipt, within(CALL_LIMIT_MILLISECONDS));
    } catch (error) {
      if (!LOST.has(storageCode(error))) throw storageAway('finishing a job', error);
    }
  }

  async function sendToPoison(text: string): Promise<void> {
    const send = (): Promise<unknown> =>
      poisonQueue.sendMessage(text, { ...within(CALL_LIMIT_MILLISECONDS), messageTimeToLive: NEVER_EXPIRES });
    try {
      await send().catch(async (error: unknown) => {
        if (storageCode(error) !== 'QueueNotFound') throw error;
        await createQueueIfMissing(poisonQueue);
        await send();
      });
    } catch (error) {
      throw storageAway('setting a job aside', error);
    }
  }

  /** Past the library, and mostly there is nothing: an idle process takes half the processor time so. */
  async function isEmpty(): Promise<boolean> {
    return limited(CALL_LIMIT_MILLISECONDS, ({ abortSignal }) => queue.quick.isEmpty(abortSignal));
  }

  let wasEmpty = false;

  return {
    async send(job, delaySeconds) {
      await enqueue(writeNote({ job, failures: 0 }), delaySeconds);
    },
    async sendOwned(job, ownershipSeconds) {
      const note = { job, failures: 0 };
      const { messageId, popReceipt } = await enqueue(writeNote(note), ownershipSeconds);
      return { id: messageId, receipt: popReceipt, note, deliveries: 0 };
    },
    async receive(max, ownershipSeconds) {
      if (wasEmpty && (await isEmpty())) return [];
      try {
        const { receivedMessageItems } = await queue.receiveMessages({
          ...within(CALL_LIMIT_MILLISECONDS),
          numberOfMessages: max,
          visibilityTimeout: wholeSeconds(ownershipSeconds),
        });
        wasEmpty = receivedMessageItems.length === 0;
        return receivedMessageItems.map(({ messageId, popReceipt, messageText, dequeueCount }) => {
          const note = readNote(messageText);
          const text = note === undefined ? { text: messageText } : {};
          return { id: messageId, receipt: popReceipt, note, deliveries: dequeueCount, ...text };
        });
      } catch (error) {
        throw storageAway('receiving jobs', error);
      }
    },
    async extend(owned, ownershipSeconds) {
      const receipt =
        (await keepQuickly(owned, ownershipSeconds)) ?? (await update(owned, undefined, ownershipSeconds));
      return receipt === undefined ? 'lost' : { ...owned, receipt };
    },
    async release(owned, delaySeconds, failures) {
      const note = failures === undefined || owned.note === undefined ? undefined : { ...owned.note, failures };
      await update(owned, note, delaySeconds);
    },
    finish,
    async setAside(owned) {
      const { note, text = '' } = owned;
      await sendToPoison(note === undefined ? text : writeNote(note));
      await finish(owned);
    },
  };
}
