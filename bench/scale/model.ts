/** A day of so many operators, what it costs, and what ends first when there are more. */
import { BEHAVIOUR } from './assumptions.ts';
import { costsOfDay, costsOfMonth, requestsOf, requestsOfReplicas, type Costs, type Requests } from './costs.ts';
import { Day, peak, total } from './day.ts';
import { demandsOf, KINDS, sumOf } from './demands.ts';
import { askedOf, limitsOf, neededOf, usedOf, type Limit } from './limits.ts';
import type { Measured } from './measured.ts';
import type { ScaleOptions } from './options.ts';
import { endsOf, Population } from './population.ts';
import { recordOf } from './records.ts';

export interface Hour {
  readonly hour: number;
  readonly signIns: number;
  /** The largest numbers under way at a time. */
  readonly pending: number;
  readonly restoring: number;
  readonly scheduled: number;
  /** Requests of the busiest second. */
  readonly requests: number;
  /** Of one replica: cores in the busiest minute, and MiB. */
  readonly cores: number;
  readonly mebibytes: number;
}

export interface LimitUse {
  readonly limit: Limit;
  readonly used: number;
  /** How many queues, accounts or replicas this day needs. */
  readonly needed: number;
  /** With how many operators it still holds; undefined: with the most that were tried. */
  readonly endsAt: number | undefined;
}

export interface ScaleResult {
  readonly options: ScaleOptions;
  readonly replicas: number;
  readonly hours: readonly Hour[];
  readonly requests: Requests;
  readonly busiestSecond: Requests;
  readonly requestsOfReplicas: Requests;
  readonly day: Costs;
  readonly month: Costs;
  readonly limits: readonly LimitUse[];
  /** Sign-ins started a second in the busiest minute, of each operator. */
  readonly signInsAnOperator: number;
}

export function simulate(measured: Measured, options: ScaleOptions): ScaleResult {
  const demands = demandsOf(measured, BEHAVIOUR);
  const population = new Population(BEHAVIOUR, options);
  population.growTo(options.operators);
  const { day } = population;
  const replicas = options.replicas ?? replicasNeeded(day, limitsOf(measured, demands, 1, options));
  const limits = limitsOf(measured, demands, replicas, options);
  const ends = endsOf(limits, new Population(BEHAVIOUR, options), replicas, options.mostOperators);

  const requests = requestsOf(day, demands);
  const ofReplicas = requestsOfReplicas(day, measured, replicas);
  const workingDay = costsOfDay(replicas, requests, ofReplicas);
  const otherDay = costsOfDay(replicas, requestsOfReplicas(new Day(), measured, replicas));
  const all = sumOf(...KINDS.map((kind) => demands.storage[kind]));
  const series = {
    signIns: day.series({ login: 1 }),
    pending: day.series({ pending: 1 }),
    restoring: day.series({ restoring: 1 }),
    scheduled: day.series({ scheduled: 1 }),
    requests: day.series(all),
    processor: day.series(demands.processor),
    memory: day.series(demands.memory),
  };
  const hours = Array.from({ length: 24 }, (_, hour): Hour => {
    const [from, until] = [hour * 3_600, (hour + 1) * 3_600];
    return {
      hour,
      signIns: total(series.signIns, from, until),
      pending: peak(series.pending, 1, from, until),
      restoring: peak(series.restoring, 1, from, until),
      scheduled: peak(series.scheduled, 1, from, until),
      requests: peak(series.requests, 1, from, until),
      cores: peak(series.processor, 60, from, until) / 1e6 / replicas,
      mebibytes: measured.replicaMebibytes + peak(series.memory, 1, from, until) / 2 ** 20 / replicas,
    };
  });
  return {
    options,
    replicas,
    hours,
    requests,
    busiestSecond: recordOf(KINDS, (kind) => peak(day.series(demands.storage[kind]), 1)),
    requestsOfReplicas: ofReplicas,
    day: workingDay,
    month: costsOfMonth(workingDay, otherDay),
    limits: limits.map((limit) => {
      const asked = askedOf(day, limit);
      return { limit, used: usedOf(limit, asked, replicas), needed: neededOf(limit, asked), endsAt: ends.get(limit) };
    }),
    signInsAnOperator: peak(series.signIns, 60) / options.operators,
  };
}

const replicasNeeded = (day: Day, limits: readonly Limit[]): number =>
  Math.max(...limits.filter(({ of }) => of === 'replica').map((limit) => neededOf(limit, askedOf(day, limit))));
