/** How stored restores are changed. */
import { changeState, keep, readForJob, readState, write, type Loaded } from '../../../durable/record.ts';
import type { PersonKey } from '../../../core/person.ts';
import type { Restore, RestoreState } from '../../state/restore.ts';
import type { RestorePorts } from '../../state/ports.ts';
import { findRestore, withRestore } from '../../state/restore-transitions.ts';

export type LoadedRestores = Loaded<RestoreState>;

export interface RestoreId {
  readonly key: PersonKey;
  readonly id: string;
}

/** Called again after each conflict. @returns undefined to write nothing */
export type Change<T> = (present: T) => T | undefined;

/** All methods return what is stored then, and throw StorageUnavailableError. */
export class RestoreUpdates {
  readonly #ports: Pick<RestorePorts, 'store' | 'retryWhileStorageUnavailable'>;

  constructor(ports: Pick<RestorePorts, 'store' | 'retryWhileStorageUnavailable'>) {
    this.#ports = ports;
  }

  read(key: PersonKey): Promise<LoadedRestores> {
    return readState(this.#ports.store, key);
  }

  readForJob(key: PersonKey): Promise<LoadedRestores> {
    return readForJob(this.#ports.store, key);
  }

  /** @param loaded replaces the first read */
  async changeAll(
    key: PersonKey,
    change: Change<RestoreState | undefined>,
    loaded?: LoadedRestores,
  ): Promise<LoadedRestores> {
    const decide = (present: RestoreState | undefined) => {
      const state = change(present);
      return state === undefined ? keep(undefined) : write(state, undefined);
    };
    return (await changeState(this.#ports.store, key, decide, loaded)).loaded;
  }

  /** Changes one restore; `change` is not called where it no longer exists. */
  change({ key, id }: RestoreId, change: Change<Restore>, loaded?: LoadedRestores): Promise<LoadedRestores> {
    const changeOne = (state: RestoreState | undefined): RestoreState | undefined => {
      const present = findRestore(state, id);
      const next = present && change(present);
      return next && withRestore(state, next);
    };
    return this.changeAll(key, changeOne, loaded);
  }

  /** For data that exists only in memory: retries while storage is unavailable. @param what for the log */
  save(what: string, restore: RestoreId, change: Change<Restore>, loaded?: LoadedRestores): Promise<LoadedRestores> {
    const write = () => this.change(restore, change, loaded);
    return this.#ports.retryWhileStorageUnavailable(what, restore.id, write);
  }
}
