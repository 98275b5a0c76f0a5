/** The cards that list entries: what a search found or a folder holds, the versions of a document, the selected items. */
import type { Container, Entry } from '../../restore/backups/entries/entry.ts';
import type { Form } from '../../restore/backups/entries/form.ts';
import { isDownloadable } from '../../restore/state/export.ts';
import { CONTAINERS_PAGE_SIZE, isExpandedFirst, PAGE_SIZE } from '../../restore/state/task-transitions.ts';
import type { TaskFacts } from '../../restore/state/task-views.ts';
import { kindRules } from '../../restore/backups/workloads/index.ts';
import type { Cards, Of, Scene } from '../layout/context.ts';
import { MAX_ROW_BUTTONS, primary, type Button, pagingButtons } from '../layout/buttons.ts';
import { shownNames, type NamedPerson } from '../layout/names.ts';
import type { List } from '../layout/message.ts';
import { LIMITS, narrowed, plain } from '../layout/plain-text.ts';
import { PICK_PREFIX } from '../layout/verbs.ts';
import { entryDetails, personIn } from './entry-details.ts';
import { toggleInput, type Input } from './inputs.ts';
import { backupTime, workloadWordsOf } from './naming.ts';
import {
  joined,
  kindName,
  onlyIn,
  pathTo,
  placeTexts,
  taskButtons,
  taskCard,
  withBoxes,
  type TaskButtons,
} from './task-card.ts';

type ResultsView = Of<'task-results'>;

/** So that each is one line of a card that is 480 px wide. */
const TITLE_COLUMNS = 42;
const NAME_COLUMNS = 16;
/** It is said of each button of a row: enough beside the number. */
const SPOKEN_COLUMNS = 24;

