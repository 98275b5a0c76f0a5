/** What is known of one person in one conversation, and how it changes. Pure: no clock, no network, no SDK. */
import type { FlowKind } from '../core/organization.ts';
import type { Address, Person } from '../core/person.ts';

interface SignInFacts {
  /** Random; also the reference id that cards show and the log knows. Names this sign-in in jobs and in card buttons. */
  readonly id: string;
  readonly flow: FlowKind;
  /** `<tenant>` of the organization, key into the settings. */
  readonly organization: string;
  readonly clientId: string;
  readonly scope: string;
  readonly startedAt: number;
  /** The posted card; absent until its id is known. */
  readonly cardId?: string | undefined;
  /** The one message whose owner follows it: a copy of that message makes no second follower. */
  readonly jobId?: string | undefined;
}

/** A code is out and is polled for. */
export interface WaitingSignIn extends SignInFacts {
  readonly kind: 'waiting';
  readonly verificationUri: string;
  /** Epoch milliseconds at which the device code ends. */
  readonly expiresAt: number;
  readonly intervalSeconds: number;
  /** Not asked for before: another instance may not have noticed yet that the one before it is over. */
  readonly pollFrom?: number | undefined;
  /** Secret. */
  readonly userCode: string;
  /** Secret. */
  readonly deviceCode: string;
}

/** The identity provider's token response is safe; what follows is repeated from here until it ends. */
export interface RedeemedSignIn extends SignInFacts {
  readonly kind: 'redeemed';
  readonly redeemedAt: number;
  /** Epoch milliseconds at which the answer's access token ends, and with it every further try. */
  readonly answerExpiresAt: number;
  /** Secret: the token response, byte for byte as received (specification, section 5.3). */
  readonly answer: string;
}

/** Over without a session. Kept until the next sign-in so that the card can be told again after a crash. */
export interface EndedSignIn extends SignInFacts {
  readonly kind: 'ended';
  readonly endedAt: number;
  /** The card was told by whoever ended it: the follower has nothing left to say. */
  readonly told?: boolean | undefined;
  readonly failure: Failure;
}

export type SignIn = WaitingSignIn | RedeemedSignIn | EndedSignIn;

/** Why a sign-in ended without a session. */
export interface Failure {
  readonly reason: FailureReason;
  /** First sentence of what the upstream said, fit to show. */
  readonly detail?: string | undefined;
  /** The upstream's correlation id, for its support. */
  readonly correlationId?: string | undefined;
  /** The account that signed in, where it is not the asker's. */
  readonly account?: string | undefined;
}

export type FailureReason =
  | 'cancelled'
  | 'declined'
  | 'expired'
  | 'code-unknown' // bad_verification_code, AADSTS70000: our fault
  | 'public-client-flow-off' // AADSTS7000218
  | 'consent-required' // AADSTS65001
  | 'mfa-required' // AADSTS50076
  | 'conditional-access' // AADSTS53003
  | 'identity-provider-refused'
  | 'identity-provider-unreachable'
  | 'verification-host'
  | 'answer-incomplete' // token response without what is needed
  | 'lookup-failed'
  | 'someone-else' // who signed in is not who asked
  | 'other-tenant' // who signed in is of another tenant (IDENTITY_BINDING=same-tenant)
  | 'not-operator' // the service refuses this person or assertion
  | 'service-refused'
  | 'service-unreachable'
  | 'service-untrusted'
  | 'portal-off'
  | 'service-too-old'
  | 'not-a-backup-service'
  | 'organization-removed'; // it left the settings meanwhile

/** Signed in. */
export interface Session {
  /** Random, new with each sign-in and each renewal; names this session in jobs and card buttons. */
  readonly id: string;
  /** The sign-in it came from: reference id for log and audit. */
  readonly signInId: string;
  readonly flow: FlowKind;
  readonly organization: string;
  readonly clientId: string;
  readonly scope: string;
  readonly account: string;
  readonly userId: string;
  readonly tenantId: string;
  readonly signedInAt: number;
  /** Of the present service token. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly cardId?: string | undefined;
  /** When the expiry notice was begun; and its card, once it was sent. */
  readonly warnedAt?: number | undefined;
  readonly noticeCardId?: string | undefined;
  /** Somebody is renewing it: nobody else may before `until`. */
  readonly renewing?: { readonly id: string; readonly until: number } | undefined;
  /** Its id before it was renewed last: a second press of the same button finds what the first one did. */
  readonly renewedFrom?: string | undefined;
  /** Why the last renewal came to nothing, for whoever waited for it too. */
  readonly notRenewed?: NotRenewed | undefined;
  /** Secret. */
  readonly accessToken: string;
  /** Secret. The service's; absent where it gave none, or where it may be spent. */
  readonly refreshToken?: string | undefined;
  /** Secret. The identity provider's newest. */
  readonly identityRefreshToken?: string | undefined;
  /** Secret. The identity provider's answer to a refresh, which the service has not taken yet; and its end. */
  readonly answer?: string | undefined;
  readonly answerExpiresAt?: number | undefined;
}

