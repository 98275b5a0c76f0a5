/** `npm run doctor`: what is asked on the command line, what is printed, and how it ends. */
import { parseArgs } from 'node:util';

import {
  ENV_FILE_OPTIONS,
  EnvironmentFileError,
  withEnvironmentFile,
  type EnvironmentFiles,
} from '../settings/environment-file.ts';
import { examine } from './examine.ts';
import type { Patient } from './examine.ts';
import { countOf, worst } from './finding.ts';
import type { Finding } from './finding.ts';

export const USAGE = `npm run doctor [-- options]
  --json            one JSON object instead of lines
  --quiet           only what is not in order
  --env-file PATH   settings from this file instead of .env
Checks the settings in the environment, and all they point to, without signing anybody in.
Ends with 0 when all is in order, 1 with warnings, 2 with problems, 78 when the settings themselves hold mistakes.`;

/** As monitoring plug-ins end; 64 and 78 are those of sysexits.h (EX_USAGE, EX_CONFIG). */
export const EXIT = { ok: 0, warning: 1, problem: 2, usage: 64, settings: 78 } as const;

export interface Said {
  readonly exitCode: number;
  readonly text: string;
}

interface Options extends EnvironmentFiles {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly help: boolean;
}

/** @param args what follows the script's name */
export async function doctorCommand(args: readonly string[], patient: Patient): Promise<Said> {
  const options = optionsIn(args);
  if (typeof options === 'string') return { exitCode: EXIT.usage, text: `${options}\n\n${USAGE}\n` };
  if (options.help) return { exitCode: EXIT.ok, text: `${USAGE}\n` };
  const env = environmentOf(options, patient);
  if (typeof env === 'string') return { exitCode: EXIT.usage, text: `${env}\n` };
  const { kind, findings } = await examine({ ...patient, env });
  const state = worst(findings);
  const exitCode = kind === 'settings' ? EXIT.settings : EXIT[state];
  const shown = options.quiet ? findings.filter((one) => one.state === 'warning' || one.state === 'problem') : findings;
  if (options.json)
    return { exitCode, text: `${JSON.stringify({ state, exitCode, findings: shown }, undefined, 2)}\n` };
  return { exitCode, text: `${[...shown.map(lineOf), '', sumOf(findings)].join('\n')}\n` };
}

function optionsIn(args: readonly string[]): Options | string {
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({ args: [...args], options: { json: flag, quiet: flag, help: flag, ...ENV_FILE_OPTIONS } }).values;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function environmentOf(files: EnvironmentFiles, { env, readFile }: Patient): Patient['env'] | string {
  try {
    return withEnvironmentFile(files, env, readFile);
  } catch (error) {
    if (error instanceof EnvironmentFileError) return error.message;
    throw error;
  }
}

function lineOf({ state, check, subject, found, remedy }: Finding): string {
  const about = subject === '' ? found : `${subject}: ${found}`;
  const line = `${state.padEnd(8)} ${check.padEnd(9)} ${about}${remedy === undefined ? '' : ` → ${remedy}`}`;
  // One line each, whatever an upstream worded.
  return line.replaceAll(/\p{C}+/gu, ' ');
}

function sumOf(findings: readonly Finding[]): string {
  const some = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;
  const [warnings, problems] = [countOf(findings, 'warning'), countOf(findings, 'problem')];
  return `${countOf(findings, 'ok')} in order, ${some(warnings, 'warning')}, ${some(problems, 'problem')}.`;
}
