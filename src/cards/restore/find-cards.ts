/** The form that says whose data is searched, which, as of when and for what; and the restore points to choose from. */
import type { Form } from '../../restore/backups/entries/form.ts';
import type { Remark } from '../../restore/state/task.ts';
import type { DayOfPoints, ScopeChoice } from '../../restore/state/task-views.ts';
import { DEFAULT_WORKLOAD, rulesOf } from '../../restore/backups/workloads/index.ts';
import type { Cards, Of, Scene } from '../layout/context.ts';
import { primary, type Button } from '../layout/buttons.ts';
import { shownNames, withAddress } from '../layout/names.ts';
import { fitting, LIMITS, plain } from '../layout/plain-text.ts';
import type { Words } from '../text/en/common.ts';
import { wordsFor } from '../text/index.ts';
import { SCOPE_DATASET } from '../layout/verbs.ts';
import { searchedFor } from './entry-cards.ts';
import { choiceInput, dateInput, MAX_LENGTHS, textInput, toggleInput, type Input, type Option } from './inputs.ts';
import { backupTime, workloadWordsOf } from './naming.ts';
import { onlyIn, taskButtons, taskCard } from './task-card.ts';
import { policyOf } from '../../restore/access/kinds/policy.ts';

type PointFacts = DayOfPoints['points'][number];

const POINTS_BYTES = 14_000;
/** What an earlier backup may have. */
const OFFERS_EARLIER: ReadonlySet<Remark['code'] | undefined> = new Set(['nothing-found', 'place-absent'] as const);

