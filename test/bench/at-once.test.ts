import { setImmediate as nextTick } from 'node:timers/promises';
import { atOnce, oneAfterTheOther } from '../../bench/at-once.ts';

test('each index is worked on once, and never more at the same time than there are lanes', async () => {
  const done: number[] = [];
  const running = { now: 0, most: 0 };
  await atOnce(3, 10, async (index) => {
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    await nextTick();
    running.now -= 1;
    done.push(index);
  });
  expect(done.toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(running.most).toBe(3);
});

test('a failure ends the whole', async () => {
  const work = async (index: number) => {
    if (index === 2) throw new Error('refused');
  };
  await expect(atOnce(2, 5, work)).rejects.toThrow('refused');
});

test('one after the other: work begins when what came before has ended, even if that failed', async () => {
  const alone = oneAfterTheOther();
  const events: string[] = [];
  const work = (name: string) => async () => {
    events.push(`${name} begins`);
    await nextTick();
    events.push(`${name} ends`);
    if (name === 'first') throw new Error('refused');
    return name;
  };
  const [first, second] = await Promise.allSettled([alone(work('first')), alone(work('second'))]);
  expect(events).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  expect([first.status, second]).toEqual(['rejected', { status: 'fulfilled', value: 'second' }]);
});
