/** The programs of the bundled script, each of which has a starter in dist/ (scripts/build.ts). */
import { config } from 'zod';

export { runBot } from './bot-process.ts';

// Before there is a schema. zod would compile each at its first use: 5% of a start, for what a turn does not notice.
config({ jitless: true });

/** Runs what each start runs before its first turn, so that the code cache has it compiled. */
export async function loadApp(): Promise<void> {
  const { warmUp } = await import('./app.ts');
  warmUp();
}

// Both run when they are imported.
export const runDoctor = () => import('./doctor.ts');
export const runAudit = () => import('./audit.ts');
