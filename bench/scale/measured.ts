/** What the model takes from the benchmark: rows, found by their names in its results. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Operations } from '../outside/storage.ts';
import { mapRecord } from './records.ts';

const RESULTS = z.object({
  circumstances: z.object({ at: z.string(), processors: z.string(), node: z.string() }),
  rows: z.array(z.object({ what: z.string(), values: z.record(z.string(), z.number()).optional() })),
});
export type Results = z.infer<typeof RESULTS>;

/** Rows of storage operations by kind. */
const OPERATIONS = {
  login: 'storage requests: restore login, the first',
  signIn: 'storage operations of a whole sign-in (approved after 13 s)',
  codeExpiry: 'storage operations of a code that ends without approval',
  notice: "storage operations of the notice before a session's end",
  renewal: 'storage operations of a renewal',
  logOut: 'storage operations of a log-out',
  sessionEnd: "storage operations of a session's end by itself",
  staleJob: 'storage operations of a job whose session is over',
  command: 'storage requests: restore status while it waits',
  find: 'storage operations of finding something to restore',
  restore: 'storage operations of a restore that takes 40 s',
  pendingMinute: 'storage operations of a pending sign-in, a minute',
  restoringMinute: 'storage operations of a restore under way, a minute',
  idleMinute: 'an idle replica, operations a minute',
  busyMinute: 'a replica with sign-ins under way, looks at the queue a minute',
} as const;

/** Rows of which one number is taken. */
const NUMBERS = {
  pendingSeconds: { row: OPERATIONS.signIn, value: 'pendingSeconds' },
  pollMicroseconds: { row: '5000 pending sign-ins: CPU a poll, ownership included', value: 'cpuMicroseconds' },
  pendingKilobytes: { row: '5000 pending sign-ins: memory a sign-in', value: 'kilobytes' },
  turnMicroseconds: { row: 'reads and writes state, 16 at once: CPU a turn', value: 'cpuMicroseconds' },
  restoringMicroseconds: { row: OPERATIONS.restoringMinute, value: 'cpuMicroseconds' },
  restoringSeconds: { row: OPERATIONS.restore, value: 'restoringSeconds' },
  pageMicroseconds: { row: 'next page of results: CPU', value: 'cpuMicroseconds' },
  restoreMicroseconds: { row: '**Restore**, the start of a restore: CPU', value: 'cpuMicroseconds' },
  replicaMebibytes: {
    row: 'resident memory after 3,000 turns, 16 at once, in 1,000 conversations',
    value: 'mebibytes',
  },
} as const;

export type Measured = Readonly<Record<keyof typeof OPERATIONS, Operations>> &
  Readonly<Record<keyof typeof NUMBERS, number>>;

export class MissingRowsError extends Error {
  override readonly name = 'MissingRowsError';
  readonly code = 'MISSING_ROWS';

  constructor(missing: readonly string[]) {
    super(`These rows are missing, or without the number that is needed:
${missing.map((each) => `- ${each}`).join('\n')}
Measure again with \`npm run bench\`. If a row was renamed, bench/scale/measured.ts has its old name.`);
  }
}

/** @param path of a file that `npm run bench` wrote @throws Error where it is none */
export async function readResults(path: string): Promise<Results> {
  return RESULTS.parse(JSON.parse(await readFile(path, 'utf8')));
}

/** @throws MissingRowsError that names every missing row */
export function measuredIn({ rows }: Results): Measured {
  const byName = new Map(rows.filter(({ values }) => values !== undefined).map(({ what, values }) => [what, values]));
  const missing = new Set<string>();
  const operationsOf = (row: string): Operations => {
    if (!byName.has(row)) missing.add(row);
    return byName.get(row) ?? {};
  };
  const numberOf = ({ row, value }: { readonly row: string; readonly value: string }): number => {
    const found = byName.get(row)?.[value];
    if (found === undefined) missing.add(`${row} (${value})`);
    return found ?? Number.NaN;
  };
  const measured = { ...mapRecord(OPERATIONS, operationsOf), ...mapRecord(NUMBERS, numberOf) };
  if (missing.size > 0) throw new MissingRowsError([...missing]);
  return measured;
}
