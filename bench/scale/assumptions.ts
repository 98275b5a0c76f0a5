/** What the model takes from elsewhere than the benchmark: people's habits, Azure's targets and prices, limits in the code. */
import type { Behaviour } from './behaviour.ts';
import { mapRecord } from './records.ts';

/** Where a figure comes from; numbers in brackets are the sources in bench/SCALE.md. */
export interface Assumption {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly source: string;
}

const assumed = (what: string, value: number, unit: string): Assumption => ({ what, value, unit, source: 'assumed' });
const cited = (what: string, value: number, unit: string, source: string): Assumption => ({
  what,
  value,
  unit,
  source,
});

export const HABITS: Readonly<Record<keyof Behaviour, Assumption>> = {
  rushShare: assumed('who signs in first in the morning rush; the others at any time from 9 to 17', 0.8, 'of all'),
  rushHour: assumed('middle of the rush', 8.75, 'h'),
  rushDeviationSeconds: assumed('its standard deviation', 1_500, 's'),
  secondShare: assumed('who signs in again in the afternoon', 1, 'of all'),
  secondHour: assumed('middle of that', 13.5, 'h'),
  secondDeviationSeconds: assumed('its standard deviation', 3_600, 's'),
  approvalMedianSeconds: assumed('until the code is approved, median (log-normal, mean 60 s)', 50, 's'),
  approvalSpread: assumed('standard deviation of its logarithm', 0.6, ''),
  neverApprovedShare: assumed('codes that nobody approves', 0.03, 'of all'),
  codeSeconds: cited('lifetime of a code', 900, 's', 'specification'),
  pollSeconds: cited('between two polls: an interval of 5 s and a fifth', 6, 's', 'specification; code'),
  sessionSeconds: cited('lifetime of a session', 3_600, 's', 'default of the service'),
  warningSeconds: cited('notice before its end', 600, 's', 'default of `EXPIRY_WARNING_SECONDS`'),
  logOutShare: assumed('sessions that are logged out before the notice', 0.5, 'of all'),
  renewalShare: assumed('sessions that are renewed after the notice', 0.2, 'of all'),
  renewalWithinSeconds: assumed('how soon after it, at most', 120, 's'),
  commands: assumed('other commands a session', 2, ''),
  restoreShare: assumed('sessions with a restore', 0.2, 'of all'),
  findSeconds: assumed('finding what to restore', 120, 's'),
  restoreMedianSeconds: assumed('duration of a restore, median (log-normal)', 120, 's'),
  restoreSpread: assumed('standard deviation of its logarithm', 1, ''),
};

export const BEHAVIOUR: Behaviour = mapRecord(HABITS, ({ value }) => value);

/** What one queue and one replica can do. What one account can do is an option. */
export const CAPACITY = {
  queueMessages: cited('one queue', 2_000, 'messages of 1 KiB a second', 'target [6]'),
  replicaCores: cited('processor of a replica', 0.5, 'cores', '`deploy/modules/app.bicep`'),
  processorShare: assumed('of which so much is planned with', 0.7, ''),
  replicaMebibytes: cited('memory of a replica', 1_024, 'MiB', '`deploy/modules/app.bicep`'),
  memoryShare: assumed('of which so much is planned with', 0.75, ''),
  extensionsAtOnce: cited(
    'messages of a replica whose ownership is extended at once',
    16,
    '',
    '`src/jobs/ownership.ts`',
  ),
  jobsAtOnce: cited('jobs of a replica that are worked on at once', 16, '', '`src/jobs/worker.ts`'),
  startsAMinute: cited(
    'sign-ins started, per replica and tenant',
    120,
    'a minute',
    '`src/sign-in/start/rate-limit.ts`',
  ),
  chatMilliseconds: assumed('one call to the chat service', 300, 'ms'),
  restoreKilobytes: assumed('memory of a restore under way', 50, 'KB'),
} as const;

/** Requests a minute beside those of the bot's own work. */
export const BACKGROUND = {
  telemetry: cited(
    'telemetry’s look at the queues, each replica',
    3,
    'requests a minute',
    '`src/telemetry/queue-watch.ts`',
  ),
  autoscaler: cited('the autoscaler’s look at the queue', 2, 'requests a minute', '[4, 5]'),
} as const;

export const PRICES = {
  writes: cited('10,000 blob writes, appends or lists, ZRS', 0.06875, '$', '[1]: LRS; 1.25 times as much, as in [2]'),
  reads: cited('10,000 blob reads', 0.0044, '$', '[1], [2]; a missing blob costs the same [3]'),
  queue: cited('10,000 queue operations', 0.004, '$', '[2]'),
  core: cited('a core for a second', 0.000024, '$', '[9]'),
  gibibyte: cited('a GiB of memory for a second', 0.000003, '$', '[9]'),
} as const;

/** Days of a month on which the operators work, and all. */
export const MONTH = {
  workingDays: assumed('working days of a month', 22, ''),
  days: assumed('days of a month', 30, ''),
} as const;
