import { StateUnreadableError, StorageUnavailableError, UpstreamError } from '../../../src/core/errors.ts';
import { Worker } from '../../../src/jobs/worker.ts';
import type { Job, JobOwnership } from '../../../src/core/jobs.ts';
import { createFakeClock, type FakeClock } from '../../fakes/clock.ts';
import { createRecordingLog } from '../../fakes/records.ts';
import { createFakeQueue, type FakeQueue } from '../../fakes/jobs.ts';
import { expire, follow, restore, warn } from './jobs.ts';

interface Run {
  readonly job: Job;
  readonly signal: AbortSignal;
  readonly controller: AbortController;
  readonly ownership: JobOwnership;
  readonly startedAt: number;
  resolve(): void;
  reject(error: unknown): void;
}

interface Bench {
  readonly worker: Worker;
  readonly runs: Run[];
  readonly log: ReturnType<typeof createRecordingLog>;
}

let clock: FakeClock;
let queue: FakeQueue;

beforeEach(() => {
  clock = createFakeClock();
  queue = createFakeQueue(clock);
});

/** A worker whose handlers wait until the test ends them; on abort they throw its reason, unless they are stubborn. */
function bench(options: { readonly stubborn?: boolean } = {}): Bench {
  const runs: Run[] = [];
  const log = createRecordingLog();
  const handle = (job: Job, controller: AbortController, _: string, ownership: JobOwnership): Promise<void> =>
    new Promise((resolve, reject) => {
      const { signal } = controller;
      runs.push({ job, signal, controller, ownership, startedAt: clock.now(), resolve, reject });
      if (options.stubborn !== true) signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  const inputs = { queue, handle, clock, log };
  return { worker: new Worker({ ...inputs, random: () => 0.5 }), runs, log };
}

async function send(...jobs: readonly Job[]): Promise<void> {
  const sent = Promise.all(jobs.map((job) => queue.send(job, 0)));
  await clock.advance(10);
  await sent;
}

async function finished(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let done = false;
  void promise.then(() => (done = true));
  await clock.advance(milliseconds);
  return done;
}

const kindOf = (run: Run | undefined): unknown => (run?.signal.reason as { kind?: unknown } | undefined)?.kind;

function only(runs: readonly Run[]): Run {
  const [first] = runs;
  if (first === undefined || runs.length !== 1) throw new Error(`${runs.length} runs`);
  return first;
}

test('runs a job once and deletes its message', async () => {
  const { worker, runs, log } = bench();
  worker.start();
  await send(warn('s'));
  await clock.advance(2_000);
  expect(only(runs).job).toEqual(warn('s'));
  only(runs).resolve();
  await clock.advance(120_000);
  expect(runs).toHaveLength(1);
  expect(queue.left()).toEqual([]);
  expect(log.lines).toEqual([]);
});

/** A worker that has nothing to do, and has long been started. */
async function idle(): Promise<Bench> {
  const started = bench();
  started.worker.start();
  await clock.advance(600_000);
  return started;
}

async function pollsWithin(milliseconds: number): Promise<number> {
  const before = queue.calls.receive;
  await clock.advance(milliseconds);
  return queue.calls.receive - before;
}

test('polls at once after sending without delay, and receives a delayed job only after its delay', async () => {
  const { worker, runs } = await idle();
  void worker.send(warn('now'), 0);
  void worker.send(warn('later'), 30);
  await clock.advance(50);
  expect(runs.map(({ job }) => job)).toEqual([warn('now')]);
  await clock.advance(29_000);
  expect(runs).toHaveLength(1);
  await clock.advance(3_000);
  expect(runs.map(({ job }) => job)).toEqual([warn('now'), warn('later')]);
});

test('polls at most ten times a minute when idle, and every two seconds at first and while a job runs', async () => {
  const { worker, runs } = bench();
  worker.start();
  expect(await pollsWithin(45_000)).toBeGreaterThanOrEqual(45 / 2);
  await clock.advance(60_000);
  expect(await pollsWithin(600_000)).toBeLessThanOrEqual(100);
  void worker.send(follow('f'), 0);
  await clock.advance(60_000);
  expect(await pollsWithin(600_000)).toBeGreaterThanOrEqual(600 / 2);
  only(runs).resolve();
  await clock.advance(60_000);
  expect(await pollsWithin(600_000)).toBeLessThanOrEqual(100);
});

test('runs each of its delayed jobs within a second of its time when idle, also one that is due before the next poll', async () => {
  const { worker, runs } = await idle();
  const sentAt = clock.now() + 10;
  const delays = [3, 30, 600, 7_200];
  for (const delay of delays) void worker.send(warn(`after ${delay}`), delay);
  for (const [index, delay] of delays.entries()) {
    await clock.advance(sentAt + delay * 1000 + 1_100 - clock.now());
    expect(runs).toHaveLength(index + 1);
    expect(runs[index]?.job).toEqual(warn(`after ${delay}`));
    runs[index]?.resolve();
  }
  await clock.advance(60_000);
  expect(await pollsWithin(600_000)).toBeLessThanOrEqual(100);
});

test('retries a failed job as soon as it is visible again', async () => {
  const { worker, runs } = await idle();
  void worker.send(warn('s'), 0);
  await clock.advance(60_000);
  only(runs).reject(new Error('no'));
  await clock.advance(6_100);
  expect(runs).toHaveLength(2);
});

test('receives a job of another process within eight seconds when idle, and others soon after it', async () => {
  const { runs } = await idle();
  await send(warn('first'));
  await clock.advance(8_000);
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await send(warn('second'));
  await clock.advance(2_000);
  expect(runs).toHaveLength(2);
});

test('owns a job for as long as its handler runs', async () => {
  const { worker, runs } = bench();
  worker.start();
  await send(follow('f'));
  const other = bench();
  other.worker.start();
  await clock.advance(600_000);
  expect(runs.length + other.runs.length).toBe(1);
  expect(runs[0]?.signal.aborted ?? other.runs[0]?.signal.aborted).toBe(false);
});

test('takes a job over within 60 seconds after its owner was killed', async () => {
  const sent = queue.sendOwned(follow('f'), 45);
  await clock.advance(10);
  await sent;
  const died = clock.now();
  const { worker, runs } = bench();
  worker.start();
  await clock.advance(60_000);
  expect(only(runs).startedAt - died).toBeLessThan(50_000);
});

test('an idle instance takes a job over within 60 seconds after its owner was killed', async () => {
  const { runs } = await idle();
  const sent = queue.sendOwned(follow('f'), 45);
  await clock.advance(10);
  await sent;
  const died = clock.now();
  await clock.advance(60_000);
  expect(only(runs).startedAt - died).toBeLessThan(55_000);
});

test('polls often after an outage, whose jobs become visible one after the other', async () => {
  const { runs } = await idle();
  queue.away = true;
  await clock.advance(60_000);
  queue.away = false;
  await clock.advance(12_000);
  expect(await pollsWithin(30_000)).toBeGreaterThanOrEqual(30 / 2);
  expect(runs).toEqual([]);
});

test('interrupts a handler whose job another process has, and leaves the message alone', async () => {
  const { worker, runs } = bench();
  worker.start();
  await send(follow('f'));
  await clock.advance(2_000);
  queue.steal();
  await clock.advance(20_500);
  expect(kindOf(only(runs))).toBe('lost');
  await clock.advance(5_000);
  expect(queue.left()).toHaveLength(1);
  expect(queue.calls.release).toBe(0);
});

test('keeps a job during an outage shorter than its ownership', async () => {
  const { worker, runs, log } = bench();
  worker.start();
  await send(follow('f'));
  await clock.advance(2_000);
  queue.away = true;
  await clock.advance(25_000);
  queue.away = false;
  await clock.advance(100_000);
  expect(only(runs).signal.aborted).toBe(false);
  expect(log.lines.filter(({ level }) => level === 'warn')).toHaveLength(2);
  expect(log.lines.filter(({ level }) => level === 'info')).toHaveLength(2);
});

test('tells a handler while the extension of its ownership is overdue', async () => {
  const { worker, runs } = bench();
  worker.start();
  await send(follow('f'));
  await clock.advance(2_000);
  const { startedAt, ownership } = only(runs);
  const overdue: number[] = [];
  const watch = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      if (ownership.isOverdue) overdue.push(Math.round((clock.now() - startedAt) / 1000));
      await clock.advance(1_000);
    }
  };

  await watch(60);
  expect(overdue).toEqual([]);
  queue.away = true;
  await watch(30);
  queue.away = false;
  await clock.advance(3_000);
  await watch(60);

  // The last extension was at 54 s.
  expect([overdue[0], overdue.at(-1)]).toEqual([74, 89]);
});

