/**
 * One run at a time of the job that works on a record: the record says which, and each write of that run extends its claim. Two at
 * once would post a card twice.
 */
import { MINUTE } from '../core/durations.ts';
import type { JobRun } from '../core/jobs.ts';
import type { Clock } from '../core/platform.ts';
import { changeState, keep, readForJob, readState, write, type Loaded, type SharedRecords } from './record.ts';

interface Claimed {
  readonly run?: JobRun | undefined;
}

/** How long a run is waited for that has stopped storing what it does. */
export const CLAIM_MILLISECONDS = MINUTE;

interface Ports<State extends Claimed> {
  readonly records: Pick<SharedRecords<State>, 'read' | 'write' | 'erase'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: () => string;
}

/** The record is erased, or another run has taken over. */
class LostRunError extends Error {
  override readonly name = 'LostRunError';
}

/**
 * @param messageId a redelivery of the message goes on at once: another process has lost it
 * @param work is broken off where the record is erased, or another run has taken over; it has to release the run
 * @returns `theirs` where another run works on the record, or has taken over
 * @throws StateUnreadableError, StorageUnavailableError, and what `work` throws
 */
export async function runAlone<State extends Claimed>(
  ports: Ports<State>,
  recordId: string,
  messageId: string | undefined,
  work: (run: SoleRun<State>) => Promise<void>,
): Promise<'theirs' | 'done'> {
  const run = new SoleRun(ports, recordId, messageId, await readForJob(ports.records, recordId));
  if (!(await run.claim())) return 'theirs';
  try {
    await work(run);
  } catch (error) {
    if (error instanceof LostRunError) return run.isErased ? 'done' : 'theirs';
    // Others need not wait for what is repeated later.
    await run.release((present) => present).catch(() => undefined);
    throw error;
  }
  return 'done';
}

/** @typeParam State of the record. All methods throw StorageUnavailableError. */
export class SoleRun<State extends Claimed> {
  readonly #ports: Ports<State>;
  readonly #recordId: string;
  /** Two runs of one message differ in their attempt. */
  readonly #run: Pick<JobRun, 'id' | 'attempt'>;
  #loaded: Loaded<State>;

  constructor(ports: Ports<State>, recordId: string, messageId: string | undefined, loaded: Loaded<State>) {
    const attempt = ports.newId();
    this.#ports = ports;
    this.#recordId = recordId;
    this.#run = { id: messageId ?? attempt, attempt };
    this.#loaded = loaded;
  }

  /** @returns whether no other run works on it */
  async claim(): Promise<boolean> {
    const { clock } = this.#ports;
    await this.#write((present) => {
      const isTheirs = present.run !== undefined && present.run.id !== this.#run.id && present.run.until > clock.now();
      return isTheirs ? undefined : this.#held(present);
    });
    return this.isErased || this.#isHeld(this.#loaded.state);
  }

  /** When it was last read or written. */
  get isErased(): boolean {
    return this.#loaded.state === undefined;
  }

  /** As it was last read or written. */
  get state(): State {
    const { state } = this.#loaded;
    if (!this.#isHeld(state)) throw new LostRunError(this.#recordId);
    return state;
  }

  /** @param change returns undefined, or what it is given, where there is nothing to write @returns the state afterwards */
  async change(change: (present: State) => State | undefined): Promise<State> {
    await this.#write((present) => {
      const next = this.#isHeld(present) ? change(present) : undefined;
      return next === undefined || next === present ? undefined : this.#held(next);
    });
    return this.state;
  }

  /** @param change of the last write; returns undefined where more is to be done by now @returns whether the run is over */
  async release(change: (present: State) => State | undefined): Promise<boolean> {
    await this.#write((present) => {
      if (!this.#isHeld(present)) throw new LostRunError(this.#recordId);
      const next = change(present);
      return next && { ...next, run: undefined };
    });
    return !this.#isHeld(this.#loaded.state);
  }

  /** @returns false where it has changed since it was last read or written: it is read anew then */
  async erase(): Promise<boolean> {
    const { records } = this.#ports;
    const { version } = this.#loaded;
    if (version === undefined || (await records.erase(this.#recordId, version))) return true;
    this.#loaded = await readState(records, this.#recordId);
    return this.#loaded.version === undefined;
  }

  #isHeld(state: State | undefined): state is State {
    const { id, attempt } = this.#run;
    return state?.run?.id === id && state.run.attempt === attempt;
  }

  #held(state: State): State {
    return { ...state, run: { ...this.#run, until: this.#ports.clock.now() + CLAIM_MILLISECONDS } };
  }

  async #write(change: (present: State) => State | undefined): Promise<void> {
    const { records } = this.#ports;
    const decide = (present: State | undefined) => {
      const next = present && change(present);
      return next === undefined ? keep(undefined) : write(next, undefined);
    };
    const { loaded } = await changeState<undefined, State, string>(records, this.#recordId, decide, this.#loaded);
    this.#loaded = loaded;
  }
}
