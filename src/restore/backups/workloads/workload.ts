/** What differs between workloads. Each has a file beside this one and an entry in index.ts. */
import { compareNames, typedText } from '../../../core/text.ts';
import type { Entry, ScopeType } from '../entries/entry.ts';
import type { Form } from '../entries/form.ts';
import type { OptionsOfWorkload } from './options.ts';

/** A field of the search form that is about a property of what is searched. */
type Criterion = 'from' | 'to' | 'subject' | 'name' | 'changedBy';

/** One of the searches that the service has for the workload. */
export interface SearchRules {
  /** Fields of the form that it knows, beside words and dates, with their names in the search language. */
  readonly criteria: readonly (readonly [Criterion, string])[];
  /** Absent: what it finds has no date. */
  readonly dateCriterion?: string;
  /**
   * Its search words in the service's language (user guide, "Search"), in lower case and separated by spaces: those whose
   * colon a space may follow ("Read: your mail" is a subject), and others. Canonical names (`System.…`) that no search of
   * the workload declares are for each.
   */
  readonly words: readonly [spaced: string, others: string];
  /** Limits it to items with attachments, where there are any. */
  readonly attachmentsQuery?: string;
}

/** Of drives and sites; they have none for the author or the type of a file. */
export const WORDS_OF_FILES: SearchRules['words'] = [
  'filename datemodified subject from to cc',
  'title size datecreated body content contents category company start enddate due hasattachments',
];

/** What can be done with entries of a kind, and how cards speak of them. */
export interface KindRules {
  /** What it contains can be listed. */
  readonly opens?: true;
  /** A search cannot be limited to it, only to what it lies in. */
  readonly searched?: 'above';
  /** `contents`: it is expanded to the items in it first; `above`: what it lies in is; `no`: it is only shown. */
  readonly restores: 'itself' | 'contents' | 'above' | 'no';
  /** The service restores all of it, so that what it reports about is not what was sent. */
  readonly whole?: true;
  /** It does not come back where it was, but as a new tab of its channel. */
  readonly returns?: 'as-tab';
  /** It may have earlier versions. */
  readonly versions?: true;
  /** It can be handed over as a file: itself, or all that is in it. `within` is its channel, `containerId` its team. */
  readonly exports?: 'itself' | 'all';
  /** It can be handed over as a file, if the service lets the person: as an MSG, or as what it is. */
  readonly downloads?: 'message' | 'file';
  /** Most entries are of it: cards do not name it. */
  readonly usual?: true;
  /** Its title is a subject, not a name. */
  readonly subject?: true;
  /** What its people are called, where that is not who changed it and whom it is addressed to. */
  readonly who?: 'from';
  readonly to?: 'attendees';
}

export interface WorkloadRules extends OptionsOfWorkload {
  /** Types of scope items that have it; first that of its own containers. */
  readonly scopeTypes: readonly ScopeType[];
  /** A person's own data have it. */
  readonly own: boolean;
  readonly kinds: Readonly<Record<string, KindRules>>;
  /** By name, which the upstream of the workload knows. */
  readonly searches: Readonly<Record<string, SearchRules>>;
  /** Of searches in the service's language; the same in all of ours. */
  readonly examples: readonly string[];
  readonly compare: (one: Entry, other: Entry) => number;
  /** Whether a whole brings another entry back as well; of entries that were found in the same backup. */
  readonly covers?: (whole: Entry, other: Entry) => boolean;
  /** What one call can restore together; absent: a whole, or the items of one container. */
  readonly groupOf?: (entry: Entry) => string;
  /** What is restored in place of an entry whose kind restores `above`. */
  readonly above?: (entry: Entry) => Entry;
  /** The kind of entry that stands for all of a container, at the top of it; absent: it is not restored together. */
  readonly container?: string;
  /** It can be restored into somebody else's mailbox or OneDrive, which the service takes by its mail address or as its list has it. */
  readonly elsewhere?: 'by-address' | 'by-echo';
  /** Where Outlook on the web shows it, by kind; other kinds have apps of their own. */
  readonly outlookPages?: Readonly<Record<string, string>>;
  /** What is different in an administrator's session. */
  readonly administrator?: AdministratorRules;
}

/** In place of the operators' rules of the same name; of a kind only what differs, and kinds that only administrators have. */
interface AdministratorRules extends Partial<
  Pick<
    WorkloadRules,
    | 'options'
    | 'mistakeIn'
    | 'notes'
    | 'suggested'
    | 'groupOf'
    | 'above'
    | 'container'
    | 'covers'
    | 'searches'
    | 'elsewhere'
  >
> {
  readonly kinds?: Readonly<Record<string, { readonly [Rule in keyof KindRules]?: KindRules[Rule] | undefined }>>;
}

/** The filled-in fields of a form that a search knows. */
export function fieldsOf({ criteria, dateCriterion, attachmentsQuery }: SearchRules, form: Form): Form {
  const fields: (keyof Form)[] = ['words', ...criteria.map(([field]) => field)];
  if (dateCriterion !== undefined) fields.push('after', 'before');
  if (attachmentsQuery !== undefined) fields.push('hasAttachments');
  const filledIn = fields.filter((field) => {
    const value = form[field];
    return typeof value === 'string' ? typedText(value) !== undefined : value === true;
  });
  return Object.fromEntries(filledIn.map((field) => [field, form[field]]));
}

/** Whether any of the entries is one. */
export const some =
  (isOne: (entry: Entry) => boolean) =>
  (entries: readonly Entry[]): boolean =>
    entries.some(isOne);

/** Whether an entry is in a container or a folder, by the names of what both are in; where a search found one, that is unknown. */
export function isWithin(whole: Entry, { containerId, path }: Entry): boolean {
  if (containerId !== whole.containerId) return false;
  if (whole.id === containerId) return true;
  if (whole.path === undefined || path === undefined) return false;
  return [...whole.path, whole.title].every((name, depth) => path[depth] === name);
}

export const byTitle = (one: Entry, other: Entry): number => compareNames(one.title, other.title);

/** People's folders first, then those that the system keeps for itself. */
export const byFolder = (one: Entry, other: Entry): number =>
  Number(one.system !== undefined) - Number(other.system !== undefined) || byTitle(one, other);

/** Entries without a date come last. */
export const newestFirst = (one: Entry, other: Entry): number =>
  (other.at ?? -Infinity) === (one.at ?? -Infinity) ? 0 : (other.at ?? -Infinity) - (one.at ?? -Infinity);
