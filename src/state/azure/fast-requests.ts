/**
 * Requests to storage past its library, which takes several times the CPU of the request itself (`npm run bench`): for
 * what is done with every turn and every pending sign-in. Only plain answers are taken: whatever else happens is left to
 * the library, which knows how to try again, whom to ask for another token, and what went wrong.
 */
import type { TokenCredential } from '@azure/identity';
import { askWhole, type WholeAnswer } from '../../core/request-buffered.ts';
import type { StorageHttp } from './transport.ts';

/** How requests are let in: by a header, or by what is added to the address. */
export interface Admission {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: string;
}

/** Never waits: undefined until there is one, which is asked for meanwhile. */
export type Admissions = () => Admission | undefined;

/** Of storage's REST API; every operation and header used here is older by years. */
const API_VERSION = '2024-11-04';
/** Where the account does not let in what the library is let in by. */
const NOT_TRIED_AFTER_REFUSAL_MILLISECONDS = 5 * 60_000;
const NOT_TRIED_AFTER_FAULT_MILLISECONDS = 5_000;

const SIZE_LIMIT_BYTES = 65_536;

const SAS_LIFE_MILLISECONDS = 2 * 3_600_000;
const CLOCKS_DIFFER_MILLISECONDS = 15 * 60_000;
const TOKEN_REFRESHED_BEFORE_MILLISECONDS = 5 * 60_000;
const NOT_USED_BEFORE_END_MILLISECONDS = 60_000;
const ASKED_AGAIN_AFTER_MILLISECONDS = 30_000;

interface Lasting {
  readonly admission: Admission;
  readonly refreshAt: number;
  readonly endsAt: number;
}

/** Asked for anew in good time, the old one used meanwhile. */
function refreshed(ask: () => Promise<Lasting>): Admissions {
  let current: Lasting | undefined;
  let askAt = 0;

  async function refresh(now: number): Promise<void> {
    askAt = now + ASKED_AGAIN_AFTER_MILLISECONDS;
    try {
      current = await ask();
      askAt = Math.max(current.refreshAt, askAt);
    } catch {
      // The library asks too, and tells what is wrong.
    }
  }

  return () => {
    const now = Date.now();
    if (askAt <= now) void refresh(now);
    if (current === undefined || current.endsAt - NOT_USED_BEFORE_END_MILLISECONDS <= now) return undefined;
    return current.admission;
  };
}

/**
 * Where a shared key signs: a shared access signature.
 *
 * @param sign makes an address with one
 */
function admissionBySharedKey(
  sign: (times: { readonly startsOn: Date; readonly expiresOn: Date }) => string | Promise<string>,
): Admissions {
  return refreshed(async () => {
    const now = Date.now();
    const endsAt = now + SAS_LIFE_MILLISECONDS;
    const startsOn = new Date(now - CLOCKS_DIFFER_MILLISECONDS);
    const { search } = new URL(await sign({ startsOn, expiresOn: new Date(endsAt) }));
    return { admission: { headers: {}, query: search.slice(1) }, refreshAt: now + SAS_LIFE_MILLISECONDS / 2, endsAt };
  });
}

/** Where the connection string holds a shared access signature: it is in the client's address, which holds nothing else. */
function admissionByAddress(query: string): Admissions {
  const admission = { headers: {}, query };
  return () => admission;
}

/** Where a connection string says how. @param sign as above, for where it holds a shared key */
export function admissionByConnectionString(url: string, sign: Parameters<typeof admissionBySharedKey>[0]): Admissions {
  const query = new URL(url).search.slice(1);
  return query === '' ? admissionBySharedKey(sign) : admissionByAddress(query);
}

/** Where an identity's tokens let in. */
export function admissionByToken(credential: TokenCredential, scope: string): Admissions {
  return refreshed(async () => {
    const token = await credential.getToken(scope);
    if (token === null) throw new Error('no token for storage');
    const { expiresOnTimestamp: endsAt, refreshAfterTimestamp } = token;
    return {
      admission: { headers: { authorization: `Bearer ${token.token}` }, query: '' },
      refreshAt: refreshAfterTimestamp ?? endsAt - TOKEN_REFRESHED_BEFORE_MILLISECONDS,
      endsAt,
    };
  });
}

export interface QuickRequest {
  readonly method: 'GET' | 'PUT';
  /** Below the container or queue. */
  readonly path: string;
  readonly query?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | null | undefined;
  readonly headersLimitMilliseconds: number;
  /** Of what is read of an answer: 64 KB unless said. */
  readonly sizeLimitBytes?: number | undefined;
  readonly signal: AbortSignal;
}

/** @returns undefined where it is for the library to ask @throws what undici throws */
export type QuickAsk = (request: QuickRequest) => Promise<WholeAnswer | undefined>;

/** @param dependencies.url of the container or queue */
export function createQuickAsk(dependencies: {
  readonly url: string;
  readonly dispatcher: StorageHttp['dispatcher'];
  readonly admission: Admissions;
}): QuickAsk {
  const { dispatcher, admission } = dependencies;
  const { origin, pathname } = new URL(dependencies.url);
  let notTriedUntil = 0;
  const leaveAlone = (milliseconds: number): undefined => void (notTriedUntil = Date.now() + milliseconds);
  return async ({ method, path, query = '', headers, body = null, headersLimitMilliseconds, ...more }) => {
    const admitted = admission();
    if (admitted === undefined || notTriedUntil > Date.now()) return undefined;
    const queries = [query, admitted.query].filter((each) => each !== '').join('&');
    const asking = askWhole(
      dispatcher,
      {
        method,
        origin,
        path: `${pathname}/${path}${queries === '' ? '' : `?${queries}`}`,
        headers: { 'x-ms-version': API_VERSION, ...headers, ...admitted.headers },
        body,
        headersTimeout: headersLimitMilliseconds,
      },
      { sizeLimitBytes: more.sizeLimitBytes ?? SIZE_LIMIT_BYTES, signal: more.signal },
    );
    // Asked twice by the library already, storage that is away is not asked a third time for each call.
    const answer = await asking.catch((error: unknown) => {
      leaveAlone(NOT_TRIED_AFTER_FAULT_MILLISECONDS);
      throw error;
    });
    if (answer.status >= 500) leaveAlone(NOT_TRIED_AFTER_FAULT_MILLISECONDS);
    if (answer.status !== 401 && answer.status !== 403) return answer;
    return leaveAlone(NOT_TRIED_AFTER_REFUSAL_MILLISECONDS);
  };
}
