/** What each cause asks of storage and of the replicas, by what was measured. */
import type { Operation, Operations } from '../outside/storage.ts';
import { CAPACITY } from './assumptions.ts';
import type { Behaviour, Cause, Happening } from './behaviour.ts';
import type { Demand } from './day.ts';
import type { Measured } from './measured.ts';
import { recordOf } from './records.ts';

export const KINDS = [
  'blob read',
  'blob write',
  'audit append',
  'list',
  'queue put',
  'queue get',
  'queue update',
  'queue delete',
] as const satisfies readonly Operation[];
export type Kind = (typeof KINDS)[number];

export interface Demands {
  /** Requests to storage, without looks at the queue. */
  readonly storage: Readonly<Record<Kind, Demand>>;
  /** Microseconds of the processor. */
  readonly processor: Demand;
  /** Bytes. */
  readonly memory: Demand;
}

/** The line, two more pages, and the card that asks. */
const TURNS_TO_FIND = 4;

/** Microseconds of the processor; a job is assumed to cost as much as a turn. */
function processorByHappening({
  turnMicroseconds,
  pageMicroseconds,
  restoreMicroseconds,
}: Measured): Readonly<Record<Happening, number>> {
  return {
    login: turnMicroseconds,
    'signed-in': turnMicroseconds,
    'code-expired': turnMicroseconds,
    notice: turnMicroseconds,
    renewal: turnMicroseconds,
    'log-out': turnMicroseconds,
    'session-end': turnMicroseconds,
    'stale-job': turnMicroseconds,
    command: turnMicroseconds,
    find: pageMicroseconds * TURNS_TO_FIND,
    restore: restoreMicroseconds,
  };
}

/** Requests for each happening, and for each second of what is under way. */
export function operationsByCause(measured: Measured): Readonly<Record<Cause, Operations>> {
  const { login, signIn, pendingMinute, pendingSeconds, restoringMinute, restoringSeconds } = measured;
  return {
    login,
    // Rows of whole sign-ins and restores have their login and what they took while they were under way, too.
    'signed-in': audited(without(signIn, login, times(pendingMinute, pendingSeconds / 60)), 2),
    'code-expired': audited(measured.codeExpiry, 2),
    notice: measured.notice,
    renewal: audited(measured.renewal, 1),
    'log-out': audited(measured.logOut, 1),
    'session-end': audited(measured.sessionEnd, 1),
    'stale-job': measured.staleJob,
    command: measured.command,
    find: measured.find,
    restore: without(measured.restore, times(restoringMinute, restoringSeconds / 60)),
    pending: times(pendingMinute, 1 / 60),
    restoring: times(restoringMinute, 1 / 60),
    scheduled: {},
  };
}

export function demandsOf(measured: Measured, { pollSeconds }: Pick<Behaviour, 'pollSeconds'>): Demands {
  const causes = Object.entries(operationsByCause(measured));
  return {
    storage: recordOf(KINDS, (kind) =>
      // How a replica looks at the queue depends on all that it has to do.
      Object.fromEntries(
        causes.map(([cause, operations]) => [cause, kind === 'queue get' ? 0 : (operations[kind] ?? 0)]),
      ),
    ),
    processor: {
      ...processorByHappening(measured),
      pending: measured.pollMicroseconds / pollSeconds,
      restoring: measured.restoringMicroseconds / 60,
    },
    memory: { pending: measured.pendingKilobytes * 1_024, restoring: CAPACITY.restoreKilobytes.value * 1_024 },
  };
}

export function sumOf(...demands: readonly Demand[]): Demand {
  const sum: Partial<Record<Cause, number>> = {};
  for (const demand of demands) {
    for (const [cause, value] of Object.entries(demand) as [Cause, number][]) sum[cause] = (sum[cause] ?? 0) + value;
  }
  return sum;
}

/** The measured people all came at the same moment and shared appends. Those who come one by one share none: a line each. */
const audited = (operations: Operations, lines: number): Operations => ({ ...operations, 'audit append': lines });

const times = (operations: Operations, factor: number): Operations =>
  recordOf(KINDS, (kind) => (operations[kind] ?? 0) * factor);

const without = (whole: Operations, ...parts: readonly Operations[]): Operations =>
  recordOf(KINDS, (kind) =>
    Math.max(
      0,
      parts.reduce((left, part) => left - (part[kind] ?? 0), whole[kind] ?? 0),
    ),
  );