export const findCards = {
  /** The latest backup, one of a list, a day, or words such as "before 1 March". */
  'task-point'(scene, view) {
    const { point: words, administrators } = scene.words.restore;
    const { isoDay, day: dayText, moment, momentOfWeek } = scene.formats;
    const { task, days, latestAt, firstAt, isAssumed } = view;
    const { press, back } = taskButtons(scene, task);
    const optionOf = (day: string, { id, backupTime }: PointFacts, isEndOfDay = isAssumed): Option => ({
      title: isEndOfDay === true ? administrators.endOf(dayText(day)) : momentOfWeek(backupTime),
      value: id,
    });
    const optionsByDay = days.map(({ day, points }) => points.map((point) => optionOf(day, point)));
    const shownDays = fitting(optionsByDay, POINTS_BYTES);
    const latest = latestAt === undefined || isAssumed === true ? words.latest : words.latestAt(moment(latestAt));
    const listed = [{ title: latest, value: 'latest' }, ...shownDays.flat()];
    const chosen = task.point?.kind === 'at' ? task.point : undefined;
    // Another one in its place would be chosen by **Continue**.
    const isListed = chosen === undefined || listed.some(({ value }) => value === chosen.id);
    const options = isListed ? listed : [...listed, optionOf(chosen.id, chosen, chosen.isAssumed ?? false)];
    const dayOf = (at: number | undefined): string | undefined => (at === undefined ? undefined : isoDay(at));
    const earlierDays = view.moreDays + days.length - shownDays.length;
    return taskCard(scene, task, 'restoreForm', {
      title: words.title,
      text: [
        isAssumed === true ? administrators.assumed : words.intro,
        days.length === 0 && latestAt === undefined && words.none,
      ],
      rows: [
        [choiceInput('point', words.label, options, { style: 'compact', value: chosen?.id ?? 'latest' })],
        [dateInput('day', words.day, { min: dayOf(firstAt), max: dayOf(latestAt) })],
        [textInput('pointWords', words.words, MAX_LENGTHS.field, '', { placeholder: words.wordsPlaceholder })],
        [toggleInput('showDeleted', words.showDeleted, view.showDeleted)],
      ],
      notes: [
        earlierDays > 0 && isAssumed !== true && words.more(earlierDays),
        firstAt !== undefined && isAssumed !== true && words.first(moment(firstAt)),
      ],
      buttons: [primary(press('continue', { kind: 'point' })), back('search')],
    });
  },

  /** While earlier backups are looked into. */
  'task-earlier'(scene, { task, at, isAssumed, ofDeleted, comparedWith, seenAt, sessions, maxSessions }) {
    const { earlier: words, missing } = scene.words.restore;
    const moment = backupTime(scene, isAssumed);
    const { press } = taskButtons(scene, task);
    const isComparison = comparedWith !== undefined;
    const ofDeletedItems = isComparison ? missing.comparingDeleted(moment(comparedWith)) : words.deleted;
    const looking = (into: number): string =>
      isComparison ? missing.comparing(moment(into), moment(comparedWith)) : words.looking(moment(into));
    const where = ofDeleted ? ofDeletedItems : at !== undefined && looking(at);
    return taskCard(scene, task, 'restoreForm', {
      title: isComparison ? missing.title : words.title,
      text: [where, seenAt !== undefined && words.seen(moment(seenAt))],
      rows: [],
      notes: [words.count(Math.max(1, sessions), maxSessions)],
      buttons: [press('stop', { kind: 'go', to: 'results' })],
    });
  },

  /** Everything that a search needs on one card; what a line has said already is filled in. */
  'task-search'(scene, view) {
    const { scope: scopes, search: words, buttons: titles, administrators } = scene.words.restore;
    const { task, choices, likely } = view;
    const { named, press, list } = taskButtons(scene, task);
    // It may be as well elsewhere as before: the form can wait.
    const isNothing = OFFERS_EARLIER.has(task.remark?.code);
    const names = shownNames([...likely, ...choices].map((choice) => titled(scene.words, choice)));
    const filters = filterRows(scene, view.form, view.showDeleted);
    const [search, backups] = [
      press('search', { kind: 'search' }),
      press('backups', { kind: 'search', next: 'points' }),
    ];
    return taskCard(scene, task, 'restoreForm', {
      title: task.scope === undefined ? scopes.title : words.title,
      // It says that keywords are enough, which is wrong where a person has to be chosen.
      text: [
        isNothing && (searchedFor(scene, view.form) || false),
        !isNothing && task.remark?.code !== 'whose-data' && view.isElsewhere !== true && words.intro,
        view.isElsewhere === true && administrators.otherBackup,
        onlyIn(scene, view.within),
      ],
      isFormHidden: isNothing,
      changeTitle: titles.change,
      mostInView: isNothing ? 2 : undefined,
      rows: formRows(scene, view),
      likely: [
        ...likely.map((choice, index) => named(names[index] ?? '', { kind: 'search', scope: choice.value })),
        ...(isNothing ? [] : everywhere(scene, view)),
      ],
      experts: [
        { text: words.experts, font: 'Default' },
        ...rulesOf(task.workload ?? DEFAULT_WORKLOAD).examples.map((text) => ({ text, font: 'Monospace' })),
      ],
      expertsTitle: titles.experts,
      filters,
      isFiltered: filters.some((row) => row.some(({ value }) => ![undefined, 'false'].includes(value as string))),
      notes: [
        view.isOpening === true && administrators.opening,
        !isNothing && workloadWordsOf(scene, task.workload ?? task.kinds[0], task.access).hint,
        ...(isNothing ? [] : countNotes(scene, view)),
      ],
      formButtons: isNothing ? [primary(search)] : [],
      buttons: isNothing
        ? [primary(press('earlier', { kind: 'look-back' }))]
        : view.isElsewhere === true
          ? [primary(backups), search]
          : [primary(search)],
      others: [
        ...(isNothing ? [...everywhere(scene, view), press('missing', { kind: 'missing' })] : []),
        list,
        press('browse', { kind: 'search', next: 'browse' }),
        view.isElsewhere !== true && backups,
      ],
    });
  },
} satisfies Partial<Cards>;

