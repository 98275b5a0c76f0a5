/** What is stored of one person in one conversation. Times are epoch milliseconds. */
import * as z from 'zod';
import type { FlowKind } from '../../core/organization.ts';
import { addressSchema, personSchema } from '../../core/person.ts';
import type { Shape } from '../../core/shape.ts';

const flow: z.ZodType<FlowKind> = z.enum(['operator', 'app-only']);

/** Whether the service has ended a session. */
export type Revoked = z.infer<typeof revoked>;
const revoked = z.enum(['yes', 'unreachable', 'refused']);

/** The text of a sign-in or a session that is stored in the seal only. */
const secret = z.string();

/** Why a sign-in ended without a session. */
export type Failure = Shape<typeof failureSchema>;
export type FailureReason = Failure['reason'];
const failureSchema = z.object({
  reason: z.enum([
    'cancelled',
    'declined',
    'expired',
    'link-expired',
    'interrupted', // a process ended between asking for the tokens of an authorization code and storing them
    'code-unknown', // bad_verification_code: our fault
    // By Microsoft Entra's number for it (entra-errors.ts).
    'public-client-flow-off',
    'credential-refused', // the identity provider does not accept the bot's own credential (OPERATOR_CREDENTIAL)
    'consent-required',
    'mfa-required',
    'conditional-access',
    'device-required',
    'app-not-approved',
    'risk-blocked',
    'not-assigned',
    'application-unknown',
    'tenant-unknown',
    'account-unknown',
    'identity-provider-refused',
    'identity-provider-unreachable',
    'verification-host',
    'answer-incomplete', // a required field of the token response is missing
    'lookup-failed',
    'someone-else', // another person signed in than the one who requested the code
    'other-tenant', // a person of another tenant signed in (IDENTITY_BINDING=same-tenant)
    'not-operator', // the service refuses this person or assertion
    'app-only-unknown', // the service has no path for app-only tokens
    'app-only-refused', // the service refuses sessions of the organization itself
    'other-organization', // an app-only session of another organization, or of an on-premises one
    'service-refused',
    'service-unreachable',
    'service-untrusted',
    'portal-off',
    'service-too-old',
    'not-a-backup-service',
    'organization-removed', // from the settings, during the sign-in
    'suspended', // an administrator lets the person sign in no more
  ]),
  /** First sentence of the upstream's error description, fit to show. */
  detail: z.string().optional(),
  correlationId: z.string().optional(),
});

const signInFields = {
  /** Random. Identifies this sign-in in jobs and card buttons; the reference in cards, log and audit. */
  id: z.string(),
  flow,
  /** `<tenant>` of the organization, key into the settings. */
  organization: z.string(),
  clientId: z.string(),
  scope: z.string(),
  /**
   * In the browser: what it was issued, it was issued to the application with its credential, which each later request needs too. Of one
   * that waits, once the browser has been there.
   */
  isConfidential: z.boolean().optional(),
  startedAt: z.number(),
  /** The posted card; absent until its id is known. */
  cardId: z.string().optional(),
  /** The only queue message that may follow the sign-in; a copy of the message does nothing. */
  jobId: z.string().optional(),
};

/** The person was asked to sign in: with a code, for which the identity provider is polled, in the browser, or either. */
export type WaitingSignIn = Shape<typeof waitingSchema>;
const waitingSchema = z.object({
  ...signInFields,
  kind: z.literal('waiting'),
  expiresAt: z.number(),
  /** Of the device code, where one was issued. */
  verificationUri: z.string().optional(),
  intervalSeconds: z.number().optional(),
  userCode: secret.optional(),
  deviceCode: secret.optional(),
  /** Of the sign-in in the browser, where one was offered. `link` leads the browser to the identity provider. */
  redirectUri: z.string().optional(),
  link: secret.optional(),
  /** RFC 7636, section 4.1. */
  verifier: secret.optional(),
  /** OpenID Connect Core, section 3.1.2.1. */
  nonce: secret.optional(),
  /** What the browser has brought back (RFC 6749, section 4.1.2). */
  authorizationCode: secret.optional(),
  /** Which run has claimed it for sending it to the token endpoint: it is never sent again. */
  codeSpentBy: z.string().optional(),
});

