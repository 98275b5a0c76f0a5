import { MIKA, type SamplePerson } from '../../local/people.ts';
import { createBotFarm } from './bot-farm.ts';
import { LOG_OUT, SIGN_IN } from './crash-paths.ts';
import { crashEverywhere, type CrashTour } from './crash.ts';
import { ADMIN_APPROVED, APPROVING } from './four-eyes-paths.ts';
import { startLane } from './lane.ts';
import { ASK_TAKE_RESTORE, SHARED_EFFECTS } from './request-paths.ts';
import { HASTE } from './restore-paths.ts';

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
}, 600_000);

/** @param person whom the lane is for; Alex where absent */
async function sampled(tours: readonly CrashTour[], person?: SamplePerson): Promise<void> {
  const farm = createBotFarm({ spare: 1 });
  const lane = await startLane({ farm, haste: HASTE, person, environment: APPROVING });
  try {
    for (const tour of tours) {
      const results = await crashEverywhere([lane], tour, () => undefined);
      expect(results.filter(({ died }) => died).length).toBeGreaterThan(0);
      expect(results.filter(({ problems }) => problems.length > 0)).toEqual([]);
    }
    expect(farm.lines.filter((line) => /unhandled-rejection|uncaught-exception/.test(line))).toEqual([]);
  } finally {
    await lane.stop();
    await farm.close();
  }
}

const SHARED = { mode: 'restart', only: SHARED_EFFECTS, occurrences: 40 } as const;

test(
  "an administrator's restore whose process is killed is approved by two people before it is sent, and sent once",
  () => sampled([{ path: ADMIN_APPROVED, every: 20, ...SHARED }], MIKA),
  600_000,
);

test(
  'a request whose process is killed is taken, restored and told by another process',
  () => sampled([{ path: ASK_TAKE_RESTORE, every: 60, ...SHARED }]),
  600_000,
);