export const entryCards = {
  'task-results'(scene, view) {
    const { results: words, missing: missingWords, labelled, selectAll } = scene.words.restore;
    const { task, source, missing, beyond, location, within, containers, entries, ticked, elsewhere, listed, found } =
      view;
    const { named, press, go, add, confirm, list, change, exported } = taskButtons(scene, task);
    const title = resultsTitle(scene, view);
    const about = source === 'search' ? searchedFor(scene, view.form) : pathTo(location);
    const selectable = entries.filter(
      (entry) => !listed.includes(entry.key) && kindRules(task.workload, entry, task.access).restores !== 'no',
    );
    const canSelect = selectable.length > 0;
    const hasMore = selectable.some(({ key }) => !ticked.includes(key));
    const canLookBack = source === 'search' && beyond !== true && !view.tooMany;
    const isTicked = ticked.length + elsewhere > 0;
    const rows = containers
      ? containerRows(scene, task, containers, view.page * CONTAINERS_PAGE_SIZE + 1)
      : entryRows(scene, task, entries, (entry) => entryTitle(scene, task, entry), view);
    return taskCard(scene, task, 'restoreEntries', {
      title,
      summary: containers ? undefined : labelled(title, words.found(found)),
      text: [
        about !== '' && about,
        onlyIn(scene, within),
        ...missingTexts(scene, view),
        beyond === true && words.beyond,
        view.tooMany && words.tooMany,
        rows.length === 0 && task.remark === undefined && words.nothing,
      ],
      change,
      entries: rows,
      page: pageText(scene, view),
      notes: [elsewhere > 0 && words.elsewhere(elsewhere), missing !== undefined && missingWords.live],
      buttons: [
        (canSelect || isTicked || task.listed > 0) && confirm,
        ...pagingButtons(scene, view, (to, number) => named(to, { kind: 'page', page: number })),
        source === 'folder' && containers === undefined && press('up', { kind: 'up' }),
        canSelect && named(selectAll(found), { kind: 'select', what: 'all' }),
        list,
        canLookBack && press('earlier', { kind: 'look-back' }),
        (canSelect || isTicked) && add,
        view.pages > 1 && hasMore && press('selectPage', { kind: 'select', what: 'page' }),
        isTicked && press('clear', { kind: 'select', what: 'none' }),
        exported(),
        location !== undefined && press(missing === undefined ? 'missing' : 'missingEarlier', { kind: 'missing' }),
        missing?.deleted === false && press('missingDeleted', { kind: 'missing', deleted: true }),
        source === 'search' && (within ? press('up', { kind: 'up' }) : press('browse', { kind: 'browse' })),
        source === 'folder' &&
          withBoxes(
            location === undefined
              ? go('search', 'search')
              : press('searchHere', { kind: 'go', to: 'search', here: true }),
          ),
        ...task.kinds.map(
          (workload) =>
            source === 'search' &&
            workload !== task.workload &&
            named(workloadWordsOf(scene, workload).search, { kind: 'workload', workload }),
        ),
      ],
    });
  },

  'task-versions'(scene, view) {
    const { versions: words, results } = scene.words.restore;
    const { task, of, entries, more, page, pages, elsewhere } = view;
    const { named, add, confirm, list, back } = taskButtons(scene, task);
    const isEmpty = entries.length === 0;
    const titleOf = ({ version }: Entry): string => {
      const name = plain(version, LIMITS.name);
      return name === '' ? words.unnamed : words.version(name);
    };
    return taskCard(scene, task, 'restoreEntries', {
      title: words.title,
      text: [entryTitle(scene, task, of), isEmpty ? words.none : words.intro],
      entries: entryRows(scene, task, entries, titleOf, view).map((row) => ({
        ...row,
        open: undefined,
        details: [],
      })),
      page: pages > 1 ? results.page(page + 1, pages) : '',
      notes: [more === true && words.more, elsewhere > 0 && results.elsewhere(elsewhere)],
      buttons: [
        !isEmpty && confirm,
        ...pagingButtons(scene, view, (to, number) => named(to, { kind: 'versions', entry: of.key, page: number })),
        !isEmpty && add,
        list,
        back('results'),
      ],
    });
  },

  'task-list'(scene, view) {
    const { list: words, results, labelled, listed } = scene.words.restore;
    const { task, groups, places, page, pages, elsewhere } = view;
    const { named, press, go, back, exported } = taskButtons(scene, task);
    const entries = groups.flatMap((group) => group.entries);
    // With several, each is named above its entries.
    const isOne = places === 1;
    const isEmpty = task.listed === 0;
    const hasFolders = groups.some((group) => group.entries.some(isExpandedFirst(group.workload, task.access)));
    return taskCard(scene, task, 'restoreEntries', {
      title: isEmpty ? words.titleEmpty : words.title,
      summary: isEmpty ? undefined : labelled(words.title, listed(task.listed)),
      text: [isEmpty && words.empty],
      entries: groups.flatMap((group) => {
        const before = entries.indexOf(group.entries[0] as Entry);
        const ofKind = { ...task, workload: group.workload, scope: group.scope };
        const titleOf = (entry: Entry): string => versionedTitle(scene, entry, entryTitle(scene, ofKind, entry));
        const rows = entryRows(scene, ofKind, group.entries, titleOf, { page, before });
        return rows.map((row, at) => ({
          ...row,
          acts: [],
          // A folder can only be opened in the backup that the task is in.
          open: group.here === true ? row.open : undefined,
          place: at === 0 && !isOne ? [placeTexts(scene, group)] : [],
        }));
      }),
      page: pages > 1 ? results.page(page + 1, pages) : '',
      notes: [hasFolders && words.folders, elsewhere > 0 && results.elsewhere(elsewhere)],
      buttons: isEmpty
        ? [primary(go('search', 'search')), press('browse', { kind: 'browse' })]
        : [
            primary(press('confirm', { kind: 'choose-options' })),
            ...pagingButtons(scene, view, (to, number) => named(to, { kind: 'list-page', page: number })),
            press('remove', { kind: 'remove' }),
            back('results'),
            exported(),
          ],
      ...(isEmpty ? {} : { places: isOne ? groups : [] }),
    });
  },
} satisfies Partial<Cards>;

