/** Loaded before a bot of the benchmark: tells by IPC what the process has used. The bot itself knows nothing of it. */
const ACTS: Readonly<Record<string, () => unknown>> = {
  /** Nothing but reading a counter: what measuring costs must not be part of what is measured. */
  cpu() {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  memory() {
    // Twice: what a first collection finalizes, a second one frees.
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
