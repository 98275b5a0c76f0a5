/** A command of a terminal: what is around it, and how it ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createAz, EXIT, runAz, Stop, words } from './az.ts';
import type { SetupSurroundings } from './setup.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** @returns the surroundings of this process; lines are read only once a question is asked */
export function ofThisTerminal(): SetupSurroundings {
  const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));
  let lines: AsyncIterator<string> | undefined;
  const wait = async (seconds: number): Promise<void> => {
    await delay(seconds * 1000);
  };
  return {
    root,
    folder: join(root, 'deploy'),
    az: createAz(runAz, async (seconds) => {
      say(`Azure asks to wait: again in ${seconds} s`);
      await wait(seconds);
    }),
    say,
    wait,
    ask: async (question) => {
      process.stdout.write(question);
      lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]();
      const { value, done } = await lines.next();
      if (done === true) {
        throw new Stop(
          '\nNobody is there to answer. Run it in a terminal, or give the answers as options: --help',
          EXIT.usage,
        );
      }
      return value.trim();
    },
    inContainer: async (group, app, command) => {
      if (!process.stdin.isTTY || !process.stdout.isTTY) return false;
      const args = words`containerapp exec --resource-group ${group} --name ${app} --command ${command}`;
      const [code] = (await once(spawn('az', args, { stdio: 'inherit' }), 'close')) as [number | null];
      return code === 0;
    },
  };
}

/** Runs a command to its end and exits; mistakes are printed without a stack. */
export async function runCommand(name: string, command: () => Promise<void>): Promise<never> {
  try {
    await command();
    process.exit(0);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    process.stderr.write(`${name}: ${error.message}\n`);
    process.exit(error.exitCode);
  }
}

/** @throws Stop naming what is wrong with the options, as `parseArgs` says it */
export function withUsage<T>(usage: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new Stop(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`, EXIT.usage);
  }
}
