/** What is looked at beside polling, and what a look costs. */
import { AbandonedError, ActiveJobs, CancellationCheck } from '../../../../src/sign-in/follow/cancellation.ts';
import type { PersonStore } from '../../../../src/sign-in/ports.ts';
import type { Version } from '../../../../src/core/optimistic-update.ts';
import type { PersonState } from '../../../../src/sign-in/model.ts';
import { createFakePersonStore } from '../../../fakes/person-store.ts';
import { aPersonKey, aPersonState, aWaitingSignIn } from '../../../support/builders.ts';

const key = aPersonKey();
const waiting = (): PersonState => aPersonState({ signIn: aWaitingSignIn() });

function bench() {
  const store = createFakePersonStore();
  store.put(key, waiting());
  const clock = { time: 0, now: () => clock.time };
  const requests: string[] = [];
  const counted: Pick<PersonStore, 'read' | 'isCurrent'> = {
    read: (of) => (requests.push('read'), store.read(of)),
    isCurrent: (of, version) => (requests.push('isCurrent'), store.isCurrent(of, version)),
  };
  const checkFrom = (version?: Version) =>
    new CancellationCheck({ store: counted, clock }, key, aWaitingSignIn().id, version);
  const versionNow = async (): Promise<Version> => {
    const found = await store.read(key);
    if (found.kind === 'absent') throw new Error('nothing there');
    return found.version;
  };
  return { store, clock, requests, checkFrom, versionNow };
}

test('an unchanged state is not read again', async () => {
  const { clock, requests, checkFrom, versionNow } = bench();
  const cancellation = checkFrom(await versionNow());
  for (let times = 0; times < 3; times += 1) {
    clock.time += 20_000;
    await cancellation.check();
  }
  expect(requests).toEqual(['isCurrent', 'isCurrent', 'isCurrent']);
});

test('a changed state is read, and its version is compared from then on', async () => {
  const { store, clock, requests, checkFrom, versionNow } = bench();
  const cancellation = checkFrom(await versionNow());
  store.put(key, { ...waiting(), noNotices: true });
  clock.time += 20_000;
  await cancellation.check();
  clock.time += 20_000;
  await cancellation.check();
  expect(requests).toEqual(['isCurrent', 'read', 'isCurrent']);
});

test('a sign-in that another instance ended is abandoned at the next check', async () => {
  const { store, clock, checkFrom, versionNow } = bench();
  const cancellation = checkFrom(await versionNow());
  store.put(key, aPersonState({}));
  clock.time += 19_999;
  await cancellation.check();
  clock.time += 1;
  await expect(cancellation.check()).rejects.toThrow(AbandonedError);
});

test('unavailable storage ends nothing', async () => {
  const { store, clock, checkFrom, versionNow } = bench();
  const cancellation = checkFrom(await versionNow());
  store.away = true;
  clock.time += 20_000;
  await cancellation.check();
});

test('a check that is due soon is prefetched, once, and the poll does not wait for another', async () => {
  const { clock, requests, checkFrom, versionNow } = bench();
  const cancellation = checkFrom(await versionNow());
  clock.time += 12_000;
  cancellation.prefetch(7_500);
  expect(requests).toEqual([]);
  clock.time += 6_000;
  cancellation.prefetch(7_500);
  cancellation.prefetch(7_500);
  await Promise.resolve();
  await new Promise(setImmediate);
  clock.time += 6_000;
  await cancellation.check();
  expect(requests).toEqual(['isCurrent']);
});

test('a prefetched check ends the sign-in before the next poll', async () => {
  const { store, clock, checkFrom, versionNow } = bench();
  const cancellation = checkFrom(await versionNow());
  store.put(key, aPersonState({}));
  clock.time += 17_000;
  cancellation.prefetch(7_500);
  await new Promise(setImmediate);
  clock.time += 1_000;
  await expect(cancellation.check()).rejects.toThrow(AbandonedError);
});

