/** What all checks share: their findings, and what they are run with. */
import { onUpstreamError, type UpstreamError } from '../core/errors.ts';
import type { Organization } from '../core/organization.ts';
import { systemClock, type Clock, type Log } from '../core/platform.ts';
import { createRoutes } from '../proxy/routes.ts';
import { ORGANIZATION_SETTINGS } from '../settings/organizations.ts';
import type { Settings } from '../settings/read-settings.ts';
import { bareValue } from '../settings/reader.ts';
import { createHttp, type Http } from '../upstream/http/http.ts';

export interface Verdict {
  /** `skipped`: could not be tried, for a reason that another finding names. */
  readonly state: 'ok' | 'warning' | 'problem' | 'skipped';
  readonly found: string;
  readonly remedy?: string;
}

export interface Finding extends Verdict {
  readonly check: string;
  /** A host, an organization. */
  readonly subject: string;
}

export const ok = (found: string): Verdict => ({ state: 'ok', found });
export const warning = (found: string, remedy: string): Verdict => ({ state: 'warning', found, remedy });
export const problem = (found: string, remedy: string): Verdict => ({ state: 'problem', found, remedy });
export const skipped = (found: string): Verdict => ({ state: 'skipped', found });

export const report = (check: string, subject: string, ...verdicts: readonly Verdict[]): readonly Finding[] =>
  verdicts.map((verdict) => ({ check, subject, ...verdict }));

const silent = (): undefined => undefined;
/** A check says what it found: nothing is logged beside that. */
export const MUTE: Log = { debug: silent, info: silent, warn: silent, error: silent };

/** Of one step of a check: connecting, a handshake, an answer. */
export const STEP_LIMIT_MILLISECONDS = 8_000;

/** Hosts that are checked at the same time: hundreds of organizations must not look like an attack. */
const CONCURRENCY = 16;

export type Context = ReturnType<typeof createContext>;

export function createContext(
  settings: Settings,
  env: Readonly<Record<string, string | undefined>>,
  clock: Clock = systemClock,
) {
  const calls = createHttp({ clock, proxy: settings.proxy, timeLimitMilliseconds: STEP_LIMIT_MILLISECONDS });
  /** How far other machines' clocks are ahead of this one, in milliseconds. */
  const clocks = new Map<string, number>();
  /** Whether the organizations come from ORGANIZATIONS_FILE, so that remedies name its fields. */
  const isFromFile = bareValue(env['ORGANIZATIONS_FILE']) !== '';

  /** @param theirs the time of an answer that has just arrived; half of its way is deducted */
  function compareClock(source: string, theirs: number | undefined, sentAt: number): void {
    if (theirs !== undefined) clocks.set(source, theirs - (sentAt + clock.now()) / 2);
  }

  const http: Http = {
    ...calls,
    async send(request) {
      const sentAt = clock.now();
      const answer = await calls.send(request);
      compareClock(new URL(request.url).host, answer.dateMilliseconds, sentAt);
      return answer;
    },
  };

  /** What an administrator calls a setting of an organization: a variable, or a field of the file. */
  const nameSettings =
    ({ key: organization }: Organization) =>
    (field: keyof typeof ORGANIZATION_SETTINGS): string =>
      isFromFile ? `"${field}" of ${organization} in ORGANIZATIONS_FILE` : ORGANIZATION_SETTINGS[field];

  return {
    settings,
    clock,
    routes: createRoutes(settings.proxy),
    http,
    clocks,
    isFromFile,
    compareClock,
    nameSettings,
  };
}

export const outcomeOf = <T>(call: Promise<T>): Promise<T | UpstreamError> =>
  call.catch(onUpstreamError((error) => error));

export async function checkEach<T>(
  subjects: Iterable<T>,
  check: (subject: T) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  const findings: (readonly Finding[])[] = [];
  const waiting = [...subjects].entries();
  const worker = async (): Promise<void> => {
    for (const [index, subject] of waiting) findings[index] = await check(subject);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return findings.flat();
}
