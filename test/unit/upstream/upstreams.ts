/** The upstream parts on a scripted server, for the tests of this folder. */
import type { Organization } from '../../../src/core/organization.ts';
import { systemClock } from '../../../src/core/platform.ts';
import { createHttp } from '../../../src/upstream/http/http.ts';
import type { Http, HttpOptions } from '../../../src/upstream/http/http.ts';
import { UpstreamError } from '../../../src/core/errors.ts';

/** 21 October 2026, 07:28:00 GMT. */
export const NOW = Date.UTC(2026, 9, 21, 7, 28);

export interface PausingHttp extends Http {
  /** What it would have slept, in milliseconds. */
  readonly pauses: readonly number[];
}

/** Real HTTP whose pauses between attempts, and waits for room for an answer, take no time. */
export function buildHttp(options: Partial<HttpOptions> = {}): PausingHttp {
  const pauses: number[] = [];
  const clock = {
    ...systemClock,
    now: () => NOW,
    after: (_milliseconds: number, act: () => void) => systemClock.after(0, act),
    sleep: async (milliseconds: number, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      pauses.push(milliseconds);
    },
  };
  return { ...createHttp({ clock, timeLimitMilliseconds: 5_000, ...options }), pauses };
}

/** An organization all of whose upstreams are at `url`. */
export function buildOrganization(url: string, rest: Partial<Organization> = {}): Organization {
  return {
    key: 'contoso.onmicrosoft.com',
    displayName: 'Contoso',
    tenants: [],
    backupServiceUrl: url,
    authUrl: url,
    graphUrl: url,
    appOnlyScopes: 'Directory.Read.All User.Read offline_access',
    ...rest,
  };
}

/** What a call is rejected with, which has to be an UpstreamError. */
export async function faultOf(call: Promise<unknown>): Promise<UpstreamError> {
  const outcome: unknown = await call.then(
    (value) => value,
    (error: unknown) => error,
  );
  if (outcome instanceof UpstreamError) return outcome;
  throw new Error(`An UpstreamError was expected, but there was ${String(outcome)}.`, { cause: outcome });
}