test('a prefetched check that failed is repeated before the poll', async () => {
  const { store, clock, requests, checkFrom, versionNow } = bench();
  const cancellation = checkFrom(await versionNow());
  store.away = true;
  clock.time += 19_000;
  cancellation.prefetch(7_500);
  await new Promise(setImmediate);
  store.away = false;
  clock.time += 6_000;
  await cancellation.check();
  expect(requests).toEqual(['isCurrent', 'read', 'isCurrent']);
});

test('a failed check is repeated after five seconds, not at each poll', async () => {
  const { store, clock, requests, checkFrom, versionNow } = bench();
  const cancellation = checkFrom(await versionNow());
  clock.time += 20_000;
  store.away = true;
  for (let polls = 0; polls < 10; polls += 1) {
    await cancellation.check();
    cancellation.prefetch(1_500);
    clock.time += 1_000;
  }
  expect(requests).toEqual(['isCurrent', 'read', 'isCurrent', 'read']);
  store.put(key, aPersonState({}));
  store.away = false;
  await expect(cancellation.check()).rejects.toThrow(AbandonedError);
});

test('abandoning a sign-in ends its job alone', () => {
  const activeJobs = new ActiveJobs();
  const first = activeJobs.add('sign-in-1', new AbortController());
  const second = activeJobs.add('sign-in-2', new AbortController());

  activeJobs.abandon('sign-in-1');

  expect(first.signal.reason).toBeInstanceOf(AbandonedError);
  expect(second.signal.aborted).toBe(false);
});

test('abandoning a sign-in that no job of this process follows does nothing', () => {
  const activeJobs = new ActiveJobs();
  const activeJob = activeJobs.add('sign-in-1', new AbortController());
  activeJobs.remove('sign-in-1', activeJob);

  activeJobs.abandon('sign-in-1');
  activeJobs.abandon('never-seen');

  expect(activeJob.signal.aborted).toBe(false);
});

test('a job that is removed leaves the next one of the same sign-in', () => {
  const activeJobs = new ActiveJobs();
  const first = activeJobs.add('sign-in-1', new AbortController());
  const second = activeJobs.add('sign-in-1', new AbortController());
  activeJobs.remove('sign-in-1', first);

  activeJobs.abandon('sign-in-1');

  expect(second.signal.aborted).toBe(true);
});

describe('an active job', () => {
  function add() {
    const activeJobs = new ActiveJobs();
    const job = new AbortController();
    return { activeJobs, job, activeJob: activeJobs.add('sign-in-1', job) };
  }

  test('ends with its controller, for the same reason, and is not abandoned', () => {
    const { job, activeJob } = add();
    const reason = new Error('stopping');

    job.abort(reason);

    expect(activeJob.signal.reason).toBe(reason);
    expect(activeJob.isAbandoned).toBe(false);
  });

  test('lets a running call end when its controller is aborted', async () => {
    const { job, activeJob } = add();

    const called = await activeJob.call(async (abandoned) => {
      job.abort(new Error('stopping'));
      return abandoned.aborted;
    });

    expect(called).toBe(false);
    expect(activeJob.signal.aborted).toBe(true);
  });

  test.each([false, true])(
    'cuts a call off when it is abandoned, its controller aborted before: %s',
    async (interrupted) => {
      const { activeJobs, job, activeJob } = add();
      if (interrupted) job.abort(new Error('stopping'));

      const reason = await activeJob.call(async (abandoned) => {
        activeJobs.abandon('sign-in-1');
        return abandoned.reason as unknown;
      });

      expect(reason).toBeInstanceOf(AbandonedError);
      expect(activeJob.isAbandoned).toBe(true);
    },
  );

  test('makes no further call once it is abandoned', async () => {
    const { activeJobs, activeJob } = add();
    activeJobs.abandon('sign-in-1');

    await expect(activeJob.call(() => Promise.resolve('called'))).rejects.toBeInstanceOf(AbandonedError);
  });
});
