/** What finding and restoring show, as facts without words, and what the buttons of a task's card request. */
import type { Reply, View } from '../../sign-in/state/views.ts';
import type { WaitingApproval } from './approval.ts';
import type { AccessKind } from '../backups/entries/access-kind.ts';
import type { Container, Entry, Location, Scope, ScopeType } from '../backups/entries/entry.ts';
import type { Origin } from '../backups/catalog.ts';
import type { Workload } from '../backups/workloads/index.ts';
import type { Exported, ExportOutcome } from './export.ts';
import type { SessionList } from './presses.ts';
import type { Counts, EndedCall, FailedItem, Landing, Restore, SessionEvent } from './restore.ts';
import type { Form } from '../backups/entries/form.ts';
import type { ApprovalRequest, Decision } from './four-eyes.ts';
import type { RestoreNotice } from './notice.ts';
import type { Missing, ResultsPage, Task } from './task.ts';
import type { OptionValues } from '../backups/entries/option-values.ts';
import type { Amount } from '../backups/workloads/amount.ts';
import type { OptionName } from '../backups/workloads/options.ts';

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
export interface TaskFacts extends Pick<Task, 'access' | 'isOperator' | 'workload' | 'point' | 'remark'> {
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
}

/** Whose data, which, as of when. */
export interface PlaceFacts extends Pick<Origin, 'workload' | 'point'> {
  readonly scope: ScopeFacts;
  /** Whose mailbox or OneDrive it goes to, where that is another place than the original one. */
  readonly target?: string | undefined;
  /** Names of its mailboxes, drives, sites or teams, where it is of everybody's data: several that were picked are named by the scope. */
  readonly of?: readonly string[] | undefined;
}

