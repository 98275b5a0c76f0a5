/** Starts the bot from its sources. Has effects at import, as built.ts, doctor.ts and audit.ts have. */
import { enableCompileCache, flushCompileCache } from 'node:module';

// First, because loading modules takes most of the time of a start.
enableCompileCache();
const { runBot } = await import('./bot-process.ts');
await runBot(process.env);
// Not left to the exit of the process, which may be killed.
flushCompileCache();
