/** What ends first when operators are added: the queue, the account, or the replicas. */
import { CAPACITY } from './assumptions.ts';
import { peak, type Day, type Demand } from './day.ts';
import { KINDS, sumOf, type Demands } from './demands.ts';
import type { Measured } from './measured.ts';
import type { ScaleOptions } from './options.ts';

export interface Limit {
  readonly what: string;
  readonly unit: string;
  /** Whether each replica has its own, or all share one. Work is assumed to be spread evenly. */
  readonly of: 'replica' | 'deployment';
  readonly demand: Demand;
  /** Of what `demand` asks for, the largest mean over so long is compared with the capacity. */
  readonly windowSeconds: number;
  /** Taken whatever the operators do. */
  readonly base: number;
  readonly capacity: number;
}

/** Jobs that the queue delivers. A pending sign-in and a restore are owned by the replica that began them. */
const DELIVERED: Demand = { notice: 1, 'session-end': 1, 'stale-job': 1 };

export function limitsOf(
  measured: Measured,
  demands: Demands,
  replicas: number,
  { latencyMilliseconds, tenants, accountRequests }: ScaleOptions,
): readonly Limit[] {
  const { storage, processor, memory } = demands;
  const looks = (replicas * (measured.busyMinute['queue get'] ?? 0)) / 60;
  const extensionSeconds = 60 / (measured.pendingMinute['queue update'] ?? 0);
  const requests = sumOf(...KINDS.map((kind) => storage[kind]));
  return [
    {
      what: 'one queue',
      unit: 'messages a second',
      of: 'deployment',
      demand: sumOf(storage['queue put'], storage['queue update'], storage['queue delete'], DELIVERED),
      windowSeconds: 1,
      base: looks,
      capacity: CAPACITY.queueMessages.value,
    },
    {
      what: 'one account',
      unit: 'requests a second',
      of: 'deployment',
      demand: requests,
      windowSeconds: 1,
      base: looks,
      capacity: accountRequests,
    },
    {
      what: 'processor',
      unit: 'cores',
      of: 'replica',
      demand: timesAll(processor, 1e-6),
      windowSeconds: 60,
      base: 0,
      capacity: CAPACITY.replicaCores.value * CAPACITY.processorShare.value,
    },
    {
      what: 'memory',
      unit: 'MiB',
      of: 'replica',
      demand: timesAll(memory, 2 ** -20),
      windowSeconds: 1,
      base: measured.replicaMebibytes,
      capacity: CAPACITY.replicaMebibytes.value * CAPACITY.memoryShare.value,
    },
    {
      what: 'sign-ins and restores whose ownership is extended',
      unit: 'at a time',
      of: 'replica',
      demand: { pending: 1, restoring: 1 },
      windowSeconds: 1,
      base: 0,
      capacity: (CAPACITY.extensionsAtOnce.value * extensionSeconds * 1_000) / latencyMilliseconds,
    },
    {
      what: `sign-ins started, limited per tenant (${tenants})`,
      unit: 'a minute',
      of: 'replica',
      demand: { login: 60 },
      windowSeconds: 60,
      base: 0,
      capacity: CAPACITY.startsAMinute.value * tenants,
    },
    {
      what: 'notices and ends of sessions worked on',
      unit: 'at a time',
      of: 'replica',
      demand: workedOn(requests, latencyMilliseconds),
      windowSeconds: 60,
      base: 0,
      capacity: CAPACITY.jobsAtOnce.value,
    },
  ];
}

/** Seconds for each job: its requests, one after the other, and a card that is posted or edited. */
function workedOn(requests: Demand, latencyMilliseconds: number): Demand {
  const seconds = (count: number | undefined, calls: number): number =>
    ((count ?? 0) * latencyMilliseconds + calls * CAPACITY.chatMilliseconds.value) / 1_000;
  return {
    notice: seconds(requests.notice, 1),
    'session-end': seconds(requests['session-end'], 1),
    'stale-job': seconds(requests['stale-job'], 0),
  };
}

const timesAll = (demand: Demand, factor: number): Demand =>
  Object.fromEntries(Object.entries(demand).map(([cause, value]) => [cause, value * factor]));

/** What all operators of the day ask for, without the base. */
export const askedOf = (day: Day, { demand, windowSeconds }: Limit): number => peak(day.series(demand), windowSeconds);

const sharersOf = ({ of }: Limit, replicas: number): number => (of === 'replica' ? replicas : 1);

/** The largest use of the queue, the account, or a replica. */
export const usedOf = (limit: Limit, asked: number, replicas: number): number =>
  limit.base + asked / sharersOf(limit, replicas);

/** How often as much could be asked for. */
export const spareOf = (limit: Limit, asked: number, replicas: number): number =>
  ((limit.capacity - limit.base) * sharersOf(limit, replicas)) / asked;

/** How many queues, accounts or replicas are needed. */
export const neededOf = (limit: Limit, asked: number): number => Math.max(1, Math.ceil(1 / spareOf(limit, asked, 1)));
