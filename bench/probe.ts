/** Loaded before a bot of the benchmark: tells by IPC what the process has used. The bot itself knows nothing of it. */
process.on('message', ({ id, act }: { id: number; act: string }) => {
  if (act !== 'usage') return;
  // Twice: what a first collection finalizes, a second one frees.
  globalThis.gc?.();
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ id, result: { cpuMicroseconds: user + system, rss, heapUsed, external } });
});
process.channel?.unref();
