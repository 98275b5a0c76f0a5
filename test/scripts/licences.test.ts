/** `npm run licences`, as anybody runs it. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

test('every licence fits MIT, and every dependency is imported somewhere', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['scripts/licences.ts']);
  expect(stderr.replaceAll(/.*Warning.*\n/g, '')).toBe('');
  expect(stdout).toMatch(/\n\d+ packages\n$/);
}, 60_000);
