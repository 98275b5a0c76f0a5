/** The form that builds a search. */
import type { Workload } from '../../../restore/model/catalog.ts';
import type { Form } from '../../../restore/model/task.ts';
import type { Of, RenderedCard, Scene } from '../../context.ts';
import { primary, taskButton } from '../../layout/buttons.ts';
import { TYPED_LIMITS } from '../../layout/limits.ts';
import { formCard, steps } from '../frame.ts';
import { dateInput, row, textInput, toggleInput, type Input, type Row } from '../inputs.ts';

type TypedField = Exclude<keyof Form, 'words' | 'after' | 'before' | 'hasAttachments'>;

/** The same in every language: criteria and operators are the service's. */
const EXAMPLES: Readonly<Record<Workload, readonly string[]>> = {
  exchange: ['from:"Anna Lee" AND hasattachments:true', 'subject:invoice NOT from:newsletter'],
  onedrive: ['filename:budget NOT filename:draft', 'filename:"annual report" OR title:forecast'],
};

export function searchCard(scene: Scene, { task, form }: Of<'task-search'>): RenderedCard {
  const { search: words, buttons } = scene.words.restore;
  const workload = task.workload ?? 'exchange';
  const { done, list } = steps(scene, task);
  return formCard(
    scene,
    task,
    {
      title: words.title,
      said: [words.intro],
      buttons: [
        primary(taskButton(scene, task.taskId, buttons.search, { kind: 'search' })),
        taskButton(scene, task.taskId, buttons.browse, { kind: 'browse' }),
        // What was deleted lately is in no latest backup.
        ...(task.remark?.code === 'nothing-found'
          ? [taskButton(scene, task.taskId, buttons.changePoint, { kind: 'go', to: 'point' })]
          : []),
        ...list(task.listed),
        done(),
      ],
    },
    rows(scene, workload, form),
    {
      expertsTitle: buttons.experts,
      experts: [
        { text: words.experts, font: 'Default' },
        ...EXAMPLES[workload].map((text) => ({ text, font: 'Monospace' })),
      ],
      changeable: true,
    },
  );
}

function rows(scene: Scene, workload: Workload, form: Form): readonly Row[] {
  const { search: words } = scene.words.restore;
  const typed = (id: TypedField): Input => textInput(id, words[id], { value: form[id], most: TYPED_LIMITS.field });
  const whole = textInput('words', words.words, {
    value: form.words,
    placeholder: words.wordsPlaceholder[workload],
    most: TYPED_LIMITS.words,
  });
  const days = row(
    dateInput('after', words.after, { value: form.after }),
    dateInput('before', words.before, { value: form.before }),
  );
  if (workload === 'onedrive') return [row(whole), row(typed('name'), typed('changedBy')), days];
  return [
    row(whole),
    row(typed('from'), typed('to')),
    row(typed('subject')),
    days,
    row(toggleInput('hasAttachments', words.hasAttachments, form.hasAttachments === true)),
  ];
}
