/** What restores, exports and lists of restore sessions show, as facts without words; and the views of all of restoring. */
import type { Reply, View } from '../../sign-in/state/views.ts';
import type { AccessKind } from '../backups/entries/access-kind.ts';
import type { Trouble } from '../backups/service-error.ts';
import type { Workload } from '../backups/workloads/index.ts';
import type { Exported, ExportOutcome } from './export.ts';
import type { AboutCall, SessionList } from './presses.ts';
import type { Counts, EndedCall, FailedItem, Landing, Restore, SessionEvent, WaitingApproval } from './restore.ts';
import type { ApprovalRequest, Decision, HeldFacts } from './four-eyes.ts';
import type { RestoreNotice } from './notice.ts';
import type { Amount } from '../backups/workloads/amount.ts';
import type { Paged, PlaceFacts, TaskView } from './task-views.ts';

export interface GroupFacts extends PlaceFacts {
  readonly counts: Counts;
}

/** What is shown of a call of which it is not known whether the service has it. */
export interface Unanswered {
  /** How often it was searched for in vain. */
  readonly looks: number;
  /** What the service answered in place of a session. */
  readonly said?: string | undefined;
  /** It may have been sent before: it was planned for long. */
  readonly old?: true | undefined;
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
  /** What it goes on with is a sign-in to this one. */
  readonly organizationKey: string;
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
  | (HeldFacts & { readonly kind: 'restore-held'; readonly restore: RestoreFacts })
  | { readonly kind: 'restore-running'; readonly restore: RestoreFacts; readonly stopping: boolean }
  /** It continues at the service, but the sign-in has ended: progress is shown after signing in. */
  | {
      readonly kind: 'restore-unwatched';
      readonly restore: RestoreFacts;
      /** Why the rest is not sent any more. */
      readonly unsent?: Trouble | undefined;
    }
  /** It is not known whether the service has a call: it is being searched for. */
  | (Unanswered & {
      readonly kind: 'restore-searching';
      readonly restore: RestoreFacts;
      readonly part?: PartFacts | undefined;
      readonly stopping: boolean;
    })
  /** The same, and it is not among the service's sessions. */
  | (Unanswered & {
      readonly kind: 'restore-unclear';
      readonly restore: RestoreFacts;
      readonly part?: PartFacts | undefined;
      readonly about: AboutCall;
    })
  | (Pick<EndedCall, 'result' | 'remarks' | 'trouble'> &
      Paged & {
        readonly kind: 'restore-ended';
        readonly restore: RestoreFacts;
        readonly failures: readonly FailureFacts[];
        readonly endedAt: number;
        /** What a retry may restore; 0 where it would end as this has by today's settings. */
        readonly retryable: number;
        /** Where what was restored can be looked at. */
        readonly landings?: readonly LandingFacts[] | undefined;
        /** So many failed items are not among them. */
        readonly leftOut?: number | undefined;
        /** It was stopped at the service, not here. */
        readonly elsewhere?: boolean | undefined;
        /** A call of which nobody knows what became was sent more than once. */
        readonly sentAgain?: boolean | undefined;
        /** No call was accepted: nothing was restored. */
        readonly unstarted?: boolean | undefined;
        /** The service no longer says what became of the items. */
        readonly uncounted?: boolean | undefined;
        /** The service no longer has the session of a call. */
        readonly dropped?: boolean | undefined;
        /** **Done** was pressed: no buttons, and nothing that says what they do. */
        readonly closed?: boolean | undefined;
      });

/** That a restore has ended, without names. */
export interface EndFacts extends Pick<EndedCall, 'result' | 'trouble' | 'counts'> {
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
  extends
    Pick<ApprovalRequest, 'id' | 'facts' | 'outcome'>,
    Pick<ApprovalRequest['asker'], 'name' | 'account' | 'tenantId'> {
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
  /** With a press that decided nothing: it stays in the field. */
  readonly typedReason?: string | undefined;
}

/** Posted for the asker, whom no edit notifies. */
export interface ApprovalNewsView {
  readonly kind: 'approval-news';
  readonly of: NonNullable<ApprovalRequest['of']>;
  /** Of the restore or the export. */
  readonly restoreId: string;
  readonly access: AccessKind;
  readonly organizationKey: string;
  readonly news:
    | 'asked'
    | 'unreachable'
    | 'nobody'
    | 'expiring'
    | 'approved'
    | 'sign-in'
    | 'declined'
    | 'expired'
    | 'void';
  /** Who decided. */
  readonly by?: string | undefined;
  readonly reason?: string | undefined;
}
/** In the channel of `RESTORE_CHANNEL`. */
export type ChannelLineView = EndFacts & { readonly kind: 'channel-line' };

export interface SessionRow {
  readonly sessionId: string;
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
export type ExportView = {
  readonly kind: 'restore-export';
  readonly exportId: string;
  readonly access: AccessKind;
  readonly organizationKey: string;
  /** Of the channel, or of the item. */
  readonly name: string;
  readonly what: Exported;
} & (
  | {
      readonly state: ExportState;
      /** Why, in place of what the state says. */
      readonly trouble?: Trouble | undefined;
      /** Until when the file waits. */
      readonly until?: number | undefined;
    }
  /** Somebody else has to approve it, or has, and the sign-in has ended meanwhile. */
  | (HeldFacts & { readonly state: 'held' })
);

export type RestoreReply = Reply<View | RestoreView>;

export const noticeReply = (notice: RestoreNotice): RestoreReply => ({
  kind: 'render',
  view: { kind: 'restore-notice', notice },
});
