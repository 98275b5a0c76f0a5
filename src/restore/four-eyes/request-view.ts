/** A request for approval as its approvers see it, and what the asker is told of it. Pure. */
import { digestOf } from '../../core/platform.ts';
import { displayName } from '../../sign-in/state/presenter.ts';
import {
  approvalEnd,
  approvalWarning,
  mayDecide,
  nameOf,
  REACH_MILLISECONDS,
  type ApprovalRequest,
  type Decision,
  type OwnRequest,
} from '../state/four-eyes.ts';
import type { RestorePorts } from '../state/ports.ts';
import type { ApprovalNewsView, ApprovalRequestView } from '../state/views.ts';
import type { Awaited } from './pass.ts';

const TITLES_SHOWN = 25;

interface Reader {
  readonly objectId: string;
  readonly tenantId: string;
}

export function requestView(
  { approvalRule, organizations }: Pick<RestorePorts, 'approvalRule' | 'organizations'>,
  request: ApprovalRequest,
  { objectId, tenantId }: Reader,
): ApprovalRequestView {
  const { id, facts, asker, decisions, outcome } = request;
  return {
    kind: 'approval-request',
    id,
    facts,
    outcome,
    organization: displayName(organizations, facts.organization),
    name: asker.name,
    account: asker.account,
    tenantId: asker.tenantId,
    until: approvalEnd(request),
    decisions: decisions.map(({ kind, name, at, reason }) => ({ kind, name, at, reason })),
    needed: approvalRule.needed,
    isDecided: decisions.some((decision) => decision.objectId === objectId),
    isForeign: asker.tenantId.toLowerCase() !== tenantId.toLowerCase(),
    canLook: approvalRule.showsNames && outcome === undefined,
  };
}

/** Identifies what the card of an approver shows. */
export const shownOfRequest = ({ decisions, outcome }: ApprovalRequest): string =>
  digestOf(JSON.stringify([decisions.map(({ objectId, kind }) => [objectId, kind]), outcome?.kind]));

/** Subjects and names of the first items. */
export const titlesOf = ({ titles }: Awaited): readonly string[] => titles.slice(0, TITLES_SHOWN);

type News = ApprovalNewsView['news'];

/** Who is asked: the last one that was told holds. */
const OF_REACH: ReadonlySet<string> = new Set<News>(['asked', 'nobody', 'unreachable']);

const lostOf = (reach: OwnRequest['reach']): 'nobody' | 'unreachable' | undefined => {
  if (reach === undefined || reach.asked.length > 0) return undefined;
  return reach.unreachable.length === 0 ? 'nobody' : 'unreachable';
};

/** After a look. @param reach undefined where it says nothing */
export function withReach(request: ApprovalRequest, reach: OwnRequest['reach'], now: number): ApprovalRequest {
  const news = lostOf(reach);
  if (reach === undefined || request.lost?.news === news) return request;
  return { ...request, lost: news && { news, since: now } };
}

export const withTold = (request: ApprovalRequest, news: News): ApprovalRequest => ({
  ...request,
  told: [...request.told.filter((each) => each !== news), news],
});

/** @param reach while it is open, where that is known @returns undefined where there is nothing to say, or it was said */
export function newsOf(
  request: ApprovalRequest,
  reach: OwnRequest['reach'],
  isSignedIn: boolean,
  now: number,
): News | undefined {
  const { outcome, cards, told, lost } = request;
  const isNew = (news: News): News | undefined => (told.includes(news) ? undefined : news);
  if (outcome === undefined) {
    if (now >= approvalWarning(request)) return isNew('expiring');
    const last = told.findLast((each) => OF_REACH.has(each));
    if (reach === undefined)
      return last === undefined && cards.some(({ cardId }) => cardId !== undefined) ? 'asked' : undefined;
    // Whoever has left the list or the team since, or is suspended, decides nothing.
    const news = lostOf(reach) ?? 'asked';
    const isSure = last === undefined || news === 'asked' || now >= (lost?.since ?? now) + REACH_MILLISECONDS / 2;
    return news !== last && isSure ? news : undefined;
  }
  // The asker did that.
  if (outcome.kind === 'withdrawn') return undefined;
  if (outcome.kind !== 'approved') return isNew(outcome.kind);
  // One piece of news: after a sign-in it goes on by itself.
  if (told.includes('approved') || told.includes('sign-in')) return undefined;
  return isSignedIn ? 'approved' : 'sign-in';
}

/**
 * When its job has to run again; undefined once nothing can be decided, or sent, any more. While it is open, that looks for approvers:
 * one who is asked may leave the list or the team, and another may join it.
 */
export function nextDue(request: ApprovalRequest, now: number): number | undefined {
  const { outcome } = request;
  const end = approvalEnd(request);
  if (now >= end || (outcome !== undefined && outcome.kind !== 'approved')) return undefined;
  const times = [approvalWarning(request), end, ...(outcome === undefined ? [now + REACH_MILLISECONDS] : [])];
  return Math.min(...times.filter((time) => time > now));
}

/** Whose decision it was. */
export const decisiveOf = ({ decisions, outcome }: ApprovalRequest): Decision | undefined =>
  decisions.findLast(({ kind }) => kind === (outcome?.kind === 'declined' ? 'decline' : 'approve'));

/** Names of those who got a card, and ids of those who did not, or are suspended; without those who are not invited any more. */
export function reachOf({ cards }: ApprovalRequest, invited: readonly string[], suspended: ReadonlySet<string>) {
  const mayBe = new Set(invited.filter((objectId) => !suspended.has(objectId)));
  const asked = cards.filter(({ cardId, objectId }) => cardId !== undefined && mayBe.has(objectId));
  const ids = new Set(asked.map(({ objectId }) => objectId));
  return { asked: asked.map(nameOf), unreachable: invited.filter((objectId) => !ids.has(objectId)) };
}

/** Without the asker, who does not count. */
export const approversBeside = (
  request: Pick<ApprovalRequest, 'asker'>,
  approvers: readonly string[],
): readonly string[] => {
  const rule = { tenants: [], guests: true, approvers };
  return approvers.filter((objectId) => mayDecide(request, { objectId, tenantId: '', guest: false }, rule));
};
