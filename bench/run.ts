/** `npm run bench`: measures the parts and prints the rows of each one once they are known. `--quick`: short rounds only. */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { combine, describeRuns, type Results } from './combine.ts';
import type { Part } from './part.ts';
import { buildPeers } from './peers.ts';
import { durationOf, durationsOf, lineOf, tableOf } from './report.ts';
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
  --output PATH  writes PATH.md and PATH.json (bench/results; with --only or --quick nothing)
  --combine A,B  measures nothing: the medians of runs that --output wrote (without .json)`;

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
        combine: { type: 'string' },
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

const isWhole = !quick && options.only === '';
const isPublished = isWhole && options.output === undefined;
const output = isPublished ? fileURLToPath(new URL('results', import.meta.url)) : options.output;
await (options.combine === undefined ? measure() : publish(options.combine.split(',')));

async function measure(): Promise<void> {
  const startedAt = performance.now();
  execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/build.ts', import.meta.url))]);
  await buildPeers();
  const measured = await measureParts(parts, quick, (each) => {
    const { part, rows } = each;
    const lines = rows.map((row) => `${lineOf(row)}\n`);
    process.stdout.write(`${part.name}: ${part.title}, ${durationOf(each)}\n${lines.join('')}`);
  });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const rows = measured.flatMap((each) => each.rows.map((row) => ({ part: each.part.name, ...row })));
  await write(durationsOf(measured, seconds), { circumstances: { ...machine(), seconds }, rows });
  process.stdout.write(`Took ${seconds} s.\n`);
}

async function publish(names: readonly string[]): Promise<void> {
  const [first, ...others] = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(`${name}.json`, 'utf8')) as Results),
  );
  if (first === undefined) return;
  const runs = [first, ...others] as const;
  await write(describeRuns(runs), combine(runs));
}

async function write(what: string, results: Results): Promise<void> {
  if (output === undefined) return;
  const { circumstances, rows } = results;
  const sections = PARTS.map((part) => ({ part, rows: rows.filter((row) => row.part === part.name) }));
  const filled = sections.filter((section) => section.rows.length > 0);
  await writeFile(`${output}.md`, tableOf(filled, what, circumstances));
  await writeFile(`${output}.json`, `${JSON.stringify(results, null, 2)}\n`);
  // Computed from these rows.
  if (isPublished) await writeFile(PAGE, await pageFrom(`${output}.json`, readScaleOptions({})));
}

function machine() {
  const require = createRequire(import.meta.url);
  const locks = ['../package-lock.json', 'bots/package-lock.json'].map(
    (path) => require(`./${path}`) as { packages: Record<string, { version: string }> },
  );
  const versionOf = (name: string) => locks.map(({ packages }) => packages[`node_modules/${name}`]?.version);
  const versions = PACKAGES.map((name) => [name, versionOf(name).find((version) => version !== undefined) ?? '?']);
  return {
    at: new Date().toISOString().slice(0, 10),
    processors: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    versions: Object.fromEntries(versions) as Readonly<Record<string, string>>,
  };
}