/** A waiting sign-in for which a device code was issued. */
export type CodeSignIn = WaitingSignIn & {
  readonly verificationUri: string;
  readonly intervalSeconds: number;
  readonly userCode: string;
  readonly deviceCode: string;
};

/** One that can be finished in the browser. */
export type BrowserSignIn = WaitingSignIn & {
  readonly redirectUri: string;
  readonly link: string;
  readonly verifier: string;
  readonly nonce: string;
};

export const hasDeviceCode = (signIn: WaitingSignIn): signIn is CodeSignIn =>
  [signIn.verificationUri, signIn.intervalSeconds, signIn.userCode, signIn.deviceCode].every(
    (field) => field !== undefined,
  );

export const isInBrowser = (signIn: WaitingSignIn): signIn is BrowserSignIn =>
  [signIn.redirectUri, signIn.link, signIn.verifier, signIn.nonce].every((field) => field !== undefined);

/** Nobody has asked for a code. */
export const hasOnlyLink = (signIn: SignIn): boolean =>
  signIn.kind === 'waiting' && isInBrowser(signIn) && !hasDeviceCode(signIn);

/** The identity provider's token response is stored; the following steps are repeated from it until it expires. */
export type RedeemedSignIn = Shape<typeof redeemedSchema>;
const redeemedSchema = z.object({
  ...signInFields,
  kind: z.literal('redeemed'),
  redeemedAt: z.number(),
  /** When the access token in the response expires, and no further attempt is made. */
  answerExpiresAt: z.number(),
  /** The token response, byte for byte as received: the assertion of an app-only sign-in. */
  answer: secret,
});

/** Ended without a session. Kept until the next sign-in, so that the card can be edited again after a crash. */
export type EndedSignIn = Shape<typeof endedSchema>;
const endedSchema = z.object({
  ...signInFields,
  kind: z.literal('ended'),
  endedAt: z.number(),
  /** The card already shows it: the job has nothing left to do. */
  told: z.boolean().optional(),
  failure: failureSchema,
});

export type SignIn = Shape<typeof signInSchema>;
const signInSchema = z.discriminatedUnion('kind', [waitingSchema, redeemedSchema, endedSchema]);

/** An administrator has ended the session, by itself or with everything of a person who is suspended. */
export type EndOrder = Shape<typeof endOrderSchema>;
const endOrderSchema = z.object({ why: z.enum(['ended', 'suspended']), by: z.string() });

/** The sign-in that a session came from: its id is the reference in log and audit. */
const originFields = { signInId: z.string(), flow, organization: z.string() };

export type Session = Shape<typeof sessionSchema>;
const sessionSchema = z.object({
  /** Random, new with each sign-in and each renewal; identifies this session in jobs and card buttons. */
  id: z.string(),
  ...originFields,
  /** The queue message that led to it, which alone may announce it. */
  jobId: z.string().optional(),
  clientId: z.string(),
  scope: z.string(),
  isConfidential: z.boolean().optional(),
  account: z.string(),
  userId: z.string(),
  tenantId: z.string(),
  signedInAt: z.number(),
  /** When the current service token was issued, and when the session ends: with its token, or at its longest life. */
  issuedAt: z.number(),
  expiresAt: z.number(),
  /** When the service token expires, if the session ends before it, at its longest life: only a new sign-in helps then. */
  tokenExpiresAt: z.number().optional(),
  /** When the identity provider last confirmed the person; absent until the first refresh there after the sign-in. */
  confirmedAt: z.number().optional(),
  cardId: z.string().optional(),
  /** When sending the expiry notice was begun; and its card, once it was posted. */
  warnedAt: z.number().optional(),
  noticeCardId: z.string().optional(),
  /** The exclusive claim of the run that renews it. */
  renewing: z.object({ id: z.string(), until: z.number() }).optional(),
  /** Its id before the last renewal: a second press of the same button finds the result of the first. */
  renewedFrom: z.string().optional(),
  /** Why the last renewal failed. `outcome-unknown`: the service may have issued tokens in a response that was lost. */
  notRenewed: z.enum(['refused', 'unreachable', 'not-possible', 'outcome-unknown']).optional(),
  /** Why the identity provider refused it, where its answer says so. */
  notRenewedBecause: failureSchema.shape.reason.optional(),
  /** Nobody uses or renews it any more; its job ends it. */
  endOrder: endOrderSchema.optional(),
  accessToken: secret,
  /** The service's; absent where it issued none, or where it may have been used up. */
  refreshToken: secret.optional(),
  /** The identity provider's newest. */
  identityRefreshToken: secret.optional(),
  /** The identity provider's response to a refresh, before it is exchanged; and when it expires. */
  answer: secret.optional(),
  answerExpiresAt: z.number().optional(),
});

