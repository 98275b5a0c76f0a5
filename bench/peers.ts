/** The other implementations: their sources in bench/bots, compiled to scripts that the benchmark starts. */
import { build } from 'esbuild';
import { join } from 'node:path';
import { bundle } from '../scripts/bundle/bundle.ts';
import { deferredImports } from '../scripts/bundle/deferred-imports.ts';
import { singleCopyOfAzure } from '../scripts/bundle/unused-modules.ts';

const root = join(import.meta.dirname, '..');
// Beside the packages that only they need.
const FOLDER = 'bench/bots/built';
const NAMES = ['documented', 'agents', 'raw', 'msal-poller'] as const;

export type PeerName = (typeof NAMES)[number];

/** @returns the script relative to the project's root, as `startBot` takes it */
export const scriptOf = (name: PeerName): string => `${FOLDER}/${name}.js`;

/**
 * Compiles each to one script that imports its packages from bench/bots/node_modules: what people start, without Node's type stripping, which costs
 * time and memory that only the peers would pay.
 */
export async function buildPeers(): Promise<void> {
  await Promise.all(
    NAMES.map((name) =>
      build({
        absWorkingDir: root,
        stdin: {
          contents: `import { runBot } from './bench/bots/${name}.ts';\nawait runBot(process.env);\n`,
          resolveDir: root,
        },
        outfile: scriptOf(name),
        bundle: true,
        packages: 'external',
        platform: 'node',
        target: 'node24',
        format: 'esm',
        logLevel: 'warning',
      }),
    ),
  );
}

/** Bundles it with a code cache as `npm run build` does with this bot. @returns the script, for `startBot` */
export async function bundlePeer(name: PeerName): Promise<string> {
  const folder = `${FOLDER}/${name}-bundled`;
  await bundle(`bench/bots/${name}.ts`, join(root, folder), {
    plugins: [singleCopyOfAzure, deferredImports],
    absent: ['@opentelemetry/api-logs'],
  });
  return `${folder}/index.js`;
}
