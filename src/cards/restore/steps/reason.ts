/** Why it is restored; may stay empty. */
import type { TaskView } from '../../../restore/views.ts';
import { primary, taskButton } from '../../layout/buttons.ts';
import type { RenderedCard, Scene } from '../../context.ts';
import { row, textInput } from '../inputs.ts';
import { TYPED_LIMITS } from '../../layout/limits.ts';
import { steps, taskCard } from '../frame.ts';

export function reasonCard(scene: Scene, { task, reason }: Extract<TaskView, { kind: 'task-reason' }>): RenderedCard {
  const { reason: words, buttons } = scene.words.restore;
  const { back, done } = steps(scene, task);
  return taskCard(
    scene,
    'restoreForm',
    task,
    {
      title: words.title,
      said: [words.intro],
      buttons: [primary(taskButton(scene, task.taskId, buttons.continue, { kind: 'reason' })), back('options'), done()],
    },
    {
      rows: [
        row(
          textInput('reason', words.label, {
            value: reason,
            placeholder: words.placeholder,
            most: TYPED_LIMITS.reason,
            lines: 'several',
          }),
        ),
      ],
      experts: [],
      expertsTitle: '',
    },
  );
}
