/** The Dockerfile's steps, done by hand in a folder: no engine is needed to see that what it copies runs. What it builds: build.slow.ts. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startBotProcess } from '../../local/bot-process.ts';
import { startTestStack } from '../support/running-bot.ts';
import { argumentsOf, parseDockerfile, stage } from './dockerfile.ts';

const run = promisify(execFile);
const PATIENCE_MILLISECONDS = 60_000;
const INSTALL_MILLISECONDS = 300_000;

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

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restore-bot-image-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Does what a stage copies and runs, with this Node. */
async function perform(name: string): Promise<void> {
  for (const step of stage(parseDockerfile(), name)) {
    const [copied = []] = argumentsOf([step], 'COPY').map((copy) => copy.split(' '));
    for (const path of copied.slice(0, -1)) await cp(path, join(folder, path), { recursive: true });
    for (const command of argumentsOf([step], 'RUN')) await shell(command);
  }
}

const shell = (command: string) =>
  run('/bin/sh', ['-c', command], {
    cwd: folder,
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}` },
  });

test(
  'what is locked is installed, and the list in the image has every production package with its hash',
  async () => {
    await perform('modules');
    const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
      readonly packages: Readonly<Record<string, LockedPackage>>;
    };
    const expected = Object.entries(packages)
      .filter(([path, { dev, devOptional }]) => path !== '' && dev !== true && devOptional !== true)
      .map(([path, { version = '', integrity = '' }]) => {
        const hash = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
        return `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version} ${hash}`;
      });
    const bill = JSON.parse(await readFile(join(folder, 'sbom.cdx.json'), 'utf8')) as Bill;
    const listed = bill.components.map(
      ({ name, version, hashes = [] }) => `${name}@${version} ${hashes[0]?.content ?? ''}`,
    );
    expect(expected.length).toBeGreaterThan(150);
    expect(new Set(listed)).toEqual(new Set(expected));
  },
  INSTALL_MILLISECONDS,
);

test(
  'the script is built from locked packages, and the bot, its health check, the doctor and the audit reader run from what the image holds',
  async () => {
    await perform('built');
    const last = stage(parseDockerfile(), null);
    const image = join(folder, 'image');
    for (const copy of argumentsOf(last, 'COPY')) {
      const [from = '', to = ''] = copy.replace(/^\/app\//, `${folder}/`).split(' ');
      await cp(from, join(image, to.endsWith('/') ? join(to, basename(from)) : to), { recursive: true });
    }
    expect((await readdir(image)).toSorted()).toEqual(['LICENSE', 'dist', 'sbom.cdx.json']);
    const stack = await startTestStack({ botEndpoint: () => 'http://127.0.0.1:9/api/messages' });
    try {
      const environment = { ...stack.environment, HOST: '127.0.0.1', PORT: '0', NODE_ENV: 'production' };
      const bot = await startBotProcess({
        script: join(image, 'dist/index.js'),
        environment,
        limitMilliseconds: PATIENCE_MILLISECONDS,
      });
      const [health = ''] = argumentsOf(last, 'HEALTHCHECK');
      const [, ...words] = JSON.parse(health.slice(health.indexOf('CMD') + 'CMD'.length)) as readonly string[];
      const check = () => run(process.execPath, words, { env: { PATH: process.env['PATH'], PORT: String(bot.port) } });
      await expect(check()).resolves.toBeDefined();
      const execute = (...command: readonly string[]) =>
        run(process.execPath, command, { cwd: image, env: environment }).catch((error: unknown) => error);
      // Warnings are in order here: nothing is encrypted on its way, and codes may be approved by anybody.
      await expect(execute('dist/doctor.js')).resolves.toMatchObject({
        stdout: expect.stringMatching(/^ok +blobs .* 0 problems\.$/ms),
        stderr: '',
      });
      await expect(execute('dist/audit.js', '--since', '1h')).resolves.toMatchObject({ stderr: '' });
      expect(await bot.stop('SIGTERM')).toBe(0);
      await expect(check()).rejects.toMatchObject({ code: 1 });
    } finally {
      await stack.stop();
    }
  },
  INSTALL_MILLISECONDS,
);

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
