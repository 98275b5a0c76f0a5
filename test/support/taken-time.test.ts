import { processorTimes, takenPercent } from './taken-time.ts';

test('what others took is the share of steal in the time that was asked for, without what was idle', () => {
  const before = processorTimes('cpu  100 0 50 9000 10 0 0 20 0 0\ncpu0 1 1 1 1 1 1 1 1 1 1\n');
  const after = processorTimes('cpu  160 5 60 9900 40 1 4 40 0 0\ncpu0 1 1 1 1 1 1 1 1 1 1\n');
  expect([before, after]).toEqual([
    { asked: 170, taken: 20 },
    { asked: 270, taken: 40 },
  ]);
  expect(takenPercent(before, after)).toBe(20);
});

test('a kernel that tells nothing, or an instant, took nothing', () => {
  expect(takenPercent(processorTimes(''), processorTimes(''))).toBe(0);
});
