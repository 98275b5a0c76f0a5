/** The views of sign-in: facts without words. cards/ renders them, chat/ sends them. */
import type {
  EndedSession,
  EndOrder,
  Failure,
  FailureReason,
  NotMeReport,
  RenewalRefusal,
  Revoked,
  Session,
  SomebodyElseReport,
  WaitingSignIn,
} from './model.ts';
import type { FlowKind, SignInWay } from '../../core/organization.ts';
import type { Place } from '../../core/person.ts';

export interface Choice {
  readonly organization: string;
  readonly displayName: string;
}

/**
 * The way that a sign-in went, as far as advice depends on it. `both`: by a code, where the browser was open as well; `administrator`:
 * app-only, which always takes a code, and for which exemptions of restore operators are no help.
 */
export type AdviceWay = SignInWay | 'administrator';

export interface SignInTarget {
  readonly flow: FlowKind;
  readonly organization: string;
  readonly organizationKey: string;
}

export interface SessionFacts extends SignInTarget, Pick<Session, 'account' | 'userId' | 'tenantId' | 'expiresAt'> {
  readonly sessionId: string;
  /** Host of the backup service. */
  readonly service: string;
  readonly renewable: boolean;
  /** For the status card: the time left when it was requested. */
  readonly remainingMilliseconds?: number | undefined;
  /** For the status card, as the service says; absent when it did not. */
  readonly isOperator?: boolean | undefined;
}

/** A pending sign-in without its code. */
export interface PendingFacts {
  readonly signInId: string;
  readonly flow: FlowKind;
  readonly organization: string;
  readonly expiresAt: number;
  /** `redeemed`: the person has approved; the bot finishes with the service. */
  readonly step: 'waiting' | 'redeemed';
  /** Has a link and no code. */
  readonly inBrowser: boolean;
}

interface ReportFacts extends Pick<NotMeReport, 'flow' | 'at'> {
  /** The name of the person whose sign-in it is. */
  readonly person: string;
  readonly organization: string;
  readonly service: string;
  readonly place: Place;
  readonly reference: string;
}

export type SessionEndedFacts = Pick<EndedSession, 'refused' | 'longestLife' | 'replaced'> & {
  /** `ending`: its job ends it now. */
  readonly notAllowed?: EndedSession['notAllowed'] | 'ending';
  readonly byAdministrator?: EndOrder['why'] | undefined;
};

