/** Slices of listings, with the links that say whether there is more. */
import { badParameter } from './refused.ts';
import type { Call, RouteAnswer } from './router.ts';

const MOST = 10_000;
const USUAL = 30;

/** @throws Refused for an offset or limit out of bounds */
export function pageOf<T>(call: Call, all: readonly T[], one: (entry: T) => object, setId?: string): RouteAnswer {
  const offset = wholeNumber(call.query, 'offset', 0, 2_147_483_647);
  const limit = wholeNumber(call.query, 'limit', USUAL, MOST);
  if (limit === 0) throw badParameter('limit has to be from 1 to 10000.');
  const link = (at: number): { readonly href: string } => {
    const query = new URLSearchParams(call.query);
    query.set('offset', String(Math.max(at, 0)));
    query.set('limit', String(limit));
    if (setId !== undefined && call.query.has('setId')) query.set('setId', setId);
    return { href: `${call.path}?${query.toString()}` };
  };
  return {
    status: 200,
    body: {
      offset,
      limit,
      ...(setId === undefined ? {} : { setId }),
      _links: {
        self: link(offset),
        first: link(0),
        ...(offset > 0 ? { prev: link(offset - limit) } : {}),
        ...(offset + limit < all.length ? { next: link(offset + limit) } : {}),
      },
      results: all.slice(offset, offset + limit).map(one),
    },
  };
}

function wholeNumber(query: URLSearchParams, name: string, usual: number, most: number): number {
  const text = query.get(name);
  if (text === null) return usual;
  const number = Number(text);
  if (!/^\d{1,10}$/.test(text) || number > most) throw badParameter(`${name} has to be from 0 to ${most}.`);
  return number;
}

/** `true`, `false` or absent. @throws Refused */
export function flag(query: URLSearchParams, name: string): boolean | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  throw badParameter(`${name} has to be true or false.`);
}

/** One of the words, or the first where it is absent. @throws Refused */
export function oneOf<T extends string>(query: URLSearchParams, name: string, words: readonly [T, ...T[]]): T {
  const text = query.get(name);
  if (text === null) return words[0];
  const found = words.find((word) => word === text);
  if (found === undefined) throw badParameter(`${name} has to be one of ${words.join(', ')}.`);
  return found;
}
