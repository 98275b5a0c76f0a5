/** What work costs, told so that neither a slow machine nor whatever runs beside it changes much. */

const TEXT = JSON.stringify(
  Array.from({ length: 2_000 }, (_, index) => ({
    name: `Somebody number ${index}`,
    index,
    tags: ['a', String(index)],
  })),
);
/** What the yardstick takes where the limits were set, in milliseconds of processor time. */
const YARDSTICK_MILLISECONDS = 18;

/** Processor time of this process so far, in milliseconds. */
function processorNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function least(times: number, work: () => unknown): number {
  const costs = Array.from({ length: times }, () => {
    const startedAt = processorNow();
    work();
    return processorNow() - startedAt;
  });
  return Math.min(...costs);
}

/** How many times slower than where limits were set this machine is right now; at least 1. */
export function slowness(): number {
  const taken = least(3, () => {
    for (let round = 0; round < 5; round += 1)
      JSON.stringify(JSON.parse(TEXT)).replaceAll(/umber (?<digit>\d)/g, '$<digit>');
  });
  return Math.max(1, taken / YARDSTICK_MILLISECONDS);
}

/**
 * Milliseconds of processor time that `work` takes on a machine of usual speed: the least of so many times, since
 * other tests and pauses of the machine only ever add, divided by how slow the machine is meanwhile.
 */
export function leastCost(work: () => unknown, times = 5): number {
  return least(times, work) / slowness();
}
