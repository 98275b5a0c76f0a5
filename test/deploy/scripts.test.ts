/** The scripts against ShellCheck, and an `az` that only writes down what it is asked: no Azure is at hand. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { argumentsOf, parseDockerfile } from './dockerfile.ts';

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
  await writeFile(join(folder, 'main.bicepparam'), "using './main.bicep'\n");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** @param answers shell `case` arms: a pattern of the arguments, and what is printed */
async function fakeTool(name: string, answers: readonly (readonly [pattern: string, then: string])[]): Promise<void> {
  const arms = answers.map(([pattern, then]) => `  ${pattern}) ${then} ;;`).join('\n');
  const script = `#!/bin/sh
echo "${name} $* [key:\${STATE_ENCRYPTION_KEYS:+given}][image:$RESTORE_BOT_IMAGE]" >> '${folder}/calls'
case "$*" in
${arms}
esac
exit 0
`;
  await writeFile(join(folder, name), script);
  await chmod(join(folder, name), 0o755);
}

async function script(name: string, ...options: readonly string[]) {
  const child = spawn('bash', [`deploy/${name}`, ...options], {
    env: { PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  const calls = await readFile(join(folder, 'calls'), 'utf8').catch(() => '');
  return { code, printed, calls: calls.split('\n').filter(Boolean) };
}

const OUTPUTS = JSON.stringify(
  {
    registryName: { type: 'String', value: 'registry1' },
    registryServer: { type: 'String', value: 'registry1.azurecr.io' },
    keyVaultName: { type: 'String', value: 'vault1' },
    botId: { type: 'String', value: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' },
    fqdn: { type: 'String', value: 'bot.example.com' },
    appName: { type: 'String', value: 'restorebot' },
  },
  undefined,
  2,
);

const DIGEST = `sha256:${'0a'.repeat(32)}`;

describe('deploy.sh', () => {
  const deploying = (hasKey: boolean, isReady = true, built = `echo ${DIGEST}`) =>
    fakeTool('az', [
      ['"acr build"*', built],
      ['"containerapp show"*', `echo ${String(isReady)}`],
      ['"deployment group create"*', `cat <<'OUT'\n${OUTPUTS}\nOUT\n`],
      ['"account show --query id"*', 'echo subscription1'],
      ['"resource show"*', hasKey ? 'exit 0' : 'exit 3'],
    ]);
  const deploy = (...more: readonly string[]) =>
    script(
      'deploy.sh',
      '--resource-group',
      'rg',
      '--location',
      'westeurope',
      '--parameters',
      join(folder, 'main.bicepparam'),
      ...more,
    );
  beforeEach(() => fakeTool('sleep', []));

  test('creates group, base, key, image and app in this order, and never prints the key', async () => {
    await deploying(false);
    const { code, printed, calls } = await deploy();
    expect({ code, printed }).toMatchObject({ code: 0 });
    const steps = calls.flatMap(
      (call) => /^az (group create|deployment group create|resource show|acr build)/.exec(call)?.[1] ?? [],
    );
    expect(steps).toEqual([
      'group create',
      'deployment group create',
      'resource show',
      'acr build',
      'deployment group create',
    ]);
    const [base = '', last = ''] = calls.filter((call) => call.startsWith('az deployment'));
    expect(base).toContain('[key:][image:]');
    // A tag may be moved to another image.
    expect(last).toContain(`[key:given][image:registry1.azurecr.io/restore-bot@${DIGEST}]`);
    expect(printed + calls.join('\n')).not.toMatch(/k\d{8}:[\w-]{20,}/);
    expect(printed).toContain('https://bot.example.com');
    expect(printed).toContain('--bot-id 3f2504e0-4f89-41d3-9a0c-0305e82c3301 --domain bot.example.com');
  });

  test.each([
    ['fails', 'exit 1'],
    ['names no image', 'echo'],
  ])('deploys no app where the build %s', async (_, built) => {
    await deploying(true, true, built);
    const { code, printed, calls } = await deploy();
    expect(code).toBe(1);
    expect(printed).toContain('az acr task logs --registry registry1');
    expect(calls.filter((call) => call.startsWith('az deployment'))).toHaveLength(1);
  });

  test('keeps the key in the vault and uses a given image', async () => {
    await deploying(true);
    const { code, calls } = await deploy('--image', 'ghcr.io/contoso/restore-bot:1');
    expect(code).toBe(0);
    expect(calls.filter((call) => call.startsWith('az acr'))).toEqual([]);
    expect(calls.findLast((call) => call.startsWith('az deployment'))).toContain(
      '[key:][image:ghcr.io/contoso/restore-bot:1]',
    );
  });

  test('waits for the newest revision without calling the bot, which may refuse this machine', async () => {
    await deploying(true);
    await fakeTool('curl', []);
    const { code, calls } = await deploy();
    expect(code).toBe(0);
    expect(calls.findLast((call) => call.startsWith('az'))).toContain(
      'containerapp show --resource-group rg --name restorebot --query properties.latestRevisionName == properties.latestReadyRevisionName',
    );
    expect(calls.filter((call) => !call.startsWith('az'))).toEqual([]);
  });

  test('says where to look if the newest revision does not become ready', async () => {
    await deploying(true, false);
    const { code, printed, calls } = await deploy();
    expect({ code, printed }).toMatchObject({
      code: 1,
      printed: expect.stringContaining('az containerapp logs show --resource-group rg --name restorebot') as string,
    });
    expect(calls.filter((call) => call.startsWith('sleep 5'))).toHaveLength(60);
  });

  test.each([
    [['--location', 'westeurope'], /--resource-group is missing/],
    [['--resource-group', 'rg', '--location', 'x', '--parameters', '/nowhere'], /\/nowhere is not there/],
    [['--resource-group'], /--resource-group needs a value/],
    [['--everything'], /unknown option --everything/],
  ])('%j is refused before anything is done', async (options, message) => {
    await deploying(false);
    const { code, printed, calls } = await script('deploy.sh', ...options);
    expect(code).toBeGreaterThan(0);
    expect(printed).toMatch(message);
    expect(calls).toEqual([]);
  });

  test('stops where nobody is signed in', async () => {
    await fakeTool('az', [['"account show"*', 'exit 1']]);
    expect(await deploy()).toMatchObject({ code: 77, printed: expect.stringMatching(/az login/) as string });
  });
});

describe('register-operator-app.sh', () => {
  const APP = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
  const registering = (found: { readonly scope?: string; readonly grant?: string; readonly isPublic?: boolean } = {}) =>
    fakeTool('az', [
      ['*"--query isFallbackPublicClient"*', `echo ${String(found.isPublic ?? false)}`],
      ['"cloud show"*', 'echo https://graph.microsoft.com/'],
      ['"ad app create"*', `echo ${APP}`],
      ['*"--query id "*', 'echo object1'],
      ['*"access_as_user\'].id"*', `echo '${found.scope ?? ''}'`],
      ['*"api.oauth2PermissionScopes --output json"', 'echo "[]"'],
      ['*"00000003-0000-0000-c000-000000000000"*', 'echo directory1'],
      ['"ad sp list"*', 'echo principal1'],
      ['*"oauth2PermissionGrants?"*', found.grant ?? ':'],
    ]);

  test('creates the application, allows public clients, adds the scope and consents', async () => {
    await registering();
    const { code, printed, calls } = await script('register-operator-app.sh');
    expect({ code, printed }).toMatchObject({
      code: 0,
      printed: expect.stringContaining(`OPERATOR_APPLICATION_ID=${APP}`) as string,
    });
    const all = calls.join('\n');
    expect(all).toContain('--is-fallback-public-client true');
    expect(all).toContain('"value":"access_as_user"');
    expect(all).toContain(`--identifier-uris api://${APP}`);
    expect(all).toContain('"consentType":"AllPrincipals","resourceId":"principal1","scope":"access_as_user"');
    expect(all).toContain('"resourceId":"directory1","scope":"openid profile offline_access User.Read"');
  });

  test('adds only what an existing application lacks, and can admit a single group', async () => {
    await registering({
      isPublic: true,
      scope: 'scope1',
      grant: "printf 'grant1\\naccess_as_user openid profile offline_access User.Read\\n'",
    });
    const group = '3f2504e0-4f89-41d3-9a0c-0305e82c3302';
    const { code, calls } = await script('register-operator-app.sh', '--app-id', APP, '--group', group);
    expect(code).toBe(0);
    const all = calls.join('\n');
    expect(all).not.toContain('ad app create');
    expect(all).not.toContain('oauth2PermissionScopes":');
    expect(all).toContain('{"appRoleAssignmentRequired":true}');
    expect(all).toContain(`"principalId":"${group}"`);
    expect(calls.filter((call) => /(?:POST|PATCH).*oauth2PermissionGrants/.test(call))).toEqual([]);
  });

  test('makes no application that exists a public client unless told to, and says what that opens', async () => {
    await registering();
    const refused = await script('register-operator-app.sh', '--app-id', APP);
    expect(refused).toMatchObject({
      code: 65,
      printed: expect.stringMatching(
        /anybody who knows the application's id.*nothing was changed.*--make-public/s,
      ) as string,
    });
    const changes = (calls: readonly string[]) =>
      calls.filter((call) => /\b(?:create|update|POST|PATCH|PUT)\b/.test(call));
    expect(changes(refused.calls)).toEqual([]);

    const made = await script('register-operator-app.sh', '--app-id', APP, '--make-public');
    expect(made).toMatchObject({ code: 0, printed: expect.stringContaining('WARNING: with public client') as string });
    expect(changes(made.calls).join('\n')).toContain(`ad app update --id ${APP} --is-fallback-public-client true`);
  });

  test('warns when everybody in the tenant could approve a code, and not when a group is named', async () => {
    await registering();
    const everybody = /without --group everybody in this tenant/;
    const open = await script('register-operator-app.sh');
    expect(open).toMatchObject({ code: 0, printed: expect.stringMatching(everybody) as string });
    const limited = await script('register-operator-app.sh', '--group', '3f2504e0-4f89-41d3-9a0c-0305e82c3302');
    expect(limited).toMatchObject({ code: 0, printed: expect.not.stringMatching(everybody) as string });
    expect(limited.printed).toContain('WARNING: with public client flows');
  });

  test.each([
    [['--app-id', 'x'], /--app-id must be a GUID/],
    [['--group', 'x'], /--group must be/],
    [['--nothing'], /unknown option/],
  ])('%j is refused before anything is done', async (options, message) => {
    await registering();
    const { code, printed, calls } = await script('register-operator-app.sh', ...options);
    expect([code, printed.match(message) !== null, calls]).toEqual([64, true, []]);
  });
});
