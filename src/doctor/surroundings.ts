/** What the checks work with. */
import type { Settings } from '../settings/read-settings.ts';
import type { Routes } from '../proxy/routes.ts';
import type { BackupService } from '../sign-in/ports.ts';
import type { Clock } from '../core/platform.ts';
import type { Http } from '../upstream/http.ts';
import type { Finding } from './finding.ts';

export interface Surroundings {
  readonly settings: Settings;
  /** Whether the organizations come from ORGANIZATIONS_FILE, so that remedies name its fields. */
  readonly fromFile: boolean;
  readonly http: Http;
  readonly service: BackupService;
  readonly routes: Routes;
  readonly clock: Clock;
}

/** Another machine's clock against ours. */
export interface ClockSeen {
  readonly source: string;
  /** Theirs minus ours. */
  readonly aheadMilliseconds: number;
}

export interface Checked {
  readonly findings: readonly Finding[];
  readonly clocks: readonly ClockSeen[];
}

/** Of one step of a check: connecting, a handshake, an answer. */
export const STEP_LIMIT_MILLISECONDS = 8_000;

/** At most `most` at a time: hundreds of organizations must not look like an attack. */
export async function inTurns<T, R>(items: readonly T[], most: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = items.entries();
  const run = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, run));
  return results;
}

/** Rejects with code ETIMEDOUT once the time is over. */
export async function inTime<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })),
      milliseconds,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What a clock says that was asked just now; the answer's way back is taken off by half. */
export function clockSeen(source: string, theirs: number | undefined, asked: number, now: number): ClockSeen[] {
  return theirs === undefined ? [] : [{ source, aheadMilliseconds: theirs - (asked + now) / 2 }];
}
