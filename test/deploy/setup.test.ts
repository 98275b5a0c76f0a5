/** `npm run setup` and `npm run remove` as somebody types them, against the stand-in for `az`. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manifestIn } from '../../scripts/app-package/write.ts';
import { createAz, type RunAz } from '../../scripts/azure/az.ts';
import { readAccount } from '../../scripts/azure/account.ts';
import { deployBot } from '../../scripts/azure/deploy-bot.ts';
import { remove } from '../../scripts/azure/remove.ts';
import { rotateKeys } from '../../scripts/azure/rotate-keys.ts';
import { setUp, type SetupOptions, type SetupSurroundings } from '../../scripts/azure/setup.ts';
import { answer, newWorld, unique, type World } from './stand-in-az.ts';

const OPERATORS = '3f2504e0-4f89-41d3-9a0c-0305e82c3302';
const TYPED: Readonly<Record<string, string>> = {
  'Region of Azure': '',
  'Organization in Microsoft 365': '',
  'Address of the REST API of the backup service': 'https://backup.contoso.com:4443',
  'Object id of the group': OPERATORS,
  'Who gets an e-mail': 'it@contoso.com',
  'Create all of it': 'yes',
};
const OPTIONS: SetupOptions = {
  group: 'restore-bot',
  name: 'restorebot',
  network: 'new',
  answers: {},
  isConfirmed: false,
  publisher: {},
};
const CERTIFICATE =
  "param restoreCertificate = readEnvironmentVariable('RESTORE_CERTIFICATE', '')\n" +
  "param restoreCertificatePassword = readEnvironmentVariable('RESTORE_CERTIFICATE_PASSWORD', '')\n";
const APPROVAL = `  APPROVAL: 'always'\n  APPROVERS: '${OPERATORS}'\n`;
const THROTTLED = 'ERROR: (TooManyRequests) The request is being throttled.\nCode: TooManyRequests';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'setup-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** @param around what happens at a call instead, or beside it; it gets the number of the call, from 0 */
function desk(
  world: World,
  typed: Readonly<Record<string, string>> = TYPED,
  around: (number: number, go: () => ReturnType<typeof answer>) => ReturnType<typeof answer> = (_, go) => go(),
) {
  const calls: string[] = [];
  const questions: string[] = [];
  const lines: string[] = [];
  const waits: number[] = [];
  const wait = (seconds: number): Promise<void> => {
    waits.push(seconds);
    return Promise.resolve();
  };
  const run: RunAz = async (args, variables) => {
    calls.push(args.join(' '));
    await Promise.resolve();
    return around(calls.length - 1, () => answer(world, args, variables));
  };
  const surroundings: SetupSurroundings = {
    root: process.cwd(),
    folder,
    az: createAz(run, wait),
    say: (line) => void lines.push(line),
    wait,
    ask: (question) => {
      questions.push(question);
      const known = Object.keys(typed).find((beginning) => question.startsWith(beginning));
      if (known === undefined) throw new Error(`nobody answers ${question}`);
      return Promise.resolve(typed[known] ?? '');
    },
    inContainer: () => Promise.resolve(false),
  };
  return { surroundings, calls, questions, lines, waits, printed: () => lines.join('\n') };
}

const secretOf = (world: World, group = 'restore-bot') =>
  world.groups[group]?.resources.find(({ name }) => name === 'state-encryption-keys');

/** A world without ids that differ from run to run. */
const shapeOf = (world: World) => ({
  groups: Object.entries(world.groups).map(([name, { resources }]) => [name, resources.map(({ id }) => id).toSorted()]),
  versions: secretOf(world)?.versions?.length,
  applications: world.applications.map(({ identifierUris, api, ...application }) => ({
    name: application.displayName,
    isPublic: application.isFallbackPublicClient,
    uris: identifierUris?.length,
    scopes: api?.oauth2PermissionScopes.map(({ value }) => value),
  })),
  principals: world.principals.map(({ required, assigned }) => [
    required,
    assigned.map(({ principalId }) => principalId),
  ]),
  grants: world.grants.map(({ scope }) => scope),
  roles: world.roleDefinitions.map(({ roleName }) => roleName),
});

test('from nothing: six questions, then a bot, its application, its package and the clicks that remain', async () => {
  const world = newWorld();
  const { surroundings, questions, lines, printed, calls } = desk(world);
  const { zip } = await setUp(surroundings, OPTIONS);
  expect(questions).toEqual([
    'Region of Azure [westeurope]: ',
    'Organization in Microsoft 365 [contoso.onmicrosoft.com]: ',
    'Address of the REST API of the backup service: ',
    'Object id of the group whose members may sign in (empty: everybody): ',
    'Who gets an e-mail when an alert fires: ',
    'Create all of it? (yes/no) ',
  ]);
  expect(shapeOf(world)).toMatchObject({
    versions: 1,
    applications: [{ isPublic: true, uris: 1, scopes: ['access_as_user'] }],
    principals: [
      [undefined, []],
      [true, [OPERATORS]],
    ],
    grants: ['access_as_user', 'openid profile offline_access User.Read'],
  });
  const [application] = world.applications;
  const parameters = readFileSync(join(folder, 'restore-bot.bicepparam'), 'utf8');
  expect(parameters).toContain(`param operatorApplicationId = '${application?.appId ?? 'none'}'`);
  expect(parameters).toContain("param backupServiceUrl = 'https://backup.contoso.com:4443'");
  expect(parameters).toMatch(/^using '.*deploy\/main\.bicep'$/m);
  expect(existsSync(zip)).toBe(true);
  for (const said of [
    'create Microsoft.KeyVault/vaults/restorebot-',
    'US dollars a month',
    'https://bot.example.com',
    '203.0.113.7',
    'https://admin.teams.microsoft.com',
  ]) {
    expect(printed()).toContain(said);
  }
  // What would be created is shown before anything but the empty group is.
  const confirmed = calls.findIndex((call) => call.startsWith('deployment group what-if'));
  expect(calls.slice(0, confirmed).filter((call) => /create(?! --name restore-bot )|POST|PATCH/.test(call))).toEqual(
    [],
  );
  // The key is in no argument, in nothing printed and in no file.
  const [key = ''] = secretOf(world)?.versions ?? [];
  expect(key).toMatch(/^k\d{12}:[\w-]{43}$/);
  const files = readdirSync(folder).filter((name) => !name.startsWith('appPackage'));
  for (const text of [...calls, ...lines, ...files.map((name) => readFileSync(join(folder, name), 'utf8'))]) {
    expect(text).not.toContain(key.slice(14));
  }
});

