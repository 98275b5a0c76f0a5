/** What is looked at beside polling, and what a look costs. */
import {
  AbandonedError,
  ActiveJob,
  ActiveJobs,
  CancellationCheck,
  CancellationWatch,
} from '../../../../src/sign-in/state/cancellation.ts';
import type { PersonStore } from '../../../../src/sign-in/state/ports.ts';
import type { PersonState } from '../../../../src/sign-in/state/model.ts';
import { createFakeCancellationMark } from '../../../fakes/cancellation-mark.ts';
import { createFakePersonStore } from '../../../fakes/person-store.ts';
import { aPersonKey, aPersonState, aWaitingSignIn } from '../../../support/builders.ts';

const key = aPersonKey();
const waiting = (): PersonState => aPersonState({ signIn: aWaitingSignIn() });
const settled = () => new Promise(setImmediate);

async function bench() {
  const store = createFakePersonStore();
  store.put(key, waiting());
  const clock = { time: 0, now: () => clock.time };
  const mark = createFakeCancellationMark(store, clock);
  const requests: string[] = [];
  const counted: Pick<PersonStore, 'read'> = { read: (of) => (requests.push('read'), store.read(of)) };
  const activeJobs = new ActiveJobs(new CancellationWatch(mark, clock));
  await activeJobs.watch.refresh();
  clock.time += 1_000;
  const newCheck = () => new CancellationCheck({ store: counted, clock, activeJobs }, key, aWaitingSignIn());
  return { store, mark, clock, requests, counted, activeJobs, newCheck };
}

test('many sign-ins share a read of the mark, and no state is read while it is unchanged', async () => {
  const { mark, clock, requests, newCheck } = await bench();
  const all = Array.from({ length: 10 }, () => newCheck());
  for (let times = 0; times < 3; times += 1) {
    clock.time += 20_000;
    await Promise.all(all.map((each) => each.check()));
  }
  expect(mark.requests).toEqual(['read', 'read', 'read', 'read']);
  expect(requests).toEqual([]);
});

test('a sign-in that another instance ended is abandoned once the mark has changed', async () => {
  const { store, mark, clock, newCheck } = await bench();
  const cancellation = newCheck();
  await mark.change(key);
  store.put(key, aPersonState({}));
  clock.time += 18_999;
  await cancellation.check();
  clock.time += 1;
  await expect(cancellation.check()).rejects.toThrow(AbandonedError);
});

test('an end that is written only some time after the mark was changed is noticed', async () => {
  const { store, mark, clock, requests, newCheck } = await bench();
  const cancellation = newCheck();
  await mark.change(key);
  clock.time += 20_000;
  await cancellation.check();
  clock.time += 14_000;
  store.put(key, aPersonState({}));
  clock.time += 1_000;
  await expect(cancellation.check()).rejects.toThrow(AbandonedError);
  expect(requests).toEqual(['read', 'read']);
});

test('a sign-in that somebody else has not ended is checked for as long as ends may follow, and not after that', async () => {
  const { mark, clock, requests, newCheck } = await bench();
  const cancellation = newCheck();
  await mark.change(key);
  for (let polls = 0; polls < 16; polls += 1) {
    clock.time += 6_000;
    await cancellation.check();
  }
  expect(requests).toEqual(['read', 'read', 'read', 'read', 'read']);
});

test('an end that nobody announced is noticed after two minutes', async () => {
  const { store, clock, newCheck } = await bench();
  const cancellation = newCheck();
  store.put(key, aPersonState({}));
  clock.time += 119_999;
  await cancellation.check();
  clock.time += 1;
  await expect(cancellation.check()).rejects.toThrow(AbandonedError);
});

test('a state that was read before the first read of the mark is checked once', async () => {
  const { mark, clock, requests, counted } = await bench();
  const activeJobs = new ActiveJobs(new CancellationWatch(mark, clock));
  const cancellation = new CancellationCheck({ store: counted, clock, activeJobs }, key, aWaitingSignIn());
  clock.time += 1;
  await settled();
  for (let polls = 0; polls < 3; polls += 1) {
    clock.time += 6_000;
    await cancellation.check();
  }
  expect(requests).toEqual(['read']);
});

test('unavailable storage ends nothing', async () => {
  const { store, mark, clock, newCheck } = await bench();
  const cancellation = newCheck();
  await mark.change(key);
  clock.time += 20_000;
  await cancellation.check();
  store.away = true;
  clock.time += 10_000;
  await expect(cancellation.check()).resolves.toBeUndefined();
});

test('a read of the mark that is due soon is prefetched, once, and the poll does not wait for another', async () => {
  const { mark, clock, newCheck } = await bench();
  const cancellation = newCheck();
  clock.time += 11_000;
  cancellation.prefetch(7_500);
  expect(mark.requests).toEqual(['read']);
  clock.time += 6_000;
  cancellation.prefetch(7_500);
  cancellation.prefetch(7_500);
  await settled();
  clock.time += 6_000;
  await cancellation.check();
  expect(mark.requests).toEqual(['read', 'read']);
});

test('a read of the mark that failed is repeated after five seconds, not at each poll', async () => {
  const { store, mark, clock, newCheck } = await bench();
  const cancellation = newCheck();
  clock.time += 20_000;
  store.away = true;
  for (let polls = 0; polls < 10; polls += 1) {
    await cancellation.check();
    cancellation.prefetch(1_500);
    clock.time += 1_000;
  }
  expect(mark.requests).toEqual(['read', 'read', 'read']);
  store.away = false;
  await mark.change(key);
  store.put(key, aPersonState({}));
  await expect(cancellation.check()).rejects.toThrow(AbandonedError);
});

