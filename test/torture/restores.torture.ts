import { MIKA } from '../../local/people.ts';
import { ADMIN_RESTORE } from './administrator-paths.ts';
import { createBotFarm } from './bot-farm.ts';
import { crashEverywhere } from './crash.ts';
import { endEverything } from './ends.ts';
import { startLane } from './lane.ts';
import { putBackEverything } from './put-back.ts';
import { restoreFaultOnce, startRestoringWorld, tokenRefused, turnOnce } from './restore-faults.ts';
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
}, 300_000);

test("an administrator's restore whose process is killed is approved by a person before it is sent, and sent once", async () => {
  const farm = createBotFarm({ spare: 1 });
  const lane = await startLane({ farm, haste: HASTE, person: MIKA });
  try {
    const tour = { path: ADMIN_RESTORE, mode: 'restart', every: 9, only: EFFECTS, occurrences: 40 } as const;
    const results = await crashEverywhere([lane], tour, () => undefined);
    expect(results.filter(({ died }) => died).length).toBeGreaterThan(0);
    expect(results.filter(({ problems }) => problems.length > 0)).toEqual([]);
    expect(await lane.leftInQueue()).toEqual([]);
    expect(farm.lines.filter((line) => /unhandled-rejection|uncaught-exception/.test(line))).toEqual([]);
  } finally {
    await lane.stop();
    await farm.close();
  }
}, 300_000);

test('a log-out stops the upload of a file, and a blob of it that is put back starts nothing again', async () => {
  const farm = createBotFarm({ spare: 1 });
  try {
    const ended = await endEverything(farm, 1, 'log-out, while there is a file being uploaded', () => undefined);
    expect(ended.map(({ problems }) => problems)).toEqual([[], []]);
    const [putBack] = await putBackEverything(farm, 'a file', 4);
    expect(putBack?.tries).toBeGreaterThan(3);
    expect(putBack?.problems).toEqual([]);
  } finally {
    await farm.close();
  }
}, 300_000);

test('a restore completes although the service fails, drops its sessions or refuses the token', async () => {
  const world = await startRestoringWorld();
  try {
    const results = [
      await restoreFaultOnce(world, ['service'], 'failing', 'following', 1_500),
      await turnOnce(world, 'explore sessions dropped before restoring'),
      await tokenRefused(world, true),
      await tokenRefused(world, false),
    ];
    expect(results.filter(({ problems }) => problems.length > 0)).toEqual([]);
  } finally {
    await world.stop();
  }
}, 120_000);
