/**
 * `npm run advisories`: compares the production packages of the lock file with a stored snapshot of advisories, without a network.
 * npm does the comparison: `npm audit` asks a server on loopback, which answers from the snapshot. Fails on an advisory that
 * advisories/accepted.json does not name. Says loudly what the snapshot cannot tell, because it is old or was never asked.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

interface Advisory {
  readonly url: string;
  readonly title: string;
  readonly severity: string;
  readonly vulnerable_versions: string;
}

interface Snapshot {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly source: string;
  /** `name@version` of each package whose advisories were looked up. */
  readonly asked: readonly string[];
  /** Those that fit what was asked, by package name, in the form in which a registry answers `npm audit`. */
  readonly advisories: Readonly<Record<string, readonly Advisory[]>>;
}

/** Why an advisory that fits a locked version is no danger here, by its address. */
type Accepted = Readonly<Record<string, string>>;

/** What `npm audit --json` prints. */
interface Report {
  readonly message?: string;
  readonly vulnerabilities?: Readonly<
    Record<string, { readonly nodes: readonly string[]; readonly via: readonly (string | Via)[] }>
  >;
}

interface Via {
  readonly name: string;
  readonly title: string;
  readonly url: string;
  readonly severity: string;
  readonly range: string;
}

const USAGE = `npm run advisories -- [options]
  --refresh            ask the registry and renew the snapshot; needs a registry that answers npm audit
  --snapshot FILE      scripts/advisories/snapshot.json unless named
  --accepted FILE      scripts/advisories/accepted.json unless named
  --help               this text`;

const OLD_DAYS = 30;

const beside = (name: string): string => fileURLToPath(new URL(`advisories/${name}`, import.meta.url));
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const warn = (line: string): void => void process.stderr.write(`WARNING: ${line}\n`);

/** `name@version` of all that production installs, as in scripts/licences.ts. */
function productionPackages(): readonly string[] {
  const { packages } = readJson('package-lock.json') as {
    readonly packages: Readonly<
      Record<string, { readonly version?: string; readonly dev?: boolean; readonly devOptional?: boolean }>
    >;
  };
  const names = Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && dev !== true && devOptional !== true)
    .map(([path, { version = '' }]) => `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`);
  return [...new Set(names)].toSorted();
}

/** @param options further options of npm */
async function audit(...options: readonly string[]): Promise<Report> {
  const stdout = await new Promise<string>((resolve) => {
    // npm exits with 1 if it finds something, too.
    execFile('npm', ['audit', '--omit=dev', '--package-lock-only', '--json', ...options], (_error, printed) => {
      resolve(printed);
    });
  });
  try {
    return JSON.parse(stdout) as Report;
  } catch {
    return { message: 'npm audit printed no report' };
  }
}

function findingsIn({ vulnerabilities, message }: Report): readonly Via[] {
  if (vulnerabilities === undefined) throw new Error(message ?? 'npm audit reported an error');
  const all = Object.values(vulnerabilities).flatMap(({ via }) => via.filter((each) => typeof each !== 'string'));
  return [...new Map(all.map((via) => [`${via.name} ${via.url}`, via])).values()];
}

/** `npm audit` as if the registry had the snapshot's advisories and nothing else. */
async function auditOffline({ advisories }: Snapshot): Promise<Report> {
  const withIds = Object.fromEntries(
    Object.entries(advisories).map(([name, list]) => [name, list.map((each, id) => ({ ...each, id: id + 1 }))]),
  );
  const server = createServer((request, response) => {
    request.resume();
    const isQuestion = request.url?.endsWith('/advisories/bulk') === true;
    response.writeHead(isQuestion ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isQuestion ? withIds : {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // npm keeps advisories by number, and these numbers mean nothing outside of this run.
  const cache = await mkdtemp(join(tmpdir(), 'restore-bot-advisories-'));
  try {
    return await audit(`--cache=${cache}`, `--registry=http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    await rm(cache, { recursive: true, force: true });
    server.closeAllConnections();
    server.close();
  }
}

async function refresh(path: string): Promise<void> {
  const report = await audit();
  if (report.vulnerabilities === undefined) {
    throw new Error(
      `the registry gives no advisories (${report.message ?? 'no reason given'}); the snapshot is unchanged`,
    );
  }
  const byName = Object.groupBy(findingsIn(report), ({ name }) => name);
  const snapshot: Snapshot = {
    date: new Date().toISOString().slice(0, 10),
    source: 'the answer of a package registry to npm audit',
    asked: productionPackages(),
    advisories: Object.fromEntries(
      Object.entries(byName).map(([name, list = []]) => [
        name,
        list.map(({ url, title, severity, range }) => ({ url, title, severity, vulnerable_versions: range })),
      ]),
    ),
  };
  writeFileSync(path, `${JSON.stringify(snapshot, undefined, 2)}\n`);
}

/** @returns the advisories that fit and are not accepted */
async function check(snapshot: Snapshot, accepted: Accepted): Promise<readonly Via[]> {
  const locked = productionPackages();
  const days = Math.floor((Date.now() - Date.parse(snapshot.date)) / 86_400_000);
  const asked = new Set(snapshot.asked);
  const unknown = locked.filter((name) => !asked.has(name));
  say(`${locked.length} production packages, advisories of ${snapshot.date}: ${snapshot.source}`);
  if (days > OLD_DAYS) warn(`the advisories are ${days} days old. Renew them: npm run advisories -- --refresh`);
  if (unknown.length > 0) {
    const some = unknown.slice(0, 5).join(', ');
    warn(`of ${unknown.length} packages no advisories were ever looked up, such as ${some}. Renew the snapshot.`);
  }
  const found = findingsIn(await auditOffline(snapshot));
  for (const { name, url, title } of found.filter(({ url }) => accepted[url] !== undefined)) {
    say(`accepted: ${name}: ${title} (${url}): ${accepted[url]}`);
  }
  const urls = new Set(found.map(({ url }) => url));
  for (const url of Object.keys(accepted).filter((each) => !urls.has(each))) {
    warn(`${url} is accepted, but fits no package any more. Remove it from the list.`);
  }
  return found.filter(({ url }) => accepted[url] === undefined);
}

function readOptions() {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({ options: { refresh: flag, snapshot: text, accepted: text, help: flag } }).values;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}\n`);
    process.exit(78);
  }
}

const {
  refresh: isRefresh,
  help,
  snapshot = beside('snapshot.json'),
  accepted = beside('accepted.json'),
} = readOptions();
try {
  if (help) say(USAGE);
  else {
    if (isRefresh) await refresh(snapshot);
    const wrong = await check(readJson(snapshot) as Snapshot, readJson(accepted) as Accepted);
    for (const { name, range, severity, title, url } of wrong) {
      process.stderr.write(`${severity}: ${name} ${range}: ${title} (${url})\n`);
    }
    say(`${wrong.length} advisories that are not accepted`);
    if (wrong.length > 0) process.exitCode = 1;
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
