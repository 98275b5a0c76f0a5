/** The scripts against ShellCheck, and as commands with the stand-in for `az` in the path: no Azure is at hand. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { argumentsOf, parseDockerfile } from './dockerfile.ts';
import { DIGEST, newWorld, type World } from './stand-in-az.ts';

describe('ShellCheck finds nothing', () => {
  const findings = (options: readonly string[], input = '') => {
    const { error, stdout } = spawnSync('shellcheck', options, { input, encoding: 'utf8' });
    if (error) throw new Error('ShellCheck is not installed; on Debian: apt-get install shellcheck', { cause: error });
    return stdout;
  };

  test.each(['.ci/run', ...globSync('deploy/*.sh')])('in %s', (path) => {
    expect(findings([path])).toBe('');
  });

  test('in what the Dockerfile runs', () => {
    const runs = argumentsOf(parseDockerfile().getInstructions(), 'RUN');
    expect(findings(['--shell=sh', '-'], runs.join('\n'))).toBe('');
    expect(findings(['--shell=sh', '-'], 'rm -rf $folder')).toContain('SC2086');
  });
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deploy-scripts-'));
  await mkdir(join(folder, 'bin'));
  const command = join(process.cwd(), 'test/deploy/az-command.ts');
  await writeFile(join(folder, 'bin/az'), `#!/bin/sh\nexec '${process.execPath}' '${command}' "$@"\n`);
  await chmod(join(folder, 'bin/az'), 0o755);
  await writeFile(join(folder, 'world'), JSON.stringify(newWorld()));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function run(command: string, args: readonly string[]) {
  const child = spawn(command, args, {
    env: {
      PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`,
      STAND_IN_AZ: join(folder, 'world'),
      // A key that is left over in somebody's environment is not passed on.
      STATE_ENCRYPTION_KEYS: 'left:over',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  const calls = await readFile(join(folder, 'world.calls'), 'utf8').catch(() => '');
  const world = JSON.parse(await readFile(join(folder, 'world'), 'utf8')) as World;
  return { code, printed, calls: calls.split('\n').filter(Boolean), world };
}

describe('deploy.sh', () => {
  const PARAMETERS = `using './main.bicep'
param name = 'restorebot'
param operatorApplicationId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
param alertEmail = 'it@contoso.com'
param stateEncryptionKeys = readEnvironmentVariable('STATE_ENCRYPTION_KEYS', '')
param image = readEnvironmentVariable('RESTORE_BOT_IMAGE', '')
`;

  test('checks rights, deploys group, base, image by digest, key and app in this order, and never prints the key', async () => {
    const parameters = join(folder, 'main.bicepparam');
    await writeFile(parameters, PARAMETERS);
    const options = ['--resource-group', 'rg', '--location', 'westeurope', '--parameters', parameters];
    const { code, printed, calls, world } = await run('deploy/deploy.sh', options);
    expect({ code, printed }).toMatchObject({ code: 0 });
    const steps = calls.flatMap(
      (call) =>
        /^(role assignment list|group create|deployment group create|resource show|acr build|containerapp show)/.exec(
          call,
        )?.[1] ?? [],
    );
    expect(steps).toEqual([
      'role assignment list',
      'group create',
      'deployment group create',
      'acr build',
      'resource show',
      'deployment group create',
      'containerapp show',
    ]);
    // A tag may be moved to another image.
    expect(printed).toMatch(new RegExp(`with the image restorebot\\w+\\.azurecr\\.io/restore-bot@${DIGEST}`));
    const secret = world.groups['rg']?.resources.find(({ name }) => name === 'state-encryption-keys');
    expect(secret?.versions).toEqual([expect.stringMatching(/^k\d{12}:[\w-]{43}$/)]);
    expect(printed + calls.join('\n')).not.toContain(secret?.versions?.[0]?.slice(14));
    expect(printed).toContain('--bot-id 3f2504e0-4f89-41d3-9a0c-0305e82c3301 --domain bot.example.com');
    expect(printed).toContain('--out appPackage/build/rg.zip');
    expect(printed).toContain('203.0.113.7');
  });

  test.each([
    [['--location', 'westeurope'], 64, /--resource-group is missing/],
    [['--resource-group', 'rg', '--location', 'x', '--parameters', '/nowhere'], 66, /\/nowhere is not there/],
    [['--everything'], 64, /Unknown option '--everything'/],
  ])('%j is refused before anything is done', async (options, status, message) => {
    const { code, printed, calls } = await run('deploy/deploy.sh', options);
    expect({ code, calls }).toEqual({ code: status, calls: [] });
    expect(printed).toMatch(message);
  });

  test('asks for npm install where nothing is installed, before anything else', async () => {
    await mkdir(join(folder, 'deploy'));
    await cp('deploy/deploy.sh', join(folder, 'deploy/deploy.sh'));
    const { code, printed } = await run(join(folder, 'deploy/deploy.sh'), ['--help']);
    expect({ code, printed }).toEqual({ code: 69, printed: `deploy.sh: first run, in ${folder}: npm install\n` });
  });
});

test('register-operator-app.sh registers an application and prints its id', async () => {
  const { code, printed, world } = await run('deploy/register-operator-app.sh', []);
  expect({ code, printed }).toMatchObject({ code: 0 });
  expect(printed).toContain(`OPERATOR_APPLICATION_ID=${world.applications[0]?.appId ?? 'none'}`);
  const refused = await run('deploy/register-operator-app.sh', ['--group', 'x']);
  expect(refused).toMatchObject({ code: 64, printed: expect.stringContaining('--group must be') as string });
});

test('register-operator-app.sh ends public client flows where people sign in in the browser alone', async () => {
  const appId = '3f2504e0-4f89-41d3-9a0c-0305e82c3303';
  const application = { id: 'object1', appId, displayName: 'Restore operator sign-in', isFallbackPublicClient: true };
  await writeFile(join(folder, 'world'), JSON.stringify({ ...newWorld(), applications: [application] }));
  const options = ['--app-id', appId, '--redirect', 'https://bot.example/signed-in', '--no-consent', '--end-public'];
  const { code, printed, world } = await run('deploy/register-operator-app.sh', options);
  expect({ code, printed }).toMatchObject({ code: 0 });
  expect(world.applications[0]).toMatchObject({ isFallbackPublicClient: false });
  expect(printed).not.toMatch(/WARNING: with public client flows|--make-public/);
  const open = await run('deploy/register-operator-app.sh', ['--end-public']);
  expect(open).toMatchObject({ code: 64, printed: expect.stringContaining('--end-public needs --redirect') as string });
});

test('npm run setup stops where its questions are not answered, and says how to answer them', async () => {
  // A resource group of its own, so that no file of somebody's deployment is read.
  const { code, printed } = await run('npm', ['run', '-s', 'setup', '--', '--resource-group', `test-${process.pid}`]);
  await rm(`deploy/test-${process.pid}.setup.json`, { force: true });
  expect({ code, printed }).toEqual({
    code: 64,
    printed: expect.stringContaining('or give the answers as options') as string,
  });
});
