/** Changes of one restore in a person's state: decided on what is there, written only over that. */
import type { PersonKey } from '../../core/person.ts';
import { changeState, readState, type Changed, type Decided, type Loaded } from '../../core/optimistic-update.ts';
import type { Surely } from '../../core/retry.ts';
import type { Clock } from '../../core/platform.ts';
import type { RestoreStore } from '../ports.ts';
import { restoreIn, withRestore } from './transitions.ts';
import type { Restore, RestoreState } from '../model/restore.ts';

export type KnownRestores = Loaded<RestoreState>;

export interface RestoreChange<R> {
  /** Absent: nothing is to be written. */
  readonly next?: Restore | undefined;
  readonly result: R;
}

export interface RestoreChanges {
  /** @throws StorageAwayError */
  read(key: PersonKey): Promise<KnownRestores>;
  /**
   * @param decide may be called again over what another wrote first; undefined: the restore is not there any more
   * @throws StorageAwayError
   */
  change<R>(
    key: PersonKey,
    id: string,
    decide: (restore: Restore | undefined) => RestoreChange<R>,
    known?: KnownRestores,
  ): Promise<Changed<R, RestoreState>>;
  /** The same for what is in memory and nowhere else: waits for storage. `what` is for the log. */
  surely<R>(
    what: string,
    key: PersonKey,
    id: string,
    decide: (restore: Restore | undefined) => RestoreChange<R>,
    known?: KnownRestores,
  ): Promise<Changed<R, RestoreState>>;
}

export interface RestoreChangesDependencies {
  readonly store: RestoreStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly surely: Surely;
}

export function createRestoreChanges({ store, clock, surely }: RestoreChangesDependencies): RestoreChanges {
  const change: RestoreChanges['change'] = (key, id, decide, known) =>
    changeState(
      store,
      key,
      (state): Decided<ReturnType<typeof decide>['result'], RestoreState> => {
        const { next, result } = decide(restoreIn(state, id));
        return next === undefined
          ? { kind: 'keep', result }
          : { kind: 'write', state: withRestore(state, next, clock.now()), result };
      },
      known,
    );

  return {
    read: (key) => readState(store, key),
    change,
    surely: (what, key, id, decide, known) => surely(what, id, () => change(key, id, decide, known)),
  };
}
