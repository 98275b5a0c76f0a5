/** A process's memory as the kernel counts it, read from outside so that reading does not change it. */
import { readFileSync } from 'node:fs';

export interface ResidentMemory {
  /** Bytes in RAM, shared files included (VmRSS). */
  readonly resident: number;
  /** The part of it that belongs to no file (RssAnon). */
  readonly anonymous: number;
  /** Largest resident set since the start (VmHWM). */
  readonly peak: number;
}

/** @throws Error where there is no /proc, as on anything but Linux */
export const residentMemory = (pid: number): ResidentMemory => memoryIn(readFileSync(`/proc/${pid}/status`, 'utf8'));

/** @param status as Linux has it in /proc/PID/status */
export function memoryIn(status: string): ResidentMemory {
  const bytes = (field: string): number =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? Number.NaN) * 1024;
  return { resident: bytes('VmRSS'), anonymous: bytes('RssAnon'), peak: bytes('VmHWM') };
}
