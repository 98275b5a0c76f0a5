import { LONGEST_DELAY_SECONDS, postponeIfEarly, sendDue, type DueJob } from '../../../src/durable/due-job.ts';
import { createFakeClock, START } from '../../fakes/clock.ts';
import { createFakeJobs } from '../../fakes/jobs.ts';
import { aPersonKey } from '../../support/builders.ts';

const MINUTE = 60_000;
const dueIn = (milliseconds: number): DueJob => ({
  kind: 'expire',
  key: aPersonKey(),
  sessionId: 'session-0',
  dueAt: START + milliseconds,
});

test.each([
  ['what is due at once', 0, 0],
  ['what was due before', -5000, 0],
  ['never too short', 1, 1],
  ['what is due in a minute', MINUTE, 60],
  ['no longer than the queue can hold', 30 * 24 * 60 * MINUTE, LONGEST_DELAY_SECONDS],
])('delays %s', async (_, milliseconds, delaySeconds) => {
  const clock = createFakeClock();
  const jobs = createFakeJobs(clock);

  await sendDue({ jobs, clock }, dueIn(milliseconds));

  expect(jobs.sent).toEqual([{ job: dueIn(milliseconds), delaySeconds }]);
});

test('a job that came before it is due is sent again, and one that is due is not', async () => {
  const clock = createFakeClock();
  const jobs = createFakeJobs(clock);

  expect(await postponeIfEarly({ jobs, clock }, dueIn(MINUTE))).toBe(true);
  expect(await postponeIfEarly({ jobs, clock }, dueIn(0))).toBe(false);

  expect(jobs.sent).toEqual([{ job: dueIn(MINUTE), delaySeconds: 60 }]);
});
