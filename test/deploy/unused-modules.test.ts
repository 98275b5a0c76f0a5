/** What the bundle leaves out is what src/ does not use. */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { build } from 'esbuild';
import { withoutUnusedModules } from '../../scripts/bundle/unused-modules.ts';

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
