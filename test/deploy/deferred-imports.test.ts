/** What the bundle changes in packages that TypeScript compiled to CommonJS. */
import { createContext, runInContext } from 'node:vm';
import { build, type Plugin } from 'esbuild';
import { deferImports, deferReexports, deferredLanguages } from '../../scripts/bundle/deferred-imports.ts';
import { wordsFor } from '../../src/cards/text/index.ts';

/** Runs a module. @returns what it exports, and which modules it has required so far */
function load(source: string) {
  const required: string[] = [];
  const modules: Readonly<Record<string, unknown>> = {
    shapes: { Square: Map, count: () => 4 },
    names: { default: 'Ada' },
    plain: 'plain',
  };
  const require = (name: string): unknown => {
    required.push(name);
    return modules[name];
  };
  const importDefault = (module: object) => ('default' in Object(module) ? module : { default: module });
  const exports: Record<string, unknown> = {};
  runInContext(deferImports(source), createContext({ require, exports, ['__importDefault']: importDefault }));
  return { exports, required };
}

test('a package is required when it is first used, whatever its use looks like', () => {
  const { exports, required } = load(`"use strict";
    const own = 1;
const shapes_1 = require("shapes");
const names_1 = __importDefault(require("names"));
const plain_1 = __importDefault(require("plain"));
exports.make = () => new shapes_1.Square();
exports.count = () => (0, shapes_1.count)() + own;
Object.defineProperty(exports, "name", { enumerable: true, get: function () { return names_1.default; } });
exports.text = () => \`\${plain_1.default}!\`;
`);
  expect(required).toEqual([]);
  expect((exports['make'] as () => object)()).toBeInstanceOf(Map);
  expect((exports['count'] as () => number)()).toBe(5);
  expect(required).toEqual(['shapes', 'shapes']);
  expect([exports['name'], exports['name'], (exports['text'] as () => string)()]).toEqual(['Ada', 'Ada', 'plain!']);
  expect(required).toEqual(['shapes', 'shapes', 'names', 'plain']);
});

test('what a module needs at once is required in its place, as before', () => {
  const { exports, required } = load(`const shapes_1 = require("shapes");
class Tile extends shapes_1.Square {}
exports.Tile = Tile;
`);
  expect(required).toEqual(['shapes']);
  expect(exports['Tile']).toBeDefined();
});

test('an index loads a file when one of its names is first used, and the first file of a name counts', () => {
  const files: Readonly<Record<string, object>> = {
    './shapes': { Square: 'square', own: 1 },
    './more': { Square: 2, Tile: 'tile' },
  };
  const source = deferReexports(
    `exports.own = void 0;
__exportStar(require("./shapes"), exports);
__exportStar(require("./more"), exports);
exports.own = 3;
`,
    (path) => Object.keys(files[path] ?? {}),
  );
  const required: string[] = [];
  const require = (name: string): unknown => {
    required.push(name);
    return files[name];
  };
  const exports: Record<string, unknown> = {};
  runInContext(source, createContext({ require, exports }));
  expect([Object.keys(exports), required]).toEqual([['own', 'Square', 'Tile'], []]);
  expect([exports['own'], exports['Tile'], exports['Square']]).toEqual([3, 'tile', 'square']);
  expect(required).toEqual(['./more', './shapes']);
});

test('of the texts, a language is loaded when it is first read', async () => {
  const german: Plugin = {
    name: 'german',
    setup(building) {
      const contents = "throw new Error('German is loaded')";
      building.onLoad({ filter: /\/text\/de\/common\.ts$/ }, () => ({ contents }));
    },
  };
  const { outputFiles } = await build({
    stdin: { contents: "export { wordsFor } from './src/cards/text/index.ts'", resolveDir: process.cwd() },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    plugins: [german, deferredLanguages],
  });
  const module = { exports: {} as { readonly wordsFor: typeof wordsFor } };
  // eslint-disable-next-line typescript/no-implied-eval
  new Function('module', outputFiles[0]?.text ?? '')(module);
  expect(module.exports.wordsFor('en-GB').buttons).toEqual(wordsFor('en-GB').buttons);
  expect(() => module.exports.wordsFor('de-AT')).toThrow('German is loaded');
  expect(module.exports.wordsFor('fr').buttons).toEqual(wordsFor('fr').buttons);
});

test('modules written by hand stay as they are', () => {
  for (const source of ["const shapes = require('shapes');\n", 'const a_1 = 1;\n', '    const b_1 = require("b");\n'])
    expect(deferImports(source)).toBe(source);
});
