/** Child processes of the benchmark: start, query over IPC, stop. */
import { buildSync } from 'esbuild';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve as resolvePath } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Child {
  readonly process: ChildProcess;
  /** Queries the process over IPC. */
  ask<T>(act: string, argument?: unknown): Promise<T>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const own = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const commandOf = (dockerfile: string): readonly string[] =>
  JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? '[]') as readonly string[];

/** Our bot as in production (deploy/Dockerfile); run.ts builds it. */
export const OURS = 'dist/index.js';
/** Node's options in the image. */
export const PRODUCTION_FLAGS = commandOf(readFileSync(own('../deploy/Dockerfile'), 'utf8')).slice(1, -1);

/** Child processes end with the benchmark. */
const alive = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

function talk(child: ChildProcess): Child['ask'] {
  const waiting = new Map<number, (result: unknown) => void>();
  let ids = 0;
  child.on('message', ({ id, result }: { id: number; result: unknown }) => {
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  return <T>(act: string, argument?: unknown) =>
    new Promise<T>((resolve, reject) => {
      const id = (ids += 1);
      waiting.set(id, resolve as (result: unknown) => void);
      child.send({ id, act, argument }, (error) => error && reject(error));
    });
}

function asChild(child: ChildProcess): Child {
  alive.add(child);
  const ended = once(child, 'exit').finally(() => alive.delete(child));
  return {
    process: child,
    ask: talk(child),
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const late = setTimeout(() => child.kill('SIGKILL'), 8_000);
      await ended;
      clearTimeout(late);
    },
  };
}

/** Starts the process with the stand-ins; resolves once it listens. */
export async function startOutside(intervalSeconds: number): Promise<Child> {
  const child = spawn(process.execPath, [own('outside/index.ts'), String(intervalSeconds)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return asChild(child);
}

/** Resource usage of a bot, as probe.ts reports it. */
export interface Used {
  /** Microseconds of CPU time since its start. */
  cpu(): Promise<number>;
  /** Bytes in use after garbage collection. */
  memory(): Promise<number>;
}

export interface Bot extends Child, Used {
  readonly port: number;
  /** From starting the process to its log entry `listening`. */
  readonly milliseconds: number;
}

/** Compiled, because type stripping in a measured process would cost it memory and time. */
function probeUrl(): string {
  const { outputFiles } = buildSync({
    entryPoints: [own('probe.ts')],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
  });
  return `data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`;
}

/** Starts a bot by its script, relative to the project's root; resolves once it listens. */
export async function startBot(
  script: string,
  environment: Readonly<Record<string, string>>,
  options: { readonly bare?: boolean | undefined; readonly flags?: readonly string[] | undefined } = {},
): Promise<Bot> {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  const probe = options.bare === true ? [] : ['--import', probeUrl()];
  const flags = [...(script === OURS ? PRODUCTION_FLAGS : []), ...(options.flags ?? []), ...probe];
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...flags, resolvePath(own('..'), script)], {
    env: { PATH, HOME, ...(TMPDIR !== undefined && { TMPDIR }), NODE_NO_WARNINGS: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  alive.add(child);
  const printed: string[] = [];
  const port = await new Promise<number>((resolve, reject) => {
    const read = (line: string): void => {
      if (printed.length < 200) printed.push(line);
      const found = /"listening"/.test(line) ? /"port":(\d+)/.exec(line)?.[1] : undefined;
      if (found !== undefined) resolve(Number(found));
    };
    for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', read);
    child.once('exit', (code) => reject(new Error(`${script} ended with ${String(code)}:\n${printed.join('\n')}`)));
  });
  const asked = asChild(child);
  return {
    ...asked,
    port,
    milliseconds: performance.now() - startedAt,
    cpu: () => asked.ask('cpu'),
    memory: () => asked.ask('memory'),
  };
}
