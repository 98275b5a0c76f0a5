/** What every card of a task and of a restore has around its content: whose data, which, as of when; remarks; buttons. */
import type { AccessKind } from '../../restore/backups/entries/access-kind.ts';
import type { Location } from '../../restore/backups/entries/entry.ts';
import type { Point } from '../../restore/backups/catalog.ts';
import type { Amount } from '../../restore/backups/workloads/amount.ts';
import type { Step } from '../../restore/state/task.ts';
import type { TaskFacts } from '../../restore/state/task-views.ts';
import type { GroupFacts } from '../../restore/state/views.ts';
import type { RenderedCard, Scene } from '../layout/context.ts';
import { namedButton, primary, type Button } from '../layout/buttons.ts';
import type { List, Message } from '../layout/message.ts';
import { withAddress } from '../layout/names.ts';
import { LIMITS, plain } from '../layout/plain-text.ts';
import { fill, type TemplateName } from '../layout/templates.ts';
import type { TaskButton } from '../../restore/state/presses.ts';
import { addressedName, whoseText, workloadWordsOf } from './naming.ts';
import { remarkContent } from './remark-texts.ts';

/** What a card says, and the data of its template. Neither title nor summary holds names or what was found. */
export type Content = Pick<Message, 'title' | 'summary' | 'text' | 'notes'> & {
  readonly buttons: List<Button>;
  /** After what the template puts behind the buttons. */
  readonly others?: List<Button>;
  readonly [name: string]: unknown;
};

/** Of a deep path. */
const FOLDERS_SHOWN = 3;

type RestoreTemplate = Extract<TemplateName, `restore${string}`>;
interface PlaceFacts extends Pick<TaskFacts, 'scope' | 'workload' | 'point'>, Pick<GroupFacts, 'of' | 'target'> {
  /** How much of it, where there are several. */
  readonly counted?: string;
}

interface Header extends Pick<TaskFacts, 'organization' | 'access'>, Partial<Pick<TaskFacts, 'listed'>> {
  readonly places?: readonly PlaceFacts[];
  /** Beside the first place. */
  readonly change?: readonly Button[] | undefined;
}

export function framedCard(scene: Scene, header: Header, template: RestoreTemplate, content: Content): RenderedCard {
  const { restore, quotedLabel } = scene.words;
  const { organization, access, places = [], listed = 0, change = [] } = header;
  const [only, ...others] = places;
  const isAlone = others.length === 0;
  const shownPlaces = places.flatMap((place) => placeTexts(scene, place, isAlone) ?? []);
  const where = plain(organization, LIMITS.address);
  const address = isAlone ? plain(only?.scope?.detail, LIMITS.address) : '';
  const isOneOrganization = scene.context.oneOrganization === true;
  const isOnlyOne = only?.scope?.isOnlyOne === true;
  const under = [
    accessText(scene, access),
    isOneOrganization ? '' : where,
    isOnlyOne ? '' : address,
    listed > 0 ? restore.listed(listed) : '',
  ];
  const contextDetails = [
    isOneOrganization ? where : '',
    isOnlyOne ? address : '',
    // Of all times on the card, which are formatted by now.
    scene.formats.offsets(),
  ];
  return fill(template, {
    places: shownPlaces.map((place, index) => ({ ...place, change: index === 0 ? change : [] })),
    under: joined(under),
    contextDetails: joined(contextDetails) || '–',
    detailsTitle: restore.buttons.details,
    quotedLabel,
    ...content,
    summary: content.summary ?? content.title,
  });
}

/** Of those whose data it is, where it is of everybody's. */
const NAMES_SHOWN = 5;

/**
 * Whose data, which, as of when.
 *
 * @param isAlone the card says the address beside it @returns undefined while nobody is chosen
 */
export function placeTexts(
  scene: Scene,
  { scope, workload, point, counted = '', target, of = [] }: PlaceFacts,
  isAlone = false,
) {
  const { whose, administrators, labelled } = scene.words.restore;
  if (scope === undefined) return undefined;
  const all = whoseText(scene, workload === undefined ? whose : workloadWordsOf(scene, workload).whose, scope);
  const names = of.slice(0, NAMES_SHOWN).map((each) => addressedName(scene, each));
  const shown = of.length > NAMES_SHOWN ? [...names, '…'] : names;
  const addressed = isAlone ? all : withAddress(all, plain(scope.detail, LIMITS.address));
  const from = shown.length === 0 ? addressed : labelled(all, shown.join(', '));
  return {
    whose: target === undefined ? from : administrators.elsewhere.into(from, addressedName(scene, target)),
    asOf: point === undefined ? '' : asOfText(scene, point),
    counted: counted === '' ? '' : ` · ${counted}`,
  };
}

