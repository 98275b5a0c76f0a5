/** The confirm card: what is restored, to where, with which options and why. **Restore** restores exactly that. */
import { MAX_REASON_LENGTH, type Remark } from '../../restore/state/task.ts';
import type { TaskButton } from '../../restore/state/presses.ts';
import type { OptionChoices, SummaryGroup, TaskFacts } from '../../restore/state/task-views.ts';
import { rulesOf } from '../../restore/backups/workloads/index.ts';
import type { Option } from '../../restore/backups/workloads/options.ts';
import type { Cards, Of, Scene } from '../layout/context.ts';
import { destructive, primary } from '../layout/buttons.ts';
import { withAddress } from '../layout/names.ts';
import { LIMITS, plain } from '../layout/plain-text.ts';
import type { OptionWords } from '../text/workload-words.ts';
import { SCOPE_DATASET } from '../layout/verbs.ts';
import { versionedTitle } from './entry-cards.ts';
import { scopeOptions } from './find-cards.ts';
import { choiceInput, dateInput, textInput, toggleInput, type Input } from './inputs.ts';
import { whoseText, workloadWordsOf } from './naming.ts';
import { remarkTexts } from './remark-texts.ts';
import { amountText, placeTexts, taskButtons, taskCard } from './task-card.ts';
import { policyOf } from '../../restore/access/kinds/policy.ts';

type Summary = Of<'task-summary'>;

/** Stands for whose data it is in the sentence, where it is shown in bold. */
const PLACEHOLDER = '\u0000';
const NAMES_SHOWN = 8;

/** Ask before something is destroyed. */
const ASKING: ReadonlySet<Remark['code']> = new Set(['overwrites', 'overwrites-whole', 'elsewhere']);
/** Shown below the field that they concern. */
const FIELD_REMARKS: ReadonlySet<Remark['code']> = new Set(['unfit-option', 'reason-missing', 'reason-pattern']);

export const confirmCards = {
  'task-summary'(scene, view) {
    const { confirm: words } = scene.words.restore;
    const { task, choices, folders, shown, groups } = view;
    const isOne = groups.length === 1;
    const { named, press, back, exported } = taskButtons(scene, task);
    const isAsking = task.remark !== undefined && ASKING.has(task.remark.code);
    const isElsewhere = task.remark?.code === 'elsewhere';
    const { fourEyes } = scene.words;
    const pressRestore = (
      title: 'restore' | 'overwrite' | 'elsewhere',
      sent: Extract<TaskButton, { kind: 'restore' }>,
    ) => (view.needsApproval ? named(fourEyes.ask, sent) : press(title, sent));
    // What is on the list is not all that is shown.
    const shownTask = { ...task, listed: 0, remark: isAboutField(task) ? undefined : task.remark };
    return taskCard(scene, shownTask, 'restoreSummary', {
      title: words.title,
      sentence: sentence(scene, view),
      about: [
        view.needsApproval && fourEyes.of.restore.asks,
        ...(folders > 0 ? [words.counted(amountText(scene, view), folders)] : []),
        ...choices.flatMap(({ workload, notes }) =>
          notes.map((note) => workloadWordsOf(scene, workload).notes[note] ?? note),
        ),
      ],
      facts: isOne ? groups.flatMap((group) => groupFacts(scene, group)) : [],
      groups: isOne ? [] : groups.map((group) => groupRow(scene, group)),
      places: isOne ? groups : [],
      fields: [
        ...choices.flatMap((one) => optionsOfKind(scene, view, one)),
        ...elsewhereField(scene, view),
        { ...reasonField(scene, view, recordedWhere(scene, view)), kind: '' },
      ],
      buttons: [
        isAsking
          ? destructive(
              pressRestore(isElsewhere ? 'elsewhere' : 'overwrite', { kind: 'restore', shown, overwrite: true }),
            )
          : primary(pressRestore('restore', { kind: 'restore', shown })),
        exported(shown),
        back(view.back),
      ],
    });
  },
  /** Of an export or a download, which has nothing to confirm but why. */
  'task-leave'(scene, view) {
    const { why } = scene.words.exports;
    const { task, leaving } = view;
    const { back, download, exported } = taskButtons(scene, { ...task, canExport: true });
    const leave = leaving.entry === undefined ? exported() : download(leaving.entry);
    const { fourEyes } = scene.words;
    const isAsked = task.fileNeedsApproval === true;
    const button = leave && (isAsked ? { ...leave, title: fourEyes.ask } : leave);
    return taskCard(scene, { ...task, remark: isAboutField(task) ? undefined : task.remark }, 'restoreSummary', {
      title: why[leaving.what],
      sentence: [{ text: plain(leaving.name, LIMITS.title) || scene.words.restore.noName, weight: 'Bolder' }],
      about: [isAsked && fourEyes.of.file.asks],
      facts: [],
      groups: [],
      fields: [{ ...reasonField(scene, view, why.recorded), kind: '' }],
      buttons: [button && primary(button), back(leaving.back)],
    });
  },
} satisfies Partial<Cards>;

const isAboutField = ({ remark }: Pick<TaskFacts, 'remark'>): boolean =>
  remark !== undefined && FIELD_REMARKS.has(remark.code);

/** @param isWrong whether the task's remark is about it */
function field(scene: Scene, { task }: Pick<Summary, 'task'>, input: Input, consequence: string, isWrong: boolean) {
  const { remark } = task;
  return { input, consequence, mistake: isWrong && remark !== undefined ? remarkTexts(scene, remark, task) : [] };
}

