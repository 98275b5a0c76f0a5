/** What the cards of a task show, as facts without words. */
import type { AccessKind } from '../backups/entries/access-kind.ts';
import type { Container, Entry, Location, Named, Scope, ScopeType } from '../backups/entries/entry.ts';
import type { Origin } from '../backups/catalog.ts';
import type { Workload } from '../backups/workloads/index.ts';
import type { Form } from '../backups/entries/form.ts';
import type { Missing, ResultsPage, Task } from './task.ts';
import type { OptionValues } from '../backups/entries/option-values.ts';
import type { Amount } from '../backups/workloads/amount.ts';
import type { OptionName } from '../backups/workloads/options.ts';
import type { RestoreCall, RestoreGroup } from './restore.ts';

/** Without a type: the person's own data, or that of several or everybody. */
export type ScopeFacts = Omit<ScopeChoice, 'value'> & {
  readonly own: boolean;
  readonly everybody?: boolean | undefined;
  /** Nobody else is known to have the name. */
  readonly isOnlyOne?: boolean | undefined;
};

export function scopeFacts(scope: Scope): ScopeFacts {
  const { kind } = scope;
  if (kind !== 'item')
    return { own: kind === 'own', everybody: kind === 'organization' && scope.name === '', name: scope.name };
  const { type, name, detail, isArchive } = scope.item;
  return { own: false, type, name, detail, isArchive };
}

/** The header of every card of a task: what has been chosen so far. */
export interface TaskFacts extends Pick<Task, 'access' | 'isOperator' | 'workload' | 'point' | 'remark' | 'also'> {
  readonly taskId: string;
  readonly organization: string;
  readonly scope?: ScopeFacts | undefined;
  /** What can be searched: of the chosen, or of anything in the scope. */
  readonly kinds: readonly Workload[];
  readonly listed: number;
  /** What it shows, or what is selected, can be handed over as a file. */
  readonly canExport?: boolean | undefined;
  /** Single items can be handed over as files. */
  readonly canDownload?: boolean | undefined;
  /** Somebody else has to approve either. */
  readonly fileNeedsApproval?: true | undefined;
}

/** Whose data, which, as of when. */
export interface PlaceFacts extends Pick<Origin, 'workload' | 'point'> {
  readonly scope: ScopeFacts;
  /** Whose mailbox or OneDrive it goes to, where that is another place than the original one. */
  readonly target?: Named | undefined;
  /** Its mailboxes, drives, sites or teams, where it is of everybody's data: several that were picked are named by the scope. */
  readonly of?: readonly Named[] | undefined;
}

/** Whose data the calls of a group restore, and whose it becomes. */
export function placeOfCalls(
  { target }: Pick<RestoreGroup, 'target'>,
  scope: ScopeFacts,
  calls: readonly Pick<RestoreCall, 'containerId' | 'containerName' | 'containerDetail'>[],
): Pick<PlaceFacts, 'scope' | 'target' | 'of'> {
  const holders = new Map(
    calls.map(({ containerId, containerName: name, containerDetail: detail }) => [containerId, { name, detail }]),
  );
  const of = [...holders.values()];
  const into = target && { name: target.name, detail: target.detail };
  if (scope.everybody === true) return { scope, target: into, of };
  // Several that were picked are named by the scope.
  const details = scope.own ? [] : of.flatMap(({ detail }) => detail ?? []);
  return { scope: { ...scope, detail: scope.detail ?? ([...new Set(details)].join(', ') || undefined) }, target: into };
}

/** What is restored of one place. */
export interface SummaryGroup extends PlaceFacts, Amount {
  readonly containers: readonly Named[];
  readonly first: readonly Pick<Entry, 'title' | 'version'>[];
}

export interface ScopeChoice {
  /** `own`, `organization`, or the scope item's id. */
  readonly value: string;
  /** Absent for `own` and `organization`. */
  readonly type?: ScopeType | undefined;
  /** Empty for `organization`. */
  readonly name: string;
  readonly detail?: string | undefined;
  readonly isArchive?: boolean | undefined;
}

export interface DayOfPoints {
  /** `2026-03-01` in the person's zone. */
  readonly day: string;
  readonly points: readonly { readonly id: string; readonly backupTime: number }[];
}

interface Ticks {
  /** Of the entries shown, by key. */
  readonly ticked: readonly string[];
  /** How many are ticked that are not shown. */
  readonly elsewhere: number;
}

export interface Paged {
  readonly page: number;
  readonly pages: number;
}