test.each([-3_600_000, 3_600_000])('owns a job for as long although the clock is set by %d ms', async (by) => {
  const { worker, runs } = bench();
  worker.start();
  await send(follow('f'));
  await clock.advance(2_000);
  clock.set(by);
  await clock.advance(100_000);
  expect(only(runs).signal.aborted).toBe(false);
  queue.away = true;
  await clock.advance(45_000);
  expect(kindOf(only(runs))).toBe('lost');
});

test('interrupts a handler before an outage outlasts the ownership, and runs the job again afterwards', async () => {
  const { worker, runs } = bench();
  worker.start();
  await send(follow('f'));
  await clock.advance(2_000);
  queue.away = true;
  await clock.advance(45_000);
  expect(kindOf(only(runs))).toBe('lost');
  await clock.advance(600_000);
  queue.away = false;
  await clock.advance(12_000);
  expect(runs).toHaveLength(2);
});

test('sends few requests while storage is unavailable', async () => {
  const { worker } = bench();
  worker.start();
  await send(...Array.from({ length: 200 }, (_, index) => follow(`f${index}`)));
  await clock.advance(30_000);
  queue.away = true;
  const before = queue.calls.extend;
  await clock.advance(20_000);
  expect(queue.calls.extend - before).toBeLessThan(20 * 16);
});

