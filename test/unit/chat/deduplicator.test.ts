import { Deduplicator } from '../../../src/chat/deduplicator.ts';
import { createFakeClock } from '../../fakes/clock.ts';

test('what fails after it was forgotten leaves the one that was begun since', async () => {
  const answers = new Deduplicator<string>(createFakeClock(), { max: 10, lifetimeMilliseconds: 60_000 });
  const { promise: away, reject } = Promise.withResolvers<string>();
  const first = answers.once(['welcome'], () => away);
  answers.forget(['welcome']);
  await answers.once(['welcome'], async () => 'second');
  reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  expect(await answers.once(['welcome'], async () => 'third')).toBe('second');
});

test('what has failed is done anew', async () => {
  const answers = new Deduplicator<string>(createFakeClock(), { max: 10, lifetimeMilliseconds: 60_000 });
  const fail = () => Promise.reject<string>(new Error('away'));
  await expect(answers.once(['welcome'], fail)).rejects.toThrow('away');
  expect(await answers.once(['welcome'], async () => 'again')).toBe('again');
});
