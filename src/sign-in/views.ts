/** The views of sign-in: facts without words. cards/ renders them, chat/ sends them. */
import type { Failure, NotRenewed, Revoked } from './model.ts';
import type { FlowKind } from '../core/organization.ts';
import type { Place } from '../core/person.ts';

/** One of several organizations to choose from. */
export interface Choice {
  readonly organization: string;
  readonly displayName: string;
}

/** The facts of a session that may be shown. */
export interface SessionFacts {
  readonly sessionId: string;
  readonly flow: FlowKind;
  /** Display name. */
  readonly organization: string;
  readonly organizationKey: string;
  /** Host of the backup service. */
  readonly service: string;
  readonly account: string;
  readonly userId: string;
  readonly tenantId: string;
  readonly expiresAt: number;
  readonly renewable: boolean;
  /** For the status card: until the end, when it was asked for. */
  readonly remainingMilliseconds?: number | undefined;
  /** Asked of the service for the status card; absent where it did not say. */
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
}

export type View =
  /** The code. In a shared place the posted card shows others only who signs in. */
  | {
      readonly kind: 'sign-in';
      readonly signInId: string;
      readonly flow: FlowKind;
      readonly organization: string;
      readonly askedBy: string;
      readonly userCode: string;
      readonly verificationUri: string;
      readonly expiresAt: number;
      /** The person can sign in to another organization instead: offers **Another organization**. */
      readonly others?: boolean | undefined;
    }
  /** Approved; the bot is still finishing with the service, which takes long. Offers **Cancel**. */
  | { readonly kind: 'finishing'; readonly signInId: string; readonly flow: FlowKind; readonly organization: string }
  /** What becomes of a card whose code moved to a newer card below. */
  | { readonly kind: 'moved-below'; readonly organization: string; readonly askedBy: string }
  | { readonly kind: 'signed-in'; readonly session: SessionFacts }
  | {
      readonly kind: 'not-signed-in';
      readonly failure: Failure;
      readonly reference: string;
      readonly flow: FlowKind;
      /** Display name, and key for **Try again**. */
      readonly organization: string;
      readonly organizationKey: string;
    }
  | {
      readonly kind: 'status';
      readonly session?: SessionFacts | undefined;
      readonly pending?: PendingFacts | undefined;
      /** The stored state did not open: said, and how to go on. */
      readonly unreadable?: boolean | undefined;
      /** `login` while signed in: offers **Sign in again**. */
      readonly alreadySignedIn?: boolean | undefined;
      /** No notices before a session's end, as the person wished: offers **Turn on reminders**. */
      readonly noNotices?: boolean | undefined;
      /** The sign-in that was asked for, where it is another than the session's: offered in place of **Sign in again**. */
      readonly instead?: Instead | undefined;
      /** As on the sign-in card. */
      readonly others?: boolean | undefined;
    }
  | { readonly kind: 'expiring'; readonly session: SessionFacts }
  /** The session is over by itself; offers a sign-in. */
  | {
      readonly kind: 'session-ended';
      /** Before its time: the service no longer accepted it. */
      readonly refused?: boolean | undefined;
      readonly organization: string;
      readonly organizationKey: string;
      readonly flow: FlowKind;
    }
  /** Renewal was refused; offers a sign-in. */
  | {
      readonly kind: 'renewal-refused';
      readonly reason: NotRenewed;
      readonly session: SessionFacts;
      readonly reference: string;
    }
  | {
      readonly kind: 'logged-out';
      readonly organization: string;
      readonly organizationKey: string;
      readonly flow: FlowKind;
      /** Whether the service was told; `unreachable`: its token lives on until `expiresAt`. */
      readonly revoked: Revoked;
      readonly expiresAt: number;
      readonly reference: string;
      /** By **This was not me**. */
      readonly notMe?: boolean | undefined;
      /** How many administrators are being told of that. */
      readonly administrators?: number | undefined;
    }
  /** To an administrator: somebody says that a sign-in was not theirs. */
  | {
      readonly kind: 'not-me-report';
      /** Name of who says so. */
      readonly person: string;
      readonly account: string;
      readonly organization: string;
      /** Host of the backup service. */
      readonly service: string;
      readonly flow: FlowKind;
      readonly signedInAt: number;
      /** When it was said. */
      readonly at: number;
      readonly place: Place;
      readonly reference: string;
      readonly revoked: Revoked;
      readonly expiresAt: number;
    }
  /** `forget me`: asks before anything is erased. */
  | { readonly kind: 'forget-me' }
  | {
      readonly kind: 'forgotten';
      /** In how many conversations something was erased. */
      readonly conversations: number;
      /** Sessions that the service has ended too. */
      readonly revoked: number;
      /** Sessions of which the service could not be told, and when the last of their tokens ends. */
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
  /** Once, on install. */
  | { readonly kind: 'welcome'; readonly help: HelpFacts }
  | { readonly kind: 'notice'; readonly notice: Notice };

export interface Instead {
  readonly flow: FlowKind;
  /** Display name, and key. */
  readonly organization: string;
  readonly organizationKey: string;
}

/** What this person may use in this place. */
export interface HelpFacts {
  readonly appOnly: boolean;
  /** More than one organization serves the person's tenant. */
  readonly severalOrganizations: boolean;
  /** Of the session that is live here. */
  readonly signedIn?: FlowKind | undefined;
  /** **All commands** was pressed: the whole list instead of what one usually wants. */
  readonly all?: boolean | undefined;
  /** What was typed and not understood, and the command it is near to. */
  readonly typed?: string | undefined;
  readonly didYouMean?: string | undefined;
}

/** Short answers; each says what happened and what to do next. */
export type Notice =
  | { readonly code: 'not-signed-in' }
  | { readonly code: 'nothing-to-cancel' }
  | { readonly code: 'cancelled' }
  | { readonly code: 'renewed'; readonly expiresAt: number }
  | { readonly code: 'not-your-card' }
  /** The client shows no card to one person alone. */
  | { readonly code: 'code-needs-personal-chat' }
  | { readonly code: 'card-outdated' }
  | { readonly code: 'storage-away' }
  | { readonly code: 'no-object-id' }
  /** `againAt`: epoch milliseconds from which on a new code can be had. */
  | { readonly code: 'too-many-sign-ins'; readonly whose: 'person' | 'tenant'; readonly againAt: number }
  | { readonly code: 'app-only-not-allowed' }
  | { readonly code: 'app-only-personal-only' }
  | { readonly code: 'app-only-off' }
  | {
      readonly code: 'unknown-organization';
      readonly name: string;
      readonly flow: FlowKind;
      /** Of the choices, those that were probably meant. */
      readonly near: readonly Choice[];
      readonly choices: readonly Choice[];
    }
  | { readonly code: 'no-organization' }
  | { readonly code: 'state-unreadable' }
  | { readonly code: 'working' }
  | { readonly code: 'no-more-notices' }
  | { readonly code: 'notices-again' }
  /** **Keep**: nothing was erased. */
  | { readonly code: 'kept' }
  | { readonly code: 'went-wrong'; readonly reference: string };

/** What a use case returns to the turn. */
export type Reply<Shown = View> =
  /** For the turn to show, on the pressed card or on a new one. */
  | { readonly kind: 'render'; readonly view: Shown }
  /** The use case has sent or edited a card itself: nothing is to be sent. `view` is what that card shows. */
  | { readonly kind: 'delivered'; readonly view: Shown };
