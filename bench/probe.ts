/** Preloaded into a measured bot: reports the process's resource usage over IPC, without changes to the bot. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { residentMemory } from './resident-memory.ts';

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
    return residentMemory(process.pid).peak;
  } catch {
    // Not Linux.
    return process.resourceUsage().maxRSS * 1024;
  }
}

const ACTS: Readonly<Record<string, () => unknown>> = {
  /** Reads a counter only, so that measuring does not distort the measurement. */
  cpu() {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  memory() {
    // Only now: as an option of the process it would make V8 refuse the code cache of a bundled bot.
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    // Twice: the second collection frees what the first one finalized.
    collectGarbage();
    collectGarbage();
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