function resultsTitle(scene: Scene, { containers, source, missing, task }: ResultsView): string {
  const { titleSearch, titleFolder } = scene.words.restore.results;
  if (missing !== undefined) return scene.words.restore.missing.title;
  if (containers !== undefined) return workloadWordsOf(scene, task.workload).containers;
  return source === 'search' ? titleSearch : titleFolder;
}

/** Which backups were compared, and how. */
function missingTexts(scene: Scene, { missing, found }: ResultsView): List<string> {
  if (missing === undefined) return [];
  const { since, deleted, renamed, cut } = scene.words.restore.missing;
  const moment = backupTime(scene, missing.isAssumed);
  const latest = moment(missing.latest);
  return [
    missing.deleted ? deleted(found, latest) : since(found, moment(missing.at), latest),
    missing.renamed > 0 && renamed(missing.renamed),
    missing.isCut && cut,
  ];
}

/** With which words and filters. */
export function searchedFor({ words, formats }: Scene, form: Form = {}): string {
  const { search: labels, labelled } = words.restore;
  const days = { after: form.after && formats.day(form.after), before: form.before && formats.day(form.before) };
  const values = { ...form, ...days };
  const texts = (['words', 'from', 'to', 'subject', 'name', 'changedBy', 'after', 'before'] as const).map((field) => {
    const value = plain(values[field], LIMITS.path);
    return value === '' ? '' : labelled(labels[field], value);
  });
  return joined([...texts, form.hasAttachments === true ? labels.hasAttachments : '']);
}

function pageText({ words }: Scene, { containers, page, pages, found, entries, tooMany }: ResultsView): string {
  const { results } = words.restore;
  if (containers !== undefined) return pages > 1 ? results.page(page + 1, pages) : '';
  if (entries.length === 0) return '';
  // The total is unknown if there are too many.
  return joined([pages > 1 || tooMany ? results.page(page + 1, pages) : '', tooMany ? '' : results.found(found)]);
}

/**
 * Two lines: a box titled with the entry's number (clients read such a title as markdown), what it is, and one of facts. Pressing the
 * row opens the folder, or shows the details with what can be done with this entry alone.
 */
function entryRows(
  scene: Scene,
  task: TaskFacts,
  entries: readonly Entry[],
  titleOf: (entry: Entry) => string,
  {
    page = 0,
    before = 0,
    listed = [],
    ticked = [],
  }: {
    readonly page?: number;
    /** Entries above on the same page. */
    readonly before?: number;
    readonly listed?: readonly string[];
    readonly ticked?: readonly string[];
  },
) {
  const buttons = taskButtons(scene, task);
  const names = shownNames(entries.map(({ who = '' }) => shortName(personIn(who))));
  return entries.map((entry, index) => {
    const isListed = listed.includes(entry.key);
    const isShownOnly = kindRules(task.workload, entry, task.access).restores === 'no';
    const number = page * PAGE_SIZE + before + index + 1;
    const whole = titleOf(entry);
    const isPlace = opensAtOnce(task, entry);
    const title = isPlace ? whole : narrowed(whole, TITLE_COLUMNS);
    const spoken = (what: string): string =>
      scene.words.restore.labelled(what, `${number} · ${narrowed(whole, SPOKEN_COLUMNS)}`);
    const acts = entryButtons(buttons, task, entry).map((act) => ({ ...act, tooltip: spoken(act.title) }));
    const facts = entryDetails(scene, task, entry);
    const details = title === whole ? facts : [{ label: '', value: whole }, ...facts];
    return {
      place: [],
      pick:
        isListed || isShownOnly
          ? numberText(number)
          : toggleInput(`${PICK_PREFIX}${entry.key}`, String(number), ticked.includes(entry.key)),
      title,
      ...marked(
        summaryLine(scene, task, entry, names[index] ?? ''),
        isListed ? scene.words.restore.results.onList : '',
      ),
      open: isPlace ? acts[0] : undefined,
      buttons: [],
      detailsId: `details-${entry.key}`,
      detailsOf: spoken(scene.words.restore.buttons.details),
      // Versions and downloads stay within reach where nothing else is known of an entry.
      details: acts.length > 0 && details.length === 0 ? [{ label: '', value: whole }] : details,
      acts,
    };
  });
}