export type View =
  /** The ways to sign in. In a shared place the posted card shows others only who signs in. */
  | (Pick<WaitingSignIn, 'flow' | 'link' | 'userCode' | 'verificationUri' | 'expiresAt'> & {
      readonly kind: 'sign-in';
      /** Offers **Use a code**. */
      readonly mayUseCode?: boolean | undefined;
      readonly signInId: string;
      readonly organization: string;
      readonly askedBy: string;
      /** The person can sign in to another organization instead: offers **Another organization**. */
      readonly others?: boolean | undefined;
    })
  /** Approved; the bot is still finishing with the service, which takes long. Offers **Cancel**. */
  | { readonly kind: 'finishing'; readonly signInId: string; readonly flow: FlowKind; readonly organization: string }
  | { readonly kind: 'sign-in-moved'; readonly organization: string; readonly askedBy: string }
  | { readonly kind: 'signed-in'; readonly session: SessionFacts }
  | (SignInTarget & {
      readonly kind: 'not-signed-in';
      readonly failure: Failure;
      readonly way: AdviceWay;
      readonly reference: string;
    })
  | {
      readonly kind: 'status';
      readonly session?: SessionFacts | undefined;
      readonly pending?: PendingFacts | undefined;
      readonly unreadable?: boolean | undefined;
      /** `login` while signed in: offers **Sign in again**. */
      readonly alreadySignedIn?: boolean | undefined;
      /** The person turned off reminders: offers **Turn on reminders**. */
      readonly noNotices?: boolean | undefined;
      /** The requested sign-in, if it differs from the session's: offered in place of **Sign in again**. */
      readonly instead?: SignInTarget | undefined;
      readonly others?: boolean | undefined;
    }
  | { readonly kind: 'expiring'; readonly session: SessionFacts }
  /**
   * The session expired, reached its longest life, or, if `refused`, the service no longer accepted it; offers a sign-in, unless
   * another sign-in replaced it.
   */
  | (SignInTarget & SessionEndedFacts & { readonly kind: 'session-ended' })
  | {
      readonly kind: 'renewal-refused';
      readonly reason: RenewalRefusal;
      /** Why the identity provider refused it, where that is known. */
      readonly because?: FailureReason | undefined;
      readonly way: AdviceWay;
      readonly session: SessionFacts;
      readonly reference: string;
    }
  /**
   * A restore as administrator has not ended: asks before the session does. `notMe`: **This was not me** was pressed. `all`:
   * everything ends, with so many `others` that it replaced.
   */
  | {
      readonly kind: 'log-out-warning';
      readonly session: SessionFacts;
      readonly notMe: boolean;
      readonly all: boolean;
      readonly others: number;
    }
  | (SignInTarget & {
      readonly kind: 'logged-out';
      /** `unreachable`: the token is valid until `expiresAt`. */
      readonly revoked: Revoked;
      readonly expiresAt: number;
      readonly reference: string;
      /** By **This was not me**. */
      readonly notMe?: boolean | undefined;
      readonly administrators?: number | undefined;
    })
  /** To an administrator: a person reports that a sign-in was not theirs. */
  | (ReportFacts &
      Pick<NotMeReport, 'account' | 'signedInAt' | 'revoked' | 'expiresAt'> & { readonly kind: 'not-me-report' })
  /** To an administrator: somebody else approved the code that a person requested. */
  | (ReportFacts &
      Pick<SomebodyElseReport, 'approver'> & {
        readonly kind: 'somebody-else-report';
        readonly asker: SomebodyElseReport['approver'];
      })
  /** `restoring`: a restore as administrator has not ended. */
  | { readonly kind: 'forget-me'; readonly restoring?: boolean | undefined }
  | {
      readonly kind: 'forgotten';
      readonly conversations: number;
      readonly revoked: number;
      /** Sessions whose tokens could not be revoked, and when the last of these ends. */
      readonly notRevoked: number;
      readonly livesUntil?: number | undefined;
      /** The address for reports to administrators was erased too. */
      readonly administrator: boolean;
    }
  | {
      readonly kind: 'choose-organization';
      readonly flow: FlowKind;
      readonly choices: readonly Choice[];
      readonly last?: string | undefined;
    }
  | { readonly kind: 'help'; readonly help: HelpFacts }
  | { readonly kind: 'welcome'; readonly help: HelpFacts }
  /** To an administrator: who is signed in, and who is suspended. */
  | {
      readonly kind: 'admin-people';
      readonly people: readonly AdminPerson[];
      readonly page: number;
      readonly pages: number;
      /** So many are signed in, on whichever page. */
      readonly signedIn: number;
      readonly asOf: number;
      readonly outcome?: AdminOutcome | undefined;
      /** Asks before everybody's sessions end. */
      readonly asks?: boolean | undefined;
    }
  | {
      readonly kind: 'admin-person';
      readonly person: AdminPerson;
      /** The administrator who looks at it, who can't suspend themselves. */
      readonly isSelf: boolean;
      readonly asOf: number;
      readonly outcome?: AdminOutcome | undefined;
    }
  | { readonly kind: 'notice'; readonly notice: Notice };

/** Who someone is and since when they are signed in: neither tokens nor anything they do. */
export interface AdminPerson {
  readonly id: string;
  readonly name: string;
  readonly account?: string | undefined;
  readonly sessions: readonly (Pick<SignInTarget, 'flow' | 'organization'> &
    Pick<Session, 'signedInAt' | 'expiresAt'> & { readonly place: Place })[];
  readonly suspended?: { readonly at: number; readonly by: string } | undefined;
}

