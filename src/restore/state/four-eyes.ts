/**
 * Four eyes: a restore, or a file, that somebody else approves before anything of it is sent. The record of such a request belongs to
 * the asker and to all approvers; it has the id of the restore or of the export. Here: what is stored, who may decide, and what the decisions come to. Pure.
 */
import * as z from 'zod';
import { HOUR, MINUTE } from '../../core/durations.ts';
import { jobRunSchema } from '../../core/jobs.ts';
import { addressSchema, personKeySchema, withClientOf, type Address, type Person } from '../../core/person.ts';
import type { Shape } from '../../core/shape.ts';
import { suspendedOf } from '../../sign-in/access/suspensions.ts';
import type { Suspensions } from '../../sign-in/state/ports.ts';
import { accessKindSchema } from '../backups/entries/access-kind.ts';
import { namedSchema } from '../backups/entries/entry.ts';
import { pointSchema, workloadSchema } from '../backups/catalog.ts';

/** `APPROVAL` and the settings beside it. */
export interface ApprovalRule {
  /** `others`: not for the person's own data. */
  readonly mode: 'off' | 'others' | 'always';
  readonly needed: number;
  readonly minItems: number;
  readonly categories: readonly ApprovalCategory[];
  readonly showsNames: boolean;
  readonly guests: boolean;
  /** `ALLOWED_TENANTS`; empty: everybody's, while authentication is off. */
  readonly tenants: readonly string[];
}

/** Those in `APPROVERS`, and the members of `APPROVER_TEAM`, which is reached as somebody of the same tenant is. */
export interface Approvers {
  /** Object ids in lower case, read anew each time. @throws UpstreamError */
  list(via: Address): Promise<readonly string[]>;
  /** Their personal chat. @returns undefined while they cannot be written to @throws StorageUnavailableError, UpstreamError */
  addressOf(objectId: string, via: Address): Promise<Address | undefined>;
}

/** The rule with those who may approve now. */
export type PresentRule = ApprovalRule & { readonly approvers: readonly string[] };

interface RulePorts {
  readonly approvalRule: ApprovalRule;
  readonly approvers: Pick<Approvers, 'list'>;
  readonly suspensions: Pick<Suspensions, 'read'>;
}

/**
 * Without those who have decided about the request and are suspended now: their decisions do not count.
 *
 * @throws UpstreamError, StorageUnavailableError
 */
export async function presentRule(
  { approvalRule, approvers, suspensions }: RulePorts,
  via: Address,
  request: Pick<ApprovalRequest, 'decisions'> | undefined,
): Promise<PresentRule> {
  const decided = request?.decisions.map(({ objectId }) => objectId) ?? [];
  const [listed, suspended] = await Promise.all([approvers.list(via), suspendedOf(suspensions, decided)]);
  return { ...approvalRule, approvers: listed.filter((objectId) => !suspended.has(objectId)) };
}

/** What needs an approval however little it is. */
type ApprovalCategory = 'overwrite' | 'permissions' | 'administrator' | 'download';

/** After that nothing can be approved, or sent, any more. */
export const APPROVAL_LIFE_MILLISECONDS = 24 * HOUR;
const WARNING_MILLISECONDS = 2 * HOUR;
/** How soon approvers who could not be reached, or have joined since, are looked for again. */
export const REACH_MILLISECONDS = 15 * MINUTE;

export const approvalEnd = ({ askedAt }: Pick<ApprovalRequest, 'askedAt'>): number =>
  askedAt + APPROVAL_LIFE_MILLISECONDS;
export const approvalWarning = (request: Pick<ApprovalRequest, 'askedAt'>): number =>
  approvalEnd(request) - WARNING_MILLISECONDS;

const amountFields = {
  items: z.number(),
  wholes: z.array(z.object({ workload: workloadSchema, kind: z.string(), count: z.number() })),
};

/** What approvers see: no subjects or names of items. */
export type ApprovalFacts = Shape<typeof factsSchema>;
const factsSchema = z.object({
  organization: z.string(),
  access: accessKindSchema,
  groups: z.array(
    z.object({
      ...amountFields,
      scope: z.object({
        own: z.boolean(),
        everybody: z.boolean().optional(),
        name: z.string(),
        detail: z.string().optional(),
        isArchive: z.boolean().optional(),
      }),
      workload: workloadSchema,
      point: pointSchema,
      of: z.array(namedSchema).optional(),
      target: namedSchema.optional(),
    }),
  ),
  overwrites: z.array(z.enum(['contents', 'permissions'])),
  /** What becomes a file: so many posts of a channel, or all; or one item of a kind. */
  file: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('posts'), count: z.number().optional(), channel: z.string() }),
      z.object({ kind: z.literal('item'), entryKind: z.string() }),
    ])
    .optional(),
  reason: z.string().optional(),
});

