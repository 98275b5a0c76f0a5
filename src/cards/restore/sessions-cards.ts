/** The list of the person's sessions at the service, with its filter, and one of them with what the service recorded. */
import { workloadSchema } from '../../restore/backups/catalog.ts';
import type { SessionList } from '../../restore/state/presses.ts';
import type { SessionEvent } from '../../restore/state/restore.ts';
import type { SessionRow } from '../../restore/state/views.ts';
import type { Cards, Scene } from '../layout/context.ts';
import { button, destructive, MAX_ROW_BUTTONS, namedButton, type Button, pagingButtons } from '../layout/buttons.ts';
import { LIMITS, plain, quotation } from '../layout/plain-text.ts';
import { choiceInput, type Input } from './inputs.ts';
import { workloadWordsOf } from './naming.ts';
import { framedCard, joined } from './task-card.ts';

const COLORS: Readonly<Record<SessionRow['state'] | SessionEvent['status'], string>> = {
  running: 'Accent',
  looking: 'Default',
  success: 'Good',
  warning: 'Warning',
  failed: 'Attention',
  cancelled: 'Warning',
  skipped: 'Default',
};
const ANY = 'any';

export const sessionsCards = {
  'restore-sessions'(scene, { organization, access, rows, stopped, list, next }) {
    const { sessionsList: words } = scene.words.restore;
    const { starts = [], ...filter } = list;
    const isFiltered = Object.values(filter).some((value) => value !== undefined);
    // The latest: further ones can be stopped in their details.
    const stoppable = rows.filter((row) => row.stoppable).slice(0, MAX_ROW_BUTTONS);
    const none = isFiltered ? words.noneMatch : words.none;
    const paging = { page: starts.length, pages: starts.length + (next === undefined ? 1 : 2) };
    return framedCard(scene, { organization, access }, 'restoreSessions', {
      title: words.title,
      text: [rows.length === 0 && (next === undefined ? none : words.noneYet)],
      rows: rows.map((row, index) => {
        const isStopping = row.sessionId === stopped;
        const hasButton = stoppable.includes(row) && !isStopping;
        return sessionRow(scene, row, { list, isStopping, number: index + 1, hasButton });
      }),
      filters: filterInputs(scene, filter),
      buttons: [
        namedButton(scene, 'sessions', words.update),
        ...pagingButtons(scene, paging, (title, page) =>
          listButton(scene, title, {
            ...filter,
            starts: page > starts.length && next !== undefined ? [...starts, next] : starts.slice(0, page),
          }),
        ).toReversed(),
        button(scene, 'find'),
      ],
    });
  },

  'restore-session'(scene, { organization, access, row, events, page, more, list }) {
    const { sessionsList: words, buttons } = scene.words.restore;
    const paging = { page, pages: page + (more ? 2 : 1) };
    return framedCard(scene, { organization, access }, 'restoreSessions', {
      title: words.session,
      text: [events.length === 0 ? words.noEvents : words.events],
      rows: [
        sessionRow(scene, row, { list, isStopping: false, hasButton: row.stoppable }),
        ...events.map((event) => eventRow(scene, event)),
      ],
      buttons: [
        listButton(scene, buttons.back, list),
        ...pagingButtons(scene, paging, (title, to) => detailsButton(scene, title, row, list, to)).toReversed(),
        detailsButton(scene, buttons.look, row, list, page),
      ],
    });
  },
} satisfies Partial<Cards>;

function listButton(scene: Scene, title: string, list: SessionList): Button {
  return { ...namedButton(scene, 'sessions', title, { list }), inputs: 'none' };
}

function detailsButton(
  scene: Scene,
  title: string,
  { sessionId: session }: SessionRow,
  list: SessionList,
  page = 0,
): Button {
  return { ...namedButton(scene, 'session', title, { session, page, list }), inputs: 'none' };
}

function sessionRow(
  scene: Scene,
  row: SessionRow,
  {
    list,
    isStopping,
    number,
    hasButton,
  }: {
    readonly list: SessionList;
    readonly isStopping: boolean;
    /** In the list. */
    readonly number?: number;
    readonly hasButton: boolean;
  },
): object {
  const { sessionsList: words, buttons } = scene.words.restore;
  const { moment } = scene.formats;
  const reason = quotation(row.reason, LIMITS.detail);
  const ended = row.endedAt === undefined ? '' : words.ended(moment(row.endedAt));
  const stop = destructive(button(scene, 'stop-session', { session: row.sessionId, list }));
  const title = joined([plain(row.scopeName, LIMITS.name), kindName(scene, row)]) || words.unnamed;
  const spoken = (pressed: Button): object => ({
    ...pressed,
    inputs: 'none',
    tooltip: scene.words.restore.labelled(pressed.title, number === undefined ? title : `${number} · ${title}`),
  });
  return {
    title,
    state: quotation(row.stateName, LIMITS.name) || words.states[row.state],
    color: row.stateName === undefined ? COLORS[row.state] : 'Default',
    when: ` · ${joined([words.started(moment(row.startedAt)), ended])}`,
    under: [
      ...(reason === '' ? [] : [words.reason(reason)]),
      ...(number === undefined ? [quotation(row.details)].filter(Boolean) : []),
      ...(isStopping ? [words.stopping] : []),
    ],
    open: number === undefined ? undefined : spoken(detailsButton(scene, buttons.details, row, list)),
    buttons: hasButton ? [spoken(stop)] : [],
  };
}

const kindName = (scene: Scene, { kind, kindName: name }: SessionRow): string =>
  kind === undefined ? quotation(name, LIMITS.name) : workloadWordsOf(scene, kind).name;

function eventRow(
  { words: { restore }, formats }: Scene,
  { message, status, statusName, startedAt }: SessionEvent,
): object {
  const { eventStates, states } = restore.sessionsList;
  return {
    title: quotation(message) || '–',
    state: quotation(statusName, LIMITS.name) || { ...states, ...eventStates }[status],
    color: statusName === undefined ? COLORS[status] : 'Default',
    when: startedAt === 0 ? '' : ` · ${formats.moment(startedAt)}`,
    under: [],
    buttons: [],
  };
}

function filterInputs(scene: Scene, { kind, state, days }: Omit<SessionList, 'starts'>): readonly Input[] {
  const { filter, states } = scene.words.restore.sessionsList;
  const kinds = workloadSchema.options.map((value) => [value, workloadWordsOf(scene, value).name]);
  const known = (['running', 'success', 'warning', 'failed'] as const).map((value) => [value, states[value]]);
  const periods = ([1, 7, 30] as const).map((value) => [String(value), filter.within(value)]);
  const choose = (
    id: 'sessionKind' | 'sessionState' | 'sessionDays',
    label: string,
    any: string,
    choices: readonly (readonly string[])[],
    value: string | undefined,
  ): Input => {
    const options = [[ANY, any], ...choices].map(([of = '', title = '']) => ({ title, value: of }));
    return choiceInput(id, label, options, { style: 'compact', value: value ?? ANY });
  };
  return [
    choose('sessionKind', filter.kind, filter.anyKind, kinds, kind),
    choose('sessionState', filter.state, filter.anyState, known, state),
    choose('sessionDays', filter.period, filter.anyPeriod, periods, days?.toString()),
  ];
}
