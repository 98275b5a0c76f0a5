import { attackRows } from '../../bench/rows/attacks.ts';
import type { Measured } from '../attack/measure.ts';
import { LIMITS } from '../attack/report.ts';

function measured(attack: string, healthMilliseconds: number, statusMilliseconds: number, megabytes: number): Measured {
  const latency = (p95: number) => ({ samples: 10, p50: p95, p95, max: p95, failed: 0 });
  return {
    attack,
    seconds: 4,
    processor: 0.1,
    health: latency(healthMilliseconds),
    status: latency(statusMilliseconds),
    delay: { p99: 1, max: 2 },
    peakMemory: megabytes * 1e6,
    ends: {},
  };
}

test('each row shows the worst attack first, and is held to the limit of the attack tests', () => {
  const rows = attackRows([[measured('bodies', 4, 40, 230)], [measured('searches', 12, 20, 290)]], undefined);
  expect(rows.map(({ ours, figure, bound }) => [ours, figure, bound])).toEqual([
    ['12 ms under searches; 4 ms under bodies', 12, { atMost: LIMITS.latency }],
    ['40 ms under bodies; 20 ms under searches', 40, { atMost: LIMITS.latency }],
    ['290 MB under searches; 230 MB under bodies', 290, { atMost: 350 }],
  ]);
});

test('where it was measured, the rows show how the bot does while nobody attacks it', () => {
  const [health] = attackRows([[measured('bodies', 4, 40, 230)]], measured('nobody attacks', 3, 18, 200));
  expect(health).toMatchObject({ against: 'itself, unattacked', peer: '3 ms', figure: 4 });
});

test('each attack is judged by the median of its rounds, with the smallest and the largest beside it', () => {
  const rounds = [measured('bodies', 4, 40, 230), measured('bodies', 488, 611, 231), measured('bodies', 6, 30, 229)];
  const [health, status] = attackRows([rounds], undefined);
  expect(health).toMatchObject({ ours: '6 ms under bodies', figure: 6, spread: [4, 488] });
  expect(status).toMatchObject({ figure: 40, spread: [30, 611] });
});
