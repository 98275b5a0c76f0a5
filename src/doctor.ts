/** `npm run doctor`: checks what the bot's settings point to. Has effects at import, as index.ts has. */
import { readFileSync } from 'node:fs';
import { doctorCommand } from './doctor/command.ts';
import { shareWithLibraries } from './settings/environment-file.ts';

const readFile = (path: string): string => readFileSync(path, 'utf8');

doctorCommand(process.argv.slice(2), {
  env: process.env,
  readFile,
  share: (env) => shareWithLibraries(env, process.env),
}).then(
  ({ exitCode, text }) => process.stdout.write(text, () => process.exit(exitCode)),
  (error: unknown) => {
    // The name alone: an unforeseen error's text may hold anything.
    process.stderr.write(`The doctor itself failed: ${error instanceof Error ? error.name : 'unknown'}\n`);
    process.exit(70);
  },
);
