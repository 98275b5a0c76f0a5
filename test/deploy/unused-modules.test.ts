/** What the bundle leaves out is what src/ does not use. */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { build } from 'esbuild';
import { singleCopyOfZod, withoutUnusedModules } from '../../scripts/bundle/unused-modules.ts';

async function bundled(statement: string): Promise<object> {
  const { outputFiles } = await build({
    stdin: { contents: statement, resolveDir: process.cwd() },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    external: ['dtrace-provider'],
    plugins: [withoutUnusedModules],
  });
  const module = { exports: {} };
  // eslint-disable-next-line typescript/no-implied-eval
  new Function('module', 'require', outputFiles[0]?.text ?? '')(module, createRequire(import.meta.url));
  return module.exports;
}

test('of restify, the bundle has its server and none of its plugins, which src/ does not use', async () => {
  const restify = await bundled("module.exports = require('restify')");
  expect(restify).toMatchObject({ createServer: expect.any(Function), plugins: {} });
  const users = globSync('src/**/*.ts').filter((path) =>
    /\brestify\.(?!createServer\b)/.test(readFileSync(path, 'utf8')),
  );
  expect(users).toEqual([]);
});

test('restify looks up no types of content: those of answers are written out', async () => {
  expect(await bundled("module.exports = require('mime')")).toEqual({});
  const types = globSync('src/server/*.ts').flatMap((path) => [
    ...readFileSync(path, 'utf8').matchAll(/\btype: '([^']+)'/g),
  ]);
  expect(types.length).toBeGreaterThan(1);
  expect(types.map(([, type = '']) => type).filter((type) => !type.includes('/'))).toEqual([]);
});

test("Bot Framework's packages share one copy of zod, which each brings in the same version", async () => {
  const { metafile } = await build({
    stdin: { contents: "import 'botbuilder'; import { string } from 'zod'; string();", resolveDir: process.cwd() },
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    external: ['dtrace-provider'],
    plugins: [singleCopyOfZod, withoutUnusedModules],
  });
  const folders = Object.keys(metafile.inputs).flatMap((path) => /^.*\bzod\//.exec(path) ?? []);
  expect(new Set(folders)).toEqual(new Set(['node_modules/botbuilder/node_modules/zod/', 'node_modules/zod/']));
  const copies = globSync('node_modules/bot*/node_modules/zod/package.json').map(
    (path) => (JSON.parse(readFileSync(path, 'utf8')) as { readonly version: string }).version,
  );
  expect(new Set(copies).size).toBe(1);
});

test('a package that only serves what the bot does not do is refused by name if it is reached', async () => {
  for (const name of ['axios', 'node-fetch', '@xmldom/xmldom'])
    await expect(bundled(`module.exports = require('${name}')`)).rejects.toThrow(`${name} is not in the bundle`);
  const templates = globSync('src/cards/templates/*.json').map((path) => readFileSync(path, 'utf8'));
  expect(templates.length).toBeGreaterThan(5);
  expect(templates.filter((template) => /\b(?:xml|xPath)\(/i.test(template))).toEqual([]);
});

test('of undici, the bundle has what src/ imports', async () => {
  const undici = await bundled("module.exports = require('undici')");
  const imports = globSync('src/**/*.ts').flatMap((path) => [
    ...readFileSync(path, 'utf8').matchAll(/^import \{([^}]+)\} from 'undici'/gm),
  ]);
  const names = imports.flatMap(([, list = '']) => list.split(',').map((name) => name.trim()));
  const values = names.filter((name) => !name.startsWith('type '));
  expect(new Set(values)).toEqual(new Set(Object.keys(undici)));
});

test('Azure looks for no FormData, which the bot does not use', async () => {
  const kind = await bundled("module.exports = { kind: typeof FormData === 'undefined' ? 'none' : 'some' }");
  expect(kind).toEqual({ kind: 'none' });
  const users = globSync('src/**/*.ts').filter((path) => /\bFormData\b/.test(readFileSync(path, 'utf8')));
  expect(users).toEqual([]);
});

test('HTTP/2 is left out of undici, and whatever opens connections forbids it', async () => {
  const { outputFiles } = await build({
    entryPoints: ['undici'],
    bundle: true,
    write: false,
    platform: 'node',
    plugins: [withoutUnusedModules],
  });
  expect(outputFiles[0]?.text).not.toContain('node:http2');
  const opening = globSync('src/**/*.ts').filter((path) =>
    /new (?:Agent|Pool)\(|buildConnector\(\{/.test(readFileSync(path, 'utf8')),
  );
  expect(opening.length).toBeGreaterThan(2);
  const forbids = /allowH2: false|\.\.\.CALL_BY_CALL/;
  expect(opening.filter((path) => !forbids.test(readFileSync(path, 'utf8')))).toEqual([]);
});