test('the page shows what somebody sees who runs it for the first time', async () => {
  const { surroundings } = desk(newWorld());
  let shown = '$ npm run setup\n';
  const seen: SetupSurroundings = {
    ...surroundings,
    say: (line) => void (shown += `${line}\n`),
    ask: async (question) => {
      const typed = await surroundings.ask(question);
      shown += `${question}${typed}\n`;
      return typed;
    },
  };
  await setUp(seen, OPTIONS);
  const page = readFileSync('docs/setup-transcript.md', 'utf8');
  const [, block = ''] = /^```text\n([^]*?)^```$/m.exec(page) ?? [];
  const same = (text: string) =>
    text
      .replaceAll(folder, 'deploy')

      .replaceAll(/deploy\/appPackage/g, 'appPackage')
      .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '00000000-0000-0000-0000-000000000000')
      .replaceAll(/restore-bot:[\da-f]{7,}/g, 'restore-bot:0000000')
      .replaceAll(/[ \t]+$/gm, '');
  expect(block).toBe(same(shown));
});

test('interrupted at any call, before or after it took effect, and run again: the same in the end, and no question twice', async () => {
  const whole = newWorld();
  const first = desk(whole);
  await setUp(first.surroundings, OPTIONS);
  const expected = shapeOf(whole);
  const count = first.calls.length;
  expect(count).toBeGreaterThan(35);
  for (let at = 0; at < count; at += 1) {
    for (const when of ['before', 'after']) {
      await rm(folder, { recursive: true, force: true });
      folder = await mkdtemp(join(tmpdir(), 'setup-'));
      const world = newWorld();
      const broken = desk(world, TYPED, (number, go) => {
        if (number < at) return go();
        if (when === 'after') {
          go();
          // The deployment goes on without anybody who waits for it.
          world.active = /--name (restore-bot(?:-base)?) --parameters/.exec(broken.calls.at(-1) ?? '')?.[1];
        }
        throw new Error('interrupted');
      });
      await expect(setUp(broken.surroundings, OPTIONS)).rejects.toThrow('interrupted');
      const again = desk(world);
      await setUp(again.surroundings, OPTIONS);
      const asked = [...broken.questions, ...again.questions];
      expect({ at, when, shape: shapeOf(world) }).toEqual({ at, when, shape: expected });
      // What was answered is kept; a confirmation is asked for again if nobody could know that it was given.
      expect({ at, when, asked: asked.length - new Set(asked).size }).toEqual({ at, when, asked: 0 });
    }
  }
}, 300_000);

test('an answer that asks to wait, at every call: each is repeated, and nothing is done twice', async () => {
  const world = newWorld();
  const refused = new Set<string>();
  const { surroundings, waits, calls } = desk(world, TYPED, (_, go) => {
    const call = calls.at(-1) ?? '';
    if (refused.has(call)) return go();
    refused.add(call);
    return { code: 1, stdout: '', stderr: THROTTLED };
  });
  await setUp(surroundings, OPTIONS);
  expect(shapeOf(world)).toMatchObject({ versions: 1, applications: [{ uris: 1 }] });
  expect(waits.filter((seconds) => seconds === 5).length).toBeGreaterThan(35);
}, 300_000);

test('the key that another run makes meanwhile is kept', async () => {
  const world = newWorld();
  const whole = (call: string): boolean =>
    call.startsWith('deployment group create') && call.includes('--name restore-bot --');
  const others = ['k0:of-the-other-run'];
  const { surroundings, calls } = desk(world, TYPED, (_, go) => {
    if (secretOf(world) !== undefined || !whole(calls.at(-1) ?? '')) return go();
    // The other run is killed, and its deployment ends by itself.
    go();
    secretOf(world)?.versions?.splice(0, 1, ...others);
    return { code: 1, stdout: '', stderr: 'ERROR: (DeploymentActive) An existing one is still active.' };
  });
  await setUp(surroundings, OPTIONS);
  expect(secretOf(world)?.versions).toEqual(others);
});

test('one that never ends is an error that says so, and the next run goes on', async () => {
  const world = newWorld();
  const { surroundings, waits, calls } = desk(world, TYPED, (_, go) =>
    calls.at(-1)?.startsWith('acr build') === true ? { code: 1, stdout: '', stderr: THROTTLED } : go(),
  );
  await expect(setUp(surroundings, OPTIONS)).rejects.toThrow(/^az acr build was put off 6 times: .*it goes on\.$/s);
  expect(waits).toEqual([5, 10, 20, 40, 60, 60]);
  await setUp(desk(world, {}).surroundings, OPTIONS);
  expect(world.applications).toHaveLength(1);
});

test.each<[string, Partial<World>, RegExp]>([
  ['nobody is signed in', { signedIn: false }, /az login/],
  [
    'the role is User Access Administrator alone',
    { roles: ['User Access Administrator'] },
    /lacks rights.*Microsoft\.KeyVault\/vaults\/write, to create resources.*Roles there now: User Access Administrator.*Owner, or Contributor and User Access Administrator/s,
  ],
  ['the role is Contributor alone', { roles: ['Contributor'] }, /roleDefinitions\/write, to define the role/],
  [
    'the second role cannot define roles',
    { roles: ['Contributor', 'Role Based Access Control Administrator'] },
    /nothing was created:\n {2}Microsoft\.Authorization\/roleDefinitions\/write[^\n]*\nRoles/,
  ],
  [
    'nobody may register an application',
    { directoryRoles: ['Teams Administrator'] },
    /Roles in the directory now: Teams Administrator.*--operator-application-id/s,
  ],
  ['az is signed in to another cloud', { cloud: 'AzureUSGovernment' }, /AzureUSGovernment.*"Other clouds"/],
])('where %s it stops before anything is created or asked', async (_, lacking, message) => {
  const world = { ...newWorld(), ...lacking };
  const { surroundings, questions } = desk(world);
  await expect(setUp(surroundings, OPTIONS)).rejects.toThrow(message);
  expect({ questions, groups: world.groups, applications: world.applications }).toEqual({
    questions: [],
    groups: {},
    applications: [],
  });
});

test('with Contributor and User Access Administrator, and an application of somebody else, no role of the directory is needed', async () => {
  const world = { ...newWorld(), roles: ['Contributor', 'User Access Administrator'], directoryRoles: [] };
  await setUp(desk(world).surroundings, { ...OPTIONS, operatorApplicationId: OPERATORS });
  expect(world.applications).toEqual([]);
});

test('rights on a resource group that somebody else created, in a subscription with all providers, are enough', async () => {
  const world: World = {
    ...newWorld(),
    isOfGroup: true,
    groups: { 'restore-bot': { location: 'westeurope', resources: [], deployments: {} } },
    registered: [
      'App',
      'BotService',
      'ContainerRegistry',
      'Insights',
      'KeyVault',
      'ManagedIdentity',
      'Network',
      'OperationalInsights',
      'Storage',
    ].map((name) => `Microsoft.${name}`),
  };
  const { surroundings, printed, calls } = desk(world);
  await setUp(surroundings, { ...OPTIONS, image: 'registry.contoso.com/restore-bot:1' });
  expect(printed()).toContain('if it has none, set zoneRedundant to false');
  expect(secretOf(world)?.versions).toHaveLength(1);
  // An image that is given is not built.
  expect(printed()).toContain('with the image registry.contoso.com/restore-bot:1');
  expect(calls.filter((call) => call.startsWith('acr'))).toEqual([]);
  await expect(
    setUp(desk(world).surroundings, { ...OPTIONS, answers: { location: 'westus' }, group: 'restore-bot' }),
  ).rejects.toThrow('--location must be westeurope, where the resource group restore-bot is');
});

