/** Runs every check in parallel, and signs nobody in. */
import { SettingsError } from '../core/errors.ts';
import type { Clock } from '../core/platform.ts';
import { readSettings, type Settings } from '../settings/read-settings.ts';
import { checkBackupServices } from './backup-services.ts';
import { Context, ok, problem, report, skipped, warning, type Finding, type Verdict } from './check.ts';
import { checkProxy } from './connections.ts';
import { checkDirectories, checkTenants } from './identity-providers.ts';
import { checkRegistration } from './registration.ts';
import { checkSettings } from './settings.ts';
import { checkStorage } from './storage.ts';

export interface Examination {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly readFile: (path: string) => string;
  readonly clock?: Clock | undefined;
}

export interface Examined {
  /** `settings`: they are invalid, and nothing else was checked. */
  readonly kind: 'settings' | 'whole';
  readonly findings: readonly Finding[];
}

/** In the order in which they are printed. */
const CHECKS: readonly ((context: Context) => Promise<readonly Finding[]>)[] = [
  checkProxy,
  checkRegistration,
  checkStorage,
  checkBackupServices,
  checkTenants,
  checkDirectories,
];

export async function examine({ env, readFile, ...given }: Examination): Promise<Examined> {
  let settings: Settings;
  try {
    settings = readSettings(env, readFile);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return { kind: 'settings', findings: error.mistakes.flatMap(readMistake) };
  }
  const context = new Context(settings, env, given.clock);
  try {
    const findings = await Promise.all(CHECKS.map((check) => check(context)));
    const clock = report('clock', 'this machine', judgeClock(context));
    return { kind: 'whole', findings: [...checkSettings(context), ...findings.flat(), ...clock] };
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

/** This machine's clock against those of the services. */
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