function asOfText({ words: { restore }, formats }: Scene, point: Point): string {
  if (point.kind === 'latest') return restore.latest;
  const { day, moment } = formats;
  // The day that was chosen, wherever the reader is.
  return point.isAssumed === true
    ? restore.administrators.asOfEnd(day(point.id))
    : restore.asOf(moment(point.backupTime));
}

/** A card of a task, with its remark and with **Done** as the last button. */
export function taskCard(
  scene: Scene,
  task: TaskFacts,
  template: RestoreTemplate,
  { places = [task], change, ...content }: Content & Pick<Header, 'places' | 'change'>,
): RenderedCard {
  const done = taskButtons(scene, task).press('done', { kind: 'done' });
  return framedCard(scene, { ...task, places, change }, template, {
    ...content,
    ...remarkContent(scene, task),
    ...(content.others === undefined ? { buttons: [...content.buttons, done] } : { others: [...content.others, done] }),
  });
}

/** Mailbox › Inbox › Projects. Of a deep path only the innermost folders are shown. */
export function pathTo(location: Location | undefined): string {
  if (location === undefined) return '';
  const { containerName, folders } = location;
  return innermost(
    [containerName],
    folders.map(({ name }) => name),
  );
}

/** Inbox › Projects. The same of names alone. */
export const folderPath = (folders: readonly string[]): string => innermost([], folders);

function innermost(first: readonly string[], folders: readonly string[]): string {
  const cut = folders.length > FOLDERS_SHOWN ? ['…'] : [];
  const [start, inside] = [first, folders.slice(-FOLDERS_SHOWN)].map((names) =>
    names.map((name) => plain(name, LIMITS.name) || '–'),
  );
  return [...(start ?? []), ...cut, ...(inside ?? [])].join(' › ');
}

/** Said of a search, unless that is everywhere. */
export function onlyIn({ words }: Scene, within: Location | undefined): string | false {
  return within !== undefined && words.restore.labelled(words.restore.search.onlyIn, pathTo(within));
}

/** Other presses send the values of the card's inputs, its checkboxes among them. */
function isComplete(press: TaskButton): boolean {
  if (press.kind === 'go') return press.to !== 'list' && press.to !== 'results';
  return press.kind === 'done' || press.kind === 'list-page';
}

/** It leaves a card whose checkboxes count. */
export const withBoxes = (button: Button): Button => ({ ...button, inputs: 'auto' });

export type TaskButtons = ReturnType<typeof taskButtons>;

export function taskButtons(scene: Scene, { taskId, remark, listed, canExport, fileNeedsApproval }: TaskFacts) {
  const { buttons: titles, showList } = scene.words.restore;
  const { exports } = scene.words;
  const files = fileNeedsApproval === true ? exports.ask : { export: exports.button, download: exports.download };
  const named = (title: string, press: TaskButton): Button => ({
    ...namedButton(scene, 'task', title, { task: taskId, press }),
    inputs: isComplete(press) ? 'none' : 'auto',
  });
  const press = (title: keyof typeof titles, sent: TaskButton): Button => named(titles[title], sent);
  const go = (title: keyof typeof titles, to: Step): Button => press(title, { kind: 'go', to });
  const list = named(showList(listed), { kind: 'go', to: 'list' });
  const add = press('add', { kind: 'add' });
  const confirm = press('confirm', { kind: 'choose-options' });
  // Once something was added, most people continue with the list.
  const isAdded = remark?.code === 'added';
  return {
    named,
    press,
    go,
    back: (to: Step): Button => go('back', to),
    add,
    confirm: isAdded ? confirm : primary(confirm),
    list: listed > 0 && (isAdded ? primary(list) : list),
    download: (entry: string): Button => named(files.download, { kind: 'download', entry }),
    /** @param shown on the confirm card */
    exported: (shown?: string) => canExport === true && named(files.export, { kind: 'export', shown }),
    /** In the header. */
    change: [withBoxes(go('change', 'search'))],
  };
}

/** Whose rights are used, where they are not the person's own. */
export const accessText = ({ words }: Scene, access: AccessKind): string =>
  access === 'operator' ? '' : words.restore.asAdministrator;

/** “Everything”, “2 folders and 3 items”, “one whole mailbox and 3 items”. */
export function amountText(scene: Scene, { items, wholes }: Amount): string {
  const isAlone = items === 0 && wholes.length === 1 && wholes[0]?.count === 1;
  const texts = wholes.map(({ workload, kind, count }) => {
    const words = workloadWordsOf(scene, workload);
    return words.wholes[kind]?.(count, isAlone) ?? `${scene.formats.number(count)} × ${words.kinds[kind] ?? kind}`;
  });
  const hasItems = items > 0 || texts.length === 0;
  return scene.formats.list(hasItems ? [...texts, scene.words.restore.confirm.items(items)] : texts);
}

/** What an entry of that kind is called. */
export const kindName = (scene: Scene, { workload, access }: TaskFacts, kind: string): string =>
  workloadWordsOf(scene, workload, access).kinds[kind] ?? kind;

export function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}
