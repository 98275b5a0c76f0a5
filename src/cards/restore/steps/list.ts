/** What was picked so far. */
import type { TaskView } from '../../../restore/views.ts';
import type { Button } from '../../layout/buttons.ts';
import { primary, taskButton } from '../../layout/buttons.ts';
import type { RenderedCard, Scene } from '../../context.ts';
import { entryRow, entryTitle, versionedTitle, type EntryRow } from './entry-rows.ts';
import { formatsFor } from '../../layout/formats.ts';
import { steps, taskCard } from '../frame.ts';

type View = Extract<TaskView, { kind: 'task-list' }>;

const PAGE = 10;

export function listCard(scene: Scene, view: View): RenderedCard {
  const { list: words } = scene.words.restore;
  const { task, entries, page, pages } = view;
  const isEmpty = task.listed === 0;
  const shown = { scene, task, formats: formatsFor(scene.context) };
  const title = isEmpty ? words.titleEmpty : words.title;
  return taskCard(
    scene,
    'restoreEntries',
    task,
    {
      title,
      summary: isEmpty ? undefined : scene.words.restore.labelled(title, scene.words.restore.listed(task.listed)),
      said: isEmpty ? [words.empty] : [],
      notes: entries.some(({ kind }) => kind === 'folder') ? [words.folders] : [],
      buttons: buttons(scene, view),
    },
    {
      entries: entries.map((entry, index): EntryRow => ({
        ...entryRow(shown, entry, page * PAGE + index + 1, {
          title: versionedTitle(scene, entry, entryTitle(scene, entry)),
        }),
        buttons: [],
      })),
      page: pages > 1 ? scene.words.restore.results.page(page + 1, pages) : '',
      paging: paging(scene, view),
    },
  );
}

function paging(scene: Scene, { task, page, pages }: View): readonly Button[] {
  const { buttons } = scene.words.restore;
  const to = (title: string, number: number): Button =>
    taskButton(scene, task.taskId, title, { kind: 'list-page', page: number });
  return [
    ...(page > 0 ? [to(buttons.previous, page - 1)] : []),
    ...(page + 1 < pages ? [to(buttons.next, page + 1)] : []),
  ];
}

function buttons(scene: Scene, { task }: View): readonly Button[] {
  const { buttons } = scene.words.restore;
  const { back, done } = steps(scene, task);
  if (task.listed === 0) {
    return [
      primary(taskButton(scene, task.taskId, buttons.search, { kind: 'go', to: 'search' })),
      taskButton(scene, task.taskId, buttons.browse, { kind: 'browse' }),
      done(),
    ];
  }
  return [
    primary(taskButton(scene, task.taskId, buttons.continue, { kind: 'choose-options' })),
    taskButton(scene, task.taskId, buttons.remove, { kind: 'remove' }),
    back('results'),
    done(),
  ];
}
