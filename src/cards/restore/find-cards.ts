/** The steps that choose where to search and for what: whose data, which, as of when, and the search form. */
import type { Workload } from '../../restore/model/catalog.ts';
import type { Form } from '../../restore/model/task.ts';
import type { ScopeChoice } from '../../restore/views.ts';
import type { Cards, Scene } from '../context.ts';
import { primary } from '../layout/buttons.ts';
import { fitting, LIMITS, plain } from '../layout/plain-text.ts';
import { wordsFor } from '../text/index.ts';
import { SCOPE_DATASET } from '../verbs.ts';
import { choiceInput, dateInput, MAX_LENGTHS, textInput, toggleInput, type Input, type Option } from './inputs.ts';
import { taskButtons, taskCard } from './task-card.ts';

const POINTS_BYTES = 14_000;
const WORKLOADS: readonly Workload[] = ['exchange', 'onedrive'];
/** The same in every language: criteria and operators are the service's. */
const EXAMPLES: Readonly<Record<Workload, readonly string[]>> = {
  exchange: ['from:"Anna Lee" AND hasattachments:true', 'subject:invoice NOT from:newsletter'],
  onedrive: ['filename:budget NOT filename:draft', 'filename:"annual report" OR title:forecast'],
};

export const findCards = {
  'task-scope'(scene, view) {
    const { scope: words } = scene.words.restore;
    const { task, choices, all, sites, teams } = view;
    const typed = plain(view.typed, LIMITS.name);
    const options = scopeOptions(choices, scene.context.locale);
    const people = choices.filter(({ value }) => value !== 'own').length;
    const input = choiceInput('scope', words.label, options, {
      style: 'filtered',
      placeholder: words.placeholder,
      'choices.data': { type: 'Data.Query', dataset: SCOPE_DATASET },
      value: options.length === 1 ? options[0]?.value : undefined,
    });
    return taskCard(scene, task, 'restoreForm', {
      title: words.title,
      text: [words.intro, typed !== '' && words.typed(typed)],
      rows: [[input]],
      notes: [people < all && words.more(people, all), sites + teams > 0 && words.notYet(sites, teams), words.tip],
      buttons: [primary(taskButtons(scene, task).press('continue', { kind: 'scope' }))],
    });
  },

  'task-workload'(scene, { task }) {
    const { workload: words } = scene.words.restore;
    const { named, back } = taskButtons(scene, task);
    return taskCard(scene, task, 'restoreWorkload', {
      title: words.title,
      workloads: WORKLOADS.map((workload) => ({
        about: words[workload].about,
        button: primary(named(words[workload].name, { kind: 'workload', workload })),
      })),
      buttons: [task.isOperator && back('scope')],
    });
  },

  /** The latest backup, one of a list, a day, or words such as "before 1 March". */
  'task-point'(scene, view) {
    const { point: words } = scene.words.restore;
    const { isoDay, moment, momentOfWeek } = scene.formats;
    const { task, days, latestAt, firstAt } = view;
    const { press, back } = taskButtons(scene, task);
    const optionsByDay = days.map(({ points }) =>
      points.map(({ id, backupTime }) => ({ title: momentOfWeek(backupTime), value: id })),
    );
    const shownDays = fitting(optionsByDay, POINTS_BYTES);
    const latest = latestAt === undefined ? words.latest : words.latestAt(moment(latestAt));
    const options = [{ title: latest, value: 'latest' }, ...shownDays.flat()];
    const chosen = task.point?.kind === 'at' ? task.point.id : 'latest';
    const isListed = options.some(({ value }) => value === chosen);
    const dayOf = (at: number | undefined): string | undefined => (at === undefined ? undefined : isoDay(at));
    const earlierDays = view.moreDays + days.length - shownDays.length;
    return taskCard(scene, task, 'restoreForm', {
      title: words.title,
      text: [words.intro, days.length === 0 && latestAt === undefined && words.none],
      rows: [
        [choiceInput('point', words.label, options, { style: 'compact', value: isListed ? chosen : 'latest' })],
        [dateInput('day', words.day, { min: dayOf(firstAt), max: dayOf(latestAt) })],
        [textInput('pointWords', words.words, MAX_LENGTHS.field, '', { placeholder: words.wordsPlaceholder })],
        [toggleInput('showDeleted', words.showDeleted, view.showDeleted)],
      ],
      notes: [earlierDays > 0 && words.more(earlierDays), firstAt !== undefined && words.first(moment(firstAt))],
      buttons: [primary(press('continue', { kind: 'point' })), back('workload')],
    });
  },

  'task-search'(scene, { task, form }) {
    const { search: words, buttons: titles } = scene.words.restore;
    const { workload = 'exchange' } = task;
    const { press, go, list, changes } = taskButtons(scene, task);
    return taskCard(scene, task, 'restoreForm', {
      title: words.title,
      text: [words.intro],
      changes,
      rows: searchRows(scene, workload, form),
      expertsTitle: titles.experts,
      experts: [
        { text: words.experts, font: 'Default' },
        ...EXAMPLES[workload].map((text) => ({ text, font: 'Monospace' })),
      ],
      buttons: [
        primary(press('search', { kind: 'search' })),
        press('browse', { kind: 'browse' }),
        // Items that were deleted recently are not in the latest backup.
        task.remark?.code === 'nothing-found' && go('changePoint', 'point'),
        list,
      ],
    });
  },
} satisfies Partial<Cards>;

/** Choices as the picker and its type-ahead show them. */
export function scopeOptions(choices: readonly ScopeChoice[], locale: string | undefined): readonly Option[] {
  const { you } = wordsFor(locale).restore.scope;
  return choices.map(({ value, name, detail }) => {
    if (value === 'own') return { title: you, value };
    const [shown, address] = [plain(name, LIMITS.choice), plain(detail, LIMITS.choice)];
    return { title: shown === '' || address === '' ? shown || address || value : `${shown} (${address})`, value };
  });
}

function searchRows(scene: Scene, workload: Workload, form: Form): readonly (readonly Input[])[] {
  const { search: words } = scene.words.restore;
  const field = (id: 'from' | 'to' | 'subject' | 'name' | 'changedBy'): Input =>
    textInput(id, words[id], MAX_LENGTHS.field, form[id]);
  const keywords = textInput('words', words.words, MAX_LENGTHS.words, form.words, {
    placeholder: words.wordsPlaceholder[workload],
  });
  const days = [
    dateInput('after', words.after, { value: form.after }),
    dateInput('before', words.before, { value: form.before }),
  ];
  if (workload === 'onedrive') return [[keywords], [field('name'), field('changedBy')], days];
  return [
    [keywords],
    [field('from'), field('to')],
    [field('subject')],
    days,
    [toggleInput('hasAttachments', words.hasAttachments, form.hasAttachments)],
  ];
}
