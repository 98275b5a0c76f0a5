import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describeExit, startBotProcess } from '../../local/bot-process.ts';
import { eventually } from '../support/eventually.ts';

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'bot-process-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function script(name: string, text: string): Promise<string> {
  const file = join(folder, `${name}.mjs`);
  await writeFile(file, text);
  return file;
}

const BOT_PROCESS = pathToFileURL('local/bot-process.ts').href;
/** Starts a bot, prints its pid, and stays. */
const STARTER = `
  const [module, script] = process.argv.slice(1);
  const { startBotProcess } = await import(module);
  const { child } = await startBotProcess({ script, environment: {} });
  console.log(child.pid);
`;
const LISTENS = `console.log(JSON.stringify({ msg: "listening", port: 4242 }));`;

test('the limit for starting ends nothing once the bot listens', async () => {
  const limitMilliseconds = 1500;
  const bot = await startBotProcess({
    script: await script('listens', `${LISTENS} setInterval(() => undefined, 1000);`),
    environment: {},
    limitMilliseconds,
  });
  try {
    expect(bot.port).toBe(4242);
    await sleep(limitMilliseconds + 200);
    expect({ code: bot.child.exitCode, signal: bot.child.signalCode }).toEqual({ code: null, signal: null });
  } finally {
    await bot.stop('SIGKILL');
  }
});

test('a bot that does not listen in time is killed, and the error shows what it printed', async () => {
  const file = await script('hangs', `console.log(process.pid); setInterval(() => undefined, 1000);`);
  const starting = startBotProcess({ script: file, environment: {}, limitMilliseconds: 1500 });
  await expect(starting).rejects.toThrow(/^The bot did not listen in time:\n\d+$/);
});

test('a bot that ends before it listens is reported with its exit code and what it printed', async () => {
  const file = await script('ends', `console.error('no such setting'); process.exitCode = 78;`);
  await expect(startBotProcess({ script: file, environment: {} })).rejects.toThrow(
    'The bot ended with exit code 78:\nno such setting',
  );
});

test('a bot that ends later reports how', async () => {
  const file = await script('killed', `${LISTENS} setInterval(() => undefined, 1000);`);
  const bot = await startBotProcess({ script: file, environment: {} });
  bot.child.kill('SIGKILL');
  expect(describeExit(await bot.ended)).toBe('signal SIGKILL');
});

test('a bot that does not stop in time is killed', async () => {
  const file = await script('stubborn', `process.on('SIGTERM', () => {}); ${LISTENS} setInterval(() => {}, 1000);`);
  const bot = await startBotProcess({ script: file, environment: {} });
  expect(await bot.stop('SIGTERM', 200)).toBeNull();
  expect(bot.child.signalCode).toBe('SIGKILL');
});

test('a bot ends when the process that started it is killed', async () => {
  const bot = await script('orphan', `${LISTENS} setInterval(() => {}, 1000);`);
  const parent = spawn(process.execPath, ['--input-type=module', '-e', STARTER, BOT_PROCESS, bot], { stdio: 'pipe' });
  const said = createInterface({ input: parent.stdout });
  const [pid] = (await once(said, 'line')) as [string];
  const isAlive = (): boolean => {
    try {
      return process.kill(Number(pid), 0);
    } catch {
      return false;
    }
  };
  expect(isAlive()).toBe(true);
  parent.kill('SIGKILL');
  await eventually('the end of the bot', () => !isAlive());
});
