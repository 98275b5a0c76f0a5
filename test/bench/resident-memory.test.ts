import { existsSync, readFileSync } from 'node:fs';
import { memoryIn, residentMemory } from '../../bench/resident-memory.ts';

const SAMPLE = ['Name:\tnode', 'VmHWM:\t  153600 kB', 'VmRSS:\t  102400 kB', 'RssAnon:\t   51200 kB', ''].join('\n');
const OWN = '/proc/self/status';

test('the memory of a process is read in bytes, with its anonymous part and its peak', () => {
  expect(memoryIn(SAMPLE)).toEqual({ resident: 104_857_600, anonymous: 52_428_800, peak: 157_286_400 });
});

test("this system's own numbers are read, where it has them", () => {
  const { resident, anonymous, peak } = memoryIn(existsSync(OWN) ? readFileSync(OWN, 'utf8') : SAMPLE);
  expect(anonymous).toBeGreaterThan(0);
  expect(anonymous).toBeLessThan(resident);
  expect(peak).toBeGreaterThanOrEqual(resident);
});

test('a process that is gone is an error', () => {
  expect(() => residentMemory(2 ** 30)).toThrow('ENOENT');
});
