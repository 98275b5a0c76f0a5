/** Bot processes, loaded ahead of their use: a restart then takes no longer than it must. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Order, Report } from './bot.ts';
import type { Moment } from './outgoing-calls.ts';

export interface TorturedBot {
  readonly port: number;
  readonly alive: boolean;
  /** Resolves when it is gone, however it went. */
  readonly ended: Promise<void>;
  /** What happened since the last `count`. */
  readonly moments: readonly Moment[];
  count(dieAt?: Moment): Promise<void>;
  /** As SIGTERM does. @returns the exit code */
  stop(): Promise<number | null>;
  kill(): void;
}

export interface BotFarm {
  start(order: Omit<Extract<Order, { kind: 'start' }>, 'kind'>): Promise<TorturedBot>;
  /** Every line that any of them printed, on stdout or stderr. */
  readonly lines: readonly string[];
  readonly started: number;
  close(): Promise<void>;
}

interface Parked {
  readonly child: ChildProcess;
  readonly reports: (listener: (report: Report) => void) => void;
  readonly ready: Promise<void>;
}

/** @param spare how many are kept ready */
export function createBotFarm({ spare }: { readonly spare: number }): BotFarm {
  const lines: string[] = [];
  const parked: Parked[] = [];
  const children = new Set<ChildProcess>();
  let started = 0;

  function park(): Parked {
    const child = fork(join(process.cwd(), 'test/torture/bot.ts'), {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: [],
      env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: join(process.cwd(), 'node_modules/.cache/torture') },
    });
    children.add(child);
    child.once('exit', () => children.delete(child));
    for (const stream of [child.stdout, child.stderr]) {
      if (stream !== null) createInterface({ input: stream }).on('line', (line) => lines.push(line));
    }
    const listeners = new Set<(report: Report) => void>();
    child.on('message', (report: Report) => listeners.forEach((listener) => listener(report)));
    const reports = (listener: (report: Report) => void): void => void listeners.add(listener);
    const ready = new Promise<void>((resolve, reject) => {
      reports((report) => report.kind === 'parked' && resolve());
      child.once('exit', () => reject(new Error(`a bot ended before it was parked:\n${lines.slice(-20).join('\n')}`)));
    });
    ready.catch(() => undefined);
    return { child, reports, ready };
  }

  const refill = (): void => {
    while (parked.length < spare) parked.push(park());
  };

  return {
    lines,
    get started() {
      return started;
    },
    async start(order) {
      const { child, reports, ready } = parked.shift() ?? park();
      refill();
      await ready;
      started += 1;
      let moments: Moment[] = [];
      const ended = once(child, 'exit').then(() => undefined);
      const port = await new Promise<number>((resolve, reject) => {
        reports((report) => {
          if (report.kind === 'listening') resolve(report.port);
          if (report.kind === 'moment') moments.push(report.moment);
        });
        void ended.then(() => reject(new Error(`a bot did not listen:\n${lines.slice(-20).join('\n')}`)));
        // Gone already: `ended` says so.
        if (child.connected) child.send({ kind: 'start', ...order } satisfies Order, () => undefined);
      });
      return {
        port,
        ended,
        get alive() {
          return child.exitCode === null && child.signalCode === null;
        },
        get moments() {
          return moments;
        },
        count(dieAt) {
          moments = [];
          const counting = new Promise<void>((resolve) => {
            reports((report) => report.kind === 'counting' && resolve());
          });
          // It may be dying just now.
          if (child.connected) child.send({ kind: 'count', dieAt } satisfies Order, () => undefined);
          return Promise.race([counting, ended]);
        },
        async stop() {
          if (child.connected) child.send({ kind: 'stop' } satisfies Order);
          await ended;
          return child.exitCode;
        },
        kill: () => void child.kill('SIGKILL'),
      };
    },
    async close() {
      await Promise.all(
        [...children].map(async (child) => {
          const gone = once(child, 'exit');
          child.kill('SIGKILL');
          await gone;
        }),
      );
    },
  };
}
