import fc from 'fast-check';
import { createRetry } from '../../../../src/restore/run/record/create-restore.ts';
import { callReason, callReference, typedReason } from '../../../../src/restore/explore/call-reference.ts';
import {
  endedCall,
  isActive,
  isCounted,
  unclearCall,
  cancelPlannedCalls,
  failedItems,
  overallResult,
  retryableCount,
  totalCounts,
  wholeCount,
  withRestore,
} from '../../../../src/restore/state/restore-transitions.ts';
import { withoutFormer } from '../../../../src/restore/state/retention.ts';
import type { CallProgress, EndedCall, Restore, RestoreCall } from '../../../../src/restore/state/restore.ts';
import { progressView } from '../../../../src/restore/run/record/restore-card.ts';
import { START } from '../../../fakes/clock.ts';
import { anAsker, aRestore, aRestoreState, aSession, aTask, entries } from '../../../support/builders.ts';

const DAY = 86_400_000;

const ended = (changes: Partial<EndedCall> = {}): EndedCall => ({
  kind: 'ended',
  sessionId: 'session-1',
  at: START,
  result: 'success',
  counts: { total: 3, restored: 3, failed: 0, skipped: 0 },
  failures: [],
  remarks: [],
  ...changes,
});

const call = (progress: CallProgress, keys = entries(3).map((entry) => entry.key)): RestoreCall => ({
  group: 0,
  containerId: 'mailbox-1',
  containerName: 'Mailbox',
  keys,
  progress,
});

const withCalls = (...progress: readonly CallProgress[]): Restore =>
  aRestore({ calls: progress.map((each) => call(each)) });

const explorer = { optionsSent: () => ({}) };
const facts = { asker: anAsker(), session: aSession(), startedAt: START, jobId: 'job-1', explorer };
const refused = endedCall(call({ kind: 'planned' }), START, 'refused', 'validation');

describe('the result of several calls', () => {
  test.each([
    [['success', 'success'], 'success'],
    [['success', 'failed'], 'warning'],
    [['failed', 'refused'], 'failed'],
    [['refused', 'refused'], 'refused'],
    [['success', 'refused'], 'warning'],
    [['success', 'stopped'], 'stopped'],
    [['failed', 'stopped'], 'stopped'],
    [['warning', 'success'], 'warning'],
  ] as const)('%j is %s', (results, result) => {
    expect(overallResult(withCalls(...results.map((each) => ended({ result: each }))))).toBe(result);
  });

  test('adds up ended, running and planned calls', () => {
    const counts = { total: 3, restored: 1, failed: 1, skipped: 0 };
    const restore = withCalls(ended(), { kind: 'running', sessionId: 's', at: START, counts }, { kind: 'planned' });
    expect(totalCounts(restore)).toEqual({ total: 9, restored: 4, failed: 1, skipped: 0 });
  });
});

describe('what can be retried', () => {
  const failed = { key: 'k-mailbox-1-item-1', title: 'x', status: 'failed' } as const;

  test.each([
    ['failed items that are identified', ended({ result: 'warning', failures: [failed] }), ['mailbox-1-item-1']],
    ['no skipped items or warnings', ended({ failures: [{ ...failed, status: 'skipped' }] }), []],
    ['no unidentified items', ended({ failures: [{ ...failed, key: undefined }] }), []],
    ['all items of a refused call', refused, entries(3).map(({ id }) => id)],
    ['no items of a stopped call', ended({ result: 'stopped' }), []],
    [
      'all items of a call that failed before any item was reported',
      ended({ result: 'failed', counts: { total: 3, restored: 0, failed: 3, skipped: 0 } }),
      entries(3).map(({ id }) => id),
    ],
  ] as const)('%s', (_, progress, ids) => {
    const restore = withCalls(progress);
    const retry = createRetry(restore, { ...facts, id: 'restore-2' });
    expect(retry.groups.flatMap((group) => group.entries).map(({ id }) => id)).toEqual(ids);
    expect(retryableCount(restore)).toBe(ids.length);
  });

  test('is a new restore with the same choices and another reference, card and session', () => {
    const before = aRestore({
      calls: [call(ended({ failures: [failed] }))],
      exploreId: 'e',
      retriedBy: undefined,
      endAnnounced: true,
    });
    const retry = createRetry(before, { ...facts, id: 'restore-2' });
    const [group] = before.groups;
    expect(retry).toEqual({
      ...before,
      account: facts.session.account,
      id: 'restore-2',
      chain: 'restore-1',
      taskId: undefined,
      cardId: undefined,
      endAnnounced: undefined,
      retriedBy: undefined,
      jobId: 'job-1',
      groups: [{ ...group, exploreId: '', entries: [entries(3)[1]] }],
      calls: [call({ kind: 'planned' }, ['k-mailbox-1-item-1'])],
    });
  });
});

