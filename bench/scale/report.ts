/** The model's results as Markdown: `bench/scale/results.md`, and what `npm run scale` prints. */
import { BACKGROUND, CAPACITY, HABITS, MONTH, PRICES, type Assumption } from './assumptions.ts';
import type { Costs } from './costs.ts';
import type { Measured, Results } from './measured.ts';
import type { LimitUse, ScaleResult } from './model.ts';
import type { ScaleOptions } from './options.ts';
import { KINDS, operationsByCause } from './demands.ts';

const whole = (value: number): string => Math.round(value).toLocaleString('en');
/** Three digits that count. */
const short = (value: number): string =>
  Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 6 });
const dollars = (value: number): string => `$${value < 10 ? value.toFixed(2) : whole(value)}`;
const percent = (share: number): string => `${whole(share * 100)} %`;

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n');
}

/** @returns the page; the same options and rows give the same page */
export function scalePage(result: ScaleResult, measured: Measured, { circumstances }: Results): string {
  const { options, replicas, limits } = result;
  const { operators, tenants, utcOffsets, latencyMilliseconds, accountRequests, seed } = options;
  return `# A day of ${whole(operators)} operators

\`npm run scale\` writes this page; [the capacity plan](../SCALE.md) explains the model. Measured rows:
${circumstances.at}, ${circumstances.processors}, Node ${circumstances.node}. Options: ${replicas} replicas, ${tenants} tenant${tenants === 1 ? '' : 's'}, UTC offset ${utcOffsets.join(', ')},
storage answers in ${latencyMilliseconds} ms, one account ${whole(accountRequests)} requests a second, seed "${seed}".

${readingOf(result)}

## Limits

${limitsTable(limits, result)}

“needed”: how many queues, accounts or replicas this day takes. “ends at”: with how many operators one queue, one account or these
${replicas} replicas still hold, and how many sign-ins a second start then in the busiest minute.

## The day

${hoursTable(result)}

“pending” and “restoring” are jobs that replicas own, “scheduled” messages that are not due yet; each the largest number of the hour.

## Requests to storage

${requestsTable(result)}

## Costs

${costsTable(result)}

The price lists' dollars, without Application Insights, network, stored data, and free grants. A month has ${MONTH.workingDays.value} such days and ${MONTH.days.value - MONTH.workingDays.value} without operators.

## What each thing takes

${causesTable(measured)}

## Assumptions

${assumptionsTable()}
`;
}

/** The sentence that most people read for. */
function readingOf({ limits, replicas, month, options }: ScaleResult): string {
  const shared = limits.filter(({ limit }) => limit.of === 'deployment');
  const [first] = shared.toSorted((one, other) => (one.endsAt ?? Infinity) - (other.endsAt ?? Infinity));
  const ofReplicas = limits.filter(({ limit }) => limit.of === 'replica');
  const [scarcest] = ofReplicas.toSorted((one, other) => other.needed - one.needed);
  return [
    first === undefined ? '' : `What ends first is **${first.limit.what}**: ${endText(first, options)}.`,
    scarcest === undefined
      ? ''
      : `The day needs ${scarcest.needed} ${scarcest.needed === 1 ? 'replica' : 'replicas'}, because of: ${scarcest.limit.what}.`,
    `With ${replicas}, a month costs ${dollars(month.storage)} for storage and ${dollars(month.replicas)} for the replicas.`,
  ].join(' ');
}

const shareOf = ({ used, limit }: LimitUse): number => used / limit.capacity;

const endText = ({ endsAt }: LimitUse, { mostOperators }: ScaleOptions): string =>
  endsAt === undefined ? `more than ${whole(mostOperators)} operators` : `${short(endsAt)} operators`;

function limitsTable(limits: readonly LimitUse[], { signInsAnOperator, options }: ScaleResult): string {
  const titles = ['limit', 'of each', 'capacity', 'used', '', 'needed', 'ends at', 'sign-ins a second then'];
  return table(
    titles,
    limits.map((use) => {
      const { limit, used, needed, endsAt } = use;
      const signIns = endsAt === undefined ? '–' : short(endsAt * signInsAnOperator);
      const capacity = `${short(limit.capacity)} ${limit.unit}`;
      return [
        limit.what,
        limit.of,
        capacity,
        short(used),
        percent(shareOf(use)),
        whole(needed),
        endText(use, options),
        signIns,
      ];
    }),
  );
}

function hoursTable({ hours }: ScaleResult): string {
  const titles = ['UTC', 'sign-ins', 'pending', 'restoring', 'scheduled', 'requests, busiest second'];
  return table(
    [...titles, 'cores a replica, busiest minute', 'MiB a replica'],
    hours.map(({ hour, signIns, pending, restoring, scheduled, requests, cores, mebibytes }) => [
      `${String(hour).padStart(2, '0')}:00`,
      ...[signIns, pending, restoring, scheduled, requests].map(whole),
      cores.toFixed(3),
      whole(mebibytes),
    ]),
  );
}

function requestsTable({ requests, requestsOfReplicas, busiestSecond }: ScaleResult): string {
  return table(
    ['kind', 'a day, by operators', 'busiest second', 'a day, by replicas'],
    KINDS.map((kind) => [kind, whole(requests[kind]), short(busiestSecond[kind]), whole(requestsOfReplicas[kind])]),
  );
}

function costsTable({ day, month, replicas, options }: ScaleResult): string {
  const rows: readonly (readonly [string, Costs])[] = [
    ['a day', day],
    ['a month', month],
  ];
  const all = (costs: Costs): number => costs.storage + costs.replicas;
  return table(
    ['', 'requests to storage', `${replicas} replicas`, 'each operator'],
    rows.map(([what, costs]) => [
      what,
      dollars(costs.storage),
      dollars(costs.replicas),
      `$${(all(costs) / options.operators).toFixed(4)}`,
    ]),
  );
}

function causesTable(measured: Measured): string {
  return table(
    ['cause', ...KINDS],
    Object.entries(operationsByCause(measured))
      .filter(([cause]) => cause !== 'scheduled')
      .map(([cause, operations]) => [
        cause === 'pending' || cause === 'restoring' ? `${cause}, a second` : cause,
        ...KINDS.map((kind) => ((operations[kind] ?? 0) === 0 ? '' : short(operations[kind] ?? 0))),
      ]),
  );
}

function assumptionsTable(): string {
  const all: readonly Assumption[] = [HABITS, CAPACITY, BACKGROUND, PRICES, MONTH].flatMap((group) =>
    Object.values<Assumption>(group),
  );
  return table(
    ['what', 'value', 'source'],
    all.map(({ what, value, unit, source }) => [what, `${value} ${unit}`.trim(), source]),
  );
}
