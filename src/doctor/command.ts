/** `npm run doctor`: its options, its output and its exit code. */
import { parseArgs } from 'node:util';

import { ENV_FILE_OPTIONS, EnvironmentFileError, withEnvironmentFile } from '../settings/environment-file.ts';
import type { Finding } from './check.ts';
import { examine, type Examination } from './examine.ts';

export const USAGE = `npm run doctor [-- options]
  --json            one JSON object instead of lines
  --quiet           only what is not in order
  --env-file PATH   settings from this file instead of .env
Checks the settings in the environment, and all they point to, without signing anybody in.
Ends with 0 when all is in order, 1 with warnings, 2 with problems, 78 when the settings themselves hold mistakes.`;

/** As monitoring plug-ins end; 64 and 78 are those of sysexits.h (EX_USAGE, EX_CONFIG). */
export const EXIT = { ok: 0, warning: 1, problem: 2, usage: 64, settings: 78 } as const;

/** @param args what follows the script's name */
export async function doctorCommand(
  args: readonly string[],
  { env, readFile }: Examination,
): Promise<{ readonly exitCode: number; readonly text: string }> {
  let options;
  let environment;
  try {
    options = readOptions(args);
    environment = options.help ? env : withEnvironmentFile(options, env, readFile);
  } catch (error) {
    const { message } = error as Error;
    const usage = error instanceof EnvironmentFileError ? '' : `\n${USAGE}\n`;
    return { exitCode: EXIT.usage, text: `${message}\n${usage}` };
  }
  if (options.help) return { exitCode: EXIT.ok, text: `${USAGE}\n` };
  const { kind, findings } = await examine({ env: environment, readFile });
  const count = (wanted: Finding['state']): number => findings.filter(({ state }) => state === wanted).length;
  const [warnings, problems] = [count('warning'), count('problem')];
  const worst = warnings > 0 ? 'warning' : 'ok';
  const state = problems > 0 ? 'problem' : worst;
  const exitCode = kind === 'settings' ? EXIT.settings : EXIT[state];
  const shown = options.quiet ? findings.filter(({ state }) => state === 'warning' || state === 'problem') : findings;
  if (options.json) {
    return { exitCode, text: `${JSON.stringify({ state, exitCode, findings: shown }, undefined, 2)}\n` };
  }
  const sum = `${count('ok')} in order, ${plural(warnings, 'warning')}, ${plural(problems, 'problem')}.`;
  return { exitCode, text: `${[...shown.map(lineOf), '', sum].join('\n')}\n` };
}

function readOptions(args: readonly string[]) {
  const flag = { type: 'boolean', default: false } as const;
  return parseArgs({ args: [...args], options: { json: flag, quiet: flag, help: flag, ...ENV_FILE_OPTIONS } }).values;
}

function lineOf({ state, check, subject, found, remedy }: Finding): string {
  const about = subject === '' ? found : `${subject}: ${found}`;
  const line = `${state.padEnd(8)} ${check.padEnd(9)} ${about}${remedy === undefined ? '' : ` → ${remedy}`}`;
  // One line each, whatever an upstream worded.
  return line.replaceAll(/\p{C}+/gu, ' ');
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
