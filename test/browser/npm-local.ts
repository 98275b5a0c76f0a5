/** `npm run local` as a newcomer starts it: a process of its own, with whatever Node the machine itself has. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const STOP_MILLISECONDS = 5_000;

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Standard output and error, in the order in which they came. */
  readonly output: string;
}

export interface NpmLocal {
  /** Address of the chat page, as printed. */
  readonly url: string;
  readonly startedAt: number;
  /** Everything it has printed. */
  readonly output: string;
  readonly isUp: () => boolean;
  /** Whether any process of its group is left. */
  readonly isLeft: () => boolean;
  /** Every local address that the bot's settings name, the chat page's and the bot's own among them. */
  readonly ports: () => Promise<readonly number[]>;
  /** Ctrl-C in a terminal: SIGINT to the whole process group. */
  readonly interrupt: () => Promise<Ended>;
  /** Sends a signal to npm alone, or to its process group. @throws Error unless it has ended within five seconds */
  readonly send: (signal: NodeJS.Signals, whom: 'npm' | 'group') => Promise<Ended>;
  /** Resolves when npm has ended. */
  readonly ended: Promise<Ended>;
  /** Kills the remaining processes. */
  readonly kill: () => Promise<void>;
}

/** What a login shell has; npm's own additions, with Node 24 among them, are left out. */
function shellEnvironment(): NodeJS.ProcessEnv {
  const { PATH = '', ...inherited } = process.env;
  const entries = Object.entries(inherited).filter(
    ([name]) => !/^(npm_|NODE|JEST_|INIT_CWD$|TS_|SWC_)/i.test(name) && name !== 'FORCE_COLOR',
  );
  const folders = PATH.split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return { ...Object.fromEntries(entries), PATH: folders.join(delimiter) };
}

/** Runs a command line as typed into a terminal in the project's folder. */
export async function runInShell(command: string): Promise<Ended> {
  const child = spawn('sh', ['-c', command], { env: shellEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  return { code: child.exitCode, signal: child.signalCode, output };
}

/**
 * @param folder where it keeps its state from one start to the next
 * @param more options beside the folder and free ports
 * @throws Error with what it printed, when it ends, or has not printed an address within a minute
 */
export async function startNpmLocal(folder: string, more: readonly string[] = []): Promise<NpmLocal> {
  const startedAt = Date.now();
  const args = ['--folder', folder, '--chat-port', '0', '--bot-port', '0', ...more];
  const child = spawn('npm', ['run', 'local', '--', ...args], {
    env: shellEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, as a terminal gives each command.
    detached: true,
  });
  const group = -(child.pid ?? Number.NaN);
  let output = '';
  const ended = once(child, 'close');
  const end = ended.then((): Ended => ({ code: child.exitCode, signal: child.signalCode, output }));
  const send = (signal: NodeJS.Signals, whom: 'npm' | 'group'): Promise<Ended> => {
    process.kill(whom === 'group' ? group : -group, signal);
    return Promise.race([end, stillUp()]);
  };
  const stillUp = async (): Promise<never> => {
    await pause(STOP_MILLISECONDS, undefined, { ref: false });
    throw new Error(`npm run local has not ended within ${STOP_MILLISECONDS} ms`);
  };
  const isUp = (): boolean => child.exitCode === null && child.signalCode === null;
  const kill = async (): Promise<void> => {
    if (hasProcess(group)) process.kill(group, 'SIGKILL');
    await ended;
  };

  const url = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`npm run local ${why}:\n${output}`));
    const limit = setTimeout(() => fail('has printed no address within a minute'), 60_000);
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const [, address] = /^\s*(http:\/\/127\.0\.0\.1:\d+)\/?$/m.exec(output) ?? [];
      if (address === undefined || !output.includes('Ctrl-C')) return;
      clearTimeout(limit);
      resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => fail('has ended'));
  }).catch(async (error: unknown) => {
    await kill();
    throw error;
  });

  return {
    url,
    startedAt,
    get output() {
      return output;
    },
    isUp,
    isLeft: () => hasProcess(group),
    async ports() {
      const files = (await readdir(folder)).filter((name) => /\.(env|json)$/.test(name));
      const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
      const found = [...`${url}\n${texts.join('\n')}`.matchAll(/(?:127\.0\.0\.1:|^PORT=')(\d+)/gm)];
      return [...new Set(found.map(([, port]) => Number(port)))];
    },
    interrupt: () => send('SIGINT', 'group'),
    send,
    ended: end,
    kill,
  };
}

/** `group` is negative, as `kill` takes it. */
function hasProcess(group: number): boolean {
  try {
    return process.kill(group, 0);
  } catch {
    return false;
  }
}

export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
