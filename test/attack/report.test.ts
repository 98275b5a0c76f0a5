import type { Measured } from './measure.ts';
import { isDisturbed, linesOf, missedLimits } from './report.ts';

const MEASURED: Measured = {
  attack: 'many keys',
  seconds: 3,
  health: { samples: 30, p50: 3, p95: 900, max: 950, failed: 0 },
  status: { samples: 30, p50: 20, p95: 40, max: 60, failed: 0 },
  processor: 0.4,
  peakMemory: 400e6,
  delay: { p99: 10, max: 20 },
  longestOpen: 0,
  ends: {},
};

test('a limit that is not held is named with its value and the limit', () => {
  expect(missedLimits(MEASURED)).toEqual([
    'many keys: `/healthz` p95 was 900 ms, at most 250 ms is allowed',
    'many keys: memory was 400 MB, at most 350 MB is allowed',
  ]);
});

test('where others take the processors, memory is held to its limit and times are not', () => {
  const disturbed = { ...MEASURED, takenPercent: 30 };
  expect([MEASURED, { ...MEASURED, takenPercent: 9 }, disturbed].map(isDisturbed)).toEqual([false, false, true]);
  expect(missedLimits(disturbed, { times: false })).toEqual([
    'many keys: memory was 400 MB, at most 350 MB is allowed',
  ]);
  expect(linesOf(disturbed)).toContain('others took 30 % of the processors');
});
