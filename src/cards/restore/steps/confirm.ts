/** The last steps before **Restore**: the options, the reason, and what is going to happen. */
import type { RestoreOptions } from '../../../restore/model/catalog.ts';
import type { ScopeFacts } from '../../../restore/views.ts';
import type { Of, RenderedCard, Scene } from '../../context.ts';
import { destructive, primary, taskButton } from '../../layout/buttons.ts';
import { plain } from '../../layout/escape.ts';
import { RESTORE_LIMITS, TYPED_LIMITS } from '../../layout/limits.ts';
import { lines } from '../../layout/message.ts';
import { formCard, personName, steps, taskCard } from '../frame.ts';
import { choiceInput, row, textInput, toggleInput, type Row } from '../inputs.ts';
import { versionedTitle } from './entry-rows.ts';

type View = Of<'task-summary'>;

/** Stands for whose data it is in the sentence, to be shown in bold there. */
const WHOSE = '\u0000';
/** Names read at a glance. */
const NAMES_SHOWN = 8;

export function optionsCard(scene: Scene, view: Of<'task-options'>): RenderedCard {
  const { options: words, buttons } = scene.words.restore;
  const { task, options, items, folders, hasVersions } = view;
  const { back, done } = steps(scene, task);
  return formCard(
    scene,
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
    optionRows(scene, options, hasVersions),
  );
}

function optionRows(scene: Scene, options: RestoreOptions, hasVersions: boolean): readonly Row[] {
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

export function reasonCard(scene: Scene, { task, reason }: Of<'task-reason'>): RenderedCard {
  const { reason: words, buttons } = scene.words.restore;
  const { back, done } = steps(scene, task);
  return formCard(
    scene,
    task,
    {
      title: words.title,
      said: [words.intro],
      buttons: [primary(taskButton(scene, task.taskId, buttons.continue, { kind: 'reason' })), back('options'), done()],
    },
    [
      row(
        textInput('reason', words.label, {
          value: reason,
          placeholder: words.placeholder,
          most: TYPED_LIMITS.reason,
          lines: 'several',
        }),
      ),
    ],
  );
}

/** What **Restore** is going to do, in sentences. */
export function summaryCard(scene: Scene, view: View): RenderedCard {
  const { summary: words, buttons } = scene.words.restore;
  const { task, options } = view;
  const { back, done } = steps(scene, task);
  const restore = taskButton(scene, task.taskId, buttons.restore, { kind: 'restore' });
  return taskCard(
    scene,
    'restoreSummary',
    task,
    {
      title: words.title,
      buttons: [overwrites(options) ? destructive(restore) : primary(restore), back('reason'), done()],
    },
    {
      sentence: sentence(scene, view),
      effects: lines(effects(scene, options)),
      warning: doesNothing(options) ? words.nothing : '',
      facts: facts(scene, view),
    },
  );
}

/** Whether something that is there now may be lost. */
function overwrites(options: RestoreOptions): boolean {
  return options.workload === 'exchange' ? options.changedItems : options.documentAction === 'Overwrite';
}

function doesNothing(options: RestoreOptions): boolean {
  return options.workload === 'exchange' && !options.changedItems && !options.deletedItems;
}

function sentence(scene: Scene, { task, items, options }: View): readonly object[] {
  const { sentence: said } = scene.words.restore.summary;
  const [before = '', after = ''] = said(items, WHOSE).split(WHOSE);
  return [
    { text: before, weight: 'Default' },
    { text: whose(scene, task.scope, options.workload), weight: 'Bolder' },
    { text: after, weight: 'Default' },
  ].filter(({ text }) => text !== '');
}

function whose(scene: Scene, scope: ScopeFacts | undefined, workload: RestoreOptions['workload']): string {
  const { whose: words } = scene.words.restore.summary;
  if (scope === undefined || scope.own) return words.own[workload];
  return words.of[workload](personName(scene, scope.name));
}

/** What becomes of what is there now. */
function effects(scene: Scene, options: RestoreOptions): readonly string[] {
  const { summary: words } = scene.words.restore;
  if (options.workload === 'onedrive') {
    return [
      words.original,
      options.documentAction === 'Overwrite' ? words.overwrite : words.keep,
      ...(options.allVersions ? [words.allVersions] : []),
    ];
  }
  const folder = plain(options.folder ?? '', RESTORE_LIMITS.title);
  return [
    folder === '' ? words.original : words.folder(folder),
    words.missing[options.deletedItems ? 'yes' : 'no'],
    words.changed[options.changedItems ? 'yes' : 'no'],
    ...(options.markRestoredAsUnread ? [words.unread] : []),
  ];
}

function facts(scene: Scene, { containers, first, reason, items, options }: View): readonly object[] {
  const { summary: words, noName, noSubject } = scene.words.restore;
  const nameless = options.workload === 'onedrive' ? noName : noSubject;
  const written = containers.slice(0, NAMES_SHOWN).map((name) => plain(name, RESTORE_LIMITS.title) || noName);
  const among = first
    .slice(0, NAMES_SHOWN)
    .map((item) => versionedTitle(scene, item, plain(item.title, RESTORE_LIMITS.title) || nameless));
  const why = plain(reason ?? '', RESTORE_LIMITS.reason);
  return [
    { label: words.writtenTo, texts: [...written, ...(containers.length > written.length ? ['…'] : [])] },
    { label: words.among, texts: [...among, ...(items > among.length ? ['…'] : [])] },
    { label: words.reason, texts: why === '' ? [] : [why] },
  ]
    .filter(({ texts }) => texts.some((text) => text !== '…'))
    .map(({ label, texts }) => ({ label, texts: lines(texts) }));
}
