import type { QueueClient } from '@azure/storage-queue';
import { z } from 'zod';
import type { Job } from '../core/jobs.ts';
import { withTimeout } from '../core/time-limit.ts';
import { CALL_LIMIT_MILLISECONDS, callLimit, storageCode, storageUnavailable } from '../state/azure/calls.ts';
import { createQueueIfMissing } from '../state/azure/clients.ts';
import type { MessageQueue } from '../state/azure/storage.ts';
import { personKeySchema } from '../core/person.ts';

/** The content of a message. */
export interface JobMessage {
  readonly job: Job;
  /** How often its handler has thrown; deliveries alone may only count restarts. */
  readonly failures: number;
}

/** A message that is invisible to everybody else for now. */
export interface OwnedMessage {
  readonly id: string;
  /** Changes with each extension; an older one is no longer valid. */
  readonly receipt: string;
  /** Undefined where the text is no job. */
  readonly content: JobMessage | undefined;
  /** The text, where it is no job. */
  readonly text?: string | undefined;
  /** How often it has been received. */
  readonly deliveries: number;
}

/** All methods throw StorageUnavailableError, and none retries: a call without a response may have been processed. */
export interface JobQueue {
  send(job: Job, delaySeconds: number): Promise<void>;
  sendOwned(job: Job, ownershipSeconds: number): Promise<OwnedMessage>;
  /** @param max 1 to 32 */
  receive(max: number, ownershipSeconds: number): Promise<readonly OwnedMessage[]>;
  /** @returns `lost` when another process has received it since, or it is gone */
  extend(message: OwnedMessage, ownershipSeconds: number): Promise<OwnedMessage | 'lost'>;
  /** Makes it visible to everybody after `delaySeconds`, with `failures` stored. No error when it is lost. */
  release(message: OwnedMessage, delaySeconds: number, failures?: number): Promise<void>;
  /** Deletes it. No error when it is lost. */
  finish(message: OwnedMessage): Promise<void>;
  /** Moves it to the poison queue; text that is no job is kept as it is. */
  setAside(message: OwnedMessage): Promise<void>;
}

const text = z.string();
const key = personKeySchema;

const jobSchema: z.ZodType<Job> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('follow'), key, signInId: text }),
  z.object({ kind: z.literal('warn'), key, sessionId: text, dueAt: z.number() }),
  z.object({ kind: z.literal('expire'), key, sessionId: text, dueAt: z.number() }),
  z.object({ kind: z.literal('report'), key, reportId: text }),
  z.object({ kind: z.literal('sweep'), runId: text, dueAt: z.number() }),
  z.object({ kind: z.literal('restore'), key, restoreId: text }),
  z.object({ kind: z.literal('explore-idle'), key, exploreId: text, dueAt: z.number() }),
]);

const messageSchema = z.object({ version: z.literal(1), job: jobSchema, failures: z.int().min(0) });

const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** JSON in ASCII: messages are sent as XML, which cannot represent some characters. */
export function writeJobMessage({ job, failures }: JobMessage): string {
  return JSON.stringify({ version: 1, job, failures }).replaceAll(/[^ -~]/g, escape);
}

/** @returns undefined where the text is no job */
export function readJobMessage(messageText: string): JobMessage | undefined {
  try {
    const { job, failures } = messageSchema.parse(JSON.parse(messageText));
    return { job, failures };
  } catch {
    return undefined;
  }
}

/** Azure's limit is 7 days, exclusive, when the request arrives. */
const MAX_DELAY_SECONDS = 7 * 24 * 3600 - 60;
const NEVER_EXPIRES = -1;

const LOST = new Set(['MessageNotFound', 'PopReceiptMismatch']);

const wholeSeconds = (seconds: number): number => Math.min(Math.max(0, Math.ceil(seconds)), MAX_DELAY_SECONDS);

/** A proxy may answer 200 with a page of its own. @throws Error where the field is missing */
function required(field: string | undefined): string {
  if (!field) throw new Error('an answer without a required field');
  return field;
}