test('runs any number of sign-in jobs at once, and extends at most 16 messages at a time', async () => {
  const { worker, runs } = bench();
  worker.start();
  await send(...Array.from({ length: 1_000 }, (_, index) => follow(`f${index}`)));
  await clock.advance(120_000);
  expect(runs).toHaveLength(1_000);
  expect(runs.every(({ signal }) => !signal.aborted)).toBe(true);
  expect(queue.mostExtensions).toBeLessThanOrEqual(16);
});

test('runs at most 16 other jobs at once and receives no more than it can run', async () => {
  const { worker, runs } = bench();
  worker.start();
  await send(...Array.from({ length: 20 }, (_, index) => expire(`s${index}`)));
  await clock.advance(10_000);
  expect(runs).toHaveLength(16);
  expect(queue.left().filter(({ visibleInSeconds }) => visibleInSeconds === 0)).toHaveLength(4);
  runs[0]?.resolve();
  await clock.advance(100);
  expect(runs).toHaveLength(17);
});

test('restore jobs, which run for hours, do not count towards that limit', async () => {
  const { worker, runs } = bench();
  worker.start();
  await send(...Array.from({ length: 40 }, (_, index) => restore(`r${index}`)));
  await clock.advance(10_000);
  expect(runs).toHaveLength(40);
  await send(...Array.from({ length: 20 }, (_, index) => expire(`s${index}`)));
  await clock.advance(10_000);
  expect(runs.filter(({ job }) => job.kind === 'expire')).toHaveLength(16);
  runs[0]?.resolve();
  await clock.advance(100);
  expect(runs).toHaveLength(56);
});

test('retries a failed job with a growing delay, and sets it aside after eight failures', async () => {
  const { worker, runs, log } = bench();
  worker.start();
  await send(warn('s'));
  for (let time = 1; time <= 8; time += 1) {
    await clock.advance(310_000);
    const run = runs.at(-1);
    expect(runs).toHaveLength(time);
    run?.reject(new Error('no'));
    await clock.advance(100);
    if (time < 8) {
      const [left] = queue.left();
      expect(left).toMatchObject({ failures: time, visibleInSeconds: Math.min(5 * 2 ** (time - 1), 300) });
    }
  }
  expect(queue.left()).toEqual([]);
  expect(queue.poison).toHaveLength(1);
  expect(log.lines.filter(({ level }) => level === 'error')).toHaveLength(8);
});

test('tells the handler of a job that was set aside and put back which message it was', async () => {
  const { worker, runs } = bench();
  await clock.run(queue.sendOwned(follow('f'), 45).then((owned) => queue.setAside(owned)));
  const { content, id = '' } = queue.poison[0] ?? {};
  queue.putBack(content);
  worker.start();
  await clock.advance(2_000);
  expect(only(runs)).toMatchObject({ job: follow('f'), ownership: { formerIds: [id] } });
});

