/** `npm run local` as a process: how it ends, and how it goes on after it was stopped or killed. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALEX } from '../../local/people.ts';
import { isListening, runInShell, startNpmLocal, type NpmLocal } from '../browser/npm-local.ts';
import { textsOf } from '../support/cards-seen.ts';
import { eventually } from '../support/eventually.ts';
import { pageClient, type PageClient } from './page-client.ts';

const STOP_MILLISECONDS = 5_000;

let folder = '';
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'npm-local-'))));
let local: NpmLocal | undefined;
afterEach(async () => {
  await local?.kill();
  local = undefined;
  await rm(folder, { recursive: true, force: true });
});

/** The bot listens where the stack's settings say. */
async function botPid(): Promise<number> {
  const log = await readFile(join(folder, 'bot.log'), 'utf8');
  const started = log
    .trimEnd()
    .split('\n')
    .findLast((line) => line.includes('"listening"'));
  return (JSON.parse(started ?? '{}') as { readonly pid: number }).pid;
}

async function allClosed(ports: readonly number[]): Promise<boolean> {
  const listening = await Promise.all(ports.map(isListening));
  return listening.every((isOpen) => !isOpen);
}

/** Finds Noor's mails as of four days ago. */
async function find(alex: PageClient): Promise<readonly string[]> {
  await alex.say('restore find kyoto of noor as of 4 days ago');
  return textsOf(await alex.card('What I found'));
}

test('a bot that exits by itself ends everything, and the last output names the part, how it ended and what it logged', async () => {
  local = await startNpmLocal(folder);
  const ports = await local.ports();
  process.kill(await botPid(), 'SIGKILL');
  const { code, output } = await local.ended;
  expect(code).toBe(1);
  expect(output).toContain('The bot ended by itself with signal SIGKILL. Its last lines:');
  expect(output).toContain('"msg":"listening"');
  expect(output).toContain(join(folder, 'bot.log'));
  expect(await allClosed(ports)).toBe(true);
}, 90_000);

test.each([
  ['SIGTERM', 'npm'],
  ['SIGHUP', 'group'],
] as const)(
  '%s sent to %s ends it within five seconds, with 0 and nothing left running',
  async (signal, whom) => {
    local = await startNpmLocal(folder);
    const [ports, pid] = [await local.ports(), await botPid()];
    const { code } = await local.send(signal, whom);
    // npm itself ends by a SIGHUP; what it started ends in order all the same.
    if (signal !== 'SIGHUP') expect(code).toBe(0);
    await eventually('all ports free', () => allClosed(ports), STOP_MILLISECONDS);
    await eventually('the end of the group', () => local?.isLeft() === false, STOP_MILLISECONDS);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  },
  90_000,
);

test('after Ctrl-C a waiting sign-in is approved and who is signed in finds something; after a kill they still are', async () => {
  local = await startNpmLocal(folder);
  const { url } = local;
  const alex = await pageClient(url, ALEX);
  await alex.say('restore login');
  await alex.card('Sign in to restore data');
  expect((await local.interrupt()).code).toBe(0);

  local = await startNpmLocal(folder);
  expect([local.url, local.output]).toEqual([url, expect.not.stringContaining('in the last run')]);
  await alex.card('Sign in to restore data');
  await alex.approve();
  await alex.card('Signed in');
  expect((await local.interrupt()).code).toBe(0);

  local = await startNpmLocal(folder);
  await alex.card('Signed in');
  expect(await find(alex)).toContain("Noor Haddad's mail");
  const ports = await local.ports();
  await local.kill();
  await eventually('all ports free', () => allClosed(ports));

  local = await startNpmLocal(folder);
  expect(local.url).toBe(url);
  await alex.card('What I found');
  await alex.say('status');
  await alex.card("You're signed in");
  // Azurite writes its files every few seconds, so that the search itself may be lost with the kill.
  expect(await find(alex)).toContain("Noor Haddad's mail");
}, 240_000);

test('invalid options are refused with an explanation and exit code 78', async () => {
  const refused = await runInShell('npm run local -- --chat-port none');
  expect(refused).toMatchObject({ code: 78 });
  expect(refused.output).toContain('--chat-port takes a whole number from 0 to 65535, not "none".');
  const noFolder = await runInShell('npm run local -- --folder package.json');
  expect(noFolder).toMatchObject({ code: 78 });
  expect(noFolder.output).toContain('--folder package.json is a file. Name a folder.');
});

test('a second run with the same folder is refused, and --fresh starts empty', async () => {
  local = await startNpmLocal(folder);
  const second = await runInShell(`npm run local -- --folder ${folder}`);
  expect(second.code).toBe(78);
  expect(second.output).toContain(`--folder ${folder} is in use by another npm run local`);
  await (await pageClient(local.url, ALEX)).say('help');
  await local.interrupt();

  local = await startNpmLocal(folder, ['--fresh']);
  const alex = await pageClient(local.url, ALEX);
  expect(await alex.messages()).toEqual([]);
}, 90_000);