test('a check that failed is repeated after five seconds, not at each poll', async () => {
  const { store, mark, clock, requests, newCheck } = await bench();
  const cancellation = newCheck();
  await mark.change(key);
  clock.time += 20_000;
  await cancellation.check();
  store.away = true;
  for (let polls = 0; polls < 10; polls += 1) {
    clock.time += 1_000;
    await cancellation.check();
  }
  expect(requests).toEqual(['read', 'read', 'read']);
});

test.each([
  ['that waits on another instance', aWaitingSignIn(), ['read', 'change']],
  [
    'that has ended',
    { ...aWaitingSignIn(), kind: 'ended', endedAt: 0, failure: { reason: 'expired' } } as const,
    ['read'],
  ],
  ['that there is not', undefined, ['read']],
])('the end of a sign-in %s is announced where it has to be', async (_, signIn, requests) => {
  const { mark, activeJobs } = await bench();
  await activeJobs.announceEnd(key, signIn);
  expect(mark.requests).toEqual(requests);
});

test('the end of a sign-in that this process follows is not announced', async () => {
  const { mark, activeJobs } = await bench();
  const signIn = aWaitingSignIn();
  activeJobs.add(signIn.id, new ActiveJob(new AbortController()));
  await activeJobs.announceEnd(key, signIn);
  expect(mark.requests).toEqual(['read']);
});

test('the end of one that another instance may have taken over by now is announced', async () => {
  const { mark, activeJobs } = await bench();
  const signIn = aWaitingSignIn();
  const ownership = { isOverdue: false };
  activeJobs.add(signIn.id, new ActiveJob(new AbortController()), ownership);
  await activeJobs.announceEnd(key, signIn);
  expect(mark.requests).toEqual(['read']);
  ownership.isOverdue = true;
  await activeJobs.announceEnd(key, signIn);
  expect(mark.requests).toEqual(['read', 'change']);
});

test('only the next code of the same person is held off, and for no longer than from now on', async () => {
  const { mark, clock, activeJobs } = await bench();
  const { watch } = activeJobs;
  await mark.change(key);
  const startedAt = clock.time;
  expect(await watch.quietUntil(key, startedAt)).toBe(clock.time + 26_000);
  expect(await watch.quietUntil(aPersonKey({ personId: 'somebody-else' }), startedAt)).toBeLessThan(clock.time);
  clock.time -= 500;
  expect(await watch.quietUntil(key, startedAt)).toBe(clock.time + 26_000);
});

test('a code is held off while storage does not tell, and one that is taken over later is not', async () => {
  const { store, mark, clock, activeJobs } = await bench();
  const { watch } = activeJobs;
  const startedAt = clock.time;
  store.away = true;
  expect(await watch.quietUntil(key, startedAt)).toBe(clock.time + 26_000);
  store.away = false;
  await mark.change(key);
  clock.time += 46_001;
  mark.requests.length = 0;
  expect(await watch.quietUntil(key, startedAt)).toBe(clock.time);
  expect(mark.requests).toEqual([]);
});

const createActiveJobs = () => {
  const clock = { now: () => 0 };
  return new ActiveJobs(new CancellationWatch(createFakeCancellationMark({ away: false }, clock), clock));
};

test('abandoning a sign-in ends its job alone', () => {
  const activeJobs = createActiveJobs();
  const first = activeJobs.add('sign-in-1', new ActiveJob(new AbortController()));
  const second = activeJobs.add('sign-in-2', new ActiveJob(new AbortController()));

  activeJobs.abandon('sign-in-1');

  expect(first.signal.reason).toBeInstanceOf(AbandonedError);
  expect(second.signal.aborted).toBe(false);
});

test('a job whose end a turn is about to show waits until it has', async () => {
  const job = new ActiveJob(new AbortController());
  await expect(job.untilShown()).resolves.toBeUndefined();
  job.silence();
  const waited = job.untilShown().then(() => job.isAbandoned);
  job.abandon();
  await expect(waited).resolves.toBe(true);
});

test('a process that stops while a turn is about to show the end leaves that to the next one', async () => {
  const controller = new AbortController();
  const job = new ActiveJob(controller);
  job.silence();
  const waited = job.untilShown();
  controller.abort(new Error('stopping'));
  await expect(waited).rejects.toThrow('stopping');
});

test('abandoning a sign-in that no job of this process follows does nothing', () => {
  const activeJobs = createActiveJobs();
  const activeJob = activeJobs.add('sign-in-1', new ActiveJob(new AbortController()));
  activeJobs.remove('sign-in-1', activeJob);

  activeJobs.abandon('sign-in-1');
  activeJobs.abandon('never-seen');

  expect(activeJob.signal.aborted).toBe(false);
});

test('a job that is removed leaves the next one of the same sign-in', () => {
  const activeJobs = createActiveJobs();
  const first = activeJobs.add('sign-in-1', new ActiveJob(new AbortController()));
  const second = activeJobs.add('sign-in-1', new ActiveJob(new AbortController()));
  activeJobs.remove('sign-in-1', first);

  activeJobs.abandon('sign-in-1');

  expect(second.signal.aborted).toBe(true);
});

describe('an active job', () => {
  function add() {
    const activeJobs = createActiveJobs();
    const job = new AbortController();
    return { activeJobs, job, activeJob: activeJobs.add('sign-in-1', new ActiveJob(job)) };
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
