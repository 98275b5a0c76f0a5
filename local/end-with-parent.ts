/** Loaded into the bot's process before its script: a bot whose parent was killed would go on with nothing around it. */
process.once('disconnect', () => process.exit(1));
// The channel must not keep a process alive that has nothing else to do.
process.channel?.unref();
