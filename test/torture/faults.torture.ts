import { faultOnce, startFaultyWorld, type FaultyWorld } from './faults.ts';
import { startWithoutStorage } from './minutes.ts';

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
