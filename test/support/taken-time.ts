/** How much processor time this machine asked for and did not get: on a virtual machine, what others on its host used meanwhile. */
import { readFileSync } from 'node:fs';

/** In ticks, since the machine was started. */
export interface ProcessorTimes {
  readonly asked: number;
  readonly taken: number;
}

/** @param stat content of /proc/stat (proc(5)) */
export function processorTimes(stat: string): ProcessorTimes {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = (/^cpu +(.*)$/m.exec(stat)?.[1] ?? '')
    .split(' ')
    .map(Number);
  return { asked: user + nice + system + irq + softirq + steal, taken: steal };
}

/** @returns percent of the time that was asked for in between */
export const takenPercent = (before: ProcessorTimes, after: ProcessorTimes): number =>
  (100 * (after.taken - before.taken)) / Math.max(1, after.asked - before.asked);

/** Percent. With more taken by others, how long something took says little of this program. */
export const MOST_TAKEN = 10;

/** Undefined where the kernel does not tell. */
export const readProcessorTimes = (): ProcessorTimes | undefined =>
  process.platform === 'linux' ? processorTimes(readFileSync('/proc/stat', 'utf8')) : undefined;
