/** What a search found, or what lies in a folder: ten a page. */
import type { Form, Location } from '../../../restore/model/task.ts';
import type { Of, RenderedCard, Scene } from '../../context.ts';
import { taskButton, type Button } from '../../layout/buttons.ts';
import { plain } from '../../layout/escape.ts';
import { formatsFor } from '../../layout/formats.ts';
import { RESTORE_LIMITS } from '../../layout/limits.ts';
import { pagingButtons, steps, taskCard } from '../frame.ts';
import { containerRow, entryRow, type EntryRow } from './entry-rows.ts';

type View = Of<'task-results'>;

const PAGE = 10;

export function resultsCard(scene: Scene, view: View): RenderedCard {
  const { results: words } = scene.words.restore;
  const { task, source, found, tooMany } = view;
  const entries = rows(scene, view);
  const about = source === 'search' ? lookedFor(scene, view.form) : path(view.location);
  return taskCard(
    scene,
    'restoreEntries',
    task,
    {
      title: title(scene, view),
      summary:
        view.containers === undefined
          ? scene.words.restore.labelled(title(scene, view), words.found(found))
          : undefined,
      said: [
        ...(about === '' ? [] : [about]),
        ...(tooMany ? [words.tooMany] : []),
        ...(entries.length === 0 && task.remark === undefined ? [words.nothing] : []),
      ],
      notes: view.pages > 1 && entries.length > 0 ? [words.tickedIsAdded] : [],
      buttons: buttons(scene, view),
    },
    { entries, page: pageWords(scene, view), paging: paging(scene, view) },
    true,
  );
}

function title({ words: { restore } }: Scene, { containers, source, task }: View): string {
  if (containers !== undefined) return restore.results.titleContainers[task.workload ?? 'exchange'];
  return source === 'search' ? restore.results.titleSearch : restore.results.titleFolder;
}

function rows(scene: Scene, { task, containers, entries, listed, page }: View): readonly EntryRow[] {
  if (containers !== undefined) {
    return containers.map((container, index) => containerRow({ scene, task }, container, index + 1));
  }
  const onList = new Set(listed);
  const shown = { scene, task, formats: formatsFor(scene.context) };
  return entries.map((entry, index) =>
    entryRow(shown, entry, page * PAGE + index + 1, { listed: onList.has(entry.key) }),
  );
}

/** What the search was for, label by label. */
function lookedFor(scene: Scene, form: Form = {}): string {
  const { search: labels, labelled } = scene.words.restore;
  const formats = formatsFor(scene.context);
  const said = (label: string, value: string | undefined): string => {
    const shown = plain(value ?? '', RESTORE_LIMITS.path);
    return shown === '' ? '' : labelled(label, shown);
  };
  const day = (value: string | undefined): string | undefined => (value === undefined ? undefined : formats.day(value));
  return [
    said(labels.words, form.words),
    said(labels.from, form.from),
    said(labels.to, form.to),
    said(labels.subject, form.subject),
    said(labels.name, form.name),
    said(labels.changedBy, form.changedBy),
    said(labels.after, day(form.after)),
    said(labels.before, day(form.before)),
    form.hasAttachments === true ? labels.hasAttachments : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** Mailbox › Inbox › Projects; of a deep one the innermost folders. */
function path(location: Location | undefined): string {
  if (location === undefined) return '';
  const names = [location.containerName, ...location.folders.slice(-3).map(({ name }) => name)];
  const shown = names.map((name) => plain(name, RESTORE_LIMITS.person) || '–');
  if (location.folders.length > 3) shown.splice(1, 0, '…');
  return shown.join(' › ');
}

function pageWords(scene: Scene, { containers, page, pages, found, entries, tooMany }: View): string {
  const { results } = scene.words.restore;
  if (containers !== undefined || entries.length === 0) return '';
  // How many there are in all nobody knows then.
  if (tooMany) return results.page(page + 1, pages);
  return pages > 1 ? `${results.page(page + 1, pages)} · ${results.found(found)}` : results.found(found);
}

function paging(scene: Scene, view: View): readonly Button[] {
  const { task, source, containers } = view;
  const up = taskButton(scene, task.taskId, scene.words.restore.buttons.up, { kind: 'up' });
  return [
    ...(source === 'folder' && containers === undefined ? [up] : []),
    ...pagingButtons(scene, view, (title, page) => taskButton(scene, task.taskId, title, { kind: 'page', page })),
  ];
}

function buttons(scene: Scene, view: View): readonly Button[] {
  const { buttons } = scene.words.restore;
  const { task, source, entries, listed } = view;
  const { add, done, list } = steps(scene, task);
  const pickable = entries.some(({ key }) => !listed.includes(key));
  return [
    ...(pickable ? [add()] : []),
    ...list(task.listed),
    taskButton(scene, task.taskId, source === 'search' ? buttons.narrow : buttons.search, { kind: 'go', to: 'search' }),
    ...(source === 'search' ? [taskButton(scene, task.taskId, buttons.browse, { kind: 'browse' })] : []),
    done(),
  ];
}
