/** Entries of a list as the template repeats them: a box, what it is, details behind a button. */
import type { Container, Entry } from '../../../restore/model/catalog.ts';
import type { TaskFacts } from '../../../restore/views.ts';
import type { Scene } from '../../context.ts';
import { taskButton, type Button } from '../../layout/buttons.ts';
import { plain } from '../../layout/escape.ts';
import type { Formats } from '../../layout/formats.ts';
import { RESTORE_LIMITS } from '../../layout/limits.ts';
import { PICK_PREFIX } from '../../verbs.ts';
import { toggleInput, type Input } from '../inputs.ts';

const ATTACHMENTS_SHOWN = 20;

export interface EntryRow {
  /** A box, or the number alone where there is nothing to pick. */
  readonly picks: readonly Input[];
  readonly title: string;
  readonly under: string;
  /** Said of it in words, such as that it is on the list. */
  readonly mark: string;
  readonly buttons: readonly Button[];
  readonly detailsTitle: string;
  readonly detailsId: string;
  readonly details: readonly { readonly label: string; readonly value: string }[];
}

interface Shown {
  readonly scene: Scene;
  readonly task: TaskFacts;
  readonly formats: Formats;
}

/** @param number from 1, as it stands beside the box: what was found is no title of a box, for those read markdown */
export function entryRow(
  { scene, task, formats }: Shown,
  entry: Entry,
  number: number,
  {
    title,
    listed = false,
    buttons = [],
  }: {
    readonly title?: string | undefined;
    readonly listed?: boolean;
    readonly buttons?: readonly Button[];
  } = {},
): EntryRow {
  const { restore } = scene.words;
  return {
    picks: [listed ? numberOnly(number) : toggleInput(`${PICK_PREFIX}${entry.key}`, String(number))],
    title: title ?? entryTitle(scene, entry),
    under: under(scene, formats, entry),
    mark: listed ? restore.results.onList : '',
    buttons: [...opening(scene, task, entry), ...buttons],
    detailsTitle: restore.buttons.details,
    detailsId: `details-${entry.key}`,
    details: details(scene, entry),
  };
}

/** A mailbox or a drive: to be opened, not picked. */
export function containerRow({ scene, task }: Omit<Shown, 'formats'>, container: Container, number: number): EntryRow {
  const { results, buttons, noName } = scene.words.restore;
  return {
    picks: [numberOnly(number)],
    title: plain(container.name, RESTORE_LIMITS.title) || noName,
    under: plain(container.detail ?? '', RESTORE_LIMITS.address),
    mark: container.isArchive ? results.archive : '',
    buttons: [taskButton(scene, task.taskId, buttons.open, { kind: 'open', entry: container.id })],
    detailsTitle: buttons.details,
    detailsId: '',
    details: [],
  };
}

export function entryTitle({ words: { restore } }: Scene, { kind, title }: Entry): string {
  const shown = plain(title, RESTORE_LIMITS.title);
  return shown || (kind === 'document' || kind === 'folder' ? restore.noName : restore.noSubject);
}

/** A chosen version says which it is: the document itself may be on the list as well. */
export function versionedTitle(scene: Scene, { version = '' }: Pick<Entry, 'version'>, title: string): string {
  const shown = plain(version, RESTORE_LIMITS.person);
  return shown === '' ? title : `${title} (${scene.words.restore.versions.version(shown)})`;
}

/** What is no mail and no document says what it is; then who, when, how large. */
function under({ words: { restore } }: Scene, formats: Formats, { kind, who = '', at, sizeBytes }: Entry): string {
  return [
    kind === 'message' || kind === 'document' ? '' : restore.kinds[kind],
    plain(nameOf(who) || who, RESTORE_LIMITS.person),
    at === undefined ? '' : formats.moment(at),
    sizeBytes === undefined ? '' : formats.size(sizeBytes),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function opening(scene: Scene, { taskId }: TaskFacts, { kind, key, version }: Entry): readonly Button[] {
  const { buttons } = scene.words.restore;
  if (kind === 'folder') return [taskButton(scene, taskId, buttons.open, { kind: 'open', entry: key })];
  if (kind !== 'document' || version !== undefined) return [];
  return [taskButton(scene, taskId, buttons.versions, { kind: 'versions', entry: key })];
}

/** Nothing to unfold where the row says it all. */
function details({ words: { restore } }: Scene, entry: Entry): EntryRow['details'] {
  const labels = restore.details;
  const known = [
    {
      label: entry.kind === 'message' ? restore.search.from : labels.who,
      value: nameOf(entry.who ?? '') === '' ? '' : (entry.who ?? ''),
    },
    { label: labels.to, value: entry.to ?? '' },
    { label: labels.cc, value: entry.cc ?? '' },
    { label: labels.location, value: entry.location ?? '' },
    { label: labels.attachments, value: (entry.attachments ?? []).slice(0, ATTACHMENTS_SHOWN).join(', ') },
    { label: labels.version, value: entry.version ?? '' },
  ]
    .map(({ label, value }) => ({ label: `${label}  `, value: plain(value, RESTORE_LIMITS.detail) }))
    .filter(({ value }) => value !== '');
  return known.length === 0 ? [] : [{ label: `${labels.kind}  `, value: restore.kinds[entry.kind] }, ...known];
}

/** `Billing` of `Billing <billing@fabrikam.com>`; empty where there is no name beside an address. */
function nameOf(who: string): string {
  return who.trimEnd().endsWith('>') ? who.slice(0, Math.max(who.lastIndexOf('<'), 0)).trim() : '';
}

function numberOnly(number: number): Input {
  return { type: 'TextBlock', text: String(number), wrap: true, isSubtle: true };
}