/** Of several kinds, the first option of each says which it is. */
function optionsOfKind(scene: Scene, view: Summary, choices: OptionChoices): readonly object[] {
  const kind = view.choices.length > 1 ? workloadWordsOf(scene, choices.workload).name : '';
  return optionFields(scene, view, choices).map((field, index) => ({ ...field, kind: index === 0 ? kind : '' }));
}

function optionFields(scene: Scene, view: Summary, { workload, offered, values }: OptionChoices): readonly object[] {
  const { remark } = view.task;
  const options = rulesOf(workload, view.task.access).options.filter(({ name }) => offered.includes(name));
  return options.map((option) => {
    const { name } = option;
    const words = workloadWordsOf(scene, workload).options[name] ?? { label: name, consequence: '' };
    const isWrong = remark?.code === 'unfit-option' && remark.option === name;
    // What was typed stays, to be corrected.
    const input = optionInput(option, words, isWrong ? remark.typed : values[name]);
    return field(scene, view, input, words.consequence, isWrong);
  });
}

function optionInput(option: Option, words: OptionWords, value: string | boolean | undefined): Input {
  const { name } = option;
  const { label, placeholder = '', choices = {} } = words;
  if (option.kind === 'toggle') return toggleInput(name, label, value === true);
  const text = typeof value === 'string' ? value : undefined;
  if (option.kind === 'text') return textInput(name, label, option.maxLength, text, { placeholder });
  if (option.kind === 'day') return dateInput(name, label, { value: text });
  const titled = option.choices.map((choice) => ({ title: choices[choice] ?? choice, value: choice }));
  return choiceInput(name, label, titled, { style: 'expanded', value: text });
}

/** The original place, or somebody on the list, whom type-ahead finds. */
function elsewhereField(scene: Scene, { elsewhere }: Summary): readonly object[] {
  if (elsewhere === undefined) return [];
  const { label, original, consequence } = scene.words.restore.administrators.elsewhere;
  const { chosen, likely = [] } = elsewhere;
  const somebody = scopeOptions(chosen === undefined ? likely : [chosen, ...likely], scene.context.locale);
  const input = choiceInput('elsewhere', label, [{ title: original, value: 'original' }, ...somebody], {
    style: 'filtered',
    value: chosen?.value ?? 'original',
    'choices.data': { type: 'Data.Query', dataset: SCOPE_DATASET },
  });
  return [{ input, consequence, mistake: [], kind: '' }];
}

function recordedWhere({ words }: Scene, { task, isReasonRequired }: Summary): string {
  const { reasonKept, reasonRequired, reasonOptional } = words.restore.confirm;
  if (!policyOf(task.access).isReasonRecorded) return reasonKept;
  return isReasonRequired ? reasonRequired : reasonOptional;
}

function reasonField(scene: Scene, view: Summary | Of<'task-leave'>, consequence: string): object {
  const { confirm: words } = scene.words.restore;
  const placeholder = words.reasonPlaceholder;
  const input = textInput('reason', words.reason, MAX_REASON_LENGTH, view.reason, { placeholder });
  const code = view.task.remark?.code;
  return field(scene, view, input, consequence, code === 'reason-missing' || code === 'reason-pattern');
}

/** Restore 12 items from **Noor's mailbox**; or in all, with several groups. */
function sentence(scene: Scene, { groups, ...amount }: Summary): readonly object[] {
  const { confirm: words } = scene.words.restore;
  const [only, ...others] = groups;
  if (only === undefined || others.length > 0)
    return [{ text: words.several(amountText(scene, amount), groups.length), weight: 'Default' }];
  return groupSentence(scene, only);
}

function groupSentence(scene: Scene, { scope, workload, ...amount }: SummaryGroup): readonly object[] {
  const what = amountText(scene, amount);
  const [before = '', after = ''] = scene.words.restore.confirm.sentence(what, PLACEHOLDER).split(PLACEHOLDER);
  const { from } = workloadWordsOf(scene, workload);
  return [
    { text: before, weight: 'Default' },
    { text: whoseText(scene, from, scope), weight: 'Bolder' },
    { text: after, weight: 'Default' },
  ].filter(({ text }) => text !== '');
}

/** Of one of several: what and how many, as of when, where to, in few lines. */
function groupRow(scene: Scene, group: SummaryGroup): object {
  const { labelled } = scene.words.restore;
  const texts = groupFacts(scene, group).map(({ label, texts: list }) => labelled(label, list.join(', ')));
  return { ...placeTexts(scene, group), items: ` · ${amountText(scene, group)}`, under: texts };
}

function groupFacts(scene: Scene, { workload, containers, first, items, wholes, target }: SummaryGroup) {
  const { confirm: words, noName } = scene.words.restore;
  const nameless = workloadWordsOf(scene, workload).untitled;
  const targets = (target === undefined ? containers : [target]).map(
    ({ name, detail }) => withAddress(plain(name, LIMITS.title), plain(detail, LIMITS.address)) || noName,
  );
  const titles = first.map((item) => versionedTitle(scene, item, plain(item.title, LIMITS.title) || nameless));
  const shortened = (texts: readonly string[], total: number): readonly string[] => {
    const shown = texts.slice(0, NAMES_SHOWN);
    return shown.length > 0 && total > shown.length ? [...shown, '…'] : shown;
  };
  return [
    { label: words.writtenTo, texts: shortened(targets, targets.length) },
    {
      label: words.among,
      texts: shortened(
        titles,
        wholes.reduce((sum, { count }) => sum + count, items),
      ),
    },
  ].filter(({ texts }) => texts.length > 0);
}