test('failed items come before warnings and skipped items', () => {
  const item = (status: 'failed' | 'warning' | 'skipped') => ({ title: status, status });
  const restore = withCalls(
    ended({ failures: [item('skipped'), item('warning')] }),
    ended({ failures: [item('failed'), item('skipped')] }),
  );
  expect(failedItems(restore).map(({ status }) => status)).toEqual(['failed', 'warning', 'skipped', 'skipped']);
});

test('Stop ends calls that were not sent and leaves the running one', () => {
  const running = { kind: 'running', sessionId: 's', at: START } as const;
  const restore = cancelPlannedCalls(withCalls(running, { kind: 'planned' }), START + 1);
  expect(restore.stopping).toBe(true);
  expect(restore.calls.map(({ progress }) => progress)).toMatchObject([running, { kind: 'ended', result: 'stopped' }]);
});

describe('stored restores', () => {
  const at = (id: string, endedAt: number | undefined): Restore => aRestore({ id, endedAt, endAnnounced: true });

  test('are kept for a week after their end, the last twenty, for two where not all is said of it, and always where they run', () => {
    const now = START + 30 * DAY;
    const many = Array.from({ length: 30 }, (_, index) => at(`ended-${index}`, now - 1000 - index));
    const unsaid = { ...at('unsaid', now - 8 * DAY), endAnnounced: undefined };
    const old = [at('old', now - 8 * DAY), at('runs for long', undefined), unsaid, at('has just ended', now)];
    const unsaidForLong = { ...unsaid, id: 'unsaid for long', endedAt: now - 14 * DAY };
    const restores = [at('running', undefined), ...many, unsaidForLong, ...old];
    const left = withoutFormer(aRestoreState({ restores }), now).restores.map(({ id }) => id);
    expect(left.slice(0, 2)).toEqual(['running', 'ended-0']);
    expect(left.slice(-4)).toEqual(['ended-18', 'runs for long', 'unsaid', 'has just ended']);
    expect(left).toHaveLength(23);
    const state = aRestoreState({ restores: [at('a', now - 6 * DAY), at('b', undefined)] });
    expect(withoutFormer(state, now)).toBe(state);
  });

  test('are kept for a request as long as a retry of them: their counts add up', () => {
    const now = START + 30 * DAY;
    const first = { ...at('first', now - 9 * DAY), requestId: 'request', retriedBy: 'second' };
    const second = { ...at('second', now - 8 * DAY), requestId: 'request', retriedBy: 'last', chain: 'first' };
    const last = { ...at('last', undefined), requestId: 'request', chain: 'first' };
    const other = { ...at('other', now - 8 * DAY), requestId: 'request' };
    const many = Array.from({ length: 20 }, (_, index) => at(`ended-${index}`, now - index));
    const left = (...restores: Restore[]) =>
      withoutFormer(aRestoreState({ restores }), now).restores.map(({ id }) => id);
    expect(left(last, second, other, first)).toEqual(['last', 'second', 'first']);
    // Earlier versions did not note the chain.
    expect(left({ ...last, chain: undefined }, { ...second, chain: undefined }, first)).toHaveLength(3);
    expect(left(last, ...many, { ...second, endedAt: now - 100 }, { ...first, endedAt: now - 200 })).toHaveLength(23);
    expect(left({ ...last, endedAt: now - 7 * DAY }, second, first)).toEqual([]);
    expect(left({ ...last, requestId: undefined }, { ...second, requestId: undefined })).toEqual(['last']);
  });

  test('are replaced in their place, and nothing else changes', () => {
    const state = aRestoreState({ task: aTask(), restores: [at('a', undefined), at('b', undefined)] });
    const changed = withRestore(state, { ...at('b', undefined), stopping: true });
    expect(changed).toEqual({ ...state, restores: [state.restores[0], { ...state.restores[1], stopping: true }] });
  });
});

