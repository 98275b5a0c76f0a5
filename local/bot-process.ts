/** The bot as a process of its own, started for real. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** How a process ended: one of the two is null. */
interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface BotProcess {
  readonly child: ChildProcess;
  readonly port: number;
  /** Every line it printed, oldest first. */
  readonly lines: readonly string[];
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<Exit>;
  /**
   * Sends the signal and waits for the end. A process that needs longer than the limit is killed.
   *
   * @returns the exit code, or null when a signal killed it
   */
  stop(signal?: NodeJS.Signals, limitMilliseconds?: number): Promise<number | null>;
}

interface BotProcessOptions {
  /** `src/index.ts`, or a whole command that takes the place of this Node and a script. */
  readonly script: string | readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly onLine?: ((line: string) => void) | undefined;
  readonly limitMilliseconds?: number | undefined;
}

const END_WITH_PARENT = new URL('end-with-parent.ts', import.meta.url).href;

/** In words: `exit code 1`, `signal SIGKILL`. */
export function describeExit({ code, signal }: Exit): string {
  return signal === null ? `exit code ${String(code)}` : `signal ${signal}`;
}

function portIn(line: string): number | undefined {
  if (!line.includes('"listening"')) return undefined;
  const { port } = JSON.parse(line) as { port?: unknown };
  return typeof port === 'number' ? port : undefined;
}

/**
 * Starts the bot and waits until it listens. It gets only the environment handed in, PATH and the temporary folder. It
 * has a process group of its own, so that a terminal's Ctrl-C reaches it by `stop` only; with a script it ends when this process does.
 *
 * @throws Error with what it printed, when it ends before it listens
 */
export async function startBotProcess(options: BotProcessOptions): Promise<BotProcess> {
  const { PATH = '', TMPDIR = '' } = process.env;
  const { script } = options;
  const [program = '', ...words] =
    typeof script === 'string' ? [process.execPath, '--import', END_WITH_PARENT, script] : script;
  const child = spawn(program, words, {
    env: { PATH, ...(TMPDIR !== '' && { TMPDIR }), ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
    windowsHide: true,
  });
  const lines: string[] = [];
  const printed = (): string => lines.join('\n');
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => ({ code, signal }) as Exit);
  let limit: NodeJS.Timeout | undefined;
  const port = await new Promise<number>((resolve, reject) => {
    const listen = (line: string): void => {
      lines.push(line);
      options.onLine?.(line);
      const found = portIn(line);
      if (found !== undefined) resolve(found);
    };
    for (const input of [child.stdout, child.stderr]) {
      if (input !== null) createInterface({ input }).on('line', listen);
    }
    limit = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The bot did not listen in time:\n${printed()}`));
    }, options.limitMilliseconds ?? 30_000);
    ended.then((exit) => reject(new Error(`The bot ended with ${describeExit(exit)}:\n${printed()}`)), reject);
  }).finally(() => clearTimeout(limit));
  return {
    child,
    port,
    lines,
    ended,
    async stop(signal = 'SIGTERM', limitMilliseconds) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const killing =
        limitMilliseconds === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), limitMilliseconds);
      const { code } = await ended;
      clearTimeout(killing);
      return code;
    },
  };
}
