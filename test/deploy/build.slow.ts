/** What `npm run build` makes: built into a folder that has no packages beside it, started, talked to. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ALEX } from '../../local/people.ts';
import type { Contents } from '../../scripts/bundle/bundle.ts';
import { chatter } from '../support/chatter.ts';
import { startRealBots, type RealBots } from '../support/real-bots.ts';

const run = promisify(execFile);

let folder: string;
let bots: RealBots;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restore-bot-built-'));
  const building = run(process.execPath, ['scripts/build.ts', '--output', folder]);
  bots = await startRealBots(join(folder, 'index.js'));
  await building;
}, 90_000);
afterAll(async () => {
  await bots.stop();
  await rm(folder, { recursive: true, force: true });
});

test('signs a person in and stops in order', async () => {
  const bot = await bots.start();
  bots.talkTo(bot);
  const ready = await fetch(`http://127.0.0.1:${bot.port}/readyz`);
  expect(await ready.json()).toEqual({ status: 'ready' });
  const alex = chatter(bots, ALEX);
  const code = await alex.login();
  await alex.approve(code);
  await alex.becomes(code.id, 'Signed in', 30_000);
  expect(await bot.stop('SIGTERM')).toBe(0);
  const lines = bot.lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as { msg: string });
  expect(lines.map(({ msg }) => msg)).toEqual(expect.arrayContaining(['configured', 'listening', 'stopping']));
}, 90_000);

test('lists the packages in the script and the files that were made, with their sizes', async () => {
  const { packages, files } = JSON.parse(await readFile(join(folder, 'contents.json'), 'utf8')) as Contents;
  expect(packages).toMatchObject({ botbuilder: expect.any(Number), '@azure/storage-blob': expect.any(Number) });
  const absent = [
    'esbuild',
    'apache-arrow',
    'send',
    'csv',
    'formidable',
    'axios',
    'node-fetch',
    'fs-extra',
    'htmlparser2',
    'xpath',
  ];
  expect(Object.keys(packages).filter((name) => absent.includes(name))).toEqual([]);
  const made = (await readdir(folder)).filter((name) => name !== 'contents.json');
  const sizes = await Promise.all(made.map(async (name) => [name, (await stat(join(folder, name))).size] as const));
  expect(files).toEqual(Object.fromEntries(sizes));
});

test('the script holds one language of zod, and one copy of what is published in two formats', async () => {
  const script = await readFile(join(folder, 'restore-bot.cjs'), 'latin1');
  expect(script).toContain('Invalid input: expected');
  expect(script).not.toContain('Ung\\xFCltige Eingabe');
  expect(script).not.toMatch(/node_modules\/@azure\/identity\/dist\/commonjs/);
});

test('doctor and audit reader run from the script', async () => {
  const execute = (...args: readonly string[]) => run(process.execPath, [...args], { cwd: folder, env: {} });
  await expect(execute('doctor.js', '--help')).resolves.toMatchObject({ stdout: expect.stringContaining('--quiet') });
  await expect(execute('audit.js', '--help')).resolves.toMatchObject({ stdout: expect.stringContaining('--verify') });
});

/** Loads the app as the build does. @returns the packages of which a module was evaluated */
async function loadedPackages(): Promise<ReadonlySet<string>> {
  const program = `
    const { Session } = require('node:inspector/promises');
    const { Script } = require('node:vm');
    const { readFileSync } = require('node:fs');
    const session = new Session();
    session.connect();
    (async () => {
      await session.post('Profiler.enable');
      await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
      const script = { exports: {} };
      new Script(readFileSync('restore-bot.cjs', 'latin1')).runInThisContext()(script.exports, require, script);
      await script.exports.loadApp();
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const called = result.flatMap(({ functions }) => functions).filter(({ ranges: [whole] }) => whole.count > 0);
      console.log(JSON.stringify(called.map(({ functionName }) => functionName)));
      process.exit();
    })();
  `;
  const limits = { maxBuffer: 100_000_000 };
  const { stdout } = await run(process.execPath, ['--no-deprecation', '--eval', program], { cwd: folder, ...limits });
  // esbuild names the function around a module by the module's path.
  const names = JSON.parse(stdout) as readonly string[];
  return new Set(
    names.flatMap((name) => /^node_modules\/(?:.*node_modules\/)?((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1] ?? []),
  );
}

test('a start loads no package that only some settings or requests need', async () => {
  const loaded = await loadedPackages();
  expect([...loaded]).toEqual(expect.arrayContaining(['botbuilder', 'restify', 'adaptive-expressions']));
  const later = [
    '@azure/identity',
    '@azure/monitor-opentelemetry-exporter',
    '@azure/msal-node',
    '@opentelemetry/sdk-metrics',
    'antlr4ts',
    'jsonwebtoken',
    'ws',
  ];
  expect(later.filter((name) => loaded.has(name))).toEqual([]);
});

/** Compiles the script as index.js does. @returns whether V8 takes the code of the cache */
async function acceptsCache(): Promise<boolean> {
  const program = `
    const { readFileSync } = require('node:fs');
    const { Script } = require('node:vm');
    const script = readFileSync('restore-bot.cjs', 'latin1');
    console.log(new Script(script, { cachedData: readFileSync('restore-bot.cache') }).cachedDataRejected);
  `;
  const { stdout } = await run(process.execPath, ['--eval', program], { cwd: folder });
  return stdout.trim() === 'false';
}

test('the code cache fits the script; without it the bot starts as well', async () => {
  expect(await acceptsCache()).toBe(true);
  await rm(join(folder, 'restore-bot.cache'));
  const bot = await bots.start();
  expect(await bot.stop('SIGTERM')).toBe(0);
}, 120_000);

test('starts nothing for settings with mistakes, and names them', async () => {
  const failed = run(process.execPath, [join(folder, 'index.js')], { env: { PORT: 'http' } });
  await expect(failed).rejects.toMatchObject({ code: 78, stderr: expect.stringContaining('PORT') });
});

test('an option that does not exist is named, and nothing is built', async () => {
  const build = (...args: readonly string[]) => run(process.execPath, ['scripts/build.ts', ...args]);
  await expect(build('--outptu', folder)).rejects.toMatchObject({
    code: 78,
    stderr: expect.stringContaining('--outptu'),
  });
  expect((await readdir(folder)).toSorted()).toEqual([
    'audit.js',
    'contents.json',
    'doctor.js',
    'index.js',
    'package.json',
    'restore-bot.cjs',
  ]);
});
