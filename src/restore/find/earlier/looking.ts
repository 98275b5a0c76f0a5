/** How a task changes while earlier backups are looked into. Pure. */
import type { Look } from '../../state/look.ts';
import type { Remark, Task } from '../../state/task.ts';
import { goTo, isLooking, withFirst, type TaskChange } from '../../state/task-transitions.ts';

type Looking = Task & { readonly look: Look };

/** Changes the task only while that look goes on: a press may have ended it. */
export const whileLooking =
  (lookId: string, change: (task: Looking) => Task): TaskChange =>
  (task) =>
    isLooking(task, lookId) ? change(task as Looking) : task;

/** To the results, or to the form where there are none. The look is kept until that was shown. */
export const ended = (lookId: string, remark?: Remark): TaskChange =>
  whileLooking(lookId, (task) => withFirst(remark)(goTo(task, 'results')));

/** Sessions are counted before they are opened. */
export const withOpening = (lookId: string, sessions: number, at: number): TaskChange =>
  whileLooking(lookId, (task) => {
    const { look } = task;
    return { ...task, look: { ...look, sessions: look.sessions + sessions, lookingAt: at } };
  });

export const withLooked = (lookId: string, looked: Look['looked'][number], change: TaskChange): TaskChange =>
  whileLooking(lookId, (task) => {
    const { look } = task;
    return { ...change(task), look: { ...look, looked: [...look.looked, looked], lookingAt: undefined } };
  });
