/** Prints what the tests cost: user CPU time, which does not depend on what else the machine does as wall time does. */
import { relative } from 'node:path';
import type { Reporter } from '@jest/reporters';
import { readCosts } from './cost.ts';

const DEAREST = 10;

const seconds = (user: number): string => `${(user / 1_000_000).toFixed(1).padStart(6)} s`;

export default class CostReporter implements Pick<Reporter, 'onRunComplete'> {
  onRunComplete(): void {
    const costs = readCosts().toSorted((a, b) => b.user - a.user);
    if (costs.length <= DEAREST) return;
    const sum = costs.reduce((total, { user }) => total + user, 0);
    const rows = costs.slice(0, DEAREST).map(({ path, user }) => `${seconds(user)}  ${relative('', path)}\n`);
    process.stderr.write(
      `\nUser CPU time of the ${costs.length} test files:\n${rows.join('')}${seconds(sum)}  in all\n`,
    );
  }
}
