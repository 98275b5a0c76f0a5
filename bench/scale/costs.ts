/** What a day and a month cost. */
import { BACKGROUND, CAPACITY, MONTH, PRICES } from './assumptions.ts';
import { DAY_SECONDS, total, type Day } from './day.ts';
import { KINDS, type Demands, type Kind } from './demands.ts';
import type { Measured } from './measured.ts';
import { recordOf } from './records.ts';

export type Requests = Readonly<Record<Kind, number>>;

/** Dollars. */
export interface Costs {
  readonly storage: number;
  readonly replicas: number;
}

const DAY_MINUTES = DAY_SECONDS / 60;

const PRICE_OF: Readonly<Record<Kind, number>> = {
  'blob read': PRICES.reads.value,
  'blob write': PRICES.writes.value,
  'audit append': PRICES.writes.value,
  list: PRICES.writes.value,
  'queue put': PRICES.queue.value,
  'queue get': PRICES.queue.value,
  'queue update': PRICES.queue.value,
  'queue delete': PRICES.queue.value,
};

/** What the operators of a day cause. */
export const requestsOf = (day: Day, { storage }: Demands): Requests =>
  recordOf(KINDS, (kind) => total(day.series(storage[kind])));

/** What replicas request on a day whatever the operators do; they look at the queue more often while they own a job. */
export function requestsOfReplicas(day: Day, { idleMinute, busyMinute }: Measured, replicas: number): Requests {
  const owned = day.series({ pending: 1, restoring: 1 });
  // Of jobs that are spread at random, a replica has at least one with this probability.
  const busySeconds = owned.reduce((sum, jobs) => sum + 1 - (1 - 1 / replicas) ** jobs, 0) * replicas;
  const more = ((busyMinute['queue get'] ?? 0) - (idleMinute['queue get'] ?? 0)) / 60;
  const requests = recordOf(KINDS, (kind) => (idleMinute[kind] ?? 0) * DAY_MINUTES * replicas);
  const background = (BACKGROUND.telemetry.value * replicas + BACKGROUND.autoscaler.value) * DAY_MINUTES;
  return { ...requests, 'queue get': requests['queue get'] + more * busySeconds + background };
}

const priceOf = (requests: Requests): number =>
  KINDS.reduce((sum, kind) => sum + (requests[kind] * PRICE_OF[kind]) / 10_000, 0);

function replicasADay(replicas: number): number {
  const { replicaCores, replicaMebibytes } = CAPACITY;
  const aSecond = replicaCores.value * PRICES.core.value + (replicaMebibytes.value / 1_024) * PRICES.gibibyte.value;
  return aSecond * replicas * DAY_SECONDS;
}

export const costsOfDay = (replicas: number, ...requests: readonly Requests[]): Costs => ({
  storage: requests.reduce((sum, each) => sum + priceOf(each), 0),
  replicas: replicasADay(replicas),
});

export function costsOfMonth(workingDay: Costs, otherDay: Costs): Costs {
  const workingDays = MONTH.workingDays.value;
  const otherDays = MONTH.days.value - workingDays;
  return {
    storage: workingDay.storage * workingDays + otherDay.storage * otherDays,
    replicas: workingDay.replicas * workingDays + otherDay.replicas * otherDays,
  };
}
