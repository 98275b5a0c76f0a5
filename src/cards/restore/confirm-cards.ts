/** The confirm card: what is restored, to where, with which options and why. **Restore** restores exactly that. */
import type { Remark } from '../../restore/model/task.ts';
import type { Cards, Of, Scene } from '../context.ts';
import { destructive, primary } from '../layout/buttons.ts';
import type { List } from '../layout/message.ts';
import { LIMITS, plain } from '../layout/plain-text.ts';
import { versionedTitle } from './entry-cards.ts';
import { choiceInput, MAX_LENGTHS, textInput, toggleInput, type Input } from './inputs.ts';
import { personName, remarkTexts, taskButtons, taskCard } from './task-card.ts';

type Summary = Of<'task-summary'>;

/** Stands for whose data it is in the sentence, where it is shown in bold. */
const PLACEHOLDER = '\u0000';
const NAMES_SHOWN = 8;

/** Said under the field that they are about. */
const FIELD_REMARKS: ReadonlySet<Remark['code']> = new Set(['folder-name', 'reason-missing', 'reason-pattern']);

export const confirmCards = {
  'task-summary'(scene, view) {
    const { confirm: words } = scene.words.restore;
    const { task, options, items, folders, hasVersions, shown } = view;
    const { press, back } = taskButtons(scene, task);
    const { workload } = options;
    const isAsking = task.remark?.code === 'overwrites';
    const isAboutField = task.remark !== undefined && FIELD_REMARKS.has(task.remark.code);
    return taskCard(scene, isAboutField ? { ...task, remark: undefined } : task, 'restoreSummary', {
      title: words.title,
      sentence: sentence(scene, view),
      counted: folders > 0 ? words.counted(items, folders) : '',
      facts: summaryFacts(scene, view),
      fields: [...optionFields(scene, view), reasonField(scene, view)],
      notes: [workload === 'onedrive' && hasVersions && words.noAllVersions],
      buttons: [
        isAsking
          ? destructive(press('overwrite', { kind: 'restore', shown, workload, overwrite: true }))
          : primary(press('restore', { kind: 'restore', shown, workload })),
        back(view.back),
      ],
    });
  },
} satisfies Partial<Cards>;

/** @param mistakes remarks about it */
function field(
  scene: Scene,
  { task: { remark } }: Summary,
  input: Input,
  consequence: string,
  ...mistakes: readonly Remark['code'][]
) {
  const mistake = remark !== undefined && mistakes.includes(remark.code) ? remarkTexts(scene, remark) : [];
  return { input, consequence, mistake };
}

function optionFields(scene: Scene, view: Summary): readonly object[] {
  const { confirm: words } = scene.words.restore;
  const { options, hasVersions, task } = view;
  const toggle = (
    name: 'deletedItems' | 'changedItems' | 'markRestoredAsUnread' | 'allVersions',
    isOn: boolean,
  ): object => field(scene, view, toggleInput(name, words[name].label, isOn), words[name].consequence);
  if (options.workload === 'exchange') {
    const { deletedItems, changedItems, markRestoredAsUnread } = options;
    const { label, consequence } = words.folder;
    // What was typed stays, to be corrected.
    const folder = task.remark?.code === 'folder-name' ? task.remark.typed : options.folder;
    const input = textInput('folder', label, MAX_LENGTHS.folder, folder, { placeholder: words.folderPlaceholder });
    return [
      toggle('deletedItems', deletedItems),
      toggle('changedItems', changedItems),
      toggle('markRestoredAsUnread', markRestoredAsUnread),
      field(scene, view, input, consequence, 'folder-name'),
    ];
  }
  const actions = [
    { title: words.keep, value: 'Keep' },
    { title: words.overwrite, value: 'Overwrite' },
  ];
  const { label, consequence } = words.documentAction;
  const choice = choiceInput('documentAction', label, actions, { style: 'expanded', value: options.documentAction });
  return [
    field(scene, view, choice, consequence),
    ...(hasVersions ? [] : [toggle('allVersions', options.allVersions)]),
  ];
}

function reasonField(scene: Scene, view: Summary): object {
  const { confirm: words } = scene.words.restore;
  const placeholder = words.reasonPlaceholder;
  const input = textInput('reason', words.reason, MAX_LENGTHS.reason, view.reason, { placeholder });
  const consequence = view.isReasonRequired ? words.reasonRequired : words.reasonOptional;
  return field(scene, view, input, consequence, 'reason-missing', 'reason-pattern');
}

function sentence(scene: Scene, { task: { scope }, items, options: { workload } }: Summary): readonly object[] {
  const { sentence: sentenceFor, whose } = scene.words.restore.confirm;
  const [before = '', after = ''] = sentenceFor(items, PLACEHOLDER).split(PLACEHOLDER);
  const isOwn = scope === undefined || scope.own;
  return [
    { text: before, weight: 'Default' },
    { text: isOwn ? whose.own[workload] : whose.of[workload](personName(scene, scope.name)), weight: 'Bolder' },
    { text: after, weight: 'Default' },
  ].filter(({ text }) => text !== '');
}

function summaryFacts(scene: Scene, { containers, first, items, options }: Summary): readonly object[] {
  const { confirm: words, noName, noSubject } = scene.words.restore;
  const nameless = options.workload === 'onedrive' ? noName : noSubject;
  const targets = containers.map((name) => plain(name, LIMITS.title) || noName);
  const titles = first.map((item) => versionedTitle(scene, item, plain(item.title, LIMITS.title) || nameless));
  const shortened = (texts: readonly string[], total: number): List<string> => {
    const shown = texts.slice(0, NAMES_SHOWN);
    return shown.length > 0 && total > shown.length ? [...shown, '…'] : shown;
  };
  return [
    { label: words.writtenTo, texts: shortened(targets, targets.length) },
    { label: words.among, texts: shortened(titles, items) },
  ].filter(({ texts }) => texts.length > 0);
}
