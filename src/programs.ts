/** The programs of the bundled script, each of which has a starter in dist/ (scripts/build.ts). */
export { runBot } from './bot-process.ts';

/** Runs what each start runs before its first turn, so that the code cache has it compiled. */
export async function loadApp(): Promise<void> {
  const { warmUp } = await import('./app.ts');
  warmUp();
}

// Both run when they are imported.
export const runDoctor = () => import('./doctor.ts');
export const runAudit = () => import('./audit.ts');
