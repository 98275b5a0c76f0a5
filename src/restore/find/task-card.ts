/** A task's one card: posted by a command, taken over by a press, edited when the task ends. */
import { StorageUnavailableError, UpstreamError } from '../../core/errors.ts';
import { changeState, readState } from '../../core/optimistic-update.ts';
import type { Address, PersonKey } from '../../core/person.ts';
import type { RestoreState } from '../model/restore.ts';
import type { RestorePorts } from '../ports.ts';
import type { RestoreReply, RestoreView, TaskView } from '../views.ts';
import type { TaskUpdate } from './task-update.ts';

type Ports = Pick<RestorePorts, 'store' | 'people' | 'announcer' | 'log'>;

export class TaskCards {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /**
   * Posts a new card and stores its id with the task. If that fails, the caller has to show the view.
   *
   * @param inUse a former card of the task that shows something else by now
   */
  async post(update: TaskUpdate, view: TaskView, inUse?: string): Promise<RestoreReply> {
    const { announcer, log } = this.#ports;
    const { address, key } = update.asker;
    try {
      const delivery = await announcer.post(address, key, view);
      if (delivery.kind === 'unreachable') return { kind: 'delivered', view };
      const replaced = await this.#store(key, update.task.id, delivery.cardId);
      const former = [...update.formerCards, ...(replaced === undefined ? [] : [replaced])];
      for (const cardId of new Set(former)) {
        if (cardId !== delivery.cardId && cardId !== inUse)
          await this.edit(address, key, cardId, { kind: 'task-moved' });
      }
      return { kind: 'delivered', view };
    } catch (error) {
      // The first press on the card makes it the task's.
      if (error instanceof StorageUnavailableError) return { kind: 'delivered', view };
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ event: 'task-card-failed', error }, 'the card of a task could not be posted');
      return { kind: 'render', view };
    }
  }

  /** Says on the task's former cards that it continues elsewhere. Never throws. */
  async editFormer({ asker: { address, key }, formerCards }: TaskUpdate): Promise<void> {
    for (const cardId of formerCards) await this.edit(address, key, cardId, { kind: 'task-moved' });
  }

  /** Never throws. */
  async edit(address: Address, key: PersonKey, cardId: string, view: RestoreView): Promise<void> {
    const { announcer, log } = this.#ports;
    try {
      await announcer.edit(address, key, cardId, view);
    } catch (error) {
      log.warn({ event: 'task-card-failed', error }, 'the card of a task could not be edited');
    }
  }

  /** At the person's last known address. Never throws. */
  async announceEnd(key: PersonKey, cardId: string | undefined, why: 'expired' | 'logged-out'): Promise<void> {
    if (cardId === undefined) return;
    const { people, log } = this.#ports;
    try {
      const address = (await readState(people, key)).state?.address;
      if (address !== undefined) await this.edit(address, key, cardId, { kind: 'task-closed', why });
    } catch (error) {
      log.warn({ event: 'task-card-failed', error }, 'the address for the card of a task could not be read');
    }
  }

  /** @returns the card that was the task's until now */
  async #store(key: PersonKey, taskId: string, cardId: string): Promise<string | undefined> {
    const { result } = await changeState<string | undefined, RestoreState>(this.#ports.store, key, (state) => {
      const task = state?.task;
      if (state === undefined || task?.id !== taskId || task.cardId === cardId)
        return { kind: 'keep', result: undefined };
      return { kind: 'write', state: { ...state, task: { ...task, cardId } }, result: task.cardId };
    });
    return result;
  }
}
