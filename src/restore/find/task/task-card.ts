/** The card of a task. */
import { showOnCard } from '../../../durable/live-card.ts';
import { changeState, keep, write, type Decided, type Loaded } from '../../../durable/record.ts';
import type { PersonKey } from '../../../core/person.ts';
import type { RestorePorts } from '../../state/ports.ts';
import type { RestoreState } from '../../state/restore.ts';
import type { TaskView } from '../../state/task-views.ts';
import type { TaskUpdate } from './task-update.ts';

type Ports = Pick<RestorePorts, 'announcer' | 'store'>;

/** @throws UpstreamError, StorageUnavailableError */
export const showTaskCard = (
  { announcer, store }: Ports,
  { asker, task }: TaskUpdate,
  view: TaskView,
): Promise<'shown' | 'unreachable'> =>
  showOnCard(announcer, { ...asker, cardId: task.cardId }, view, (cardId) =>
    storeTaskCard(store, asker.key, task.id, cardId),
  );

/** @param loaded replaces the first read @returns the card that was the task's until now */
export async function storeTaskCard(
  store: Ports['store'],
  key: PersonKey,
  taskId: string,
  cardId: string,
  loaded?: Loaded<RestoreState>,
): Promise<string | undefined> {
  const decide = (state: RestoreState | undefined): Decided<string | undefined, RestoreState> => {
    const task = state?.task;
    if (state === undefined || task?.id !== taskId || task.cardId === cardId) return keep(undefined);
    return write({ ...state, task: { ...task, cardId } }, task.cardId);
  };
  return (await changeState(store, key, decide, loaded)).result;
}