/** @param dependencies.poisonQueue created when first needed */
export function createJobQueue(dependencies: {
  readonly queue: MessageQueue;
  readonly poisonQueue: QueueClient;
}): JobQueue {
  const { queue, poisonQueue } = dependencies;
  let wasEmpty = false;

  async function enqueue(job: Job, invisibleSeconds: number): Promise<OwnedMessage> {
    const content = { job, failures: 0 };
    try {
      const { messageId, popReceipt } = await queue.sendMessage(writeJobMessage(content), {
        ...callLimit(),
        visibilityTimeout: wholeSeconds(invisibleSeconds),
        messageTimeToLive: NEVER_EXPIRES,
      });
      return { id: required(messageId), receipt: required(popReceipt), content, deliveries: 0 };
    } catch (error) {
      throw storageUnavailable('sending a job', error);
    }
  }

  /** @returns the new receipt; undefined when the message is lost */
  async function update(
    { id, receipt }: OwnedMessage,
    content: JobMessage | undefined,
    invisibleSeconds: number,
  ): Promise<string | undefined> {
    const messageText = content === undefined ? undefined : writeJobMessage(content);
    const seconds = wholeSeconds(invisibleSeconds);
    try {
      const { popReceipt } = await queue.updateMessage(id, receipt, messageText, seconds, callLimit());
      return required(popReceipt);
    } catch (error) {
      if (LOST.has(storageCode(error))) return undefined;
      throw storageUnavailable('updating a job', error);
    }
  }

  /** @returns the new receipt; undefined where the library has to find out */
  async function extendFast(message: OwnedMessage, ownershipSeconds: number): Promise<string | undefined> {
    const { fast } = queue;
    if (fast === undefined) return undefined;
    const seconds = wholeSeconds(ownershipSeconds);
    try {
      return await withTimeout(CALL_LIMIT_MILLISECONDS, (signal) => fast.extend(message, seconds, signal));
    } catch (error) {
      throw storageUnavailable('extending a job', error);
    }
  }

  async function finish({ id, receipt }: OwnedMessage): Promise<void> {
    try {
      await queue.deleteMessage(id, receipt, callLimit());
    } catch (error) {
      if (!LOST.has(storageCode(error))) throw storageUnavailable('finishing a job', error);
    }
  }

  async function sendToPoison(messageText: string): Promise<void> {
    const send = (): Promise<unknown> =>
      poisonQueue.sendMessage(messageText, { ...callLimit(), messageTimeToLive: NEVER_EXPIRES });
    try {
      await send().catch(async (error: unknown) => {
        if (storageCode(error) !== 'QueueNotFound') throw error;
        await createQueueIfMissing(poisonQueue);
        await send();
      });
    } catch (error) {
      throw storageUnavailable('setting a job aside', error);
    }
  }

  return {
    async send(job, delaySeconds) {
      await enqueue(job, delaySeconds);
    },
    sendOwned: enqueue,
    async receive(max, ownershipSeconds) {
      try {
        const { fast } = queue;
        if (wasEmpty && fast !== undefined) {
          if (await withTimeout(CALL_LIMIT_MILLISECONDS, (signal) => fast.isEmpty(signal))) return [];
        }
        const { receivedMessageItems } = await queue.receiveMessages({
          ...callLimit(),
          numberOfMessages: max,
          visibilityTimeout: wholeSeconds(ownershipSeconds),
        });
        wasEmpty = receivedMessageItems.length === 0;
        return receivedMessageItems.map(({ messageId, popReceipt, messageText, dequeueCount }) => {
          const content = readJobMessage(messageText);
          const other = content === undefined ? { text: messageText } : {};
          return { id: messageId, receipt: popReceipt, content, deliveries: dequeueCount, ...other };
        });
      } catch (error) {
        throw storageUnavailable('receiving jobs', error);
      }
    },
    async extend(message, ownershipSeconds) {
      const receipt =
        (await extendFast(message, ownershipSeconds)) ?? (await update(message, undefined, ownershipSeconds));
      return receipt === undefined ? 'lost' : { ...message, receipt };
    },
    async release(message, delaySeconds, failures) {
      const { content } = message;
      await update(message, failures === undefined ? undefined : content && { ...content, failures }, delaySeconds);
    },
    finish,
    async setAside(message) {
      const { content, text: messageText = '' } = message;
      await sendToPoison(content === undefined ? messageText : writeJobMessage(content));
      await finish(message);
    },
  };
}
