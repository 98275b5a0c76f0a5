/** The pictures of states show what the code does: every change from every state, and nothing else. */
import { DAY } from '../../src/core/durations.ts';
import type { Request, Status } from '../../src/requests/model.ts';
import { declined, edited, expired, handedBack, restored, taken, withdrawn } from '../../src/requests/transitions.ts';
import {
  APPROVAL_LIFE_MILLISECONDS,
  verdictOf,
  withDecision,
  withOutcome,
  type ApprovalRequest,
  type PresentRule,
  type Decision,
} from '../../src/restore/state/four-eyes.ts';
import { readPage } from './pages.ts';

/** `from --> to`, without those that stay where they are. */
function drawn(heading: string): readonly string[] {
  const section = readPage('docs/how-it-works.md').text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const arrows = [...section.matchAll(/^ {2}(\w+) --> (\w+)/gm)].map(([, from, to]) => [from, to] as const);
  return sorted(arrows.filter(([from, to]) => from !== to).map((arrow) => arrow.join(' --> ')));
}

const sorted = (arrows: readonly string[]): readonly string[] => [...new Set(arrows)].toSorted();

const BY = { id: 'olga', name: 'Olga' };
const LATER = 8 * DAY;

test('of a request', () => {
  const ended = (how: Extract<Status, { kind: 'ended' }>['how']) => ({ kind: 'ended', how, at: 0 }) as const;
  const states: readonly Status[] = [
    { kind: 'open', since: 0 },
    { kind: 'taken', by: BY, at: 0 },
    ...(['done', 'declined', 'withdrawn', 'expired'] as const).map(ended),
  ];
  const nameOf = (status: Status) => (status.kind === 'ended' ? status.how : status.kind);
  const changes = [
    taken(BY, 1),
    handedBack(BY, 1),
    restored(BY.id, 1),
    restored(BY.id, 1, { id: 'restore-1', counts: { total: 1, restored: 1, failed: 0, skipped: 0 } }),
    declined(BY, 'no', 1),
    withdrawn(1),
    expired(LATER),
    edited({ what: 'else' }),
  ];
  const found = states.flatMap((status) => {
    const request = { status, askedAt: 0, asked: [BY], news: [], edits: 0 } as unknown as Request;
    return changes.flatMap((change) => {
      const next = change(request)?.status;
      return next === undefined || next === status ? [] : [`${nameOf(status)} --> ${nameOf(next)}`];
    });
  });
  expect(drawn('States of a request')).toEqual(sorted(found));
});

test('of an approval', () => {
  const rule = { approvers: ['petra'], needed: 1, tenants: [], guests: false } as unknown as PresentRule;
  const decision = (kind: Decision['kind']): Decision => ({
    kind,
    objectId: 'petra',
    tenantId: 't',
    name: 'Petra',
    guest: false,
    at: 1,
  });
  const asked = {
    asker: { key: { personId: 'alex' }, userId: 'alex' },
    hash: 'as asked',
    askedAt: 0,
    decisions: [],
  } as unknown as ApprovalRequest;
  const states: readonly ApprovalRequest[] = [
    asked,
    { ...asked, decisions: [decision('approve')], outcome: { kind: 'approved', at: 1 } },
    ...(['declined', 'withdrawn', 'expired', 'void'] as const).map((kind) => ({ ...asked, outcome: { kind, at: 1 } })),
  ];
  const nameOf = ({ outcome }: ApprovalRequest) => outcome?.kind ?? 'waiting';
  const settled = (request: ApprovalRequest, hash: string, now: number, by = rule): ApprovalRequest => {
    const verdict = verdictOf(request, { hash, now }, by);
    return verdict === 'waiting' || verdict === 'approved' ? request : withOutcome(request, verdict, now);
  };
  const changes: readonly ((request: ApprovalRequest) => ApprovalRequest | undefined)[] = [
    (request) => withDecision(request, decision('approve'), { hash: 'as asked' }, rule),
    (request) => withDecision(request, decision('decline'), { hash: 'as asked' }, rule),
    (request) => withOutcome(request, 'withdrawn', 1),
    (request) => settled(request, 'as asked', APPROVAL_LIFE_MILLISECONDS),
    (request) => settled(request, 'changed', 1),
    (request) => settled(request, 'as asked', 1, { ...rule, approvers: [] }),
  ];
  const found = states.flatMap((state) =>
    changes.flatMap((change) => {
      const next = change(state);
      return next === undefined || nameOf(next) === nameOf(state) ? [] : [`${nameOf(state)} --> ${nameOf(next)}`];
    }),
  );
  expect(drawn('States of an approval')).toEqual(sorted(found));
});
