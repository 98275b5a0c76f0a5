/** The page about a server of one's own, followed command by command, with Azurite in place of the storage account. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseEnv, promisify } from 'node:util';
import { startStorage } from '../../local/storage.ts';
import { unitCommands, unitValue } from './own-server.ts';

const run = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'own-server-'));
  for (const path of ['etc/systemd/system', 'opt']) await mkdir(join(folder, path), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the bot of the unit gets ready, and ends in order', async () => {
  for (const command of unitCommands()) {
    // Installed is what runs this test, and there is no systemd.
    if (command === 'npm install' || command.startsWith('sudo systemctl')) continue;
    const here = command.replace(/^sudo /, '').replaceAll(/ \/(?=etc|opt)/g, ` ${folder}/`);
    await run('/bin/sh', ['-c', here]);
  }
  const settings = parseEnv(await readFile(join(folder, unitValue('EnvironmentFile')), 'utf8'));
  const storage = await startStorage({ folder: join(folder, 'azurite') });
  const [, ...options] = unitValue('ExecStart').split(' ');
  const bot = spawn(process.execPath, options, {
    cwd: join(folder, unitValue('WorkingDirectory')),
    env: {
      ...settings,
      ...Object.fromEntries(
        unitValue('Environment')
          .split(' ')
          .map((each) => each.split('=')),
      ),
      PORT: '0',
      MicrosoftAppPassword: 'a-client-secret',
      AZURE_STORAGE_CONNECTION_STRING: storage.connectionString,
      STATE_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64url')}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let port = 0;
    for await (const line of createInterface({ input: bot.stdout })) {
      const { msg, port: listening } = JSON.parse(line) as { readonly msg?: string; readonly port?: number };
      if (msg !== 'listening') continue;
      port = listening ?? 0;
      break;
    }
    bot.stdout.resume();
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
    expect({ status: ready.status, body: await ready.json() }).toEqual({ status: 200, body: { status: 'ready' } });
    const ended = once(bot, 'close');
    bot.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  } finally {
    bot.kill('SIGKILL');
    await storage.stop();
  }
}, 120_000);
