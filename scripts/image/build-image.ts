/** Builds deploy/Dockerfile with buildah: no daemon, no container to run in, and no image registry where the base is made here. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const DOCKERFILE = 'deploy/Dockerfile';
const STAND_IN = 'localhost/restore-bot-base';
/** Any that this machine's keys of Debian's archive sign; Node needs little of it. */
const SUITE = 'bookworm';
const PATH_INSIDE = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const LAST_LINES = 20;
export type Say = (text: string) => void;

/**
 * @returns what it printed to stdout, trimmed
 * @throws Error with the end of what it printed, or with how to install what is missing
 */
export async function run(say: Say, program: string, ...words: readonly string[]): Promise<string> {
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = { out: '', all: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.out += text;
    printed.all += text;
    say(text);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.all += text;
    say(text);
  });
  const [code] = (await once(child, 'close').catch((cause: unknown) => {
    throw new Error(`${program} is not installed; on Debian: apt-get install ${program}`, { cause });
  })) as [number | null];
  if (code === 0) return printed.out.trim();
  throw new Error(
    `${program} ${words[0] ?? ''} failed:\n${printed.all.trim().split('\n').slice(-LAST_LINES).join('\n')}`,
  );
}

/** What npm is told here, so that it reaches the same registry inside. */
async function npmSetting(name: string): Promise<string | undefined> {
  const { stdout } = await promisify(execFile)('npm', ['config', 'get', name]);
  return ['', 'null', 'undefined'].includes(stdout.trim()) ? undefined : stdout.trim();
}

/** Debian with this Node and its npm where the Dockerfile's base has them, as an image. @returns its name */
async function makeStandIn(say: Say): Promise<string> {
  // npm-cli.js of the npm that runs this.
  const script = process.env['npm_execpath'];
  if (script === undefined) throw new Error('The base gets the npm that starts this: use npm run image.');
  const folder = await mkdtemp(join(tmpdir(), 'restore-bot-base-'));
  const local = join(folder, 'usr/local');
  try {
    await run(say, 'mmdebstrap', '--variant=essential', '--include=libstdc++6', '--format=directory', SUITE, folder);
    const npm = resolve(dirname(script), '..');
    for (const name of ['bin', 'etc', 'lib/node_modules']) await mkdir(join(local, name), { recursive: true });
    await cp(process.execPath, join(local, 'bin/node'));
    await cp(npm, join(local, 'lib/node_modules/npm'), { recursive: true });
    await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
    const settings = [`registry=${(await npmSetting('registry')) ?? ''}`];
    const authorities = await npmSetting('cafile');
    if (authorities !== undefined) {
      await cp(authorities, join(local, 'etc/ca.pem'));
      settings.push('cafile=/usr/local/etc/ca.pem');
    }
    await writeFile(join(local, 'etc/npmrc'), `${settings.join('\n')}\n`);
    const container = await run(say, 'buildah', 'from', 'scratch');
    try {
      await run(say, 'buildah', 'copy', '--quiet', container, folder, '/');
      await run(say, 'buildah', 'config', '--env', `PATH=${PATH_INSIDE}`, container);
      await run(say, 'buildah', 'commit', '--quiet', container, STAND_IN);
    } finally {
      await run(say, 'buildah', 'rm', container);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return STAND_IN;
}

/**
 * @param base in place of the image that the Dockerfile names; `debian`: a stand-in that is made here
 * @param tag of the image that is made
 * @param say gets what the tools print
 */
export async function buildImage({
  base,
  tag,
  say = () => undefined,
}: {
  readonly base?: string | undefined;
  readonly tag: string;
  readonly say?: Say | undefined;
}): Promise<void> {
  const isStandIn = base === 'debian';
  const from = isStandIn ? await makeStandIn(say) : base;
  // Of the two formats, Docker's alone has health checks. Another isolation needs what a container does not allow.
  const options = ['--format', 'docker', '--isolation', 'chroot', '--file', DOCKERFILE, '--tag', tag];
  try {
    await run(say, 'buildah', 'build', ...options, ...(from === undefined ? [] : ['--from', from]), '.');
  } finally {
    // Its layers stay with the image that was built on them.
    if (isStandIn) await run(say, 'buildah', 'rmi', STAND_IN);
  }
}