describe('the card', () => {
  const unclear = { kind: 'unclear', at: START, looks: 2 } as const;

  test.each([
    ['planned', withCalls({ kind: 'planned' }), 'restore-running', true],
    ['sending', withCalls({ kind: 'sending', at: START, by: 'x' }), 'restore-running', true],
    ['unclear', withCalls(unclear), 'restore-unclear', false],
    ['unclear and searched for', withCalls({ ...unclear, next: 'look' }), 'restore-searching', true],
    ['not monitored', { ...withCalls({ kind: 'planned' }), unwatched: true }, 'restore-unwatched', false],
    ['unclear and not monitored', { ...withCalls(unclear), unwatched: true }, 'restore-unclear', false],
    ['ended', { ...withCalls(ended()), endedAt: START }, 'restore-ended', false],
  ] as const)('of one that is %s', (_, restore, kind, going) => {
    expect(progressView(restore, 'Contoso').kind).toBe(kind);
    expect(isActive(restore)).toBe(going);
    expect(unclearCall(restore) !== undefined).toBe(kind === 'restore-unclear');
  });

  test('shows whose data, what and how many items', () => {
    const item = { id: 'u', type: 'User', name: 'Ada', detail: 'ada@contoso.example', echo: '{}' } as const;
    const view = progressView(aRestore({ scope: { kind: 'item', item } }), 'Contoso');
    expect(view).toMatchObject({
      restore: {
        organization: 'Contoso',
        groups: [
          {
            scope: { own: false, name: 'Ada', detail: 'ada@contoso.example' },
            workload: 'exchange',
            counts: { total: 3 },
          },
        ],
        counts: { total: 3 },
      },
    });
  });
});

test('the card of what was found in everybody’s data names whose it is, once each', () => {
  const planned = call({ kind: 'planned' });
  const noor = { ...planned, containerId: 'mailbox-2', containerDetail: 'noor@contoso.example' };
  const calls = [planned, planned, noor];
  const of = (name: string) =>
    progressView({ ...aRestore({ scope: { kind: 'organization', name } }), calls }, 'Contoso');
  expect(of('')).toMatchObject({
    restore: {
      groups: [{ of: [{ name: planned.containerName }, { name: noor.containerName, detail: noor.containerDetail }] }],
    },
  });
  expect(of('Ada, Noor')).toMatchObject({
    restore: { groups: [{ scope: { name: 'Ada, Noor', detail: noor.containerDetail } }] },
  });
});

describe('the reference', () => {
  test('is never truncated, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.nat(99), (typed, index) => {
        const reason = callReason(typed, '7K3QX9M2T4AB', index);
        expect(reason.length).toBeLessThanOrEqual(255);
        expect(reason.endsWith(callReference('7K3QX9M2T4AB', index))).toBe(true);
        expect(reason.isWellFormed()).toBe(typed.isWellFormed());
      }),
    );
  });

  test('identifies each call, and is not shown to people', () => {
    expect(callReason('Ticket 7', 'R', 0)).toBe('Ticket 7 (restore-bot R-1)');
    expect(callReason(undefined, 'R', 1)).toBe('(restore-bot R-2)');
    expect(typedReason('Ticket 7 (restore-bot R-1)')).toBe('Ticket 7');
    expect(typedReason('(restore-bot R-1)')).toBeUndefined();
    expect(typedReason('Ticket (8)')).toBe('Ticket (8)');
    expect(callReference('R', 0) === callReference('R', 9)).toBe(false);
    expect('(restore-bot R-11)'.includes(callReference('R', 0))).toBe(false);
  });
});

