/** Preloaded into a measured bot: reports the process's resource usage over IPC, without changes to the bot. */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MILLISECONDS = 10;
const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MILLISECONDS });
/** The histogram counts its own interval. */
const milliseconds = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MILLISECONDS);

/** Strain on the process, as `strain` reports it. */
export interface Strain {
  /** Of the event loop, in milliseconds. */
  readonly delay: { readonly p99: number; readonly max: number };
  /** Largest resident set since the start, in bytes. */
  readonly peakMemory: number;
}

/** Not resourceUsage().maxRSS where it can be avoided: on Linux it begins with the size of the parent process. */
function peakMemory(): number {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (kilobytes !== undefined) return Number(kilobytes) * 1024;
  } catch {
    // Not Linux.
  }
  return process.resourceUsage().maxRSS * 1024;
}

const ACTS: Readonly<Record<string, () => unknown>> = {
  /** Reads a counter only, so that measuring does not distort the measurement. */
  cpu() {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  memory() {
    // Twice: the second collection frees what the first one finalized.
    globalThis.gc?.();
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  },
  /** Observes the event loop from now on. */
  observe() {
    loop.reset();
    loop.enable();
  },
  strain: (): Strain => ({
    delay: { p99: milliseconds(loop.percentile(99)), max: milliseconds(loop.max) },
    peakMemory: peakMemory(),
  }),
};

process.on('message', ({ id, act }: { id: number; act: string }) => {
  const answer = ACTS[act];
  if (answer !== undefined) process.send?.({ id, result: answer() });
});
process.channel?.unref();
