/** Preloaded into a benchmarked bot: reports the process's resource usage over IPC, without changes to the bot. */
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
};

process.on('message', ({ id, act }: { id: number; act: string }) => {
  const answer = ACTS[act];
  if (answer !== undefined) process.send?.({ id, result: answer() });
});
process.channel?.unref();
