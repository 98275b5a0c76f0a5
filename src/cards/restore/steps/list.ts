/** What was picked so far. */
import type { Of, RenderedCard, Scene } from '../../context.ts';
import { primary, taskButton, type Button } from '../../layout/buttons.ts';
import { formatsFor } from '../../layout/formats.ts';
import { pagingButtons, steps, taskCard } from '../frame.ts';
import { entryRow, entryTitle, versionedTitle, type EntryRow } from './entry-rows.ts';

type View = Of<'task-list'>;

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
      paging: pagingButtons(scene, view, (to, number) =>
        taskButton(scene, task.taskId, to, { kind: 'list-page', page: number }),
      ),
    },
  );
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
