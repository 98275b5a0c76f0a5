/** Pages (API, section C4): asked for in the query string, never by the service's own links. */
import { setImmediate as nextTurn } from 'node:timers/promises';

import { z } from 'zod';

import type { Access, Page, Slice } from '../../restore/ports.ts';
import { isObject } from '../json-answer.ts';
import type { Call, Calls } from './call.ts';
import { optionalId, readEach } from './fields.ts';

const MOST_ON_A_PAGE = 10_000;
/** Of listings that are wanted whole: mailboxes, drives, versions. */
const WHOLE_PAGE = 1_000;
const MOST_PAGES = 20;
/** A page of 10,000 takes some 200 ms to read: others get their turn in between. */
const READ_AT_ONCE = 500;

/** `next` is all that tells whether there is more: there is no total. */
const hasNext = (links: unknown): boolean => isObject(links) && Object.hasOwn(links, 'next') && isObject(links['next']);

const pageAnswer = z
  .object({ results: z.array(z.unknown()), setId: optionalId, _links: z.unknown().optional() })
  .transform(({ results, setId, ...rest }) => ({ results, setId, more: hasNext(rest['_links']) }));

type PageCall = Omit<Call, 'limit'> & { readonly limit?: Call['limit'] };

/**
 * @param call its query names `setId` where it takes one: plain listings do not
 * @throws UpstreamError
 */
export async function askPage<T>(
  calls: Calls,
  access: Access,
  call: PageCall,
  slice: Slice,
  read: (value: unknown) => T | undefined,
): Promise<Page<T>> {
  const limit = Math.min(Math.max(1, Math.trunc(slice.limit)), MOST_ON_A_PAGE);
  const offset = Math.max(0, Math.trunc(slice.offset));
  const query = { limit, offset, ...call.query };
  const { results, more, setId } = await calls.ask(access, { limit: 'browse', ...call, query }, pageAnswer);
  return { results: await readInTurns(read, results), more, setId };
}

async function readInTurns<T>(
  read: (value: unknown) => T | undefined,
  values: readonly unknown[],
): Promise<readonly T[]> {
  const all: T[] = [];
  for (let from = 0; from < values.length; from += READ_AT_ONCE) {
    if (from > 0) await nextTurn();
    all.push(...readEach(read, values.slice(from, from + READ_AT_ONCE)));
  }
  return all;
}

/** Everything of a listing that is short by nature. @throws UpstreamError */
export async function askAll<T>(
  calls: Calls,
  access: Access,
  call: PageCall,
  read: (value: unknown) => T | undefined,
): Promise<readonly T[]> {
  const all: T[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { results, more } = await askPage(
      calls,
      access,
      call,
      { offset: page * WHOLE_PAGE, limit: WHOLE_PAGE },
      read,
    );
    all.push(...results);
    if (!more || results.length === 0) break;
  }
  return all;
}
