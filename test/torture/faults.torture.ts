import { faultOnce, startFaultyWorld, type FaultyWorld } from './faults.ts';
import { startWithoutStorage } from './minutes.ts';
import { restoreFaultOnce, startRestoringWorld, tokenRefused, turnOnce } from './restore-faults.ts';

let world: FaultyWorld;
beforeAll(async () => {
  world = await startFaultyWorld();
}, 60_000);
afterAll(() => world.stop());

test.each([
  ['service', 'failing'],
  ['provider', 'resetting'],
] as const)(
  'a sign-in completes although the %s is %s for a while',
  async (upstream, kind) => {
    const { problems } = await faultOnce(world, [upstream], kind, 'while waiting', 1_500);
    expect(problems).toEqual([]);
  },
  60_000,
);

test('the bot waits for storage that is unavailable at start', async () => {
  expect(await startWithoutStorage(500)).toEqual([]);
}, 60_000);

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