describe('a call that restores a whole', () => {
  const whole = (progress: CallProgress): Restore => {
    const restore = withCalls(progress);
    return { ...restore, calls: restore.calls.map((one) => ({ ...one, keys: one.keys.slice(0, 1), whole: true })) };
  };
  const failed = (counts: Partial<EndedCall['counts']>) =>
    ended({
      result: 'failed',
      counts: { total: 9, restored: 0, failed: 9, skipped: 0, ...counts },
      failures: [{ key: entries(1)[0]?.key, title: 'Inbox', status: 'failed' }],
    });

  test('is of nobody knows how much before the service has counted', () => {
    const planned = whole({ kind: 'planned' });
    expect(isCounted(planned)).toBe(false);
    expect(totalCounts(planned).total).toBe(0);
    const counts = { total: 40, restored: 3, failed: 0, skipped: 0 };
    const running = whole({ kind: 'running', sessionId: 's', at: START, counts });
    expect([isCounted(running), totalCounts(running)]).toEqual([true, counts]);
    expect(isCounted(withCalls({ kind: 'planned' }))).toBe(true);
    expect([planned, withCalls({ kind: 'planned' })].map(wholeCount)).toEqual([1, 0]);
  });

  test('is retried only where nothing of it was restored: the rest of it would come back twice', () => {
    expect(retryableCount(whole(failed({})))).toBe(1);
    expect(retryableCount(whole(failed({ restored: 4, failed: 5 })))).toBe(0);
    const { calls } = whole({ kind: 'planned' });
    const first = calls[0] ?? call({ kind: 'planned' });
    const refusal = endedCall(first, START, 'refused', 'validation');
    expect([refusal.counts.failed, retryableCount(whole(refusal))]).toEqual([0, 1]);
  });
});

test('a call whose response was lost is shown as the part that it is, with what is still to be sent', () => {
  const calls = withCalls(ended(), { kind: 'unclear', at: START, looks: 5 }, { kind: 'planned' }).calls;
  const part = { number: 2, of: 3, name: 'Mailbox', items: 3, wholes: [], left: 1 };
  expect(progressView(aRestore({ calls }), 'Contoso')).toMatchObject({ kind: 'restore-unclear', part });
  const only = progressView(aRestore({ calls: calls.slice(1, 2) }), 'Contoso');
  expect([only.kind, 'part' in only && only.part]).toEqual(['restore-unclear', undefined]);
});

test('failed items of which nobody knows which they are cannot be retried, and the card says how many', () => {
  const failures = [
    { key: 'k-mailbox-1-item-0', title: 'Budget', status: 'failed' as const },
    { key: undefined, title: 'Budget', status: 'failed' as const },
    { key: undefined, title: 'Plan', status: 'skipped' as const },
  ];
  const counts = { total: 3, restored: 1, failed: 2, skipped: 0 };
  const restore = { ...withCalls(ended({ result: 'warning', counts, failures })), endedAt: START };
  expect(progressView(restore, 'Contoso')).toMatchObject({ kind: 'restore-ended', retryable: 1, leftOut: 1 });
  const nothing = { total: 3, restored: 0, failed: 3, skipped: 0 };
  const all = {
    ...withCalls(ended({ result: 'failed', counts: nothing, failures: failures.slice(1, 2) })),
    endedAt: START,
  };
  expect(progressView(all, 'Contoso')).toMatchObject({ retryable: 3, leftOut: undefined });
});
