/** The one card of a task: posted below by a command, taken over by a press, told when it is over. */
import { StorageAwayError, UpstreamError } from '../../core/errors.ts';
import type { Announcer } from '../../core/announcer.ts';
import type { Log } from '../../core/platform.ts';
import type { PersonStore } from '../../sign-in/ports.ts';
import type { Address, PersonKey } from '../../core/person.ts';
import { changeState, readState } from '../../core/optimistic-update.ts';
import type { RestoreStore } from '../ports.ts';
import type { RestoreReply } from '../views.ts';
import type { RestoreState } from '../model/restore.ts';
import type { Turn } from './task-update.ts';
import type { RestoreView, TaskView } from '../views.ts';

export interface TaskCards {
  /**
   * A new card, its id kept with the task. Where it can't be posted, it is for the caller to show.
   *
   * @param inUse a card that was the task's and shows something else by now
   * @throws StorageAwayError
   */
  post(turn: Turn, view: TaskView, inUse?: string): Promise<RestoreReply>;
  /** Cards that were the task's before. Never throws. */
  moveFrom(turn: Turn): Promise<void>;
  /** Never throws. */
  edit(address: Address, key: PersonKey, cardId: string, view: RestoreView): Promise<void>;
  /** Outside a turn: where the person was met last. Never throws. */
  tell(key: PersonKey, cardId: string | undefined, view: RestoreView): Promise<void>;
}

export interface TaskCardsDependencies {
  readonly store: RestoreStore;
  /** Knows where a person is written to. */
  readonly people: Pick<PersonStore, 'read'>;
  readonly announcer: Announcer<RestoreView>;
  readonly log: Log;
}

export function createTaskCards({ store, people, announcer, log }: TaskCardsDependencies): TaskCards {
  const edit: TaskCards['edit'] = async (address, key, cardId, view) => {
    try {
      await announcer.edit(address, key, cardId, view);
    } catch (error) {
      log.warn({ error }, 'the card of a restore task could not be edited');
    }
  };

  /** @returns the card that was the task's until now */
  async function keep(key: PersonKey, taskId: string, cardId: string): Promise<string | undefined> {
    const { result } = await changeState<string | undefined, RestoreState>(store, key, (state) => {
      const task = state?.task;
      if (state === undefined || task?.id !== taskId || task.cardId === cardId)
        return { kind: 'keep', result: undefined };
      return { kind: 'write', state: { ...state, task: { ...task, cardId } }, result: task.cardId };
    });
    return result;
  }

  return {
    edit,

    async post(turn, view, inUse) {
      const { address, key } = turn.asker;
      try {
        const delivery = await announcer.post(address, key, view);
        if (delivery.kind === 'unreachable') return { kind: 'delivered', view };
        const former = await keep(key, turn.task().id, delivery.cardId);
        for (const cardId of new Set([...turn.formerCards(), ...(former === undefined ? [] : [former])])) {
          if (cardId !== delivery.cardId && cardId !== inUse) await edit(address, key, cardId, { kind: 'task-moved' });
        }
        return { kind: 'delivered', view };
      } catch (error) {
        // Whoever presses the card makes it the task's: its id is known then.
        if (error instanceof StorageAwayError) return { kind: 'delivered', view };
        if (!(error instanceof UpstreamError)) throw error;
        log.warn({ error }, 'the card of a restore task could not be posted');
        return { kind: 'render', view };
      }
    },

    async moveFrom(turn) {
      const { address, key } = turn.asker;
      for (const cardId of turn.formerCards()) await edit(address, key, cardId, { kind: 'task-moved' });
    },

    async tell(key, cardId, view) {
      if (cardId === undefined) return;
      try {
        const address = (await readState(people, key)).state?.address;
        if (address !== undefined) await edit(address, key, cardId, view);
      } catch (error) {
        log.warn({ error }, 'nobody knows where to tell that a restore task is over');
      }
    },
  };
}
