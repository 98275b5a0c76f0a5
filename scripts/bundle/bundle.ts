/** Bundles a program into one script with V8's code cache for the Node version that runs this, and lists what is in it. */
import { execFileSync } from 'node:child_process';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';

/** In bytes. */
type Sizes = Readonly<Record<string, number>>;

/** As contents.json in the output folder has it. */
export interface Contents {
  /** What is in the script of each package. The sources of the project are not listed. */
  readonly packages: Sizes;
  /** Each file that was made, but this list. */
  readonly files: Sizes;
}

const root = join(import.meta.dirname, '../..');
const OPTIONS: BuildOptions = {
  absWorkingDir: root,
  platform: 'node',
  target: 'node24',
  charset: 'ascii',
  logLevel: 'warning',
};
const SCRIPT = 'restore-bot.cjs';
const CACHE = 'restore-bot.cache';
const MANIFEST = 'package.json';
const LIST = 'contents.json';

/** A file that starts a program, and the exported function that is the program. The first one makes the cache. */
type Starters = Readonly<Record<string, string>>;

/**
 * @param entryPoint relative to the project's root; exports the programs, and `loadApp`, which loads what the cache is to have
 * @param folder emptied of what an earlier run made
 * @param options.absent optional packages that are not installed
 */
export async function bundle(
  entryPoint: string,
  folder: string,
  {
    starters = { 'index.js': 'runBot' },
    plugins = [],
    absent = [],
  }: { starters?: Starters; plugins?: readonly Plugin[]; absent?: readonly string[] } = {},
): Promise<Contents> {
  const made = [...Object.keys(starters), SCRIPT, CACHE, MANIFEST];
  for (const name of [...made, LIST]) rmSync(join(folder, name), { force: true });
  const { metafile } = await build({
    ...OPTIONS,
    entryPoints: [entryPoint],
    outfile: join(folder, SCRIPT),
    bundle: true,
    format: 'cjs',
    metafile: true,
    // src/built.ts runs the file as it is: a wrapper that it adds would be a copy of the whole text.
    banner: { js: '(function (exports, require, module) {' },
    footer: { js: '})' },
    // Names and short lines stay, for stack traces.
    minifySyntax: true,
    minifyWhitespace: true,
    lineLimit: 200,
    legalComments: 'inline',
    plugins: [...plugins],
    // Optional: one for restify, the other for lists of blobs in Apache Arrow's format.
    external: ['dtrace-provider', 'apache-arrow', ...absent],
  });
  for (const [starter, program] of Object.entries(starters)) {
    const define = { PROGRAM: JSON.stringify(program) };
    await build({ ...OPTIONS, entryPoints: ['src/built.ts'], outfile: join(folder, starter), format: 'esm', define });
  }
  writeFileSync(join(folder, MANIFEST), '{ "type": "module" }\n');
  const [first = ''] = Object.keys(starters);
  execFileSync(process.execPath, ['--disable-warning=DEP0040', join(folder, first), '--keep-compiled'], {
    stdio: 'inherit',
  });
  const files = Object.fromEntries(made.map((name) => [name, statSync(join(folder, name)).size]));
  const contents: Contents = { packages: packagesIn(metafile), files };
  writeFileSync(join(folder, LIST), `${JSON.stringify(contents, undefined, 2)}\n`);
  return contents;
}

function packagesIn({ outputs }: Metafile): Sizes {
  const sizes: Record<string, number> = {};
  for (const [path, { bytesInOutput }] of Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs))) {
    const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
    if (name !== undefined && bytesInOutput > 0) sizes[name] = (sizes[name] ?? 0) + bytesInOutput;
  }
  return Object.fromEntries(Object.entries(sizes).toSorted(([, one], [, other]) => other - one));
}