export type Decision = Shape<typeof decisionSchema>;
const decisionSchema = z.object({
  kind: z.enum(['approve', 'decline']),
  objectId: z.string(),
  tenantId: z.string(),
  name: z.string(),
  guest: z.boolean(),
  at: z.number(),
  /** Why it was declined. */
  reason: z.string().optional(),
});

export type ApproverCard = Shape<typeof approverCardSchema>;
const approverCardSchema = z.object({
  objectId: z.string(),
  /** Absent while the approver cannot be written to. */
  address: addressSchema.optional(),
  cardId: z.string().optional(),
  /** Identifies what it shows. */
  shows: z.string().optional(),
});

export type ApprovalOutcome = NonNullable<ApprovalRequest['outcome']>['kind'];
export type ApprovalRequest = Shape<typeof approvalRequestSchema>;
export const approvalRequestSchema = z.object({
  /** Of the restore or the export. */
  id: z.string(),
  /** Absent: a restore. */
  of: z.enum(['restore', 'file']).optional(),
  /** Of what somebody asked for, where the restore was begun for that. */
  requestId: z.string().optional(),
  asker: z.object({
    key: personKeySchema,
    /** Where they are told what became of a file, of which nothing is kept. */
    address: addressSchema.optional(),
    name: z.string(),
    tenantId: z.string(),
    /** Known by the channel's id alone. */
    anonymous: z.literal(true).optional(),
    /** The account that it is done with, and its name. */
    userId: z.string(),
    account: z.string().optional(),
  }),
  /** Of everything that changes what happens, when it was asked for. */
  hash: z.string(),
  askedAt: z.number(),
  facts: factsSchema,
  cards: z.array(approverCardSchema),
  decisions: z.array(decisionSchema),
  /** `void`: something has changed since. */
  outcome: z
    .object({ kind: z.enum(['approved', 'declined', 'withdrawn', 'expired', 'void']), at: z.number() })
    .optional(),
  /** The messages to the asker that were posted. */
  told: z.array(z.string()),
  /** Nobody was asked any more at the last look, and since when: one look alone may be wrong. */
  lost: z.object({ news: z.string(), since: z.number() }).optional(),
  /** The audit log says that it has ended without a decision. */
  isEndAudited: z.literal(true).optional(),
  /** The run of the job that works on it. */
  run: jobRunSchema.optional(),
  /** For when the next `approval-due` was sent. */
  wakeAt: z.number().optional(),
  /** The asker is erased: it is erased, too, once the cards of its approvers say that it has ended. */
  isForgotten: z.literal(true).optional(),
  /** Traces of approvers who were erased from it: they are not asked again. */
  erased: z.array(z.string()).optional(),
});

/** What a restore or an export says of its own request. */
export type OwnRequest = Shape<typeof fourEyesSchema>;
export const fourEyesSchema = z.object({
  hash: z.string(),
  askedAt: z.number(),
  /** The request was stored: it is not made again. */
  asked: z.literal(true).optional(),
  /** Names of those who got a card, and ids of those who cannot be written to. */
  reach: z.object({ asked: z.array(z.string()), unreachable: z.array(z.string()) }).optional(),
  approved: z.object({ at: z.number(), by: z.array(z.object({ objectId: z.string(), name: z.string() })) }).optional(),
});

/** What the asker's card says while it waits. */
export interface HeldFacts extends Pick<OwnRequest, 'reach'> {
  readonly until: number;
  /** Their names, once it is approved. */
  readonly approvedBy?: readonly string[] | undefined;
}
export const heldFacts = ({ askedAt, reach, approved }: OwnRequest): HeldFacts => ({
  until: approvalEnd({ askedAt }),
  reach,
  approvedBy: approved?.by.map(({ name }) => name),
});

type Identity = Pick<Person, 'objectId' | 'tenantId'>;

/**
 * Whether this person may approve or decline it, now. Asked when they press, and again of their decision before each call is sent.
 * A bot has no place in a list of people, and no chat of its own in which it could press.
 */
export function mayDecide(
  { asker }: Pick<ApprovalRequest, 'asker'>,
  { objectId, tenantId, guest }: Identity & { readonly guest: boolean },
  rule: Pick<PresentRule, 'approvers' | 'tenants' | 'guests'>,
): boolean {
  if (objectId === undefined || isAsker(asker, objectId) || !rule.approvers.includes(objectId)) return false;
  // It could be anybody, the approver too.
  if (asker.anonymous === true) return false;
  const isOfTenant = rule.tenants.length === 0 || rule.tenants.includes(tenantId);
  return isOfTenant && (rule.guests || !guest);
}

/** By their own account, or by the one that it is done with. */
const isAsker = ({ key, userId }: ApprovalRequest['asker'], objectId: string): boolean =>
  [key.personId, userId].some((id) => id.toLowerCase() === objectId);

/** Of those that count. */
export const approvalsOf = (request: ApprovalRequest, rule: PresentRule): readonly Decision[] =>
  request.decisions.filter((decision) => decision.kind === 'approve' && mayDecide(request, decision, rule));

export type Verdict = 'waiting' | ApprovalOutcome;

