/** Jobs as messages of an Azure Storage queue. */
import type { QueueClient } from '@azure/storage-queue';
import { z } from 'zod';
import { type Job, jobSchema } from '../core/jobs.ts';
import type { Shape } from '../core/shape.ts';
import { parseJson } from '../core/text.ts';
import { withTimeout } from '../core/time-limit.ts';
import { CALL_LIMIT_MILLISECONDS, callLimit, callStorage, storageCode } from '../state/azure/calls.ts';
import { createQueueIfMissing, type MessageQueue } from '../state/azure/storage.ts';

/** Currently invisible to other processes. */
export interface OwnedMessage {
  readonly id: string;
  /** Changes with each extension; an older one is invalid. */
  readonly receipt: string;
  /** Undefined where the text is no job. */
  readonly content: JobMessage | undefined;
  readonly text?: string | undefined;
  readonly deliveries: number;
}

/** `failures`: how often the job's handler has thrown; deliveries alone may only count restarts. */
export type JobMessage = Shape<typeof messageSchema>;
const messageSchema = z
  .object({ version: z.literal(1), job: jobSchema, failures: z.int().min(0) })
  .transform(({ job, failures }) => ({ job, failures }));

/** JSON in ASCII: messages are sent as XML, which cannot represent some characters. */
export function writeJobMessage({ job, failures }: JobMessage): string {
  const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify({ version: 1, job, failures }).replaceAll(/[^ -~]/g, escape);
}

/** @returns undefined where the text is no job */
export const readJobMessage = (text: string): JobMessage | undefined => messageSchema.safeParse(parseJson(text)).data;

/** Azure's limit is 7 days, exclusive, when the request arrives. */
const MAX_DELAY_SECONDS = 7 * 24 * 3600 - 60;
const NEVER_EXPIRES = -1;

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
  #wasEmpty = false;

  /** @param queues.poisonQueue created when first needed */
  constructor({ queue, poisonQueue }: { readonly queue: MessageQueue; readonly poisonQueue: QueueClient }) {
    this.#queue = queue;
    this.#poisonQueue = poisonQueue;
  }

  async send(job: Job, delaySeconds: number): Promise<void> {
    await this.sendOwned(job, delaySeconds);
  }

  sendOwned(job: Job, ownershipSeconds: number): Promise<OwnedMessage> {
    const content = { job, failures: 0 };
    return callStorage('sending a job', async () => {
      const { messageId, popReceipt } = await this.#queue.sendMessage(writeJobMessage(content), {
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
      if (this.#wasEmpty && fast !== undefined) {
        if (await withTimeout(CALL_LIMIT_MILLISECONDS, (signal) => fast.isEmpty(signal))) return [];
      }
      const { receivedMessageItems } = await this.#queue.receiveMessages({
        ...callLimit(),
        numberOfMessages: max,
        visibilityTimeout: wholeSeconds(ownershipSeconds),
      });
      this.#wasEmpty = receivedMessageItems.length === 0;
      return receivedMessageItems.map(({ messageId, popReceipt, messageText, dequeueCount }) => {
        const content = readJobMessage(messageText);
        const other = content === undefined ? { text: messageText } : {};
        return { id: messageId, receipt: popReceipt, content, deliveries: dequeueCount, ...other };
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

  /** Moves it to the poison queue; text that is no job is stored as it is. */
  async setAside(message: OwnedMessage): Promise<void> {
    const messageText = message.content === undefined ? (message.text ?? '') : writeJobMessage(message.content);
    const send = (): Promise<unknown> =>
      this.#poisonQueue.sendMessage(messageText, { ...callLimit(), messageTimeToLive: NEVER_EXPIRES });
    await callStorage('setting a job aside', () =>
      send().catch(async (error: unknown) => {
        if (storageCode(error) !== 'QueueNotFound') throw error;
        await createQueueIfMissing(this.#poisonQueue);
        await send();
      }),
    );
    await this.finish(message);
  }

  /** @param content unchanged where it is undefined @returns the new receipt; undefined when the message is lost */
  async #update({ id, receipt }: OwnedMessage, content: JobMessage | undefined, visibleInSeconds: number) {
    const messageText = content && writeJobMessage(content);
    try {
      const updated = await this.#queue.updateMessage(id, receipt, messageText, visibleInSeconds, callLimit());
      return required(updated.popReceipt);
    } catch (error) {
      if (!isLost(error)) throw error;
      return undefined;
    }
  }
}
