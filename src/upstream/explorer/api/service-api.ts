/** One call of the restore endpoints: address, token, limits, pages, and the answer in its shape. */
import { safeParse } from '../../../core/shape.ts';
import * as z from 'zod';

import { UpstreamError, type UpstreamFault } from '../../../core/errors.ts';
import { TimeoutError, withTimeout } from '../../../core/time-limit.ts';
import type { Entry } from '../../../restore/backups/entries/entry.ts';
import type { Access, Page, Slice } from '../../../restore/state/ports.ts';
import { isNotServed } from '../../../restore/backups/service-error.ts';
import { isObject, isSuccess, readAs, refusalOf, type HttpAnswer } from '../../http/answers.ts';
import { UPSTREAM, requestTo } from '../../backup-service.ts';
import { toUpstreamError } from '../../http/faults.ts';
import type { Http, HttpRequest } from '../../http/http.ts';
import { anyOf, CallsPerPerson } from './calls-per-person.ts';
import { id } from './fields.ts';
import { readLists, WHOLE } from './list-splitter.ts';
import type { Endpoint, Listing } from './workload-api.ts';

/** A file; and what says why there is none. */
const DOWNLOAD = 'application/octet-stream, application/json;q=0.9, */*;q=0.1';

/** Of whole calls, in milliseconds. */
const TIME_LIMITS = {
  /** A person's turn waits for it. */
  turn: 10_000,
  /** Reads from the backup itself; all pages of a listing. */
  browse: 30_000,
  restore: 60_000,
  scope: 120_000,
  /** A file that may have 50 MB. */
  download: 300_000,
};
export type TimeLimits = Readonly<typeof TIME_LIMITS>;

/** Folders, items and results of a search: 10,000 of them are 60 MB. */
export const BROWSING = { limit: 'browse', isBrowsing: true, pageSize: 200 } as const;

/** Of events, sessions, mailboxes: a few hundred bytes each. The service allows 10,000. */
const PAGE_SIZE = 1_000;
/** The service's own limit. */
const LONGEST_PAGE = 10_000;
/** 80 KB for each of 200 items, which is what a mail with a thousand recipients takes. */
const PAGE_LIMIT_BYTES = 16 * 1_048_576;
/** Of all pages of a listing. */
const LISTING_LIMIT_BYTES = 32 * 1_048_576;
/** Of listings that are read as a whole: mailboxes, drives, versions. */
const WHOLE_LISTING = { offset: 0, limit: 20_000 };
/** Of one person at a time, so that nobody takes all connections of a pool: a person may follow many restores. */
const CALLS_PER_PERSON = { listings: 4, restores: 8 };

interface ServiceCall
  extends
    Endpoint,
    Pick<HttpRequest, 'json' | 'isSafe' | 'isOnce' | 'takeBody' | 'heldBytes' | 'sizeLimitBytes' | 'signal'> {
  readonly method?: 'POST';
  readonly limit?: keyof TimeLimits;
  /** Instead of the limit of that name. */
  readonly timeLimitMilliseconds?: number | undefined;
  /** Sent data about people: removed from the service's own words, which may quote it and are logged. */
  readonly personal?: readonly string[];
}

/** `_links.next` is the only sign of more: there is no total. */
const links = z.object({ next: z.looseObject({}) });

/** What one answer has of a listing. */
interface ListPart<T> {
  results: T[];
  /** Elements, unusable ones included. */
  count: number;
  bytes: number;
  more: boolean;
  setId: string | undefined;
}

interface Reading<T> {
  readonly parts: ListPart<T>[];
  /** The first so many of them are. */
  complete: number;
  /** Elements in those. */
  count: number;
  more: boolean;
  setId: string | undefined;
  /** Of the results in those, by `identityOf`. */
  readonly seen: Set<string>;
}

const startOf = ({ offset }: Slice): number => Math.max(0, Math.trunc(offset));

