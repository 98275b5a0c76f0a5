/** The bot as a process of its own, started for real. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface BotProcess {
  readonly child: ChildProcess;
  readonly port: number;
  /** Every line it printed, oldest first. */
  readonly lines: readonly string[];
  /** Sends the signal and waits for the end. @returns the exit code, or null when the signal killed it */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface BotProcessOptions {
  /** `src/index.ts` */
  readonly script: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly onLine?: ((line: string) => void) | undefined;
  readonly limitMilliseconds?: number | undefined;
}

function portIn(line: string): number | undefined {
  if (!line.includes('"listening"')) return undefined;
  const { port } = JSON.parse(line) as { port?: unknown };
  return typeof port === 'number' ? port : undefined;
}

/**
 * Starts the bot and waits until it listens. It gets only the environment handed in, PATH and the temporary folder.
 *
 * @throws Error with what it printed, when it ends before it listens
 */
export async function startBotProcess(options: BotProcessOptions): Promise<BotProcess> {
  const { PATH = '', TMPDIR = '' } = process.env;
  const child = spawn(process.execPath, [options.script], {
    env: { PATH, ...(TMPDIR !== '' && { TMPDIR }), ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const ended = once(child, 'exit');
  const printed = (): string => lines.join('\n');
  let limit: NodeJS.Timeout | undefined;
  const port = await new Promise<number>((resolve, reject) => {
    const listen = (line: string): void => {
      lines.push(line);
      options.onLine?.(line);
      const found = portIn(line);
      if (found !== undefined) resolve(found);
    };
    createInterface({ input: child.stdout }).on('line', listen);
    createInterface({ input: child.stderr }).on('line', listen);
    limit = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The bot did not listen in time:\n${printed()}`));
    }, options.limitMilliseconds ?? 30_000);
    void ended.then(([code]) => reject(new Error(`The bot ended with ${String(code)}:\n${printed()}`)));
    child.once('error', reject);
  }).finally(() => clearTimeout(limit));
  return {
    child,
    port,
    lines,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}