/** **Search everywhere**: no longer only in one place; an administrator's, not only in one person's data. */
function everywhere(scene: Scene, { task, within, chosen }: Of<'task-search'>): readonly Button[] {
  const { press } = taskButtons(scene, task);
  if (within !== undefined) return [press('everywhere', { kind: 'search', everywhere: true })];
  if (!policyOf(task.access).isOrganizationWide || chosen === 'organization') return [];
  return [press('everywhere', { kind: 'search', scope: 'organization' })];
}

/** Choices as the picker and its type-ahead show them. */
export function scopeOptions(choices: readonly ScopeChoice[], locale: string | undefined): readonly Option[] {
  const words = wordsFor(locale);
  return choices.map((choice) => {
    const { name, address } = titled(words, choice);
    const { scope, administrators } = words.restore;
    const fixed = new Map([
      ['own', scope.you],
      ['organization', administrators.everybody],
    ]);
    return { title: fixed.get(choice.value) ?? (withAddress(name, address) || choice.value), value: choice.value };
  });
}

/** The type behind the names of sites and teams: most are people. What has no name is called by its address. */
function titled({ restore }: Words, { type = 'User', isArchive, ...choice }: ScopeChoice) {
  const address = plain(choice.detail, LIMITS.choice);
  const primary = plain(choice.name, LIMITS.choice) || address;
  const name = isArchive === true ? restore.administrators.archive(primary) : primary;
  if (name === '' || type === 'User') return { name, address };
  return { name: `${name} · ${restore.scope.types[type]}`, address: name === address ? '' : address };
}

/** How many there are, and how to see only some of them, where the picker does not show all. */
function countNotes({ words, formats }: Scene, { choices, counts }: Of<'task-search'>): readonly string[] {
  const { counted, more, narrow } = words.restore.scope;
  const shown = choices.filter(({ value }) => value !== 'own' && value !== 'organization').length;
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  if (shown === 0 || shown >= all) return [];
  const parts = counts.map(({ type, count }) => counted[type](count));
  return [more(shown, formats.list(parts)), ...(counts.length > 1 ? [narrow] : [])];
}

function formRows(
  scene: Scene,
  { task, form, choices, chosen, asked }: Of<'task-search'>,
): readonly (readonly Input[])[] {
  const { scope, workload: kindWords, search: words } = scene.words.restore;
  const workload =
    [asked, task.workload, ...task.kinds].find((one) => one && task.kinds.includes(one)) ?? DEFAULT_WORKLOAD;
  const person = choiceInput('scope', scope.label, scopeOptions(choices, scene.context.locale), {
    style: 'filtered',
    placeholder: scope.placeholder,
    'choices.data': { type: 'Data.Query', dataset: SCOPE_DATASET },
    value: chosen,
  });
  const kind = choiceInput(
    'workload',
    kindWords.label,
    task.kinds.map((value) => ({ title: workloadWordsOf(scene, value).name, value })),
    { style: 'compact', value: workload },
  );
  const asOf = textInput('asOf', words.asOf, MAX_LENGTHS.field, form.asOf, { placeholder: words.asOfPlaceholder });
  const keywords = textInput('words', words.words, MAX_LENGTHS.words, form.words, {
    placeholder: workloadWordsOf(scene, workload).wordsPlaceholder,
  });
  return [...(choices.length > 0 ? [[person]] : []), [keywords], task.kinds.length > 1 ? [kind, asOf] : [asOf]];
}

/** Those of both workloads: which one is searched is chosen on the same card. */
function filterRows(scene: Scene, form: Form, showDeleted: boolean): readonly (readonly Input[])[] {
  const { search: words, point } = scene.words.restore;
  const field = (id: 'from' | 'to' | 'subject' | 'name' | 'changedBy'): Input =>
    textInput(id, words[id], MAX_LENGTHS.field, form[id]);
  return [
    [dateInput('after', words.after, { value: form.after }), dateInput('before', words.before, { value: form.before })],
    [field('from'), field('to')],
    [field('subject')],
    [toggleInput('hasAttachments', words.hasAttachments, form.hasAttachments)],
    [field('name'), field('changedBy')],
    [toggleInput('showDeleted', point.showDeleted, showDeleted)],
  ];
}
