import { residentMemory } from '../../bench/resident-memory.ts';

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('the memory of a process is read in bytes, with its anonymous part and its peak', () => {
  const { resident, anonymous, peak } = residentMemory(process.pid);
  const own = process.memoryUsage.rss();
  expect(resident).toBeGreaterThan(own / 2);
  expect(resident).toBeLessThan(own * 2);
  expect(anonymous).toBeLessThan(resident);
  expect(peak).toBeGreaterThanOrEqual(resident);
});

onLinux('a process that is gone is an error', () => {
  expect(() => residentMemory(2 ** 30)).toThrow('ENOENT');
});