const createPart = <T>(): ListPart<T> => ({ results: [], count: 0, bytes: 0, more: false, setId: undefined });

/** The same for the same element, which a service may send on two pages: something was added meanwhile, or a page is repeated. */
const identityOf = (result: unknown): string =>
  isObject(result) && typeof result['key'] === 'string' ? result['key'] : JSON.stringify(result);

const withoutSeen = <T>({ seen }: Reading<T>, part: ListPart<T>): ListPart<T> =>
  seen.size === 0 ? part : { ...part, results: part.results.filter((result) => !seen.has(identityOf(result))) };

type PagedCall<T> = ServiceCall &
  Listing<T> & {
    readonly pageSize?: number;
    /**
     * A person waits for it and looks at it: the time limit is that of all pages, and what was read before the service
     * became too slow or its answers too long is returned, with `more`.
     */
    readonly isBrowsing?: boolean;
  };

const TOO_MUCH: ReadonlySet<UpstreamFault> = new Set(['TIMED_OUT', 'TOO_LARGE', 'CROWDED']);

/** Only 200 has a file: 202 says that it comes later. */
const asDownload = (
  headers: HttpRequest['headers'],
  takeBody: HttpRequest['takeBody'],
): Pick<HttpRequest, 'headers' | 'takeBody'> => ({
  headers: { ...headers, accept: DOWNLOAD },
  takeBody: takeBody && (async (body, head) => (head.status === 200 ? takeBody(body, head) : undefined)),
});

/** All methods throw UpstreamError, or the reason of the call's signal. */
export class ServiceApi {
  readonly #http: Http;
  readonly #timeLimits: TimeLimits;
  readonly #listings = new CallsPerPerson(CALLS_PER_PERSON.listings);
  readonly #restores = new CallsPerPerson(CALLS_PER_PERSON.restores);

  constructor(http: Http, timeLimits: Partial<TimeLimits>) {
    this.#http = http;
    this.#timeLimits = { ...TIME_LIMITS, ...timeLimits };
  }