test("a failed job's reference in the log is no person's id", async () => {
  const { worker, runs, log } = bench();
  worker.start();
  const personId = '33333333-3333-4333-8333-333333333333';
  await send({ kind: 'suspend', personId });
  await clock.advance(10_000);
  only(runs).reject(new Error('no'));
  await clock.advance(100);
  expect(log.lines).toMatchObject([
    { fields: { event: 'job-failed', job: 'suspend', reference: expect.stringMatching(/^[\w-]{22}$/) as unknown } },
  ]);
  expect(JSON.stringify(log.lines)).not.toContain(personId);
});

test('repeats a job for an hour while the chat service is unavailable, and sets it aside only then', async () => {
  for (const job of [follow('f'), expire('s')]) {
    const { worker, runs } = bench();
    worker.start();
    await send(job);
    await clock.advance(2_000);
    let seconds = 0;
    for (let time = 1; queue.left().length > 0; time += 1) {
      expect(runs).toHaveLength(time);
      runs.at(-1)?.reject(new UpstreamError('chat service', 'FAILED', { status: 503 }));
      await clock.advance(100);
      const [left] = queue.left();
      seconds += left?.visibleInSeconds ?? 0;
      await clock.advance((left?.visibleInSeconds ?? 0) * 1000 + 2_000);
    }
    expect([job.kind, seconds]).toEqual([job.kind, 3_615]);
    await worker.stop();
  }
  expect(queue.poison).toHaveLength(2);
});

test('gives no such time to a job that a service refuses for good', async () => {
  const { worker, runs } = bench();
  worker.start();
  await send(follow('f'));
  for (let time = 1; time <= 8; time += 1) {
    await clock.advance(310_000);
    runs.at(-1)?.reject(new UpstreamError('chat service', 'REFUSED', { status: 403 }));
    await clock.advance(100);
  }
  expect(queue.poison).toHaveLength(1);
});

test('a handler that aborted its own signal and failed is retried like any other', async () => {
  const { worker, runs } = bench();
  worker.start();
  await send(follow('f'));
  await clock.advance(2_000);

  only(runs).controller.abort(new Error('given up'));
  await clock.advance(100);

  expect(queue.left()).toMatchObject([{ failures: 1, visibleInSeconds: 5 }]);
});

test('does not count unavailable storage as a failure of the handler', async () => {
  const { worker, runs } = bench();
  worker.start();
  await send(warn('s'));
  for (let time = 1; time <= 12; time += 1) {
    await clock.advance(40_000);
    expect(runs).toHaveLength(time);
    runs.at(-1)?.reject(new StorageUnavailableError('away'));
  }
  await clock.advance(100);
  expect(queue.left()).toMatchObject([{ failures: 0 }]);
  expect(queue.poison).toEqual([]);
});

test('sets aside what is no job to any instance, once a newer one had time to read it', async () => {
  const { worker, runs, log } = bench();
  worker.start();
  queue.putNonsense();
  await clock.advance(240_000);
  expect(queue.left()).toHaveLength(1);
  expect(log.lines).toEqual([]);
  await clock.advance(240_000);
  expect(queue.poison).toHaveLength(1);
  expect(queue.left()).toEqual([]);
  expect(runs).toEqual([]);
  expect(log.lines).toMatchObject([{ level: 'error', fields: { event: 'message-set-aside', messages: 1 } }]);
  for (let count = 0; count < 40; count += 1) queue.putNonsense();
  await clock.advance(480_000);
  queue.putNonsense();
  await clock.advance(480_000);
  expect(queue.poison).toHaveLength(42);
  expect(log.lines.slice(1)).toMatchObject([{ level: 'error', fields: { messages: 41 } }]);
});

test('does not set aside what was delivered to others, which may read it', async () => {
  const { worker } = bench();
  queue.putNonsense();
  for (let count = 0; count < 20; count += 1) {
    void queue.receive(1, 1);
    await clock.advance(2_000);
  }
  worker.start();
  await clock.advance(240_000);
  expect(queue.left()).toHaveLength(1);
});