test('a region without availability zones is deployed to without them, and one that does not exist is refused', async () => {
  const world = newWorld();
  const { surroundings, printed } = desk(world, { ...TYPED, 'Region of Azure': 'westus' });
  await setUp(surroundings, OPTIONS);
  expect(printed()).toContain('westus has no availability zones');
  expect(readFileSync(join(folder, 'restore-bot.bicepparam'), 'utf8')).toContain('param zoneRedundant = false');
  const elsewhere = { ...OPTIONS, group: 'other', answers: { location: 'atlantis' } };
  await expect(setUp(desk(world).surroundings, elsewhere)).rejects.toThrow(
    '--location must be a region of this subscription: westeurope, westus.',
  );
});

test('parameters for availability zones are refused where the region has none, before anything is created', async () => {
  const world = newWorld();
  await setUp(desk(world).surroundings, { ...OPTIONS, answers: { location: 'westus' } });
  const options = { ...OPTIONS, group: 'other', name: undefined, network: undefined };
  const text = readFileSync(join(folder, 'restore-bot.bicepparam'), 'utf8');
  const before = JSON.stringify(world);
  for (const line of ['param zoneRedundant = true', '']) {
    await writeFile(join(folder, 'other.bicepparam'), text.replace('param zoneRedundant = false', line));
    const { surroundings, lines } = desk(world, { 'Region of Azure': 'westus' });
    await expect(setUp(surroundings, options)).rejects.toThrow(
      /^westus has no availability zones, and nothing was changed: set zoneRedundant to false in .*other\.bicepparam/,
    );
    expect(lines.join()).not.toContain('zones');
    expect(JSON.stringify(world)).toBe(before);
  }
  await writeFile(join(folder, 'other.bicepparam'), text.replace("'restorebot'", "'otherbot'"));
  const { surroundings, printed } = desk(world);
  await setUp(surroundings, options);
  expect(printed()).toContain('westus has no availability zones: app and storage are in one place');
});

test('a region that cannot be is asked for again, and is no answer of the next run', async () => {
  const world = newWorld();
  const state = join(folder, 'restore-bot.setup.json');
  const typing = (...answers: readonly string[]) => {
    const left = [...answers];
    const at = desk(world);
    const ask = (question: string) =>
      question.startsWith('Region') ? Promise.resolve(left.shift() ?? '') : at.surroundings.ask(question);
    return { ...at, left, surroundings: { ...at.surroundings, ask } };
  };
  // As an earlier version stored it.
  await writeFile(state, JSON.stringify({ answers: { location: 'westeurpe' }, mark: 'restore-bot-1' }));
  const first = typing('westeurop', 'westus');
  await setUp(first.surroundings, OPTIONS);
  expect(first.lines).toContain('That must be a region of this subscription: westeurope, westus.');
  expect({ left: first.left, location: world.groups['restore-bot']?.location }).toEqual({
    left: [],
    location: 'westus',
  });

  const before = readFileSync(state, 'utf8');
  await expect(setUp(typing().surroundings, { ...OPTIONS, answers: { location: 'westeurope' } })).rejects.toThrow(
    '--location must be westus, where the resource group restore-bot is',
  );
  expect(readFileSync(state, 'utf8')).toBe(before);

  world.groups['empty'] = { location: 'westus', resources: [], deployments: {} };
  const second = typing('westeurope', '');
  await setUp(second.surroundings, { ...OPTIONS, group: 'empty', name: 'other' });
  expect(second.lines).toContainEqual(expect.stringMatching(/^That must be westus, where the resource group empty is/));
  expect(second.left).toEqual([]);
});

test('a second deployment in the same tenant has names of its own, even with the same beginning', async () => {
  const world = newWorld();
  await setUp(desk(world).surroundings, OPTIONS);
  await setUp(desk(world).surroundings, { ...OPTIONS, group: 'restore-bot-test' });
  await setUp(desk(world).surroundings, { ...OPTIONS, group: 'restore-bot-third', name: 'restoretest' });
  expect(new Set(world.roleDefinitions.map(({ roleName }) => roleName)).size).toBe(3);
  expect(world.applications.map(({ displayName }) => displayName)).toEqual([
    'Restore operator sign-in (restore-bot)',
    'Restore operator sign-in (restore-bot-test)',
    'Restore operator sign-in (restore-bot-third)',
  ]);
});

test('without a yes nothing but the empty group is created', async () => {
  const world = newWorld();
  const { surroundings } = desk(world, { ...TYPED, 'Create all of it': 'no' });
  await expect(setUp(surroundings, OPTIONS)).rejects.toThrow(/Nothing was created.*with --location, --organization,/);
  expect(shapeOf(world)).toMatchObject({ groups: [['restore-bot', []]], applications: [] });
});

test('parameters that somebody has changed stay, and the package gets a higher version when it changes', async () => {
  const world = newWorld();
  await setUp(desk(world).surroundings, OPTIONS);
  await appendFile(join(folder, 'restore-bot.bicepparam'), "param displayName = 'Backup bot'\n");
  const { surroundings, printed } = desk(world, {});
  await setUp(surroundings, { ...OPTIONS, publisher: { 'privacy-url': 'https://contoso.com/privacy' } });
  expect(readFileSync(join(folder, 'restore-bot.bicepparam'), 'utf8')).toContain('Backup bot');
  expect(printed()).toContain('version 0.1.1');
  expect(secretOf(world)?.versions).toHaveLength(1);
});

