/** A task's one card: posted by a command, taken over by a press, edited when the task ends. */
import { StorageUnavailableError, UpstreamError } from '../../core/errors.ts';
import { changeState, keep, readState, write } from '../../core/optimistic-update.ts';
import type { Address, PersonKey } from '../../core/person.ts';
import type { RestoreState } from '../model/restore.ts';
import type { RestorePorts } from '../ports.ts';
import type { RestoreReply, RestoreView, TaskView } from '../views.ts';
import type { TaskUpdate } from './task-update.ts';

type Ports = Pick<RestorePorts, 'store' | 'people' | 'announcer' | 'log'>;

/** A card that cannot be sent is logged. */
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
      const { cardId } = delivery;
      const former = new Set(update.formerCards).add((await this.#store(key, update.task.id, cardId)) ?? cardId);
      await this.editMoved(
        update,
        [...former].filter((other) => other !== cardId && other !== inUse),
      );
      return { kind: 'delivered', view };
    } catch (error) {
      // The first press on the card makes it the task's.
      if (error instanceof StorageUnavailableError) return { kind: 'delivered', view };
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ event: 'task-card-failed', error }, 'the card of a task could not be posted');
      return { kind: 'render', view };
    }
  }

  /** Says on former cards that the task continues elsewhere. */
  async editMoved({ asker: { address, key } }: TaskUpdate, cardIds: readonly string[]): Promise<void> {
    for (const cardId of cardIds) await this.edit(address, key, cardId, { kind: 'task-moved' });
  }

  async edit(address: Address, key: PersonKey, cardId: string, view: RestoreView): Promise<void> {
    const { announcer, log } = this.#ports;
    try {
      await announcer.edit(address, key, cardId, view);
    } catch (error) {
      log.warn({ event: 'task-card-failed', error }, 'the card of a task could not be edited');
    }
  }

  /** At the person's last known address. */
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
    const decide = (state: RestoreState | undefined) => {
      const task = state?.task;
      if (state === undefined || task?.id !== taskId || task.cardId === cardId)
        return keep<string | undefined>(undefined);
      return write({ ...state, task: { ...task, cardId } }, task.cardId);
    };
    return (await changeState(this.#ports.store, key, decide)).result;
  }
}
