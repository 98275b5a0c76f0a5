/** What happens to messages that are no jobs, or whose signature is not valid. */
import { StorageUnavailableError } from '../core/errors.ts';
import type { Job } from '../core/jobs.ts';
import { OccurrenceLimiter } from '../core/limited-log.ts';
import type { Clock, Log } from '../core/platform.ts';
import type { JobQueue, OwnedMessage } from './job-queue.ts';

/**
 * The job as the stored state has it, with nothing but its ids taken from a message that is not trusted.
 *
 * @returns undefined where the state calls for no such job @throws StorageUnavailableError, or Error where it cannot be read
 */
export type StoredJob<J extends Job = Job> = (job: J, messageId: string) => Promise<Job | undefined>;
export type StoredJobs = { readonly [Kind in Job['kind']]: StoredJob<Extract<Job, { kind: Kind }>> };

export interface UntrustedMessagesInputs {
  readonly queue: Pick<JobQueue, 'finish' | 'reissue' | 'setAside'>;
  readonly storedJob: StoredJob;
  /** Called for each message that is not trusted, with the kind of its job, `none` where it is no job. */
  readonly distrusted?: (job: Job['kind'] | 'none') => void;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** One that is delivered this often and cannot be read by any instance is set aside. */
const MAX_DELIVERIES = 8;
/** Messages of somebody else may be many: they are counted between two entries of the log. */
const LOG_MILLISECONDS = 10 * 60_000;

export class UntrustedMessages {
  readonly #inputs: UntrustedMessagesInputs;
  readonly #limiter: OccurrenceLimiter;

  constructor(inputs: UntrustedMessagesInputs) {
    this.#inputs = inputs;
    this.#limiter = new OccurrenceLimiter(inputs.clock, LOG_MILLISECONDS);
  }

  /** Never throws. A message that is neither replaced nor set aside now becomes visible again by itself. */
  async handle(message: OwnedMessage): Promise<void> {
    const { content, distrust } = message;
    if (distrust !== undefined) this.#inputs.distrusted?.(content?.job.kind ?? 'none');
    await (content === undefined ? this.#setAside(message) : this.#replace(message, content.job));
  }

  async #setAside(message: OwnedMessage): Promise<void> {
    const { queue, log } = this.#inputs;
    const { id, deliveries } = message;
    this.#logRarely('message-set-aside', (messages) =>
      log.error(
        { event: 'message-set-aside', message: id, deliveries, messages },
        'a message cannot be acted on and is set aside',
      ),
    );
    await queue
      .setAside(message)
      .catch((error: unknown) =>
        log.warn({ event: 'message-not-set-aside', error }, 'a message could not be set aside'),
      );
  }

  /** Does not run the job, but the state it names is read: where it calls for the job, that is signed and received anew. */
  async #replace(message: OwnedMessage, job: Job): Promise<void> {
    const { queue, storedJob, log } = this.#inputs;
    const { id, deliveries, distrust: why } = message;
    this.#logRarely('message-not-trusted', (messages) =>
      log.warn(
        { event: 'message-not-trusted', message: id, job: job.kind, why, messages },
        'a message without a valid signature is not acted on',
      ),
    );
    try {
      const stored = await storedJob(job, id);
      await (stored === undefined ? queue.finish(message) : queue.reissue(message, stored));
    } catch (error) {
      if (error instanceof StorageUnavailableError || deliveries < MAX_DELIVERIES) return;
      await this.#setAside(message);
    }
  }

  /** @param log gets the number of messages since the last entry */
  #logRarely(event: string, log: (messages: number) => void): void {
    const suppressed = this.#limiter.pass(event);
    if (suppressed !== undefined) log(suppressed + 1);
  }
}
