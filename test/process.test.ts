/** The processes themselves, started as people start them. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BOT_SCRIPT, startRealBots, terminate } from './support/real-bots.ts';
import { RESTORE_PFX } from './support/certificates.ts';
import { eventually } from './support/eventually.ts';

const { PATH = '' } = process.env;
const root = process.cwd();

const folders: string[] = [];
const children: ChildProcess[] = [];
async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'restore-bot-process-'));
  folders.push(folder);
  return folder;
}
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

interface Started {
  readonly child: ChildProcess;
  readonly output: { text: string; errors: string };
  /** Resolves with the exit code. */
  readonly ended: Promise<unknown>;
}

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Started {
  const child = spawn(process.execPath, args, { cwd: root, env: { PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const output = { text: '', errors: '' };
  child.stdout.on('data', (chunk: Buffer) => void (output.text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (output.errors += chunk.toString()));
  return { child, output, ended: once(child, 'close').then(([code]: unknown[]) => code) };
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

test('the bot answers /healthz and /readyz, writes one JSON object a line, and ends with 0 on SIGTERM', async () => {
  const bots = await startRealBots();
  try {
    const bot = await bots.start({ LOG_LEVEL: 'info' });
    const at = (path: string) => fetch(`http://127.0.0.1:${bot.port}${path}`);
    expect((await at('/healthz')).status).toBe(200);
    await eventually('ready', async () => (await at('/readyz')).status === 200);
    expect((await fetch(`http://127.0.0.1:${bot.port}/api/messages`, { method: 'POST', body: '{}' })).status).toBe(401);

    expect(await terminate(bot)).toBe(0);
    const lines = bot.lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    for (const line of lines) expect(line).toMatchObject({ level: expect.any(String), time: expect.any(String) });
    // The audit log says at times of its own how far it is written.
    const events = lines.map(({ event }) => event).filter((event) => event !== 'audit-chain');
    expect(events).toEqual(['configured', 'listening', 'activity-refused', 'stopping']);
    expect(lines[0]).toMatchObject({
      appType: 'SingleTenant',
      organizations: 1,
      lookup: 'claims',
      sealingKey: 'local',
    });
    const { MicrosoftAppPassword = '', STATE_ENCRYPTION_KEYS = '' } = bots.environment;
    expect(bot.lines.join('\n')).not.toContain(MicrosoftAppPassword);
    expect(bot.lines.join('\n')).not.toContain(STATE_ENCRYPTION_KEYS.split(':')[1]);
    expect(await isOpen(bot.port)).toBe(false);
  } finally {
    await bots.stop();
  }
}, 90_000);

const SETTINGS = {
  MicrosoftAppType: 'SingleTenant',
  MicrosoftAppId: 'aaaaaaaa-0000-1111-2222-bbbbbbbbbbbb',
  MicrosoftAppPassword: 'a-password',
  MicrosoftAppTenantId: '11111111-2222-3333-4444-555555555555',
  ORGANIZATION: 'contoso.onmicrosoft.com',
  BACKUP_SERVICE_URL: 'https://backup.example:4443',
  OPERATOR_APPLICATION_ID: 'cccccccc-0000-1111-2222-dddddddddddd',
  STATE_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64url')}`,
  HOST: '127.0.0.1',
  PORT: '0',
};

test('SIGTERM while the app is loaded ends the start with 0', async () => {
  const hook = `
    import { registerHooks } from 'node:module';
    registerHooks({
      load(url, context, next) {
        if (url.endsWith('/src/app.ts')) process.kill(process.pid, 'SIGTERM');
        return next(url, context);
      },
    });`;
  const imported = `data:text/javascript,${encodeURIComponent(hook)}`;
  const { output, ended } = start(['--import', imported, BOT_SCRIPT], {
    ...SETTINGS,
    AZURE_STORAGE_CONNECTION_STRING: 'UseDevelopmentStorage=true',
  });
  expect(await ended).toBe(0);
  expect(output.text).not.toContain('"fatal"');
}, 60_000);

test('SIGTERM while the start waits for storage ends it with 0', async () => {
  const storage = createServer();
  const asked = once(storage, 'connection');
  storage.listen(0, '127.0.0.1');
  await once(storage, 'listening');
  const { port } = storage.address() as AddressInfo;
  const account = `http://127.0.0.1:${port}/account`;
  const { child, output, ended } = start([BOT_SCRIPT], {
    ...SETTINGS,
    AZURE_STORAGE_CONNECTION_STRING: `AccountName=account;AccountKey=a2V5;BlobEndpoint=${account};QueueEndpoint=${account}`,
  });
  await Promise.race([asked, ended]);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(output.text).not.toContain('"fatal"');
  storage.close();
}, 60_000);

test('a start with three mistakes names all three, prints no secret and ends with 78', async () => {
  const secrets = {
    MicrosoftAppPassword: 'a-password-that-must-not-be-seen',
    STATE_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64url')}`,
  };
  const { output, ended } = start([BOT_SCRIPT], {
    MicrosoftAppType: 'SingleTenant',
    MicrosoftAppId: 'aaaaaaaa-0000-1111-2222-bbbbbbbbbbbb',
    MicrosoftAppTenantId: '11111111-2222-3333-4444-555555555555',
    BACKUP_SERVICE_URL: 'https://backup.example:4443',
    AZURE_STORAGE_CONNECTION_STRING: 'UseDevelopmentStorage=true',
    ...secrets,
    PORT: 'http',
    LOG_LEVEL: 'chatty',
  });
  expect(await ended).toBe(78);
  const entry = JSON.parse(output.text) as { readonly level: string; readonly mistakes: readonly string[] };
  expect(entry.level).toBe('fatal');
  expect(entry.mistakes.map((mistake) => mistake.replace(/:.*/, '')).toSorted()).toEqual([
    'LOG_LEVEL',
    'ORGANIZATION',
    'PORT',
  ]);
  const [, key] = secrets.STATE_ENCRYPTION_KEYS.split(':');
  for (const printed of [output.text, output.errors]) {
    expect(printed).not.toContain(secrets.MicrosoftAppPassword);
    expect(printed).not.toContain(key);
  }
}, 60_000);

test.each([
  ['identity-binding-loosened', 'IDENTITY_BINDING=same-tenant', { IDENTITY_BINDING: 'same-tenant' }],
  ['identity-binding-loosened', 'IDENTITY_BINDING=off', { IDENTITY_BINDING: 'off' }],
  ['verification-hosts-alone', 'ALLOWED_VERIFICATION_HOSTS', { ALLOWED_VERIFICATION_HOSTS: 'id.example' }],
  [
    'restore-certificate-in-use',
    'RESTORE_CERTIFICATE',
    {
      RESTORE_APPLICATION_ID: 'an-application',
      RESTORE_IMPERSONATION_ACCOUNT: 'restore@fernweh.example',
      RESTORE_CERTIFICATE: RESTORE_PFX.whole,
      RESTORE_CERTIFICATE_PASSWORD: RESTORE_PFX.password,
      APPROVAL: 'always',
      APPROVERS: 'aaaabbbb-0000-1111-2222-ccccdddd0001',
    },
  ],
] as const)(
  'a start warns of %s: %s',
  async (event, setting, changes) => {
    const bots = await startRealBots();
    try {
      const bot = await bots.start(changes);
      expect(await terminate(bot)).toBe(0);
      const warnings = bot.lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
      expect(warnings).toContainEqual(
        expect.objectContaining({ level: 'warn', event, msg: expect.stringContaining(setting) as string }),
      );
      expect(bot.lines.join('')).not.toContain(RESTORE_PFX.password);
    } finally {
      await bots.stop();
    }
  },
  90_000,
);

test('npm run local prints its one address, serves the page there, and Ctrl-C stops it all', async () => {
  const folder = await temporaryFolder();
  const local = start([join(root, 'local/index.ts'), '--chat-port', '0', '--bot-port', '0', '--folder', folder]);
  const address = await eventually(
    'its address',
    () => /http:\/\/127\.0\.0\.1:\d+/.exec(local.output.text)?.[0],
    60_000,
  );
  await eventually('what to type', () => local.output.text.includes('type:  restore login'));
  expect(local.output.text.match(/http:\/\//g)).toHaveLength(1);
  const page = await fetch(address);
  expect(page.status).toBe(200);
  expect(await page.text()).toMatch(/<!doctype html>/i);

  local.child.kill('SIGINT');
  expect(await local.ended).toBe(0);
  expect(await isOpen(Number(new URL(address).port))).toBe(false);
}, 120_000);
