/** `npm run bench`: measures the parts and prints the rows of each one once they are known. `--quick`: short rounds only. */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Part } from './part.ts';
import { buildPeers } from './peers.ts';
import { durationOf, lineOf, tableOf } from './report.ts';
import { attacksPart } from './rows/attacks.ts';
import { browserSignInPart } from './rows/browser-sign-in.ts';
import { containerPart } from './rows/container.ts';
import { findPart } from './rows/find.ts';
import { growthPart } from './rows/growth.ts';
import { imagePart } from './rows/image.ts';
import { memoryPart } from './rows/memory.ts';
import { pollingPart } from './rows/polling.ts';
import { pressesPart } from './rows/presses.ts';
import { restoreOperationsPart } from './rows/restore-operations.ts';
import { startPart } from './rows/start.ts';
import { storageOperationsPart } from './rows/storage-operations.ts';
import { storageRequestsPart } from './rows/storage-requests.ts';
import { turnsPart } from './rows/turns.ts';
import { readScaleOptions } from './scale/options.ts';
import { PAGE, pageFrom } from './scale/page.ts';
import { measureParts } from './schedule.ts';

/** In the order of the results. */
const PARTS: readonly Part[] = [
  startPart,
  memoryPart,
  containerPart,
  imagePart,
  turnsPart,
  storageRequestsPart,
  storageOperationsPart,
  findPart,
  pressesPart,
  restoreOperationsPart,
  growthPart,
  pollingPart,
  browserSignInPart,
  attacksPart,
];

const USAGE = `npm run bench [-- options]
  --quick        a short round of each in under a minute, partly in parallel: rough figures
  --only A,B     only these parts: ${PARTS.map(({ name }) => name).join(', ')}
  --output PATH  writes PATH.md and PATH.json (bench/results; with --only or --quick nothing)`;

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
        output: { type: 'string' },
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
const only = options.only === '' ? PARTS.map(({ name }) => name) : options.only.split(',');
const unknown = only.filter((name) => !PARTS.some((part) => part.name === name));
if (unknown.length > 0) {
  process.stderr.write(`There is no part ${unknown.join(', ')}.\n\n${USAGE}\n`);
  process.exit(78);
}

const chosen = PARTS.filter(({ name }) => only.includes(name));
const parts = chosen.filter(({ onlyLinux }) => onlyLinux !== true || process.platform === 'linux');
for (const part of chosen) if (!parts.includes(part)) process.stdout.write(`${part.name}: needs Linux, left out\n`);

const startedAt = performance.now();
execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/build.ts', import.meta.url))]);
await buildPeers();
const measured = await measureParts(parts, quick, (each) => {
  const { part, rows } = each;
  const lines = rows.map((row) => `${lineOf(row)}\n`);
  process.stdout.write(`${part.name}: ${part.title}, ${durationOf(each)}\n${lines.join('')}`);
});

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
const isWhole = !quick && options.only === '';
const isPublished = isWhole && options.output === undefined;
const output = isPublished ? fileURLToPath(new URL('results', import.meta.url)) : options.output;
if (output !== undefined) {
  await writeFile(`${output}.md`, tableOf(measured, circumstances));
  const rows = measured.flatMap((each) => each.rows.map((row) => ({ part: each.part.name, ...row })));
  await writeFile(`${output}.json`, `${JSON.stringify({ circumstances, rows }, null, 2)}\n`);
  // Computed from these rows.
  if (isPublished) await writeFile(PAGE, await pageFrom(`${output}.json`, readScaleOptions({})));
}
process.stdout.write(`Took ${circumstances.seconds} s.\n`);
