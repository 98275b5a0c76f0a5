/** Runs every check, each on its own, and signs nobody in. */
import { systemClock } from '../core/platform.ts';
import { SettingsError } from '../core/errors.ts';
import { createRoutes } from '../proxy/routes.ts';
import { readSettings, type Settings } from '../settings/read-settings.ts';
import type { Clock } from '../core/platform.ts';
import { createBackupService } from '../upstream/backup-service.ts';
import { createHttp } from '../upstream/http.ts';
import { byService, checkService } from './backup-services.ts';
import { judgeClocks } from './clocks.ts';
import { tell } from './finding.ts';
import type { Finding } from './finding.ts';
import { checkDirectory, checkTenant } from './identity-providers.ts';
import { checkProxy } from './network.ts';
import { checkRegistration } from './registration.ts';
import { checkSettings } from './settings-in-order.ts';
import { checkStorage } from './storage.ts';
import { STEP_LIMIT_MILLISECONDS, inTurns } from './surroundings.ts';
import type { Checked, Surroundings } from './surroundings.ts';

export interface Patient {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly readFile: (path: string) => string;
  readonly clock?: Clock | undefined;
}

export type Examined =
  /** Nothing else could be looked at. */
  | { readonly kind: 'settings'; readonly findings: readonly Finding[] }
  | { readonly kind: 'whole'; readonly findings: readonly Finding[] };

/** Hosts asked at a time. */
const AT_A_TIME = 16;

export async function examine({ env, readFile, clock = systemClock }: Patient): Promise<Examined> {
  const settings = settingsOf(env, readFile);
  if (Array.isArray(settings)) return { kind: 'settings', findings: settings };
  const { organizations, proxy } = settings;
  const http = createHttp({ clock, proxy });
  const around: Surroundings = {
    settings,
    fromFile: Boolean(env['ORGANIZATIONS_FILE']?.trim()),
    http,
    service: createBackupService({ http, turnLimitMilliseconds: STEP_LIMIT_MILLISECONDS }),
    routes: createRoutes(proxy),
    clock,
  };
  const tenants = new Map(organizations.map((one) => [`${one.authUrl} ${one.organization}`, one]));
  const directories = new Map(organizations.map((one) => [one.graphUrl, one]));
  try {
    const [ways, services, people, directory, registration, storage] = await Promise.all([
      checkProxy(around),
      inTurns(byService(organizations), AT_A_TIME, (group) => checkService(around, group)),
      inTurns([...tenants.values()], AT_A_TIME, (one) => checkTenant(around, one)),
      inTurns([...directories.values()], AT_A_TIME, (one) => checkDirectory(around, one)),
      checkRegistration(around),
      checkStorage(around),
    ]);
    const checked: readonly Checked[] = [...services, ...people, ...directory, storage];
    return {
      kind: 'whole',
      findings: [
        ...checkSettings(settings),
        ...ways,
        ...registration,
        ...storage.findings,
        ...services.flatMap(({ findings }) => findings),
        ...people.flatMap(({ findings }) => findings),
        ...directory.flatMap(({ findings }) => findings),
        judgeClocks(checked.flatMap(({ clocks }) => clocks)),
      ],
    };
  } finally {
    await http.close();
  }
}

function settingsOf(env: Patient['env'], readFile: Patient['readFile']): Settings | Finding[] {
  try {
    return readSettings(env, readFile);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.mistakes.map((mistake) => {
      const [, name = '', sentence = mistake] = /^(.*?): (.*)$/.exec(mistake) ?? [];
      return tell('settings', name).problem(sentence, 'Correct it; nothing else can be looked at before.');
    });
  }
}
