/** PersonState in zod. `Shape` makes the compiler reject a field that the domain type has and this file lacks. */
import { z } from 'zod';
import type { Address, Person, PersonKey } from '../../core/person.ts';
import type {
  EndedSession,
  EndedSignIn,
  Failure,
  FailureReason,
  PersonState,
  RedeemedSignIn,
  Report,
  Session,
  WaitingSignIn,
} from '../../sign-in/model.ts';

type Shape<T> = { readonly [Field in keyof Required<T>]: z.ZodType<T[Field]> };

const text = z.string();
const moment = z.number();
const flow = z.enum(['operator', 'app-only']);

const FAILURE_REASONS = {
  cancelled: true,
  declined: true,
  expired: true,
  'code-unknown': true,
  'public-client-flow-off': true,
  'consent-required': true,
  'mfa-required': true,
  'conditional-access': true,
  'identity-provider-refused': true,
  'identity-provider-unreachable': true,
  'verification-host': true,
  'answer-incomplete': true,
  'lookup-failed': true,
  'someone-else': true,
  'other-tenant': true,
  'not-operator': true,
  'service-refused': true,
  'service-unreachable': true,
  'service-untrusted': true,
  'portal-off': true,
  'service-too-old': true,
  'not-a-backup-service': true,
  'organization-removed': true,
} satisfies Record<FailureReason, true>;

export const personKeySchema = z.object({ conversationId: text, personId: text } satisfies Shape<PersonKey>);

const personSchema = z.object({ objectId: text.optional(), tenantId: text, name: text } satisfies Shape<Person>);

export const addressSchema = z.object({
  channelId: text,
  serviceUrl: text,
  conversationId: text,
  place: z.enum(['personal', 'group chat', 'channel']),
  tenantId: text,
  userId: text,
  botId: text,
  userName: text.optional(),
  locale: text.optional(),
  zone: text.optional(),
} satisfies Shape<Address>);

const signInFacts = {
  id: text,
  flow,
  organization: text,
  clientId: text,
  scope: text,
  startedAt: moment,
  cardId: text.optional(),
  jobId: text.optional(),
};

const waitingSchema = z.object({
  ...signInFacts,
  kind: z.literal('waiting'),
  verificationUri: text,
  expiresAt: moment,
  intervalSeconds: z.number(),
  pollFrom: moment.optional(),
  userCode: text,
  deviceCode: text,
} satisfies Shape<WaitingSignIn>);

const redeemedSchema = z.object({
  ...signInFacts,
  kind: z.literal('redeemed'),
  redeemedAt: moment,
  answerExpiresAt: moment,
  answer: text,
} satisfies Shape<RedeemedSignIn>);

const endedSchema = z.object({
  ...signInFacts,
  kind: z.literal('ended'),
  endedAt: moment,
  told: z.boolean().optional(),
  failure: z.object({
    reason: z.enum(Object.keys(FAILURE_REASONS) as FailureReason[]),
    detail: text.optional(),
    correlationId: text.optional(),
    account: text.optional(),
  } satisfies Shape<Failure>),
} satisfies Shape<EndedSignIn>);

const sessionSchema = z.object({
  id: text,
  signInId: text,
  flow,
  organization: text,
  clientId: text,
  scope: text,
  account: text,
  userId: text,
  tenantId: text,
  signedInAt: moment,
  issuedAt: moment,
  expiresAt: moment,
  cardId: text.optional(),
  warnedAt: moment.optional(),
  noticeCardId: text.optional(),
  renewing: z.object({ id: text, until: moment }).optional(),
  renewedFrom: text.optional(),
  notRenewed: z.enum(['refused', 'unreachable', 'not-possible', 'outcome-unknown']).optional(),
  accessToken: text,
  refreshToken: text.optional(),
  identityRefreshToken: text.optional(),
  answer: text.optional(),
  answerExpiresAt: moment.optional(),
} satisfies Shape<Session>);

const endedSessionSchema = z.object({
  id: text,
  signInId: text,
  flow,
  organization: text,
  cardIds: z.array(text),
  refused: z.boolean().optional(),
} satisfies Shape<EndedSession>);

const reportSchema = z.object({
  id: text,
  at: moment,
  signInId: text,
  flow,
  organization: text,
  account: text,
  signedInAt: moment,
  revoked: z.enum(['yes', 'unreachable', 'refused']),
  expiresAt: moment,
  to: z.array(text),
  telling: z.object({ to: text, at: moment }).optional(),
} satisfies Shape<Report>);

export const personStateSchema = z.object({
  person: personSchema,
  address: addressSchema,
  signIn: z.discriminatedUnion('kind', [waitingSchema, redeemedSchema, endedSchema]).optional(),
  session: sessionSchema.optional(),
  ended: endedSessionSchema.optional(),
  reports: z.array(reportSchema).optional(),
  lastOrganization: text.optional(),
  recentStarts: z.array(moment).readonly().optional(),
  quietUntil: moment.optional(),
  noNotices: z.boolean().optional(),
  usedAt: moment,
} satisfies Shape<PersonState>);
