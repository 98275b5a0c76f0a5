import { MIKA } from '../../local/people.ts';
import { ADMIN_RESTORE } from './administrator-paths.ts';
import { createBotFarm } from './bot-farm.ts';
import { LOG_OUT, SIGN_IN } from './crash-paths.ts';
import { crashEverywhere } from './crash.ts';
import { startLane } from './lane.ts';
import { EFFECTS, HASTE } from './restore-paths.ts';

/** A sample of `npm run torture`: some of the moments, with the same checks. */
test('a sign-in or log-out whose process is killed is finished by another process', async () => {
  const farm = createBotFarm({ spare: 1 });
  const lane = await startLane({ farm });
  try {
    const tours = [
      { path: SIGN_IN, mode: 'restart', every: 10 },
      { path: LOG_OUT, mode: 'restart', every: 6 },
    ] as const;
    for (const tour of tours) {
      const results = await crashEverywhere([lane], tour, () => undefined);
      expect(results.filter(({ died }) => died).length).toBeGreaterThan(0);
      expect(results.filter(({ problems }) => problems.length > 0)).toEqual([]);
    }
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
