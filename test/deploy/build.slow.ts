/** What `npm run build` makes: built into a folder that has no packages beside it, started, talked to. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startBotProcess } from '../../local/bot-process.ts';
import { ALEX } from '../../local/people.ts';
import { chatter } from '../support/chatter.ts';
import { startRealBots, type RealBots } from '../support/real-bots.ts';

const run = promisify(execFile);

let folder: string;
let bots: RealBots;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restore-bot-built-'));
  const building = run(process.execPath, ['scripts/build.ts', '--output', folder]);
  bots = await startRealBots(join(folder, 'index.js'));
  await building;
}, 90_000);
afterAll(async () => {
  await bots.stop();
  await rm(folder, { recursive: true, force: true });
});

test('signs a person in and stops in order', async () => {
  const bot = await bots.start();
  bots.talkTo(bot);
  const alex = chatter(bots, ALEX);
  const code = await alex.login();
  await alex.approve(code);
  await alex.becomes(code.id, 'Signed in', 30_000);
  expect(await bot.stop('SIGTERM')).toBe(0);
  const lines = bot.lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as { msg: string });
  expect(lines.map(({ msg }) => msg)).toEqual(expect.arrayContaining(['configured', 'listening', 'stopping']));
}, 90_000);

/** Processor time until it listens, in the kernel's ticks; the least of three starts. */
async function startCosts(): Promise<number> {
  const costs: number[] = [];
  for (let times = 0; times < 3; times += 1) {
    const bot = await startBotProcess({
      script: join(folder, 'index.js'),
      environment: { HOST: '127.0.0.1', ...bots.environment, PORT: '0' },
      limitMilliseconds: 60_000,
    });
    const stat = await readFile(`/proc/${bot.child.pid}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    costs.push(Number(fields[11]) + Number(fields[12]));
    await bot.stop('SIGKILL');
  }
  return Math.min(...costs);
}

test('what was compiled is taken up; without it the bot starts as well, at a higher cost', async () => {
  const withIt = await startCosts();
  await rm(join(folder, 'restore-bot.cache'));
  const without = await startCosts();
  // Only Linux tells what a process has used.
  if (process.platform === 'linux') expect(withIt).toBeLessThan(without * 0.85);
}, 120_000);

test('starts nothing for settings with mistakes, and names them', async () => {
  const failed = run(process.execPath, [join(folder, 'index.js')], { env: { PORT: 'http' } });
  await expect(failed).rejects.toMatchObject({ code: 78, stderr: expect.stringContaining('PORT') });
});

test('an option that does not exist is named, and nothing is built', async () => {
  const build = (...args: readonly string[]) => run(process.execPath, ['scripts/build.ts', ...args]);
  await expect(build('--outptu', folder)).rejects.toMatchObject({
    code: 78,
    stderr: expect.stringContaining('--outptu'),
  });
  expect((await readdir(folder)).toSorted()).toEqual(['index.js', 'package.json', 'restore-bot.cjs']);
});
