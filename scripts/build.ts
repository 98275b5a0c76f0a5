/** `npm run build`: bundles bot, doctor and audit reader into one script in dist/, and lists its packages and files in dist/contents.json. */
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bundle } from './bundle/bundle.ts';
import { deferredImports, deferredLanguages } from './bundle/deferred-imports.ts';
import { singleCopyOfAzure, singleCopyOfZod, withoutUnusedModules } from './bundle/unused-modules.ts';

const USAGE = `npm run build [-- --output FOLDER]
  --output FOLDER  output folder (dist)`;

/** sysexits.h: EX_CONFIG. */
const EXIT_CONFIG = 78;

function readFolder(): string {
  const output = { type: 'string', default: join(import.meta.dirname, '../dist') } as const;
  try {
    return resolve(parseArgs({ options: { output } }).values.output);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}\n`);
    process.exit(EXIT_CONFIG);
  }
}

const STARTERS = { 'index.js': 'runBot', 'doctor.js': 'runDoctor', 'audit.js': 'runAudit' };

const folder = readFolder();
const { packages, files } = await bundle('src/programs.ts', folder, {
  starters: STARTERS,
  plugins: [withoutUnusedModules, singleCopyOfAzure, singleCopyOfZod, deferredLanguages, deferredImports],
});
for (const [name, bytes] of Object.entries(files)) {
  process.stdout.write(`${relative(process.cwd(), join(folder, name))}  ${(bytes / 1e6).toFixed(1)} MB\n`);
}
process.stdout.write(`${Object.keys(packages).length} packages\n`);
