/** Lets packages load what they import when they first use it, instead of all of it at the start. */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * An import as TypeScript compiles it to CommonJS. It uses the name, which its number makes unique in the file, only to read what the
 * module exports.
 */
const IMPORT = /^(?:const|var) (\w+_\d+) = ((?:__import(?:Default|Star)\()?require\("[^"]+"\)\)?);$/gm;

/** Turns each import into a function, and each of its uses into a call. @param source of a CommonJS module */
export function deferImports(source: string): string {
  const names = [...source.matchAll(IMPORT)].map(([, name = '']) => name);
  if (names.length === 0) return source;
  const kept: string[] = [];
  const body = source.replaceAll(IMPORT, (_import, name: string, load: string) => {
    kept.push(`function ${name}() { return ${load.startsWith('require') ? load : `${name}.loaded ??= ${load}`}; }`);
    return '';
  });
  const uses = new RegExp(`\\b(?:${names.join('|')})\\b`, 'g');
  return `${body.replaceAll(uses, '($&())')}\n${kept.join('\n')}\n`;
}

export const deferredImports: Plugin = {
  name: 'deferred-imports',
  setup(build) {
    build.onLoad({ filter: /\/node_modules\/.*\.c?js$/ }, async ({ path }) => ({
      contents: deferImports(await readFile(path, 'utf8')),
    }));
  },
};
