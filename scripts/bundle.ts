/** Bundles a program into one script with V8's code cache for the Node version that runs this, and lists what is in it. */
import { execFileSync } from 'node:child_process';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type BuildOptions, type Metafile } from 'esbuild';

/** In bytes. */
type Sizes = Readonly<Record<string, number>>;

/** As contents.json in the output folder has it. */
export interface Contents {
  /** What is in the script of each package. The sources of the project are not listed. */
  readonly packages: Sizes;
  /** Each file that was made, but this list. */
  readonly files: Sizes;
}

const root = join(import.meta.dirname, '..');
const OPTIONS: BuildOptions = {
  absWorkingDir: root,
  platform: 'node',
  target: 'node24',
  charset: 'ascii',
  logLevel: 'warning',
};
const FILES = ['index.js', 'restore-bot.cjs', 'restore-bot.cache', 'package.json'];
const LIST = 'contents.json';

/**
 * Empties the folder of what an earlier run made.
 *
 * @param entryPoint relative to the project's root; exports `loadApp`, which loads what the cache is to have, and `runBot`
 */
export async function bundle(entryPoint: string, folder: string): Promise<Contents> {
  for (const name of [...FILES, LIST]) rmSync(join(folder, name), { force: true });
  const { metafile } = await build({
    ...OPTIONS,
    entryPoints: [entryPoint],
    outfile: join(folder, 'restore-bot.cjs'),
    bundle: true,
    format: 'cjs',
    metafile: true,
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
  const files = Object.fromEntries(FILES.map((name) => [name, statSync(join(folder, name)).size]));
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
