/** How it should come back: the options of the workload. */
import type { RestoreOptions } from '../../../restore/model/catalog.ts';
import type { TaskView } from '../../../restore/views.ts';
import { primary, taskButton } from '../../layout/buttons.ts';
import type { RenderedCard, Scene } from '../../context.ts';
import { choiceInput, row, textInput, toggleInput, type Row } from '../inputs.ts';
import { TYPED_LIMITS } from '../../layout/limits.ts';
import { steps, taskCard } from '../frame.ts';

type View = Extract<TaskView, { kind: 'task-options' }>;

export function optionsCard(scene: Scene, view: View): RenderedCard {
  const { options: words, buttons } = scene.words.restore;
  const { task, options, items, folders, hasVersions } = view;
  const { back, done } = steps(scene, task);
  return taskCard(
    scene,
    'restoreForm',
    task,
    {
      title: words.title,
      said: [folders > 0 ? words.counted(items, folders) : words.items(items)],
      notes: options.workload === 'onedrive' && hasVersions ? [words.noAllVersions] : [],
      buttons: [
        primary(taskButton(scene, task.taskId, buttons.continue, { kind: 'options', workload: options.workload })),
        back('list'),
        done(),
      ],
    },
    { rows: rows(scene, options, hasVersions), experts: [], expertsTitle: '' },
  );
}

function rows(scene: Scene, options: RestoreOptions, hasVersions: boolean): readonly Row[] {
  const { options: words } = scene.words.restore;
  if (options.workload === 'exchange') {
    return [
      row(toggleInput('deletedItems', words.deletedItems, options.deletedItems)),
      row(toggleInput('changedItems', words.changedItems, options.changedItems)),
      row(toggleInput('markRestoredAsUnread', words.markRestoredAsUnread, options.markRestoredAsUnread)),
      row(
        textInput('folder', words.folder, {
          value: options.folder,
          placeholder: words.folderPlaceholder,
          most: TYPED_LIMITS.folder,
        }),
      ),
    ];
  }
  return [
    row(
      choiceInput(
        'documentAction',
        words.documentAction,
        [
          { title: words.keep, value: 'Keep' },
          { title: words.overwrite, value: 'Overwrite' },
        ],
        { style: 'expanded', value: options.documentAction },
      ),
    ),
    ...(hasVersions ? [] : [row(toggleInput('allVersions', words.allVersions, options.allVersions))]),
  ];
}
