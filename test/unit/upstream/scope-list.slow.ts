import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ScopeCost } from '../../../bench/scope-cost.ts';

test('100,000 people, 50,000 sites and 50,000 teams take less than 100 MB, as much as it says itself, and are found as they came', async () => {
  const script = join(process.cwd(), 'bench/scope-cost.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', script]);
  const cost = JSON.parse(stdout) as ScopeCost;
  expect(cost.found).toBe(6);
  expect(cost.bytes).toBeLessThan(100_000_000);
  expect(Math.abs(cost.saidBytes - cost.bytes)).toBeLessThan(10_000_000);
}, 120_000);