/** What is restored of one place. */
export interface SummaryGroup extends PlaceFacts, Amount {
  readonly containers: readonly string[];
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

interface Paged {
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
  | (NonNullable<Task['versions']> & Ticks & { readonly kind: 'task-versions'; readonly listed: readonly string[] })
  | (Paged &
      Pick<Ticks, 'elsewhere'> & {
        readonly kind: 'task-list';
        /** Of this page. */
        readonly groups: readonly (PlaceFacts & { readonly entries: readonly Entry[] })[];
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
      /** Another place may be chosen, or is. */
      readonly elsewhere?: { readonly chosen?: ScopeChoice | undefined } | undefined;
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

export interface GroupFacts extends PlaceFacts {
  readonly counts: Counts;
  readonly isDone: boolean;
}

export interface LandingFacts extends Landing {
  /** Index into the groups of the restore. */
  readonly group: number;
  readonly link?: string | undefined;
}

export interface FailureFacts extends FailedItem {
  /** Index into the groups of the restore. */
  readonly group: number;
}

export interface RestoreFacts extends Pick<Restore, 'access' | 'reason' | 'startedAt'> {
  readonly restoreId: string;
  readonly organization: string;
  readonly groups: readonly GroupFacts[];
  readonly counts: Counts;
  /** Whether they are about all of it: how much a whole is, the service alone says. */
  readonly isCounted: boolean;
  /** Nobody signs in for it: a certificate stands in for the code. */
  readonly byCertificate?: true | undefined;
  /** A response was lost: that the service's only new restore is this one is likely, not certain. */
  readonly isAssumed: boolean;
}

/** One call of several, which is sent on its own. */
export interface PartFacts extends Amount {
  /** From 1. */
  readonly number: number;
  readonly of: number;
  /** The mailbox, drive, site or team. */
  readonly name: string;
  /** How many are still to be sent after it. */
  readonly left: number;
}

export type RestoreProgressView =
  /** Nothing of a backup is restored before somebody approves it; its session, or its code, may still be awaited. */
  | {
      readonly kind: 'restore-approval';
      /** The name of the application that Microsoft's page must show, where the settings tell it. */
      readonly application?: string | undefined;
      readonly restore: RestoreFacts;
      /** Index into the groups of the restore. */
      readonly group: number;
      /** The service takes these together, or one after the other. */
      readonly amount: Amount;
      /** It never leaves the card. */
      readonly code?: WaitingApproval | undefined;
      /** Who signed in with the code before may not restore this: in the service's own words. */
      readonly refused?: { readonly said?: string | undefined } | undefined;
    }
  /** Somebody else has to approve it, or has, and the sign-in has ended meanwhile. */
  | {
      readonly kind: 'restore-held';
      readonly restore: RestoreFacts;
      readonly until: number;
      readonly reach?: NonNullable<Restore['fourEyes']>['reach'];
      readonly approvedBy?: readonly string[] | undefined;
    }
  | { readonly kind: 'restore-running'; readonly restore: RestoreFacts; readonly stopping: boolean }
  /** It continues at the service, but the sign-in has ended: progress is shown after signing in. */
  | { readonly kind: 'restore-unwatched'; readonly restore: RestoreFacts }
  /** The response to a call was lost: it is being searched for. `looks`: in vain so far; `said`: what it answered instead. */
  | {
      readonly kind: 'restore-searching';
      readonly restore: RestoreFacts;
      readonly part?: PartFacts | undefined;
      readonly looks: number;
      readonly said?: string | undefined;
      readonly stopping: boolean;
    }
  /** The response to a call was lost, and it is not among the service's sessions. `said`: what it answered instead. */
  | {
      readonly kind: 'restore-unclear';
      readonly restore: RestoreFacts;
      readonly part?: PartFacts | undefined;
      readonly looks: number;
      readonly said?: string | undefined;
    }
  | (Pick<EndedCall, 'result' | 'remarks' | 'trouble'> &
      Paged & {
        readonly kind: 'restore-ended';
        readonly restore: RestoreFacts;
        readonly failures: readonly FailureFacts[];
        readonly endedAt: number;
        readonly retryable: number;
        /** Where what was restored can be looked at. */
        readonly landings?: readonly LandingFacts[] | undefined;
        /** So many failed items are not among them. */
        readonly leftOut?: number | undefined;
        /** It was stopped at the service, not here. */
        readonly elsewhere?: boolean | undefined;
        /** No call was accepted: nothing was restored. */
        readonly unstarted?: boolean | undefined;
        /** The service no longer says what became of the items. */
        readonly uncounted?: boolean | undefined;
        /** The service no longer has the session of a call. */
        readonly dropped?: boolean | undefined;
        /** **Done** was pressed: no buttons. */
        readonly closed?: boolean | undefined;
      });

/** That a restore has ended, without names. */
export interface EndFacts extends Pick<EndedCall, 'result' | 'counts'> {
  readonly workload: Workload | 'several';
  readonly restoreId: string;
}

/** In the chat of its person. */
type RestoreOverView = EndFacts & { readonly kind: 'restore-over' };
/** The same of an approval that may not be seen in time. */
interface ApprovalDueView {
  readonly kind: 'restore-approval-due';
  readonly restoreId: string;
}
/** The same of a call that is unclear: what was not sent yet waits for a decision. */
interface DecisionDueView {
  readonly kind: 'restore-decision-due';
  readonly restoreId: string;
}
/** For an approver. */
export interface ApprovalRequestView
  extends Pick<ApprovalRequest, 'id' | 'facts' | 'outcome'>, Pick<ApprovalRequest['asker'], 'name' | 'tenantId'> {
  readonly kind: 'approval-request';
  readonly organization: string;
  readonly until: number;
  /** Who has decided what until now, and how many have to approve it. */
  readonly decisions: readonly Pick<Decision, 'kind' | 'name' | 'at' | 'reason'>[];
  readonly needed: number;
  /** The reader has decided. */
  readonly isDecided: boolean;
  /** The asker is of another tenant than the reader. */
  readonly isForeign: boolean;
  /** Subjects and names may be looked at; once they are, the first ones. */
  readonly canLook: boolean;
  readonly titles?: readonly string[] | undefined;
  /** Why the press was not taken. */
  readonly remark?: 'reason-missing' | 'not-eligible' | 'unavailable' | undefined;
}

/** Posted for the asker, whom no edit notifies. */
export interface ApprovalNewsView {
  readonly kind: 'approval-news';
  readonly restoreId: string;
  readonly access: AccessKind;
  readonly news: 'asked' | 'unreachable' | 'expiring' | 'approved' | 'sign-in' | 'declined' | 'expired' | 'void';
  /** Who decided. */
  readonly by?: string | undefined;
  readonly reason?: string | undefined;
}
/** In the channel of `RESTORE_CHANNEL`. */
export type ChannelLineView = EndFacts & { readonly kind: 'channel-line' };

export interface SessionRow {
  readonly sessionId: string;
  readonly restoreId?: string | undefined;
  readonly kind?: Workload | undefined;
  readonly scopeName?: string | undefined;
  readonly startedAt: number;
  readonly endedAt?: number | undefined;
  readonly state: 'running' | 'looking' | 'success' | 'warning' | 'failed';
  /** The service's own words, where they are not documented. */
  readonly kindName?: string | undefined;
  readonly stateName?: string | undefined;
  readonly reason?: string | undefined;
  readonly details?: string | undefined;
  readonly stoppable: boolean;
}

export type RestoreView =
  | TaskView
  | RestoreProgressView
  | RestoreOverView
  | ApprovalDueView
  | DecisionDueView
  | ChannelLineView
  | ApprovalRequestView
  | ApprovalNewsView
  | {
      readonly kind: 'restore-sessions';
      readonly organization: string;
      readonly access: AccessKind;
      readonly rows: readonly SessionRow[];
      readonly stopped?: string | undefined;
      readonly list: SessionList;
      /** Where the next page begins in the service's list, if there may be one. */
      readonly next?: number | undefined;
    }
  /** One session and what the service recorded about it. */
  | {
      readonly kind: 'restore-session';
      readonly organization: string;
      readonly access: AccessKind;
      readonly row: SessionRow;
      readonly events: readonly SessionEvent[];
      readonly page: number;
      readonly more: boolean;
      /** The list to go back to. */
      readonly list: SessionList;
    }
  | ExportView
  | { readonly kind: 'restore-notice'; readonly notice: RestoreNotice };

export type ExportState = 'preparing' | 'offered' | 'unanswered' | 'uploading' | ExportOutcome;

/** The card of an export; the file itself is offered on a card of Teams' own. */
export interface ExportView {
  readonly kind: 'restore-export';
  readonly exportId: string;
  readonly access: AccessKind;
  /** Of the channel, or of the item. */
  readonly name: string;
  readonly what: Exported;
  readonly state: ExportState;
  /** Until when the file waits. */
  readonly until?: number | undefined;
}

export type RestoreReply = Reply<View | RestoreView>;

export const noticeReply = (notice: RestoreNotice): RestoreReply => ({
  kind: 'render',
  view: { kind: 'restore-notice', notice },
});