export type NotRenewed = NonNullable<Session['notRenewed']>;
/** Not stored: `longest-life` and `not-allowed` are decided anew, before anything is requested. */
export type RenewalRefusal = NotRenewed | 'longest-life' | 'not-allowed';

const endedTokenSchema = z.object({ revoked, tokenExpiresAt: z.number() });

/** Ended by itself; its tokens are erased, its cards do not show it yet. */
export type EndedSession = Shape<typeof endedSessionSchema>;
const endedSessionSchema = z.object({
  id: z.string(),
  ...originFields,
  cardIds: z.array(z.string()),
  /** Ended before it expired, because the service no longer accepted it. */
  refused: z.boolean().optional(),
  /** Ended at its longest life, before its token: whether the service has ended it too, and when the token expires. */
  longestLife: endedTokenSchema.optional(),
  /** Ended before its token, because another sign-in took its place: the same. */
  replaced: endedTokenSchema.optional(),
  /** Ended before its token, because the settings no longer let the person sign in there: the same. */
  notAllowed: endedTokenSchema.optional(),
  endOrder: endOrderSchema.optional(),
  /** The audit log says it. Versions that did not note it may have died before: rather twice than never. */
  isAudited: z.literal(true).optional(),
});

const reportFields = {
  id: z.string(),
  at: z.number(),
  ...originFields,
  /** Object ids of administrators who are not notified yet. */
  to: z.array(z.string()),
  /** The administrator who is being notified, and since when. */
  telling: z.object({ to: z.string(), at: z.number() }).optional(),
};

/** **This was not me** was pressed. */
export type NotMeReport = Shape<typeof notMeReportSchema>;
const notMeReportSchema = z.object({
  /** Absent in reports of versions that knew no other kind. */
  kind: z.literal('not-me').default('not-me'),
  ...reportFields,
  account: z.string(),
  signedInAt: z.number(),
  revoked,
  expiresAt: z.number(),
});

/** Somebody else approved the code: its id is that of the sign-in. */
export type SomebodyElseReport = Shape<typeof somebodyElseReportSchema>;
const somebodyElseReportSchema = z.object({
  kind: z.literal('somebody-else'),
  ...reportFields,
  reason: z.enum(['someone-else', 'other-tenant']),
  approver: z.object({ userId: z.string(), tenantId: z.string() }),
});

/** What the administrators are notified of. */
export type Report = NotMeReport | SomebodyElseReport;
const reportSchema = z.discriminatedUnion('kind', [somebodyElseReportSchema, notMeReportSchema]);

/** Everything stored of one person in one conversation, except restores: one blob. */
export type PersonState = Shape<typeof personStateSchema>;
export const personStateSchema = z.object({
  person: personSchema,
  address: addressSchema,
  signIn: signInSchema.optional(),
  session: sessionSchema.optional(),
  /** Sessions whose place another sign-in took, until they are ended at the service. */
  replaced: z.array(sessionSchema).optional(),
  /** The one that ended last; and others whose cards do not show it yet either, since a process died. */
  ended: endedSessionSchema.optional(),
  endedBefore: z.array(endedSessionSchema).optional(),
  reports: z.array(reportSchema).optional(),
  /** The organization chosen last, where the person may choose. */
  lastOrganization: z.string().optional(),
  /** When the person's latest sign-ins here were started: only as many as the rate limit counts. */
  recentStarts: z.array(z.number()).optional(),
  /** **Turn off notices** was pressed. */
  noNotices: z.boolean().optional(),
  /** The person's last action. */
  usedAt: z.number(),
});

/** The fields of a sign-in or a session that are declared as `secret`. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set(
  [...signInSchema.options, sessionSchema]
    .flatMap(({ shape }) => Object.entries(shape))
    .filter(([, field]) => (field instanceof z.ZodOptional ? field.unwrap() : field) === secret)
    .map(([name]) => name),
);
