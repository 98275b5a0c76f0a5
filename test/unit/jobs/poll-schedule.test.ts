import { PollSchedule } from '../../../src/jobs/poll-schedule.ts';
import { createFakeClock, type FakeClock } from '../../fakes/clock.ts';

let clock: FakeClock;
let schedule: PollSchedule;

beforeEach(() => {
  clock = createFakeClock();
  schedule = new PollSchedule({ clock, ownershipSeconds: 45, random: () => 1 });
});

const poll = (messages = 0, running = 0): number => schedule.afterPoll({ at: clock.now(), messages, running });

test('pauses for eight seconds when there is nothing to do, for two while a job runs, for one after messages', () => {
  expect(poll()).toBe(8_000);
  expect(poll(0, 1)).toBe(2_000);
  expect(poll(3, 1)).toBe(1_000);
});

test('polls often for ten seconds after a message, and for as long as a message can be owned after a start or an outage', async () => {
  poll(1);
  await clock.advance(9_000);
  expect(poll()).toBe(2_000);
  await clock.advance(1_000);
  expect(poll()).toBe(8_000);
  schedule.resume();
  await clock.advance(44_000);
  expect(poll()).toBe(2_000);
  await clock.advance(1_000);
  expect(poll()).toBe(8_000);
});

test('polls when a message is expected, and often afterwards where it is not there yet', async () => {
  expect(schedule.expect(clock.now() + 20_000)).toBe(false);
  expect(poll()).toBe(8_000);
  await clock.advance(16_000);
  expect(poll()).toBe(4_000);
  await clock.advance(4_000);
  expect(poll()).toBe(2_000);
  await clock.advance(10_000);
  expect(poll()).toBe(8_000);
});

test('a message that became visible while a poll was under way is polled for at once', async () => {
  schedule.expect(clock.now() + 1_000);
  const at = clock.now();
  await clock.advance(1_500);
  expect(schedule.afterPoll({ at, messages: 0, running: 0 })).toBe(0);
  expect(poll()).toBe(2_000);
});

test('messages expected within the same second share a poll', () => {
  expect(schedule.expect(clock.now() + 2_100)).toBe(false);
  schedule.expect(clock.now() + 2_900);
  expect(poll()).toBe(3_000);
});

test('says which messages the next poll would be too late for', () => {
  poll();
  expect(schedule.expect(clock.now())).toBe(true);
  expect(schedule.expect(clock.now() + 5_000)).toBe(true);
  expect(schedule.expect(clock.now() + 8_000)).toBe(false);
});
