/** The last steps before **Restore**: the options, the reason, and a summary of what will happen. */
import type { RestoreOptions } from '../../restore/model/catalog.ts';
import type { Cards, Of, Scene } from '../context.ts';
import { destructive, primary } from '../layout/buttons.ts';
import type { List } from '../layout/message.ts';
import { LIMITS, plain } from '../layout/plain-text.ts';
import { versionedTitle } from './entry-cards.ts';
import { choiceInput, MAX_LENGTHS, textInput, toggleInput, type Input } from './inputs.ts';
import { personName, taskButtons, taskCard } from './task-card.ts';

type Summary = Of<'task-summary'>;

/** Stands for whose data it is in the sentence, where it is shown in bold. */
const PLACEHOLDER = '\u0000';
const NAMES_SHOWN = 8;

export const confirmCards = {
  'task-options'(scene, view) {
    const { options: words } = scene.words.restore;
    const { task, options, items, folders, hasVersions } = view;
    const { workload } = options;
    const { press, back } = taskButtons(scene, task);
    return taskCard(scene, task, 'restoreForm', {
      title: words.title,
      text: [folders > 0 ? words.counted(items, folders) : words.items(items)],
      rows: optionInputs(scene, options, hasVersions).map((input) => [input]),
      notes: [workload === 'onedrive' && hasVersions && words.noAllVersions],
      buttons: [primary(press('continue', { kind: 'options', workload })), back('list')],
    });
  },

  'task-reason'(scene, { task, reason }) {
    const { title, intro, label, placeholder } = scene.words.restore.reason;
    const { press, back } = taskButtons(scene, task);
    return taskCard(scene, task, 'restoreForm', {
      title,
      text: [intro],
      rows: [[textInput('reason', label, MAX_LENGTHS.reason, reason, { placeholder, isMultiline: true })]],
      buttons: [primary(press('continue', { kind: 'reason' })), back('options')],
    });
  },

  'task-summary'(scene, view) {
    const { summary: words } = scene.words.restore;
    const { task, options, shown } = view;
    const { press, back } = taskButtons(scene, task);
    const restore = press('restore', { kind: 'restore', shown });
    const isExchange = options.workload === 'exchange';
    const overwrites = isExchange ? options.changedItems : options.documentAction === 'Overwrite';
    return taskCard(scene, task, 'restoreSummary', {
      title: words.title,
      sentence: sentence(scene, view),
      effects: effects(scene, options),
      warning: isExchange && !options.changedItems && !options.deletedItems ? words.nothing : '',
      facts: summaryFacts(scene, view),
      buttons: [overwrites ? destructive(restore) : primary(restore), back('reason')],
    });
  },
} satisfies Partial<Cards>;

function optionInputs(scene: Scene, options: RestoreOptions, hasVersions: boolean): readonly Input[] {
  const { options: words } = scene.words.restore;
  if (options.workload === 'exchange') {
    return [
      toggleInput('deletedItems', words.deletedItems, options.deletedItems),
      toggleInput('changedItems', words.changedItems, options.changedItems),
      toggleInput('markRestoredAsUnread', words.markRestoredAsUnread, options.markRestoredAsUnread),
      textInput('folder', words.folder, MAX_LENGTHS.folder, options.folder, { placeholder: words.folderPlaceholder }),
    ];
  }
  const actions = [
    { title: words.keep, value: 'Keep' },
    { title: words.overwrite, value: 'Overwrite' },
  ];
  return [
    choiceInput('documentAction', words.documentAction, actions, { style: 'expanded', value: options.documentAction }),
    ...(hasVersions ? [] : [toggleInput('allVersions', words.allVersions, options.allVersions)]),
  ];
}

function sentence(scene: Scene, { task: { scope }, items, options: { workload } }: Summary): readonly object[] {
  const { sentence: sentenceFor, whose } = scene.words.restore.summary;
  const [before = '', after = ''] = sentenceFor(items, PLACEHOLDER).split(PLACEHOLDER);
  const isOwn = scope === undefined || scope.own;
  return [
    { text: before, weight: 'Default' },
    { text: isOwn ? whose.own[workload] : whose.of[workload](personName(scene, scope.name)), weight: 'Bolder' },
    { text: after, weight: 'Default' },
  ].filter(({ text }) => text !== '');
}

function effects(scene: Scene, options: RestoreOptions): List<string> {
  const { summary: words } = scene.words.restore;
  if (options.workload === 'onedrive') {
    return [
      words.original,
      options.documentAction === 'Overwrite' ? words.overwrite : words.keep,
      options.allVersions && words.allVersions,
    ];
  }
  const folder = plain(options.folder, LIMITS.title);
  return [
    folder === '' ? words.original : words.folder(folder),
    words.missing[options.deletedItems ? 'yes' : 'no'],
    words.changed[options.changedItems ? 'yes' : 'no'],
    options.markRestoredAsUnread && words.unread,
  ];
}

function summaryFacts(scene: Scene, { containers, first, reason, items, options }: Summary): readonly object[] {
  const { summary: words, noName, noSubject } = scene.words.restore;
  const nameless = options.workload === 'onedrive' ? noName : noSubject;
  const targets = containers.map((name) => plain(name, LIMITS.title) || noName);
  const titles = first.map((item) => versionedTitle(scene, item, plain(item.title, LIMITS.title) || nameless));
  const shortened = (texts: readonly string[], total: number): readonly string[] => {
    const shown = texts.slice(0, NAMES_SHOWN);
    return shown.length > 0 && total > shown.length ? [...shown, '…'] : shown;
  };
  return [
    { label: words.writtenTo, texts: shortened(targets, targets.length) },
    { label: words.among, texts: shortened(titles, items) },
    { label: words.reason, texts: [plain(reason, LIMITS.reason)].filter((text) => text !== '') },
  ].filter(({ texts }) => texts.length > 0);
}
