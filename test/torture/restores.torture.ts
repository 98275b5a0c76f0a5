import { createBotFarm } from './bot-farm.ts';
import { crashEverywhere } from './crash.ts';
import { startLane } from './lane.ts';
import { COMPARE, EFFECTS, HASTE, LOOK_BACK, MIXED, RESTORE, SELECT_ALL, TASK } from './restore-paths.ts';
import { raceRestores } from './restore-races.ts';

/** A sample of `npm run torture`: some of the moments, with the same checks. */
test('a task or restore whose process is killed is continued by another process, and nothing is restored twice', async () => {
  const farm = createBotFarm({ spare: 1 });
  const lane = await startLane({ farm, haste: HASTE });
  try {
    const tours = [
      { path: TASK, mode: 'restart', every: 24 },
      { path: SELECT_ALL, mode: 'restart', every: 12 },
      { path: LOOK_BACK, mode: 'restart', every: 40 },
      { path: COMPARE, mode: 'restart', every: 40 },
      { path: MIXED, mode: 'restart', every: 18 },
      { path: RESTORE, mode: 'restart', every: 18 },
    ] as const;
    for (const tour of tours) {
      const results = await crashEverywhere([lane], { ...tour, only: EFFECTS, occurrences: 40 }, () => undefined);
      expect(results.filter(({ died }) => died).length).toBeGreaterThan(0);
      expect(results.filter(({ problems }) => problems.length > 0)).toEqual([]);
    }
    expect((await raceRestores(lane, 1)).problems).toEqual([]);
    expect(await lane.leftInQueue()).toEqual([]);
    expect(farm.lines.filter((line) => /unhandled-rejection|uncaught-exception/.test(line))).toEqual([]);
  } finally {
    await lane.stop();
    await farm.close();
  }
}, 600_000);