test('what options say is kept for runs without them: for the package, and while the parameters are not written', async () => {
  const world = newWorld();
  const chosen: SetupOptions = {
    ...OPTIONS,
    name: 'contosobot',
    network: 'none',
    backupServiceFingerprint256: 'AB'.repeat(32),
    publisher: { 'privacy-url': 'https://contoso.com/privacy', developer: 'Contoso IT' },
  };
  const plain: SetupOptions = { ...OPTIONS, name: undefined, network: undefined };
  const broken = desk(world, TYPED, (_, go) => {
    if (broken.calls.at(-1)?.includes('POST') === true) throw new Error('interrupted');
    return go();
  });
  await expect(setUp(broken.surroundings, chosen)).rejects.toThrow('interrupted');
  const { zip } = await setUp(desk(world, {}).surroundings, plain);
  const parameters = readFileSync(join(folder, 'restore-bot.bicepparam'), 'utf8');
  expect(parameters).toMatch(/name = 'contosobot'\n[^]*256 = '(?:AB){32}'\n[^]*network = 'none'\n/);
  const { developer } = manifestIn(readFileSync(zip)) ?? {};
  expect(developer).toEqual({
    name: 'Contoso IT',
    websiteUrl: 'https://contoso.com',
    privacyUrl: 'https://contoso.com/privacy',
    termsOfUseUrl: 'https://contoso.com',
  });
  // An earlier version kept them in the package alone; another machine has no package.
  const path = join(folder, 'restore-bot.setup.json');
  const { publisher, ...earlier } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  expect(publisher).toMatchObject({ 'privacy-url': 'https://contoso.com/privacy' });
  await writeFile(path, JSON.stringify(earlier));
  const before = readFileSync(zip);
  await setUp(desk(world, {}).surroundings, plain);
  expect(readFileSync(zip).equals(before)).toBe(true);
  await rm(zip);
  await setUp(desk(world, {}).surroundings, plain);
  expect(readFileSync(zip).equals(before)).toBe(true);
  // An option of a run that ended before its package was written counts at the next one.
  const later = desk(world, {}, (_, go) => {
    if (later.calls.at(-1)?.startsWith('acr build') === true) throw new Error('interrupted');
    return go();
  });
  const moved: SetupOptions = { ...plain, publisher: { 'terms-url': 'https://contoso.com/terms' } };
  await expect(setUp(later.surroundings, moved)).rejects.toThrow('interrupted');
  await setUp(desk(world, {}).surroundings, plain);
  expect(manifestIn(readFileSync(zip))?.developer).toEqual({
    ...developer,
    termsOfUseUrl: 'https://contoso.com/terms',
  });
});

test('what nobody said of the package follows from the rest, and what was said outlives an older package', async () => {
  const world = newWorld();
  const state = join(folder, 'restore-bot.setup.json');
  const run = async (publisher: SetupOptions['publisher'] = {}, typed = TYPED) => {
    const options = { ...OPTIONS, name: undefined, network: undefined, publisher };
    const { zip } = await setUp(desk(world, typed).surroundings, options);
    const written = readFileSync(zip);
    const { websiteUrl, privacyUrl, termsOfUseUrl } = manifestIn(written)?.developer ?? {};
    return { zip, written, urls: [websiteUrl, privacyUrl, termsOfUseUrl] };
  };
  const { urls } = await run({}, { ...TYPED, 'Who gets an e-mail': 'none' });
  expect(urls).toEqual(Array.from({ length: 3 }, () => 'https://contoso.onmicrosoft.com'));
  const parameters = join(folder, 'restore-bot.bicepparam');
  await writeFile(parameters, readFileSync(parameters, 'utf8').replace("'none'\n", "'it@contoso.com'\n"));
  expect((await run()).urls).toEqual(Array.from({ length: 3 }, () => 'https://contoso.com'));
  // As an earlier version left it.
  const { publisher, ...earlier } = JSON.parse(readFileSync(state, 'utf8')) as Record<string, unknown>;
  expect(publisher).toEqual({});
  await writeFile(state, JSON.stringify(earlier));
  const help = 'https://help.contoso.com';
  expect((await run({ 'website-url': help })).urls).toEqual([help, help, help]);

  const { zip, written } = await run({ 'privacy-url': 'https://contoso.com/old' });
  await run({ 'privacy-url': 'https://contoso.com/new' });
  await writeFile(zip, written);
  expect((await run()).urls).toEqual([help, 'https://contoso.com/new', help]);
});

test('a fingerprint is not kept for another backup service', async () => {
  const world = newWorld();
  const with256 = { ...OPTIONS, backupServiceFingerprint256: 'AB'.repeat(32) };
  const declined = { ...TYPED, 'Create all of it': 'no' };
  await expect(setUp(desk(world, declined).surroundings, with256)).rejects.toThrow(/--backup-service-fingerprint256/);
  const same = { ...OPTIONS, answers: { backupServiceUrl: 'https://backup.contoso.com:4443' } };
  await expect(setUp(desk(world, declined).surroundings, same)).rejects.toThrow('Nothing was');
  const state = readFileSync(join(folder, 'restore-bot.setup.json'), 'utf8');
  expect(JSON.parse(state)).toMatchObject({ backupServiceFingerprint256: 'AB'.repeat(32) });
  // The first call after the answers are stored is for the name of the company.
  const broken = desk(world, declined, (_, go) => {
    if (broken.calls.at(-1)?.includes('/organization') === true) throw new Error('interrupted');
    return go();
  });
  const other = { ...OPTIONS, answers: { backupServiceUrl: 'https://other.contoso.com:4443' } };
  await expect(setUp(broken.surroundings, other)).rejects.toThrow('interrupted');
  await setUp(desk(world).surroundings, OPTIONS);
  const parameters = readFileSync(join(folder, 'restore-bot.bicepparam'), 'utf8');
  expect(parameters).toContain('https://other.contoso.com:4443');
  expect(parameters).not.toContain('Fingerprint256');
});

test.each<[Partial<SetupOptions>, string]>([
  [{ answers: { organization: 'contoso.com' } }, '--organization must be of the form name.onmicrosoft.com'],
  [
    { answers: { backupServiceUrl: 'https://me:secret@backup.contoso.com' } },
    '--backup-service-url has a user name or password',
  ],
  [{ answers: { backupServiceUrl: 'https://backup.contoso.com/?x' } }, '--backup-service-url must end after the host'],
  [{ answers: { backupServiceUrl: 'http://127.0.0.1' } }, '--backup-service-url must begin with https://'],
  [{ answers: { operatorsGroup: 'operators' } }, '--operators-group must be an id of the form'],
  [{ answers: { alertEmail: 'it' } }, '--alert-email must be an e-mail address'],
  [{ operatorApplicationId: 'an application' }, '--operator-application-id must be an application id'],
  [{ publisher: { 'terms-url': 'contoso.com/terms' } }, '--terms-url (or TERMS_URL) must be the https:// address'],
  [{ backupServiceFingerprint256: 'AB:CD' }, '--backup-service-fingerprint256 must be a SHA-256 fingerprint'],
])('what the bot would refuse is refused before anything is created: %j', async (wrong, message) => {
  const world = newWorld();
  await expect(setUp(desk(world).surroundings, { ...OPTIONS, ...wrong })).rejects.toThrow(message);
  expect(world.groups).toEqual({});
});

test('an answer that the bot would refuse is asked for again', async () => {
  const world = newWorld();
  const { surroundings, lines } = desk(world);
  const answers = ['contoso.com', 'contoso.onmicrosoft.com'];
  await setUp(
    {
      ...surroundings,
      ask: (question) =>
        question.startsWith('Organization') ? Promise.resolve(answers.shift() ?? '') : surroundings.ask(question),
    },
    OPTIONS,
  );
  expect(lines).toContain('That must be of the form name.onmicrosoft.com, or a tenant id.');
  expect(readFileSync(join(folder, 'restore-bot.bicepparam'), 'utf8')).toContain("'contoso.onmicrosoft.com'");
});

