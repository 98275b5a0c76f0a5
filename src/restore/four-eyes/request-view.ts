/** A request for approval as its approvers see it, and what the asker is told of it. Pure. */
import { digestOf } from '../../core/platform.ts';
import { displayName } from '../../sign-in/state/presenter.ts';
import {
  approvalEnd,
  approvalWarning,
  mayDecide,
  nameOf,
  type ApprovalRequest,
  type Decision,
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

/** @returns undefined where there is nothing to say, or it was said */
export function newsOf(request: ApprovalRequest, isSignedIn: boolean, now: number): News | undefined {
  const { outcome, cards, told } = request;
  const isNew = (news: News): News | undefined => (told.includes(news) ? undefined : news);
  if (outcome === undefined) {
    if (now >= approvalWarning(request)) return isNew('expiring');
    return isNew(cards.some(({ cardId }) => cardId !== undefined) ? 'asked' : 'unreachable');
  }
  // The asker did that.
  if (outcome.kind === 'withdrawn') return undefined;
  if (outcome.kind !== 'approved') return isNew(outcome.kind);
  return told.includes('approved') ? undefined : isNew(isSignedIn ? 'approved' : 'sign-in');
}

/** Whose decision it was. */
export const decisiveOf = ({ decisions, outcome }: ApprovalRequest): Decision | undefined =>
  decisions.findLast(({ kind }) => kind === (outcome?.kind === 'declined' ? 'decline' : 'approve'));

/** Names of those who got a card, and ids of those who did not, or may do nothing with it now. */
export function reachOf({ cards }: ApprovalRequest, invited: readonly string[], suspended: ReadonlySet<string>) {
  const asked = cards.filter(({ cardId, objectId }) => cardId !== undefined && !suspended.has(objectId));
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
