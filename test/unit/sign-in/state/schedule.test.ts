import { LONGEST_DELAY_SECONDS } from '../../../../src/durable/due-job.ts';
import { scheduleExpiry, warningDueAt } from '../../../../src/sign-in/state/schedule.ts';
import { createFakeClock, START } from '../../../fakes/clock.ts';
import { createFakeJobs } from '../../../fakes/jobs.ts';
import { aPersonKey, aSession } from '../../../support/builders.ts';

const MINUTE = 60_000;

test.each([
  ['ten minutes before the end', 60, 600, 50],
  ['half the lifetime before it, where that is shorter', 10, 600, 5],
  ['a second before it, where the settings say so', 60, 1, 60 - 1 / 60],
])('warns %s', (_, lifetimeMinutes, warningSeconds, minutes) => {
  const session = aSession({ issuedAt: START, expiresAt: START + lifetimeMinutes * MINUTE });

  expect(warningDueAt(session, warningSeconds)).toBe(START + minutes * MINUTE);
});

test('sends the warning and the end of a session with their delays', async () => {
  const clock = createFakeClock();
  const jobs = createFakeJobs(clock);
  const key = aPersonKey();

  await scheduleExpiry({ jobs, clock, expiryWarningSeconds: 600 }, key, aSession());

  expect(jobs.sent).toEqual([
    { job: { kind: 'warn', key, sessionId: 'session-0', dueAt: START + 50 * MINUTE }, delaySeconds: 3000 },
    { job: { kind: 'expire', key, sessionId: 'session-0', dueAt: START + 60 * MINUTE }, delaySeconds: 3600 },
  ]);
});

test('the jobs of a session of many days have the longest delay', async () => {
  const clock = createFakeClock();
  const jobs = createFakeJobs(clock);
  const expiresAt = START + 30 * 24 * 60 * MINUTE;

  await scheduleExpiry({ jobs, clock, expiryWarningSeconds: 600 }, aPersonKey(), aSession({ expiresAt }));

  expect(jobs.sent.map((sent) => sent.delaySeconds)).toEqual([LONGEST_DELAY_SECONDS, LONGEST_DELAY_SECONDS]);
  expect(jobs.sent[1]?.job).toMatchObject({ dueAt: expiresAt });
});
