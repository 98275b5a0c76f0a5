/** Preloaded into the bot's process: ends a bot whose parent was killed. */
process.once('disconnect', () => process.exit(1));
// The channel must not keep a process alive that has nothing else to do.
process.channel?.unref();