/** Mailboxes or drives: they can be opened or compared, not selected. */
function containerRows(scene: Scene, task: TaskFacts, containers: readonly Container[], first: number) {
  const { results, noName, labelled } = scene.words.restore;
  const { press } = taskButtons(scene, task);
  return containers.map(({ id, name, detail, isArchive }, index) => {
    const title = plain(name, LIMITS.title) || noName;
    const spoken = (button: Button) => ({ ...button, tooltip: labelled(button.title, `${first + index} · ${title}`) });
    return {
      place: [],
      pick: numberText(first + index),
      title,
      ...marked(plain(detail, LIMITS.address), isArchive ? results.archive : ''),
      open: spoken(press('open', { kind: 'open', entry: id })),
      details: [],
      // More of them would crowd the card; what one has lost can also be asked for where it is open.
      buttons: containers.length > MAX_ROW_BUTTONS ? [] : [spoken(press('missing', { kind: 'missing', entry: id }))],
    };
  });
}

/** Both on one line. */
function marked(under: string, mark: string): { readonly under: string; readonly mark: string } {
  return { under: under !== '' && mark !== '' ? `${under} · ` : under, mark };
}

/** Those that look alike when cut are told apart by their addresses. */
function shortName({ name, address }: NamedPerson): NamedPerson {
  return { name: narrowed(plain(name, LIMITS.name), NAME_COLUMNS), address };
}

function numberText(number: number): Input {
  return { type: 'TextBlock', text: String(number), wrap: true, isSubtle: true };
}

function entryTitle({ words: { restore } }: Scene, { workload, access }: TaskFacts, entry: Entry): string {
  return (
    plain(entry.title, LIMITS.title) ||
    (kindRules(workload, entry, access).subject ? restore.noSubject : restore.noName)
  );
}

/** Names a selected version, because the document itself may be on the list as well. */
export function versionedTitle({ words }: Scene, { version }: Pick<Entry, 'version'>, title: string): string {
  const name = plain(version, LIMITS.name);
  return name === '' ? title : `${title} (${words.restore.versions.version(name)})`;
}

/** Whose it is, among everybody's; the kind, unless it is obvious; who, when, how large. */
function summaryLine(scene: Scene, task: TaskFacts, entry: Entry, name: string): string {
  const { words, formats } = scene;
  const { kind, system, isDeleted, at, sizeBytes } = entry;
  return joined([
    task.scope?.everybody === true ? plain(entry.containerName, LIMITS.name) : '',
    kindRules(task.workload, entry, task.access).usual ? '' : kindName(scene, task, kind),
    system === undefined ? '' : words.restore.system[system],
    isDeleted === true ? words.restore.results.deleted : '',
    name,
    at === undefined ? '' : formats.moment(at),
    sizeBytes === undefined ? '' : formats.size(sizeBytes),
  ]);
}

/** Folders and the like: pressing one goes in. What is more than a place has details, with **Open** among them. */
function opensAtOnce({ workload, access }: TaskFacts, entry: Entry): boolean {
  const { opens, restores, whole } = kindRules(workload, entry, access);
  return opens === true && (restores !== 'itself' || whole === true);
}

function entryButtons({ press, download }: TaskButtons, task: TaskFacts, entry: Entry): readonly Button[] {
  const { key: at, version } = entry;
  const { opens, versions } = kindRules(task.workload, entry, task.access);
  if (version !== undefined) return [];
  const isFile = task.canDownload === true && isDownloadable(task, entry);
  return [
    ...(opens === true ? [press('open', { kind: 'open', entry: at })] : []),
    ...(versions === true ? [press('versions', { kind: 'versions', entry: at })] : []),
    ...(isFile ? [download(at)] : []),
  ];
}
