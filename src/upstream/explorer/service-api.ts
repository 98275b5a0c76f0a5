/** One call of the restore endpoints: address, token, limits, pages (API, section C4), and the answer in its shape. */
import { setImmediate } from 'node:timers/promises';

import { z } from 'zod';

import type { Container, Entry } from '../../restore/model/catalog.ts';
import type { Access, FolderRef, Page, RestoreRequest, SearchPlace, Slice } from '../../restore/ports.ts';
import { isSuccess, readAs, refusalOf, type HttpAnswer } from '../answers.ts';
import { UPSTREAM, requestTo } from '../backup-service.ts';
import type { Http, HttpRequest } from '../http.ts';
import { id, isSegment, optional, type Read } from './fields.ts';

/** Of whole calls, in milliseconds. */
const TIME_LIMITS = {
  /** A person's turn waits for it. */
  turn: 10_000,
  /** Reads from the backup itself. */
  browse: 30_000,
  restore: 60_000,
  scope: 120_000,
};
export type TimeLimits = Readonly<typeof TIME_LIMITS>;

/** 10,000 items, the most a page may have (API, section C4), with their links and actions. */
const LISTING_LIMIT_BYTES = 64 * 1_048_576;
const MAX_PAGE_SIZE = 10_000;
/** Of listings that are read as a whole: mailboxes, drives, versions. */
const WHOLE_LISTING = { pageSize: 1_000, maxPages: 20 };
/** A page of 10,000 takes some 200 ms to read: the event loop runs in between. */
const READ_AT_ONCE = 500;

export interface Endpoint {
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
}

/** A paged endpoint, and how an element of it is read. */
export interface Listing<T> extends Endpoint {
  readonly read: Read<T>;
}

/** What differs between workloads. Each has a file beside this one and an entry in explorer.ts. */
export interface WorkloadApi {
  /** `type` of its sessions (API, section C2). */
  readonly sessionType: string;
  /** The field of a restore point that says whether it contains the workload (API, section C1). */
  readonly pointFlag: string;
  readonly containers: (exploreId: string) => Listing<Container>;
  readonly folders: (at: FolderRef) => Listing<Entry>;
  /** Undefined where the folder cannot contain items. */
  readonly items: (at: FolderRef) => Listing<Entry> | undefined;
  readonly search: (at: Omit<SearchPlace, 'workload'>) => Listing<Entry>;
  /** Address and body of the only call that changes anything. @throws Error for what cannot be sent */
  readonly restore: (request: RestoreRequest) => Endpoint & { readonly json: object };
}

export interface ServiceCall
  extends Endpoint, Pick<HttpRequest, 'json' | 'isSafe' | 'takeBody' | 'sizeLimitBytes' | 'signal'> {
  readonly method?: 'POST';
  readonly limit?: keyof TimeLimits;
  /** Sent data about people: removed from the service's own words, which may quote it and are logged. */
  readonly personal?: readonly string[];
}

/** `_links.next` is the only sign of more: there is no total. */
const links = z.object({ next: z.looseObject({}) });
const pageAnswer = z
  .object({ results: z.array(z.unknown()), setId: optional(id), _links: optional(links) })
  .transform(({ _links, ...page }) => ({ ...page, more: _links !== undefined }));

/** All methods throw UpstreamError, or the reason of the call's signal. */
export class ServiceApi {
  readonly #http: Http;
  readonly #timeLimits: TimeLimits;

  constructor(http: Http, timeLimits: Partial<TimeLimits>) {
    this.#http = http;
    this.#timeLimits = { ...TIME_LIMITS, ...timeLimits };
  }

  /** For answers without content, or whose body goes to `takeBody`. */
  async send({ organization, accessToken }: Access, call: ServiceCall): Promise<HttpAnswer> {
    const { method = 'GET', path, query, limit = 'turn', personal = [], ...options } = call;
    const answer = await this.#http.send({
      ...requestTo(organization, `${path}${queryString(query)}`, accessToken),
      method,
      timeLimitMilliseconds: this.#timeLimits[limit],
      sizeLimitBytes: LISTING_LIMIT_BYTES,
      ...options,
    });
    if (!isSuccess(answer)) throw refusalOf(UPSTREAM, answer, [accessToken, ...personal]);
    return answer;
  }

  async read<T>(access: Access, call: ServiceCall, schema: z.ZodType<T>): Promise<T> {
    return readAs(schema, UPSTREAM, await this.send(access, call));
  }

  /** @param call its query contains `setId` where the endpoint takes one: plain listings do not */
  async page<T>(access: Access, { read, ...call }: ServiceCall & Listing<T>, slice: Slice): Promise<Page<T>> {
    const limit = Math.min(Math.max(1, Math.trunc(slice.limit)), MAX_PAGE_SIZE);
    const offset = Math.max(0, Math.trunc(slice.offset));
    const query = { limit, offset, ...call.query };
    const { results, ...page } = await this.read(access, { ...call, query }, pageAnswer);
    const usable: T[] = [];
    for (const [index, value] of results.entries()) {
      if (index > 0 && index % READ_AT_ONCE === 0) await setImmediate();
      const element = read(value);
      if (element !== undefined) usable.push(element);
    }
    return { ...page, results: usable };
  }

  /** All pages of a listing that is short by nature. */
  async all<T>(access: Access, call: ServiceCall & Listing<T>): Promise<readonly T[]> {
    const { pageSize, maxPages } = WHOLE_LISTING;
    const all: T[] = [];
    for (let page = 0; page < maxPages; page += 1) {
      const { results, more } = await this.page(access, call, { offset: page * pageSize, limit: pageSize });
      all.push(...results);
      if (!more || results.length === 0) break;
    }
    return all;
  }
}

/** A path whose values are segments, each encoded. @throws Error for an id that cannot be one; nothing was sent then */
export function path(literals: TemplateStringsArray, ...segments: readonly string[]): string {
  if (!segments.every((segment) => isSegment(segment))) throw new Error('An id does not fit into a path.');
  return String.raw({ raw: literals.raw }, ...segments.map((segment) => encodeURIComponent(segment)));
}

function queryString(query: Endpoint['query'] = {}): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${encodeURIComponent(String(value).toWellFormed())}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
