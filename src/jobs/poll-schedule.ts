/** When the queue is polled next: often while a job may appear that somebody waits for, rarely while the instance is idle. */
import type { Clock } from '../core/platform.ts';

interface PollScheduleInputs {
  readonly clock: Pick<Clock, 'elapsed'>;
  /** Within this time, the jobs of a process that died become visible. */
  readonly ownershipSeconds: number;
  /** 0 to 1; spreads what would otherwise happen at the same time in every process. */
  readonly random: () => number;
}

const AFTER_MESSAGES_MILLISECONDS = 1_000;
const OFTEN_MILLISECONDS = 2_000;
const IDLE_MILLISECONDS = 8_000;
/** For how long after the last message, or the time one was expected, the queue is still polled often. */
const RECENT_MILLISECONDS = 10_000;

/**
 * What this process sends is received at once, and what it delays when that is due. Only messages of other processes wait for
 * the next poll of an idle one.
 */
export class PollSchedule {
  readonly #inputs: PollScheduleInputs;
  /** When delayed messages become visible, in whole seconds: at most one entry for each second of the seven days Azure allows. */
  readonly #expectedAt = new Set<number>();
  #oftenUntil = 0;
  #nextAt = 0;

  constructor(inputs: PollScheduleInputs) {
    this.#inputs = inputs;
  }

  /** After a start or an outage: other processes may have left jobs behind. */
  resume(): void {
    this.#pollOftenFor(this.#inputs.ownershipSeconds * 1000);
  }

  /** @param at by `Clock.elapsed`, when a message becomes visible @returns whether the next poll would be too late for it */
  expect(at: number): boolean {
    if (at <= this.#inputs.clock.elapsed()) return true;
    const second = Math.ceil(at / 1000);
    this.#expectedAt.add(second);
    return second * 1000 < this.#nextAt;
  }

  /** @param poll.at when it was sent @returns milliseconds until the next poll */
  afterPoll(poll: { readonly at: number; readonly messages: number; readonly running: number }): number {
    const now = this.#inputs.clock.elapsed();
    const expectedAt = this.#takeExpected(poll.at);
    if (poll.messages > 0) this.#pollOftenFor(RECENT_MILLISECONDS);
    const isOften = poll.running > 0 || now < this.#oftenUntil;
    const longest = poll.messages > 0 ? AFTER_MESSAGES_MILLISECONDS : isOften ? OFTEN_MILLISECONDS : IDLE_MILLISECONDS;
    const pause = longest * (0.75 + 0.25 * this.#inputs.random());
    this.#nextAt = Math.min(now + pause, Math.max(now, expectedAt));
    return this.#nextAt - now;
  }

  /** Drops what a poll at `polledAt` could receive. @returns when the next message is expected */
  #takeExpected(polledAt: number): number {
    let next = Infinity;
    for (const second of this.#expectedAt) {
      if (second * 1000 > polledAt) next = Math.min(next, second);
      else {
        this.#expectedAt.delete(second);
        // Clocks differ: the message may become visible a little later.
        this.#pollOftenFor(RECENT_MILLISECONDS);
      }
    }
    return next * 1000;
  }

  #pollOftenFor(milliseconds: number): void {
    this.#oftenUntil = Math.max(this.#oftenUntil, this.#inputs.clock.elapsed() + milliseconds);
  }
}