  /** For answers without content, or whose body goes to `takeBody`. */
  async send({ organization, accessToken, signal: over }: Access, call: ServiceCall): Promise<HttpAnswer> {
    const { method = 'GET', path, query, limit = 'turn', personal = [], ...options } = call;
    const mayCutOff = over !== undefined && (method === 'GET' || call.isSafe === true || call.isOnce === true);
    const signal = anyOf(call.signal, mayCutOff ? over : undefined);
    const { timeLimitMilliseconds = this.#timeLimits[limit] } = call;
    const isListing = limit === 'browse' || limit === 'scope';
    const to = requestTo(organization, `${path}${queryString(query)}`, accessToken);
    const request: HttpRequest = {
      ...to,
      method,
      pool: isListing ? 'listings' : 'restores',
      ...options,
      ...(limit === 'download' && asDownload(to.headers, options.takeBody)),
      signal,
      timeLimitMilliseconds,
    };
    const calls = isListing ? this.#listings : this.#restores;
    // What still waits at the end of the session is never sent, whatever it is.
    const answer = await calls.run(accessToken, () => this.#http.send(request), anyOf(call.signal, over));
    if (!isSuccess(answer)) throw refusalOf(UPSTREAM, answer, [accessToken, ...personal]);
    return answer;
  }

  async read<T>(access: Access, call: ServiceCall, schema: z.ZodType<T>): Promise<T> {
    return readAs(schema, UPSTREAM, await this.send(access, call));
  }

  /** The elements of an answer that is a list, without pages. */
  async list<T>(access: Access, call: ServiceCall & Listing<T>): Promise<readonly T[]> {
    return (await this.#part(access, call, WHOLE, createPart<T>())).results;
  }

  /**
   * As many calls as it takes, since thousands of items in one would be tens of megabytes.
   *
   * @param call its query contains `setId` where the endpoint takes one: plain listings do not
   */
  async page<T>(access: Access, call: PagedCall<T>, slice: Slice): Promise<Page<T>> {
    const reading: Reading<T> = { parts: [], complete: 0, count: 0, more: true, setId: undefined, seen: new Set() };
    const read = (unfinished?: ListPart<T>): Page<T> => {
      const complete = reading.parts.slice(0, reading.complete);
      const parts = unfinished === undefined ? complete : [...complete, withoutSeen(reading, unfinished)];
      const more = reading.more || unfinished !== undefined;
      const next = startOf(slice) + reading.count + (unfinished?.count ?? 0);
      return {
        results: parts.flatMap(({ results }) => results),
        more,
        next: more ? next : undefined,
        setId: reading.setId,
      };
    };
    if (call.isBrowsing !== true) {
      await this.#readParts(access, call, slice, reading, call.signal);
      return read();
    }
    try {
      const { browse } = this.#timeLimits;
      const work = (signal: AbortSignal) => this.#readParts(access, call, slice, reading, signal);
      await withTimeout(browse, work, { signal: call.signal });
      return read();
    } catch (error) {
      call.signal?.throwIfAborted();
      const failed = error instanceof TimeoutError ? toUpstreamError(UPSTREAM, error) : error;
      // What the part that failed has follows the others without a gap.
      const page = read(reading.parts[reading.complete] ?? createPart());
      if (!(failed instanceof UpstreamError && TOO_MUCH.has(failed.code)) || page.results.length === 0) throw failed;
      return page;
    }
  }

  /**
   * Each part begins where the one before ended: the service may put fewer elements into one than it was asked for. The first one
   * alone, since it is often the only one; of what a person waits for, the others several at a time, where they are as long as that one.
   * Where a part has nothing new, the listing is read no further.
   */
  async #readParts<T>(
    access: Access,
    { pageSize = PAGE_SIZE, isBrowsing = false, ...call }: PagedCall<T>,
    slice: Slice,
    reading: Reading<T>,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const start = startOf(slice);
    const limit = Math.max(1, Math.trunc(slice.limit));
    const send = (at: number, sizeLimitBytes: number): Promise<ListPart<T>> => {
      const query = { limit: Math.min(pageSize, limit - at), offset: start + at, ...call.query };
      if ('setId' in query) query.setId = reading.setId ?? query.setId;
      const part = createPart<T>();
      reading.parts.push(part);
      const reads = this.#part(access, { ...call, query, sizeLimitBytes, signal }, 'results', part);
      // Of several that fail the first counts.
      reads.catch(() => undefined);
      return reads;
    };
    let bytes = 0;
    /** How many elements the service puts into a page. */
    let step: number = pageSize;
    while (reading.more && reading.count < limit) {
      const at: number = reading.count;
      // Those that were sent for another place than where the one before them ended.
      reading.parts.splice(reading.complete);
      const left = Math.ceil((limit - at) / step);
      const width: number = at === 0 || !isBrowsing ? 1 : Math.min(CALLS_PER_PERSON.listings, left);
      const limitBytes = Math.min(PAGE_LIMIT_BYTES, Math.floor((LISTING_LIMIT_BYTES - bytes) / width));
      const offsets: readonly number[] = Array.from({ length: width }, (_, index) => at + index * step);
      for (const [index, sent] of offsets.map((offset) => send(offset, limitBytes)).entries()) {
        if (reading.count !== offsets[index]) break;
        const part = await sent;
        const { results, count }: ListPart<T> = withoutSeen(reading, part);
        const isStuck = count === 0 || (results.length === 0 && part.results.length > 0);
        part.results = results;
        for (const result of results) reading.seen.add(identityOf(result));
        reading.complete += 1;
        reading.count += count;
        bytes += part.bytes;
        step = Math.min(pageSize, Math.max(1, count));
        reading.setId = part.setId ?? reading.setId;
        reading.more = part.more;
        if (isStuck) return;
      }
    }
  }

  /** Several listings that a person waits for, as if they were one that has each element once. */
  async joined(
    access: Access,
    listings: readonly Listing<Entry>[],
    slice: Slice,
    signal: AbortSignal | undefined,
  ): Promise<Page<Entry>> {
    const [only] = listings;
    const isPlain = listings.length === 1 && only?.otherwise === undefined && only?.isOne !== true;
    if (isPlain && only !== undefined) return this.page(access, { ...only, signal, ...BROWSING }, slice);
    const results = new Map<string, Entry>();
    const end = slice.offset + slice.limit;
    for (const listing of listings) {
      const page = await this.#orOtherwise(access, { ...listing, signal, ...BROWSING }, { offset: 0, limit: end });
      for (const entry of page.results) if (!results.has(entry.key)) results.set(entry.key, entry);
      // What follows is not known to follow these without a gap.
      if (page.more) return { results: [...results.values()].slice(slice.offset, end), more: true };
    }
    return { results: [...results.values()].slice(slice.offset, end), more: results.size > end };
  }

  /** All pages of a listing that is short by nature. @throws UpstreamError also where it is not: it would be a part */
  async all<T>(access: Access, call: PagedCall<T>): Promise<readonly T[]> {
    const { results, more, next = 0 } = await this.#orOtherwise(access, call, WHOLE_LISTING);
    if (more && next >= WHOLE_LISTING.limit) throw new UpstreamError(UPSTREAM, 'TOO_LARGE');
    return results;
  }

  /** One page of a listing that may be long, as much as the service puts into it. */
  longPage<T>(access: Access, call: ServiceCall & Listing<T>, offset: number): Promise<ListPart<T>> {
    const query = { limit: LONGEST_PAGE, offset, ...call.query };
    return this.#part(access, { ...call, query, sizeLimitBytes: LISTING_LIMIT_BYTES }, 'results', createPart<T>());
  }

  async #orOtherwise<T>(access: Access, { otherwise, isOne, ...call }: PagedCall<T>, slice: Slice): Promise<Page<T>> {
    const read = () => (isOne === true ? this.#one(access, call) : this.page(access, call, slice));
    if (otherwise === undefined) return read();
    const page = await read().catch((error: unknown) => {
      if (isNotServed(error)) return undefined;
      throw error;
    });
    if (page !== undefined && page.results.length > 0) return page;
    const { method: _method, json: _json, query: _query, isSafe: _isSafe, ...rest } = call;
    const other = this.#orOtherwise(access, { ...rest, ...otherwise }, slice);
    return page === undefined ? other : other.catch(() => page);
  }

  async #one<T>(access: Access, call: ServiceCall & Pick<Listing<T>, 'read'>): Promise<Page<T>> {
    const { read, ...request } = call;
    const result = read(await this.read(access, request, z.unknown()));
    // It was asked for what it is.
    if (result === undefined) throw new UpstreamError(UPSTREAM, 'MALFORMED');
    return { results: [result], more: false };
  }

  /** One answer, element by element: only what is read of each is held. @param part is filled meanwhile */
  async #part<T>(
    access: Access,
    { read, ...call }: ServiceCall & Listing<T>,
    list: string,
    part: ListPart<T>,
  ): Promise<ListPart<T>> {
    await this.send(access, {
      sizeLimitBytes: PAGE_LIMIT_BYTES,
      ...call,
      async takeBody(body) {
        // An earlier attempt may have broken off.
        Object.assign(part, createPart<T>());
        part.bytes = await readLists(body, {
          lists: new Set([list]),
          onElement(_list, value) {
            part.count += 1;
            const element = read(value);
            if (element !== undefined) part.results.push(element);
          },
          onField(name, value) {
            if (name === 'setId') part.setId = safeParse(id, value).data;
            if (name === '_links') part.more = safeParse(links, value).success;
          },
        });
      },
    });
    return part;
  }
}

function queryString(query: Endpoint['query'] = {}): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${encodeURIComponent(String(value).toWellFormed())}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