test('deletes a finished job once storage is available again, and does not repeat it', async () => {
  const { worker, runs } = bench();
  worker.start();
  await send(follow('f'));
  await clock.advance(2_000);
  queue.away = true;
  only(runs).resolve();
  await clock.advance(120_000);
  queue.away = false;
  await clock.advance(120_000);
  expect(runs).toHaveLength(1);
  expect(queue.left()).toEqual([]);
});

test('deletes a job that is done while it is being extended', async () => {
  const { worker, runs } = bench();
  worker.start();
  await send(follow('f'));
  while (queue.calls.extend === 0) await clock.advance(1);
  only(runs).resolve();
  await clock.advance(100);
  expect(queue.left()).toEqual([]);
});

test('runs a job again only after its interrupted handler has ended', async () => {
  const { worker, runs } = bench({ stubborn: true });
  worker.start();
  await send(follow('f'));
  await clock.advance(2_000);
  queue.away = true;
  await clock.advance(60_000);
  queue.away = false;
  await clock.advance(60_000);
  expect(kindOf(only(runs))).toBe('lost');
  only(runs).reject(new Error('interrupted'));
  await clock.advance(100);
  expect(runs).toHaveLength(2);
  expect(runs[1]?.signal.aborted).toBe(false);
});

test('does not run a job again whose interrupted handler finished it', async () => {
  const { worker, runs } = bench({ stubborn: true });
  worker.start();
  await send(follow('f'));
  await clock.advance(2_000);
  queue.away = true;
  await clock.advance(60_000);
  queue.away = false;
  await clock.advance(60_000);
  only(runs).resolve();
  await clock.advance(120_000);
  expect(runs).toHaveLength(1);
  expect(queue.left()).toEqual([]);
});

test('runs two messages of one job one after the other', async () => {
  const { worker, runs } = bench();
  worker.start();
  await send(follow('f'), follow('f'));
  await clock.advance(5_000);
  only(runs).resolve();
  await clock.advance(5_000);
  expect(runs).toHaveLength(2);
});

test('releases running jobs at once when it stops', async () => {
  const { worker, runs } = bench();
  worker.start();
  await send(follow('f'), warn('s'));
  await clock.advance(2_000);
  expect(await finished(worker.stop(), 100)).toBe(true);
  expect(runs.map(kindOf)).toEqual(['stopping', 'stopping']);
  expect(queue.left()).toMatchObject([
    { visibleInSeconds: 0, failures: 0 },
    { visibleInSeconds: 0, failures: 0 },
  ]);
  const next = bench();
  next.worker.start();
  await clock.advance(100);
  expect(next.runs).toHaveLength(2);
});

test('deletes a job that finishes while it stops', async () => {
  const { worker, runs, log } = bench({ stubborn: true });
  worker.start();
  await send(warn('s'));
  await clock.advance(2_000);
  const stopped = worker.stop();
  only(runs).resolve();
  expect(await finished(stopped, 100)).toBe(true);
  expect(queue.left()).toEqual([]);
  expect(log.lines).toEqual([]);
});

test('stops once those jobs have ended, too, that began meanwhile', async () => {
  const { worker, runs, log } = bench({ stubborn: true });
  worker.start();
  await send(follow('f'));
  await clock.advance(2_000);
  const stopped = worker.stop();
  const again = await sendOwned(worker, follow('f'));
  again.start();
  only(runs).resolve();
  expect(await finished(stopped, 100)).toBe(true);
  expect(queue.left()).toMatchObject([{ visibleInSeconds: 0 }]);
  expect(log.lines).toEqual([]);
});

test('stops within eight seconds even if handlers ignore the interruption', async () => {
  const { worker, log } = bench({ stubborn: true });
  worker.start();
  await send(follow('f'));
  await clock.advance(2_000);
  expect(await finished(worker.stop(), 8_100)).toBe(true);
  expect(log.lines.at(-1)).toMatchObject({ level: 'warn', fields: { jobs: 1 } });
  await clock.advance(45_000);
  expect(queue.left()).toMatchObject([{ visibleInSeconds: 0 }]);
});

test('stops at once when idle', async () => {
  const { worker } = await idle();
  expect(await finished(worker.stop(), 50)).toBe(true);
});

test('stops while storage is unavailable', async () => {
  const { worker } = bench();
  worker.start();
  await send(follow('f'));
  await clock.advance(2_000);
  queue.away = true;
  expect(await finished(worker.stop(), 1_000)).toBe(true);
});

