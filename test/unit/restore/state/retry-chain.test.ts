/** What a restore and its retries add up to. */
import { endOfChain } from '../../../../src/restore/state/retry-chain.ts';
import type { EndedCall, Restore, RestoreCall } from '../../../../src/restore/state/restore.ts';
import { START } from '../../../fakes/clock.ts';
import { aRestore } from '../../../support/builders.ts';

type Numbers = readonly [total: number, restored: number, failed: number, skipped?: number];

const countsOf = ([total, restored, failed, skipped = 0]: Numbers) => ({ total, restored, failed, skipped });

function call(names: string, result: EndedCall['result'], numbers: Numbers, failed = '', isWhole = false): RestoreCall {
  const keys = names.split('');
  const failures = failed.split('').map((key) => ({ key, title: key, status: 'failed' as const }));
  const sessionId = result === 'refused' || numbers[0] === 0 ? undefined : 'session';
  const ended = { kind: 'ended', at: START, result, counts: countsOf(numbers), failures, remarks: [] } as const;
  const whole = isWhole ? true : undefined;
  return { group: 0, containerId: 'c', containerName: 'C', keys, whole, progress: { ...ended, sessionId } };
}
const whole = (name: string, result: EndedCall['result'], numbers: Numbers) => call(name, result, numbers, '', true);

/** Restores of one chain, the first one first; as they are stored. */
function chain(...links: readonly (readonly RestoreCall[] | 'runs')[]): readonly Restore[] {
  return links
    .map((calls, at) => {
      const before = at === 0 ? undefined : 'r0';
      const retriedBy = at + 1 < links.length ? `r${at + 1}` : undefined;
      const endedAt = calls === 'runs' ? undefined : START + at;
      const progress = { kind: 'running', sessionId: 's', at: 1, counts: countsOf([2, 1, 0]) } as const;
      const own = calls === 'runs' ? [{ ...call('de', 'success', [2, 2, 0]), progress }] : calls;
      return aRestore({ id: `r${at}`, calls: own, retriedBy, chain: before, endedAt, endAnnounced: undefined });
    })
    .toReversed();
}

const THREE_OF_FIVE = [call('abcde', 'warning', [5, 3, 2], 'de')];
const NOTHING: Numbers = [0, 0, 0];

test.each<readonly [string, readonly Restore[], Numbers, boolean]>([
  ['one restore', chain(THREE_OF_FIVE), [5, 3, 2], false],
  ['a retry of what failed', chain(THREE_OF_FIVE, [call('de', 'success', [2, 2, 0])]), [5, 5, 0], false],
  [
    'a retry that restored nothing, and one that did',
    chain(THREE_OF_FIVE, [call('de', 'failed', [2, 0, 2], 'de')], [call('de', 'success', [2, 2, 0])]),
    [5, 5, 0],
    false,
  ],
  ['a retry that runs', chain(THREE_OF_FIVE, 'runs'), [5, 3, 2], false],
  [
    'a retry that was stopped before it began',
    chain(THREE_OF_FIVE, [call('de', 'stopped', [2, 0, 0])]),
    [5, 3, 2],
    false,
  ],
  ['a retry that was refused', chain(THREE_OF_FIVE, [call('de', 'refused', [2, 0, 2])]), [5, 3, 2], false],
  ['items that are there already', chain(THREE_OF_FIVE, [call('de', 'warning', [2, 1, 0, 1])]), [5, 4, 0, 1], false],
  [
    'a whole that was refused',
    chain([whole('a', 'success', [30, 30, 0]), whole('b', 'refused', NOTHING)]),
    [30, 30, 0],
    true,
  ],
  [
    'the retry of a whole beside one that failed partly',
    chain([whole('a', 'warning', [50, 40, 10]), whole('b', 'refused', NOTHING)], [whole('b', 'success', [50, 50, 0])]),
    [100, 90, 10],
    false,
  ],
  [
    'the retry of a whole that was stopped',
    chain([whole('a', 'success', [30, 30, 0]), whole('b', 'refused', NOTHING)], [whole('b', 'stopped', [50, 20, 0])]),
    [80, 50, 0],
    false,
  ],
  [
    'a whole that was refused again',
    chain([whole('a', 'success', [30, 30, 0]), whole('b', 'failed', [50, 0, 50])], [whole('b', 'refused', NOTHING)]),
    [80, 30, 50],
    false,
  ],
  [
    'a whole that was not sent, and what a retry does not take on',
    chain([call('ab', 'warning', [2, 1, 1], 'b'), whole('c', 'stopped', NOTHING)], [call('b', 'success', [1, 1, 0])]),
    [2, 2, 0],
    true,
  ],
  ['an empty whole', chain([whole('a', 'refused', NOTHING)], [whole('a', 'success', NOTHING)]), NOTHING, false],
])('counts of %s', (_, restores, numbers, isUnsized) => {
  const counts = { ...countsOf(numbers), unsized: isUnsized ? true : undefined };
  const other = aRestore({ id: 'other', calls: THREE_OF_FIVE, endedAt: START });
  for (const restore of restores) expect(endOfChain([other, ...restores], restore)).toEqual({ id: 'r0', counts });
});

test('of restores of earlier versions, and where some are erased', () => {
  const links = chain(THREE_OF_FIVE, [call('de', 'warning', [2, 1, 1], 'e')], [call('e', 'success', [1, 1, 0])]);
  const [last] = links;
  const earlier = links.map((link) => ({ ...link, chain: undefined }));
  for (const restore of earlier)
    expect(endOfChain(earlier, restore)).toMatchObject({ id: 'r0', counts: countsOf([5, 5, 0]) });
  // Retried since the update.
  const mixed = earlier.map((link) => (link.id === 'r2' ? { ...link, chain: 'r1' } : link));
  for (const restore of mixed)
    expect(endOfChain(mixed, restore)).toMatchObject({ id: 'r0', counts: countsOf([5, 5, 0]) });
  expect(last && endOfChain(links.slice(0, 2), last)).toMatchObject({ id: 'r0', counts: countsOf([2, 2, 0]) });
});
