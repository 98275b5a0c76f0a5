/** The programs of the bundled script, each of which has a starter in dist/ (scripts/build.ts). */
export { loadApp, runBot } from './bot-process.ts';

// Both run when they are imported.
export const runDoctor = () => import('./doctor.ts');
export const runAudit = () => import('./audit.ts');
