/** Mail or files. */
import type { Workload } from '../../../restore/model/catalog.ts';
import type { Of, RenderedCard, Scene } from '../../context.ts';
import { primary, taskButton } from '../../layout/buttons.ts';
import { steps, taskCard } from '../frame.ts';

const WORKLOADS: readonly Workload[] = ['exchange', 'onedrive'];

export function workloadCard(scene: Scene, { task }: Of<'task-workload'>): RenderedCard {
  const { workload: words } = scene.words.restore;
  const { back, done } = steps(scene, task);
  return taskCard(
    scene,
    'restoreWorkload',
    task,
    { title: words.title, buttons: [...(task.isOperator ? [back('scope')] : []), done()] },
    {
      workloads: WORKLOADS.map((workload) => ({
        about: words[workload].about,
        buttons: [primary(taskButton(scene, task.taskId, words[workload].name, { kind: 'workload', workload }))],
      })),
    },
  );
}
