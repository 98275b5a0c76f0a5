/** Jobs as messages of an Azure Storage queue. */
import type { DequeuedMessageItem, QueueClient } from '@azure/storage-queue';
import { type Job } from '../core/jobs.ts';
import { withTimeout } from '../core/time-limit.ts';
import { CALL_LIMIT_MILLISECONDS, callLimit, callStorage, storageCode } from '../state/azure/calls.ts';
import { createQueueIfMissing, type MessageQueue } from '../state/azure/storage.ts';
import { asSetAside, messageDigest, peekJob, readMessage, writeMessage, type JobMessage } from './job-message.ts';

/** Currently invisible to other processes. */
export interface OwnedMessage {
  /** Undefined where the text is no job. */
  readonly content: JobMessage | undefined;
  /** Where it is no job: what is set aside of it. */
  readonly digest?: string | undefined;
  readonly id: string;
  /** Changes with each extension; an older one is invalid. */
  readonly receipt: string;
  readonly deliveries: number;
}

/** Azure's limit is 7 days, exclusive, when the request arrives. */
const MAX_DELAY_SECONDS = 7 * 24 * 3600 - 60;
const NEVER_EXPIRES = -1;
/** For somebody to look at. */
const POISON_SECONDS = 14 * 24 * 3600;
/** Azure's limit for one request. */
export const MAX_MESSAGES = 32;
/** Of the poison queue, in one search for a person's messages; the rest ends by itself. */
const MAX_SEARCHES = 64;
const SEARCH_SECONDS = 15;
/** Of all together; a person waits, and the rest is visible after the search's time. */
const SHOW_LIMIT_MILLISECONDS = 2_000;

const wholeSeconds = (seconds: number): number => Math.min(Math.max(0, Math.ceil(seconds)), MAX_DELAY_SECONDS);

const isLost = (error: unknown): boolean => ['MessageNotFound', 'PopReceiptMismatch'].includes(storageCode(error));

/** A proxy may answer 200 with a page of its own. @throws Error where the field is missing */
function required(field: string | undefined): string {
  if (!field) throw new Error('an answer without a required field');
  return field;
}

export type JobQueue = Pick<StorageJobQueue, keyof StorageJobQueue>;

/** All methods throw StorageUnavailableError, and none retries: a call without a response may have been processed. */
export class StorageJobQueue {
  readonly #queue: MessageQueue;
  readonly #poisonQueue: QueueClient;
  /** Looked at before it is asked for messages, which costs more. */
  #isProbablyEmpty = true;

  /** @param inputs.poisonQueue created when first needed */
  constructor(inputs: { readonly queue: MessageQueue; readonly poisonQueue: QueueClient }) {
    this.#queue = inputs.queue;
    this.#poisonQueue = inputs.poisonQueue;
  }

  async send(job: Job, delaySeconds: number): Promise<void> {
    await this.sendOwned(job, delaySeconds);
  }