test('receives nothing once it has stopped', async () => {
  const { worker, runs } = bench();
  worker.start();
  await clock.advance(100);
  await Promise.all([worker.stop(), clock.advance(100)]);
  await send(warn('s'));
  await clock.advance(60_000);
  expect(runs).toEqual([]);
});

async function sendOwned(worker: Worker, job: Job): ReturnType<Worker['sendOwned']> {
  const sending = worker.sendOwned(job);
  await clock.advance(10);
  return sending;
}

test('owns a job from the moment it is sent, and runs it once it is started', async () => {
  const { worker, runs } = bench();
  const other = bench();
  other.worker.start();
  const owned = await sendOwned(worker, follow('f'));
  await clock.advance(120_000);
  expect(runs).toEqual([]);
  owned.start();
  owned.start();
  await clock.advance(120_000);
  only(runs).resolve();
  await clock.advance(100);
  expect(queue.left()).toEqual([]);
  expect(other.runs).toEqual([]);
});

test('discards a job that is not needed', async () => {
  const { worker, runs } = bench();
  const owned = await sendOwned(worker, follow('f'));
  expect(await finished(owned.discard(), 100)).toBe(true);
  owned.start();
  await clock.advance(120_000);
  expect(runs).toEqual([]);
  expect(queue.left()).toEqual([]);
});

test('discarding does not throw while storage is unavailable', async () => {
  const { worker } = bench();
  const owned = await sendOwned(worker, follow('f'));
  queue.away = true;
  expect(await finished(owned.discard(), 100)).toBe(true);
});

test('keeps a job whose record is being written when it stops, and releases it once that is done', async () => {
  const { worker, runs } = bench();
  const other = bench();
  other.worker.start();
  const early = await sendOwned(worker, follow('early'));
  const unneeded = await sendOwned(worker, follow('unneeded'));
  const stopped = worker.stop();
  const late = await sendOwned(worker, follow('late'));
  await clock.advance(4_000);
  expect(other.runs).toEqual([]);
  early.start();
  late.start();
  void unneeded.discard();
  expect(await finished(stopped, 100)).toBe(true);
  expect(queue.left()).toMatchObject([{ visibleInSeconds: 0 }, { visibleInSeconds: 0 }]);
  expect(runs).toEqual([]);
  await clock.advance(8_000);
  expect(other.runs.map(({ job }) => job)).toEqual([follow('early'), follow('late')]);
});

test('a job that is not started within eight seconds after it has stopped becomes visible by itself', async () => {
  const { worker, log } = bench();
  await sendOwned(worker, follow('f'));
  expect(await finished(worker.stop(), 8_100)).toBe(true);
  expect(log.lines).toMatchObject([{ fields: { event: 'jobs-not-stopped', jobs: 1 } }]);
  await clock.advance(45_000);
  expect(queue.left()).toMatchObject([{ visibleInSeconds: 0 }]);
});

test('sending throws while storage is unavailable', async () => {
  const { worker } = bench();
  queue.away = true;
  const sending = worker.sendOwned(follow('f')).catch((error: unknown) => error);
  await clock.advance(10);
  expect(await sending).toBeInstanceOf(StorageUnavailableError);
});

test('leaves a job whose state it cannot read to an instance that can, and sets it aside where none can', async () => {
  const blind = bench();
  blind.worker.start();
  await send(warn('s'));
  const fail = () => blind.runs.splice(0).forEach((run) => run.reject(new StateUnreadableError()));
  for (let step = 0; step < 20; step += 1) {
    await clock.advance(1_000);
    fail();
  }
  expect(queue.left()).toHaveLength(1);
  const seeing = bench();
  seeing.worker.start();
  for (let step = 0; step < 120 && seeing.runs.length === 0; step += 1) {
    await clock.advance(1_000);
    fail();
  }
  only(seeing.runs).resolve();
  await clock.advance(5_000);
  expect(queue.left()).toEqual([]);
  await Promise.all([seeing.worker.stop(), clock.advance(100)]);

  await send(warn('t'));
  for (let step = 0; step < 900 && queue.poison.length === 0; step += 1) {
    await clock.advance(1_000);
    fail();
  }
  expect(queue.poison).toHaveLength(1);
});
