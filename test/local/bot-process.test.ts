import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBotProcess } from '../../local/bot-process.ts';

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'bot-process-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function script(name: string, text: string): Promise<string> {
  const file = join(folder, `${name}.mjs`);
  await writeFile(file, text);
  return file;
}

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
    'The bot ended with 78:\nno such setting',
  );
});
