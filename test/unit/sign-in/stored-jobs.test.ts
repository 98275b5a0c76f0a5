/** Of a message without a valid signature only ids are used: whether there is a job, and when it is due, the state says. */
import type { JobOf } from '../../../src/core/jobs.ts';
import { createStoredJobs } from '../../../src/sign-in/stored-jobs.ts';
import { createFakePersonStore } from '../../fakes/person-store.ts';
import { aPersonKey, aPersonState, aSession, aWaitingSignIn } from '../../support/builders.ts';

const key = aPersonKey();

function bench(state = aPersonState()) {
  const store = createFakePersonStore();
  store.put(key, state);
  const sweepPlan = {
    read: () => Promise.resolve({ runId: 'planned', dueAt: 700, version: '1' }),
    write: () => Promise.resolve(),
  };
  return { store, jobs: createStoredJobs({ store, sweepPlan, expiryWarningSeconds: 600 }) };
}

const session = aSession({ id: 'session-1', signInId: 'signed-in', issuedAt: 0, expiresAt: 3_600_000 });
const follow = (signInId: string): JobOf<'follow'> => ({ kind: 'follow', key, signInId });

test('a sign-in is followed by the message that its state names, by no copy of it, and by none of another sign-in', async () => {
  const { jobs } = bench(aPersonState({ signIn: aWaitingSignIn({ id: 'waiting', jobId: 'message-1' }) }));
  expect(await jobs.follow(follow('waiting'), 'message-1')).toEqual(follow('waiting'));
  expect(await jobs.follow(follow('waiting'), 'message-2')).toBeUndefined();
  expect(await jobs.follow(follow('another'), 'message-1')).toBeUndefined();
});

test('a sign-in that has become a session can still be announced', async () => {
  const { jobs } = bench(aPersonState({ session }));
  expect(await jobs.follow(follow('signed-in'), 'message-1')).toEqual(follow('signed-in'));
});

test('notices are due when the session says, whatever the message says', async () => {
  const { jobs } = bench(aPersonState({ session }));
  const forged = { key, sessionId: 'session-1', dueAt: 1 };
  expect(await jobs.warn({ kind: 'warn', ...forged })).toEqual({ kind: 'warn', ...forged, dueAt: 3_000_000 });
  expect(await jobs.expire({ kind: 'expire', ...forged })).toEqual({ kind: 'expire', ...forged, dueAt: 3_600_000 });
  expect(await jobs.warn({ kind: 'warn', ...forged, sessionId: 'x' })).toBeUndefined();
  expect(await jobs.expire({ kind: 'expire', ...forged, sessionId: 'x' })).toBeUndefined();
});

test('the cards of a session that has ended are still updated', async () => {
  const { flow, organization } = session;
  const ended = { id: 'ended', signInId: 's', flow, organization, cardIds: [] };
  const { jobs } = bench(aPersonState({ ended }));
  const job: JobOf<'expire'> = { kind: 'expire', key, sessionId: 'ended', dueAt: 9 };
  expect(await jobs.expire(job)).toEqual({ ...job, dueAt: 0 });
});

test('a session that another one replaced is ended at once', async () => {
  const { jobs } = bench(aPersonState({ session, replaced: [aSession({ id: 'replaced' })] }));
  const job: JobOf<'expire'> = { kind: 'expire', key, sessionId: 'replaced', dueAt: 9 };
  expect(await jobs.expire(job)).toEqual({ ...job, dueAt: 0 });
});

test('there is no report that the state does not have', async () => {
  const { jobs } = bench();
  expect(await jobs.report({ kind: 'report', key, reportId: 'x' })).toBeUndefined();
});

test('a sweep runs when it is planned, and only the planned one', async () => {
  const { jobs } = bench();
  expect(await jobs.sweep({ kind: 'sweep', runId: 'planned', dueAt: 1 })).toEqual({
    kind: 'sweep',
    runId: 'planned',
    dueAt: 700,
  });
  expect(await jobs.sweep({ kind: 'sweep', runId: 'x', dueAt: 1 })).toBeUndefined();
});

test('a state that cannot be read here may be readable for another instance', async () => {
  const { jobs, store } = bench();
  store.spoil(key);
  await expect(jobs.follow(follow('waiting'), 'message-1')).rejects.toThrow('cannot be read');
});
