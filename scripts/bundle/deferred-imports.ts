/** Lets packages load what they import when they first use it, instead of all of it at the start. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
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

/** `export * from` as TypeScript compiles it to CommonJS. */
const REEXPORT = /^__exportStar\(require\("([^"]+)"\), exports\);$/gm;
const EXPORTED = /\bexports\.(\w+) = |\bdefineProperty\(exports, "(\w+)"/g;

/** Lets an index load a file of its package when one of the file's names is first used. @param namesOf what a file exports */
export function deferReexports(source: string, namesOf: (path: string) => readonly string[]): string {
  const known = new Set([...source.matchAll(EXPORTED)].map(([, assigned, defined]) => assigned ?? defined));
  return source.replaceAll(REEXPORT, (_reexport, path: string) => {
    const names = namesOf(path).filter((name) => name !== 'default' && !known.has(name));
    for (const name of names) known.add(name);
    const getter = (name: string) => `get() { return require(${JSON.stringify(path)}).${name}; }`;
    return names
      .map((name) => `Object.defineProperty(exports, "${name}", { enumerable: true, ${getter(name)} });`)
      .join('\n');
  });
}

export const deferredImports: Plugin = {
  name: 'deferred-imports',
  setup(build) {
    build.onLoad({ filter: /\/node_modules\/.*\.c?js$/ }, async ({ path }) => {
      const load = createRequire(path);
      const namesOf = (file: string): readonly string[] => Object.keys(load(file) as object);
      return { contents: deferImports(deferReexports(await readFile(path, 'utf8'), namesOf)) };
    });
  },
};

/** Of the texts of cards, each language is loaded when somebody first reads it. */
export const deferredLanguages: Plugin = {
  name: 'deferred-languages',
  setup(build) {
    build.onLoad({ filter: /\/src\/cards\/text\/index\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const deferred = source.replaceAll(
        /^import \{ (\w+)(?:, type \w+)? \} from '(\.\/\w\w\/common\.ts)';$/gm,
        "const $1: any = (numbers: unknown) => require('$2').$1(numbers);",
      );
      return { contents: deferred, loader: 'ts' };
    });
  },
};
