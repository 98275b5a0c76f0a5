/** Starts the bot from its sources. Has effects at import, as built.ts, doctor.ts and audit.ts have. */
import { enableCompileCache, flushCompileCache } from 'node:module';

// Before anything large is loaded: loading modules is most of a start.
enableCompileCache();
const { runBot } = await import('./bot-process.ts');
await runBot(process.env);
// Not left for an end in order, which need not come.
flushCompileCache();
