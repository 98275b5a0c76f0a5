/** `npm run bench`: measures the rows and prints each one once it is known. `--quick`: one short round of each. */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startOutside, type Child } from './child.ts';
import type { Urls } from './environments.ts';
import type { Row } from './figures.ts';
import { lineOf, tableOf } from './report.ts';
import { expressLineRow, firstPageRow, scopeRows } from './rows/find.ts';
import { floodRow, growthRow } from './rows/growth.ts';
import { pollingRows } from './rows/polling.ts';
import { startRow } from './rows/start.ts';
import { storageOperationRows } from './rows/storage-operations.ts';
import { storageRequestRows } from './rows/storage-requests.ts';
import { turnRows } from './rows/turns.ts';

const USAGE = `npm run bench [-- options]
  --quick        a short round of each in under a minute, partly in parallel: rough figures, nothing is written
  --only A,B     only these parts: start, turns, requests, growth, polling, find
  --output PATH  writes PATH.md and PATH.json (bench/results)`;

const PACKAGES = [
  'botbuilder',
  'restify',
  'botbuilder-azure-blobs',
  '@microsoft/agents-hosting',
  'express',
  '@azure/msal-node',
  'undici',
  '@azure/storage-blob',
  '@azure/storage-queue',
];

function readOptions() {
  try {
    return parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        only: { type: 'string', default: '' },
        output: { type: 'string', default: fileURLToPath(new URL('results', import.meta.url)) },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}\n`);
    process.exit(78);
  }
}

const options = readOptions();
if (options.help) {
  process.stdout.write(`${USAGE}\n`);
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
const { quick } = options;
const only = options.only === '' ? undefined : new Set(options.only.split(','));

async function outside(work: (child: Child, urls: Urls) => Promise<readonly Row[]>): Promise<readonly Row[]> {
  const child = await startOutside(5);
  try {
    return await work(child, await child.ask<Urls>('urls'));
  } finally {
    await child.stop();
  }
}

const parts: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  start: () => outside((child, urls) => startRow(child, urls, quick ? 1 : 7, quick ? 0 : 1)),
  turns: () =>
    outside((child, urls) =>
      turnRows(
        child,
        urls,
        quick
          ? { people: 128, turns: 64, rounds: 3, atOnce: [16] }
          : { people: 1_024, turns: 192, rounds: 9, atOnce: [1, 16, 64] },
      ),
    ),
  requests: async () => [
    ...(await outside((child, urls) => storageRequestRows(child, urls, quick ? 2 : 5))),
    ...(await storageOperationRows(
      quick
        ? { people: 5, intervalSeconds: 1, approvedAfterSeconds: 0.5, idleSeconds: 3 }
        : { people: 20, intervalSeconds: 5, approvedAfterSeconds: 13, idleSeconds: 18, sessionSeconds: 10 },
    )),
  ],
  growth: () =>
    outside(async (child, urls) => [
      ...(await growthRow(child, urls, quick ? 128 : 1_024, quick ? 1 : 3)),
      ...(await floodRow(child, urls, quick ? 1 : 3)),
    ]),
  polling: () =>
    pollingRows(
      quick
        ? {
            pending: [100],
            intervalSeconds: 1,
            windowSeconds: 4,
            windows: () => 1,
            processes: 1,
            takeUps: 1,
            fewsSeconds: 4,
            approvals: { pending: 100, count: 10 },
          }
        : {
            pending: [100, 1_000, 5_000],
            intervalSeconds: 5,
            windowSeconds: 6,
            windows: (pending) => ({ 100: 4, 1_000: 5 })[pending] ?? 3,
            processes: 3,
            takeUps: 3,
            fewsSeconds: 24,
            approvals: { pending: 1_000, count: 60 },
          },
    ),
  find: async () => [
    ...(await scopeRows()),
    ...(await firstPageRow(quick ? 5 : 30)),
    ...(await expressLineRow(quick ? 5 : 40)),
  ],
};

const startedAt = performance.now();
execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/build.ts', import.meta.url))]);
const rows: Row[] = [];

async function run(names: readonly string[]): Promise<void> {
  for (const name of names) {
    const measure = parts[name];
    if (measure === undefined || only?.has(name) === false) continue;
    for (const row of await measure()) {
      rows.push(row);
      process.stdout.write(`${lineOf(row)}\n`);
    }
  }
}
// Parts that mostly wait can run beside each other. CPU-bound parts run beside them only with --quick, whose figures nobody quotes.
if (quick) {
  await Promise.all([run(['start', 'turns', 'growth']), run(['requests', 'polling']), run(['find'])]);
} else {
  await run(['start', 'turns']);
  await Promise.all([run(['requests']), run(['find'])]);
  await run(['growth', 'polling']);
}

const require = createRequire(import.meta.url);
const versions = Object.fromEntries(
  PACKAGES.map((name) => {
    const lock = require('../package-lock.json') as { packages: Record<string, { version: string }> };
    return [name, lock.packages[`node_modules/${name}`]?.version ?? '?'];
  }),
);
const circumstances = {
  at: new Date().toISOString().slice(0, 10),
  seconds: Math.round((performance.now() - startedAt) / 1000),
  processors: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
  memoryGigabytes: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  versions,
};
if (!quick) {
  await writeFile(`${options.output}.md`, tableOf(rows, circumstances));
  await writeFile(`${options.output}.json`, `${JSON.stringify({ circumstances, rows }, null, 2)}\n`);
}
process.stdout.write(`Took ${circumstances.seconds} s.\n`);
