/** What each test file has cost: written by the workers, read by the reporter. */
import { appendFileSync, readFileSync } from 'node:fs';

/** Environment variable with the file. */
export const COST_FILE = 'TEST_COST_FILE';

/** User CPU time in microseconds. */
export interface Cost {
  readonly path: string;
  readonly user: number;
}

export function addCost(cost: Cost): void {
  appendFileSync(process.env[COST_FILE] ?? '', `${JSON.stringify(cost)}\n`);
}

export function readCosts(): readonly Cost[] {
  const lines = readFileSync(process.env[COST_FILE] ?? '', 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as Cost);
}
