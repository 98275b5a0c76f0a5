/** `npm run build`: bundles the bot into one script in dist/, with V8's code cache for the Node version that runs this. */
import { execFileSync } from 'node:child_process';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build, type BuildOptions } from 'esbuild';

const USAGE = `npm run build [-- --output FOLDER]
  --output FOLDER  output folder, emptied first (dist)`;

/** sysexits.h: EX_CONFIG. */
const EXIT_CONFIG = 78;
const root = join(import.meta.dirname, '..');

function readFolder(): string {
  try {
    return resolve(parseArgs({ options: { output: { type: 'string', default: join(root, 'dist') } } }).values.output);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}\n`);
    process.exit(EXIT_CONFIG);
  }
}

const OPTIONS: BuildOptions = {
  absWorkingDir: root,
  platform: 'node',
  target: 'node24',
  charset: 'ascii',
  logLevel: 'warning',
};
const MADE = ['index.js', 'restore-bot.cjs', 'restore-bot.cache', 'package.json'];

const folder = readFolder();
for (const name of MADE) rmSync(join(folder, name), { force: true });
await build({
  ...OPTIONS,
  entryPoints: ['src/bot-process.ts'],
  outfile: join(folder, 'restore-bot.cjs'),
  bundle: true,
  format: 'cjs',
  // Keeps names and lines for stack traces.
  minifySyntax: true,
  legalComments: 'inline',
  // Optional dependency of restify.
  external: ['dtrace-provider'],
});
await build({ ...OPTIONS, entryPoints: ['src/built.ts'], outfile: join(folder, 'index.js'), format: 'esm' });
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
execFileSync(process.execPath, ['--disable-warning=DEP0040', join(folder, 'index.js'), '--keep-compiled'], {
  stdio: 'inherit',
});
for (const name of MADE) {
  const megabytes = (statSync(join(folder, name)).size / 1e6).toFixed(1);
  process.stdout.write(`${relative(process.cwd(), join(folder, name))}  ${megabytes} MB\n`);
}
