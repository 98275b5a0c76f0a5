import { TimeoutError } from '../../../../src/core/time-limit.ts';
import { ByteBudget } from '../../../../src/upstream/http/byte-budget.ts';

const never = new AbortController().signal;

/** A clock whose time passes when the test says. */
function handClock() {
  const pass: (() => void)[] = [];
  return {
    clock: {
      after: (_milliseconds: number, act: () => void) => {
        pass.push(act);
        return () => void pass.splice(pass.indexOf(act), 1);
      },
    },
    passTime: () => pass.slice().forEach((act) => act()),
  };
}

function observed(promise: Promise<() => void>) {
  const state: { release?: () => void; error?: unknown } = {};
  promise.then(
    (release) => (state.release = release),
    (error: unknown) => (state.error = error),
  );
  return state;
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('what fits is granted at once, the rest in the order of asking', async () => {
  const budget = new ByteBudget(10, handClock().clock);
  const first = await budget.reserve(6, never);
  const second = await budget.reserve(4, never);
  const third = observed(budget.reserve(8, never));
  // It would fit earlier, but a large answer must not wait for ever behind small ones.
  const fourth = observed(budget.reserve(2, never));
  second();
  await settle();
  expect([third.release, fourth.release]).toEqual([undefined, undefined]);
  first();
  await settle();
  expect(third.release).toBeDefined();
  expect(fourth.release).toBeDefined();
});

test('whoever waits too long gets nothing, and stands in nobody’s way', async () => {
  const { clock, passTime } = handClock();
  const budget = new ByteBudget(10, clock);
  const release = await budget.reserve(7, never);
  const large = observed(budget.reserve(8, never));
  const small = observed(budget.reserve(3, never));
  await settle();
  expect(small.release).toBeUndefined();
  passTime();
  await settle();
  expect(large.error).toBeInstanceOf(TimeoutError);
  release();
  await settle();
  // All of it is there again.
  expect(observed(budget.reserve(10, never)).release).toBeUndefined();
  small.release?.();
});

test('an aborted wait ends with the reason, and gives nothing away', async () => {
  const budget = new ByteBudget(10, handClock().clock);
  const release = await budget.reserve(10, never);
  const controller = new AbortController();
  const waiting = observed(budget.reserve(1, controller.signal));
  controller.abort(new Error('enough'));
  await settle();
  expect(waiting.error).toMatchObject({ message: 'enough' });
  release();
  (await budget.reserve(10, never))();
});