test('an option that differs from the parameters, which stay, is refused and says what to write there', async () => {
  const world = newWorld();
  await setUp(desk(world).surroundings, OPTIONS);
  const { surroundings, calls } = desk(world, {});
  const options: SetupOptions = {
    ...OPTIONS,
    name: undefined,
    network: 'none',
    answers: { alertEmail: 'it@contoso.com', backupServiceUrl: "https://o'neill.contoso.com" },
  };
  await expect(setUp(surroundings, options)).rejects.toThrow(
    /says something else[^\n]*\n {2}param network = 'none'\n {2}param backupServiceUrl = 'https:\/\/o\\'neill\.contoso\.com'$/,
  );
  expect(calls).toEqual([]);
});

test('with parameters from elsewhere it registers no application and asks only whether to go on', async () => {
  const world = newWorld();
  await setUp(desk(world).surroundings, OPTIONS);
  const parameters = join(folder, 'restore-bot.bicepparam');
  const text = readFileSync(parameters, 'utf8');
  const organizations = "param organizations = loadTextContent('organizations.json')\n";
  for (const copied of [
    text,
    text.replace(/^(param operatorApplicationId) = .*$/m, "$1 = 'portal'"),
    text.replace(/^(param operatorApplicationId) = .*$/m, "$1 = readEnvironmentVariable('APPLICATION', '')"),
    text.replace(/^param (?:organization|backupServiceUrl|operatorApplicationId) = .*\n/gm, '') + organizations,
  ]) {
    await rm(join(folder, 'restore-bot.setup.json'), { force: true });
    await writeFile(parameters, copied);
    world.directoryRoles = [];
    const { surroundings, questions, printed } = desk(world);
    const { zip } = await setUp(surroundings, { ...OPTIONS, name: undefined, network: undefined });
    expect({ questions, applications: world.applications.length }).toEqual({
      questions: ['Create all of it? (yes/no) '],
      applications: 1,
    });
    expect(printed()).not.toContain('create the application that operators sign in to');
    expect(manifestIn(readFileSync(zip))?.developer.websiteUrl).toBe('https://contoso.com');
    await rm(zip);
  }
});