type TaskStepView =
  | {
      readonly kind: 'task-search';
      readonly form: Form;
      /** Only there; absent: everywhere. */
      readonly within?: Location | undefined;
      readonly showDeleted: boolean;
      /** Whose data: the chosen one, recent ones, and the first of all; at most 25. Empty for those who only have their own. */
      readonly choices: readonly ScopeChoice[];
      readonly chosen?: string | undefined;
      /** As buttons: whom an ambiguous name may mean, or whose data was searched last. */
      readonly likely: readonly ScopeChoice[];
      /** Of the scope, none of 0. If there are more than choices, the client searches while typing. */
      readonly counts: readonly { readonly type: ScopeType; readonly count: number }[];
      /** An administrator's names are not there yet: the session they come out of is being opened. */
      readonly isOpening?: boolean | undefined;
      /** What was asked for, while it is unknown whose. */
      readonly asked?: Workload | undefined;
      /** What was chosen is a typed name that this backup does not have, but another one may. */
      readonly isElsewhere?: boolean | undefined;
    }
  | {
      readonly kind: 'task-point';
      /** Newest first; at most 20 days. */
      readonly days: readonly DayOfPoints[];
      /** Days beyond those shown: a date can be typed. */
      readonly moreDays: number;
      /** They are not known: the last backup of each day, or before. */
      readonly isAssumed?: boolean | undefined;
      readonly latestAt?: number | undefined;
      readonly firstAt?: number | undefined;
      readonly showDeleted: boolean;
    }
  /** The task's header says in which backup it was found, where it was. */
  | {
      readonly kind: 'task-earlier';
      /** When the backup was made that is looked into; absent for a moment between two. */
      readonly at?: number | undefined;
      /** The times are ends of days. */
      readonly isAssumed?: boolean | undefined;
      /** It is the one that was searched: its deleted items are looked into. */
      readonly ofDeleted: boolean;
      /** The newest backup in which something was found until now. */
      readonly seenAt?: number | undefined;
      /** It is compared with the latest backup, of that time. */
      readonly comparedWith?: number | undefined;
      readonly sessions: number;
      readonly maxSessions: number;
    }
  | (Pick<ResultsPage, 'location' | 'entries' | 'found' | 'tooMany'> &
      Paged &
      Ticks & {
        readonly kind: 'task-results';
        readonly source: ResultsPage['source']['kind'];
        readonly form?: Form | undefined;
        /** Of a search that was limited to it. */
        readonly within?: Location | undefined;
        /** They are what the folder has lost. */
        readonly missing?: Missing | undefined;
        /** They are what the same search did not find in a newer backup. */
        readonly beyond?: boolean | undefined;
        readonly containers?: readonly Container[] | undefined;
        readonly listed: readonly string[];
      })
  | (Pick<NonNullable<Task['versions']>, 'of' | 'entries' | 'more'> &
      Paged &
      Ticks & { readonly kind: 'task-versions'; readonly listed: readonly string[] })
  | (Paged &
      Pick<Ticks, 'elsewhere'> & {
        readonly kind: 'task-list';
        /** Of this page. */
        readonly groups: readonly (PlaceFacts & {
          /** Where the task is now: there a folder can be opened. */
          readonly here?: boolean | undefined;
          readonly entries: readonly Entry[];
        })[];
        /** Of the whole list. */
        readonly places: number;
      })
  /** Why it is to leave the backup. */
  | {
      readonly kind: 'task-leave';
      readonly leaving: NonNullable<Task['leaving']>;
      readonly reason?: string | undefined;
    }
  | (Amount & {
      readonly kind: 'task-summary';
      /** Identifies all that is shown, for **Restore**. */
      readonly shown: string;
      /** Folders that were expanded. */
      readonly folders: number;
      /** One of each workload. */
      readonly choices: readonly OptionChoices[];
      readonly groups: readonly SummaryGroup[];
      /** Another place may be chosen, or is; `likely`: whom the name that was entered may mean. */
      readonly elsewhere?:
        | { readonly chosen?: ScopeChoice | undefined; readonly likely?: readonly ScopeChoice[] | undefined }
        | undefined;
      readonly isReasonRequired: boolean;
      /** Somebody else has to approve it. */
      readonly needsApproval: boolean;
      readonly back: 'results' | 'list';
      readonly reason?: string | undefined;
    });

/** What can be chosen about the restored entries of a workload. */
export interface OptionChoices {
  readonly workload: Workload;
  /** Names of the options that are offered. */
  readonly offered: readonly OptionName[];
  readonly values: OptionValues;
  /** Names of sentences in the workload's texts. */
  readonly notes: readonly string[];
}

export type TaskView =
  | (TaskStepView & { readonly task: TaskFacts })
  /** A former card of a task that continues on a newer one. */
  | { readonly kind: 'task-moved' }
  /** The task has ended before anything was restored. */
  | { readonly kind: 'task-closed'; readonly why: 'done' | 'expired' | 'logged-out'; readonly access: AccessKind };
