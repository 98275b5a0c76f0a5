/** The image, built of deploy/Dockerfile on a stand-in for its base, and what is in it, run as it would be. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ALEX } from '../../local/people.ts';
import type { Contents } from '../../scripts/bundle/bundle.ts';
import { buildImage } from '../../scripts/image/build-image.ts';
import { chatter } from '../support/chatter.ts';
import { startRealBots, terminate, type RealBots } from '../support/real-bots.ts';

const run = promisify(execFile);
const TAG = 'localhost/restore-bot-under-test';
const BUILD_MILLISECONDS = 900_000;
const PATIENCE_MILLISECONDS = 90_000;

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

interface Bill {
  readonly components: readonly {
    readonly name: string;
    readonly version: string;
    readonly hashes?: readonly { readonly content: string }[];
  }[];
}

/** As an engine reads it. */
interface Config {
  readonly User: string;
  readonly WorkingDir: string;
  readonly Env: readonly string[];
  readonly Cmd: readonly string[];
  readonly StopSignal: string;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

/** Runs a command in a root file system as an engine does: with /proc and /dev, as that user, in that folder. Is the command's process. */
const ENTER = `
  mount --rbind /proc "$0/proc" && mount --rbind /dev "$0/dev" || exit
  root=$0 user=$1 folder=$2
  shift 2
  exec chroot --userspec="$user" "$root" /bin/sh -c 'cd "$0" && exec "$@"' "$folder" "$@"`;

let container: string;
let root: string;
let config: Config;
let bots: RealBots;

const environmentOf = ({ Env }: Config): Readonly<Record<string, string>> =>
  Object.fromEntries(Env.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));

const inside = (...command: readonly string[]): readonly string[] => [
  'unshare',
  '--mount',
  'sh',
  '-c',
  ENTER,
  root,
  config.User,
  config.WorkingDir,
  ...command,
];

/** Like the process of an engine's `exec`: with the settings of the image and those handed in. */
const execute = async (environment: Readonly<Record<string, string>>, ...command: readonly string[]) => {
  const [program = '', ...words] = inside(...command);
  const env = { ...environmentOf(config), ...environment };
  return run(program, words, { env }).then(
    (ended) => ({ code: 0, ...ended }),
    (error: unknown) => error,
  );
};

beforeAll(async () => {
  await buildImage({ base: 'debian', tag: TAG });
  container = (await run('buildah', ['from', TAG])).stdout.trim();
  root = (await run('buildah', ['mount', container])).stdout.trim();
  const { stdout } = await run('buildah', ['inspect', '--type', 'image', TAG]);
  ({ config } = (JSON.parse(stdout) as { readonly Docker: { readonly config: Config } }).Docker);
  bots = await startRealBots(inside(...config.Cmd));
}, BUILD_MILLISECONDS);
afterAll(async () => {
  await bots.stop();
  await run('buildah', ['rm', container]);
  await run('buildah', ['rmi', TAG]);
});

test('holds the bot, the list of its packages and the license, which the bot cannot change, and no package manager', async () => {
  expect((await readdir(join(root, 'app'))).toSorted()).toEqual(['LICENSE', 'dist', 'sbom.cdx.json']);
  const { files } = JSON.parse(await readFile(join(root, 'app/dist/contents.json'), 'utf8')) as Contents;
  for (const [name, bytes] of Object.entries(files)) {
    const { size, uid, mode } = await stat(join(root, 'app/dist', name));
    // What the benchmark's row of the size adds up.
    expect({ name, size, uid, isWritable: (mode & 0o022) !== 0 }).toEqual({
      name,
      size: bytes,
      uid: 0,
      isWritable: false,
    });
  }
  expect(await readdir(join(root, 'usr/local/bin'))).toEqual(['node']);
  expect(await readdir(join(root, 'usr/local/lib'))).not.toContain('node_modules');
  expect(config).toMatchObject({ User: '1000:1000', WorkingDir: '/app', StopSignal: 'SIGTERM' });
});

test('lists every production package that is locked, with its hash', async () => {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const expected = Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && dev !== true && devOptional !== true)
    .map(([path, { version = '', integrity = '' }]) => {
      const hash = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
      return `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version} ${hash}`;
    });
  const bill = JSON.parse(await readFile(join(root, 'app/sbom.cdx.json'), 'utf8')) as Bill;
  const listed = bill.components.map(
    ({ name, version, hashes = [] }) => `${name}@${version} ${hashes[0]?.content ?? ''}`,
  );
  expect(expected.length).toBeGreaterThan(150);
  expect(new Set(listed)).toEqual(new Set(expected));
});

test(
  'signs a person in, is healthy until SIGTERM, and has the doctor and the audit reader',
  async () => {
    const bot = await bots.start(environmentOf(config));
    bots.talkTo(bot);
    const [, ...check] = config.Healthcheck.Test;
    const health = () => execute({ PORT: String(bot.port) }, ...check);
    expect(await health()).toMatchObject({ code: 0 });
    const alex = chatter(bots, ALEX);
    const code = await alex.login();
    await alex.approve(code);
    await alex.becomes(code.id, 'Signed in', 30_000);
    // Warnings are in order here: nothing is encrypted on its way, and codes may be approved by anybody.
    expect(await execute(bots.environment, 'node', 'dist/doctor.js')).toMatchObject({
      stdout: expect.stringMatching(/^ok +blobs .* 0 problems\.$/ms) as string,
      stderr: '',
    });
    expect(await execute(bots.environment, 'node', 'dist/audit.js', '--since', '1h')).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect(await terminate(bot)).toBe(0);
    expect(await health()).toMatchObject({ code: 1 });
  },
  PATIENCE_MILLISECONDS,
);

test('says which settings are missing, and ends with 78', async () => {
  const ended = await execute({ ...bots.environment, STATE_ENCRYPTION_KEYS: '' }, ...config.Cmd);
  expect(ended).toMatchObject({
    code: 78,
    stderr: expect.stringContaining('STATE_ENCRYPTION_KEYS: is missing') as string,
  });
});

test('a package that is not the locked one is refused', async () => {
  const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const { ms, depd } = { ms: lock.packages['node_modules/ms'], depd: lock.packages['node_modules/depd'] };
  const root = { name: 'one', version: '1.0.0', dependencies: { ms: ms?.version } };
  const wrong = { ...ms, integrity: depd?.integrity };
  const small = await mkdtemp(join(tmpdir(), 'restore-bot-hash-'));
  try {
    await writeFile(join(small, 'package.json'), JSON.stringify(root));
    const install = async (locked: object) => {
      const packages = { '': root, 'node_modules/ms': locked };
      await writeFile(join(small, 'package-lock.json'), JSON.stringify({ ...root, lockfileVersion: 3, packages }));
      return run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: small });
    };
    await expect(install({ ...ms })).resolves.toBeDefined();
    await expect(install(wrong)).rejects.toMatchObject({ stderr: expect.stringContaining('EINTEGRITY') as string });
  } finally {
    await rm(small, { recursive: true, force: true });
  }
}, 60_000);
