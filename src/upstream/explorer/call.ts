/** One call of the restore endpoints: address, token, limits, and the answer in the shape it should have. */
import type { z } from 'zod';

import type { Access } from '../../restore/ports.ts';
import type { Http, HttpAnswer, HttpRequest } from '../http.ts';
import { isSuccess, readAs, refusalOf } from '../json-answer.ts';
import { isSegment } from './fields.ts';

export const UPSTREAM = 'backup service';

/** Of whole calls, in milliseconds. */
export const TIME_LIMITS = {
  /** A person's turn waits for it. */
  turn: 10_000,
  /** Reads from the backup itself. */
  browse: 30_000,
  restore: 60_000,
  /** Whole organizations. */
  scope: 120_000,
} as const;

export type TimeLimits = Readonly<Record<keyof typeof TIME_LIMITS, number>>;

/** 10,000 items, the most a page may have (API, section C4), with their links and actions. */
const LISTING_LIMIT_BYTES = 64 * 1_048_576;

export interface Address {
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
}

export interface Call extends Address, Pick<HttpRequest, 'json' | 'isSafe' | 'takeBody' | 'sizeLimitBytes' | 'signal'> {
  readonly method: 'GET' | 'POST';
  readonly limit: keyof TimeLimits;
  /** What of people was sent: taken out of the service's own words, which may quote it and are logged. */
  readonly personal?: readonly string[] | undefined;
}

export interface Calls {
  /** @throws UpstreamError */
  ask<T>(access: Access, call: Call, schema: z.ZodType<T>): Promise<T>;
  /** For answers that hold nothing, or whose body went elsewhere. @throws UpstreamError */
  tell(access: Access, call: Call): Promise<void>;
}

export function createCalls(http: Http, limits: TimeLimits): Calls {
  const send = ({ organization, accessToken }: Access, call: Call): Promise<HttpAnswer> => {
    const { method, limit, json, isSafe, takeBody, signal, sizeLimitBytes = LISTING_LIMIT_BYTES } = call;
    return http.send({
      upstream: UPSTREAM,
      method,
      url: `${organization.backupServiceUrl}${call.path}${queryOf(call)}`,
      trust: { ca: organization.backupServiceCa, fingerprint256: organization.backupServiceFingerprint256 },
      headers: { authorization: `Bearer ${accessToken}` },
      json,
      isSafe,
      takeBody,
      timeLimitMilliseconds: limits[limit],
      sizeLimitBytes,
      signal,
    });
  };
  const unquotable = ({ accessToken }: Access, { personal = [] }: Call) => [accessToken, ...personal];

  return {
    async ask(access, call, schema) {
      return readAs(schema, UPSTREAM, await send(access, call), unquotable(access, call));
    },
    async tell(access, call) {
      const answer = await send(access, call);
      if (!isSuccess(answer)) throw refusalOf(UPSTREAM, answer, unquotable(access, call));
    },
  };
}

/** A path whose values are segments, each encoded. @throws Error for an id that cannot be one; nothing was sent then */
export function path(literals: TemplateStringsArray, ...segments: readonly string[]): string {
  if (!segments.every((segment) => isSegment(segment))) throw new Error('An id does not fit into a path.');
  return String.raw({ raw: literals.raw }, ...segments.map((segment) => encodeURIComponent(segment)));
}

function queryOf({ query = {} }: Address): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  if (pairs.length === 0) return '';
  return `?${pairs.map(([key, value]) => `${key}=${encodeURIComponent(String(value).toWellFormed())}`).join('&')}`;
}

/** A query as a whole, and the values in it, in which people's names, addresses and subjects stand. */
export function quotable(query: string): readonly string[] {
  return [query, ...query.split(/[\s"():]+/)].filter((part) => part !== '');
}
