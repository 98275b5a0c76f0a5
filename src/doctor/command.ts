/** `npm run doctor`: its options, its checks, its output and its exit code. */
import { parseArgs } from 'node:util';

import { SettingsError } from '../core/errors.ts';
import type { Clock } from '../core/platform.ts';
import { ENV_FILE_OPTIONS, EnvironmentFileError, withEnvironmentFile } from '../settings/environment-file.ts';
import { readSettings, type Settings } from '../settings/read-settings.ts';
import { checkAdministrators } from './administrators.ts';
import { checkApprovers } from './approvers.ts';
import { checkBrowserSignIn } from './browser-sign-in.ts';
import { checkRegistration, checkSettings, checkStorage } from './bot.ts';
import {
  createContext,
  ok,
  problem,
  report,
  skipped,
  warning,
  type Context,
  type Finding,
  type Verdict,
} from './check.ts';
import { checkProxy } from './connections.ts';
import { checkKeys } from './keys.ts';
import { checkBackupServices, checkDirectories, checkTenants } from './services.ts';

const USAGE = `npm run doctor [-- options]
  --json            one JSON object instead of lines
  --quiet           only what is not in order
  --env-file PATH   settings from this file instead of .env
Checks the settings in the environment, and all they point to, without signing anybody in.
Ends with 0 when all is in order, 1 with warnings, 2 with problems, 78 when the settings themselves hold mistakes.`;

/** As monitoring plug-ins end; 64 and 78 are those of sysexits.h (EX_USAGE, EX_CONFIG). */
export const EXIT = { ok: 0, warning: 1, problem: 2, usage: 64, settings: 78 } as const;

/** @param share makes what the environment and the file have for libraries known to them */
export async function doctorCommand(
  args: readonly string[],
  { env, readFile, share }: Examination & { readonly share?: (env: Examination['env']) => void },
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
  share?.(environment);
  const { kind, findings } = await examine({ env: environment, readFile });
  const count = (wanted: Finding['state']): number => findings.filter(({ state }) => state === wanted).length;
  const state = (['problem', 'warning'] as const).find((bad) => count(bad) > 0) ?? 'ok';
  const exitCode = kind === 'settings' ? EXIT.settings : EXIT[state];
  const shown = options.quiet ? findings.filter(({ state }) => state === 'warning' || state === 'problem') : findings;
  if (options.json) {
    return { exitCode, text: `${JSON.stringify({ state, exitCode, findings: shown }, undefined, 2)}\n` };
  }
  const sum = `${count('ok')} in order, ${plural(count('warning'), 'warning')}, ${plural(count('problem'), 'problem')}.`;
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

interface Examination {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly readFile: (path: string) => string;
  readonly clock?: Clock | undefined;
}

/** In the order in which they are printed; the settings come first, the clock last. */
const CHECKS: readonly ((context: Context) => Promise<readonly Finding[]>)[] = [
  checkProxy,
  checkRegistration,
  checkStorage,
  checkKeys,
  checkBackupServices,
  checkTenants,
  checkDirectories,
  checkBrowserSignIn,
  checkAdministrators,
  checkApprovers,
];

/** Runs all checks in parallel, and signs nobody in; nothing is checked while the settings are invalid. */
export async function examine({ env, readFile, clock }: Examination) {
  let settings: Settings;
  try {
    settings = readSettings(env, readFile);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return { kind: 'settings', findings: error.mistakes.flatMap(readMistake) } as const;
  }
  const context = createContext(settings, env, clock);
  try {
    const findings = await Promise.all(CHECKS.map((check) => check(context)));
    const last = report('clock', 'this machine', judgeClock(context));
    return { kind: 'whole', findings: [...checkSettings(context), ...findings.flat(), ...last] } as const;
  } finally {
    await context.http.close();
  }
}

function readMistake(mistake: string): readonly Finding[] {
  const [, name = '', sentence = mistake] = /^(.*?): (.*)$/.exec(mistake) ?? [];
  return report('settings', name, problem(sentence, 'Correct it; nothing else can be looked at before.'));
}

const CLOCK_WARNING_MILLISECONDS = 30_000;
/** Tokens are accepted with at most five minutes' leeway; storage refuses fifteen. */
const CLOCK_PROBLEM_MILLISECONDS = 240_000;

function judgeClock({ clocks }: Context): Verdict {
  const byDistance = [...clocks].toSorted(([, one], [, other]) => Math.abs(other) - Math.abs(one));
  const [farthest] = byDistance;
  if (farthest === undefined) return skipped('no service sent its time');
  const [source, ahead] = farthest;
  const seconds = Math.round(Math.abs(ahead) / 1_000);
  const isOff = (milliseconds: number): boolean => Math.abs(milliseconds) >= CLOCK_WARNING_MILLISECONDS;
  if (!isOff(ahead)) return ok(`within ${Math.max(seconds, 1)} s of ${clocks.size} others`);
  const found = `${seconds} s ${ahead > 0 ? 'behind' : 'ahead of'} ${source}`;
  const isAlone = clocks.size > 1 && byDistance.filter(([, other]) => isOff(other)).length === 1;
  const remedy = isAlone
    ? `Set the clock of ${source} by a time server: the others agree with this machine.`
    : 'Set this machine’s clock by a time server.';
  return Math.abs(ahead) < CLOCK_PROBLEM_MILLISECONDS
    ? warning(found, remedy)
    : problem(`${found}: tokens and storage will be refused`, remedy);
}
