/** How a restore's state is changed, and what one run of the job that follows it holds in memory. */
import { changeState, readState, type Changed, type Decided, type Loaded } from '../../core/optimistic-update.ts';
import type { PersonKey } from '../../core/person.ts';
import type { CallProgress, Restore, RestoreState } from '../model/restore.ts';
import type { RestorePorts } from '../ports.ts';
import type { Connection } from '../service-session/operator-access.ts';
import { findRestore, withRestore, type CurrentCall } from './transitions.ts';

export type LoadedRestores = Loaded<RestoreState>;

export interface RestoreUpdate<R> {
  /** Absent: nothing is written. */
  readonly next?: Restore | undefined;
  readonly result: R;
}

type RestoreId = Pick<RestoreRun, 'key' | 'id'>;

/** One run of the job. Another run, here or on another instance, starts with a new one. */
export interface RestoreRun {
  readonly key: PersonKey;
  readonly id: string;
  /** Of the job's queue message; undefined where the queue does not name them. */
  readonly messageId: string | undefined;
  readonly signal: AbortSignal;
  /** Attempts in a row that did not reach the service. */
  failures: number;
  failingSince: number | undefined;
  /** Index of the call for which the explore session has been reopened. */
  reopenedFor: number | undefined;
  isStartAudited: boolean;
}

/** What a step of the job works on. */
export interface CallContext {
  readonly connection: Connection;
  readonly run: RestoreRun;
  readonly loaded: LoadedRestores;
  readonly restore: Restore;
  readonly current: CurrentCall;
}

/** Takes the next step of a call. @returns the state after it */
export type CallStep = (context: CallContext) => Promise<LoadedRestores>;

/** Whether this message's run may write; a copy of the message, or one from before a later press, may not. */
export const ownsRestore = ({ jobId }: Restore, messageId: string | undefined): boolean =>
  messageId === undefined || jobId === undefined || jobId === messageId;

export const progressIn = (restore: Restore | undefined, index: number): CallProgress | undefined =>
  restore?.calls[index]?.progress;

export class RestoreUpdates {
  readonly #ports: Pick<RestorePorts, 'store' | 'clock' | 'retryWhileStorageUnavailable'>;

  constructor(ports: Pick<RestorePorts, 'store' | 'clock' | 'retryWhileStorageUnavailable'>) {
    this.#ports = ports;
  }

  /** @throws StorageUnavailableError */
  read(key: PersonKey): Promise<LoadedRestores> {
    return readState(this.#ports.store, key);
  }

  /**
   * @param decide is called again after each conflict; undefined: the restore no longer exists
   * @throws StorageUnavailableError
   */
  update<R>(
    { key, id }: RestoreId,
    decide: (restore: Restore | undefined) => RestoreUpdate<R>,
    loaded?: LoadedRestores,
  ): Promise<Changed<R, RestoreState>> {
    const { store, clock } = this.#ports;
    const decideState = (state: RestoreState | undefined): Decided<R, RestoreState> => {
      const { next, result } = decide(findRestore(state, id));
      if (next === undefined) return { kind: 'keep', result };
      return { kind: 'write', state: withRestore(state, next, clock.now()), result };
    };
    return changeState(store, key, decideState, loaded);
  }

  /**
   * For what exists only in memory: retries while storage is unavailable.
   *
   * @param what for the log
   * @param change returns undefined to write nothing; not called where the restore no longer exists
   */
  async save(
    what: string,
    restoreId: RestoreId,
    change: (restore: Restore) => Restore | undefined,
    loaded?: LoadedRestores,
  ): Promise<LoadedRestores> {
    const decide = (restore: Restore | undefined): RestoreUpdate<undefined> => ({
      next: restore && change(restore),
      result: undefined,
    });
    const write = () => this.update(restoreId, decide, loaded);
    return (await this.#ports.retryWhileStorageUnavailable(what, restoreId.id, write)).loaded;
  }
}