/** What a button of these cards asks for; `person` is an object id. */
export type AdminPress =
  | { readonly kind: 'list'; readonly page?: number | undefined }
  /** `asOf`: when the card was sent, epoch milliseconds. It ends nothing that has begun since. */
  | { readonly kind: 'end-all'; readonly sure?: boolean | undefined; readonly asOf?: number | undefined }
  | { readonly kind: 'end'; readonly person: string; readonly asOf?: number | undefined }
  | { readonly kind: 'person' | 'suspend' | 'lift'; readonly person: string };

/** What an administrator has just done, or why it was not done. */
export type AdminOutcome =
  | { readonly code: 'suspended' | 'already-suspended' | 'lifted' | 'not-suspended' | 'yourself' }
  | { readonly code: 'ended'; readonly sessions: number }
  | { readonly code: 'unknown-person' | 'several'; readonly typed: string };

/** What this person may use in this place. */
export interface HelpFacts {
  readonly appOnly: boolean;
  /** May see and end everybody's sessions here. */
  readonly administrator?: boolean | undefined;
  readonly severalOrganizations: boolean;
  readonly signedIn?: FlowKind | undefined;
  /** May be asked to approve the restores of others, here. */
  readonly approver?: boolean | undefined;
  /** Not signed in, and the service refused the last sign-in of this person: they are no operator there. */
  readonly isNoOperator?: boolean | undefined;
  /** **All commands** was pressed. */
  readonly all?: boolean | undefined;
  /** What was typed and not understood, and the command it resembles. */
  readonly typed?: string | undefined;
  readonly didYouMean?: string | undefined;
  /** The command that searches for it. */
  readonly search?: string | undefined;
}

export type PlainNotice =
  | 'not-signed-in'
  | 'nothing-to-cancel'
  | 'cancelled'
  | 'not-your-card'
  /** The client cannot show a card to one person alone. */
  | 'needs-personal-chat'
  | 'card-outdated'
  | 'storage-away'
  | 'no-object-id'
  | 'app-only-not-allowed'
  | 'app-only-personal-only'
  | 'app-only-off'
  | 'administrators-only'
  | 'administrators-personal-only'
  /** To an administrator whom another one has suspended. */
  | 'administrator-suspended'
  /** To the person whom an administrator suspends, and lets sign in again. */
  | 'suspended'
  | 'suspension-lifted'
  | 'no-organization'
  | 'state-unreadable'
  | 'working'
  /** Only the answer to the press could have shown it. */
  | 'took-too-long'
  | 'no-more-notices'
  | 'notices-again'
  | 'kept';

export type Notice =
  | { readonly code: PlainNotice }
  | { readonly code: 'renewed'; readonly expiresAt: number }
  /** `againAt`: epoch milliseconds from which on a new code can be had. */
  | { readonly code: 'too-many-sign-ins'; readonly whose: 'person' | 'tenant'; readonly againAt: number }
  | {
      readonly code: 'unknown-organization';
      readonly name: string;
      readonly flow: FlowKind;
      /** The choices with similar names. */
      readonly near: readonly Choice[];
      readonly choices: readonly Choice[];
    }
  | { readonly code: 'went-wrong'; readonly reference: string };

/** What a use case returns to the turn. */
export type Reply<Shown = View> =
  /** For the turn to show, on the pressed card or on a new one. */
  | {
      readonly kind: 'render';
      readonly view: Shown;
      /** On a card of its own: what the pressed one shows goes on. */
      readonly apart?: boolean;
    }
  /** The use case has sent or edited a card itself: nothing is to be sent. `view` is what that card shows. */
  | { readonly kind: 'delivered'; readonly view: Shown };