  sendOwned(job: Job, ownershipSeconds: number): Promise<OwnedMessage> {
    const content = { job, failures: 0 };
    return callStorage('sending a job', async () => {
      const { messageId, popReceipt } = await this.#queue.sendMessage(writeMessage(content), {
        ...callLimit(),
        visibilityTimeout: wholeSeconds(ownershipSeconds),
        messageTimeToLive: NEVER_EXPIRES,
      });
      return { id: required(messageId), receipt: required(popReceipt), content, deliveries: 0 };
    });
  }

  /** @param max 1 to 32 */
  receive(max: number, ownershipSeconds: number): Promise<readonly OwnedMessage[]> {
    return callStorage('receiving jobs', async () => {
      const { fast } = this.#queue;
      if (this.#isProbablyEmpty && fast !== undefined) {
        if (await withTimeout(CALL_LIMIT_MILLISECONDS, (signal) => fast.isEmpty(signal))) return [];
      }
      const { receivedMessageItems } = await this.#queue.receiveMessages({
        ...callLimit(),
        numberOfMessages: max,
        visibilityTimeout: wholeSeconds(ownershipSeconds),
      });
      this.#isProbablyEmpty = receivedMessageItems.length === 0;
      return receivedMessageItems.map(({ messageId, popReceipt, messageText, dequeueCount }) => {
        const content = readMessage(messageText);
        const digest = content === undefined ? messageDigest(messageText) : undefined;
        return { id: messageId, receipt: popReceipt, deliveries: dequeueCount, content, digest };
      });
    });
  }

  /** @returns `lost` when another process has received it since, or it is gone */
  extend(message: OwnedMessage, ownershipSeconds: number): Promise<OwnedMessage | 'lost'> {
    return callStorage('extending a job', async () => {
      const { fast } = this.#queue;
      const seconds = wholeSeconds(ownershipSeconds);
      const extendFast = fast && ((signal: AbortSignal) => fast.extend(message, seconds, signal));
      const fastReceipt = extendFast && (await withTimeout(CALL_LIMIT_MILLISECONDS, extendFast));
      const receipt = fastReceipt ?? (await this.#update(message, undefined, seconds));
      return receipt === undefined ? 'lost' : { ...message, receipt };
    });
  }

  /** Makes it visible to all processes after `delaySeconds`, with `failures` stored. No error when it is lost. */
  release(message: OwnedMessage, delaySeconds: number, failures?: number): Promise<void> {
    return callStorage('updating a job', async () => {
      const content = failures === undefined ? undefined : message.content && { ...message.content, failures };
      await this.#update(message, content, wholeSeconds(delaySeconds));
    });
  }

  /** Deletes it. No error when it is lost. */
  finish({ id, receipt }: OwnedMessage): Promise<void> {
    return callStorage('finishing a job', async () => {
      await this.#queue.deleteMessage(id, receipt, callLimit()).catch((error: unknown) => {
        if (!isLost(error)) throw error;
      });
    });
  }

  /** Moves it to the poison queue, where it ends after 14 days. */
  async setAside(message: OwnedMessage): Promise<void> {
    const { content, digest = '', id } = message;
    const messageText = content === undefined ? digest : writeMessage(asSetAside(content, id));
    const send = (): Promise<unknown> =>
      this.#poisonQueue.sendMessage(messageText, { ...callLimit(), messageTimeToLive: POISON_SECONDS });
    await callStorage('setting a job aside', () =>
      send().catch(async (error: unknown) => {
        if (storageCode(error) !== 'QueueNotFound') throw error;
        await createQueueIfMissing(this.#poisonQueue);
        await send();
      }),
    );
    await this.finish(message);
  }

  /** Deletes a person's jobs that were set aside, by any of their ids. @returns how many */
  async eraseSetAside(personIds: readonly string[]): Promise<number> {
    const others: DequeuedMessageItem[] = [];
    try {
      return await callStorage('erasing jobs that were set aside', () => this.#eraseFound(personIds, others));
    } catch (error) {
      if (storageCode(error) === 'QueueNotFound') return 0;
      throw error;
    } finally {
      await this.#showAgain(others);
    }
  }

  /** @param others gets what was found and is not erased, also after a fault */
  async #eraseFound(personIds: readonly string[], others: DequeuedMessageItem[]): Promise<number> {
    let erased = 0;
    for (let search = 0; search < MAX_SEARCHES; search += 1) {
      const options = { ...callLimit(), numberOfMessages: MAX_MESSAGES, visibilityTimeout: SEARCH_SECONDS };
      const { receivedMessageItems } = await this.#poisonQueue.receiveMessages(options);
      if (receivedMessageItems.length === 0) break;
      others.push(...receivedMessageItems);
      for (const item of receivedMessageItems) {
        const job = peekJob(item.messageText);
        if (job === undefined || !('key' in job) || !personIds.includes(job.key.personId)) continue;
        await this.#poisonQueue.deleteMessage(item.messageId, item.popReceipt, callLimit());
        others.splice(others.indexOf(item), 1);
        erased += 1;
      }
    }
    return erased;
  }

  /** For who searches next, such as the same person after a fault, who would find nothing and take it for erased. Never throws. */
  async #showAgain(items: readonly DequeuedMessageItem[]): Promise<void> {
    const limit = callLimit(SHOW_LIMIT_MILLISECONDS);
    const show = ({ messageId, popReceipt }: DequeuedMessageItem): Promise<unknown> =>
      this.#poisonQueue.updateMessage(messageId, popReceipt, undefined, 0, limit);
    await Promise.allSettled(items.map(show));
  }

  /** @param content unchanged where it is undefined @returns the new receipt; undefined when the message is lost */
  async #update({ id, receipt }: OwnedMessage, content: JobMessage | undefined, visibleInSeconds: number) {
    const messageText = content && writeMessage(content);
    try {
      const updated = await this.#queue.updateMessage(id, receipt, messageText, visibleInSeconds, callLimit());
      return required(updated.popReceipt);
    } catch (error) {
      if (!isLost(error)) throw error;
      return undefined;
    }
  }
}
