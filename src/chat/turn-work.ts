/** The work of turns: what goes on in the background, and for how long the channel waits for it. */
import { StorageUnavailableError } from '../core/errors.ts';
import type { Asker } from '../core/person.ts';
import type { Clock, Log } from '../core/platform.ts';
import { within } from '../core/time-limit.ts';
import type { RequestReply } from '../requests/views.ts';
import type { Notice } from '../sign-in/state/views.ts';
import type { CardAnnouncer } from './outbound/announcer.ts';

/** A typing indicator comes after this when there is no card yet: people expect a sign of life within two seconds. */
const TYPING_MILLISECONDS = 1_500;
/** The channel gets its answer by then, whatever still runs. Teams waits 15 s, for an invoke less. */
export const TURN_MILLISECONDS = 9_000;
export const asReply = (notice: Notice): RequestReply => ({ kind: 'render', view: { kind: 'notice', notice } });

interface WorkInputs {
  readonly announcer: Pick<CardAnnouncer, 'typing'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
}

export class TurnWork {
  readonly #inputs: WorkInputs;
  readonly #running = new Set<Promise<unknown>>();

  constructor(inputs: WorkInputs) {
    this.#inputs = inputs;
  }

  /** Resolves when the work of all turns is done. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  /**
   * Runs to its end even if the turn ends first. Never rejects: a failure becomes a reply.
   *
   * @param otherwise the reply to a failure, where a notice would replace what somebody has typed
   */
  run(work: () => Promise<RequestReply>, otherwise?: () => RequestReply): Promise<RequestReply> {
    const { log, newId } = this.#inputs;
    const replyTo = (error: unknown): RequestReply => {
      if (error instanceof StorageUnavailableError) {
        log.warn({ event: 'turn-without-storage', error }, 'a turn failed because storage is unavailable');
        return otherwise?.() ?? asReply({ code: 'storage-away' });
      }
      const reference = newId();
      log.error({ event: 'turn-failed', error, reference }, 'a turn failed');
      return otherwise?.() ?? asReply({ code: 'went-wrong', reference });
    };
    return this.track(work().catch(replyTo));
  }

  /** @param work never rejects; runs to its end even if the turn ends first */
  track<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work);
    void work.then(() => this.#running.delete(work));
    return work;
  }

  /** Logs a failure. @returns whether the work succeeded, once it has ended */
  runInBackground(work: Promise<unknown>, failure: string): Promise<boolean> {
    const logged = (error: unknown): false => {
      this.#inputs.log.warn({ event: 'background-work-failed', error }, failure);
      return false;
    };
    return this.track(work.then(() => true, logged));
  }

  /** An answer that takes longer continues in the background. */
  async answerInTime(asker: Asker, answering: Promise<void>): Promise<void> {
    const ended = this.runInBackground(answering, 'an answer could not be sent');
    await this.showTypingUntil(asker, TURN_MILLISECONDS, ended);
  }

  /** Shows a typing indicator while `work` takes long. @returns undefined when it takes longer than the limit */
  async showTypingUntil<T>({ address }: Asker, limitMilliseconds: number, work: Promise<T>): Promise<T | undefined> {
    const early = await this.within(TYPING_MILLISECONDS, work);
    if (early !== undefined) return early;
    void this.runInBackground(this.#inputs.announcer.typing(address), 'a typing indicator could not be sent');
    return this.within(limitMilliseconds - TYPING_MILLISECONDS, work);
  }

  within<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
    return within(milliseconds, () => work, { clock: this.#inputs.clock });
  }
}