/** `outcome-unknown`: the service may have issued tokens whose answer was lost. */
export type NotRenewed = 'refused' | 'unreachable' | 'not-possible' | 'outcome-unknown';

/** What became of a token at the service when a session was ended here. */
export type Revoked = 'yes' | 'unreachable' | 'refused';

/** Ended by itself; its tokens are gone, its cards do not say so yet. */
export interface EndedSession {
  /** The session's. */
  readonly id: string;
  readonly signInId: string;
  readonly flow: FlowKind;
  readonly organization: string;
  readonly cardIds: readonly string[];
  /** Ended before its time, because the service no longer accepted it. */
  readonly refused?: boolean | undefined;
}

/** **This was not me**: what the administrators are to be told. */
export interface Report {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly signInId: string;
  readonly flow: FlowKind;
  readonly organization: string;
  readonly account: string;
  readonly signedInAt: number;
  readonly revoked: Revoked;
  readonly expiresAt: number;
  /** Object ids of those who are not told yet. */
  readonly to: readonly string[];
  /** Somebody is being told, since when. */
  readonly telling?: { readonly to: string; readonly at: number } | undefined;
}

/** All that is kept of one person in one conversation: one blob. */
export interface PersonState {
  readonly person: Person;
  readonly address: Address;
  readonly signIn?: SignIn | undefined;
  readonly session?: Session | undefined;
  readonly ended?: EndedSession | undefined;
  readonly reports?: readonly Report[] | undefined;
  /** The organization last chosen, where several fit. */
  readonly lastOrganization?: string | undefined;
  /** When the person's latest sign-ins here were started, epoch milliseconds: no more than count for the limit. */
  readonly recentStarts?: readonly number[] | undefined;
  /** Until then another instance may still ask for a code that was given up here. */
  readonly quietUntil?: number | undefined;
  /** 'Turn off reminders' was pressed. */
  readonly noNotices?: boolean | undefined;
  /** Epoch milliseconds of the last thing the person did. */
  readonly usedAt: number;
}

/** The sign-in is over without a session; its secrets are gone. */
export function endedSignIn(signIn: SignIn, failure: Failure, endedAt: number): EndedSignIn {
  const { id, flow, organization, clientId, scope, startedAt, cardId, jobId } = signIn;
  return { kind: 'ended', id, flow, organization, clientId, scope, startedAt, cardId, jobId, endedAt, failure };
}

/** The token response is safe to work from. */
export function redeemedSignIn(
  signIn: SignIn,
  grant: { readonly answer: string; readonly expiresInSeconds: number },
  redeemedAt: number,
): RedeemedSignIn {
  const { id, flow, organization, clientId, scope, startedAt, cardId, jobId } = signIn;
  const answerExpiresAt = redeemedAt + grant.expiresInSeconds * 1000;
  const { answer } = grant;
  return {
    kind: 'redeemed',
    id,
    flow,
    organization,
    clientId,
    scope,
    startedAt,
    cardId,
    jobId,
    redeemedAt,
    answerExpiresAt,
    answer,
  };
}

/** Who signed in. */
export interface Identity {
  /** `oid` */
  readonly userId: string;
  /** `tid` */
  readonly tenantId: string;
  readonly account: string;
  /** The identity provider's newest refresh token. Secret. */
  readonly refreshToken?: string | undefined;
}

/** The session that a completed exchange begins. */
export function newSession(
  signIn: RedeemedSignIn,
  identity: Identity,
  tokens: {
    readonly accessToken: string;
    readonly refreshToken?: string | undefined;
    readonly expiresInSeconds: number;
  },
  { id, now }: { readonly id: string; readonly now: number },
): Session {
  return {
    id,
    signInId: signIn.id,
    flow: signIn.flow,
    organization: signIn.organization,
    clientId: signIn.clientId,
    scope: signIn.scope,
    account: identity.account,
    userId: identity.userId,
    tenantId: identity.tenantId,
    signedInAt: now,
    issuedAt: now,
    expiresAt: now + tokens.expiresInSeconds * 1000,
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken,
    identityRefreshToken: identity.refreshToken,
  };
}
