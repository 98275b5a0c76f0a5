/** `npm run advisories`: the packages that ship, against a snapshot of advisories. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const URL = 'https://github.com/advisories/GHSA-0000-0000-0000';
const TITLE = 'made up for this test';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'advisories-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function advisories(options: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, ['scripts/advisories.ts', ...options], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, printed };
}

const today = (): string => new Date().toISOString().slice(0, 10);
const made = (range: string) => ({ url: URL, title: TITLE, severity: 'high', vulnerable_versions: range });

async function file(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, JSON.stringify(content));
  return path;
}

test('every advisory that fits a package that ships is accepted with a reason', async () => {
  const { code, printed } = await advisories([]);
  expect({ code, printed }).toMatchObject({
    code: 0,
    printed: expect.stringContaining('0 advisories that are not') as string,
  });
  expect(printed).toContain('accepted: formidable: Arbitrary file upload');
  expect(printed).toContain('accepted: fast-redact: ');
  expect(printed).not.toContain('fits no package any more');
});

test('what was accepted as unreachable is: the bot uses none of restify’s plugins, and restify redacts nothing', () => {
  const sources = globSync('src/**/*.ts').map((path) => readFileSync(path, 'utf8'));
  expect(sources.length).toBeGreaterThan(150);
  expect(sources.filter((text) => /restify\.plugins|restify\/lib|BodyParser|formidable/.test(text))).toEqual([]);
  const restify = globSync('node_modules/restify/lib/**/*.js').map(
    (path) => [path, readFileSync(path, 'utf8')] as const,
  );
  const naming = (word: RegExp) => restify.filter(([, text]) => word.test(text)).map(([path]) => path);
  expect(naming(/require\('formidable'\)/)).toEqual(['node_modules/restify/lib/plugins/multipartBodyParser.js']);
  expect(naming(/redact/)).toEqual([]);
});

test('an advisory that fits and is not accepted is named; one for other versions is not', async () => {
  const snapshot = await file('found.json', {
    date: today(),
    source: 'a test',
    asked: [],
    advisories: { ms: [made('<99.0.0')], depd: [made('<0.0.1')] },
  });
  const accepted = await file('none.json', {});
  const { code, printed } = await advisories(['--snapshot', snapshot, '--accepted', accepted]);
  expect({ code, printed }).toMatchObject({
    code: 1,
    printed: expect.stringContaining(`high: ms <99.0.0: ${TITLE} (${URL})`) as string,
  });
  expect(printed).not.toContain('depd <0.0.1');
  const agreed = await file('agreed.json', { [URL]: 'because' });
  expect(await advisories(['--snapshot', snapshot, '--accepted', agreed])).toMatchObject({
    code: 0,
    printed: expect.stringContaining(`accepted: ms: ${TITLE} (${URL}): because`) as string,
  });
});

test('what a snapshot cannot tell is said: that it is old, that packages were never asked about, that a reason is left over', async () => {
  const old = await file('old.json', { date: '2026-01-01', source: 'a test', asked: ['ms@2.1.3'], advisories: {} });
  const accepted = await file('left-over.json', { [URL]: 'because' });
  const { code, printed } = await advisories(['--snapshot', old, '--accepted', accepted]);
  expect(code).toBe(0);
  expect(printed).toMatch(/WARNING: the advisories are \d{3,} days old/);
  expect(printed).toMatch(/WARNING: of \d{3} packages no advisories were ever looked up/);
  expect(printed).toContain(`WARNING: ${URL} is accepted, but fits no package any more`);
});

async function registry(answer: (server: Server) => Promise<void>, status: number, body: unknown): Promise<void> {
  const server = createServer((request, response) => {
    request.resume();
    const isQuestion = request.method === 'POST';
    response.writeHead(isQuestion ? status : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isQuestion ? body : {}));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await answer(server);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

/** @param server the registry to ask */
const refresh = async (server: Server, snapshot: string) =>
  advisories(['--refresh', '--snapshot', snapshot, '--accepted', await file('none.json', {})], {
    npm_config_registry: addressOf(server),
    npm_config_cache: join(folder, 'cache'),
  });

test('a snapshot is renewed from a registry, without the name of it', async () => {
  const snapshot = await file('renewed.json', {});
  await registry(
    async (server) => {
      const { code, printed } = await refresh(server, snapshot);
      expect({ code, printed }).toMatchObject({
        code: 1,
        printed: expect.stringContaining('high: ms <99.0.0') as string,
      });
      const text = await readFile(snapshot, 'utf8');
      expect(text).not.toContain('127.0.0.1');
      expect(JSON.parse(text)).toMatchObject({
        date: today(),
        asked: expect.arrayContaining(['ms@2.1.3']) as string[],
        advisories: { ms: [made('<99.0.0')] },
      });
    },
    200,
    { ms: [{ id: 1, ...made('<99.0.0') }] },
  );
});

test('a registry that gives no advisories leaves the snapshot as it is, loudly', async () => {
  const before = { date: '2026-01-01', source: 'a test', asked: [], advisories: {} };
  const snapshot = await file('kept.json', before);
  await registry(
    async (server) => {
      expect(await refresh(server, snapshot)).toMatchObject({
        code: 1,
        printed: expect.stringMatching(/gives no advisories \(.*405.*the snapshot is unchanged/) as string,
      });
      expect(JSON.parse(await readFile(snapshot, 'utf8'))).toEqual(before);
    },
    405,
    {},
  );
});