/** @param hash of what is to be approved, as it is now */
export function verdictOf(
  request: ApprovalRequest,
  { hash, now }: { readonly hash: string; readonly now: number },
  rule: PresentRule,
): Verdict {
  const { outcome } = request;
  if (outcome !== undefined && outcome.kind !== 'approved') return outcome.kind;
  if (hash !== request.hash) return 'void';
  if (now >= approvalEnd(request)) return 'expired';
  if (approvalsOf(request, rule).length >= rule.needed) return 'approved';
  // Somebody whose approval it took may approve nothing any more.
  return outcome === undefined ? 'waiting' : 'void';
}

/** @returns undefined where the person has decided before, or nothing can be decided any more */
export function withDecision(
  request: ApprovalRequest,
  decision: Decision,
  present: { readonly hash: string },
  rule: PresentRule,
): ApprovalRequest | undefined {
  const { at } = decision;
  const isDecided = request.decisions.some(({ objectId }) => objectId === decision.objectId);
  if (isDecided || request.outcome !== undefined || !mayDecide(request, decision, rule)) return undefined;
  const verdict = verdictOf(request, { ...present, now: at }, rule);
  // Enough may have approved by now: a decline still counts, and an approval is kept.
  if (verdict !== 'waiting' && verdict !== 'approved') return withOutcome(request, verdict, at);
  const decided = { ...request, decisions: [...request.decisions, decision] };
  if (decision.kind === 'decline') return withOutcome(decided, 'declined', at);
  const isEnough = verdictOf(decided, { ...present, now: at }, rule) === 'approved';
  return isEnough ? withOutcome(decided, 'approved', at) : decided;
}

/** Approved by decisions that count again, such as after a suspension. @param present as it is now */
export const withApproval = (
  request: ApprovalRequest,
  present: { readonly hash: string; readonly now: number },
  rule: PresentRule,
): ApprovalRequest =>
  verdictOf(request, present, rule) === 'approved' ? withOutcome(request, 'approved', present.now) : request;

/** The first one stays; but what was approved may still not be sent in time, or have changed. */
export function withOutcome(request: ApprovalRequest, kind: ApprovalOutcome, at: number): ApprovalRequest {
  const before = request.outcome?.kind;
  const isReplaced = before === undefined || (before === 'approved' && (kind === 'expired' || kind === 'void'));
  return isReplaced ? { ...request, outcome: { kind, at } } : request;
}

/** Nothing is kept of the asker, and what they asked for, but the ids that its job needs. */
export function forgotten(request: ApprovalRequest, at: number): ApprovalRequest {
  const { asker, facts } = request;
  const nameless = { ...asker, name: '', account: undefined, address: undefined };
  const ended = withOutcome(request, 'withdrawn', at);
  return { ...ended, asker: nameless, facts: { ...facts, groups: [], reason: undefined }, isForgotten: true };
}

/** With who was asked, and who approved it, as they are named now. @param reach of now, where that is known */
export function withPeople(
  own: OwnRequest,
  { cards, decisions }: ApprovalRequest,
  reach?: OwnRequest['reach'],
): OwnRequest {
  const asked = new Set(cards.map(nameOf));
  const { approved } = own;
  const nameNow = (id: string) => decisions.find(({ objectId }) => objectId === id)?.name ?? '';
  return {
    ...own,
    reach: reach ?? (own.reach && { ...own.reach, asked: own.reach.asked.filter((name) => asked.has(name)) }),
    approved: approved && {
      ...approved,
      by: approved.by.map(({ objectId }) => ({ objectId, name: nameNow(objectId) })),
    },
  };
}

/** What has ended names nobody: neither of them is shown any more. */
export const withoutPeople = ({ reach: _reach, approved, ...own }: OwnRequest): OwnRequest => ({
  ...own,
  approved: approved && { ...approved, by: approved.by.map(({ objectId }) => ({ objectId, name: '' })) },
});

export const nameOf = ({ address, objectId }: ApproverCard): string => address?.userName ?? objectId;

export const withCard = (request: ApprovalRequest, card: ApproverCard): ApprovalRequest => ({
  ...request,
  cards: [...request.cards.filter(({ objectId }) => objectId !== card.objectId), card],
});

export const withCardChange = (
  request: ApprovalRequest,
  objectId: string,
  change: Partial<ApproverCard>,
): ApprovalRequest => ({
  ...request,
  cards: request.cards.map((card) => (card.objectId === objectId ? { ...card, ...change } : card)),
});

/** An approver's card is kept up to date in the language of their client. @returns undefined where that is known */
export function withClient(request: ApprovalRequest, objectId: string, client: Address): ApprovalRequest | undefined {
  const card = request.cards.find((each) => each.objectId === objectId);
  if (card?.address?.conversationId !== client.conversationId) return undefined;
  const address = withClientOf(card.address, client);
  const isKnown = address.locale === card.address.locale && address.zone === card.address.zone;
  return isKnown ? undefined : withCardChange(request, objectId, { address });
}
