/**
 * `npm run licences`: lists the packages that production installs with version and licence. Fails on a licence that is incompatible
 * with MIT, also of what the benchmark's bots install, and on a dependency that nothing imports.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

interface Package {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

interface LockEntry {
  readonly version?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly license?: string;
}

/** Licences that may be used by and shipped with MIT-licensed software. */
const FITTING: ReadonlySet<string> = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
]);

/** Licences that packages declare without an SPDX expression, verified in their licence files. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  'escape-regexp-component@1.0.2': 'MIT',
  'jspath@0.4.0': 'MIT',
  'limiter@1.1.5': 'MIT',
};

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** `(MIT OR GPL-3.0)`: one of them is enough; `A AND B`: each must fit. */
export function fits(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, ' ').trim();
  if (/\sOR\s/.test(plain)) return plain.split(/\sOR\s/).some(fits);
  if (/\sAND\s/.test(plain)) return plain.split(/\sAND\s/).every(fits);
  return FITTING.has(plain);
}

function licenceIn(manifest: unknown): string {
  const { license, licenses } = manifest as { readonly license?: unknown; readonly licenses?: unknown };
  const named = typeof license === 'object' && license !== null && 'type' in license ? license.type : license;
  if (typeof named === 'string') return named;
  const list = Array.isArray(licenses) ? (licenses as readonly { readonly type?: string }[]) : [];
  return list.map(({ type = '?' }) => type).join(' OR ') || 'none named';
}

/** The packages that `npm install --omit=dev` installs. */
function productionPackages(root: string): readonly Package[] {
  const { packages } = readJson(join(root, 'package-lock.json')) as {
    readonly packages: Readonly<Record<string, LockEntry>>;
  };
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path.startsWith('node_modules/') && dev !== true && devOptional !== true)
    .flatMap(([path, { version = '', license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const byHand = READ_BY_HAND[`${name}@${version}`];
      if (byHand !== undefined) return [{ name, version, licence: byHand }];
      try {
        return [{ name, version, licence: licenceIn(readJson(join(root, path, 'package.json'))) }];
      } catch {
        // A package for another platform is not installed here; the lock file has its licence.
        return [{ name, version, licence: license ?? 'none named' }];
      }
    })
    .toSorted((one, other) => one.name.localeCompare(other.name) || one.version.localeCompare(other.version));
}

function filesIn(folder: string, extension: RegExp): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => extension.test(path) && !path.includes('node_modules'))
    .map((path) => join(folder, path));
}

/** Named in an import, a require.resolve or a path somewhere in `folders`. */
function isNamed(name: string, texts: readonly string[]): boolean {
  const imported = [`'${name}'`, `'${name}/`, `\`${name}/`, `node_modules/${name}/`];
  return texts.some((text) => imported.some((part) => text.includes(part)));
}

/** Peer dependencies of imported packages, typings, and tools that no code names. */
const NEEDED_BY_OTHERS: Readonly<Record<string, string>> = {
  'adaptive-expressions': 'peer of adaptivecards-templating',
  jest: 'the test runner',
  node: 'the runtime',
  oxlint: 'the linter',
  'oxlint-tsgolint': 'the linter',
  oxfmt: 'the formatter',
  typescript: 'the type checker',
  '@swc/core': 'parser of dependency-cruiser',
};

function unused(root: string): readonly string[] {
  const { dependencies = {}, devDependencies = {} } = readJson(join(root, 'package.json')) as Readonly<
    Record<string, Readonly<Record<string, string>>>
  >;
  const read = (folders: readonly string[]): readonly string[] =>
    folders.flatMap((folder) =>
      filesIn(join(root, folder), /\.(?:ts|js|json|html)$/).map((path) => readFileSync(path, 'utf8')),
    );
  const src = read(['src']);
  const all = [
    ...src,
    ...read(['local', 'test', 'scripts', 'bench']),
    readFileSync(join(root, 'jest.config.js'), 'utf8'),
  ];
  const isTyping = (name: string): boolean => name.startsWith('@types/');
  const missing = (names: readonly string[], texts: readonly string[]): readonly string[] =>
    names.filter((name) => !(name in NEEDED_BY_OTHERS) && !isTyping(name) && !isNamed(name, texts));
  return [...missing(Object.keys(dependencies), src), ...missing(Object.keys(devDependencies), all)];
}

const root = process.cwd();
const packages = productionPackages(root);
const width = Math.max(...packages.map(({ name }) => name.length));
for (const { name, version, licence } of packages) {
  process.stdout.write(`${name.padEnd(width)}  ${version.padEnd(16)}  ${licence}\n`);
}
const compared = productionPackages(join(root, 'bench/bots'));
const wrong = [...packages, ...compared].filter(({ licence }) => !fits(licence));
const idle = unused(root);
process.stdout.write(`\n${packages.length} packages\n`);
for (const { name, version, licence } of wrong)
  process.stderr.write(`Incompatible with MIT: ${name} ${version}, ${licence}\n`);
for (const name of idle) process.stderr.write(`Not imported: ${name}\n`);
if (wrong.length > 0 || idle.length > 0) process.exitCode = 1;