test('without a yes to parameters from elsewhere, a group that is there has been left as it is', async () => {
  const world = newWorld();
  await setUp(desk(world).surroundings, OPTIONS);
  await rm(join(folder, 'restore-bot.setup.json'));
  const { surroundings } = desk(world, { ...TYPED, 'Create all of it': 'no' });
  const options = { ...OPTIONS, name: undefined, network: undefined };
  await expect(setUp(surroundings, options)).rejects.toThrow(/^Nothing was changed\. For something else change \//);
});

test('mistakes in parameters that are there are named before anything is asked', async () => {
  await writeFile(join(folder, 'restore-bot.bicepparam'), "param operatorApplicationId = ''\n");
  const world = newWorld();
  const { surroundings, calls } = desk(world);
  const options = { ...OPTIONS, name: undefined, network: undefined };
  await expect(setUp(surroundings, options)).rejects.toThrow('operatorApplicationId is empty');
  expect(calls).toEqual([]);
});

test('another group of operators is refused once the application has the first', async () => {
  const world = newWorld();
  await setUp(desk(world).surroundings, OPTIONS);
  const again = (operatorsGroup: string) =>
    setUp(desk(world, {}).surroundings, { ...OPTIONS, answers: { operatorsGroup } });
  await expect(again(OPERATORS.replace('3f', '4f'))).rejects.toThrow(/keeps its group.*Users and groups/);
  await again(OPERATORS);
});

test('a second deployment has a package of its own, which is no new version of the first', async () => {
  const world = newWorld();
  const { zip: first } = await setUp(desk(world).surroundings, OPTIONS);
  const before = readFileSync(first);
  const { surroundings, printed } = desk(world);
  const { zip: second } = await setUp(surroundings, {
    ...OPTIONS,
    group: 'restore-bot-test',
    publisher: { 'privacy-url': 'https://contoso.com/privacy' },
  });
  expect(second).toBe(join(folder, 'appPackage/build/restore-bot-test.zip'));
  expect(printed()).toContain(`${second}: version 0.1.0`);
  expect(readFileSync(first).equals(before)).toBe(true);
});

test('what was deployed with other parameters is not changed to what the setup knows', async () => {
  const world = newWorld();
  await setUp(desk(world).surroundings, OPTIONS);
  await rm(join(folder, 'restore-bot.bicepparam'));
  await rm(join(folder, 'restore-bot.setup.json'));
  const before = JSON.stringify(world);
  await expect(setUp(desk(world).surroundings, OPTIONS)).rejects.toThrow(
    /deployed with parameters that are not here, and nothing was changed\. Copy them to .*restore-bot\.bicepparam/,
  );
  expect(JSON.stringify(world)).toBe(before);
});

test('what was deployed with parameters from elsewhere is not changed either, once these are missing', async () => {
  const world = newWorld();
  await setUp(desk(world).surroundings, OPTIONS);
  await rm(join(folder, 'restore-bot.setup.json'));
  await setUp(desk(world).surroundings, { ...OPTIONS, name: undefined, network: undefined });
  await rm(join(folder, 'restore-bot.bicepparam'));
  const before = JSON.stringify(world);
  for (const _ of ['once', 'again']) {
    const { surroundings, questions } = desk(world);
    await expect(setUp(surroundings, OPTIONS)).rejects.toThrow('deployed with parameters that are not here');
    expect(questions).toEqual([]);
  }
  expect(JSON.stringify(world)).toBe(before);
});

describe('deploying by a file of parameters', () => {
  const prepared = async (more = '') => {
    const world = newWorld();
    await setUp(desk(world).surroundings, OPTIONS);
    const parameters = join(folder, 'restore-bot.bicepparam');
    await appendFile(parameters, more);
    return { world, deployment: { root: process.cwd(), group: 'restore-bot', location: 'westeurope', parameters } };
  };

  test.each([
    ['(TooManyRequests) The request is being throttled', 'put off'],
    ['(AuthorizationFailed) The client does not have authorization', 'Who needs what'],
    ["AADSTS700082: The refresh token has expired. Run 'az login'", 'az login'],
    ['(InternalServerError) Something went wrong', 'InternalServerError'],
    ['(ParentResourceNotFound) The vault is not there', 'ParentResourceNotFound'],
  ])('%s is no reason for a new key', async (stderr, said) => {
    const { world, deployment } = await prepared();
    const { surroundings, calls } = desk(world, {}, (_, go) =>
      calls.at(-1)?.startsWith('resource show') === true ? { code: 3, stdout: '', stderr: `ERROR: ${stderr}` } : go(),
    );
    const account = await readAccount(surroundings.az);
    await expect(deployBot(surroundings, account, deployment)).rejects.toThrow(said);
    expect(secretOf(world)?.versions).toHaveLength(1);
  });

  test.each([
    ["param operatorApplicationId = ''", /operatorApplicationId is empty: put the id/],
    [
      "param restoreCertificate = readEnvironmentVariable('RESTORE_CERTIFICATE', '')\n// RESTORE_IMPERSONATION_ACCOUNT: 'x'",
      /restoreCertificatePassword and RESTORE_IMPERSONATION_ACCOUNT in otherSettings and RESTORE_APPLICATION_ID in otherSettings are missing/,
    ],
    [
      "param restoreCertificate = readEnvironmentVariable('RESTORE_CERTIFICATE', '')\nparam otherSettings = {\n  RESTORE_IMPERSONATION_ACCOUNT: 'x'\n}",
      /restoreCertificatePassword and RESTORE_APPLICATION_ID in otherSettings are missing/,
    ],
    [
      "param otherSettings = {\n  RESTORE_IMPERSONATION_ACCOUNT: 'x'\n}",
      /restoreCertificate and restoreCertificatePassword and RESTORE_APPLICATION_ID in otherSettings are missing.*main\.example\.bicepparam/,
    ],
    ["param alertEmail = ''", /alertEmail is empty.*or 'none'/],
    ["param alertEmail = 'it'", /alertEmail: must be an e-mail address/],
    ["param organization = 'contoso.com' // our domain", /organization: must be of the form name\.onmicrosoft\.com/],
    ["param backupServiceUrl = 'https://backup.contoso.com/?x'", /backupServiceUrl: must end after the host/],
    ["param backupServiceFingerprint256 = 'AB:CD'", /backupServiceFingerprint256: must be a SHA-256 fingerprint/],
    ["param operatorApplicationId = 'an application'", /operatorApplicationId: must be an application id/],
    [
      "param otherSettings = {\n  // AUDIT: 'on'\n  AUTO_RENEW: 'yes' // really\n  TZ: 'UTC'\n}",
      /created:\n {2}AUTO_RENEW in otherSettings: must be one of true, false\.$/,
    ],
    [
      "param otherSettings = { AUDIT: 'required', LOOKUP: 'x' }",
      /created:\n {2}LOOKUP in otherSettings: must be one of/,
    ],
    [
      "param organizations = loadTextContent('organizations.json')\nparam backupServiceCa = loadTextContent('ca.pem')",
      /organization does not go with organizations: leave it out.*backupServiceCa does not go with organizations: leave it out, and name its file in organizations/s,
    ],
    [
      "param organizations = loadTextContent('organizations.json')\nparam restoreCertificate = readEnvironmentVariable('RESTORE_CERTIFICATE', '')\nparam otherSettings = {\n  AUTH_URL: 'https://login.microsoftonline.us'\n  GRAPH_URL: environment().graph\n  RESTORE_IMPERSONATION_ACCOUNT: 'restore@contoso.com'\n  SIGN_IN: ''\n}",
      /restoreCertificate does not go with organizations: [^\n]*\n {2}AUTH_URL in otherSettings does not go with organizations: leave it out, and say it in the file of organizations as authUrl\.\n {2}GRAPH_URL [^\n]* graphUrl\.\n {2}RESTORE_IMPERSONATION_ACCOUNT [^\n]* restoreImpersonationAccount\.$/,
    ],
    [
      "param otherSettings = { APPROVERS: '3f2504e0-4f89-41d3-9a0c-0305e82c3302' }",
      /created:\n {2}APPROVERS in otherSettings: has no effect while APPROVAL is off\.[^\n]*$/,
    ],
    [
      `${CERTIFICATE}param otherSettings = {\n  RESTORE_APPLICATION_ID: '3f2504e0-4f89-41d3-9a0c-0305e82c3302'\n  RESTORE_IMPERSONATION_ACCOUNT: 'restore@contoso.com'\n}`,
      /created:\n {2}APPROVAL in otherSettings: cannot be off beside RESTORE_CERTIFICATE[^\n]*$/,
    ],
    [
      "param otherSettings = {\n  ...shared\n  AUDIT: 'on'\n}",
      /created:\n {2}AUDIT in otherSettings: must be one of [^\n]*$/,
    ],
    [
      "param organizations = loadTextContent('organizations.json')\nparam otherSettings = {\n  ...shared\n  AUTH_URL: url\n}",
      / {2}AUTH_URL in otherSettings does not go with organizations: [^\n]*$/,
    ],
    [
      "param otherSettings = { // one of {shared}, ...\n  /* night shift */ APPROVERS: '3f2504e0-4f89-41d3-9a0c-0305e82c3302'\n}",
      /created:\n {2}APPROVERS in otherSettings: has no effect while APPROVAL is off\.[^\n]*$/,
    ],
    [
      "param otherSettings = { AUTH_URL: 'https://login.microsoftonline.us', RESTORE_IMPERSONATION_ACCOUNT: 'x' }",
      /restoreCertificate and restoreCertificatePassword and RESTORE_APPLICATION_ID in otherSettings are missing/,
    ],
    ["param alertEmail = /* 'it@contoso.com' */ ''", /alertEmail is empty/],
    [
      "param otherSettings = {\n  APPROVAL: 'always'\n  APPROVERS: ','\n}",
      /created:\n {2}APPROVERS in otherSettings: has only commas[^\n]*$/,
    ],
    [
      "param adminUserIds = ['anna@contoso.com']",
      /created:\n {2}adminUserIds: item 1 of the list must be an id of the form [^\n]*$/,
    ],
    [
      "param allowedTenants = [ // ours, then theirs\n  '3f2504e0-4f89-41d3-9a0c-0305e82c3302'\n  'fabrikam.com'\n]",
      /created:\n {2}allowedTenants: item 2 of the list must be an id of the form [^\n]*$/,
    ],
    ['param stateRetentionDays = 5000', /created:\n {2}stateRetentionDays: must be a whole number from 1 to 3650\.$/],
    [
      "param otherSettings = {\n  ADMIN_USER_IDS: ''\n  SIGN_IN: 'browser'\n  STATE_RETENTION_DAYS: 7\n  PUBLIC_URL: 'https://bot.contoso.com'\n  JOB_QUEUE: 'jobs'\n}",
      /created:\n {2}SIGN_IN in otherSettings is a parameter of its own: leave it out there, and set param signIn\.\n {2}STATE_RETENTION_DAYS [^\n]* set param stateRetentionDays\.\n {2}JOB_QUEUE in otherSettings is set by the deployment itself: leave it out\.$/,
    ],
    [
      'param otherSettings = { MAX_SESSION_HOURS: 9000, AUTO_RENEW: true, AUDIT: true }',
      /created:\n {2}MAX_SESSION_HOURS in otherSettings: must be a number above 0 [^\n]*\n {2}AUDIT in otherSettings: must be one of [^\n]*$/,
    ],
    [
      "param signIn = 'browser'\nparam otherSettings = { PUBLIC_URL: 'https://bot.contoso.com' }",
      /created:\n {2}PUBLIC_URL in otherSettings is set by the deployment itself: leave it out\.$/,
    ],
    [
      "param organizations = loadTextContent('organizations.json')\nparam otherSettings = { SIGN_IN: 'browser', ALLOWED_TENANTS: tenants }",
      /\n {2}SIGN_IN in otherSettings does not go with organizations: [^\n]*\n {2}ALLOWED_TENANTS in otherSettings is a parameter of its own: [^\n]*$/,
    ],
  ])('%s is refused before anything is done', async (line, message) => {
    const { world, deployment } = await prepared();
    const [, name = ''] = /^param (\w+)/.exec(line) ?? [];
    const text = readFileSync(deployment.parameters, 'utf8').replace(new RegExp(`^param ${name} = .*$`, 'm'), '');
    await rm(deployment.parameters);
    await appendFile(deployment.parameters, `${text}${line}\n`);
    const { surroundings, calls } = desk(world, {});
    const account = await readAccount(surroundings.az);
    await expect(deployBot(surroundings, account, deployment)).rejects.toThrow(message);
    expect(calls.map((call) => call.split(' --')[0])).toEqual(['account show', 'cloud show']);
  });

  test.each([
    [
      'approvers that are computed',
      "param otherSettings = {\n  APPROVAL: 'always'\n  APPROVERS: join(approvers, ',')\n}\n",
    ],
    [
      'settings of several lines',
      "param otherSettings = {\n  APPROVAL: 'always'\n  APPROVERS: '''\n3f2504e0-4f89-41d3-9a0c-0305e82c3302'''\n}\n",
    ],
    [
      'settings from elsewhere',
      "var more = { APPROVAL: 'always' }\nparam otherSettings = {\n  ...more\n  APPROVER_TEAM: '19:a@thread.tacv2'\n}\n",
    ],
    [
      'settings that are put together',
      "param otherSettings = union({\n  APPROVER_TEAM: '19:a@thread.tacv2'\n}, more)\n",
    ],
    [
      'settings of a certificate that are in another file',
      `${CERTIFICATE}param otherSettings = loadJsonContent('settings.json')\n`,
    ],
    [
      'settings that are commented out',
      "param otherSettings = {\n  // APPROVAL: 'always', APPROVERS: '3f2504e0-4f89-41d3-9a0c-0305e82c3302'\n  /*\n  AUDIT: 'on'\n  RESTORE_IMPERSONATION_ACCOUNT: 'x'\n  */\n}\n",
    ],
    [
      'people and tenants of whom some are computed',
      "param adminUserIds = [\n  'anna@contoso.com'\n  anna\n]\nparam allowedTenants = concat(['contoso.com'], more)\nparam stateRetentionDays = 500 * 10\n",
    ],
    [
      'people who are well written',
      "param adminUserIds = ['3f2504e0-4f89-41d3-9a0c-0305e82c3302', '3f2504e0-4f89-41d3-9a0c-0305e82c3303'] // both\nparam allowedTenants = []\nparam stateRetentionDays = 90\n",
    ],
  ])('%s are left to the bot to judge', async (_, more) => {
    const { world, deployment } = await prepared(more);
    const { surroundings } = desk(world, {});
    const account = await readAccount(surroundings.az);
    await expect(deployBot(surroundings, account, deployment)).resolves.toMatchObject({ appName: 'restorebot' });
  });

  test.each([
    `{\n  RESTORE_APPLICATION_ID: applicationId\n  RESTORE_IMPERSONATION_ACCOUNT: 'restore@contoso.com'\n${APPROVAL}}`,
    "union(shared, {\n  'RESTORE_IMPERSONATION_ACCOUNT': 'restore@contoso.com'\n})",
    "{\n  ...shared\n  RESTORE_IMPERSONATION_ACCOUNT: 'restore@contoso.com'\n}",
  ])(
    'a certificate that neither the environment nor the vault has is asked for before the image: %j',
    async (others) => {
      const { world, deployment } = await prepared(`param otherSettings = ${others}\n${CERTIFICATE}`);
      const { surroundings, calls } = desk(world, {});
      const account = await readAccount(surroundings.az);
      await expect(deployBot(surroundings, account, deployment)).rejects.toThrow(
        'Set RESTORE_CERTIFICATE and RESTORE_CERTIFICATE_PASSWORD',
      );
      expect(calls.filter((call) => call.startsWith('acr build'))).toEqual([]);
      const keys = secretOf(world);
      world.groups['restore-bot']?.resources.push({
        ...keys,
        id: keys?.id.replace('state-encryption-keys', 'restore-certificate') ?? '',
        name: 'restore-certificate',
        type: 'Microsoft.KeyVault/vaults/secrets',
      });
      await deployBot(surroundings, account, deployment);
    },
  );

  test('says where to look if the build names no image or the newest revision does not become ready', async () => {
    const { world, deployment } = await prepared();
    const { surroundings, waits } = desk(world, {});
    const account = await readAccount(surroundings.az);
    world.isReady = false;
    await expect(deployBot(surroundings, account, deployment)).rejects.toThrow(
      'az containerapp logs show --resource-group restore-bot --name restorebot',
    );
    expect(waits).toHaveLength(60);
    world.digest = undefined;
    await expect(deployBot(surroundings, account, deployment)).rejects.toThrow('az acr task logs --registry');
  });

  test('the key is rotated in steps that nobody can take too early, without anybody who reads it', async () => {
    const { world, deployment } = await prepared();
    const { surroundings, calls, lines } = desk(world, {});
    const account = await readAccount(surroundings.az);
    const [old = ''] = secretOf(world)?.versions ?? [];
    const kids = (): readonly string[] =>
      secretOf(world)
        ?.versions?.at(-1)
        ?.split(',')
        .map((key) => key.split(':')[0] ?? '') ?? [];
    const rotate = (hour: number, step: 'rotate' | 'drop' = 'rotate') =>
      rotateKeys(surroundings, account, deployment, { step, now: new Date(Date.UTC(2030, 0, 1, hour)) });
    await expect(rotate(0, 'drop')).rejects.toThrow('no key to drop yet');
    await rotate(1);
    const [oldKid = ''] = old.split(':');
    expect(kids()).toEqual([oldKid, 'k203001010100']);
    await expect(rotate(1)).rejects.toThrow('after 2030-01-01T02:00:00.000Z');
    await rotate(2);
    expect(kids()).toEqual(['k203001010100', oldKid]);
    await expect(rotate(2, 'drop')).rejects.toThrow('again after 2030-01-01T03:00:00.000Z');
    await expect(rotate(5)).rejects.toThrow('--drop-old-keys');
    await rotate(5, 'drop');
    expect(kids()).toEqual(['k203001010100']);
    const vault = world.groups['restore-bot']?.resources.find(({ type }) => type === 'Microsoft.KeyVault/vaults');
    expect(vault?.isOpenToTemplates).toBe(false);
    expect([...calls, ...lines].filter((text) => text.includes(old.slice(14)))).toEqual([]);
  });

  test('a step that Azure puts off after it was begun is not done twice, and the vault is closed by the next run', async () => {
    const { world, deployment } = await prepared();
    const at = (hour: number) => new Date(Date.UTC(2030, 0, 1, hour));
    const vault = world.groups['restore-bot']?.resources.find(({ type }) => type === 'Microsoft.KeyVault/vaults');
    const kids = () => secretOf(world)?.versions?.at(-1)?.split(',').length;
    const throttled = { code: 1, stdout: '', stderr: THROTTLED };
    const broken = desk(world, {}, (_, go) => {
      const call = broken.calls.at(-1) ?? '';
      if (call.includes('--name restore-bot-keys-')) go();
      const isLost = /--name restore-bot-keys-|--enabled-for-template-deployment false/.test(call);
      return isLost ? throttled : go();
    });
    const account = await readAccount(broken.surroundings.az);
    const rotate = ({ surroundings }: ReturnType<typeof desk>, hour: number) =>
      rotateKeys(surroundings, account, deployment, { step: 'rotate', now: at(hour) });
    await expect(rotate(broken, 1)).rejects.toThrow('az deployment group create was put off');
    expect(kids()).toBe(2);
    expect(vault?.isOpenToTemplates).toBe(true);
    await expect(rotate(desk(world, {}), 1)).rejects.toThrow('after 2030-01-01T02:00:00.000Z');
    expect(kids()).toBe(2);
    expect(vault?.isOpenToTemplates).toBe(false);
    await rotate(desk(world, {}), 2);
    expect(secretOf(world)?.versions?.at(-1)).toMatch(/^k203001010100:/);
  });

  test('a key that has leaked is replaced at once, in any state of a rotation, after the name was typed', async () => {
    const { world, deployment } = await prepared();
    const deskOf = (typed: string) => desk(world, { 'To replace the key, type the name': typed });
    const { surroundings, calls, lines } = deskOf('restore-bot');
    const account = await readAccount(surroundings.az);
    const at = (minute: number) => new Date(Date.UTC(2030, 0, 1, 1, minute));
    await rotateKeys(surroundings, account, deployment, { step: 'rotate', now: at(0) });
    const before = JSON.stringify(world);
    const refused = rotateKeys(deskOf('yes').surroundings, account, deployment, { step: 'replace', now: at(1) });
    await expect(refused).rejects.toThrow('Nothing was replaced');
    expect(JSON.stringify(world)).toBe(before);
    await rotateKeys(surroundings, account, deployment, { step: 'replace', now: at(1) });
    const keys = secretOf(world)?.versions?.at(-1) ?? '';
    expect(keys).toMatch(/^k203001010101:[\w-]{43}$/);
    expect(calls.slice(-2).map((call) => call.split(' --')[0])).toEqual([
      'containerapp secret set',
      'containerapp revision restart',
    ]);
    expect([...calls, ...lines].filter((text) => text.includes(keys.slice(14)))).toEqual([]);
    // The next rotation begins anew.
    await rotateKeys(surroundings, account, deployment, { step: 'rotate', now: at(2) });
    expect(secretOf(world)?.versions?.at(-1)).toMatch(/^k203001010101:.*,k203001010102:/);
  });
});

describe('remove', () => {
  const deployed = async (lacking: Partial<World> = {}) => {
    const world = { ...newWorld(), ...lacking };
    await setUp(desk(world).surroundings, OPTIONS);
    return world;
  };

  test('undoes all after the name was typed, names what stays, and a setup afterwards finds the keys again', async () => {
    const world = await deployed();
    const vault = `restorebot-${unique('restore-bot')}`.slice(0, 24);
    const { surroundings, printed } = desk(world, { 'To remove it, type the name': 'restore-bot' });
    await remove(surroundings, { group: 'restore-bot', isConfirmed: false });
    expect(world).toMatchObject({ groups: {}, applications: [], roleDefinitions: [] });
    expect(printed()).toMatch(new RegExp(`the vault ${vault}.*kept for 90 days and cannot be purged`));
    expect(readdirSync(folder).filter((name) => /setup\.json$|\.bicepparam/.test(name))).toEqual([
      'restore-bot.bicepparam.removed',
    ]);

    const again = desk(world);
    await setUp(again.surroundings, OPTIONS);
    expect(again.printed()).toContain(`recovering the vault ${vault}`);
    expect(secretOf(world)?.versions).toHaveLength(1);
    expect(world.applications).toHaveLength(1);
  });

  test('removes nothing where another name was typed, or where the group has more than the bot', async () => {
    const world = await deployed();
    const before = JSON.stringify(world);
    const { surroundings } = desk(world, { 'To remove it, type the name': 'yes' });
    await expect(remove(surroundings, { group: 'restore-bot', isConfirmed: false })).rejects.toThrow(
      'Nothing was removed',
    );
    expect(JSON.stringify(world)).toBe(before);
    world.groups['restore-bot']?.resources.push({ id: '/x', name: 'payroll', type: 'Microsoft.Sql/servers' });
    await expect(remove(surroundings, { group: 'restore-bot', isConfirmed: true })).rejects.toThrow(
      /nothing was removed:\n {2}Microsoft\.Sql\/servers payroll/,
    );
  });

  test('leaves the storage of a locked audit log, and says so', async () => {
    const world = await deployed({ auditState: 'Locked' });
    const { surroundings, printed } = desk(world, {});
    await remove(surroundings, { group: 'restore-bot', isConfirmed: true });
    const left = world.groups['restore-bot']?.resources.map(({ type }) => type);
    expect(left).toEqual(['Microsoft.Storage/storageAccounts']);
    expect(printed()).toMatch(/the storage account \w+: its audit log is locked/);
  });

  test('interrupted at any call and run again, it removes the rest', async () => {
    const whole = await deployed();
    const first = desk(whole, {});
    await remove(first.surroundings, { group: 'restore-bot', isConfirmed: true });
    for (let at = 0; at < first.calls.length; at += 1) {
      await rm(folder, { recursive: true, force: true });
      folder = await mkdtemp(join(tmpdir(), 'setup-'));
      const world = await deployed();
      const broken = desk(world, {}, (number, go) => {
        const ran = go();
        if (number === at) throw new Error('interrupted');
        return ran;
      });
      await expect(remove(broken.surroundings, { group: 'restore-bot', isConfirmed: true })).rejects.toThrow(
        'interrupted',
      );
      await remove(desk(world, {}).surroundings, { group: 'restore-bot', isConfirmed: true });
      expect({ at, left: [world.groups, world.applications, world.roleDefinitions] }).toEqual({
        at,
        left: [{}, [], []],
      });
    }
  });
});
